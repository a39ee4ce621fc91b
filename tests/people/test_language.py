"""The language of a response: the phone's, the chosen one, the person's."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from scorekeeper.people.models import Person
from scorekeeper.people.recognise import PersonBackend
from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def spoken(answer: Any) -> str:
    """Return the language of a page, which its first tag and its header agree on."""
    language: str = answer.headers["Content-Language"]
    assert f'<html lang="{language}"' in answer.text
    return language


def choose(client: Client, language: str, **fields: str) -> Any:
    return client.post("/language/", {"language": language, **fields})


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT,de;q=0.9", "de"),
        ("fr-CM", "fr"),
        ("es-419,es;q=0.9,en;q=0.8", "es"),
        ("pt-BR,es;q=0.5", "es"),
        ("pt-BR", "en"),
        ("*", "en"),
        ("", "en"),
        ("x" * 3000, "en"),
    ],
)
def test_language_comes_from_browser(header: str, language: str) -> None:
    assert spoken(Client().get("/", headers={"Accept-Language": header})) == language


def test_language_varies_response() -> None:
    for path in ("/", "/offline/", "/manifest.webmanifest", "/sw.js", "/nowhere/"):
        vary = {each.strip() for each in Client().get(path).headers["Vary"].split(",")}
        assert {"Accept-Language", "Cookie"} <= vary, path


def test_language_is_chosen_without_session() -> None:
    client = Client()
    answer = choose(client, "fr", next="/join/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join/")
    assert not Person.objects.exists()
    assert spoken(client.get("/", headers=GERMAN)) == "fr"
    assert spoken(client.get("/nowhere/", headers=GERMAN)) == "fr"
    choose(client, "")
    assert spoken(client.get("/", headers=GERMAN)) == "de"


def test_choice_holds_on_each_phone_of_person() -> None:
    writer = SampleTable().writer
    first, second = writer.client(), writer.client()
    choose(first, "es")
    assert spoken(second.get("/", headers=GERMAN)) == "es"
    choose(second, "fr")
    assert spoken(first.get("/")) == "fr"
    choose(first, "")
    assert spoken(first.get("/")) == "en"
    assert spoken(second.get("/", headers=GERMAN)) == "fr", (
        "what was chosen on that very phone still holds there"
    )


def test_language_chosen_before_joining_is_kept() -> None:
    client = Client()
    choose(client, "de")
    client.post("/new/general/", {"name": ["Ana", "Ben"], "do": "start"})
    assert Person.objects.get().language == "de"


@pytest.mark.parametrize("form", [{}, {"language": "xx"}, {"language": "de-AT"}, {"language": "../en"}])
def test_unknown_language_is_refused(form: dict[str, str]) -> None:
    client = Client()
    answer = client.post("/language/", form)
    assert answer.status_code == 422
    assert "Choose one of these languages." in answer.text
    assert "language" not in client.cookies


@pytest.mark.parametrize(
    "page", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:x", ""]
)
def test_redirect_to_another_host_is_refused(page: str) -> None:
    assert choose(Client(), "de", next=page).headers["Location"] == "/"


def test_home_marks_current_language() -> None:
    page = Client().get("/", headers=GERMAN).text
    assert '<button class="linkish" name="language" value="de" lang="de" aria-current="true">Deutsch' in page
    assert page.count('aria-current="true"') == 1


def test_language_page_marks_choice() -> None:
    client = Client()
    assert 'value="" aria-current="true"' in client.get("/language/", headers=GERMAN).text
    choose(client, "es")
    assert 'value="es" lang="es" aria-current="true"' in client.get("/language/", headers=GERMAN).text


def test_unreadable_form_is_refused_in_its_language() -> None:
    headers = {**GERMAN, "Content-Type": "multipart/form-data"}
    answer = Client().post("/join/", b"x", content_type="multipart/form-data; boundary=\xff", headers=headers)
    assert answer.status_code == 400
    assert spoken(answer) == "de"


def test_database_error_is_shown_in_language_of_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("disk I/O error")

    client = SampleTable().writer.client()
    client.raise_request_exception = False
    monkeypatch.setattr(PersonBackend, "get_user", fail)
    assert spoken(client.get("/", headers=GERMAN)) == "de"


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("es", "Escribe la cantidad con cifras, por ejemplo 5 o 0,50."),
        ("de", "Schreib den Betrag in Ziffern, etwa 5 oder 0,50."),
        ("fr", "Écris la somme en chiffres, par exemple 5 ou 0,50."),
    ],
)
def test_refusal_is_in_language_of_phone(language: str, wrong: str) -> None:
    form = {"name": ["Ana", "Bo"], "stake": "per_point", "amount": "five", "unit": "EUR", "do": "start"}
    answer = Client().post("/new/crag/", form, headers={"Accept-Language": language})
    assert answer.status_code == 422
    assert wrong in answer.text
    form["amount"] = "0,50"
    assert Client().post("/new/crag/", form, headers={"Accept-Language": language}).status_code == 303


def test_offline_page_is_cached_in_language_of_phone() -> None:
    writer = SampleTable().writer
    choose(writer.client(), "fr")
    worker = writer.client().get("/sw.js").text
    assert "/offline/?in=fr" in worker
    assert "/offline/?in=de" in Client().get("/sw.js", headers=GERMAN).text
    assert '<html lang="fr"' in Client().get("/offline/?in=fr", headers=GERMAN).text
    assert '<html lang="de"' in Client().get("/offline/?in=zz", headers=GERMAN).text


def test_table_is_never_taken_for_same_in_another_language() -> None:
    """A cached page of a table is not current after a change of language."""
    desk = SampleTable()
    client, path = desk.writer.client(), reverse("table", args=[desk.address])
    for headers in ({}, HTMX):
        english = client.get(path, headers=headers)
        known = {**headers, "If-None-Match": english.headers["ETag"]}
        assert client.get(path, headers=known).status_code == 304
        assert client.get(path, headers={**known, **GERMAN}).status_code == 200
