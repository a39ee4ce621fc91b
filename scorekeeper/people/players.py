"""Players of a group: list, edit, claim and release."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.db.write_lock import writing

from .avatars import initials
from .groups import GroupError, lock_group
from .models import Group, Member, Person, Player, is_address
from .names import fold, isolated
from .player_merge import handlers

_PLAYERS = CompiledQuery(lambda group: Player.objects.filter(group=group).order_by("pk"), group=int)


def players_of(group: Group) -> list[Player]:
    """Return all players of a group, merged ones too."""
    return _PLAYERS(group=group.pk)


def names_by_group(groups: Sequence[Group]) -> dict[int, list[str]]:
    """Return the names of the present players by group id, in the order of their first games; one query."""
    found: dict[int, list[str]] = {group.pk: [] for group in groups}
    rows = Player.objects.filter(group__in=groups, merged_into=None, left_at=None).order_by("pk")
    for group, name in rows.values_list("group", "name"):
        found[group].append(isolated(name))
    return found


def player_letters(players: Iterable[Player]) -> dict[int, str]:
    """Return the avatar letters of a group's unmerged players by id, the same on every page."""
    ordered = sorted((player.pk, player.name) for player in players if player.merged_into_id is None)
    letters = initials([name for _pk, name in ordered])
    return {pk: letter for (pk, _name), letter in zip(ordered, letters, strict=True)}


def visible_players(group: Group) -> list[Player]:
    """Return the unmerged players with their members: present ones first, then by name."""
    players = group.players.filter(merged_into=None).select_related("member")
    return sorted(players, key=lambda player: (player.left_at is not None, fold(player.name)))


def player_at(group: Group, address: str) -> Player:
    """Return a player by address; for a merged player the one that stayed.

    Raises Http404.
    """
    found = group.players.filter(address=address).select_related("merged_into")
    player = found.first() if is_address(address) else None
    if player is None:
        raise Http404
    return player.merged_into or player


def update_player(group: Group, number: int, by: Person, *, name: str, links: str, left: bool) -> None:
    """Save the cleaned fields of a `PlayerForm`.

    Raises GroupError `name_taken`, and `links_his` where `by` may not edit the payment links.
    """
    with writing():
        for handler in handlers:
            handler.lock([number])
        lock_group(group.pk)
        player = Player.objects.get(group=group, pk=number)
        others = Player.objects.filter(group=group, merged_into=None, folded_name=fold(name)).exclude(
            pk=number
        )
        if others.exists():
            raise GroupError("name_taken")
        if links != player.payment_links and not may_edit_payment_links(
            Member.objects.get(group=group, person=by), player
        ):
            raise GroupError("links_his")
        renamed = player.name != name
        player.name, player.folded_name = name, fold(name)
        player.payment_links = links
        player.left_at = player.left_at or timezone.now() if left else None
        player.save(update_fields=["name", "folded_name", "payment_links", "left_at"])
        for handler in handlers if renamed else ():
            handler.renamed(player)


def may_edit_payment_links(member: Member, player: Player) -> bool:
    """Return whether a member may edit the payment links of a player.

    Members may edit their own links and those of unclaimed players; the owner may edit all.
    """
    return member.owner or not Member.objects.filter(player=player).exclude(pk=member.pk).exists()


def claim(group: Group, person: Person, number: int) -> None:
    """Make a member a player, instead of any previous one.

    Raises GroupError `player_claimed`.
    """
    with writing():
        lock_group(group.pk)
        member = get_object_or_404(Member, group=group, person=person)  # may have been removed meanwhile
        if Member.objects.filter(player=number).exclude(pk=member.pk).exists():
            raise GroupError("player_claimed")
        member.player = get_object_or_404(Player, group=group, pk=number, merged_into=None)
        member.save(update_fields=["player"])
        # the membership replaces `former_claimant`, so that a later release is complete
        Player.objects.filter(Q(pk=number) | Q(merged_into=number), former_claimant=person).update(
            former_claimant=None
        )


def unclaim(group: Group, person: Person, number: int) -> None:
    """Release a player from its member.

    Raises GroupError `owner_only` unless by that member or the owner.
    """
    with writing():
        lock_group(group.pk)
        mine = get_object_or_404(Member, group=group, person=person)
        claimed = Member.objects.filter(group=group, player=number).first()
        if claimed is not None and claimed.pk != mine.pk and not mine.owner:
            raise GroupError("owner_only")
        Member.objects.filter(group=group, player=number).update(player=None)
