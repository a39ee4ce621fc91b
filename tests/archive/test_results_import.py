"""Importing tables of old results: preview, import, and the resulting sessions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.archive import import_steps, results_import
from scorekeeper.archive.delete_group import wipe
from scorekeeper.archive.results_parser import read
from scorekeeper.history import rating_history
from scorekeeper.history.models import Cell, Result, Score, Variant
from scorekeeper.ledger.models import Posting
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.play import log, session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Session
from scorekeeper.play.write_request import WriteRequest
from scorekeeper.rules import GAMES
from tests.archive.import_requests import HEAD, LOOK, TABLE, file, sent
from tests.archive.old_results import import_results
from tests.factories import SampleTable, new_writer
from tests.security.cast import everything

from .group_files import exported, imported


@pytest.mark.django_db
def test_results_preview_is_confirmed_and_imported() -> None:
    desk = SampleTable(names=("Ana", "Zoe"))
    client = desk.writer.client()
    answer = sent(client, file("old.csv", TABLE + "2019-05-10,Chess,Ana,1\n"), group=desk.group.address)
    assert answer.status_code == 303
    before = everything()
    page = client.get(LOOK).text
    for text in (
        "3 results",
        "2 Generala, 1 Forty-fives",
        "2 May 2019",
        "1 game cannot be read",
        "row 8, game: no game is called “Chess”",
        "2 new players: Bo, Cleo.",
    ):
        assert text in page
    assert everything() == before
    landed = client.post(LOOK, {"do": "import"})["Location"]
    assert landed.startswith(reverse("imports", args=[desk.group.address]))
    page = client.get(landed).text
    assert "The import is finished." in page
    assert page.index("3 games") < page.index("Undo this import")
    assert Result.objects.filter(group=desk.group).count() == 3
    assert sorted(Score.objects.values_list("player__name", "points", "won")) == [
        *(("Ana", -20, False), ("Ana", 120, False), ("Ana", 153, True)),
        *(("Bo", 98, False), ("Bo", 141, True), ("Cleo", 125, True)),
    ]
    assert not Cell.objects.exists()
    assert not Posting.objects.exists()
    assert list(verify(Verified())) == []
    sent(client, file("old.csv", TABLE), group=desk.group.address)
    page = client.get(LOOK).text
    assert "3 already exist" in page
    assert 'value="import"' not in page


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
def test_imported_session_is_read_only(slug: str) -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    session = import_results(
        read(f"date,game,player,points,won\n2019-05-02,{slug},Ana,153,yes\n2019-05-02,{slug},Bo,98,no\n"),
        desk.group,
    )[0]
    client = desk.writer.client()
    for name in ("table", "log", "print", "sheet_svg", "big_screen", "change", "rules", "transcript"):
        assert client.get(reverse(name, args=[session.address])).status_code == 200, name
    for name, group in (
        ("games", desk.group.address),
        ("export_results", desk.group.address),
        ("group", desk.group.address),
    ):
        assert client.get(reverse(name, args=[group])).status_code == 200
    page = client.get(reverse("table", args=[session.address])).text
    assert "Ana wins" in page
    write_request = WriteRequest(desk.writer.person, desk.writer.device, 0, "k")
    attempts: list[Callable[[], object]] = [
        lambda: log.append(session.address, write_request, [{}]),
        lambda: session_changes.change(session.address, write_request, {"ended": True}),
    ]
    for attempt in attempts:
        with pytest.raises(RefusedError, match="session_given"):
            attempt()
    player = Player.objects.get(name="Ana")
    assert client.get(reverse("player", args=[desk.group.address, player.address])).status_code == 200
    session_changes.change(session.address, write_request, {"removed": True})
    assert not Result.objects.filter(session=session).exists()
    assert list(verify(Verified())) == []


@pytest.mark.django_db
def test_imported_results_have_own_statistics_and_are_exported() -> None:
    desk = SampleTable("generala", ("Ana", "Bo"))
    import_results(read(TABLE), desk.group)
    assert all(variant.rules["imported"] for variant in Variant.objects.all())
    first = exported(desk.group)
    wipe(desk.group)
    group = imported(first, desk.writer.person)
    assert exported(group) == first
    assert Result.objects.filter(group=group).count() == 3
    assert list(verify(Verified())) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given",
    [
        *(
            {},
            [],
            {"won": ["1"]},
            {"won": ["9"], "points": {"1": 1, "2": 2}},
            {"won": [], "points": {"1": 1}},
        ),
        *({"won": [], "points": {"1": 1, "2": "2"}}, {"won": [], "points": {"1": 1, "2": True}}),
    ],
)
def test_odd_totals_are_found(given: Any) -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    session = import_results(
        read("date,game,player,points\n2019-05-02,yacht,Ana,1\n2019-05-02,yacht,Bo,2\n"), desk.group
    )[0]
    Session.objects.filter(pk=session.pk).update(imported_result=given)
    assert any(
        "total" in fault.what or "won" in fault.what or "points" in fault.what for fault in verify(Verified())
    )


@pytest.mark.django_db
def test_write_during_large_import_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock is held between two parts; a second import of the same file adds nothing."""
    monkeypatch.setattr(results_import, "AT_ONCE", 2)
    counts: list[int] = []
    monkeypatch.setattr(import_steps, "sleep", lambda _seconds: counts.append(Session.objects.count()))
    client = new_writer().client()
    rows = "".join(f"2019-02-{day:02};yacht;{name};{day};\n" for day in range(1, 6) for name in ("Ana", "Bo"))
    assert sent(client, file("old.csv", HEAD + rows)).status_code == 303
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    assert counts == [2, 4, 5]
    assert not import_results(read(HEAD + rows), Group.objects.get())


@pytest.mark.django_db
def test_old_games_are_put_in_order_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later games are recomputed once for all old ones; also for a file in reverse order."""
    group, walked = Group.objects.create(), list[int]()
    correct_line = rating_history.recompute

    def counted(*given: Any) -> None:
        walked.append(1)
        correct_line(*given)

    monkeypatch.setattr(rating_history, "recompute", counted)
    rows = [f"2019-02-{day:02};yacht;Ana;{day};\n2019-02-{day:02};yacht;Bo;3;\n" for day in range(1, 6)]
    import_results(read(HEAD + "".join(rows[3:])), group)
    import_results(read(HEAD + "".join(rows[:3])), group)
    assert len(walked) == 2
    data = json.loads(exported(group))
    data["games"].reverse()
    imported(json.dumps(data).encode(), new_writer().person, copy=True)
    assert len(walked) == 3
    nth = (
        Score.objects.filter(player__name="Ana")
        .order_by("result__group", "result__finished")
        .values_list("nth")
    )
    assert list(nth) == [(1,), (2,), (3,), (4,), (5,)] * 2
    assert not list(verify(Verified()))


@pytest.mark.django_db
def test_exported_results_can_be_imported() -> None:
    desk = SampleTable("forty_fives", ("=Ana", "Bo"), options={"target": 30})
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    out = (
        desk.writer.client()
        .get(reverse("export_results", args=[desk.group.address]))
        .content.decode("utf-8-sig")
    )
    other = Group.objects.create()
    import_results(read(out), other)
    scores = Score.objects.filter(result__group=other).values_list("player__name", "points", "won")
    assert sorted(scores) == [("=Ana", 30, True), ("Bo", 0, False)]
    assert not import_results(read(out), desk.group)
    assert next(csv.DictReader(io.StringIO(out)))["player"] == "'=Ana"
