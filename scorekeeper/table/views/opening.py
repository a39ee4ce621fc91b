"""The page that draws the order of play by dice or cards, for the new-game form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games.base import FirstPlayer
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presentation_of
from scorekeeper.table.card_draw import CardDraw, read_cards
from scorekeeper.table.new_game_form import NewGameForm, read_new_game
from scorekeeper.table.new_game_page import new_game_response
from scorekeeper.table.opening_roll import Draw, Throw, read_throws
from scorekeeper.table.opening_texts import opening_of
from scorekeeper.table.request_values import game_or_404, group_for_new_game
from scorekeeper.table.seat_rows import SeatRow, seat_rows
from scorekeeper.table.seating import small_number


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """Add the turns typed, and offer the order once it is decided.

    Raises Http404 for a game without a draw.
    """
    found = game_or_404(game)
    opening = opening_of(found)
    if opening is None:
        raise Http404
    if request.method != "POST":
        return redirect("new_game", game)
    group = group_for_new_game(request)
    form = read_new_game(found, group, request.POST)
    faults = replace(form.seating, sides=0).faults((), form.player_counts)
    if faults:
        return new_game_response(request, replace(form, errors=faults), group=group, status=422)
    draw, first = _read(request, form), request.POST.get("first", "")
    if place := small_number(first):
        return new_game_response(request, _begun_by(form, place), group=group)
    if "again" in request.POST:
        draw = draw.cleared()
    draw = draw.by_phone() if first == "draw" else draw.taken()
    return _answer(request, form, draw, opening.title)


def _begun_by(form: NewGameForm, number: int) -> NewGameForm:
    """Return the form with a chosen player in the first line; the others follow as they sit."""
    lines, first = form.seating.lines, number - 1
    return replace(form, seating=replace(form.seating, lines=(*lines[first:], *lines[:first])))


def _read(request: HtmxHttpRequest, form: NewGameForm) -> Draw:
    """Read earlier turns and the typed one; a tapped card counts as typed."""
    names, first_player = tuple(form.seating.names), presentation_of(form.game).first_player
    if first_player is not FirstPlayer.CARD_DRAW:
        count = getattr(form.game, "dice", 5)
        return read_throws(request.POST, len(names), count, by_hand=first_player is FirstPlayer.POKER_HAND)
    draw = read_cards(request.POST, names)
    place = small_number(request.POST.get("now", "")) - 1
    tapped = request.POST.get("press", "").removeprefix("card-")
    return draw.tapped(place, tapped) if tapped and place in draw.waiting else draw


def _answer(request: HtmxHttpRequest, form: NewGameForm, draw: Draw, title: str) -> HttpResponse:
    wrong = draw.faults()
    name = "table/_opening.html" if request.htmx else "table/opening.html"
    context = _waiting(form, draw, wrong) if draw.waiting else _drawn(form, draw)
    context |= {"game": form.game, "game_name": form.rules.game_name, "title": title}
    return render(request, name, context, status=422 if wrong else 200)


def _waiting(form: NewGameForm, draw: Draw, wrong: dict[int, str]) -> dict[str, Any]:
    """Return the context while players are waiting for a turn: first turns by seat, then ties."""
    seats = seat_rows(form.seating, form.known, {})
    waiting = draw.waiting
    again = all(draw.turns)
    places = [place for group in draw.groups for place in group] if again else range(len(draw.turns))
    now = next((place for place in waiting if place in wrong), waiting[0])
    names = and_list([seats[place].name for place in waiting])
    cards = isinstance(draw, CardDraw)
    tied = _("%(players)s draw again.") if cards else _("%(players)s roll again.")
    return {
        "rows": [_row(seats[place], draw, place, now=now, error=wrong.get(place, "")) for place in places],
        "fields": [*form.fields(), *draw.fields()],
        "now": seats[now],
        "tied": tied % {"players": names} if again else "",
        "hint": _hint(draw),
        "quick": "" if any(draw.turns) else _quick_hint(draw),
        "named_first": not isinstance(draw, CardDraw),
        **(_card_fields(draw, now) if isinstance(draw, CardDraw) else _dice_fields(draw, now, wrong)),
    }


def _dice_fields(draw: Draw, now: int, wrong: dict[int, str]) -> dict[str, Any]:
    """Return the dice fields of the player who throws."""
    assert isinstance(draw, Throw)
    typed = "" if now in wrong else draw.typed[now].strip()[: draw.count]
    return {"slots": list(typed.ljust(draw.count)), "count": draw.count}


def _card_fields(draw: CardDraw, now: int) -> dict[str, Any]:
    """Return the picker of the player who draws."""
    return {"picker": draw.picker(now)}


def _drawn(form: NewGameForm, draw: Draw) -> dict[str, Any]:
    """Return the context once the order is decided."""
    seats = seat_rows(form.seating, form.known, {})
    ordered = replace(form, seating=draw.seated(form.seating))
    names = ordered.seating.names
    text = _("%(first)s rolls first, then %(others)s.")
    if isinstance(draw, CardDraw):
        text = _("%(first)s deals. Then, counter-clockwise: %(others)s.")
    return {
        "rows": [
            _row(seats[place], draw, place) | {"number": number}
            for number, place in enumerate(draw.order, start=1)
        ],
        "fields": ordered.fields(),
        "drawn": True,
        "again": _("Draw again") if isinstance(draw, CardDraw) or draw.chosen else _("Roll again"),
        "by_phone": draw.chosen,
        "hint": text % {"first": names[0], "others": and_list(names[1:])},
        "sides_text": ordered.seating.partners_text() if ordered.seating.sides in form.possible_sides else "",
    }


def _row(seat: SeatRow, draw: Draw, place: int, *, now: int = -1, error: str = "") -> dict[str, Any]:
    turns = draw.turns[place]
    waits = place in draw.waiting
    text = draw.describe(place)
    row = {"seat": seat, "waits": waits, "now": place == now, "typed": draw.typed[place], "error": error}
    if isinstance(draw, CardDraw):
        text = _("%(cards)s, draws again") % {"cards": text} if waits and turns else text
        card = "" if waits or not turns else draw.last_card(place)
        label = _("%(name)s’s card") % {"name": seat.name}
        return row | {"text": text, "card": card, "label": label, "field": f"card-{seat.number}"}
    assert isinstance(draw, Throw)
    text = _("%(hand)s, rolls again") % {"hand": text} if waits and turns else text
    dice = () if waits or not turns else turns[-1]
    label = _dice_of(seat.name, draw.count)
    return row | {"text": text, "dice": dice, "label": label, "field": f"dice-{seat.number}"}


def _dice_of(name: str, count: int) -> str:
    return ngettext("%(name)s’s die", "%(name)s’s %(count)d dice", count) % {"name": name, "count": count}


def _quick_hint(draw: Draw) -> str:
    if isinstance(draw, CardDraw):
        return _("Or let the phone draw:")
    return _("Or without dice: let the phone draw, or choose who rolls first.")


def _hint(draw: Draw) -> str:
    if isinstance(draw, CardDraw):
        return _("Everybody draws a card. The highest deals; the others sit to the right in order.")
    assert isinstance(draw, Throw)
    if draw.in_full:
        return _("Everybody rolls five dice once. The lowest hand goes first, then the next lowest.")
    text = _(
        "Everybody rolls %(count)d dice once. The highest total goes first, the others follow as they sit."
    )
    return text % {"count": draw.count}
