"""The demo: legal games, the same for the same seed, in a consistent group."""

from collections import Counter
from datetime import UTC, datetime
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils.translation import override

from scorekeeper.demo import group
from scorekeeper.demo.profiles import FRIENDS
from scorekeeper.demo.schedule import evenings, running_games
from scorekeeper.demo.writer import next_line
from scorekeeper.games.presentations import presentations
from scorekeeper.history.models import Season
from scorekeeper.ledger.models import Posting
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.management.commands.demo import spoken_here
from scorekeeper.people.device_transfer import redeem_code
from scorekeeper.people.one_time_codes import normalize
from scorekeeper.play.models import Entry, Session
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats

NOW = datetime(2026, 11, 20, 21, 7, tzinfo=UTC)


def test_every_game_has_player() -> None:
    assert presentations().keys() == GAMES.keys()


@pytest.mark.parametrize("slug", GAMES)
def test_game_played_by_chance_comes_to_end(slug: str) -> None:
    game, chance = GAMES[slug], Random(7)
    for rules in (presentations()[slug].demo.first, presentations()[slug].demo.later):
        state = game.start(game.resolve(rules), Seats(("A", "B", "C")[: GAMES[slug].PLAYERS[-1]]))
        for _ in range(500):
            if game.outcome(state) is not None:
                break
            state = game.apply(state, game.parse(next_line(game, state, chance)))
        assert game.outcome(state) is not None


@pytest.mark.parametrize(("slug", "least", "most"), [("yahtzee", 170, 240), ("generala", 110, 160)])
def test_demo_dice_are_plausible(slug: str, least: int, most: int) -> None:
    game, chance, totals = GAMES[slug], Random(1), list[int]()
    for _ in range(15):
        state = game.start(game.resolve({}), Seats(("A", "B")))
        while game.outcome(state) is None:
            state = game.apply(state, game.parse(next_line(game, state, chance)))
        totals += game.scores(state).values()
    assert least < sum(totals) / len(totals) < most


def test_demo_group_has_two_years_of_evenings() -> None:
    found = list(evenings(Random(3), NOW, 300))
    *before, last = found
    assert sum(len(evening.planned_games) for evening in before) == 300
    assert [planned.game for planned in last.planned_games] == running_games()
    days = [evening.begins.date() for evening in found]
    assert days == sorted(days)
    assert 600 < (days[-1] - days[0]).days <= 730
    weekdays = Counter(day.weekday() for day in days)
    assert weekdays[3] > len(days) * 0.8
    came = Counter(
        name for evening in before for planned in evening.planned_games for name in planned.players
    )
    assert came.keys() == {friend.name for friend in FRIENDS}
    late = [planned.players for evening in before[: len(before) // 2] for planned in evening.planned_games]
    assert all("Rosa" not in players for players in late)
    gone = [planned.players for evening in found[len(found) // 2 :] for planned in evening.planned_games]
    assert all("Nils" not in players for players in gone)
    assert {planned.game for evening in found for planned in evening.planned_games} == GAMES.keys()


def test_demo_with_many_evenings_has_distinct_days() -> None:
    found = list(evenings(Random(3), NOW, 1200))
    assert sum(len(evening.planned_games) for evening in found) == 1200 + len(running_games())
    assert len({evening.begins.date() for evening in found}) == len(found)


@pytest.mark.slow
@pytest.mark.django_db
def test_demo_adds_up() -> None:
    demo = group.make(11, 9, NOW)
    sessions = Session.objects.filter(group=demo.group)
    running = sessions.filter(finished=None, ended=None)
    assert (sessions.count(), running.count()) == (9 + len(running_games()), len(running_games()))
    assert demo.games == 9
    assert set(Entry.objects.values_list("kind", flat=True)) >= {"append", "amend", "void"}
    assert list(verify(Verified())) == []
    entries = Entry.objects.filter(session__group=demo.group)
    assert not entries.filter(at__lt=F("session__started")).exists()
    assert not entries.filter(at__gt=NOW).exists()
    assert len(set(entries.values_list("author", flat=True))) == sum(friend.member for friend in FRIENDS)
    ended = sessions.exclude(finished=None)
    assert all(each.finished and each.finished.date() <= NOW.date() for each in ended)
    assert not Posting.objects.filter(at__gt=NOW).exists()
    before, current = Season.objects.filter(group=demo.group).order_by("first")
    assert (before.name, current.name) == ("Season 2025/26", "Season 2026/27")
    assert before.closed_at
    assert current.closed_at is None
    assert current.first <= NOW.date() <= current.last


@pytest.mark.slow
@pytest.mark.django_db
def test_seed_is_demo() -> None:
    def lines(seed: int) -> list[Any]:
        made = group.make(seed, 4, NOW).group
        return list(Entry.objects.filter(session__group=made).order_by("at").values_list("data", "at", "key"))

    assert lines(5) == lines(5)
    assert lines(5) != lines(6)


def output_of(**options: Any) -> str:
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.django_db
def test_demo_command_prints_how_to_log_in() -> None:
    output = output_of(games=2, seed=1)
    assert "2 games" in output
    code = normalize(output.split("type ")[1].split(" within")[0])
    assert code is not None
    assert redeem_code(code) == group.owners()[0]
    with pytest.raises(CommandError, match="--again"):
        output_of(games=2)
    before = Session.objects.count()
    assert "type " in output_of(enter=True)
    assert Session.objects.count() == before
    output_of(games=1, seed=1, again=True)
    assert len(group.owners()) == 2


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_AT@euro"}, "de"),
        ({"LANG": "fr", "LC_ALL": ""}, "fr"),
        ({"LC_MESSAGES": "ja_JP.UTF-8", "LANG": "de_DE"}, "en"),
    ],
)
def test_demo_uses_language_of_shell(environment: dict[str, str], language: str) -> None:
    assert spoken_here(environment) == language


@pytest.mark.django_db
def test_demo_in_another_language() -> None:
    assert "Los del jueves: 1 games" in output_of(games=1, seed=1, language="es")
    assert group.owners()[0].member_set.get().group.name == "Los del jueves"
    with override("es"):
        stakes = [
            planned.stake for evening in evenings(Random(3), NOW, 60) for planned in evening.planned_games
        ]
    # ready units are stored in English, and shown in the language of each reader
    assert {"EUR", "a round of drinks", "a beer"} == {stake["unit"] for stake in stakes if stake}
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("demo", "--language", "xx")


@pytest.mark.django_db
def test_demo_of_zero_games_makes_none() -> None:
    with pytest.raises(CommandError, match="--games takes 1"):
        output_of(games=0)
    with pytest.raises(CommandError, match="no demo yet"):
        output_of(enter=True)
    assert not Session.objects.exists()
