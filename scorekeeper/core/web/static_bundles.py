"""Static files as phones get them: one style sheet and one script for each kind of page, without what only people read.

The sources are plain CSS with `@import` and plain JavaScript modules, which a browser takes as they are; while they are
collected, what a file imports is put in its place, and comments and indents go. No syntax tree is built for that,
so the sources keep to a small part of the languages: imports and exports stand at the start of a line and by name,
comments of a script have lines of their own, and no text of a script goes over several lines.
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
# a long data URI goes over several lines
CONTINUED = re.compile(r"\\\n\s*")
# a text is kept, a comment goes, no blank is needed beside these signs, and one is enough elsewhere
BLANKS = re.compile(r'("[^"]*")|/\*.*?\*/\s*|\s*([{};,>])\s*|(:)\s+|(\s)\s*', re.DOTALL)


class JoinedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collects our own style sheets and scripts joined and slim, everything else as it is."""

    @cache  # noqa: B019 - there is one storage, for as long as the process lives
    def url(self, name: str, force: bool = False) -> str:
        """The address of a file, found out once: its name has a hash, which no running server sees change."""
        return str(super().url(name, force))

    def save(self, name: str, content: Any, max_length: int | None = None) -> str:
        """Keep one file that was found; raises ValueError for a source that cannot be joined."""
        if OURS.fullmatch(name):
            content = ContentFile(collected(name, found).encode())
        return str(super().save(name, content, max_length))

    def get_modified_time(self, name: str) -> datetime:
        """Never newer than its source: what that imports may have changed.

        So all is collected anew without clearing the folder first, and the names of the release before, which a server
        that still runs and pages that are open ask for, stay where they are.
        """
        return datetime.min.replace(tzinfo=UTC)

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Give names with a hash to what was kept, not to its sources."""
        ours = {name: (self, name) for name in paths if OURS.fullmatch(name)}
        yield from super().post_process(paths | ours, *args, **options)


def found(name: str) -> str:
    """The source of a static file."""
    path = finders.find(name)
    if not path:
        raise ValueError(f"There is no static file {name}.")
    return Path(str(path)).read_text("utf-8")


def collected(name: str, read: Callable[[str], str]) -> str:
    """The file with this name, with all that it imports, for phones."""
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
    """What a file imports and then the file itself, each once."""
    known.add(name)
    text = read(name)
    parts = []
    for each in imports.findall(text):
        part = posixpath.normpath(posixpath.join(posixpath.dirname(name), each))
        if part not in known:
            parts.append(joined(part, read, imports, known))
    return "".join([*parts, imports.sub("", text)])


def slim_styles(text: str) -> str:
    """Rules without comments and without blanks that say nothing."""
    kept = BLANKS.sub(
        lambda hit: hit[1] or hit[2] or hit[3] or (" " if hit[4] else ""), CONTINUED.sub("", text)
    )
    return kept.replace(";}", "}").strip() + "\n"


def slim_script(text: str) -> str:
    """A script without lines of comment and without indents."""
    return INDENTS_AND_COMMENTS.sub("", text)


def _checked(name: str, text: str) -> str:
    if left := UNKNOWN.search(text):
        raise ValueError(f"{name} cannot be joined: {left[0].strip()}")
    return text
