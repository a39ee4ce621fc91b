"""The fields of a transcript entry that name players."""

from __future__ import annotations

from enum import Enum, auto


class PlayerField(Enum):
    """The form in which a field of an entry names players."""

    # a player, or players in a list or in nested lists: "A", ["A", ["B", "C"]]
    PLAYERS = auto()
    # cards in order of play, each after its player: [["A", "KH"], ["B", "2S"]]
    PLAYS = auto()
    # tricks: for each its winner, or its cards in order of play
    TRICKS = auto()
    # an object, or a list of objects, with fields of their own: {"player": "A", "points": 20}
    PART = auto()
