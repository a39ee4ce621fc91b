"""An automatic win on the sheet, on the result, in the text to share and on paper."""

from __future__ import annotations

import pytest

from scorekeeper.archive.print_document import printed_sheet
from scorekeeper.play import log
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from scorekeeper.table.result import result_context
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


def won(game: str = "generala", **move: object) -> SampleTable:
    """A game that Bo wins with five threes on the first roll."""
    desk = SampleTable(game, ["Ana", "Bo"])
    desk.line(1, "fours", dice=[4, 4, 4, 2, 1], throws=2)
    roll = {"player": "2", "dice": [3] * 5, "throws": 1, **move}
    log.append(desk.address, desk.write_request(), [roll])
    return desk


@pytest.mark.parametrize(
    ("game", "move", "box"),
    [
        ("generala", {}, "generala"),
        ("generala", {"box": "threes"}, "threes"),
        ("general", {}, "small_general"),
    ],
)
def test_winning_roll_is_marked_in_its_box(game: str, move: dict[str, object], box: str) -> None:
    table = won(game, **move).table
    marked = [
        (row.key, place) for row in table.sheet.rows for place, cell in enumerate(row.cells) if cell.marks
    ]
    assert marked == [(box, 1)]
    assert table.sheet.totals == (12, 0)


def test_winning_roll_without_open_box_is_marked() -> None:
    """With `always`, five of a kind win even if the generala is crossed out.

    The best open box shows them.
    """
    game = GAMES["generala"]
    seats = Seats(("Ana",))
    state = game.start(game.resolve({"automatic_win": "always"}), seats)
    for entry in ({"box": "generala", "strike": True}, {"dice": [3] * 5, "throws": 1}):
        state = game.apply(state, game.parse({"player": "Ana", **entry}))
    assert state.won_in == "four_of_a_kind"


def test_page_rings_dice_and_no_total() -> None:
    desk = won()
    client = desk.writer.client()
    sheet = client.get(desk.url(), {"sheet": "1"}).content.decode()
    assert '<td class="won new"><a href="?line=2" aria-label="Bo, Generala: wins at once">' in sheet
    assert '<i class="d-3"></i>×5' in sheet
    assert 'class="won"' not in sheet
    assert client.get(desk.url(), {"line": "2"}).status_code == 200
    result = client.get(desk.url()).content.decode()
    assert result.count('<i class="d-3"></i>') == 5
    assert '<em class="ring">' not in result


def test_winner_with_fewer_points_gets_nothing_and_result_says_why() -> None:
    stake = {"kind": "per_point", "amount": "0.10", "unit": "EUR"}
    desk = SampleTable("generala", ["Ana", "Bo"], stake=stake)
    desk.line(1, "fours", points=12)
    log.append(desk.address, desk.write_request(), [{"player": "2", "dice": [3] * 5, "throws": 1}])
    result = desk.writer.client().get(desk.url()).content.decode()
    assert "Losers pay the points they are behind, and nobody is behind Bo." in result


def test_shared_text_names_winning_roll() -> None:
    assert "Bo wins at once: five 3s on the first roll." in result_context(won().table)["share"]


def test_printed_sheet_shows_winning_dice() -> None:
    paper = printed_sheet(won().table)
    row = next(row for row in paper.rows if row.label == "Generala")
    assert row.cells[1].lines == ("33333", "wins")
    assert not any(head.won for head in paper.heads)
