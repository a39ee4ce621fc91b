"""Version of the rules of a game: on the sheet, in files, in the ledger."""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.archive.duplicate_games import known_games
from scorekeeper.archive.replay_report import check
from scorekeeper.archive.transcript_export import file_of
from scorekeeper.archive.transcript_import import writers
from scorekeeper.archive.transcript_reader import read
from scorekeeper.archive.uploads import SentFile
from scorekeeper.games.dice_sheet.score_tables import points_address
from scorekeeper.games.presentations import presentations
from scorekeeper.history.models import Result
from scorekeeper.ledger.sums import owed
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.play import amendments
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import load_from_log
from scorekeeper.play.models import Session
from scorekeeper.play.transcript import parse_transcript
from scorekeeper.play.transcript_metadata import TranscriptError
from scorekeeper.rules import GAMES
from tests.archive.group_files import exported, imported
from tests.factories import SampleTable

GUIDES = {slug: presentation.help for slug, presentation in presentations().items()}

pytestmark = pytest.mark.django_db
STAKE = {"kind": "per_point", "amount": "0.10", "unit": "EUR"}
SERVED: dict[str, Any] = {"dice": [4] * 5, "throws": 1}


def generala(rules: int | None, **options: Any) -> SampleTable:
    """A game of which one box differs by the version: 40 in the first, 45 in the newest."""
    desk = SampleTable("generala", options={"automatic_win": "off", **options}, stake=STAKE, rules=rules)
    desk.line(1, "four_of_a_kind", **SERVED)
    return desk


def finished(rules: int | None) -> SampleTable:
    desk = generala(rules)
    for box in [choice.box for choice in desk.table.game.choices(desk.table.state, player="1")]:
        desk.line(1, str(box))
    for box in [choice.box for choice in desk.table.game.choices(desk.table.state, player="2")]:
        desk.line(2, str(box))
    return desk


def sent(text: str) -> SentFile:
    return SentFile("a.json", text)


@pytest.mark.parametrize(("rules", "points"), [(1, 40), (2, 45), (None, 45)])
def test_session_is_scored_by_its_own_version(rules: int | None, points: int) -> None:
    desk = generala(rules)
    GAME_CACHE.clear()
    assert desk.points(1, "four_of_a_kind") == points
    assert load_from_log(desk.session).sheet.totals == (points, 0)


def test_session_of_version_1_is_amended_by_version_1() -> None:
    desk = generala(1)
    desk.amend(1, box="four_of_a_kind", dice=[5] * 5, throws=1)
    assert desk.points(1, "four_of_a_kind") == 40
    desk.change(options={"automatic_win": "off", "five_as_full_house": True})
    assert desk.points(1, "four_of_a_kind") == 40


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "cents"), [(1, 400), (2, 450)])
def test_verify_accepts_game_of_either_version(rules: int, cents: int) -> None:
    desk = finished(rules)
    assert list(map(abs, owed(desk.group.pk).values())) == [cents]
    assert list(verify(Verified())) == []
    Session.objects.filter(pk=desk.session.pk).update(rules_version=3 - rules)
    assert [fault.kind for fault in verify(Verified())] != []


def test_export_names_version_where_it_is_old() -> None:
    assert json.loads(file_of(generala(1).table))["rules"] == 1
    assert "rules" not in json.loads(file_of(generala(2).table))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [1, 2])
def test_imported_file_keeps_its_version(rules: int) -> None:
    desk, other = finished(rules), SampleTable()
    (writer,) = writers([read(sent(file_of(desk.table)))], other.group, other.writer.person, 1)
    list(writer.write_parts(other.group))
    session = writer.session
    assert session.rules_version == rules
    GAME_CACHE.clear()
    assert load_from_log(session).sheet.totals == desk.table.sheet.totals
    assert list(verify(Verified())) == []


def test_old_file_without_version_is_duplicate() -> None:
    desk = SampleTable("general", rules=1)
    for box in [choice.box for choice in desk.table.game.choices(desk.table.state)]:
        desk.line(1, str(box))
        desk.line(2, str(box))
    assert '"rules": 1' in file_of(desk.table)
    old = read(sent(file_of(desk.table).replace('"rules": 1,', "")))
    assert old.transcript.options.version == 2
    assert known_games([old.trace], desk.group) == {0}


@pytest.mark.slow
def test_group_file_keeps_version_of_each_game() -> None:
    desk = finished(1)
    data = exported(desk.group)
    group = imported(data, SampleTable().writer.person, copy=True)
    session = Session.objects.get(group=group)
    assert session.rules_version == 1
    assert load_from_log(session).sheet.totals == (40, 0)
    assert list(verify(Verified())) == []


def test_rematch_takes_newest_version() -> None:
    desk = finished(1)
    desk.writer.client().post(f"/table/{desk.address}/rematch/")
    assert Session.objects.get(rematch_of=desk.session).rules_version == GAMES["generala"].version


def test_points_for_phones_differ_by_version() -> None:
    found = {}
    for rules in (1, 2):
        desk = generala(rules)
        tables: dict[str, Any] = Client().get(points_address(desk.table)).json()
        place = tables["boxes"].index("four_of_a_kind")
        found[rules] = (tables["first"].get("44444") or tables["later"]["44444"])[place]
    assert found == {1: 40, 2: 45}


@pytest.mark.parametrize("version", ["0", "3", "z", ""])
def test_unknown_version_has_no_points(version: str) -> None:
    address = points_address(generala(2).table)
    start, _slash, rest = address.partition("generala/")
    assert Client().get(f"{start}generala/{version}{rest[1:]}").status_code == 404


def test_results_of_both_versions_are_one_variant() -> None:
    first, second = finished(1), finished(2)
    variants = Result.objects.filter(session__in=[first.session, second.session]).values_list("variant")
    assert len(set(variants)) == 1


@pytest.mark.parametrize("version", [0, 3, "1", True, None, 1.0])
def test_transcript_of_unknown_version_is_refused(version: object) -> None:
    tree = {"format": "scorekeeper/1", "game": "generala", "players": ["A"], "entries": []}
    with pytest.raises(TranscriptError) as caught:
        parse_transcript(tree | {"rules": version})
    assert (caught.value.code, caught.value.fields) == ("unknown_rules", {"newest": 2})
    status, document = check(json.dumps(tree | {"rules": version}).encode())
    assert (status, document["error"]["entry"], document["error"]["code"]) == (2, None, "unknown_rules")


def test_page_of_game_of_version_1_shows_its_points() -> None:
    desk = generala(1)
    page = desk.writer.client().get(reverse("transcript", args=[desk.address])).json()
    assert page["rules"] == 1
    amendments.void(desk.address, desk.write_request(), 1)
    offered = desk.table.game.choices(desk.table.state, partial={"dice": [4] * 5, "throws": 1})
    assert {choice.box: choice.offers[0].points for choice in offered}["four_of_a_kind"] == 40


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_rules_page_of_older_version_says_what_differs(slug: str) -> None:
    """Every game with an older version has a text for it, and no other game has one."""
    old, new = SampleTable(slug, rules=1), SampleTable(slug)
    text = GUIDES[slug].before
    assert bool(text) == (GAMES[slug].version > 1)
    for desk, expected in ((old, bool(text)), (new, False)):
        page = desk.writer.client().get(reverse("rules", args=[desk.address])).text
        assert ("it is scored to the end as it began" in page) == expected
        assert (text in html.unescape(page)) or not expected
