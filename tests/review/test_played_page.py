"""The page "How it was played": for whom, for which games, and what it says."""

from __future__ import annotations

import html
import re
from random import Random

import pytest

from scorekeeper.play import early_end, log
from scorekeeper.review.game_review import review_of, reviewed_players
from scorekeeper.rules import DICE_GAMES
from tests.factories import SampleTable, new_writer
from tests.review.conftest import Coached, SolvedTable
from tests.review.played_games import finished, page, play

pytestmark = pytest.mark.django_db


def test_page_shows_sum_choices_throws_and_charts(coached: Coached) -> None:
    coached("general", {})
    desk = finished()
    shown = page(desk)
    for text in (
        "Expected at the start 156.2",
        "Costliest choices",
        "Luckiest and unluckiest roll",
        "Turn by turn",
    ):
        assert shown.count(text) == 2, text
    assert "Chance of winning" in shown
    assert "start 156.2 156.2" in shown
    assert "100%" in shown
    assert "points, without dice" not in shown
    assert desk.url("played") in desk.writer.client().get(desk.url()).text


def test_rounded_sum_adds_up_to_the_total(coached: Coached) -> None:
    coached("general", {})
    shown = page(finished()).replace("−", "-")
    sums = re.findall(
        r"Expected at the start ([\d.]+) Luck \+?(-?[\d.]+) Given away by choices \+?(-?[\d.]+) Total (\d+)",
        shown,
    )
    assert len(sums) == 2
    for *parts, total in sums:
        assert sum(map(float, parts)) == pytest.approx(int(total), abs=1e-9)


def test_running_game_is_not_analysed_for_anyone(coached: Coached) -> None:
    coached("general", {})
    desk = SampleTable("general")
    assert page(desk, 404) is not None
    play(desk, 5)
    page(desk, 404)
    assert desk.url("played") not in desk.writer.client().get(desk.url()).text
    assert new_writer().client().get(desk.url("played")).status_code == 404


@pytest.mark.slow
def test_reopened_game_is_not_analysed(coached: Coached) -> None:
    coached("general", {})
    desk = finished()
    desk.void(desk.table.count)
    page(desk, 404)


def test_abandoned_game_is_not_analysed(coached: Coached) -> None:
    coached("general", {})
    desk = SampleTable("general")
    play(desk, 5)
    desk.change(ended=True)
    page(desk, 404)


def test_card_game_has_no_such_page() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo", "Cleo"], options={"auction": False})
    page(desk, 404)


def test_page_waits_for_the_table_and_loads_itself(no_process: list[str]) -> None:
    desk = finished()
    text = desk.writer.client().get(desk.url("played")).text
    assert "for the first time" in text
    assert '<noscript><meta http-equiv="refresh" content="4"></noscript>' in text
    assert 'data-computing="#played"' in text
    assert "js/computation.js" in text
    assert no_process == ["table"]


def test_page_does_not_wait_for_what_failed(coached: Coached, monkeypatch: pytest.MonkeyPatch) -> None:
    from scorekeeper.coach import store

    monkeypatch.setattr(store, "has_failed", lambda game, options: True)
    desk = finished()
    assert "The coach could not calculate" in page(desk)
    coached("general", {})
    store._chances.clear()
    assert "The coach could not calculate" in page(desk)
    assert "data-computing" not in desk.writer.client().get(desk.url("played")).text


def test_costly_choice_leads_to_its_question(coached: Coached) -> None:
    coached("general", {})
    desk = SampleTable("general")
    desk.line(1, "straight", dice=[2, 3, 4, 5, 6], throws=3)
    desk.line(2, "sixes", dice=[6, 6, 6, 1, 2], throws=3)
    desk.line(1, "ones", dice=[4, 4, 4, 1, 3], throws=2)
    early_end.end_as_it_stands(desk.address, desk.write_request())
    client = desk.writer.client()
    (asked,) = re.findall(
        r'href="(/coach/general/[^"]*dice[^"]*)#answer"', client.get(desk.url("played")).text
    )
    assert html.unescape(asked) == "/coach/general/?box-straight=20&dice=13444&left=1"
    answer = client.get(html.unescape(asked))
    assert answer.status_code == 200
    assert "points to come with these dice" in answer.text


def test_page_waits_for_the_chances_only(coached: Coached, no_process: list[str]) -> None:
    from scorekeeper.coach import store

    coached("general", {})
    store._chances.clear()
    shown = page(finished())
    assert "Costliest choices" in shown
    assert "they appear here" in shown
    assert no_process == ["chances"]


def test_correction_makes_a_new_review(coached: Coached) -> None:
    table = coached("general", {})
    desk = finished()
    before = review_of(desk.table, table)
    assert review_of(desk.table, table) is before
    line = desk.table.replayed.lines[0]
    desk.amend(line.number, box=line.moves[0]["box"], strike=True, player=line.moves[0]["player"])
    after = review_of(desk.table, table)
    assert after is not before
    first = after.players[line.moves[0]["player"]].turns[0]
    assert (first.dice, first.points, first.loss) == (None, 0, 0.0)
    assert "1 line was entered as points" in page(desk)


def test_game_ended_early_names_what_was_not_played(coached: Coached) -> None:
    table = coached("general", {})
    desk = SampleTable("general")
    play(desk, 6)
    early_end.end_as_it_stands(desk.address, desk.write_request())
    shown = page(desk)
    assert shown.count("Not played to the end −") == 2
    review = review_of(desk.table, table)
    assert all(len(each.turns) == 3 and not each.whole for each in review.players.values())
    assert review.winning is not None
    assert sorted(review.winning.rounds[-1]) in ([0, 1], [0.5, 0.5])


def test_player_who_went_home_plays_no_further_turns(coached: Coached) -> None:
    table = coached("general", {})
    desk = SampleTable("general", ("Ana", "Bo", "Cleo"))
    play(desk, 7)
    log.go_home(desk.address, desk.write_request(), "2")
    play(desk)
    review = review_of(desk.table, table)
    assert [len(each.turns) for each in review.players.values()] == [10, 2, 10]
    assert [each.whole for each in review.players.values()] == [True, False, True]
    page(desk)


def test_automatic_win_is_certain_at_the_end(coached: Coached) -> None:
    coached("general", {})
    desk = SampleTable("general")
    play(desk, 4)
    desk.entry(player="1", dice=[5] * 5, throws=1)
    shown = page(desk)
    assert "five of a kind on the first roll" in shown
    assert "end 100% 0%" in shown


def test_partners_share_a_line_and_a_chance(coached: Coached) -> None:
    coached("general", {})
    desk = finished(("Ana", "Bo", "Cleo", "Dan"), teams=(1, 2, 1, 2))
    shown = page(desk)
    assert "start 312.4 312.4" in shown
    assert "start 50% 50%" in shown


@pytest.mark.slow
def test_single_player_has_no_chance_of_winning(coached: Coached) -> None:
    coached("general", {})
    assert "Chance of winning" not in page(finished(("Ana",)))


@pytest.mark.parametrize("game", [slug for slug in DICE_GAMES if slug != "yahtzee"])
def test_sum_of_random_games_is_the_total(solved_table: SolvedTable, game: str) -> None:
    """Games under random house rules, whole and ended early, without Yahtzee.

    Yahtzee takes 16 s and is among the coach's tests.
    """
    chance = Random(game)
    given = {option.name: chance.choice(option.values).value for option in DICE_GAMES[game].OPTIONS}
    for seed in range(4):
        options = given if seed % 2 else {}
        desk, table = SampleTable(game, options=options), solved_table(game, options)
        play(desk, lines=(4, 9, 100, 100)[seed], seed=seed)
        if desk.table.outcome is None:
            early_end.end_as_it_stands(desk.address, desk.write_request())
        players = reviewed_players(desk.table, table)
        for key, total in desk.table.outcome.scores.items():  # type: ignore[union-attr]
            player = players[key]
            found = player.expected + player.luck - player.given_away - player.unplayed
            assert player.total == total
            assert found == pytest.approx(total, abs=1e-9)
            assert sum(turn.luck for turn in player.turns) == pytest.approx(player.luck, abs=1e-9)
