"""Pages of a group, read as text."""

from __future__ import annotations

import re
from datetime import datetime

from django.urls import reverse

from scorekeeper.history.models import Result
from scorekeeper.people.models import Group, Player
from scorekeeper.play import log
from tests.factories import SampleTable, Writer


def won(*names: str, writer: Writer, game: str = "general", at: datetime | None = None) -> SampleTable:
    """A game that is over, at a time of one's own."""
    desk = SampleTable(game, names, writer=writer)
    if game == "general":
        desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    else:
        for player in range(1, len(names) + 1):
            log.go_home(desk.address, desk.write_request(), str(player))
    if at is not None:
        Result.objects.filter(session=desk.session).update(finished=at)
    return desk


def group_of(writer: Writer) -> Group:
    return Group.objects.get(member__person=writer.person)


def home(writer: Writer, query: str = "") -> str:
    answer = writer.client().get(reverse("group", args=[group_of(writer).address]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def about(writer: Writer, name: str, query: str = "") -> str:
    player = Player.objects.get(group=group_of(writer), name=name)
    answer = writer.client().get(reverse("player", args=[group_of(writer).address, player.address]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())
