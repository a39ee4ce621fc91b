"""Sums, streaks, meetings and ratings equal the reference model and a rebuild."""

from __future__ import annotations

from collections import Counter
from math import isclose
from random import Random
from statistics import mean, quantiles, variance

import pytest

from scorekeeper.history import rating_history
from scorekeeper.history.models import Frequency, RatingBacklog, Score, Variant
from scorekeeper.history.player_stats import PlayerStats, nemesis_of, player_stats, victim_of
from scorekeeper.history.rating import PROVISIONAL
from scorekeeper.history.results import rebuild
from scorekeeper.history.standings import records, standings, tallies
from scorekeeper.history.variants import played_variants
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.people.player_merge import MergeError, merge_players
from scorekeeper.play import log
from tests.factories import SampleTable, new_writer
from tests.history.pages import won
from tests.history.rows import everything
from tests.sampling import some_of

from .factories import later, made_games
from .reference_model import PlayerFacts, facts_of, streaks

pytestmark = pytest.mark.django_db


def compare(group: Group) -> int:
    """Assert that statistics equal the reference model; return the number of compared players."""
    found, seen = facts_of(group.pk), 0
    wins: dict[int, int] = {}
    for played in played_variants(group):
        variant = Variant.objects.get(pk=played.number)
        facts = found.pop((variant.game, repr(sorted(variant.rules.items()))), {})
        rows = {each.player: each for each in standings(group, played)}
        assert set(rows) == set(facts)
        everybody: dict[str, list[int]] = {box: [] for each in facts.values() for box in each.boxes}
        for each in facts.values():
            for name, points in each.boxes.items():
                everybody[name] += points
        for player, known in facts.items():
            wins[player] = wins.get(player, 0) + sum(known.wins)
            row, picture = rows[player], player_stats(group, variant, player)
            assert (
                (row.played, row.won) == (len(known.wins), sum(known.wins)) == (picture.played, picture.won)
            )
            assert (row.course.streak, row.course.longest_won, row.course.longest_lost) == streaks(known)
            assert row.rating == round(10 * (known.rating.mu - 3 * known.rating.sigma))
            same_totals(known, picture)
            for box in picture.boxes:
                assert box.histogram == Counter(known.boxes[box.key])
                assert isclose(box.mean, mean(known.boxes[box.key]))
                assert isclose(box.group, mean(everybody[box.key]))
                assert box.struck == known.boxes[box.key].count(0)
                assert box.first_throw == known.first_throw[box.key]
            assert {box.key for box in picture.boxes} == set(known.boxes)
            assert {each.player: (each.ahead, each.behind, each.level) for each in picture.met} == {
                other: (signs.count(-1), signs.count(1), signs.count(0)) for other, signs in known.met.items()
            }
            seen += 1
    assert not any(found.values())
    assert {player: each.won for player, each in tallies(group).items()} == wins
    return seen


def same_totals(known: PlayerFacts, picture: PlayerStats) -> None:
    totals, spread = known.totals, picture.spread
    assert picture.parts == Counter(known.parts)
    assert picture.mean == pytest.approx(mean(totals))
    if spread is None:
        assert len(totals) < 2
        return
    assert isclose(spread.variance, variance(totals), abs_tol=1e-9)
    low, middle, high = quantiles(totals, n=4, method="inclusive")
    assert (spread.low, spread.middle, spread.high) == pytest.approx((low, middle, high))
    assert (spread.least, spread.most) == (min(totals), max(totals))


@pytest.mark.parametrize("seed", range(some_of(6)))
def test_statistics_match_reference_model(seed: int) -> None:
    chance, writer = Random(seed), new_writer()
    group = Group.objects.get(member__person=writer.person)
    desks = made_games(writer, chance, 14)
    assert compare(group) > 8
    for _ in range(2):
        later(desks, chance, 10)
        compare(group)
    numbers = list(ledger_players(group))
    for _ in range(4):
        gone, stays = chance.sample(numbers, 2)
        try:
            merge_players(group, gone, stays)
        except MergeError:
            continue
        compare(group)
    assert list(verify(Verified())) == []
    before = everything()
    assert rebuild().unread == 0
    assert everything() == before
    compare(group)


@pytest.mark.slow
def test_correction_of_old_game_may_be_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """A write does not recompute all later games; the next ones, or a rebuild, do."""
    monkeypatch.setattr(rating_history, "AT_ONCE", 2)
    monkeypatch.setattr(rating_history.recompute, "__defaults__", (2,))
    writer = new_writer()
    desks = [won("Ana", "Bo", writer=writer) for _ in range(6)]
    desks[0].change(counted=False)
    assert RatingBacklog.objects.count() == 1
    assert list(verify(Verified())) == []
    desks.append(won("Bo", "Ana", writer=writer))
    desks.append(won("Bo", "Ana", writer=writer))
    desks.append(won("Bo", "Ana", writer=writer))
    assert not RatingBacklog.objects.exists()
    compare(desks[0].group)
    desks[0].change(counted=True)
    assert RatingBacklog.objects.exists()
    before = Frequency.objects.count()
    rebuild()
    assert not RatingBacklog.objects.exists()
    assert Frequency.objects.count() == before
    compare(desks[0].group)


def test_variants_are_never_mixed() -> None:
    writer = new_writer()
    for points in (50, 60, 60):
        desk = SampleTable("generala", ["Ana", "Bo"], options={"generala_points": points}, writer=writer)
        desk.entry(player="1", box="generala", dice=[6] * 5, throws=2)
        for player in (1, 2):
            log.go_home(desk.address, desk.write_request(), str(player))
    sixty, fifty = played_variants(desk.group)
    assert [(sixty.called, sixty.games), (fifty.called, fifty.games)] == [
        ("Generala 60", 2),
        ("Generala 50", 1),
    ]
    ana = desk.session.seats.get(number=1).player_id
    for played, total in ((sixty, 60), (fifty, 50)):
        picture = player_stats(desk.group, Variant.objects.get(pk=played.number), ana)
        assert set(picture.totals) == {total}
        assert {box.key: box.group for box in picture.boxes}["generala"] == total / 2
    assert len(records(sixty, standings(desk.group, sixty))) == 3


def test_nemesis_and_victim_need_five_games() -> None:
    writer = new_writer()
    desks = [won("Ana", "Bo", writer=writer) for _ in range(4)]
    variant = Variant.objects.get()
    ana, bo = (seat.player_id for seat in desks[0].session.seats.order_by("number"))
    assert victim_of(player_stats(desks[0].group, variant, ana).met) is None
    won("Ana", "Bo", writer=writer)
    victim, nemesis = (
        victim_of(player_stats(desks[0].group, variant, ana).met),
        nemesis_of(player_stats(desks[0].group, variant, bo).met),
    )
    assert victim is not None
    assert nemesis is not None
    assert (victim.player, victim.ahead, nemesis.player, nemesis.behind) == (bo, 5, ana, 5)
    assert nemesis_of(player_stats(desks[0].group, variant, ana).met) is None
    (first, second) = standings(desks[0].group, played_variants(desks[0].group)[0])
    assert (first.player, first.provisional, second.player) == (ana, False, bo)
    assert first.rating > 0 > second.rating


def test_exact_rating_decides_between_equal_displayed_ones() -> None:
    writer = new_writer()
    for _ in range(PROVISIONAL):
        desk = won("Ana", "Bo", writer=writer)
    for name, mu in (("Ana", 15.35), ("Bo", 15.4)):
        Score.objects.filter(player__name=name, nth=PROVISIONAL).update(mu=mu, sigma=0)
    first, second = standings(desk.group, played_variants(desk.group)[0])
    assert (first.rating, second.rating) == (154, 154)
    assert (first.player, second.player) == tuple(Player.objects.get(name=name).pk for name in ("Bo", "Ana"))
