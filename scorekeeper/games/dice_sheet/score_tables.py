"""Score tables for phones without signal: points of every roll, or the reason for zero.

The rules compute them roll by roll. Most points follow from the dice alone. Points that depend on the column as
well (a joker, a double, a win at once) are null; the server computes them when the line arrives.

The address names the house rules, the language, and a digest of the rules' source and of the translations, so its
content never changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import blake2s
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, override

from scorekeeper import rules
from scorekeeper.games.phrases import box_name
from scorekeeper.play.table import Table
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import MoveError, Offer, Options, Seats
from scorekeeper.rules.dice import rolls
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.dice_sheet.state import State

from . import pad_words, score_reasons
from .pad import dice_game
from .score_reasons import why_nothing

TO_COME = 60  # lines; exceeds the number written during one loss of signal
_WHO: Final = "1"
_SIGNS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"

# by box: the points, the reason for zero points, or None if they depend on more than the dice
Points = dict[str, int | str | None]


def points_address(table: Table) -> str:
    """Return the address of the score table of a table's house rules."""
    game, language = dice_game(table), get_language() or "en"
    name = f"{_spelled(game, table.options)}-{_edition(language)}-{language}"
    return reverse("points", args=[game.slug, name])


def points_file(slug: str, name: str) -> bytes | None:
    """Return the JSON of a score table, None for an unknown address.

    "boxes": their keys in printed order; "names": their labels within a sentence. "dice", "throws": their numbers.
    "later", "first": {"11234": the points in each box, null if they depend on more than the dice}; "first" is present
    only if it differs. -1 is zero points for the first of the "reasons", -2 for the second. "values": {box: the points
    that may be written without dice, "25x1" for those of a first throw}. "words": the other texts of the pad
    (`pad_words`). For games that bank spare throws, "saved": {"11234x1": the spare throws that the dice of this throw
    bank in each box}, and "saved_values": {box: {a value: the same for it}}; what banks none is left out.
    """
    game = GAMES.get(slug)
    code, edition, language = [*name.split("-"), "", ""][:3]
    known = language in dict(settings.LANGUAGES) and name.count("-") == 2
    if not isinstance(game, SheetGame) or not known or edition != _edition(language):
        return None
    options = _read(game, code)
    return None if options is None else _file(game, options, language)


def _spelled(game: SheetGame, options: Options) -> str:
    """Return the version of the rules, followed by one character per option value."""
    places = [[each.value for each in option.values].index(options[option.name]) for option in game.OPTIONS]
    return "".join(_SIGNS[place] for place in (options.version, *places))


def _read(game: SheetGame, code: str) -> Options | None:
    version, *places = [_SIGNS.find(sign) for sign in code] or [0]
    if len(places) != len(game.OPTIONS) or version not in range(1, game.version + 1):
        return None
    pairs = list(zip(game.OPTIONS, places, strict=True))
    if any(place not in range(len(option.values)) for option, place in pairs):
        return None
    return game.resolve({option.name: option.values[place].value for option, place in pairs}, version)


@cache
def _edition(language: str) -> str:
    """Return a digest of the sources of the rules and of the texts, and of the translations."""
    found = blake2s(digest_size=5)
    texts = [Path(str(module.__file__)) for module in (pad_words, score_reasons)]
    catalogue = settings.CATALOGUES / language / "LC_MESSAGES" / "django.po"
    texts += [catalogue] if catalogue.exists() else []
    for path in [*sorted(Path(rules.__file__).parent.rglob("*.py")), Path(__file__), *texts]:
        found.update(path.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=128)
def _file(game: SheetGame, options: Options, language: str) -> bytes:
    with override(language):
        return json.dumps(_table(game, options), ensure_ascii=False, separators=(",", ":")).encode()


def _table(game: SheetGame, options: Options) -> dict[str, Any]:
    fresh = game.start(options, Seats((_WHO,)))
    boxes = tuple(game.boxes(options))
    probes = tuple(_probes(game, fresh, boxes))
    later, first = {}, {}
    for dice in rolls(game.dice):
        name = "".join(map(str, dice))
        later[name] = _known(game, fresh, probes, dice, game.throws)
        at_once = _known(game, fresh, probes, dice, 1)
        if at_once != later[name]:
            first[name] = at_once
    reasons = {each: None for row in (*later.values(), *first.values()) for each in row.values()}
    numbers = {each: -place for place, each in enumerate(filter(_is_text, reasons), start=1)}
    return _saved(game, fresh, boxes) | {
        "boxes": boxes,
        "names": [box_name(row.label) for row in game.boxes(options).values()],
        "dice": game.dice,
        "throws": game.throws,
        "later": {name: _row(points, boxes, numbers) for name, points in later.items()},
        "first": {name: _row(points, boxes, numbers) for name, points in first.items()},
        "reasons": list(numbers),
        "values": _values(game, fresh, probes),
        "words": pad_words.words(game.dice),
    }


def _is_text(points: int | str | None) -> bool:
    return isinstance(points, str)


def _row(points: Points, boxes: tuple[str, ...], numbers: Mapping[Any, int]) -> list[int | None]:
    """Return the points in printed order, with the numbers of the reasons for zero points."""
    found = [points.get(box) for box in boxes]
    return [numbers[each] if isinstance(each, str) else each for each in found]


def _known(
    game: SheetGame, fresh: State, probes: tuple[State, ...], dice: tuple[int, ...], throws: int
) -> Points:
    """Return the points of a roll in each box; None if they depend on the column."""
    points: Points = dict(_brings(game, fresh, dice, throws))
    if len(set(dice)) > 1:
        return points  # `context` in rules/dice_sheet/scoring.py: the column matters only for five alike
    for state in probes:
        there = _brings(game, state, dice, throws)
        for box in state.columns[0].cells:
            there[box] = points.get(box)  # a used box has no offer
        for box in points:
            if there.get(box) != points[box]:
                points[box] = None
    return points


def _brings(game: SheetGame, state: State, dice: tuple[int, ...], throws: int) -> Points:
    choices = game.choices(state, partial={"dice": list(dice), "throws": throws})
    return {
        choice.box: _worth(game, state.options, choice.box, choice.offers[0])
        for choice in choices
        if choice.box and choice.offers
    }


def _worth(game: SheetGame, options: Options, box: str, offer: Offer) -> int | str | None:
    """Return the points of an offer, or the reason for zero; None if a bonus would be added."""
    if offer.extra:
        return None
    labels = game.boxes(options)
    return offer.points or why_nothing(offer.reasons, box, lambda name: box_name(labels[name].label))


def _saved(game: SheetGame, fresh: State, boxes: tuple[str, ...]) -> dict[str, Any]:
    """Return the spare throws that lines bank, by their dice and throw and by their value."""
    if not game.keeps_spares(fresh.options):
        return {}
    by_dice = {}
    for dice in rolls(game.dice):
        for throws in range(1, game.throws):
            choices = game.choices(fresh, partial={"dice": list(dice), "throws": throws})
            spares = {choice.box: choice.offers[0].spares for choice in choices if choice.offers}
            if any(spares.values()):
                by_dice[f"{''.join(map(str, dice))}x{throws}"] = [spares.get(box, 0) for box in boxes]
    by_value = {
        choice.box: {_value(game, offer): offer.spares for offer in choice.offers if offer.spares}
        for choice in game.choices(fresh)
    }
    return {"saved": by_dice, "saved_values": {box: each for box, each in by_value.items() if each}}


def _values(game: SheetGame, fresh: State, probes: tuple[State, ...]) -> Mapping[str, list[str]]:
    """Return the points that may be written without dice in every state of the column."""
    found = _without_dice(game, fresh)
    for state in probes:
        there = _without_dice(game, state)
        for box in there:
            found[box] = [value for value in found[box] if value in there[box]]
    return found


def _without_dice(game: SheetGame, state: State) -> dict[str, list[str]]:
    """Return the values of the keys without dice; the default throw is omitted from them."""
    return {
        choice.box: [_value(game, offer) for offer in choice.offers]
        for choice in game.choices(state)
        if choice.box
    }


def _value(game: SheetGame, offer: Offer) -> str:
    return f"{offer.points}x{offer.throws}" if offer.throws != game.throws else str(offer.points)


def _probes(game: SheetGame, fresh: State, boxes: tuple[str, ...]) -> Iterator[State]:
    """Yield columns to try a roll with.

    One box is used, or all but one, by a strike or by five alike.
    """
    for struck in (True, False):
        for box in boxes:
            yield _filled(game, fresh, [box], struck=struck)
            yield _filled(game, fresh, [other for other in boxes if other != box], struck=struck)


def _filled(game: SheetGame, state: State, boxes: list[str], *, struck: bool) -> State:
    strike: dict[str, Any] = {"strike": True}
    alike: dict[str, Any] = {"dice": [6] * game.dice, "throws": game.throws}
    for box in boxes:
        line = {"player": _WHO, "box": box}
        try:
            state = game.apply(state, game.parse(line | (strike if struck else alike)))
        except MoveError:
            state = game.apply(state, game.parse(line | strike))
    return state
