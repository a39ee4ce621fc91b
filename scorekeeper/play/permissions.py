"""Permissions of a visitor at one table.

The table's link lets a visitor watch. A visitor who has taken a seat may write, as far as the host allows it. All
others get a 404.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.people.models import Person
from scorekeeper.rules.contract import RuleError

from .models import Session

Writers = Session.Writers


class Role(StrEnum):
    """The role of a visitor at a table.

    HOST manages the table, MEMBER belongs to its group, PLAYER has joined by a phone, SPECTATOR has the link.
    """

    HOST = "host"
    MEMBER = "member"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person of a request and the links opened on this phone.

    `links`: link generation by address of the table.
    """

    person: Person | None = None
    links: Mapping[str, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The id of the person; 0, which no person has, for a stranger."""
        return self.person.pk if self.person is not None else 0


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions of a visitor at one table.

    `seat`: the key of their player. `removed`: the game was deleted and can only be looked at. `of_group`: the visitor
    is a member of the table's group. `late`: the visitor is not a member, and joined after the end of the game.
    `requested_seat`: the player whose seat the visitor has asked the host for. `has_requests`: the visitor is the host
    and a phone waits for their decision.
    """

    role: Role
    writers: str = Writers.EVERYBODY
    seat: str | None = None
    removed: bool = False
    of_group: bool = False
    late: bool = False
    requested_seat: str | None = None
    has_requests: bool = False

    @property
    def is_host(self) -> bool:
        """Return whether the visitor manages the phones at this table."""
        return self.role is Role.HOST

    @property
    def is_player(self) -> bool:
        """Return whether the visitor is more than a spectator."""
        return self.role is not Role.SPECTATOR

    @property
    def may_write(self) -> bool:
        """Return whether the visitor may write any line."""
        if self.removed or self.late:
            return False
        if self.writers == Writers.OWN:
            return self.is_host or self.seat is not None
        return self.is_host or (self.is_player and self.writers == Writers.EVERYBODY)

    @property
    def may_change(self) -> bool:
        """Return whether the visitor may change order, dealer, sides, latecomers and the end."""
        if self.removed or self.late:
            return False
        return self.is_host or (self.is_player and self.writers == Writers.EVERYBODY)

    @property
    def may_write_note(self) -> bool:
        """Return whether the visitor may write the note of the game, also after its end."""
        return (self.of_group or (self.is_player and not self.late)) and not self.removed

    @property
    def may_change_terms(self) -> bool:
        """Return whether the visitor may change what belongs to the group.

        This is the stake, the house rules and the names of known players.
        """
        return self.may_change and self.of_group

    def may_write_for(self, player: str | None) -> bool:
        """Return whether the visitor may write, correct and undo a player's lines.

        `player`: None for a line of the whole table.
        """
        own = player is None or player == self.seat
        return self.may_write and (own or self.is_host or self.writers != Writers.OWN)

    @property
    def must_ask_host(self) -> bool:
        """Return whether the host has to approve before the visitor takes a seat that is in use."""
        return self.writers != Writers.EVERYBODY and not self.is_host

    def write_refusal(self) -> RuleError:
        """The reason why the visitor may not write.

        Codes `sat_down_late`, `host_asked`, `own_lines_only`, `host_writes`.
        """
        if self.late:
            return RuleError("sat_down_late")
        if self.requested_seat is not None and self.writers == Writers.OWN:
            return RuleError("host_asked", player=self.requested_seat)
        return RuleError("own_lines_only" if self.writers == Writers.OWN else "host_writes")

    def change_refusal(self) -> RuleError:
        """The reason why the visitor may not change the table.

        Codes `sat_down_late`, `host_changes`.
        """
        return RuleError("sat_down_late" if self.late else "host_changes")


MEMBER_PERMISSIONS = Permissions(Role.MEMBER, of_group=True)


@dataclass(frozen=True, slots=True)
class VisitorStatus:
    """The stored status of a visitor at a session.

    `owns_group`: None for visitors outside the group, else whether they own it. `late`: the phone joined after the end.
    """

    owns_group: bool | None = None
    phone: bool = False
    removed: bool = False
    late: bool = False


def permissions_of(session: Session, visitor: Visitor, status: VisitorStatus) -> Permissions | None:
    """The permissions of a visitor, without a seat; None if they must not see the table."""
    role = _role(session, visitor, status)
    of_group = status.owns_group is not None
    if role is None or (session.removed and not of_group):
        return None  # only the group sees its deleted games
    removed, late = session.removed is not None, status.late and not of_group
    return Permissions(role, session.writers, removed=removed, of_group=of_group, late=late)


def _role(session: Session, visitor: Visitor, status: VisitorStatus) -> Role | None:
    in_group, at_table = status.owns_group is not None, status.phone and not status.removed
    hosts = session.host_id == visitor.number or (session.host_id is None and status.owns_group is True)
    if hosts and (in_group or at_table):
        return Role.HOST
    if in_group:
        return Role.MEMBER
    if status.phone:
        return Role.PLAYER if at_table else None
    return Role.SPECTATOR if visitor.links.get(session.address) == session.link_generation else None
