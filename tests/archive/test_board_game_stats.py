"""Importing play logs: reading, refusals, house rules, and what becomes of them."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.archive.board_game_stats import is_play_log
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.messages import row_error_text
from scorekeeper.archive.results_parser import OldGame, read
from scorekeeper.history.models import Result
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session
from scorekeeper.play.strict_json import TextError
from tests.archive.import_requests import LOOK, file, sent
from tests.factories import new_writer

LOG: dict[str, Any] = {
    "about": "An export",
    "games": [{"id": 7, "name": "Yahtzee", "bggId": 2243}, {"id": 8, "name": "Catan"}],
    "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bo"}, {"id": 3, "name": "Cleo"}],
    "locations": [{"id": 4, "name": "Kitchen"}],
    "plays": [
        {
            "playDate": "2024-03-09 20:15:00",
            "gameRefId": 7,
            "locationRefId": 4,
            "rating": 7.5,
            "playerScores": [
                {"playerRefId": 1, "score": "187", "winner": False, "seatOrder": 2},
                {"playerRefId": 2, "score": "150+62", "winner": True, "seatOrder": 1},
            ],
        },
        {"playDate": "2024-03-10 20:15:00", "gameRefId": 8, "playerScores": []},
    ],
}


def log_with(*plays: dict[str, Any]) -> str:
    return json.dumps({**LOG, "plays": list(plays)})


def play(**changes: Any) -> dict[str, Any]:
    return {**LOG["plays"][0], **changes}


def only(text: str) -> OldGame:
    found = read(text)
    assert not found.errors
    (game,) = found.games
    return game


def test_plays_become_results_in_order_of_play() -> None:
    found = read(json.dumps(LOG))
    (game,) = found.games
    assert (game.day, game.game, game.players, game.points, game.won) == (
        date(2024, 3, 9),
        "yahtzee",
        ("Bo", "Ana"),
        (212, 187),
        ("Bo",),
    )
    assert game.order_known
    assert not game.rules_known
    assert (found.skipped, found.others) == (0, {"Catan": 1})


@pytest.mark.parametrize(
    ("score", "points"), [("12", 12), (12, 12), ("-5", -5), ("10+5-3", 12), (" 7 + 8 ", 15)]
)
def test_scores_are_added_up(score: str | int, points: int) -> None:
    rows = [{"playerRefId": 1, "score": score}, {"playerRefId": 2, "score": "0"}]
    assert only(log_with(play(playerScores=rows))).points == (points, 0)


def test_first_player_is_first_without_seat_numbers() -> None:
    rows = [
        {"playerRefId": 1, "score": "1", "seatOrder": 0},
        {"playerRefId": 2, "score": "2", "seatOrder": 0, "startPlayer": True},
        {"playerRefId": 3, "score": "3", "seatOrder": 0},
    ]
    assert only(log_with(play(playerScores=rows))).players == ("Bo", "Cleo", "Ana")


def test_plays_of_same_day_stay_separate_games() -> None:
    assert len(read(log_with(play(), play())).games) == 2


@pytest.mark.django_db
def test_ignored_plays_are_left_out_and_counted() -> None:
    other = LOG["plays"][1] | {"ignored": True}
    found = read(log_with(play(ignored=True), play(), other))
    assert (len(found.games), found.ignored, found.others) == (1, 1, {"Catan": 1})
    client = new_writer().client()
    sent(client, file("log.json", log_with(play(ignored=True), play(ignored=True), play())))
    assert "2 plays that their log marks as ignored are left out" in client.get(LOOK).content.decode()
    sent(client, file("log.json", log_with(play(ignored=True))))
    assert "1 play that its log marks as ignored is left out" in client.get(LOOK).content.decode()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"playDate": "soon"}, "bad_date"),
        ({"playDate": "2060-01-01 00:00:00"}, "in_future"),
        ({"playerScores": [{"playerRefId": 1, "score": "1"}]}, "one_player"),
        ({"playerScores": [{"playerRefId": 9, "score": "1"}] * 2}, "no_player"),
        ({"playerScores": [{"playerRefId": 1, "score": "1.5"}, {"playerRefId": 2}]}, "bad_points"),
        ({"playerScores": [{"playerRefId": 1, "score": "5"}, {"playerRefId": 2}]}, "no_points"),
    ],
)
def test_unreadable_play_is_skipped_with_reason(changes: dict[str, Any], code: str) -> None:
    found = read(log_with(play(**changes), play()))
    assert [(error.row, error.code) for error in found.errors] == [(1, code)]
    day = changes.get("playDate", play()["playDate"])[:10]
    assert row_error_text(found.errors[0]).startswith(f"{day}, Yahtzee: play 1")
    assert (len(found.games), found.skipped) == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"games": 1, "players": [], "plays": []}',
        json.dumps({**LOG, "games": [{"id": "x", "name": "Yahtzee"}]}),
        json.dumps({**LOG, "players": [[]]}),
        log_with({"gameRefId": 7}),
        log_with(play(playerScores=None)),
        log_with(play(playDate=5)),
    ],
)
def test_malformed_log_is_refused(text: str) -> None:
    with pytest.raises((FileError, TextError)):
        read(text)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(["gameRefId", "playDate", "playerScores", "ignored"]),
    st.sampled_from(["playerRefId", "score", "winner", "seatOrder", "startPlayer"]),
    JSON_VALUES,
    JSON_VALUES,
)
def test_play_log_with_odd_values_never_fails(of_play: str, of_seat: str, one: Any, two: Any) -> None:
    seats = [{**seat, of_seat: two} for seat in LOG["plays"][0]["playerScores"]]
    text = json.dumps({**LOG, "plays": [{**play(playerScores=seats), of_play: one}]})
    assert is_play_log(text)
    with suppress(FileError, TextError):
        read(text)


TABLE = """date,game,player,points,house_rules
2024-03-09,Yahtzee,Ana,187,{rules}
2024-03-09,Yahtzee,Bo,212,{rules}
"""


@pytest.mark.parametrize(
    ("rules", "options", "known"),
    [
        ("", {}, True),
        ("joker=free; yahtzee_bonus=0", {"joker": "free", "yahtzee_bonus": 0}, True),
        (" five_as_full_house = yes ;", {"five_as_full_house": True}, True),
        ("imported=yes", {}, False),
        ("partners=2; joker=free", {}, False),
    ],
)
def test_house_rules_of_table_are_read(rules: str, options: dict[str, Any], known: bool) -> None:
    game = only(TABLE.format(rules=rules))
    assert dict(game.options) == {"preset": "yahtzee", **options}
    assert game.rules_known == known


def test_house_rules_without_column_are_unknown() -> None:
    assert not only(TABLE.replace(",house_rules", "").replace(",{rules}", "")).rules_known


@pytest.mark.parametrize("rules", ["joker=perhaps", "target=60", "joker", "yahtzee_bonus=True"])
def test_unknown_house_rule_is_refused_at_its_row(rules: str) -> None:
    (error,) = read(TABLE.format(rules=rules)).errors
    assert (error.row, error.code) == (2, "bad_rules")


@pytest.mark.django_db
def test_exported_results_come_back_with_their_house_rules() -> None:
    client = new_writer().client()
    sent(client, file("old.csv", TABLE.format(rules="preset=kniffel")))
    client.post(LOOK)
    group = Group.objects.get()
    (session,) = Session.objects.filter(group=group)
    result = Result.objects.select_related("variant").get(session=session)
    assert "imported" not in result.variant.rules
    answer = client.get(reverse("export_results", args=[group.address]))
    game = only(answer.content.decode("utf-8-sig"))
    assert game.rules_known
    assert game.options["preset"] == "kniffel"
    assert not list(verify(Verified()))


@pytest.mark.django_db
def test_play_log_is_previewed_and_imported() -> None:
    client = new_writer().client()
    sent(client, file("BGStatsExport.json", json.dumps(LOG)))
    page = client.get(LOOK).content.decode()
    assert "1 play of another game is left out: Catan 1" in page
    client.post(LOOK)
    assert Result.objects.get().game == "yahtzee"


@pytest.mark.django_db
def test_games_left_out_are_named_by_number_of_plays() -> None:
    """The stored preview keeps no order on PostgreSQL."""
    others = [{"id": 8, "name": "Catan"}, {"id": 9, "name": "Azul"}]
    plays = [LOG["plays"][0]] + [LOG["plays"][1] | {"gameRefId": game} for game in (9, 8, 8)]
    client = new_writer().client()
    log = LOG | {"games": [LOG["games"][0], *others], "plays": plays}
    sent(client, file("BGStatsExport.json", json.dumps(log)))
    assert "3 plays of other games are left out: Catan 2, Azul 1" in client.get(LOOK).content.decode()


@pytest.mark.django_db
def test_unknown_house_rules_are_chosen_in_preview() -> None:
    client = new_writer().client()
    # results under rules of this group's own, which the preview then offers
    sent(client, file("known.csv", TABLE.format(rules="joker=free")))
    client.post(LOOK)
    sent(client, file("log.json", json.dumps(LOG).replace("2024-03-09", "2024-04-01")))
    page = client.get(LOOK).content.decode()
    assert "House rules of Yahtzee" in page
    variant = Result.objects.get().variant
    client.post(LOOK, {"rules-yahtzee": str(variant.pk)})
    old, new = Result.objects.order_by("finished")
    assert (new.variant, new.session.options["joker"]) == (old.variant, "free")
    assert not list(verify(Verified()))


@pytest.mark.django_db
def test_printed_rules_are_offered_once() -> None:
    client = new_writer().client()
    sent(client, file("log.json", json.dumps(LOG)))
    client.post(LOOK, {"rules-yahtzee": "printed"})
    sent(client, file("log.json", json.dumps(LOG).replace("2024-03-09", "2024-04-01")))
    page = client.get(LOOK).content.decode()
    options = page.partition("House rules of Yahtzee")[2].partition("</select>")[0]
    assert "Standard rules" in options
    assert "Yahtzee" not in options


@pytest.mark.django_db
@pytest.mark.parametrize(("value", "imported"), [("printed", None), ("", True), ("999", True), ("x", True)])
def test_chosen_house_rules_are_checked(value: str, imported: bool | None) -> None:
    client = new_writer().client()
    sent(client, file("log.json", json.dumps(LOG)))
    client.post(LOOK, {"rules-yahtzee": value})
    assert Result.objects.get().variant.rules.get("imported") == imported
