"""Every visible text goes through gettext when it is shown.

Every page is requested in English first, so that cached texts would be seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.translation import override

from scorekeeper.core.i18n.dates import show_day, today
from scorekeeper.play.models import Session
from scorekeeper.rules import GAMES
from tests import pseudo
from tests.factories import HTMX, SampleTable, new_writer
from tests.play.playthroughs import play
from tests.playthrough_files import FILES

pytestmark = pytest.mark.django_db

SPOKEN = {"Accept-Language": pseudo.LANGUAGE}
# attributes that users read; the others are for machines
READ = {"alt", "aria-label", "placeholder", "title"}
DATA = {"again", "back", "broken", "copied", "discard", "gone", "lost", "many", "more", "nobody", "one"} | {
    "retry", "sending", "text", "unsent", "wait", "waits", "writes", "yes", "take", "empty",
}  # fmt: skip
UNREAD = {"script", "style", "option", "svg"}
WORD = re.compile(r"[^\W\d_]*[A-Za-z]{3}[^\W\d_]*")
# names of people in examples, of the app, of money and of sheets; the languages, each by its own name
NAMES = {"Ana", "Bo", "Cleo", "Dev", "Eva", "Scorekeeper", "English", "Español", "Deutsch", "Français"}
NAMES |= {"Pseudo", "Kniffel", "kaj", "Gut", "UTC"}


@pytest.fixture(scope="session")
def pseudo_texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.compile_into(tmp_path_factory.mktemp("pseudo"))


@pytest.fixture
def pseudo_language(pseudo_texts: Path) -> Iterator[None]:
    spoken = [*settings.LANGUAGES, (pseudo.LANGUAGE, "Pseudo")]
    with override_settings(LANGUAGES=spoken, LOCALE_PATHS=[pseudo_texts]):
        yield


class Reader(HTMLParser):
    """Collects visible and spoken texts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.read: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.within.append(tag)
        if tag == "html":
            assert ("lang", pseudo.LANGUAGE) in attrs
        read = READ | {f"data-{name}" for name in DATA}
        self.read += [value or "" for name, value in attrs if name in read]

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.read.append(data)


def plain_texts(page: str, known: set[str]) -> set[str]:
    reader = Reader()
    reader.feed(page)
    return {text.strip() for text in reader.read if set(WORD.findall(text)) - known - NAMES}


def left_in_english(client: Client, path: str, known: set[str] = frozenset(), **headers: str) -> set[str]:  # type: ignore[assignment]
    assert client.get(path, headers=headers).status_code in (200, 404)
    answer = client.get(path, headers={**headers, **SPOKEN})
    return plain_texts(answer.text, known)


def games() -> Iterator[Any]:
    """The golden games, of each game one for every day."""
    seen: set[str] = set()
    for file in FILES:
        marks = [pytest.mark.examples] if file.parent.name in seen else []
        yield pytest.param(file, id=f"{file.parent.name}/{file.stem}", marks=marks)
        seen.add(file.parent.name)


@pytest.mark.parametrize("file", list(games()))
@pytest.mark.usefixtures("pseudo_language")
def test_untranslated_texts_at_table(file: Path) -> None:
    tree = json.loads(file.read_text())
    typed = [
        *tree["players"],
        tree.get("stake", {}).get("unit", ""),
        *(each.get("note", "") for each in tree["entries"]),
    ]
    with override(pseudo.LANGUAGE):
        typed.append(show_day(today(), weekday=True))
    known = {word for text in typed for word in WORD.findall(text)}
    found: dict[str, set[str]] = {}
    for cut in (len(tree["entries"]) // 2, len(tree["entries"])):
        writer = new_writer()
        play({**tree, "entries": tree["entries"][:cut]}, writer)
        address = Session.objects.latest("pk").address
        client = writer.client()
        for name in ("table", "log", "rules", "change"):
            path = reverse(name, args=[address])
            found[f"{name} after {cut}"] = left_in_english(client, path, known)
        table = reverse("table", args=[address])
        for query in ("?line=1", "?seat=1", "?sheet=1", f"?line={cut}"):
            found[f"{query} after {cut}"] = left_in_english(client, table + query, known, **HTMX)
        found[f"watcher after {cut}"] = left_in_english(Client(), table, known)
    left: dict[str, str] = {text: name for name, texts in found.items() for text in texts}
    assert left == {}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.usefixtures("pseudo_language")
def test_untranslated_texts_of_set_up(game: str) -> None:
    client = new_writer().client()
    for name in ("new_game", "new_game_rules"):
        assert left_in_english(client, reverse(name, args=[game])) == set()
    for form in (
        {"name": "", "do": "start"},
        {"name": ["Ana", "ana"], "do": "start"},
        {"name": "Ana", "stake": "x", "do": "start"},
    ):
        answer = client.post(reverse("new_game", args=[game]), form, headers=SPOKEN)
        assert plain_texts(answer.text, {"ana"}) == set()


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("path", ["/", "/?all=1", "/language/", "/join/", "/move/", "/offline/", "/nowhere/"])
def test_untranslated_texts_of_other_pages(path: str) -> None:
    assert left_in_english(SampleTable().writer.client(), path) == set()
    assert left_in_english(Client(), path) == set()


@pytest.mark.parametrize("name", ["invite", "participants", "big_screen", "change", "log"])
@pytest.mark.usefixtures("pseudo_language")
def test_pages_of_table(name: str) -> None:
    desk = SampleTable()
    assert left_in_english(desk.writer.client(), desk.url(name), {"testserver", "join"}) == set()


@pytest.mark.usefixtures("pseudo_language")
def test_manifest_name_is_translated() -> None:
    manifest = Client().get("/manifest.webmanifest", headers=SPOKEN).json()
    assert manifest["lang"] == pseudo.LANGUAGE
    assert WORD.findall(manifest["description"]) == []
