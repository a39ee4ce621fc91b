"""Bundles of static files: one style sheet and one script for each kind of page.

The sources are plain CSS with `@import` and plain JavaScript modules, which a browser can use as they are.
`collectstatic` replaces each import by the imported file and removes comments and indents. It uses no syntax tree, so
the sources keep to a part of the languages: imports and exports are at the start of a line and by name, comments of a
script have lines of their own, and no string of a script spans several lines.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

OURS = re.compile(r"(css|js)/.*\.\1")
IMPORTS = {
    "css": re.compile(r'^@import "([^"]+)";\n', re.MULTILINE),
    "js": re.compile(r'^import (?:\{(?:\s*\w+,)*\s*\w+,?\s*\} from )?"([^"]+)";\n', re.MULTILINE),
}
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) )", re.MULTILINE)
DECLARED = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
UNKNOWN = re.compile(r"^ *(?:@import|import|export)\b.*", re.MULTILINE)
INDENTS_AND_COMMENTS = re.compile(r"^\s*(?://.*)?\n?", re.MULTILINE)
# keeps strings, and a line from its first slash on (maybe a regular expression); removes blanks beside these signs
SIGNS = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|/.*)| ?([={}(),;?:&|<>]+) ?""")
# a line break after these signs ends no statement, unless they belong to a comment
LINE_BREAKS = re.compile(r"^([^/\n]*[{;,(])\n(?=.)", re.MULTILINE)
# a long data URI spans several lines
CONTINUED = re.compile(r"\\\n\s*")
# keeps strings, removes comments, removes blanks beside these characters, leaves one blank elsewhere
BLANKS = re.compile(r'("[^"]*")|/\*.*?\*/\s*|\s*([{};,>])\s*|(:)\s+|(\s)\s*', re.DOTALL)


class JoinedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Storage that bundles and minifies our style sheets and scripts, and copies other files."""

    @cache  # noqa: B019 - there is one storage, for as long as the process lives
    def url(self, name: str, force: bool = False) -> str:
        """The URL of a file.

        Cached, because its name contains a hash, which does not change while the server runs.
        """
        return str(super().url(name, force))

    def save(self, name: str, content: Any, max_length: int | None = None) -> str:
        """Store one file; raise ValueError for a source that cannot be bundled."""
        if OURS.fullmatch(name):
            content = ContentFile(collected(name, found).encode())
        return str(super().save(name, content, max_length))

    def get_modified_time(self, name: str) -> datetime:
        """The earliest time, because an imported file may have changed.

        So everything is collected anew without clearing the folder first. The files of the release before stay, which
        open pages and a server that still runs request.
        """
        return datetime.min.replace(tzinfo=UTC)

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Give names with a hash to the stored bundles, not to their sources."""
        ours = {name: (self, name) for name in paths if OURS.fullmatch(name)}
        yield from super().post_process(paths | ours, *args, **options)


def found(name: str) -> str:
    """The source of a static file."""
    path = finders.find(name)
    if not path:
        raise ValueError(f"There is no static file {name}.")
    return Path(str(path)).read_text("utf-8")


def collected(name: str, read: Callable[[str], str]) -> str:
    """The bundle of a file, minified."""
    kind = name.rpartition(".")[2]
    text = joined(name, read, IMPORTS[kind], set())
    if kind == "css":
        return slim_styles(_checked(name, text))
    text = _checked(name, EXPORT.sub("", text))
    names = DECLARED.findall(text)
    if twice := sorted({each for each in names if names.count(each) > 1}):
        raise ValueError(f"{name} brings two of the name {', '.join(twice)}.")
    return slim_script(text)


def joined(name: str, read: Callable[[str], str], imports: re.Pattern[str], known: set[str]) -> str:
    """The text of a file after all of its imports, each once."""
    known.add(name)
    text = read(name)
    parts = []
    for each in imports.findall(text):
        part = posixpath.normpath(posixpath.join(posixpath.dirname(name), each))
        if part not in known:
            parts.append(joined(part, read, imports, known))
    return "".join([*parts, imports.sub("", text)])


def slim_styles(text: str) -> str:
    """Style rules without comments and unnecessary blanks."""
    kept = BLANKS.sub(
        lambda hit: hit[1] or hit[2] or hit[3] or (" " if hit[4] else ""), CONTINUED.sub("", text)
    )
    return kept.replace(";}", "}").strip() + "\n"


def slim_script(text: str) -> str:
    """A script without comment lines, indents, and unnecessary blanks and line breaks."""
    lines = INDENTS_AND_COMMENTS.sub("", text)
    return LINE_BREAKS.sub(r"\1", SIGNS.sub(lambda hit: hit[1] or hit[2], lines))


def _checked(name: str, text: str) -> str:
    if left := UNKNOWN.search(text):
        raise ValueError(f"{name} cannot be joined: {left[0].strip()}")
    return text
