"""The import command for files of any size, and the pages that refer to it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.archive import group_parser, pending_imports, uploads
from scorekeeper.archive.delete_group import wipe
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people import mail
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.play import strict_json
from tests.factories import new_writer
from tests.security.cast import everything

from .group_files import edited, exported, imported, small_desk

pytestmark = pytest.mark.django_db


def output_of(file: Path, **options: Any) -> str:
    out = StringIO()
    call_command("import_group", str(file), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a group that is gone."""
    desk = small_desk()
    found = tmp_path / "crowd.json"
    found.write_bytes(exported(desk.group))
    wipe(desk.group)
    desk.writer.person.delete()
    return found


def test_group_that_is_too_large_for_page_comes_in(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first person to open the link is the owner."""
    monkeypatch.setattr(strict_json, "MOST_BYTES", 100)
    for most in ("MOST_PLAYERS", "MOST_GAMES", "MOST_POSTINGS"):
        monkeypatch.setattr(group_parser, most, 0)
    output = output_of(file)
    group = Group.objects.get()
    assert exported(group) == file.read_bytes()
    assert not Member.objects.exists()
    link = output[output.index("http") :].split()[0]
    assert "2 games" in output
    client = Client()
    client.post("/" + link.partition("//")[2].partition("/")[2])
    assert Member.objects.get().owner
    assert client.get(reverse("export", args=[group.address])).status_code == 200
    assert list(verify(Verified())) == []


def test_import_can_name_owner(file: Path) -> None:
    who = new_writer()
    mail.set_address(who.person, "ana@example.org")
    output_of(file, email=" Ana@example.org ")
    address = json.loads(file.read_bytes())["group"]["address"]
    assert Member.objects.get(group__address=address).person == who.person


def test_existing_group_is_imported_as_copy(file: Path) -> None:
    output_of(file)
    before = everything()
    with pytest.raises(CommandError, match=r"already exists.*--copy"):
        output_of(file)
    assert everything() == before
    output_of(file, copy=True)
    assert Group.objects.count() == 2


def test_refused_file_is_reported_and_changes_nothing(file: Path, tmp_path: Path) -> None:
    before = everything()
    whole = file.read_bytes()
    for data, message in (
        (b"{", "This is not JSON"),
        (b"[]", "An object in braces"),
        (edited(whole, "ledger", 0, "amount", value=99), "does not add up"),
    ):
        wrong = tmp_path / "wrong.json"
        wrong.write_bytes(data)
        with pytest.raises(CommandError, match=message):
            output_of(wrong)
    with pytest.raises(CommandError, match=r"missing\.json"):
        output_of(tmp_path / "missing.json")
    with pytest.raises(CommandError, match=r"nobody@example\.org"):
        output_of(file, email="nobody@example.org")
    assert everything() == before


def test_import_command_beside_server_loses_no_rows(file: Path) -> None:
    """Two concurrent imports: only abandoned rows are removed, or those found at a start."""
    coming = Group.objects.create(import_progress_at=timezone.now())
    output_of(file)
    assert Group.objects.filter(pk=coming.pk).exists()
    imported(file.read_bytes(), Person.objects.create(username="other"), copy=True)
    assert Group.objects.filter(pk=coming.pk).exists()
    Group.objects.filter(pk=coming.pk).update(import_progress_at=timezone.now() - 2 * pending_imports.DEAD)
    output_of(file, copy=True)
    assert not Group.objects.filter(pk=coming.pk).exists()


@pytest.mark.sqlite  # another server may run the same import
def test_server_start_removes_abandoned_rows() -> None:
    coming = Group.objects.create(import_progress_at=timezone.now())
    pending_imports.sweep_all()
    assert not Group.objects.filter(pk=coming.pk).exists()


@pytest.mark.parametrize("page", ["export", "delete_group"])
def test_pages_say_when_file_may_be_too_large(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = small_desk()
    client, url = desk.writer.client(), reverse(page, args=[desk.group.address])
    assert "16 MB" not in client.get(url).text
    monkeypatch.setattr(uploads, "MANY", 1)
    assert "A file of more than 16 MB" in client.get(url).text
