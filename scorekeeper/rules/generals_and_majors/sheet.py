"""The sheet of Generals and Majors for the pages and for `replay`, and the final bounds.

The sheet's columns are the two players. Its rows, by key:

- `strength` (kind "box"): the sum of the armies face up; `line` is that player's last line.
- `red`, `black`, `star` (kind "points"): command points of the colour; `star` are those that serve either.
- `commanders`, `armies`, `face_down` (kind "cards"): the cards there, in the order in which they were laid or
  turned down; `fields`: `CardsRow`.
- `table` (kind "table", no cells of its own): `fields`: `TableFacts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.rules.cards import is_joker, rank_of
from scorekeeper.rules.contract import N_, Cell, Row, Sheet, leaders

from .choice_fields import CardsRow, Grace, Lead, TableFacts
from .points import COLOURS, caps, is_numbered, pack_of
from .table import Army, Commander, Side, Table, lead, points_of, seen, strength, values

LABELS = {"red": N_("Red points"), "black": N_("Black points"), "star": N_("Shared points")}


def facts(table: Table) -> dict[str, Any]:
    """Return the values of `TableFacts`."""
    return {
        "turn": sum(side.turns for side in table.sides) + (not table.ended),
        "stock": table.stock,
        "discards": table.discards,
        "hands": dict(zip(table.seats.players, (side.hand for side in table.sides), strict=True)),
        "shuffle": not table.stock and table.discards > 0,
        "counted_out": not table.stock and not table.discards,
        "winning": table.options.number("lead"),
        "lead": lead_of(table),
        "grace": grace_of(table),
        "caps": caps(table.options)._asdict(),
    }


def lead_of(table: Table) -> Lead:
    """Return the lead."""
    signed = lead(table, 0)
    player = table.seats.players[0 if signed > 0 else 1] if signed else None
    return Lead(player, abs(signed), signed)


def grace_of(table: Table) -> Grace | None:
    """Return the current turn of grace, None without one."""
    if table.grace is None or table.ended:
        return None
    by, players = lead(table, table.grace), table.seats.players
    needed = by - table.options.number("lead") + 1
    return Grace(players[1 - table.grace], players[table.grace], by, max(0, needed))


def sheet(table: Table, scores: Mapping[str, int]) -> Sheet:
    """Return the sheet with both sides of the table."""
    players = table.seats.players
    winners = () if table.winner is None else (players[table.winner],)
    return Sheet(
        players,
        tuple(_rows(table)),
        tuple(scores.values()),
        None if table.ended else players[table.turn],
        winners if table.ended else leaders(scores),
        (facts(table)["turn"], None),
        table.seats.teams,
        tuple(scores[player] for team in table.seats.teams for player in team),
        tuple(tuple(_marks(table, place)) for place in (0, 1)),
    )


def _marks(table: Table, place: int) -> Iterator[str]:
    if table.seats.players[place] == table.seats.first_dealer:
        yield "dealer"
    if table.grace == 1 - place and not table.ended:
        yield "grace"


def _rows(table: Table) -> Iterator[Row]:
    yield Row(
        "strength", N_("Strength"), tuple(Cell(strength(side), side.line) for side in table.sides), "box"
    )
    points = [points_of(side, table.options)._asdict() for side in table.sides]
    for colour in COLOURS:
        yield Row(colour, LABELS[colour], tuple(Cell(each[colour]) for each in points), "points", 1)
    yield _cards("commanders", N_("Commanders"), tuple(side.commanders for side in table.sides))
    armies = tuple(side.armies for side in table.sides)
    yield _cards("armies", N_("Armies"), armies, tuple(map(values, armies)))
    yield _cards("face_down", N_("Face down"), tuple(side.down for side in table.sides))
    yield Row("table", N_("Table"), (Cell(), Cell()), "table", fields=TableFacts(**facts(table)))


def _cards(
    key: str,
    label: str,
    laid: tuple[tuple[Commander | Army, ...], ...],
    worth: tuple[dict[str, int], ...] = (),
) -> Row:
    fields = CardsRow(
        lines=tuple({each.card: each.line for each in cards} for cards in laid),
        bound=tuple({each.card: each.bound for each in cards if each.bound} for cards in laid),
        values=worth,
    )
    cells = tuple(
        Cell(None, cards[-1].line if cards else None, cards=tuple(each.card for each in cards))
        for cards in laid
    )
    return Row(key, label, cells, "cards", 2, fields=fields)


def report(table: Table) -> dict[str, Any]:
    """Return both sides in the form that `replay` prints."""
    return {
        player: {
            "commanders": [each.card for each in side.commanders],
            "armies": [each.card for each in side.armies],
            "face_down": [each.card for each in side.down],
            "points": points_of(side, table.options)._asdict(),
            "strength": strength(side),
        }
        for player, side in zip(table.seats.players, table.sides, strict=True)
    }


def bounds(table: Table) -> dict[str, tuple[int, int]]:
    """Return the least and most final strength of each player.

    Any army may yet be cancelled; at most all cards that were not shown come to one side, jokers as tens.
    """
    scores = dict(zip(table.seats.players, table.sides, strict=True))
    if table.ended:
        return {player: (strength(side), strength(side)) for player, side in scores.items()}
    shown = seen(table)
    unseen = sum(_most(card) for card in pack_of(table.options).cards if card not in shown)
    return {player: (0, unseen + _face_up(side)) for player, side in scores.items()}


def _most(card: str) -> int:
    return 10 if is_joker(card) else int(rank_of(card)) if is_numbered(card) else 0


def _face_up(side: Side) -> int:
    return sum(_most(army.card) for army in side.armies)
