"""The players of a group: their names, which member each of them is, who has left, and how to pay them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing

from .groups import GroupError, hold
from .models import Group, Member, Person, Player, is_address
from .names import fault, fold, tidy
from .payment_links import links_fault, tidy_links
from .player_merge import holders


@dataclass(frozen=True, slots=True)
class About:
    """What a member may say of a player, as it was typed. `here`: he is asked to new games."""

    name: str
    links: str
    here: bool

    def faults(self) -> dict[str, str]:
        """By field the code of what is wrong: `name`, `links`."""
        found = {"name": fault(tidy(self.name)) or "", "links": links_fault(tidy_links(self.links))}
        return {field: code for field, code in found.items() if code}


def present(group: Group) -> list[Player]:
    """Everybody who is somebody of his own, by name, each with the member that he is, if any."""
    players = group.players.filter(merged_into=None).select_related("member")
    return sorted(players, key=lambda player: (player.left is not None, fold(player.name)))


def player_at(group: Group, address: str) -> Player:
    """A player by his address; by that of one who was merged, the one who stayed. Raises Http404."""
    found = group.players.filter(address=address).select_related("merged_into")
    player = found.first() if is_address(address) else None
    if player is None:
        raise Http404
    return player.merged_into or player


def describe(group: Group, number: int, about: About, by: Person) -> None:
    """Keep what was said of a player. Only for what has no faults.

    Raises GroupError `name_taken`, and `links_his` where somebody else says how a member is paid, and does not keep
    the group: money goes there.
    """
    name, links = tidy(about.name), tidy_links(about.links)
    with writing():
        for holder in holders:
            holder.hold([number])
        hold(group.pk)
        player = Player.objects.get(group=group, pk=number)
        others = Player.objects.filter(group=group, merged_into=None, folded=fold(name)).exclude(pk=number)
        if others.exists():
            raise GroupError("name_taken")
        if links != player.links and not may_pay_into(Member.objects.get(group=group, person=by), player):
            raise GroupError("links_his")
        renamed = player.name != name
        player.name, player.folded = name, fold(name)
        player.links = links
        player.left = None if about.here else player.left or timezone.now()
        player.save(update_fields=["name", "folded", "links", "left"])
        for holder in holders if renamed else ():
            holder.renamed(player)


def may_pay_into(member: Member, player: Player) -> bool:
    """Whether a member says how a player is paid: his own ways, those of whoever nobody is, as keeper all of them."""
    return member.owner or not Member.objects.filter(player=player).exclude(pk=member.pk).exists()


def claim(group: Group, person: Person, number: int) -> None:
    """Let a member be a player; whoever he was before he is no longer. Raises GroupError `player_claimed`."""
    with writing():
        hold(group.pk)
        member = get_object_or_404(Member, group=group, person=person)  # he may just have been sent away
        if Member.objects.filter(player=number).exclude(pk=member.pk).exists():
            raise GroupError("player_claimed")
        member.player = get_object_or_404(Player, group=group, pk=number, merged_into=None)
        member.save(update_fields=["player"])
        # from here on it is his to say, and to take back
        Player.objects.filter(Q(pk=number) | Q(merged_into=number), was=person).update(was=None)


def unclaim(group: Group, person: Person, number: int) -> None:
    """Let nobody be a player any more: by the member himself, or by whoever keeps the group.

    Raises GroupError `owner_only`.
    """
    with writing():
        hold(group.pk)
        mine = get_object_or_404(Member, group=group, person=person)
        claimed = Member.objects.filter(group=group, player=number).first()
        if claimed is not None and claimed.pk != mine.pk and not mine.owner:
            raise GroupError("owner_only")
        Member.objects.filter(group=group, player=number).update(player=None)
