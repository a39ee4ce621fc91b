"""Extremes of a group's games: most money, and longest times without five of a kind.

Most money is given for a game and for an evening.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Sum

from scorekeeper.games.presentations import presentations
from scorekeeper.ledger.models import Posting
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import Edition, edition_of

from .group_figures import PlayedGame
from .models import Cell

Sums = Mapping[str, Mapping[str, Mapping[int, int]]]
"""Signed amounts by unit, address of the game and player."""


@dataclass(frozen=True, slots=True)
class Pot:
    """The most that changed hands in a unit, in smallest units: in a game, and in an evening.

    `games`, `evenings`: numbers of those in which something was settled in this unit. `others`, `other_evenings`:
    numbers of others with the same amount.
    """

    unit: str
    game: PlayedGame
    amount: int
    games: int
    others: int
    evening: date
    evening_amount: int
    evenings: int
    other_evenings: int


@dataclass(frozen=True, slots=True)
class Drought:
    """The most games of one player in a row without five of a kind in an edition of a game.

    `games`: their number. `since`, `until`: days of the first and the last. `now`: whether it goes on. `played`: the
    player's games in which it is known whether they had it.
    """

    game: Edition
    player: int
    games: int
    since: date
    until: date
    now: bool
    played: int = 0


def pots(group: Group, games: Sequence[PlayedGame]) -> list[Pot]:
    """Return the largest sums of each unit; the first of equals.

    One query.
    """
    by_address = {game.result.session.address: game for game in games}
    found = []
    for unit, sums in sorted(_winnings(group, by_address).items()):
        won = {
            address: sum(max(each, 0) for each in sums[address].values())
            for address in by_address
            if address in sums
        }
        days: dict[date, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for address in won:
            for player, amount in sums[address].items():
                days[by_address[address].result.day][player] += amount
        evenings = {day: sum(max(each, 0) for each in mine.values()) for day, mine in days.items()}
        address = max(won, key=lambda each: won[each], default="")
        if address and won[address]:
            evening = max(evenings, key=lambda day: evenings[day])
            most, most_of_evening = won[address], evenings[evening]
            others, other_evenings = _others(won.values(), most), _others(evenings.values(), most_of_evening)
            of_evening = evening, most_of_evening, len(evenings), other_evenings
            found.append(Pot(unit, by_address[address], most, len(won), others, *of_evening))
    return found


def _others(amounts: Iterable[int], most: int) -> int:
    return sum(each == most for each in amounts) - 1


def _winnings(group: Group, addresses: Mapping[str, PlayedGame]) -> Sums:
    """Return what each player won by these games, without payments."""
    postings = Posting.objects.filter(group=group, session__in=addresses)
    postings = postings.exclude(kind__in=[Posting.Kind.PAYMENT, Posting.Kind.UNDO]).order_by()
    rows = postings.values("unit", "session", "debtor", "creditor").annotate(sum=Sum("amount"))
    found: dict[str, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    for unit, address, debtor, creditor, amount in rows.values_list(
        "unit", "session", "debtor", "creditor", "sum"
    ):
        found[unit][address][debtor] -= amount
        found[unit][address][creditor] += amount
    return found


def droughts(games: Sequence[PlayedGame]) -> list[Drought]:
    """Return the longest time without five of a kind, by edition; of equal ones the first.

    One query. A throw that wins outright is five of a kind too.
    """
    boxes = {
        slug: set(each.statistics_boxes) for slug, each in presentations().items() if each.statistics_boxes
    }
    played = [game for game in games if game.result.game in boxes]
    every = {box for each in boxes.values() for box in each}
    cells = Cell.objects.filter(result__in=[game.result.pk for game in played], box__in=every)
    rows = list(cells.values_list("result", "player", "points"))
    filled, thrown = {row[:2] for row in rows}, {row[:2] for row in rows if row[2] > 0}
    longest: dict[str, Drought] = {}
    running: dict[tuple[str, int], Drought] = {}
    times = Counter[tuple[str, int]]()
    for game in played:
        result, edition = game.result, edition_of(game.result.game, game.result.variant.rules)
        for score in game.scores:
            key, mine = (result.pk, score.player_id), (edition.key, score.player_id)
            had = key in thrown or (result.automatic and score.won)
            if not had and key not in filled:
                continue  # the box stayed open, or its points are not known
            times[mine] += 1
            if had:
                running.pop(mine, None)
                continue
            before = running.get(mine)
            now = Drought(
                edition,
                score.player_id,
                before.games + 1 if before else 1,
                before.since if before else result.day,
                result.day,
                now=True,
            )
            running[mine] = now
            if edition.key not in longest or now.games > longest[edition.key].games:
                longest[edition.key] = now
    return [
        replace(each, now=running.get((key, each.player)) == each, played=times[key, each.player])
        for key, each in longest.items()
    ]
