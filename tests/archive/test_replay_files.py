"""Replay of many files in one call, and the examples of docs/transcripts.md."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from random import Random

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.rules import GAMES
from tests.archive.replay_process import BOXES
from tests.play.transcripts import general, random_game
from tests.security import payloads
from tests.server_process import ROOT

from .replay_process import CommandLine, documents

DOCS = ROOT / "docs" / "transcripts.md"
BLOCK = re.compile(r"```json\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    return CommandLine(tmp_path_factory.mktemp("data"))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(4))
def test_hostile_files_through_command_line(line: CommandLine, tmp_path: Path, batch: int) -> None:
    seed, random = f"line-{batch}", Random(f"line-{batch}")
    changes = [payloads.change(random, random_game(random)) for _ in range(100)]
    paths = []
    for number, each in enumerate(changes):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(each.text.encode())
    done = line(paths)
    expected = [check(each.text.encode()) for each in changes]
    assert documents(done.stdout) == [each.document for each in expected], f"seed {seed}"
    assert done.returncode == max(each.status for each in expected), f"seed {seed}"
    assert done.stderr == b"", f"seed {seed}"


def test_thousand_transcripts_of_forty_turns_in_one_call(line: CommandLine, tmp_path: Path) -> None:
    random = Random("thousand")
    paths = []
    for number in range(1000):
        entries = [
            {"player": player, "dice": [random.randint(1, 6) for _ in range(5)], "throws": 3, "box": box}
            for box in BOXES
            for player in "ABCD"
        ]
        stake = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(general(players=[*"ABCD"], stake=stake, entries=entries)))
    # of the processor: other tests run beside this one
    before = os.times()
    done = line(paths)
    after = os.times()
    took = after.children_user + after.children_system - before.children_user - before.children_system
    assert done.returncode == 0
    assert all(each["finished"] for each in documents(done.stdout))
    assert took < 10, f"{took:.1f} s"


def test_documented_example_equals_its_replay() -> None:
    whole = [block for block in BLOCK.findall(DOCS.read_text(encoding="utf-8")) if '"format"' in block]
    example, printed = whole
    status, found = check(example.encode())
    assert (status, found) == (0, json.loads(printed))
    assert list(found) == list(json.loads(printed))


def test_documented_entry_is_read_without_loss() -> None:
    """Examples of the card games are read by their games without loss."""
    sections = dict(part.split("\n", 1) for part in DOCS.read_text(encoding="utf-8").split("\n## ")[1:])
    for game in (game for game in GAMES.values() if game.DEALS):
        shown = [json.loads(block) for block in BLOCK.findall(sections[game.name])]
        entries = [each for each in shown if "hands" not in each]
        assert entries
        for entry in entries:
            assert game.dump(game.parse(entry)) == entry


def test_message_of_page_is_one_that_is_printed() -> None:
    entries = [*general()["entries"], {"player": "B", "box": "straight", "points": 20}]
    error = check(json.dumps(general(entries=entries)).encode()).document["error"]
    assert json.dumps(error) in DOCS.read_text(encoding="utf-8")
