"""Comparison of every figure of statistics and ledger with the recount of the exported files."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import isclose
from typing import Any

from django.urls import reverse

from scorekeeper.history.extremes import droughts, pots
from scorekeeper.history.group_figures import group_figures, played_games
from scorekeeper.history.hall_of_fame import ENOUGH_TIMES, box_fame, highest_totals
from scorekeeper.history.models import Variant
from scorekeeper.history.period import ALL_TIME, Period
from scorekeeper.history.period_sums import meetings_of_all
from scorekeeper.history.player_record import RANKED, player_record
from scorekeeper.history.player_stats import Spread, player_stats
from scorekeeper.history.standings import Standing, standings, tallies
from scorekeeper.history.variants import PlayedVariant, own_variants, played_variants
from scorekeeper.ledger.money import decimal_string
from scorekeeper.ledger.sums import balances, simplest
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import english_name

from .recount import Figures, Recount, recount
from .recount_fame import highest, longest_without, lost_lead, most_paid
from .recount_records import belt, closest, shares
from .reference_stakes import decimal


def download(client: Any, name: str, group: Group, **query: str) -> str:
    answer = client.get(reverse(name, args=[group.address]), query)
    assert answer.status_code == 200
    return (b"".join(answer) if answer.streaming else answer.content).decode("utf-8")


def counted(group: Group, client: Any, period: Period = ALL_TIME) -> Recount:
    names = ("export_results", "export_ledger", "export_group")
    days = {"since": str(period.first or ""), "until": str(period.last or "9999")}
    return recount(*(download(client, name, group) for name in names), **days)


def compare(group: Group, client: Any, period: Period = ALL_TIME) -> Recount:
    """Compare every figure of statistics and ledger with the recount."""
    found = counted(group, client, period)
    names = dict(group.players.values_list("pk", "name"))
    seen = 0
    for played in played_variants(group, period):
        variant = Variant.objects.get(pk=played.number)
        rows = {names[each.player]: each for each in standings(group, played)}
        figures = figures_of(found, played, rows)
        seen += bool(figures)
        everybody = {box for each in figures.values() for box in each.boxes}
        means = {box: [p for each in figures.values() for p in each.boxes[box]] for box in everybody}
        same_boxes(
            group, played, variant, {box: [each.boxes[box] for each in figures.values()] for box in everybody}
        )
        for name, mine in figures.items():
            same_standing(rows[name], mine)
            same_portrait(player_stats(group, variant, rows[name].player, period), mine, names, means)
    assert seen == len(found.figures)
    same_records(group, found, period)
    same_opponents(group, found, period, names)
    same_group_figures(group, found, period)
    same_fame(group, found, period)
    assert {names[player]: each.won for player, each in tallies(group, period).items()} == dict(found.wins)
    same_money(group, found, names)
    return found


def figures_of(found: Recount, played: PlayedVariant, rows: dict[str, Standing]) -> dict[str, Figures]:
    """Return the figures of a variant: those of its game with the same number of games."""
    rules = Variant.objects.get(pk=played.number).rules
    key = next(
        (
            key
            for key, players in found.figures.items()
            if key[0] == english_name(played.game, rules)
            and players.keys() == rows.keys()
            and same_games(players, rows)
        ),
        None,
    )
    assert key or not rows
    return found.figures[key] if key else {}


def same_games(players: dict[str, Figures], rows: dict[str, Standing]) -> bool:
    return all(
        (len(each.won), max(each.totals, default=None), min(each.totals, default=None), each.longest_won)
        == (rows[name].played, rows[name].best, rows[name].worst, rows[name].course.longest_won)
        for name, each in players.items()
    )


def same_standing(row: Standing, mine: Figures) -> None:
    assert (row.played, row.won) == (len(mine.won), sum(mine.won))
    assert (row.best, row.worst) == (max(mine.totals, default=None), min(mine.totals, default=None))
    assert (row.course.streak, row.course.longest_won, row.course.longest_lost) == (
        mine.streak,
        mine.longest_won,
        mine.longest_lost,
    )
    assert abs(row.rating - 10 * (mine.rating.mu - 3 * mine.rating.sigma)) <= 0.5 + 1e-6
    assert (row.mean is None) is (not mine.totals)
    if row.mean is not None:
        assert isclose(row.mean, mine.mean, rel_tol=1e-12)


def same_portrait(
    picture: Any, mine: Figures, names: dict[int, str], everybody: dict[str, list[int]]
) -> None:
    assert {names[each.player]: (each.ahead, each.behind, each.level) for each in picture.met} == {
        name: (count["ahead"], count["behind"], count["level"]) for name, count in mine.met.items()
    }
    if picture.spread is not None:
        same_spread(picture.spread, mine)
    if not mine.boxes:
        return
    assert {box.key for box in picture.boxes} == {box for box, points in mine.boxes.items() if points}
    for box in picture.boxes:
        points = mine.boxes[box.key]
        assert (box.times, box.struck) == (len(points), points.count(0))
        assert isclose(box.mean, sum(points) / len(points))
        assert isclose(box.group, sum(everybody[box.key]) / len(everybody[box.key]))


def same_spread(spread: Spread, mine: Figures) -> None:
    assert isclose(spread.variance, mine.variance, rel_tol=1e-9, abs_tol=1e-9)
    assert [spread.low, spread.middle, spread.high] == [float(mine.quartile(each)) for each in (1, 2, 3)]


def same_records(group: Group, found: Recount, period: Period) -> None:
    played = played_variants(group, period)
    shares = {name: (each.won, len(each.evenings)) for name, each in found.records.items() if each.evenings}
    ranked = {name: Fraction(won, games) for name, (won, games) in shares.items() if games >= RANKED}
    for player in group.players.filter(merged_into=None):
        mine, own_games = found.records.get(player.name), own_variants(played, player, period)
        record = player_record(group, player, period, own_games)
        if mine is None or not mine.evenings:
            assert record is None
            continue
        assert record is not None
        assert (record.won, record.games) == shares[player.name]
        assert (record.evenings, str(record.since)) == (len(set(mine.evenings)), mine.evenings[0])
        assert (record.streak, record.best_streak) == (mine.streak, mine.best_streak)
        own = ranked.get(player.name)
        due = 0 if own is None else 1 + sum(share > own for share in ranked.values())
        assert (record.place, record.placed) == (due, len(ranked))
        money = {
            unit: (decimal(decimal_string(each.won, unit)), decimal(decimal_string(each.lost, unit)))
            for unit, each in (record.money or {}).items()
        }
        assert money == mine.money


def same_opponents(group: Group, found: Recount, period: Period, names: dict[int, str]) -> None:
    """Compare the opponents over all games."""
    for player in group.players.filter(merged_into=None):
        due: dict[str, Counter[str]] = {}
        for figures in found.figures.values():
            for name, count in figures[player.name].met.items() if player.name in figures else ():
                due[name] = due.get(name, Counter()) + count
        met = meetings_of_all(group.pk, player.pk, period)
        assert {names[other]: counts for other, counts in met.items()} == {
            name: (count["ahead"], count["behind"], count["level"]) for name, count in due.items()
        }


def same_group_figures(group: Group, found: Recount, period: Period) -> None:
    figures, names = group_figures(group, period), dict(group.players.values_list("pk", "name"))
    wanted = shares(found.games)
    assert {(str(each.seat), ""): each.tally for each in figures.seats} == wanted["seat"]
    assert {
        (str(size), names[player]): tally
        for size, sums in figures.by_players.items()
        for player, tally in sums.items()
    } == wanted["players"]
    assert {
        ("yes" if staked else "no", names[player]): tally
        for staked, sums in figures.by_stake.items()
        for player, tally in sums.items()
    } == wanted["stake"]
    mine = figures.belt
    now = mine and (names[mine.holder], mine.since.isoformat(), mine.games, mine.times)
    assert now == belt(found.games)
    near = figures.closest
    assert (near and (near.margin, near.others + 1)) == closest(found.games)
    lead = figures.lost_lead
    assert (lead and (lead.points, lead.games)) == lost_lead(found)


def same_fame(group: Group, found: Recount, period: Period) -> None:
    """Compare highest totals, boxes, largest sums, and the longest time without five of a kind."""
    totals = [
        (each.points, each.scores[0].result.day.isoformat())
        for each in highest_totals(group, period).values()
    ]
    assert sorted(totals) == sorted(highest(found.games).values())
    games = played_games(group, period)
    sums = {
        each.unit: tuple(
            decimal(decimal_string(amount, each.unit)) for amount in (each.amount, each.evening_amount)
        )
        for each in pots(group, games)
    }
    assert sums == most_paid(found)
    assert {each.game.name: each.games for each in droughts(games)} == longest_without(found)


def same_boxes(
    group: Group, played: PlayedVariant, variant: Variant, everybody: dict[str, list[list[int]]]
) -> None:
    """Compare the best of each box of a dice game; `everybody`: the points of each player."""
    if not everybody:
        return
    for each in box_fame(group, played, variant):
        lists = everybody[each.key]
        known = [points for points in lists if len(points) >= ENOUGH_TIMES]
        assert each.most == max(max(points) for points in lists if points)
        means = [Fraction(sum(points), len(points)) for points in known]
        assert (each.best.mean if each.best else None) == max(means, default=None)
        zeros = [Fraction(points.count(0), len(points)) for points in known if 0 in points]
        assert (each.crossed_out.zero_share if each.crossed_out else None) == max(zeros, default=None)


def same_money(group: Group, found: Recount, names: dict[int, str]) -> None:
    owed = {
        unit: {names[player]: decimal(decimal_string(amount, unit)) for player, amount in sums.items()}
        for unit, sums in balances(group.pk).items()
    }
    assert owed == found.balances
    payments = simplest(group.pk)
    assert {unit: sum(each.unit == unit for each in payments) for unit in owed} == found.payments
