"""Pseudonyms of authors in group files, which only this server recognises.

Log entries name their authors by person ids of this server. A pseudonym is an HMAC of the id and the group's address
with this server's key. An unknown pseudonym of an imported file becomes a person without a login; the
user name holds the pseudonym, so that the next export writes the same one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.crypto import salted_hmac

from scorekeeper.people.models import Person

PREFIX = "import-"
PSEUDONYM = re.compile("[0-9a-f]{16}")


class Pseudonyms:
    """The pseudonyms of one group's file.

    `address`: address of the group.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._known: dict[int, str] = {}

    def learn(self, numbers: Iterable[int]) -> None:
        """Look up in one query which of these persons were imported, and cache their pseudonyms."""
        fresh = {number for number in numbers if number not in self._known}
        if not fresh:
            return
        rows = Person.objects.filter(pk__in=fresh, username__startswith=PREFIX)
        imported = {pk: name.removeprefix(PREFIX) for pk, name in rows.values_list("pk", "username")}
        for number in fresh:
            mark = imported.get(number, "")
            self._known[number] = mark if PSEUDONYM.fullmatch(mark) else pseudonym_of(self.address, number)

    def of(self, number: int) -> str:
        """Return the pseudonym of a person."""
        self.learn([number])
        return self._known[number]


def pseudonym_of(address: str, number: int) -> str:
    """Return the pseudonym of a person of this server in the file of the group at `address`."""
    return salted_hmac("scorekeeper.archive.mark", f"{address}\n{number}", algorithm="sha256").hexdigest()[
        :16
    ]


def persons_of(marks: Iterable[str], address: str, importer: Person | None) -> dict[str, Person]:
    """Return persons by pseudonym: the importer, or persons without a login, created if missing."""
    wanted = set(marks)
    found = {} if importer is None else {pseudonym_of(address, importer.pk): importer}
    rows = Person.objects.filter(username__in=[PREFIX + mark for mark in wanted - found.keys()])
    found |= {row.username.removeprefix(PREFIX): row for row in rows}
    for mark in sorted(wanted - found.keys()):
        row = Person(username=PREFIX + mark, is_active=False)
        row.set_unusable_password()
        row.save()
        found[mark] = row
    return found
