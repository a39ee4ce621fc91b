"""The contract between the rules and everything else.

A game is an object that satisfies `Game`: pure functions over immutable values, standard library only, no clock,
no chance, no framework. Code that stores, shows or settles a game uses only the names of this package.
Messages live elsewhere: errors carry a stable code and fields, labels are English texts marked with `N_`.
"""

from .errors import N_, IllegalMoveError, InvalidMoveError, MoveError, RuleError, SetupError, shown
from .game import Game
from .options import Option, Options, OptionValue, Preset, Value, resolve, yes_or_no
from .outcome import Outcome, Rank, rank
from .seats import Seats
from .sheet import Box, Cell, Choice, Offer, Row, Sheet, leaders

__all__ = [
    "N_",
    "Box",
    "Cell",
    "Choice",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "MoveError",
    "Offer",
    "Option",
    "OptionValue",
    "Options",
    "Outcome",
    "Preset",
    "Rank",
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
