"""What a file may hold so that reading it costs little, and that a page about it reads nothing again."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from scorekeeper.archive import game_import, incoming, results_read
from scorekeeper.archive.csv_rows import MOST_CELL, MOST_CELLS
from scorekeeper.archive.results_read import read
from scorekeeper.archive.shape import FileError
from scorekeeper.archive.wording import row_told
from tests.play.tables import new_writer

from .test_import_page import LOOK, file, sent
from .test_results_in import TABLE

HEAD = "date,game,player,points\n"
WIDE = "\ufdfa"  # one letter of which comparing makes eighteen


def test_a_long_cell_is_named_with_its_row() -> None:
    found = read(f"{HEAD}2019-05-02,yacht,Ana,1\n2019-05-02,yacht,{'x' * (MOST_CELL + 1)},1\n")
    assert [(error.row, error.code) for error in found.errors] == [(3, "cell_too_long")]
    with override("en"):
        assert row_told(found.errors[0]) == "row 3: a cell is longer than 200 characters"


def test_a_column_that_nobody_reads_may_be_long() -> None:
    head, rows = "date,game,player,points,note\n", ["2019-05-02,yacht,Ana,1", "2019-05-02,yacht,Bo,2"]
    assert len(read(head + "".join(f"{row},{'x' * 9000}\n" for row in rows)).games) == 1


def test_a_cell_without_an_end_is_named_with_its_row() -> None:
    with pytest.raises(FileError) as caught:
        read(f'{HEAD}2019-05-02,yacht,Ana,1\n2019-05-02,yacht,"Bo,1\n' + "x\n" * 100_000)
    assert (caught.value.code, caught.value.fields) == ("cell_without_end", {"row": 3})


def test_a_table_of_too_many_cells_is_refused() -> None:
    with pytest.raises(FileError) as caught:
        read(HEAD.strip() + "," * MOST_CELLS)
    assert (caught.value.code, caught.value.fields) == ("too_many_cells", {"most": MOST_CELLS})


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "".join(f"2019-05-02,yacht,{WIDE * 40_000},{row}\n" for row in range(128)),
        HEAD + "".join(f"2019-05-02,{WIDE * 200},{WIDE * 66}{row},1\n" for row in range(19_000)),
        HEAD.strip() + "".join(f",{WIDE * 40_000}" for _ in range(128)) + "\n",
        HEAD.strip() + f",{WIDE}" * (MOST_CELLS - 4) + "\n",
    ],
)
def test_letters_that_grow_cost_little(text: str) -> None:
    begun = time.process_time()
    read(text)
    assert time.process_time() - begun < 2


@pytest.mark.django_db
def test_a_look_reads_no_file_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was worked out when it came is told, as often as somebody looks."""
    client: Any = Client()
    sent(client, file("a.csv", f"{TABLE}2019-05-10,yacht,Ana,much\n2019-05-10,yacht,Bo,1\n"))
    for module, name in ((results_read, "read"), (game_import, "read_all"), (incoming, "kept")):
        monkeypatch.setattr(module, name, None)
    page = client.get(LOOK)
    assert "3 results" in page.text
    assert "2 Generala" in page.text
    assert "row 8, points: “much” is not a whole number" in page.text
    assert "3 new players: Ana, Bo, Cleo." in page.text
    german = client.get(LOOK, headers={"Accept-Language": "de"})
    assert "3 Ergebnisse" in german.text


@pytest.mark.django_db
def test_a_look_at_a_file_of_before_asks_for_it_again() -> None:
    """What an older version kept says not enough to be told."""
    who = new_writer()
    incoming.keep(who.person, None, incoming.RESULTS, [incoming.Sent("a.csv", TABLE)], {})
    assert who.client().get(LOOK)["Location"] == "/import/"
