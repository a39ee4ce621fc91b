"""Reference implementation of permissions: persons, phones, links, the host's choice."""

from __future__ import annotations

from dataclasses import dataclass, field

EVERYBODY, OWN, HOST = "everybody", "own", "host"
SOMEBODY, NOBODY = "", None  # instead of a seat: a guest without one; a spectator


@dataclass
class Guest:
    """A person with a phone; `family`: of the table's own group.

    `link`: the newest opened link, 0 for none. `seat`: the seat of the phone.
    `removed`: removed by the host.
    """

    family: bool = False
    link: int = 0
    seat: str | None = NOBODY
    removed: bool = False


@dataclass
class Visitors:
    """All persons by name, and the host."""

    people: dict[str, Guest]
    host: str
    link: int = 1
    writers: str = EVERYBODY
    old_links: list[str] = field(default_factory=list)

    def sits(self, name: str) -> bool:
        """Return whether a person is more than a spectator."""
        guest = self.people[name]
        return guest.family or (guest.seat is not NOBODY and not guest.removed)

    def sees(self, name: str) -> bool:
        """Return whether the table is there at all, for this one."""
        guest = self.people[name]
        return self.sits(name) or (guest.link == self.link and guest.seat is NOBODY)

    def keeps(self, name: str) -> bool:
        """Return whether this one decides."""
        return self.host == name

    def free(self, name: str) -> bool:
        """Return whether this one may write everything and change everything."""
        return self.keeps(name) or (self.sits(name) and self.writers == EVERYBODY)

    def sit(self, name: str, place: str) -> None:
        """Take a seat; changing to another seat needs the host unless all may write every entry."""
        guest = self.people[name]
        others = [each for other, each in self.people.items() if other != name and not each.removed]
        taken = place != guest.seat and any(each.seat == place for each in others)
        if place == SOMEBODY or not taken or self.writers == EVERYBODY or self.keeps(name):
            guest.seat = place
        elif guest.seat is NOBODY:
            guest.seat = SOMEBODY

    def may_write(self, name: str, players: list[str]) -> bool:
        """Return whether these are lines that this one may write."""
        own = all(player == self.people[name].seat for player in players)
        return self.free(name) or (self.sits(name) and self.writers == OWN and own)
