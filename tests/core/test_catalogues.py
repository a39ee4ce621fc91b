"""Collecting texts: all are found, and the catalogue in the repository is complete."""

import os
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from scorekeeper.core.i18n import catalogs, compiler
from tests.server_process import ROOT

TEMPLATE = """{% load i18n %}<!-- it's a page -->
  <h1 title="{% translate "A title" %}">{% trans "Hello" %}</h1>
      {# Translators: said at the end #}
      {% translate "Bye" context "parting" %}
  {% if x %}
        {% blocktranslate count n=games|length trimmed %}
           {{ n }} game
        {% plural %}
           {{ n }} games
        {% endblocktranslate %}
  {% endif %}
"""


def found(tmp_path: Path) -> dict[str, set[str]]:
    catalog = catalogs.extract(tmp_path)
    return {
        str(message.id[0] if isinstance(message.id, tuple) else message.id): {
            *message.auto_comments, *([message.context] if message.context else []),
        }
        for message in catalog if message.id
    }  # fmt: skip


def test_templates_and_code_are_read(tmp_path: Path) -> None:
    (tmp_path / "templates" / "play").mkdir(parents=True)
    (tmp_path / "templates" / "play" / "page.html").write_text(TEMPLATE)
    (tmp_path / "scorekeeper" / "rules").mkdir(parents=True)
    (tmp_path / "scorekeeper" / "rules" / "core.py").write_text('NAME = N_("Four of a kind")\n')
    (tmp_path / "scorekeeper" / "views.py").write_text(
        'x = gettext_lazy("Late")\ny = pgettext_lazy("verb", "Set")\n'
    )
    texts = found(tmp_path)
    assert set(texts) == {"A title", "Hello", "Bye", "%(n)s game", "Four of a kind", "Late", "Set"}
    assert texts["Bye"] == {"Translators: said at the end", "parting"}
    assert texts["Set"] == {"verb"}


def test_language_is_brought_up_to_date(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper").mkdir()
    (tmp_path / "scorekeeper" / "views.py").write_text('a = _("Yes")\nb = _("New")\n')
    path = catalogs.translations_path(tmp_path / "locale", "de")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
        '\nmsgid "Yes"\nmsgstr "Ja"\n\nmsgid "No"\nmsgstr "Nein"\n'
    )
    catalogs.refresh(tmp_path, ["de", "fr"])
    catalog = read_po(BytesIO(path.read_bytes()))
    assert [message.string for message in catalog if message.id] == ["", "Ja"]
    assert not catalog.obsolete
    french = catalogs.read(catalogs.translations_path(tmp_path / "locale", "fr"), "fr")
    assert [message.id for message in french if message.id] == ["New", "Yes"]
    assert french.plural_expr == "(n > 1)"
    before = path.read_bytes()
    catalogs.refresh(tmp_path, ["de", "fr"])
    assert path.read_bytes() == before


def test_translations_are_compiled_when_they_change(tmp_path: Path) -> None:
    path = catalogs.translations_path(tmp_path / "locale", "de")
    made = tmp_path / "build" / "de" / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    for seconds, translation in ((1_000_000, "Ja"), (900_000, "Jawohl")):
        path.write_text(f'msgid ""\nmsgstr ""\n\nmsgid "Yes"\nmsgstr "{translation}"\n')
        os.utime(path, (seconds, seconds))
        compiler.refresh(tmp_path / "locale", tmp_path / "build")
        with made.open("rb") as file:
            assert GNUTranslations(file).gettext("Yes") == translation
    made.write_bytes(b"left alone")
    os.utime(made, (900_000, 900_000))
    compiler.refresh(tmp_path / "locale", tmp_path / "build")
    assert made.read_bytes() == b"left alone"
    assert [each.name for each in made.parent.iterdir()] == ["django.mo"]


def test_read_only_folder_starts_without_translations(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = catalogs.translations_path(tmp_path / "locale", "de")
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr ""\n')
    (tmp_path / "build").write_text("a file, where a folder is needed")
    compiler.refresh(tmp_path / "locale", tmp_path / "build")
    assert "cannot be compiled" in caplog.text


def test_every_language_has_translations() -> None:
    for language, _name in settings.LANGUAGES[1:]:
        assert catalogs.translations_path(ROOT / "locale", language).exists(), "run 'make messages'"


def test_catalogue_is_up_to_date() -> None:
    wanted = catalogs.template_text(catalogs.extract(ROOT))
    assert catalogs.template_path(ROOT).read_bytes() == wanted, "run 'make messages'"
