"""Two players who are one person: whatever named the one that goes names the one that stays from now on.

The row that goes is kept with `merged_into`, so that what is never changed (the lines of the ledger) still finds who it
is about, and so that whoever types its name means the one that stays. Rooms above ours hold things of players, too:
they register here, from their `ready`, because we cannot import them.
"""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.core.db.write_lock import writing

from .groups import hold
from .models import Group, Member, Person, Player
from .payment_links import tidy_links


class Holder:
    """What another room has of players. All but `held` and `clash` run within the transaction of a write."""

    def held(self, player: Player) -> str:
        """What it has of a player, in words like "12 games"; empty for nothing."""
        return ""

    def clash(self, gone: Player, stays: Player) -> str:
        """Why two players cannot be one person, in words; empty where they can."""
        return ""

    def hold(self, players: Collection[int]) -> None:
        """Let nobody write about these until the transaction ends; before their group is held."""

    def move(self, gone: Player, stays: Player) -> None:
        """Give the one that stays all that the other had."""

    def renamed(self, player: Player) -> None:
        """Tell whoever shows a player that he is called something else now, or is somebody else."""


holders: list[Holder] = []


def register(holder: Holder) -> None:
    """Have a room asked and told about players."""
    holders.append(holder)


class MergeError(ValueError):
    """Two players that cannot be made one. `code` is stable snake_case; `why`: what another room said, in words."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.why = why


def held(player: Player) -> list[str]:
    """All that would move with a player, in words."""
    return [told for told in (holder.held(player) for holder in holders) if told]


def must_be_one(gone: Player, stays: Player, by: Person | None = None) -> None:
    """Raise MergeError where two players cannot be one person: `same_player`, `player_unknown` for one of another
    group or one that was merged before, `both_claimed`, `sat_together`.

    `by`: who says that they are; `owner_only` where one of them is another member, and he does not keep the group.
    """
    if gone.pk == stays.pk:
        raise MergeError("same_player")
    if gone.group_id != stays.group_id or gone.merged_into_id or stays.merged_into_id:
        raise MergeError("player_unknown")
    claimed = list(Member.objects.filter(player__in=[gone, stays]).values_list("person", flat=True))
    if len(claimed) > 1:
        raise MergeError("both_claimed")
    if by is not None and claimed and by.pk not in claimed and not _keeps(gone.group_id, by):
        raise MergeError("owner_only")
    for holder in holders:
        if why := holder.clash(gone, stays):
            raise MergeError("sat_together", why)


def merge(group: Group, gone: int, stays: int, by: Person | None = None) -> Player:
    """Make the player `gone` one with the player `stays`, whose name it is from now on. Raises as `must_be_one`."""
    with writing():
        players = {player.pk: player for player in Player.objects.filter(group=group, pk__in=[gone, stays])}
        if gone not in players or stays not in players:
            raise MergeError("same_player" if gone == stays else "player_unknown")
        for holder in holders:
            holder.hold([gone, stays])
        hold(group.pk)
        # read again: somebody else may have merged one of them until now
        players = {player.pk: player for player in Player.objects.filter(group=group, pk__in=[gone, stays])}
        old, new = players[gone], players[stays]
        must_be_one(old, new, by)
        _move(old, new)
        return new


def _keeps(group: int, person: Person) -> bool:
    return Member.objects.filter(group=group, person=person, owner=True).exists()


def _move(old: Player, new: Player) -> None:
    for holder in holders:
        holder.move(old, new)
    member = Member.objects.filter(player=old).first()
    Member.objects.filter(player=old).update(player=None)
    if member is not None:
        Member.objects.filter(pk=member.pk).update(player=new)
    Player.objects.filter(merged_into=old).update(merged_into=new)
    # the old name stays his who left; another member who bears the new one is not paid in his ways
    was = old.was if member is None else None
    apart = was is not None and Member.objects.filter(player=new).exclude(person=was).exists()
    Player.objects.filter(pk=old.pk).update(merged_into=new, links="", was=was)
    if not apart:  # of both; one too many is told where they are next edited
        new.links = tidy_links(f"{new.links}\n{old.links}")
    new.left = new.left if old.left else None  # who plays under either name has not left
    new.save(update_fields=["links", "left"])
    for holder in holders:
        holder.renamed(new)
