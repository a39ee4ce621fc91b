"""The contract between the rules and everything else.

A game is an object that satisfies `Game`: pure functions over immutable values. The rules use the standard library
only; they read no clock, use no random numbers and know no framework. Code that stores, shows or settles a game
uses only the names of this package. Errors carry a stable code and fields, labels are English texts marked with
`N_`; the messages are outside the rules.
"""

from .errors import N_, IllegalMoveError, InvalidMoveError, MoveError, RuleError, SetupError, shown
from .game import Game
from .options import Option, Options, OptionValue, Preset, Value, resolve, yes_or_no
from .outcome import CONCEDED, Outcome, Rank, rank
from .player_fields import PlayerField
from .seats import Seats
from .sheet import Box, Cell, Choice, Fields, Offer, Reason, RoundRow, Row, Sheet, leaders

__all__ = [
    "CONCEDED",
    "N_",
    "Box",
    "Cell",
    "Choice",
    "Fields",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "MoveError",
    "Offer",
    "Option",
    "OptionValue",
    "Options",
    "Outcome",
    "PlayerField",
    "Preset",
    "Rank",
    "Reason",
    "RoundRow",
    "Row",
    "RuleError",
    "Seats",
    "SetupError",
    "Sheet",
    "Value",
    "leaders",
    "rank",
    "resolve",
    "shown",
    "yes_or_no",
]
