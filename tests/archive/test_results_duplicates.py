"""Old results that the group has already, by present or former names."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.archive import results_import
from scorekeeper.archive.results_parser import read
from scorekeeper.history.models import Result, Score
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.people.player_merge import merge_players
from tests.archive import old_results
from tests.archive.old_results import import_results
from tests.factories import SampleTable

TWINS = "date,game,player,points\n" + "".join(
    f"2019-02-03,general,Ana,{points}\n2019-02-03,general,Bo,1\n" for points in (5, 5, 7, 9)
)


COLUMNS = "date,game,player,points\n"


BOB = COLUMNS + "".join(
    f"2019-02-0{day},general,{name},{day}\n2019-02-0{day},general,Ana,1\n"
    for day, name in ((3, "Bob"), (4, "Robert"))
)


BOTH = "2019-02-06,general,Bob,2\n2019-02-06,general,Robert,3\n"


def merged() -> Group:
    """Return a group in which Bob was merged into Robert after both were imported."""
    group = Group.objects.create()
    import_results(read(BOB), group)
    numbers = dict(group.players.values_list("name", "pk"))
    merge_players(group, numbers["Bob"], numbers["Robert"])
    return group


def stand(group: Group) -> list[tuple[str, int]]:
    """Return the standings of the group except Ana's, the oldest first."""
    found = Score.objects.filter(result__group=group).exclude(player__name="Ana")
    rows = found.order_by("result__finished", "points").values_list("player__name", "points")
    return [(name, points or 0) for name, points in rows]


@pytest.mark.django_db
@pytest.mark.parametrize("new_bob", [False, True])
def test_result_under_former_name_is_duplicate(new_bob: bool) -> None:
    group = merged()
    if new_bob:
        Player.objects.create(group=group, name="Bob", folded_name="bob", colour=4)
    assert results_import.sort(read(BOB), group).known == 2
    assert not import_results(read(BOB), group)
    assert stand(group) == [("Robert", 3), ("Robert", 4)]


@pytest.mark.django_db
def test_old_name_at_table_means_merged_player() -> None:
    group = merged()
    assert len(import_results(read(BOB.replace("2019", "2020")), group)) == 2
    assert stand(group)[2:] == [("Robert", 3), ("Robert", 4)]
    assert set(Player.objects.values_list("name", flat=True)) == {"Ana", "Bob", "Robert"}
    assert Player.objects.filter(merged_into=None).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("times", [1, 2])
def test_namesakes_at_one_table_stay_two_players(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal or not, in one batch or not; an earlier game of Bob is Robert's."""
    monkeypatch.setattr(results_import, "AT_ONCE", 2)
    group = merged()
    before = BOTH.replace("06,", "05,").replace("Robert", "Ana")
    text = BOB + before * times + BOTH * times
    assert len(import_results(read(text), group)) == 2 * times
    known = sorted([("Robert", 3), ("Robert", 4), *[("Robert", 2), ("Bob", 2), ("Robert", 3)] * times])
    assert sorted(stand(group)) == known
    assert not import_results(read(text), group)
    assert list(verify(Verified())) == []


@pytest.mark.django_db
def test_one_of_two_equal_results_may_be_duplicate() -> None:
    group = Group.objects.create()
    assert len(import_results(read(COLUMNS + BOTH), group)) == 1
    found = results_import.sort(read(COLUMNS + BOTH * 2), group)
    assert (len(found.fresh), found.known) == (1, 1)
    assert len(import_results(read(COLUMNS + BOTH * 3), group)) == 2
    assert not import_results(read(COLUMNS + BOTH * 2), group)
    assert Result.objects.filter(group=group).count() == 3


@pytest.mark.django_db
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_concurrent_equal_imports_import_once(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    parts, others = results_import.ResultsWriter.parts, list[int]()

    def other() -> None:
        if not others:
            others.append(1)
            import_results(read(TWINS), desk.group)

    def parted(course: results_import.ResultsWriter) -> Any:
        if when == "before":
            other()
        return parts(course)

    monkeypatch.setattr(results_import, "AT_ONCE", 1)
    monkeypatch.setattr(results_import.ResultsWriter, "parts", parted)
    monkeypatch.setattr(old_results, "sleep", lambda _seconds: other() if when == "meanwhile" else None)
    import_results(read(TWINS), desk.group)
    assert others
    assert Result.objects.filter(group=desk.group).count() == 4
    assert list(verify(Verified())) == []
