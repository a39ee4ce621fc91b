"""Merge two players who are the same person.

All rows of the player that goes are moved to the one that stays. The row that goes remains with `merged_into`, because
ledger entries never change and refer to it, and because its name, when typed, means the player that stays. Rooms on
higher floors register a handler in `AppConfig.ready()`, because this room cannot import them.
"""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.core.db.write_lock import writing

from .groups import lock_group
from .models import Group, Member, Person, Player
from .payment_links import tidy_links


class MergeHandler:
    """Rows of players in another room.

    All methods but `summary` and `conflict` run in a write transaction.
    """

    def summary(self, player: Player) -> str:
        """Return a text such as "12 games"; empty for none."""
        return ""

    def conflict(self, merged: Player, remaining: Player) -> str:
        """Return a message why two players cannot be merged; empty where they can."""
        return ""

    def lock(self, players: Collection[int]) -> None:
        """Lock the rows of players until the transaction ends.

        Called before their group is locked.
        """

    def move(self, merged: Player, remaining: Player) -> None:
        """Move all rows to the player that stays."""

    def renamed(self, player: Player) -> None:
        """Update pages and caches after a player was renamed or merged."""


handlers: list[MergeHandler] = []


def register(handler: MergeHandler) -> None:
    """Register the handler of a room."""
    handlers.append(handler)


class MergeError(ValueError):
    """Two players that cannot be merged.

    `code`: stable identifier in snake case. `why`: message of a handler, or empty.
    """

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.why = why


def merge_summary(player: Player) -> list[str]:
    """Return texts about all rows that would move with a player."""
    return [text for text in (handler.summary(player) for handler in handlers) if text]


def check_mergeable(merged: Player, remaining: Player, by: Person | None = None) -> None:
    """Raise MergeError where two players cannot be merged.

    Codes: `same_player`; `player_unknown` for players of two groups or one that is merged already; `both_claimed`;
    `sat_together`; `owner_only` where another member than `by` has claimed one, and `by` does not own the group.
    """
    if merged.pk == remaining.pk:
        raise MergeError("same_player")
    if merged.group_id != remaining.group_id or merged.merged_into_id or remaining.merged_into_id:
        raise MergeError("player_unknown")
    claimed = list(Member.objects.filter(player__in=[merged, remaining]).values_list("person", flat=True))
    if len(claimed) > 1:
        raise MergeError("both_claimed")
    if by is not None and claimed and by.pk not in claimed and not _owns(merged.group_id, by):
        raise MergeError("owner_only")
    for handler in handlers:
        if why := handler.conflict(merged, remaining):
            raise MergeError("sat_together", why)


def merge_players(group: Group, merged: int, remaining: int, by: Person | None = None) -> Player:
    """Merge the player `merged` into `remaining`, whose name stays.

    Raises as `check_mergeable`.
    """
    with writing():
        players = {
            player.pk: player for player in Player.objects.filter(group=group, pk__in=[merged, remaining])
        }
        if merged not in players or remaining not in players:
            raise MergeError("same_player" if merged == remaining else "player_unknown")
        for handler in handlers:
            handler.lock([merged, remaining])
        lock_group(group.pk)
        # read again under the lock: one of them may have been merged meanwhile
        players = {
            player.pk: player for player in Player.objects.filter(group=group, pk__in=[merged, remaining])
        }
        merged_player, remaining_player = players[merged], players[remaining]
        check_mergeable(merged_player, remaining_player, by)
        _move(merged_player, remaining_player)
        return remaining_player


def _owns(group: int, person: Person) -> bool:
    return Member.objects.filter(group=group, person=person, owner=True).exists()


def _move(merged: Player, remaining: Player) -> None:
    for handler in handlers:
        handler.move(merged, remaining)
    member = Member.objects.filter(player=merged).first()
    Member.objects.filter(player=merged).update(player=None)
    if member is not None:
        Member.objects.filter(pk=member.pk).update(player=remaining)
    Player.objects.filter(merged_into=merged).update(merged_into=remaining)
    # a member who left keeps the old name; their links are not given to another member who claimed the new one
    former_claimant = merged.former_claimant if member is None else None
    apart = (
        former_claimant is not None
        and Member.objects.filter(player=remaining).exclude(person=former_claimant).exists()
    )
    Player.objects.filter(pk=merged.pk).update(
        merged_into=remaining, payment_links="", former_claimant=former_claimant
    )
    if not apart:  # keeps the links of both; too many are an error when they are next edited
        remaining.payment_links = tidy_links(f"{remaining.payment_links}\n{merged.payment_links}")
    remaining.left_at = remaining.left_at if merged.left_at else None  # present if either was
    remaining.save(update_fields=["payment_links", "left_at"])
    for handler in handlers:
        handler.renamed(remaining)
