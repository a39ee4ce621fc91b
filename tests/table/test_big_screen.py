"""The big screen: totals, whose turn it is, the trick, the last line, the result."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.utils.html import strip_tags

from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import sides_of
from scorekeeper.play import log
from scorekeeper.rules import GAMES
from scorekeeper.rules.generals_and_majors.choice_fields import TableFacts
from scorekeeper.table.big_screen import screen_context
from tests.factories import SampleTable
from tests.games.draft_client import Phone

pytestmark = pytest.mark.django_db
EUROS = {"kind": "per_point", "amount": "0.10", "unit": "EUR"}
FOUR = ("Ana", "Bo", "Cleo", "Dev")
SIDES = (1, 2, 1, 2)


def screen(desk: SampleTable) -> str:
    answer = desk.writer.client().get(desk.url("big_screen"))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def text(html: str) -> str:
    """Return the words of a part of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def part(desk: SampleTable, opening: str, closing: str) -> str:
    """Return the words between two tags of the page."""
    page = screen(desk)
    assert opening in page, page
    return text(page.split(opening, 1)[1].split(closing, 1)[0])


def who(desk: SampleTable) -> str:
    """Return the heading beside the totals with the text below it."""
    return part(desk, '<div class="tv-who">', "</div>")


def last_line(desk: SampleTable) -> str:
    return part(desk, '<dd class="tv-last">', "</dd>")


def tiles(desk: SampleTable) -> list[str]:
    """Return the words of each tile; the first is the label beside them."""
    board = screen(desk).split('class="tv-board', 1)[1].split("</ol>", 1)[0]
    return [text(each.split(">", 1)[1]) for each in board.split("<li")[1:]]


def play(desk: SampleTable, lines: int = 999, seed: int = 3) -> SampleTable:
    """Write random legal lines until the end, or as many as asked for."""
    chance = Random(seed)
    for _ in range(lines):
        table = desk.table
        if table.outcome is not None:
            break
        move = presented(table).demo_line(table.game, table.state, chance)
        log.append(desk.address, desk.write_request(), [move])
    return desk


# --- dice -----------------------------------------------------------------------------------------------


def test_dice_screen_shows_turn_and_rolls() -> None:
    assert who(SampleTable(names=FOUR)) == "A Ana 3 rolls"


def test_dice_of_last_line_are_below_their_player() -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1], throws=2)
    assert who(desk).startswith("B Bo")
    assert last_line(desk) == "A Ana fours 16 roll 2 of 3"
    assert screen(desk).count('class="slot"') == 5


def test_dice_without_roll_are_of_last_roll() -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1])
    assert last_line(desk).endswith("roll 3 of 3")


def test_roll_paid_with_spare_throw_has_only_its_number() -> None:
    desk = SampleTable("goldene_fuenfzig", ("Ana", "Bo"))
    desk.line(1, "low_straight", dice=[1, 2, 3, 4, 5], throws=1)
    desk.line(2, "ones", dice=[1, 1, 1, 2, 3], throws=3)
    desk.line(1, "twos", dice=[2, 2, 1, 3, 4], throws=4)
    assert last_line(desk) == "A Ana twos 4 roll 4"


def test_spare_throws_are_on_tile_and_beside_turn() -> None:
    desk = SampleTable("goldene_fuenfzig", ("Ana", "Bo"))
    desk.line(1, "low_straight", dice=[1, 2, 3, 4, 5], throws=1)
    desk.line(2, "ones", dice=[1, 1, 1, 2, 3], throws=3)
    assert tiles(desk)[0] == "A Ana leads with 15 2 Gut"
    assert who(desk) == "A Ana 3 rolls, 2 Gut"


def test_partners_share_one_tile() -> None:
    desk = SampleTable(names=FOUR, teams=SIDES)
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1], throws=2)
    assert tiles(desk) == ["A C Ana and Cleo leads with 16", "B D Bo and Dev 0"]


# --- the end --------------------------------------------------------------------------------------------


def test_result_shows_places_and_payments() -> None:
    desk = SampleTable(names=("Ana", "Bo"), stake=EUROS)
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1], throws=2)
    for box in [row.key for row in desk.table.sheet.rows if row.kind == "box"]:
        for player in (1, 2):
            if desk.points(player, box) is None:
                desk.line(player, box)
    assert who(desk).startswith("Ana wins")
    assert tiles(desk) == ["1. A Ana 16", "2. B Bo 0"]
    text = strip_tags(screen(desk))
    assert "Bo pays Ana" in text
    assert "€1.60" in text


def test_total_of_win_at_once_has_no_ring() -> None:
    """The dice won, not the points."""
    desk = SampleTable(names=("Ana", "Bo"))
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    page = screen(desk)
    assert 'class="tray entered"' in page
    assert not re.search(r'class="tile[^"]*\bwon\b', page)


def test_result_of_partners_names_sides() -> None:
    desk = play(SampleTable("forty_fives", FOUR, teams=SIDES, dealer=4, stake=EUROS))
    winners, losers = ("Ana and Cleo", "Bo and Dev")
    if "1" not in desk.table.outcome.winners:  # type: ignore[union-attr]
        winners, losers = losers, winners
    assert who(desk).startswith(f"{winners} win")
    found = "\n".join(tiles(desk))
    assert re.search(rf"1\. . . {winners} \d+$", found, re.MULTILINE)
    assert re.search(rf"2\. . . {losers} \d+$", found, re.MULTILINE)


def test_game_given_up_has_no_question() -> None:
    desk = SampleTable("forty_fives", FOUR, dealer=4)
    desk.change(ended=True)
    assert who(desk) == "The game was ended"
    assert "to go" not in " ".join(tiles(desk))


# --- cards ----------------------------------------------------------------------------------------------


def test_round_not_entered_names_leader_and_dealer() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo", "Cleo"), dealer=2)
    assert who(desk) == "C Cleo leads Round 1, Bo deals"


def test_round_by_cards_asks_who_robs_then_who_plays() -> None:
    """The player asked is the one to play, not the dealer."""
    desk = SampleTable("forty_fives", FOUR, teams=SIDES, dealer=4)
    phone = Phone(desk).tap("mode-cards", "card-7H")
    assert who(desk).startswith("Who robs the 7♥?")
    phone.tap("robbed", "card-JH")
    assert who(desk).startswith("B What does Bo play to Ana’s J♥? Round 1, Dev deals")
    assert '<li class="tile asked' in screen(desk)
    trick = part(desk, '<ol class="tv-places">', "</ol>")
    assert trick.startswith("jack of hearts J")
    assert trick.index("Ana") < trick.index("Bo") < trick.index("Cleo") < trick.index("Dev")


def test_trick_that_was_taken_stays_until_next_card() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), dealer=2)
    phone = Phone(desk).tap("mode-cards", "card-7H", "robbed", "card-JH", "card-2H")
    assert part(desk, '<ol class="tv-places">', "</ol>").endswith("Ana takes the trick two of hearts 2 B Bo")
    phone.tap("card-KS")
    assert "takes the trick" not in part(desk, '<ol class="tv-places">', "</ol>")


def test_turned_card_and_order_of_trumps_are_shown() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), dealer=2)
    Phone(desk).tap("mode-cards", "card-7H", "robbed", "card-JH")
    page = screen(desk)
    assert "<details" not in page  # the order is beside the question
    trumps = page.split('<section class="tv-trumps">')[1].split("</section>")[0]
    assert "seven of hearts" in trumps.split("<h2>")[0]
    order = re.findall(r'<li( class="gone")?>.*?<span class="vh">([\w ]+)</span>', trumps, re.DOTALL)
    assert order[:2] == [("", "five of hearts"), (' class="gone"', "jack of hearts")]


def test_round_by_result_asks_next_question() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), dealer=2)
    phone = Phone(desk).tap("trump-H", "took-1")
    assert who(desk) == "Who took trick 2? Round 1, Bo deals"
    assert "+5" in tiles(desk)[0]
    phone.tap("took-1", "took-2", "took-1", "took-2")
    assert who(desk).startswith("Whose was the best trump?")


def test_forty_fives_shows_who_is_in_front_and_points_to_go() -> None:
    desk = play(SampleTable("forty_fives", FOUR, teams=SIDES, dealer=4), 2)
    first, second = sides_of(desk.table)
    assert [
        f"{120 - side.total} to go" in tile for side, tile in zip((first, second), tiles(desk), strict=True)
    ] == [
        True,
        True,
    ]
    leader = max(first, second, key=lambda side: side.total)
    assert f"{leader.name} by {abs(first.total - second.total)}" in part(desk, "<dt>In front</dt>", "</dl>")


def test_hand_by_tricks_shows_trick_and_suit() -> None:
    desk = SampleTable("generala_cards", ("Ana", "Bo", "Cleo"), dealer=3)
    assert who(desk) == "A Ana leads Hand 1, Cleo deals"
    phone = Phone(desk).tap("mode-cards", "card-KC")
    assert who(desk).startswith("B Bo follows: which card? Hand 1, Trick 1")
    phone.tap("none")
    assert "B Bo picks up" in part(desk, '<ol class="tv-places">', "</ol>")


def test_second_trick_asks_its_leader() -> None:
    desk = SampleTable("generala_cards", ("Ana", "Bo", "Cleo"), dealer=3)
    desk.entry(trick=[["1", "KS"], ["2", "2S"], ["3", "3S"]])
    assert who(desk).startswith("A Ana leads: which card? Hand 1, Trick 2")


@pytest.mark.slow
def test_turn_of_grace_is_across_screen() -> None:
    desk = SampleTable("generals_and_majors", ("Ana", "Bo"), dealer=1)
    chance = Random(1)
    while not _facts(desk).grace:
        if desk.table.outcome is not None:
            desk = SampleTable("generals_and_majors", ("Ana", "Bo"), dealer=1)
        table = desk.table
        move = presented(table).demo_line(table.game, table.state, chance)
        log.append(desk.address, desk.write_request(), [move])
    grace = _facts(desk).grace
    assert grace is not None
    behind, ahead = desk.table.name(grace.player), desk.table.name(grace.against)
    assert "leads with" not in "".join(tiles(desk))  # the star is a suit, and the bar tells who leads
    alarm = part(desk, '<section class="tv-alarm" role="alert">', "</section>")
    assert alarm.startswith(f"Turn of grace for {behind} {ahead} is {grace.by} ahead.")
    assert f"{behind} must gain at least {grace.needs}" in alarm


def _facts(desk: SampleTable) -> TableFacts:
    return TableFacts.of(next(row for row in desk.table.sheet.rows if row.key == "table"))


# --- every game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_state_of_game_is_shown(slug: str, rf: Any) -> None:
    """Tiles hold the totals; a player who is asked is in the game; the end asks nobody."""
    game = GAMES[slug]
    desk = SampleTable(slug, FOUR[: min(4, game.PLAYERS[-1])], stake=EUROS if game.POINTS else {})
    chance = Random(5)
    request = rf.get("/")
    request.htmx, request.user = False, desk.writer.person
    for step in range(400):
        table = desk.table
        if step % 7 == 0 or table.outcome is not None:
            _check_screen(desk, screen_context(request, table, None))
        if table.outcome is not None:
            break
        move = presented(table).demo_line(table.game, table.state, chance)
        log.append(desk.address, desk.write_request(), [move])
    assert desk.table.outcome is not None
    assert re.search(r"(wins|win|tie for the win|Nobody wins)", who(desk))
    assert "to go" not in " ".join(tiles(desk))


def _check_screen(desk: SampleTable, context: dict[str, Any]) -> None:
    table = desk.table
    shown, question = context["tiles"], context["screen"].question
    assert [tile.players for tile in shown] == list(table.state.seats.sides)
    if table.game.POINTS:
        totals = dict(zip(table.sheet.players, table.sheet.totals, strict=True))
        assert [tile.figure.replace("−", "-") for tile in shown] == [
            str(sum(totals[key] for key in tile.players)) for tile in shown
        ]
    if question.player is not None:
        assert not next(tile for tile in shown if question.player in tile.players).dropped
    asked = [tile for tile in shown if tile.asked]
    assert not asked if table.outcome is not None else len(asked) <= 1
    assert all(tile.place for tile in shown) == (table.outcome is not None)
    assert context["heading"]["text"]
    assert "href=" not in context["middle"]
