"""Fifty thousand random files: one document and the right exit code for each."""

from __future__ import annotations

import json
import math
from random import Random
from typing import Any

import pytest

from tests.play.malformed_transcripts import answered
from tests.security import payloads

from . import transcripts

PARTS, CHANGED, SPOILED, INVENTED = 10, 3_400, 1_000, 600


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_transcript_with_one_changed_field_is_handled(part: int) -> None:
    seed, random = f"changed-{part}", Random(f"changed-{part}")
    tree: transcripts.Tree = {}
    for number in range(CHANGED):
        if number % 20 == 0:
            tree = transcripts.random_game(random)
        changed = payloads.change(random, tree)
        where = f"seed {seed}, file {number}: {changed.what}\n{changed.text[:3000]}"
        status, document = answered(changed.text.encode(), where)
        assert status in changed.statuses, where
        if status == 1 and changed.entry:
            found = document["error"]["entry"]
            assert found == changed.entry or (found > changed.entry and not changed.exact), where


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_text_is_refused(part: int) -> None:
    """Bytes cut, doubled or changed: exit 2 wherever Python cannot read the text as JSON either."""
    seed, random = f"spoiled-{part}", Random(f"spoiled-{part}")
    tree: transcripts.Tree = {}
    for number in range(SPOILED):
        if number % 20 == 0:
            tree = transcripts.random_game(random)
        data = spoil(random, json.dumps(tree, ensure_ascii=random.random() < 0.5).encode())
        where = f"seed {seed}, file {number}:\n{data[:3000]!r}"
        status, _ = answered(data, where)
        try:
            json.loads(data.decode(), parse_int=str)
        except ValueError:
            assert status == 2, where


@pytest.mark.parametrize("part", range(PARTS))
def test_arbitrary_values_are_refused_with_code(part: int) -> None:
    seed, random = f"invented-{part}", Random(f"invented-{part}")
    for number in range(INVENTED):
        text = payloads.written(invent(random, 0))
        where = f"seed {seed}, file {number}:\n{text[:3000]}"
        status, _ = answered(text.encode(), where)
        assert status == 2, where


def spoil(random: Random, data: bytes) -> bytes:
    """Random damage to a text."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start = random.randrange(len(data) + 1)
        stop = min(len(data), start + random.choice((0, 1, 1, 4, 40)))
        snippets = (
            b"",
            b'"',
            b"\\",
            b"[",
            b"}",
            b",",
            b"\xff",
            b"\0",
            b"NaN",
            b"-",
            b"\xed\xa0\x80",
            b"9" * 5000,
        )
        piece = random.choice(
            (*snippets, b"[" * 100, b"\xef\xbb\xbf", b"\\ud83d", b'"\\', data[stop : stop + 20])
        )
        data = data[:start] + piece + data[stop:]
    return data[: random.randrange(len(data) + 1)] if random.random() < 0.2 else data


def invent(random: Random, depth: int) -> Any:
    """Any value at all; it may use the words of a transcript."""
    words = (
        "format",
        "game",
        "players",
        "entries",
        "options",
        "teams",
        "stake",
        "player",
        "scorekeeper/1",
        "general",
    )
    roll = random.random() if depth < 12 else 1
    if roll < 0.35:
        return {
            random.choice((*words, *payloads.KEYS)): invent(random, depth + 1)
            for _ in range(random.randrange(6))
        }
    if roll < 0.5:
        return [invent(random, depth + 1) for _ in range(random.randrange(5))]
    return random.choice((*words, *payloads.VALUES))


def test_hostile_files_are_many_enough() -> None:
    assert PARTS * CHANGED >= 30_000
    assert PARTS * (CHANGED + SPOILED + INVENTED) >= 50_000
    assert math.inf not in payloads.VALUES
