"""Turns of Generals and Majors for the tests of its entry panels, and a table after them."""

from __future__ import annotations

from typing import Any

from tests.factories import SampleTable

Turn = dict[str, Any]
# Ana stands with 6♦ 2♠ 2♥ and red 4, black 1, star 2; Bo with 5♠ 3♠ and red 1, black 4, star 1
MIDDLE: list[Turn] = [
    {"commander": "AH"},
    {"commander": "AS"},
    {"commander": "KH"},
    {"commander": "KC"},
    {"commander": "QD"},
    {"commander": "QS"},
    {"commander": "AX", "armies": ["6D"]},
    {"commander": "KX", "armies": ["5S"]},
    {"commander": "JS", "armies": ["2S", "2H"]},
    {"commander": "JD", "armies": ["3S"]},
    {},
]
# Ana is 23 ahead; Bo has red 1, black 4
AHEAD: list[Turn] = [
    {"commander": "AH"},
    {"commander": "AS"},
    {"commander": "KH"},
    {"commander": "KC"},
    {"commander": "AD", "armies": ["5D"]},
    {"commander": "QS", "armies": ["4S"]},
    {"commander": "AX", "armies": ["7D"]},
    {"commander": "JD"},
    {"commander": "KX", "armies": ["8H"]},
    {"armies": ["2C"]},
    {"commander": "JH", "armies": ["9D"]},
]
MANY: list[Turn] = [
    *(
        {"commander": each}
        for one in zip(
            ("AH", "KH", "AD", "KD", "AX", "KX"), ("AS", "KS", "AC", "KC", "QC", "QS"), strict=True
        )
        for each in one
    ),
    {"armies": ["2H", "3H"]},
    {"armies": ["3S"], "cancel": []},
    {"armies": ["4H", "2D"]},
    {"armies": ["4S"]},
    {"armies": ["5H", "2X"]},
    {"armies": ["5S", "2S"]},
    {"armies": ["6H"]},
]


def desk(turns: list[Turn] = [], **how: Any) -> SampleTable:  # noqa: B006 - never changed
    """A table after these turns, Ana's first."""
    table = SampleTable("generals_and_majors", ("Ana", "Bo"), **how)
    for number, turn in enumerate(turns):
        table.entry(player=str(number % 2 + 1), **turn)
    return table


def strengths(table: SampleTable) -> dict[str, int]:
    """The strength of each player."""
    return table.table.game.scores(table.table.state)
