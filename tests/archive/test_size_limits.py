"""Size limits of imported files, and previews that do not parse them again."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scorekeeper.archive import import_preview, ledger_parser, results_parser, transcript_reader, uploads
from scorekeeper.archive.csv_import import MOST_CELL, MOST_CELLS
from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.group_records import GameRow
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.messages import row_error_text
from scorekeeper.archive.results_parser import read
from scorekeeper.ledger.limits import MOST_PAIRS, MOST_UNITS
from scorekeeper.play import strict_json
from scorekeeper.play.strict_json import TextError
from tests.archive.import_requests import LOOK, TABLE, file, sent
from tests.factories import new_writer

from .group_files import small_desk
from .large_groups import crowded

HEAD = "date,game,player,points\n"
ROW = "\n2019-05-02,yacht,Ana,1\n"
WIDE = "\ufdfa"  # one letter of which comparing makes eighteen


def test_long_cell_is_named_with_its_row() -> None:
    found = read(f"{HEAD}2019-05-02,yacht,Ana,1\n2019-05-02,yacht,{'x' * (MOST_CELL + 1)},1\n")
    assert [(error.row, error.code) for error in found.errors] == [(3, "cell_too_long")]
    with override("en"):
        assert row_error_text(found.errors[0]) == "row 3: a cell is longer than 200 characters"


def test_unused_column_may_be_long() -> None:
    head, rows = "date,game,player,points,note\n", ["2019-05-02,yacht,Ana,1", "2019-05-02,yacht,Bo,2"]
    assert len(read(head + "".join(f"{row},{'x' * 9000}\n" for row in rows)).games) == 1


def test_unclosed_cell_is_named_with_its_row() -> None:
    with pytest.raises(FileError) as caught:
        read(f'{HEAD}2019-05-02,yacht,Ana,1\n2019-05-02,yacht,"Bo,1\n' + "x\n" * 100_000)
    assert (caught.value.code, caught.value.fields) == ("cell_without_end", {"row": 3})


def test_table_of_too_many_cells_is_refused() -> None:
    with pytest.raises(FileError) as caught:
        read(HEAD.strip() + "," * MOST_CELLS)
    assert (caught.value.code, caught.value.fields) == ("too_many_cells", {"most": MOST_CELLS})


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "".join(f"2019-05-02,yacht,{WIDE * 40_000},{row}\n" for row in range(128)),
        HEAD + "".join(f"2019-05-02,{WIDE * 200},{WIDE * 66}{row},1\n" for row in range(19_000)),
        HEAD.strip() + "".join(f",{WIDE * 40_000}" for _ in range(128)) + ROW,
        HEAD.strip() + f",{WIDE}" * (MOST_CELLS - 7) + ROW,
    ],
)
def test_letters_that_grow_cost_little(text: str) -> None:
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 2


@pytest.mark.django_db
def test_preview_does_not_read_file_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stored preview is shown at every request."""
    client: Any = Client()
    sent(client, file("a.csv", f"{TABLE}2019-05-10,yacht,Ana,much\n2019-05-10,yacht,Bo,1\n"))
    for module, name in (
        (results_parser, "read"),
        (transcript_reader, "read_all"),
        (uploads, "stored_files"),
    ):
        monkeypatch.setattr(module, name, None)
    page = client.get(LOOK)
    assert "3 results" in page.text
    assert "2 Generala" in page.text
    assert "row 8, points: “much” is not a whole number" in page.text
    assert "3 new players: Ana, Bo, Cleo." in page.text
    german = client.get(LOOK, headers={"Accept-Language": "de"})
    assert "3 Ergebnisse" in german.text


@pytest.mark.django_db
def test_incomplete_stored_preview_asks_for_file() -> None:
    """The stored preview of an older version is incomplete."""
    who = new_writer()
    uploads.store(who.person, None, uploads.RESULTS, [uploads.SentFile("a.csv", TABLE)], {})
    assert who.client().get(LOOK)["Location"] == "/import/"


@pytest.mark.parametrize(
    ("size", "code", "most"),
    [
        ((20, MOST_UNITS + 1, 100), "too_many_units", MOST_UNITS),
        ((110, 1, MOST_PAIRS + 1), "too_many_pairs", MOST_PAIRS),
        ((110, MOST_UNITS, MOST_PAIRS), "", 0),
    ],
)
def test_group_units_and_pairs_are_limited(size: tuple[int, int, int], code: str, most: int) -> None:
    if not code:
        assert len(parse(crowded(*size)).ledger) == MOST_PAIRS
        return
    with pytest.raises(FileError) as caught:
        parse(crowded(*size))
    assert (caught.value.code, caught.value.fields) == (code, {"most": most})
    parse(crowded(*size), bounded=False)


def test_units_of_games_that_run_count(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {"stake": {"kind": "fixed", "amount": "1", "unit": "EUR"}, "finished": None, "ended": None}
    game = GameRow("games 1", "a" * 12, fields, None, None, (), ())
    monkeypatch.setattr(ledger_parser, "MOST_UNITS", 0)
    with pytest.raises(FileError, match="too_many_units"):
        ledger_parser.must_be_few((), [game])


@pytest.mark.django_db
def test_games_in_one_unit_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_preview, "MOST_UNITS", 0)
    desk = small_desk()
    client: Any = desk.writer.client()
    game = client.get(reverse("transcript", args=[desk.address])).content
    assert sent(client, file("a.json", game)).status_code == 303
    answer: Any = sent(new_writer().client(), file("a.json", game))
    assert answer.status_code == 422
    assert "That would be more than 0 currencies and things to play for." in answer.text


@pytest.mark.parametrize(
    "part", ["[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]],", '{"a":{"a":{"a":1}}},', "[],", "{},", "1,"]
)
def test_file_of_too_many_values_takes_little_memory(part: str) -> None:
    """16 MB of them are refused before they are read; they would take up to a gigabyte."""
    text = f'{{"format":"scorekeeper-group/1","games":[{part * (16_000_000 // len(part))}1]}}'
    tracemalloc.start()
    with pytest.raises(TextError, match="too_many_values"):
        strict_json.loads_text(text)
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()


@pytest.mark.slow
def test_group_of_largest_file_is_read() -> None:
    """A list of entries as the largest files have it, 16 MiB."""
    row = (
        '{"number": 12, "kind": "line", "data": {"moves": [{"player": "2", "box": "fives", "dice": [5, 5, 5, 2, 1]}]},'
        ' "by": "Qm3xYt5Kp2Za", "device": 1, "key": "0b2f4a55-3a3c-4d0e-9c39-6a5a6a9d6c11",'
        ' "at": "2026-11-20T21:07:00+00:00"},\n'
    )
    found = strict_json.loads_text(f"[{row * (16 * 1024**2 // len(row))}1]")
    assert len(found) > 60_000
