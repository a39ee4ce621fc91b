"""Template loader that removes the line breaks of a template's layout, as JSX does.

Templates are indented for readers, while a line break beside an inline element would show as a space on the page. So a
break, together with the spaces around it, is removed beside a tag (`<b>`, `{% if %}`), becomes one space between two
words or variables, and becomes one space before an attribute. Text of `blocktranslate` stays as it is, since the
catalogues contain it. A space that shows beside a tag is written in the middle of a line.
"""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

TOKENS = re.compile(
    r"""(?P<kept>\{%\s*blocktranslate\b.*?\{%\s*endblocktranslate\s*%\})
    |(?P<tag>\{%.*?%\}|\{\#.*?\#\})
    |(?P<word>\{\{.*?\}\})
    |(?P<opens><[a-zA-Z/!])
    |(?P<closes>/?>)
    |(?P<lines>[ \t]*\n\s*)""",
    re.DOTALL | re.VERBOSE,
)
BEFORE_TAG = re.compile(r"\{[%#]|<[a-zA-Z/!]|$")
BEFORE_TAG_OR_END = re.compile(r"\{[%#]|/?>|$")


class Loader(filesystem.Loader):
    """Loads HTML templates from the project's folder without the line breaks of their layout."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of one template; raise TemplateDoesNotExist."""
        text = super().get_contents(origin)
        return without_layout(text) if origin.name.endswith(".html") else text


def without_layout(text: str) -> str:
    """Return the template without line breaks, except in texts to translate."""
    parts, at, in_tag, after_tag = [], 0, False, True
    for hit in TOKENS.finditer(text):
        if between := text[at : hit.start()]:
            parts.append(between)
            after_tag = False
        at = hit.end()
        if hit.lastgroup == "lines":
            if in_tag:
                parts.append("" if BEFORE_TAG_OR_END.match(text, at) else " ")
            else:
                parts.append("" if after_tag or BEFORE_TAG.match(text, at) else " ")
            continue
        parts.append(hit[0])
        after_tag = hit.lastgroup != "word"
        in_tag = hit.lastgroup == "opens" or (in_tag and hit.lastgroup != "closes")
    return "".join([*parts, text[at:]])
