"""What the result reports as changed: evening, personal bests, wins in a row, ratings."""

from __future__ import annotations

from html import unescape
from re import DOTALL, findall, fullmatch

import pytest
from django.test import Client

from scorekeeper.history import past_games
from scorekeeper.play.models import Session
from tests.factories import SampleTable, Writer
from tests.query_counts import asked
from tests.security.cast import with_pass

pytestmark = pytest.mark.django_db


def played(writer: Writer | None, ana: int, bo: int, before: SampleTable | None = None) -> SampleTable:
    """A game of Crag with these points in the sixes, and all other boxes crossed out."""
    return played_by(["Ana", "Bo"], writer, [ana, bo], before)


def played_by(
    names: list[str], writer: Writer | None, points: list[int], before: SampleTable | None = None
) -> SampleTable:
    desk = SampleTable("crag", names, writer=writer)
    if before is not None:
        Session.objects.filter(pk=desk.session.pk).update(rematch_of=before.session)
    boxes = [box.name for box in desk.table.game.BOXES if box.name != "sixes"]
    for box in boxes:
        for player in range(1, len(names) + 1):
            desk.line(player, box)
    for player, sixes in enumerate(points, 1):
        desk.line(player, "sixes", points=sixes)
    return desk


def effects(client: Client, desk: SampleTable) -> dict[str, str]:
    page = client.get(desk.url()).content.decode()
    return {label: unescape(text) for label, text in findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page, DOTALL)}


def test_first_game_changes_ratings_only() -> None:
    desk = played(None, 18, 6)
    found = effects(desk.writer.client(), desk)
    assert list(found) == ["Rating"]
    assert fullmatch(
        "Ana\u00a0\\d+\\?\u00a0\\(\\+\\d+\\), Bo\u00a0−\\d+\\?\u00a0\\(−\\d+\\);"
        " “\\?” is provisional: fewer than five games",
        found["Rating"],
    )


def test_question_mark_of_name_is_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_games, "PROVISIONAL", 0)
    desk = played(None, 18, 6)
    desk.group.players.filter(name="Bo").update(name="Bo?")
    rating = effects(desk.writer.client(), desk)["Rating"]
    assert "Bo?" in rating
    assert "provisional" not in rating


@pytest.mark.slow
def test_rematch_shows_evening_bests_and_wins() -> None:
    first = played(None, 18, 6)
    second = played(first.writer, 6, 12, first)
    third = played(first.writer, 6, 18, second)
    found = effects(first.writer.client(), third)
    assert found["Tonight"] == "Bo 2, Ana 1"
    assert found["Wins in a row"] == "Bo 2"
    assert found["Personal best"] == "Bo 18"
    assert "Games won: Bo 2, Ana 1." in first.writer.client().get(third.url()).content.decode()


def test_visitor_from_outside_sees_evening_only() -> None:
    first = played(None, 18, 6)
    second = played(first.writer, 6, 12, first)
    assert list(effects(with_pass(Client(), second), second)) == ["Tonight"]


@pytest.mark.slow
def test_evening_costs_same_for_two_games_and_six() -> None:
    desk, costs = played(None, 18, 6), []
    for number in range(6):
        desk = played(desk.writer, 6, 12, desk)
        client = desk.writer.client()
        client.get(desk.url())
        if number in (0, 5):
            costs.append(len(asked(client, "GET", desk.url())))
    assert costs[0] == costs[1]


def test_running_rematch_shows_evening() -> None:
    first = played(None, 18, 6)
    second = played(first.writer, 6, 12, first)
    third = SampleTable("crag", ["Ana", "Bo"], writer=first.writer)
    client, url = first.writer.client(), third.url()
    assert "Tonight" not in client.get(url).content.decode()
    Session.objects.filter(pk=third.session.pk).update(rematch_of=second.session)
    assert "Tonight: Ana 1, Bo 1" in client.get(url).content.decode()


def test_evening_of_three_lists_winners_only() -> None:
    """The header has one line for it."""
    names = ["Ana", "Bo", "Cleo"]
    first = played_by(names, None, [6, 18, 12])
    rematch = SampleTable("crag", names, writer=first.writer)
    Session.objects.filter(pk=rematch.session.pk).update(rematch_of=first.session)
    page = first.writer.client().get(rematch.url()).content.decode()
    assert "Tonight: Bo 1 · <" in page


def test_game_without_points_rings_games_won() -> None:
    table = SampleTable("generala_cards", ["Ana", "Bo"], dealer=1)
    table.entry(out=[["2"]])
    page = table.writer.client().get(table.url()).content.decode()
    assert findall(r'<em class="ring">(.*?)</em>', page) == ["1"]
    assert findall(r"\d games? won", page) == ["1 game won", "0 games won"]


def test_evening_of_games_without_points_names_last_places() -> None:
    first = SampleTable("generala_cards", ["Ana", "Bo", "Cleo"], dealer=1)
    first.entry(out=[["1"], ["2"]])
    first.entry(out=[["1"]])
    second = SampleTable("generala_cards", ["Ana", "Bo", "Cleo"], dealer=1, writer=first.writer)
    Session.objects.filter(pk=second.session.pk).update(rematch_of=first.session)
    second.entry(out=[["1"], ["2"]])
    second.entry(out=[["2"]])
    assert effects(first.writer.client(), second)["Came last"] == "Cleo 2"
