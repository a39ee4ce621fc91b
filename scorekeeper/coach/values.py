"""The table of values for `docs/coach.md`: every dice game and each house rule with effect."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from scorekeeper.rules.contract import Options
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.naming import PRESET, editions

from .model import Model
from .solver import Table

Rules = Mapping[str, object]


class ValueRow(NamedTuple):
    """A row: the house rules given, and how they resolve; the others have their defaults."""

    game: SheetGame
    given: Rules
    options: Options


def rows(games: Iterable[SheetGame]) -> Iterator[ValueRow]:
    """Yield each game by its usual rules, its named sheets, then each house rule changed alone.

    House rules that score like an earlier row are left out; one that changes nothing alone is tried with each other.
    """
    for game in games:
        seen: set[str] = set()
        idle: list[Rules] = []
        single = list(_changes(game))
        for given in ({}, *editions(game), *single):
            if row := _new(game, given, seen):
                yield row
            else:
                idle.append(given)
        for one, other in product(idle, single):
            if not one.keys() & other.keys() and (row := _new(game, {**other, **one}, seen)):
                yield row


def _changes(game: SheetGame) -> Iterator[Rules]:
    """Yield each house rule with each value other than its default."""
    for option in game.OPTIONS:
        for value in option.values:
            if value.value != option.default and option.name != PRESET:
                yield {option.name: value.value}


def _new(game: SheetGame, given: Rules, seen: set[str]) -> ValueRow | None:
    """Return the row of these house rules unless they score like an earlier row."""
    options = game.resolve(given)
    name = Model(game, options).digest
    if name in seen:
        return None
    seen.add(name)
    return ValueRow(game, given, options)


def text(row: ValueRow, table: Table) -> str:
    """Return a row of the table in Markdown."""
    rules = f"`{json.dumps(row.given)}`" if row.given else "as usual"
    return f"| {row.game.slug} | {rules} | {table.expected:.4f} | {table.deviation:.4f} |"
