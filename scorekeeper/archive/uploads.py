"""Files that somebody sent: what they are, and what is kept of them until he says yes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Group, Person
from scorekeeper.people.rate_limits import PENDING_UPLOAD_BYTES, network_digest
from scorekeeper.play import strict_json
from scorekeeper.play.transcript import FORMAT as GAME_FORMAT

from .group_export import FORMAT as GROUP_FORMAT
from .json_reader import FileError
from .models import NAME_LENGTH, Import, Upload

GROUP, GAMES, RESULTS = "group", "games", "results"
WAITS = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class SentFile:
    """One file. `text`: what it says."""

    name: str
    text: str

    @property
    def value(self) -> Any:
        """What it says as JSON. Raises strict_json.TextError."""
        return strict_json.loads_text(self.text)


def decode_file(name: str, data: bytes) -> SentFile:
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
            return SentFile(name, text)
    raise FileError("not_text", name)


def _codecs(data: bytes) -> tuple[str, ...]:
    """How these bytes may be written, the likeliest first. Every second one is 0 where UTF-16 says Latin letters."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    if data[:2].count(0) == 1 and len(data) % 2 == 0:
        return ("utf-16-be",) if data[0] == 0 else ("utf-16-le",)
    return "utf-8-sig", "cp1252"


def kind_of(files: Sequence[SentFile]) -> str:
    """What the files are, all of them the same. Raises FileError, strict_json.TextError."""
    if not files:
        raise FileError("no_file")
    kinds = {_kind(file) for file in files}
    if len(kinds) > 1:
        raise FileError("mixed")
    if kinds == {GROUP} and len(files) > 1:
        raise FileError("one_group")
    return kinds.pop()


def store(
    person: Person,
    group: Group | None,
    kind: str,
    files: Sequence[SentFile],
    summary: dict[str, Any],
    networks: Sequence[str] = ("",),
) -> None:
    """Keep what a person has sent, in place of what he sent before, until he says yes, for an hour at most.

    `networks`: where it came from, as `limits.networks_of` has it. Raises FileError `too_many_wait` where too much of
    these waits already.
    """
    sweep(timezone.now())
    packed = zlib.compress(json.dumps([[file.name, file.text] for file in files]).encode())
    upload = Upload(
        person=person,
        group=group,
        kind=kind,
        name=files[0].name[:NAME_LENGTH],
        data=packed,
        summary=summary,
        size=len(packed) + len(json.dumps(summary)),
        room=_room(kind, files) + len(packed) // 1024,
        network=network_digest(networks[0]),
        around=network_digest(networks[-1]),
    )
    with writing():
        _must_fit(upload)
        Upload.objects.filter(person=person).delete()
        upload.save()


def pending_upload(person: Person | None) -> Upload | None:
    """What a person has sent and not yet said yes to."""
    if person is None:
        return None
    return (
        Upload.objects.filter(person=person, made__gt=timezone.now() - WAITS).select_related("group").first()
    )


def sweep(now: datetime, **_: Any) -> None:
    """Throw away what nobody said yes to for an hour, one by one: each may be large. What comes in just now stays."""
    over = Upload.objects.filter(made__lte=now - WAITS).exclude(group__arriving__isnull=False)
    for number in list(over.values_list("pk", flat=True)):
        Upload.objects.filter(pk=number, made__lte=now - WAITS).delete()


def drop_of_guest(guest: Person, **_: Any) -> None:
    """What a guest was about to bring in is not brought along to an account: nobody could come back to it."""
    Upload.objects.filter(person=guest).delete()


def claim(upload: Upload) -> bool:
    """Use up what is kept; False where somebody was quicker, or has sent something else since."""
    gone, _rows = Upload.objects.filter(pk=upload.pk, made=upload.made).delete()
    return bool(gone)


def stored_files(upload: Upload | Import) -> list[SentFile]:
    """The files that are kept."""
    return [SentFile(name, text) for name, text in json.loads(zlib.decompress(bytes(upload.data)))]


def _kind(file: SentFile) -> str:
    if not file.text.lstrip().startswith(("{", "[")):
        return RESULTS
    found = file.value
    formats = {GROUP_FORMAT: GROUP, GAME_FORMAT: GAMES}
    if not isinstance(found, dict) or found.get("format") not in formats:
        raise FileError("unknown_format", file.name)
    return formats[found["format"]]


def _must_fit(upload: Upload) -> None:
    """Raise FileError where its network has too much waiting; where all together have, whoever has most gives way."""
    others = Upload.objects.exclude(person=upload.person)
    most, around, in_all = PENDING_UPLOAD_BYTES
    mine = _size(others.filter(around=upload.around)) + upload.size
    if _size(others.filter(network=upload.network)) + upload.size > most or mine > around:
        raise FileError("too_many_wait")
    while _size(others) + upload.size > in_all:
        greatest = others.values("around").annotate(size_in_all=Sum("size")).order_by("-size_in_all")[0]
        if greatest["size_in_all"] <= mine:
            raise FileError("too_many_wait")
        oldest = others.filter(around=greatest["around"]).order_by("made").values_list("pk", flat=True)[0]
        Upload.objects.filter(pk=oldest).delete()


def _size(uploads: QuerySet[Upload]) -> int:
    return uploads.aggregate(size_in_all=Sum("size"))["size_in_all"] or 0


def _room(kind: str, files: Sequence[SentFile]) -> int:
    """KiB of the database, once it is in. A row of a table becomes a seat, a result and a part of a session."""
    if kind == RESULTS:
        return sum(file.text.count("\n") + 1 for file in files)
    return sum(len(file.text) for file in files) * 5 // 4096 + 1
