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

    def conflict(self, gone: Player, stays: Player) -> str:
        """Return a message why two players cannot be merged; empty where they can."""
        return ""

    def lock(self, players: Collection[int]) -> None:
        """Lock the rows of players until the transaction ends.

        Called before their group is locked.
        """

    def move(self, gone: Player, stays: Player) -> None:
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


def check_mergeable(gone: Player, stays: Player, by: Person | None = None) -> None:
    """Raise MergeError where two players cannot be merged.

    Codes: `same_player`; `player_unknown` for players of two groups or one that is merged already; `both_claimed`;
    `sat_together`; `owner_only` where another member than `by` has claimed one, and `by` does not own the group.
    """
    if gone.pk == stays.pk:
        raise MergeError("same_player")
    if gone.group_id != stays.group_id or gone.merged_into_id or stays.merged_into_id:
        raise MergeError("player_unknown")
    claimed = list(Member.objects.filter(player__in=[gone, stays]).values_list("person", flat=True))
    if len(claimed) > 1:
        raise MergeError("both_claimed")
    if by is not None and claimed and by.pk not in claimed and not _owns(gone.group_id, by):
        raise MergeError("owner_only")
    for handler in handlers:
        if why := handler.conflict(gone, stays):
            raise MergeError("sat_together", why)


def merge_players(group: Group, gone: int, stays: int, by: Person | None = None) -> Player:
    """Merge the player `gone` into `stays`.

    The name of `stays` remains. Raises as `check_mergeable`.
    """
    with writing():
        players = {player.pk: player for player in Player.objects.filter(group=group, pk__in=[gone, stays])}
        if gone not in players or stays not in players:
            raise MergeError("same_player" if gone == stays else "player_unknown")
        for handler in handlers:
            handler.lock([gone, stays])
        lock_group(group.pk)
        # read again under the lock: one of them may have been merged meanwhile
        players = {player.pk: player for player in Player.objects.filter(group=group, pk__in=[gone, stays])}
        old, new = players[gone], players[stays]
        check_mergeable(old, new, by)
        _move(old, new)
        return new


def _owns(group: int, person: Person) -> bool:
    return Member.objects.filter(group=group, person=person, owner=True).exists()


def _move(old: Player, new: Player) -> None:
    for handler in handlers:
        handler.move(old, new)
    member = Member.objects.filter(player=old).first()
    Member.objects.filter(player=old).update(player=None)
    if member is not None:
        Member.objects.filter(pk=member.pk).update(player=new)
    Player.objects.filter(merged_into=old).update(merged_into=new)
    # a member who left keeps the old name; their links are not given to another member who claimed the new one
    was = old.former_claimant if member is None else None
    apart = was is not None and Member.objects.filter(player=new).exclude(person=was).exists()
    Player.objects.filter(pk=old.pk).update(merged_into=new, payment_links="", former_claimant=was)
    if not apart:  # keeps the links of both; too many are an error when they are next edited
        new.payment_links = tidy_links(f"{new.payment_links}\n{old.payment_links}")
    new.left_at = new.left_at if old.left_at else None  # present if either was
    new.save(update_fields=["payment_links", "left_at"])
    for handler in handlers:
        handler.renamed(new)
