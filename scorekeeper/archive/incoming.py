"""Files that somebody sent: what they are, and what is kept of them until he says yes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from scorekeeper.people.models import Group, Person
from scorekeeper.play import strict_json
from scorekeeper.play.transcript import FORMAT as GAME_FORMAT

from .group_file import FORMAT as GROUP_FORMAT
from .models import NAME_LENGTH, Import, Upload
from .shape import FileError

GROUP, GAMES, RESULTS = "group", "games", "results"
WAITS = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Sent:
    """One file. `text`: what it says."""

    name: str
    text: str

    @property
    def value(self) -> Any:
        """What it says as JSON. Raises strict_json.TextError."""
        return strict_json.loads(self.text.encode("utf-8", "surrogatepass"))


def opened(name: str, data: bytes) -> Sent:
    """A file as text: UTF-8 or UTF-16, with a byte order mark or without, else as Windows in the west writes.

    Raises FileError.
    """
    if not data.strip():
        raise FileError("empty_file", name)
    for codec in _codecs(data):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return Sent(name, text)
    raise FileError("not_text", name)


def _codecs(data: bytes) -> tuple[str, ...]:
    """How these bytes may be written, the likeliest first. Every second one is 0 where UTF-16 says Latin letters."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    if data[:2].count(0) == 1 and len(data) % 2 == 0:
        return ("utf-16-be",) if data[0] == 0 else ("utf-16-le",)
    return "utf-8-sig", "cp1252"


def kind_of(files: Sequence[Sent]) -> str:
    """What the files are, all of them the same. Raises FileError, strict_json.TextError."""
    if not files:
        raise FileError("no_file")
    kinds = {_kind(file) for file in files}
    if len(kinds) > 1:
        raise FileError("mixed")
    if kinds == {GROUP} and len(files) > 1:
        raise FileError("one_group")
    return kinds.pop()


def keep(
    person: Person, group: Group | None, kind: str, files: Sequence[Sent], summary: dict[str, Any]
) -> None:
    """Keep what a person has sent, in place of what he sent before. What nobody said yes to for a day goes."""
    Upload.objects.filter(made__lt=timezone.now() - WAITS).delete()
    packed = json.dumps([[file.name, file.text] for file in files]).encode()
    Upload.objects.update_or_create(
        person=person,
        defaults={
            "group": group,
            "kind": kind,
            "name": files[0].name[:NAME_LENGTH],
            "data": zlib.compress(packed),
            "summary": summary,
        },
    )


def drop_of_guest(guest: Person, **_: Any) -> None:
    """What a guest was about to bring in is not brought along to an account: nobody could come back to it."""
    Upload.objects.filter(person=guest).delete()


def take(upload: Upload) -> bool:
    """Use up what is kept; False where somebody was quicker, or has sent something else since."""
    gone, _rows = Upload.objects.filter(pk=upload.pk, made=upload.made).delete()
    return bool(gone)


def kept(upload: Upload | Import) -> list[Sent]:
    """The files that are kept."""
    return [Sent(name, text) for name, text in json.loads(zlib.decompress(bytes(upload.data)))]


def _kind(file: Sent) -> str:
    if not file.text.lstrip().startswith(("{", "[")):
        return RESULTS
    found = file.value
    formats = {GROUP_FORMAT: GROUP, GAME_FORMAT: GAMES}
    if not isinstance(found, dict) or found.get("format") not in formats:
        raise FileError("unknown_format", file.name)
    return formats[found["format"]]
