"""Who stands before a table, and what he may do there.

Whoever brings the table's link watches. Whoever has said who he is writes, as far as the host lets him. Everybody
else meets no table at all.
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
    """HOST keeps the table; MEMBER is of its group; PLAYER sits there with a phone; WATCHER has only the link."""

    HOST = "host"
    MEMBER = "member"
    PLAYER = "player"
    WATCHER = "watcher"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks. `passes`: the tables whose links this phone has opened, each with the link's generation."""

    person: Person | None = None
    passes: Mapping[str, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The person's number in the database; 0, which nobody has, for a stranger."""
        return self.person.pk if self.person is not None else 0


@dataclass(frozen=True, slots=True)
class Rights:
    """What a visitor may do at one table. `seat`: the player that he is, as the rules call him.

    `removed`: the game was deleted, and is only looked at. `of_group`: whether he is of the group that it belongs to.
    `late`: he is not, and his phone sat down when the game was over. `asked`: the player whom the host is asked to let
    him be; `is_asked`: he is the host, and is asked so by somebody.
    """

    role: Role
    writers: str = Writers.EVERYBODY
    seat: str | None = None
    removed: bool = False
    of_group: bool = False
    late: bool = False
    asked: str | None = None
    is_asked: bool = False

    @property
    def keeps(self) -> bool:
        """Whether he decides about the phones at this table."""
        return self.role is Role.HOST

    @property
    def sits(self) -> bool:
        """Whether he is more than a watcher."""
        return self.role is not Role.WATCHER

    @property
    def writes(self) -> bool:
        """Whether he may write anything at all."""
        if self.removed or self.late:
            return False
        if self.writers == Writers.OWN:
            return self.keeps or self.seat is not None
        return self.keeps or (self.sits and self.writers == Writers.EVERYBODY)

    @property
    def changes(self) -> bool:
        """Whether he may change the table: order, dealer, sides, latecomers, the end; and what `agrees` says."""
        if self.removed or self.late:
            return False
        return self.keeps or (self.sits and self.writers == Writers.EVERYBODY)

    @property
    def agrees(self) -> bool:
        """Whether he may change what is the group's: stake, house rules, and names that it had before this game."""
        return self.changes and self.of_group

    def writes_for(self, player: str | None) -> bool:
        """Whether he may write, put right and take back this player's lines; None: a line of the whole table."""
        own = player is None or player == self.seat
        return self.writes and (own or self.keeps or self.writers != Writers.OWN)

    @property
    def asks(self) -> bool:
        """Whether he asks the host before he is somebody who is here already: lines are not everybody's to write."""
        return self.writers != Writers.EVERYBODY and not self.keeps

    def why_not_written(self) -> RuleError:
        """Why he may not write: `sat_down_late`, `host_asked`, `own_lines_only`, `host_writes`."""
        if self.late:
            return RuleError("sat_down_late")
        if self.asked is not None and self.writers == Writers.OWN:
            return RuleError("host_asked", player=self.asked)
        return RuleError("own_lines_only" if self.writers == Writers.OWN else "host_writes")

    def why_not_changed(self) -> RuleError:
        """Why he may not change the table: `sat_down_late`, `host_changes`."""
        return RuleError("sat_down_late" if self.late else "host_changes")


AT_HOME = Rights(Role.MEMBER, of_group=True)  # of whoever looks at the tables of a group of his own


@dataclass(frozen=True, slots=True)
class Standing:
    """What the database knows of a person at a session: of its group, of the phone, and of the host.

    `member`: None for no member, else whether the group is his; `phone`: whether there is one; `late`: whether it sat
    down after the end of a game that is over.
    """

    member: bool | None = None
    phone: bool = False
    removed: bool = False
    late: bool = False


def rights_of(session: Session, visitor: Visitor, standing: Standing) -> Rights | None:
    """What a visitor may do at a session, None for whoever is to see nothing of it. His seat comes later."""
    role = _role(session, visitor, standing)
    of_group = standing.member is not None
    if role is None or (session.removed and not of_group):
        return None  # a game that was deleted is there for its group only
    removed, late = session.removed is not None, standing.late and not of_group
    return Rights(role, session.writers, removed=removed, of_group=of_group, late=late)


def _role(session: Session, visitor: Visitor, standing: Standing) -> Role | None:
    in_group, at_table = standing.member is not None, standing.phone and not standing.removed
    hosts = session.host_id == visitor.number or (session.host_id is None and standing.member is True)
    if hosts and (in_group or at_table):
        return Role.HOST
    if in_group:
        return Role.MEMBER
    if standing.phone:
        return Role.PLAYER if at_table else None
    return Role.WATCHER if visitor.passes.get(session.address) == session.link else None
