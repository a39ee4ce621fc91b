"""The template loader removes layout and nothing else."""

import pytest

from scorekeeper.core.web.template_loader import without_layout


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        ("<ul>\n  <li>{{ a }}</li>\n\n</ul>\n", "<ul><li>{{ a }}</li></ul>"),
        ("<p>\n  one\n  two {{ a }}\n  {{ b }}\n</p>", "<p>one two {{ a }} {{ b }}</p>"),
        ("{% if a %}\n  one\n{% endif %}\n", "{% if a %}one{% endif %}"),
        (
            '<a\n    href="x"\n    {% if a %} hidden{% endif %}\n    id="y">',
            '<a href="x"{% if a %} hidden{% endif %} id="y">',
        ),
        ("{# why #}\n<b>a</b> <i>b</i>", "{# why #}<b>a</b> <i>b</i>"),
        (
            "<p>\n  {% blocktranslate trimmed %}\n    one\n  {% endblocktranslate %}\n</p>",
            "<p>{% blocktranslate trimmed %}\n    one\n  {% endblocktranslate %}</p>",
        ),
        ("{% if a > b %}\n<p\n  id='c'>", "{% if a > b %}<p id='c'>"),
    ],
)
def test_template_loader_removes_layout_space(source: str, loaded: str) -> None:
    assert without_layout(source) == loaded
