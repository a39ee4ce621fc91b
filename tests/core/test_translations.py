"""Translations fit their texts: placeholders, tags, spaces, nothing fuzzy."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings

from scorekeeper.core.i18n import catalogs
from tests.server_process import ROOT

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
# %(name)s of sentences and templates, {name} of examples and patterns, tags, and the cards of the rules pages
HELD = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?\w+[^>]*>|\[(?:JK|X|(?:[2-9AKQJ]|10)?[SHDC])\]")
# a count that one form says in a word
COUNT = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
TYPED = re.compile(r"\b(?:KH|10S|JK|7KQM 2XHD|UTF-8|MiB)\b")


def texts_of(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, (list, tuple)) else (str(text or ""),)


def misfits(message: Message) -> list[str]:
    """Return the faults of a translation, in words; none for an empty one."""
    sources, translated = forms(message.id), forms(message.string)
    if not any(translated):
        return []
    found = ["fuzzy"] if message.fuzzy else []
    for place, text in enumerate(translated):
        source = sources[min(place, len(sources) - 1)]
        wanted, has = Counter(HELD.findall(source)), Counter(HELD.findall(text))
        if len(sources) > 1:
            # one form may say its count in a word, or in figures where English has a word
            most = Counter(HELD.findall(sources[-1]))
            missing = [each for each in wanted - has if not COUNT.fullmatch(each)]
            odd = [*missing, *(has - most)]
            fits = not odd
        else:
            fits = wanted == has
        if not fits:
            found.append(f"holds {dict(has)}, not {dict(wanted)}")
        if Counter(TYPED.findall(source)) != Counter(TYPED.findall(text)):
            found.append("a sign that is typed is another one")
        if (lead(source), tail(source)) != (lead(text), tail(text)):
            found.append("blanks at its ends")
        if source[-1:] in ".?:…" and text.rstrip("\N{NO-BREAK SPACE}")[-1:] != source[-1:]:
            found.append(f"ends otherwise than with “{source[-1]}”")
        if "  " in text or "'" in text or '"' in text.replace('="', "").replace('">', ""):
            found.append("two blanks, or signs of a typewriter")
    return found


def lead(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]


def tail(text: str) -> str:
    return text[len(text.rstrip()) :]


def read(language: str) -> Catalog:
    return catalogs.read(catalogs.translations_path(ROOT / "locale", language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translation_fits_its_message(language: str) -> None:
    wrong = {str(message.id): found for message in texts_of(read(language)) if (found := misfits(message))}
    assert not wrong


def off_in_french(text: str) -> list[str]:
    """Return punctuation without its narrow space, except in addresses, times and formats."""
    return re.findall(
        r"[^\N{NARROW NO-BREAK SPACE}\s](?:[;!?»]|:(?!//|\d))|[ \xa0][:;!?»]|«[^\N{NARROW NO-BREAK SPACE}]",
        text,
    )


def test_french_signs_have_their_space() -> None:
    wrong = {
        text: found
        for message in texts_of(read("fr"))
        for text in forms(message.string)
        if (found := off_in_french(text))
    }
    assert not wrong


def test_french_signs_without_narrow_space_are_found() -> None:
    narrow = "\N{NARROW NO-BREAK SPACE}"
    assert all(map(off_in_french, ["Oui?", "Mise : 5", "a\N{NO-BREAK SPACE}; b", "«oui»", f"« oui{narrow}»"]))
    assert not off_in_french(f"Quoi{narrow}? À 12:30, sur https://a.org{narrow}: «{narrow}oui{narrow}».")


def test_french_never_elides_before_name() -> None:
    """“de Ana” would have to be “d’Ana”."""
    name = r"(?:debtor|leader|name|names|other|payer|player|players|side|who|winner)"
    wrong = [
        text
        for message in texts_of(read("fr"))
        for text in forms(message.string)
        if re.search(rf"\b[Dd]e %\({name}\)s", text)
    ]
    assert not wrong


def test_french_addresses_one_reader_as_tu() -> None:
    formal = r"\b(?:appuie|entre|indique|note|ouvre|répond|rejoigne|scanne|tape|touche)z\b|\bvotre\b"
    wrong = [
        text
        for message in texts_of(read("fr"))
        for text in forms(message.string)
        if re.search(formal, text, re.IGNORECASE)
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_complete(language: str) -> None:
    catalog = read(language)
    translated = {
        (message.id, message.context) for message in texts_of(catalog) if all(forms(message.string))
    }
    wanted = [(message.id, message.context) for message in texts_of(catalogs.extract(ROOT))]
    assert not [each for each in wanted if each not in translated]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_hold_no_obsolete_texts(language: str) -> None:
    catalog, template = read(language), catalogs.extract(ROOT)
    assert not catalog.obsolete
    known = {(message.id, message.context) for message in texts_of(template)}
    assert not [message.id for message in texts_of(catalog) if (message.id, message.context) not in known]


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("%(player)s wins", "gana %(jugador)s"),
        ("{least} to {most}", "de {least} a {least}"),
        ("by <b>%(by)s</b>", "por %(by)s"),
        (" or ", "o"),
        ("Bo robs the [7H]", "Bo roba el 7H"),
        ("It is over.", "Se acabó"),
        ("Type KH", "Escribe RC"),
        (("%(n)s game", "%(n)s games"), ("un juego <b>", "%(n)s juegos")),
        (("%(n)s game", "%(n)s games"), ("%(m)s juego", "%(n)s juegos")),
    ],
)
def test_unfit_translations_are_found(
    source: str | tuple[str, str], translation: str | tuple[str, str]
) -> None:
    assert misfits(Message(source, translation))


def test_fit_translations_are_accepted() -> None:
    assert not misfits(Message(("%(n)s box", "%(n)s boxes"), ("una casilla", "%(n)s casillas")))
    assert not misfits(Message("%(a)s owes %(b)s", "%(b)s tiene que cobrar de %(a)s"))
    assert not misfits(Message("Not yet", ""))
