"""Values of requests: the game, the group, the author, a form's key, the move to write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest

from scorekeeper.core.web.numbers import number_of, parse_integer
from scorekeeper.games.query import COUNT_DIGITS, faces, read_key, whole
from scorekeeper.people.groups import groups_of
from scorekeeper.people.identity import device_of, ensure_person, group_of, person_of
from scorekeeper.people.models import Group, Person
from scorekeeper.play import log, strict_json
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, RuleError

LONGEST_MOVE = 10_000  # characters; a round of ten players, card by card, needs a fifth of these
DRAFT_DIGITS = 18


def game_or_404(slug: str) -> Game[Any, Any]:
    """Return the game with this slug.

    Raises Http404.
    """
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


def group_for_new_game(request: HttpRequest) -> Group | None:
    """Return the group that a new game belongs to: the one named, else the person's current one.

    None for a visitor without a group. Raises Http404 if the address names a group of other persons. A form may name a
    group that its author has left meanwhile; then their current group is used.
    """
    person = person_of(request)
    wanted = request.POST.get("group") or request.GET.get("group")
    mine = groups_of(person) if person and wanted else []
    found = next((group for group in mine if group.address == wanted), None)
    if found is None and "group" in request.GET:
        raise Http404
    return found or group_of(person)


def author_or_404(request: HttpRequest) -> Person:
    """Return the person who sends the request.

    Raises Http404 for a visitor without one.
    """
    person = person_of(request)
    if person is None:
        raise Http404
    ensure_person(request)
    return person


def write_request_of(request: HttpRequest) -> log.WriteRequest:
    """Return the author, the count of entries they saw, and the form's key.

    Raises RuleError `bad_ticket` for a form that lost them.
    """
    person = author_or_404(request)
    seen, key = parse_integer(request.POST.get("seen", ""), COUNT_DIGITS), key_of(request)
    if seen is None or not key:
        raise RuleError("bad_ticket")
    return log.WriteRequest(
        person,
        device_of(request),
        seen,
        key,
        number_of(request.POST.get("draft", ""), DRAFT_DIGITS),
        number_of(request.POST.get("ahead", ""), COUNT_DIGITS),
    )


def key_of(request: HttpRequest) -> str:
    """Return the form's key in its normal spelling, empty if missing.

    It makes a resent form harmless.
    """
    return read_key(request.POST.get("key", ""))


def number_or_404(request: HttpRequest, name: str) -> int:
    """Return a posted number of one to six digits.

    Raises Http404 for anything else.
    """
    number = parse_integer(request.POST.get(name, ""), COUNT_DIGITS)
    if number is None:
        raise Http404
    return number


def move_of(form: Mapping[str, str]) -> dict[str, Any]:
    """Return the move in a form: whole where it was a draft, else put together from its fields.

    Raises RuleError `bad_ticket` for a damaged draft. The rules refuse any other malformed move.
    """
    return _whole_move(form["move"]) if "move" in form else _turn(form)


def _whole_move(text: str) -> dict[str, Any]:
    try:
        move = strict_json.loads(text[: LONGEST_MOVE + 1].encode(errors="replace"))
    except strict_json.TextError as error:
        raise RuleError("bad_ticket") from error
    if not isinstance(move, dict):
        raise RuleError("bad_ticket")
    return move


def _turn(form: Mapping[str, str]) -> dict[str, Any]:
    """Return a turn of a dice game: dice, points, or a strike."""
    move: dict[str, Any] = {"player": form.get("player", "")}
    if form.get("box"):
        move["box"] = form["box"]
    if form.get("strike"):
        move["strike"] = True
    elif form.get("points"):
        move["points"] = whole(form["points"])
    elif form.get("value"):
        # one key may hold both: "25x1" is 25 points on the first throw
        points, _x, throws = form["value"].partition("x")
        move |= {"points": whole(points)} | ({"throws": whole(throws)} if throws else {})
    if form.get("dice"):
        move["dice"] = [int(die) if die in "0123456789" else die for die in faces(form["dice"])]
    if form.get("throws") and "throws" not in move:
        move["throws"] = whole(form["throws"])
    if form.get("out_of_turn"):
        move["out_of_turn"] = True
    if form.get("note"):
        move["note"] = form["note"]
    return move
