"""Uploaded files: decoding, detecting their kind, storing them until confirmed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Group, Person
from scorekeeper.people.rate_limits import PENDING_UPLOAD_BYTES, network_digest
from scorekeeper.play import strict_json
from scorekeeper.play.transcript import FORMAT as GAME_FORMAT

from .board_game_stats import looks_like_plays
from .group_export import FORMAT as GROUP_FORMAT
from .json_reader import FileError
from .models import NAME_LENGTH, Import, Upload

GROUP, GAMES, RESULTS = "group", "games", "results"
WAITS = timedelta(hours=1)
MANY = 200  # games from which the file of a group may exceed the upload limit


def upload_limit_mb(games: int) -> int:
    """Return the upload limit in MB if a file of so many games may exceed it, else 0."""
    return settings.FILE_LIMIT // 1024**2 if games >= MANY else 0


@dataclass(frozen=True, slots=True)
class SentFile:
    """An uploaded file as text."""

    name: str
    text: str

    @property
    def value(self) -> Any:
        """The text as decoded JSON.

        Raises strict_json.TextError.
        """
        return strict_json.loads_text(self.text)


def decode_file(name: str, data: bytes) -> SentFile:
    """Decode a file as UTF-8 or UTF-16, with or without a byte order mark, else as Windows-1252.

    Raises FileError `empty_file` and `not_text`.
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
    """Return possible codecs, the likeliest first.

    In UTF-16 every second byte of Latin text is 0.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    if data[:2].count(0) == 1 and len(data) % 2 == 0:
        return ("utf-16-be",) if data[0] == 0 else ("utf-16-le",)
    return "utf-8-sig", "cp1252"


def kind_of(files: Sequence[SentFile]) -> str:
    """Return the common kind of the files.

    Raises FileError and strict_json.TextError.
    """
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
    """Store uploaded files until confirmed, for at most an hour, in place of an earlier upload.

    `networks`: of the client, as `core.web.networks.networks_of`. Raises FileError `too_many_wait` if its networks have
    too much waiting.
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
        estimated_kib=_estimated_kib(kind, files) + len(packed) // 1024,
        network=network_digest(networks[0]),
        wider_network=network_digest(networks[-1]),
    )
    with writing():
        _must_fit(upload)
        Upload.objects.filter(person=person).delete()
        upload.save()


def pending_upload(person: Person | None) -> Upload | None:
    """Return the upload of a person that waits for confirmation."""
    if person is None:
        return None
    return (
        Upload.objects.filter(person=person, uploaded_at__gt=timezone.now() - WAITS)
        .select_related("group")
        .first()
    )


def sweep(now: datetime, **_: Any) -> None:
    """Remove uploads older than an hour, one by one as they may be large; pending imports stay."""
    over = Upload.objects.filter(uploaded_at__lte=now - WAITS).exclude(
        group__import_progress_at__isnull=False
    )
    for number in list(over.values_list("pk", flat=True)):
        Upload.objects.filter(pk=number, uploaded_at__lte=now - WAITS).delete()


def drop_of_guest(guest: Person, **_: Any) -> None:
    """Remove the upload of a guest who was merged into an account, which cannot reach it."""
    Upload.objects.filter(person=guest).delete()


def claim(upload: Upload) -> bool:
    """Delete an upload to use it; False if another request did so first, or it was replaced."""
    deleted, _rows = Upload.objects.filter(pk=upload.pk, uploaded_at=upload.uploaded_at).delete()
    return bool(deleted)


def stored_files(upload: Upload | Import) -> list[SentFile]:
    """Return the stored files of an upload or import."""
    return [SentFile(name, text) for name, text in json.loads(zlib.decompress(bytes(upload.data)))]


def _kind(file: SentFile) -> str:
    if not file.text.lstrip().startswith(("{", "[")):
        return RESULTS
    found = file.value
    if looks_like_plays(found):
        return RESULTS
    formats = {GROUP_FORMAT: GROUP, GAME_FORMAT: GAMES}
    if not isinstance(found, dict) or found.get("format") not in formats:
        raise FileError("unknown_format", file.name)
    return formats[found["format"]]


def _must_fit(upload: Upload) -> None:
    """Check the limits on pending uploads.

    Over the total limit, the network with the most loses its oldest upload. Raises FileError `too_many_wait` if the
    upload's own network exceeds its limit.
    """
    others = Upload.objects.exclude(person=upload.person)
    most, most_of_wider, in_all = PENDING_UPLOAD_BYTES
    mine = _size(others.filter(wider_network=upload.wider_network)) + upload.size
    if _size(others.filter(network=upload.network)) + upload.size > most or mine > most_of_wider:
        raise FileError("too_many_wait")
    while _size(others) + upload.size > in_all:
        greatest = (
            others.values("wider_network").annotate(size_in_all=Sum("size")).order_by("-size_in_all")[0]
        )
        if greatest["size_in_all"] <= mine:
            raise FileError("too_many_wait")
        oldest = (
            others.filter(wider_network=greatest["wider_network"])
            .order_by("uploaded_at")
            .values_list("pk", flat=True)[0]
        )
        Upload.objects.filter(pk=oldest).delete()


def _size(uploads: QuerySet[Upload]) -> int:
    return uploads.aggregate(size_in_all=Sum("size"))["size_in_all"] or 0


def _estimated_kib(kind: str, files: Sequence[SentFile]) -> int:
    """Estimate the KiB of imported rows: a CSV row is a seat, a score and part of a session."""
    if kind == RESULTS:
        return sum(file.text.count("\n") + 1 for file in files)
    return sum(len(file.text) for file in files) * 5 // 4096 + 1
