"""What persons are called in a file: a mark that says nothing to others and that this server knows again.

Lines of the log name who wrote them by numbers, which mean nothing elsewhere. A mark is made from the number and the
group, with this server's key; who comes in by a file and is not known here gets a row with no way in, which keeps
its mark, so that the next file says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.crypto import salted_hmac

from scorekeeper.people.models import Person

PREFIX = "import-"
PSEUDONYM = re.compile("[0-9a-f]{16}")


class Pseudonyms:
    """The marks of one group's file. `address`: the group's."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._known: dict[int, str] = {}

    def learn(self, numbers: Iterable[int]) -> None:
        """Look up, in one query, which of these persons came in by a file before."""
        fresh = {number for number in numbers if number not in self._known}
        if not fresh:
            return
        rows = Person.objects.filter(pk__in=fresh, username__startswith=PREFIX)
        kept = {pk: name.removeprefix(PREFIX) for pk, name in rows.values_list("pk", "username")}
        for number in fresh:
            mark = kept.get(number, "")
            self._known[number] = mark if PSEUDONYM.fullmatch(mark) else pseudonym_of(self.address, number)

    def of(self, number: int) -> str:
        """The mark of a person, learnt before or not."""
        self.learn([number])
        return self._known[number]


def pseudonym_of(address: str, number: int) -> str:
    """The mark, in the file of the group at `address`, of a person of this server."""
    return salted_hmac("scorekeeper.archive.mark", f"{address}\n{number}", algorithm="sha256").hexdigest()[
        :16
    ]


def persons_of(marks: Iterable[str], address: str, importer: Person | None) -> dict[str, Person]:
    """Whose marks these are: the importer's own, and otherwise rows without a way in, made where there are none."""
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
