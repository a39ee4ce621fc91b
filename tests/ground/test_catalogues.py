"""Texts are found where they are, and the catalogue in the repository holds them all."""

from io import BytesIO
from pathlib import Path

from babel.messages.pofile import read_po

from scorekeeper import catalogues
from tests.running import ROOT

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
    catalog = catalogues.extract(tmp_path)
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


def test_a_language_is_brought_up_to_date_and_compiled(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper").mkdir()
    (tmp_path / "scorekeeper" / "views.py").write_text('a = _("Yes")\nb = _("New")\n')
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Yes"\nmsgstr "Ja"\n'
    )
    assert catalogues.refresh(tmp_path) == ["de"]
    catalog = read_po(BytesIO(path.read_bytes()))
    assert [message.string for message in catalog if message.id] == ["", "Ja"]
    assert path.with_suffix(".mo").exists()
    before = path.read_bytes()
    catalogues.refresh(tmp_path)
    assert path.read_bytes() == before


def test_the_catalogue_is_up_to_date() -> None:
    wanted = catalogues.template_text(catalogues.extract(ROOT))
    assert catalogues.template_path(ROOT).read_bytes() == wanted, "run 'make messages'"
