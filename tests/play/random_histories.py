"""Random histories of a table, through its forms, against a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.test import TestCase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scorekeeper.people.names import players_named
from scorekeeper.play import session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import load_from_log
from tests.factories import HTMX, SampleTable, new_key
from tests.maintenance.corruption_base import STAKE
from tests.play.log_model import Model
from tests.rules.dice_sheet.reference import BOXES
from tests.table.sheet_parser import read_sheet
from tests.verification import verify_one

from .log_invariants import CheckedTable

GAMES: dict[str, list[dict[str, Any]]] = {
    "general": [{}, {"big_general_wins": "never"}, {"straights": "basic"}, {"four_of_a_kind_later": 30}],
    "generala": [{"double_generala": True}, {"double_generala": True, "automatic_win": "off"}, {}],
    "goldene_fuenfzig": [{}, {"gut": False}, {"gut_on": "rolled"}],
    "yahtzee": [{}, {"joker": "none"}, {"joker": "free", "yahtzee_bonus": 50}],
}


ROLLS = ("11111", "66666", "44444", "12345", "23456", "22333", "44441", "12466", "11345")


POINTS = (0, 1, 2, 3, 4, 6, 8, 9, 12, 15, 18, 20, 24, 25, 30, 40, 50, 60, 100)


LATE = ("Dev", "Eva")


WHATS = (
    *("anybody", "anything right", "go home", "come late"),
    *("agree otherwise", "agree otherwise", "send again", "send again", "unseen"),
)


BESIDES = ("restart", "export", "bring in", "settle", "give up")


small = st.integers(0, 30)


ways = st.one_of(
    st.fixed_dictionaries({"dice": st.sampled_from(ROLLS), "throws": st.sampled_from("12334")}),
    st.fixed_dictionaries({"points": st.sampled_from(POINTS), "throws": st.sampled_from("133")}),
    st.just({"strike": "1"}),
)


class Histories(RuleBasedStateMachine):
    """A table and its model; rows are rolled back, because hundreds of tables would be slow."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = transaction.atomic()
        self.evening.__enter__()

    @initialize(
        slug=st.sampled_from(sorted(GAMES)), count=st.sampled_from((2, 3, 1)), first=st.integers(0, 2)
    )
    def sit_down(self, slug: str, count: int, first: int) -> None:
        self.menu = GAMES[slug]
        self.boxes = [*BOXES[slug], *(["double_generala"] if slug == "generala" else [])]
        options = self.menu[first % len(self.menu)]
        self.desk = SampleTable(slug, ["Ana", "Bo", "Cleo"][:count], options=options, stake=STAKE)
        self.client = self.desk.writer.client()
        self.model = Model(slug, list(range(1, count + 1)), options, STAKE)
        self.ends = CheckedTable(self.desk, self.model)
        self.sent: list[tuple[str, dict[str, Any]]] = []

    # --- writes through the forms ---

    @rule(box=small, way=ways)
    def play(self, box: int, way: dict[str, Any]) -> None:
        """Write an open box of the next player."""
        paper = self.model.paper()
        turn = self.model.turn(paper)
        if turn is not None:
            free = [each for each in self.boxes if each not in paper.pads[turn].written]
            self.append(turn, free[box % len(free)], way, out_of_turn=False)

    @rule(times=st.integers(2, 12), box=small, way=ways)
    def play_on(self, times: int, box: int, way: dict[str, Any]) -> None:
        for turn in range(times):
            self.play(box + turn, {"strike": "1"} if turn % 3 else way)

    def anybody(self, whose: int, box: int, way: dict[str, Any], out_of_turn: bool) -> None:
        self.append(self.player(whose), self.boxes[box % len(self.boxes)], way, out_of_turn=out_of_turn)

    def append(self, player: str, box: str, way: dict[str, Any], *, out_of_turn: bool) -> None:
        flag = {"out_of_turn": "1"} if out_of_turn else {}
        form = {"player": player, "box": box, **way, **flag}
        self.write("write", form, lambda: self.model.append(move(form)))

    @rule(line=small, other=small, way=ways)
    def correct_line(self, line: int, other: int, way: dict[str, Any]) -> None:
        """Correct a line in effect, mostly in its own box."""
        standing = list(self.model.standing())
        if standing:
            number = standing[line % len(standing)]
            index = other % len(self.model.content(number))
            own = self.model.content(number)[index]["box"]
            self.correct(number, index, own if other < 20 else self.boxes[other % len(self.boxes)], way)

    def anything_right(self, number: int, index: int, box: int, way: dict[str, Any]) -> None:
        self.correct(number, index, self.boxes[box % len(self.boxes)], way)

    def correct(self, number: int, index: int, box: str, way: dict[str, Any]) -> None:
        form = {"line": f"{number}-{index}", "box": box, **way}
        self.write("correct", form, lambda: self.model.amend(number, index, move(form)))

    @rule(entry=small, sensible=st.booleans())
    def take_back(self, entry: int, sensible: bool) -> None:
        """One of the newest entries that are not taken back, or any number at all."""
        numbers = range(1, len(self.model.history) + 1)
        live = [
            each
            for each in numbers
            if self.model.history[each - 1].kind != "change" and self.model.active(each)
        ]
        number = live[-1 - entry % min(4, len(live))] if live and sensible else entry
        self.write("undo", {"sure": number}, lambda: self.model.void(number))

    def go_home(self, whose: int) -> None:
        player = self.player(whose)
        self.write("go_home", {"player": player}, lambda: self.model.go_home(player))

    def player(self, whose: int) -> str:
        return str(self.model.order[whose % len(self.model.order)])

    def write(self, name: str, fields: dict[str, Any], on_paper: Callable[[], bool]) -> None:
        form = self.desk.form(**fields)
        taken = on_paper()
        assert self.post(name, form) == (200 if taken else 422), form
        if taken:
            self.sent.append((name, form))

    def post(self, name: str, form: dict[str, Any]) -> int:
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self.client.post(self.desk.url(name), form, headers=HTMX).status_code

    # --- changes of the table ---

    def agree_otherwise(self, which: int, order: Any) -> None:
        if self.model.ended or which == 0:
            self.change(ended=not self.model.ended)
        elif which < 15:
            self.change(options=self.menu[which % len(self.menu)])
        elif which < 25:
            self.change(order=order.sample(self.model.order, len(self.model.order)))
        else:
            self.change(stake={"kind": "fixed", "amount": str(which), "unit": "drink"})

    def change(self, **after: Any) -> None:
        taken = self.model.change(**after)
        try:
            self.desk.change(**after)
        except RefusedError:
            assert not taken, after
        else:
            assert taken, after

    def come_late(self, who: str) -> None:
        player = players_named(self.desk.group, [who])[0]
        seated = any(seat.player_id == player.pk for seat in self.desk.table.seats)
        taken = not seated and self.model.sit(max(self.model.order) + 1)
        try:
            session_changes.seat_latecomer(self.desk.address, self.desk.write_request(), player)
        except RefusedError:
            assert not taken
        else:
            assert taken

    @rule(
        what=st.sampled_from(WHATS),
        one=small,
        other=small,
        way=ways,
        order=st.randoms(use_true_random=False),
    )
    def meanwhile(self, what: str, one: int, other: int, way: dict[str, Any], order: Any) -> None:
        """Do something that is rarer than a line; one rule, so that lines stay frequent."""
        does: dict[str, Callable[[], None]] = {
            "anybody": lambda: self.anybody(one, other, way, out_of_turn=one % 2 == 0),
            "anything right": lambda: self.anything_right(one, other % 2, other, way),
            "go home": lambda: self.go_home(one),
            "agree otherwise": lambda: self.agree_otherwise(one, order),
            "come late": lambda: self.come_late(LATE[one % 2]),
            "send again": lambda: self.send_again(one, other % 2 == 0, ("", "", "body", "kind")[other % 4]),
            "unseen": lambda: self.write_unseen(one, other % 2 == 0),
        }
        does[what]()

    @rule(what=st.sampled_from(BESIDES), which=small)
    def besides(self, what: str, which: int) -> None:
        """Do something else with a game: restart the server, export it, pay for it, abandon it."""
        does: dict[str, Callable[[], None]] = {
            "restart": GAME_CACHE.clear,
            "export": lambda: self.ends.export(self.client),
            "bring in": self.ends.bring_in,
            "settle": lambda: self.settle(which),
            "give up": self.give_up,
        }
        does[what]()

    def settle(self, which: int) -> None:
        """Pay a debt; without debts, let players throw alike and leave now and then."""
        if which % 2 and len(self.model.order) > 1 and not self.model.owed(self.model.paper()):
            for _ in range(1 + which % 3):
                self.play(which, {"dice": ROLLS[which % len(ROLLS)], "throws": "3"})
            self.all_go_home()
        self.ends.settle(which, 1 + which % 3)

    def all_go_home(self) -> None:
        for whose in range(len(self.model.order)):
            self.go_home(whose)

    def give_up(self) -> None:
        """And go on; or the other way round."""
        self.agree_otherwise(0, None)
        self.agrees()
        self.agree_otherwise(0, None)

    # --- bad lines ---

    def send_again(self, which: int, late: bool, other: str) -> None:
        if not self.sent:
            return
        name, form = self.sent[which % len(self.sent)]
        form = dict(form) if late else {**form, "seen": len(self.model.history)}
        if other == "body":
            form |= {"sure": 999, "player": "99", "box": "chance" if form.get("box") != "chance" else "ones"}
            if name == "undo":
                form["sure"] = 998
        elif other == "kind":
            name = "undo" if name != "undo" else "go_home"
            form = {"sure": 1, "player": "1", **form}
        assert self.post(name, form) == (422 if other else 200)

    def write_unseen(self, line: int, ahead: bool) -> None:
        seen = len(self.model.history) + (1 if ahead else -1)
        if seen < 0:
            return
        names = [
            "correct",
            "undo",
            "go_home",
        ]  # a late line is tried: tests/play/test_stale_entries.py
        fields = {"player": self.player(line), "box": "ones", "strike": "1", "line": "1", "entry": "1"}
        form = {"seen": seen, "key": new_key(), **fields}
        assert self.post(names[line % 3], form) == 409

    # --- after every step ---

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "model"):
            return
        paper, table = self.model.paper(), self.desk.table
        assert table.count == len(self.model.history)
        assert [int(seat.key) for seat in table.seats] == self.model.order
        assert (table.session.finished is not None) == self.model.finished(paper)
        assert (table.session.ended is not None) == self.model.ended
        page = self.client.get(self.desk.url() + "?sheet=1", headers=HTMX)
        assert page.status_code == 200
        sheet = read_sheet(page.text)
        assert sheet.turn == self.model.turn(paper)
        assert sheet.totals == self.model.totals(paper)
        names = table.names
        labels = {row.key: row.label for row in table.sheet.rows}
        written = {
            (names[key], labels[box]): points
            for key, pad in paper.pads.items()
            for box, points in pad.written.items()
        }
        assert sheet.cells == written
        self.ends.agree(table, paper)
        # the cached state, during the evening, equals the replayed log
        assert load_from_log(table.session).replayed == table.replayed

    def teardown(self) -> None:
        try:
            if hasattr(self, "desk"):
                self.look_back()
        finally:
            transaction.set_rollback(True)
            self.evening.__exit__(None, None, None)
            GAME_CACHE.clear()

    def look_back(self) -> None:
        """Assert the invariants of every finished evening."""
        assert verify_one(self.desk.session.pk) == []
        for path in (self.desk.url(), self.desk.url("log"), self.desk.url("log") + "?changes=1", "/"):
            assert self.client.get(path).status_code == 200


def move(form: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a form for the model."""
    found: dict[str, Any] = {"box": form["box"]}
    if "player" in form:
        found["player"] = form["player"]
    if "dice" in form:
        found["dice"] = [int(die) for die in form["dice"]]
    if "throws" in form:
        found["throws"] = int(form["throws"])
    found |= {name: form[name] for name in ("points", "strike", "out_of_turn") if name in form}
    return found
