"""Reference implementation: the settlement of a game, from its exported files alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, cycle

Row = dict[str, str]
Side = tuple[str, ...]
Debt = tuple[Side, Side, int]
Pairs = Counter[tuple[str, str]]  # payer and payee, how many of the smallest units
AUTOMATIC = frozenset({"automatic_win", "sweep"})  # how games end that are won at once


def settles(rows: Sequence[Row], lines: Iterable[Row]) -> None:
    """Assert that the ledger holds the settlement of a game.

    `rows`: its seats. `lines`: the whole ledger.
    """
    stake, lines = rows[0], list(lines)
    brought: dict[str, Pairs] = defaultdict(Counter)
    for line in lines:
        if line["table"] == stake["table"]:
            brought[line["unit"]][line["from"], line["to"]] += _units(line["owed"], line["unit"], lines)
    if stake["stake"] != "none":
        unit, sums = stake["stake_unit"], (stake["stake_amount"], stake["stake_automatic_win"])
        amount, automatic_win = (_units(each, unit, lines) if each else None for each in sums)
        brought[unit].subtract(owed(rows, amount or 0, automatic_win))
    assert not any(any(_between(pairs).values()) for pairs in brought.values()), (rows, brought)


def owed(rows: Sequence[Row], amount: int, automatic_win: int | None) -> Pairs:
    """Return the debts in whole units. `amount`, `automatic_win`: the stake's sums in units."""
    found: Pairs = Counter()
    for payers, payees, whole in _debts(rows, amount, automatic_win):
        for payer, carried in _shared(whole, payers):
            for payee, received in _shared(carried, payees):
                found[payer, payee] += received
    return +found


def sides(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the sides, in seat order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(f"team {row['team']}" if row["team"] else f"player {row['player']}", []).append(row)
    return list(found.values())


def decimal(text: str) -> Fraction:
    """An amount, with a point or a comma."""
    return Fraction(text.replace(",", "."))


def _units(text: str, unit: str, lines: Iterable[Row]) -> int:
    """An amount in the smallest units there are, by how the ledger writes them."""
    written = next((line["amount"] for line in lines if line["unit"] == unit), text)
    found = decimal(text) * 10 ** len(written.replace(",", ".").partition(".")[2])
    assert found.denominator == 1
    return int(found)


def _between(pairs: Pairs) -> Pairs:
    """Return the debt of the first of each two to the second, negative the other way."""
    found: Pairs = Counter()
    for (payer, payee), units in pairs.items():
        found[min(payer, payee), max(payer, payee)] += units if payer < payee else -units
    return found


def _debts(rows: Sequence[Row], amount: int, automatic_win: int | None) -> Iterator[Debt]:
    """Return the debt of one side to another, before its members share it."""
    kind, parties = rows[0]["stake"], sides(rows)
    won = [side for side in parties if side[0]["won"] == "yes"]
    lost = [side for side in parties if side[0]["won"] == "no"]
    if kind == "pairwise":
        for one, other in combinations(parties, 2):
            ahead, behind = sorted((one, other), key=_points, reverse=True)
            yield _names(behind), _names(ahead), amount * (_points(ahead) - _points(behind))
    elif not won or kind == "none":
        return
    elif kind == "low_buys":
        yield from _bought(rows, _lowest(lost), amount)
    elif kind == "low_pays":
        lowest = _lowest(lost)
        for number, part in _shared(amount, tuple(map(str, range(len(lowest))))):
            yield from _to_winners(lowest[int(number)], won, part)
    else:
        for side in lost:
            due = amount
            if kind == "per_point":
                due *= max(0, max(map(_points, won)) - _points(side))
                if rows[0]["ended"] in AUTOMATIC and automatic_win is not None:
                    due = automatic_win
            yield from _to_winners(side, won, due)


def _to_winners(side: Sequence[Row], won: Sequence[Sequence[Row]], due: int) -> Iterator[Debt]:
    for number, part in _shared(due, tuple(map(str, range(len(won))))):
        yield _names(side), _names(won[int(number)]), part


def _bought(rows: Sequence[Row], lowest: Sequence[Sequence[Row]], amount: int) -> Iterator[Debt]:
    """Return a round for each of the others: the units go round among the buyers."""
    buyers = [row["player"] for row in rows if any(row in side for side in lowest)]
    turn = cycle(buyers)
    for row in rows:
        if row["player"] not in buyers and buyers:
            whole, odd = divmod(amount, len(buyers))
            extra = Counter(next(turn) for _ in range(odd))
            for buyer in buyers:
                yield (buyer,), (row["player"],), whole + extra[buyer]


def _lowest(lost: Sequence[Sequence[Row]]) -> list[Sequence[Row]]:
    """Return the losing sides with the lowest place."""
    last = max((int(side[0]["place"]) for side in lost), default=0)
    return [side for side in lost if int(side[0]["place"]) == last]


def _shared(whole: int, among: Side) -> Iterator[tuple[str, int]]:
    """Equal parts; the units that are left go one each to the first."""
    for place, each in enumerate(among):
        yield each, (whole + len(among) - 1 - place) // len(among)


def _points(side: Sequence[Row]) -> int:
    return sum(int(row["points"]) for row in side)


def _names(side: Sequence[Row]) -> Side:
    return tuple(row["player"] for row in side)
