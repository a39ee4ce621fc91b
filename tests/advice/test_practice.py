"""Practice games: dice that do not change, cost of choices, an opponent with optimal play."""

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.advice import practice
from scorekeeper.advice.practice import COACH, WIN, YOU, Line, Practice
from scorekeeper.coach import store
from scorekeeper.coach.solver import Table
from scorekeeper.play.models import Session
from scorekeeper.rules import DICE_GAMES

START = "/coach/{game}/practice/?start=1"


@pytest.fixture
def table(solved: None) -> Table:
    """The table of Crag."""
    return store.solved(DICE_GAMES["crag"], DICE_GAMES["crag"].resolve({}))


def token(page: str) -> str:
    found = re.search(r'name="at" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def crag(**fields: Any) -> Practice:
    return Practice(DICE_GAMES["crag"], {}, "seed", **fields)


def test_same_seed_and_throw_bring_the_same_dice() -> None:
    game = crag()
    assert game.thrown(YOU, 0, 1, 3) == game.thrown(YOU, 0, 1, 3)
    assert game.thrown(YOU, 0, 2, 3)[:2] == game.thrown(YOU, 0, 2, 2)
    throws = {game.thrown(player, turn, made, 3) for player in "12" for turn in range(13) for made in (1, 2)}
    assert len(throws) > 30


def test_dice_are_even() -> None:
    """Chi square of 30,000 dice, five degrees of freedom: 25.7 is exceeded once in 10,000 times."""
    faces = "".join(crag().thrown(YOU, turn, 1, 5) for turn in range(6000))
    assert sum((faces.count(face) - 5000) ** 2 / 5000 for face in "123456") < 25.7


def test_token_is_signed_and_bound_to_its_game() -> None:
    game = crag(lines=(Line("ones", "112", 1), Line("sixes", "666", 2)), dice="123", made=1, given_away=1.5)
    written = game.to_token()
    assert practice.from_token(DICE_GAMES["crag"], written) == game
    assert practice.from_token(DICE_GAMES["general"], written) is None
    assert practice.from_token(DICE_GAMES["crag"], written[:-1]) is None
    assert practice.from_token(DICE_GAMES["crag"], "") is None


def test_best_choice_costs_nothing(table: Table) -> None:
    game = crag(dice="661", made=1)
    written = practice.write(game, table, "crag")
    assert written.last is not None
    assert written.last.cost == written.given_away == 0
    assert len(written.lines) == 2
    assert written.made == 1


def test_worse_box_names_the_better_one(table: Table) -> None:
    written = practice.write(crag(dice="661", made=2), table, "sixes")
    assert written.last is not None
    assert written.last.best_box == "crag"
    assert written.given_away == pytest.approx(written.last.cost)
    assert written.last.cost > 10


def test_worse_keep_names_the_better_one(table: Table) -> None:
    thrown = practice.throw(crag(dice="661", made=1), table, {2})
    assert thrown.last is not None
    assert (thrown.last.kept, thrown.last.best_keep, thrown.last.best_box) == ("1", "166", "crag")
    assert thrown.dice.startswith("1")
    assert thrown.made == 2


def test_refused_choices_change_nothing(table: Table) -> None:
    last_throw = crag(dice="661", made=2)
    assert practice.throw(last_throw, table, {0}) == last_throw
    first = crag(dice="661", made=1)
    assert practice.throw(first, table, {0, 1, 2}) == first
    assert practice.write(first, table, "fives_of_a_kind") == first
    assert practice.write(first, table, WIN) == first


def test_coach_reaches_its_expected_total(table: Table) -> None:
    """The coach's mean total over 20 games is within four standard errors of the expectation."""
    totals = []
    for seed in range(20):
        game = practice._first_throw(Practice(DICE_GAMES["crag"], {}, str(seed)))
        while game.dice:
            offers = [each.box for each in practice.choices_now(game, game.state()) if each.offers]
            game = practice.write(game, table, offers[0] or WIN)
        state = game.state()
        totals.append(game.game.total(game.options, practice.column_of(game, state, COACH)))
    error = table.deviation / len(totals) ** 0.5
    assert abs(sum(totals) / len(totals) - table.expected) < 4 * error


@pytest.mark.django_db
@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("game", ["crag", "goldene_fuenfzig"])
def test_whole_game_over_its_pages(client: Client, game: str) -> None:
    page = client.get(START.format(game=game), follow=True).text
    steps = 0
    while 'class="panel' in page:
        where = f"/coach/{game}/practice/"
        if 'name="throw"' in page and steps % 3:
            sent: dict[str, Any] = {"at": token(page), "throw": "1", "keep": ["0", "1"]}
        else:
            boxes = re.findall(r'name="box" value="(\w+)"', page)
            sent = {"at": token(page), "box": boxes[steps % len(boxes)]}
        assert (
            client.get(where, sent)["Location"] == client.get(where, sent)["Location"]
        )  # resent: the same dice
        page, steps = client.get(where, sent, follow=True).text, steps + 1
    assert "Play again" in page
    assert "You win." in page or "The coach wins." in page or "A draw." in page
    assert not Session.objects.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("solved")
def test_foreign_token_offers_a_new_game(client: Client) -> None:
    page = client.get("/coach/crag/practice/?at=forged")
    assert page.status_code == 200
    assert "This address is not of a practice game." in page.text


@pytest.mark.django_db
def test_game_waits_for_its_table(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "table_of", lambda game, options: None)
    page = client.get(START.format(game="crag"), follow=True)
    assert "The coach is still calculating" in page.text


def test_win_at_once_ends_the_game() -> None:
    game = Practice(DICE_GAMES["general"], {}, "seed", dice="55555", made=1)
    won = practice.write(game, None, WIN)
    assert won.lines == (Line("", "55555", 1),)
    assert won.dice == ""
    outcome = won.game.outcome(won.state())
    assert outcome is not None
    assert outcome.winners == (YOU,)
