"""Matches: wins over a chain of rematches, the deciding game, and the texts of the pages."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.play import log, session_changes
from scorekeeper.play.loading import load
from scorekeeper.play.matches import Match, match_of
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from tests.factories import SampleTable
from tests.page_forms import get

pytestmark = pytest.mark.django_db


class Series(SampleTable):
    """A chain of rematches of Generals and Majors between Ana and Bo, which one concession ends."""

    def __init__(self, length: str = "") -> None:
        super().__init__("generals_and_majors", rules=1)  # later versions need 54 cards for a draw
        self.game = self.session
        if length:
            Session.objects.filter(pk=self.session.pk).update(match_wins=int(length), match_game=1)

    def wins(self, key: str) -> None:
        """Let a player win the present game."""
        self._play({"player": "2" if key == "1" else "1", "concede": True})

    def drawn(self) -> None:
        """End the present game in a draw."""
        self._play({"end": "no_cards"})

    def abandoned(self) -> None:
        Session.objects.filter(pk=self.game.pk).update(ended=timezone.now())

    def again(self, length: str = "") -> None:
        """Press the key of the rematch."""
        self.writer.client().post(f"/table/{self.game.address}/rematch/", {"length": length})
        Session.objects.filter(rematch_of=self.game).update(rules_version=1)
        self.game = Session.objects.get(rematch_of=self.game)

    @property
    def match(self) -> Match | None:
        return match_of(load(self.game.address, Visitor(self.writer.person)))

    @property
    def page(self) -> str:
        """Return the page of the present game, with plain blanks."""
        return self._shown("")

    @property
    def screen(self) -> str:
        """Return what the television shows of the present game, with plain blanks."""
        return self._shown("screen/")

    def _shown(self, view: str) -> str:
        content = self.writer.client().get(f"/table/{self.game.address}/{view}").content
        return unescape(content.decode()).replace("\u00a0", " ")

    def _play(self, entry: dict[str, object]) -> None:
        count = Session.objects.get(pk=self.game.pk).entries.count()
        log.append(self.game.address, self.write_request(seen=count), [entry])


def test_match_counts_wins_and_ends_with_second() -> None:
    series = Series("2")
    assert "Match: first to 2" in series.page
    series.wins("1")
    assert "Match: Ana 1, Bo 0, first to 2" in series.page
    assert "Game 2 of 3</button>" in series.page
    series.again()
    assert "Match: Ana 1, Bo 0, first to 2" in series.page
    assert "Match: Ana 1, Bo 0, first to 2" in series.screen
    series.wins("1")
    assert "Ana wins the match: Ana 2, Bo 0" in series.screen
    assert '<p class="match">Ana wins the match: Ana 2, Bo 0</p>' in series.page
    assert "Ana wins the match: Ana 2, Bo 0." in series.page
    assert "Rematch</button>" in series.page


def test_rematch_after_decided_match_begins_another() -> None:
    series = Series("2")
    for _game in range(2):
        series.wins("2")
        series.again()
    assert (series.game.match_wins, series.game.match_game) == (2, 1)
    assert "Match: first to 2" in series.page


def test_longer_match_goes_on_after_decided_one() -> None:
    series = Series("2")
    series.wins("1")
    series.again()
    series.wins("1")
    series.again("3")
    assert "Match: Ana 2, Bo 0, first to 3" in series.page
    assert series.game.match_game == 3


def test_match_chosen_at_rematch_counts_single_game() -> None:
    series = Series()
    series.wins("2")
    assert '<option value="2">Best of three</option>' in series.page
    assert "Match from this game" in series.page
    series.again("2")
    assert "Match: Bo 1, Ana 0, first to 2" in series.page
    series.again("0")
    assert series.match is None


def test_tied_and_abandoned_games_do_not_count() -> None:
    series = Series("2")
    series.drawn()
    assert "Game 2 of 3</button>" in series.page
    series.again()
    series.abandoned()
    series.again()
    assert series.game.match_game == 2
    series.wins("1")
    assert "Match: Ana 1, Bo 0, first to 2" in series.page
    series.again()
    assert series.game.match_game == 3
    series.wins("2")
    assert "Game 4</button>" in series.page


def test_deleted_game_counts_no_more() -> None:
    series = Series("2")
    series.wins("1")
    first = series.game
    series.again()
    Session.objects.filter(pk=first.pk).update(removed=timezone.now())
    assert "Match: first to 2" in series.page


def test_correction_of_earlier_game_changes_match() -> None:
    series = Series("2")
    series.wins("1")
    series.again()
    series.void(1)
    assert "Match: first to 2" in series.page
    series.entry(player="1", concede=True)
    assert "Match: Bo 1, Ana 0, first to 2" in series.page


def test_side_wins_match_together() -> None:
    names = ["Ana", "Bo", "Cleo", "Dev"]
    desk = SampleTable("forty_fives", names, teams=[0, 1, 0, 1], options={"target": 30})
    Session.objects.filter(pk=desk.session.pk).update(match_wins=2, match_game=1)
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    client = desk.writer.client()
    client.post(desk.url("rematch"))
    second = Session.objects.get(rematch_of=desk.session)
    log.append(second.address, desk.write_request(seen=0), [{"trump": "H", "tricks": ["3"] * 5, "best": "3"}])
    page = client.get(f"/table/{second.address}/").content.decode()
    assert "Ana and Cleo win the match: Ana and Cleo\u00a02, Bo and Dev\u00a00" in page


def test_new_game_begins_as_match() -> None:
    desk = SampleTable("crag")
    desk.writer.client().post(
        "/new/crag/", {"do": "start", "name": ["Cleo", "Dev"], "length": "3", "key": desk.write_request().key}
    )
    started = Session.objects.exclude(pk=desk.session.pk).get()
    assert (started.match_wins, started.match_game) == (3, 1)
    again = get(desk.writer.client(), "/new/crag/")
    assert "Best of five" in again.text
    assert again.fields["length"] == ["3"]


def test_length_outside_choices_keeps_that_of_game() -> None:
    series = Series("2")
    series.wins("1")
    series.again("7")
    assert (series.game.match_wins, series.game.match_game) == (2, 2)


def test_other_players_break_match() -> None:
    desk = SampleTable("crag")
    Session.objects.filter(pk=desk.session.pk).update(
        match_wins=2, match_game=2, rematch_of=SampleTable("crag").session
    )
    late = SampleTable("crag", ("Cleo",), writer=desk.writer).table.seats[0].player
    session_changes.seat_latecomer(desk.session.address, desk.write_request(seen=0), late)
    found = match_of(desk.table)
    assert found is not None
    assert set(found.wins.values()) == {0}


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("12da"), st.sampled_from(["", "0", "2", "3"])), max_size=6))
def test_match_equals_count_by_hand(games: list[tuple[str, str]]) -> None:
    series = Series()
    to_win, wins, over = 0, {"1": 0, "2": 0}, False
    for result, length in games:
        if result == "a":
            series.abandoned()
        elif result == "d":
            series.drawn()
        else:
            series.wins(result)
        series.again(length)
        wanted = int(length) if length else to_win
        if to_win == 0:
            wins = {"1": 0, "2": 0}  # only the single game just played may count
        if result in wins:
            wins[result] += 1
        to_win, over = wanted, bool(wanted) and max(wins.values()) >= wanted
        if over or not wanted:
            wins = {"1": 0, "2": 0}
        found = series.match
        assert (found is None) == (to_win == 0)
        if found is not None:
            assert (found.to_win, found.wins) == (to_win, wins)


def test_score_of_three_names_winners_before_all_names() -> None:
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    Session.objects.filter(pk=desk.session.pk).update(match_wins=2, match_game=1)
    desk.entry(player="2", out_of_turn=True, box="fives", dice=[5] * 5, throws=1)
    client = desk.writer.client()
    client.post(desk.url("rematch"), {"length": ""})
    address = Session.objects.get(rematch_of=desk.session).address
    page = unescape(client.get(f"/table/{address}/").content.decode()).replace("\u00a0", " ")
    [header] = re.findall(r'id="tonight">(.*?)</p>', page)
    assert re.sub("<[^>]+>", "", header) == "Match: Bo 1, first to 2 · Ana, Bo, Cleo"
