"""Tables of points and bids by result: equal to the rules for random rounds, and small."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.urls import resolve
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.forty_fives.offline_points import points_tables
from scorekeeper.games.forty_fives.presentation import PRESENTATION
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.rules.contract import Options, Seats
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import BIDS, TRICKS
from tests.factories import SampleTable
from tests.sampling import ALL_EXAMPLES

NAMES = ("Ana", "Bo", "Cleo", "Dev", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon")


def seated(players: int, teams: int) -> Seats:
    keys = tuple("ABCDEFGHIJ"[:players])
    return Seats(keys, tuple(keys[place::teams] for place in range(teams)) if teams else ())


class Lookup:
    """The tables as the phone reads them (`static/js/parts/round_entry.js`)."""

    def __init__(self, options: Options, seats: Seats, entry: dict[str, Any]) -> None:
        self.tables, self.entry = points_tables(options, seats), entry
        self.tricks = entry.get("tricks", [])
        self.played = len(self.tricks) == TRICKS and "best" in entry
        self.bonus = self.played and entry["best"] is None and self.tables["bonus"] is not None
        self.ten = self.tricks[self.tables["bonus"]] if self.bonus else entry.get("best")

    def count(self, players: tuple[str, ...]) -> int:
        return sum(winner in players for winner in self.tricks)

    def points(self, side: tuple[str, ...]) -> int:
        sign = "0" if self.ten not in side else "B" if self.bonus else "b"
        found: int = self.tables["done" if self.played else "open"][f"{self.count(side)}{sign}"]
        return found

    def state(self, side: tuple[str, ...]) -> str:
        tables = self.tables["bids"][self.entry["bid"]["points"]]
        own = f"{self.count(side)}{'b' if self.ten in side else '0'}"
        found: str = tables["done"][own] if self.played else tables["open"][f"{own}{len(self.tricks)}"]
        return found

    def gain(self, side: tuple[str, ...]) -> int:
        bid = self.entry.get("bid")
        if not (self.played and "trump" in self.entry and bid and bid["player"] in side):
            return self.points(side)
        own = self.count((bid["player"],))
        holder = "b" if self.ten == bid["player"] else "m" if self.ten in side else "0"
        found: int = self.tables["bids"][bid["points"]]["gains"][f"{own}.{self.count(side) - own}{holder}"]
        return found


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Options, Seats, dict[str, Any]]:
    """Draw house rules, seats and a round by its result as the keys of the panel can enter it."""
    auction = draw(st.booleans())
    options = GAME.resolve(
        {
            "auction": auction,
            "auction_side": draw(st.sampled_from(["bidder", "side"])),
            "no_trump_bonus": draw(st.sampled_from(["none", "first_trick", "last_trick"])),
        }
    )
    seats = seated(*draw(st.sampled_from([(2, 0), (3, 0), (10, 0), (4, 2), (6, 2), (6, 3)])))
    players = st.sampled_from(seats.players)
    entry: dict[str, Any] = {}
    if auction:
        entry["bid"] = {"player": draw(players), "points": draw(st.sampled_from(BIDS))}
    if draw(st.booleans()):
        entry["trump"] = "H"
    tricks = draw(st.lists(players, max_size=TRICKS) | st.lists(players, min_size=TRICKS, max_size=TRICKS))
    if tricks:
        entry["tricks"] = tricks
        # a trick taken off again leaves the best trump
        best = draw(st.sampled_from([..., None, *tricks]))
        if best is not ... and not (best is None and len(tricks) < TRICKS):
            entry["best"] = best
    return options, seats, entry


@pytest.mark.slow
@settings(max_examples=5000 if ALL_EXAMPLES else 500, deadline=None)
@given(rounds())
def test_offline_points_of_random_rounds_are_those_of_rules(
    found: tuple[Options, Seats, dict[str, Any]],
) -> None:
    options, seats, entry = found
    fields = RoundFields.of(GAME.choices(GAME.start(options, seats), partial=entry)[0])
    lookup = Lookup(options, seats, entry)
    for side in seats.sides:
        assert lookup.points(side) == sum(fields.points[player] for player in side)
        assert lookup.gain(side) == sum(fields.gains[player] for player in side)
        if "bid" in entry and entry["bid"]["player"] in side:
            assert fields.bid_won == (lookup.points(side), lookup.state(side))


@pytest.mark.django_db
@pytest.mark.parametrize(("names", "auction"), [(NAMES[:4], False), (NAMES[:4], True), (NAMES, True)])
def test_offline_tables_of_rounds_are_small(names: tuple[str, ...], auction: bool) -> None:
    table = SampleTable("forty_fives", names, options={"auction": auction}).table
    found = PRESENTATION.offline_draft(table, PRESENTATION.entry_panel(table, PanelRequest()))
    assert found is not None
    text = PRESENTATION.offline_tables(table, resolve(found["address"]).kwargs["digest"])
    assert text is not None
    assert len(gzip.compress(text)) < 6_000


@pytest.mark.django_db
def test_bid_after_round_by_cards_waits_for_server() -> None:
    """The round continues by cards as the last one, which the phone cannot."""
    sample = SampleTable("forty_fives", NAMES[:2], options={"auction": True})
    assert PRESENTATION.offline_draft(sample.table, PRESENTATION.entry_panel(sample.table, PanelRequest()))
    sample.entry(
        bid={"player": "1", "points": 15},
        trump="H",
        tricks=[
            [["1", "5H"], ["2", "2S"]],
            [["1", "JH"], ["2", "3S"]],
            [["1", "JK"], ["2", "4S"]],
            [["1", "AH"], ["2", "6S"]],
            [["1", "KH"], ["2", "7S"]],
        ],
    )
    assert (
        PRESENTATION.offline_draft(sample.table, PRESENTATION.entry_panel(sample.table, PanelRequest()))
        is None
    )
