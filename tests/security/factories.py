"""The data of a cast, created within the environment of the server."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from scorekeeper.games.dice_sheet.score_tables import points_address
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.presentations import presented
from scorekeeper.people import invite_links, player_merge
from scorekeeper.people.models import Player
from scorekeeper.play.access_links import token_of
from scorekeeper.play.models import Session
from tests.factories import SampleTable, Writer

BROWSERS = 120  # more than there are routes
STAKE = {"kind": "low_pays", "amount": "1", "unit": "EUR"}


def make() -> dict[str, Any]:
    """Create a group with tables, a ledger and a merged name; and a table of another group."""
    with transaction.atomic():  # in one piece: this is quicker than line by line
        dice = SampleTable(names=["Ana", "Bo"])
        dice.line(1, "ones", points=3)
        cards = SampleTable("forty_fives", ["Ana", "Bo"], writer=dice.writer)
        cards.entry(trump="H", tricks=["1"] * 5, best="1")
        over = _won("Ana", "Bobby", "Cleo", writer=dice.writer)
        _next_game(over)
        ana, bobby, cleo = (seat.player for seat in over.session.seats.order_by("number"))
        bo = Player.objects.get(group=dice.group, name="Bo")
        player_merge.merge_players(dice.group, bobby.pk, bo.pk, dice.writer.person)
        other = SampleTable(names=["Cleo", "Dev", "Eva"])
        other.line(1, "ones", points=4)
        return {
            "dice": dice.address,
            "cards": cards.address,
            "over": over.address,
            "other": other.address,
            "host": _sessions(dice.writer)[0],
            "outsider": _sessions(other.writer)[0],
            "browsers": _sessions(dice.writer, BROWSERS),
            "given": _given(dice, bo) | {"digest": _digest(cards)},
            "forms": {
                "people": {"player": ana.address},
                "player_merge": {"other": cleo.address, "stays": bo.address},
                "money": {
                    "do": "pay",
                    "payer": str(bo.pk),
                    "payee": str(ana.pk),
                    "unit": "EUR",
                    "amount": "1",
                },
            },
        }


def _digest(desk: SampleTable) -> str:
    """Return the name of the file that a phone fetches at this card table for offline use."""
    shown_by = presented(desk.table)
    draft = shown_by.offline_draft(desk.table, shown_by.entry_panel(desk.table, PanelRequest()))
    assert draft is not None
    return str(draft["address"].rpartition("/")[2].removesuffix(".json"))


def _given(desk: SampleTable, player: Player) -> dict[str, str]:
    """Return the arguments of paths: none of them is secret to the owner of the group."""
    _points, game, name = points_address(desk.table).removesuffix(".json").strip("/").split("/")
    return {
        "group": desk.group.address,
        "player": player.address,
        "key": invite_links.invite_token(desk.group),
        "token": token_of(desk.session),
        "game": game,
        "name": name,
    }


def _won(*names: str, writer: Writer) -> SampleTable:
    """Play a game for money that the first player won with the first throw."""
    desk = SampleTable(names=names, stake=STAKE, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    return desk


def _next_game(desk: SampleTable) -> None:
    after = SampleTable(names=["Ana", "Cleo"], writer=desk.writer)
    Session.objects.filter(pk=after.session.pk).update(rematch_of=desk.session)


def _sessions(writer: Writer, count: int = 1) -> list[str]:
    """Return the session keys of so many browsers of a person."""
    first = writer.client().session
    found = [type(first)() for _ in range(count)]
    for each in found:
        each.update(first.items())
        each.save()
    return [str(each.session_key) for each in found]
