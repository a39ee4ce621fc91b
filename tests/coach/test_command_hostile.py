"""The command `coach` with any input: one line of JSON, a message instead of a traceback."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules import DICE_GAMES
from tests.coach.command import run
from tests.rules.random_games import random_game
from tests.sampling import some_of

TRIED = settings(
    max_examples=some_of(80),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
CRAG = DICE_GAMES["crag"]
LETTERS = st.text(st.characters(), max_size=8)  # with halves of surrogates
SIMPLE = st.none() | st.booleans() | st.integers(-5, 60) | st.integers() | st.floats() | LETTERS
ANYTHING = st.recursive(
    SIMPLE, lambda more: st.lists(more, max_size=4) | st.dictionaries(LETTERS, more, max_size=4), max_leaves=6
)
BOXES = [box.name for box in CRAG.BOXES]
POINTS = st.sampled_from([0, 2, 3, 20, 26, 50]) | SIMPLE
POSITIONS = st.fixed_dictionaries(
    {},
    optional={
        "written": st.dictionaries(st.sampled_from(BOXES) | LETTERS, POINTS, max_size=len(BOXES)) | ANYTHING,
        "dice": st.lists(st.integers(1, 6), min_size=3, max_size=3) | st.lists(SIMPLE, max_size=4) | ANYTHING,
        "throws_left": st.integers(0, 2) | ANYTHING,
        "spares": st.integers(0, 2) | ANYTHING,
    },
)
RULES = st.dictionaries(
    st.sampled_from([option.name for option in CRAG.OPTIONS]) | LETTERS, SIMPLE, max_size=2
)
TRANSCRIPT = {"format": "scorekeeper/1", "game": "crag", "players": ["Ana", "Benoît"]}
ENTRIES = random_game(CRAG, 3, players=2, options={}).entries


def coach(*asked: str) -> tuple[int, dict[str, Any]]:
    """Run the command; return its status and the object that its line holds."""
    status, line = run(*asked)
    line.encode()
    found = json.loads(line, parse_constant=pytest.fail)
    assert status in (0, 1, 2)
    if status:
        assert found["error"]["code"]
        assert 5 < len(found["error"]["message"]) <= 200
        assert list(found) == ["error"] if status == 2 else "players" in found
    return status, found


@pytest.mark.parametrize("way", ["--options", "--position"])
@given(text=LETTERS | ANYTHING.map(json.dumps) | st.integers(1, 20_000).map(lambda deep: "[" * deep))
@TRIED
def test_any_text_gets_one_line(way: str, text: str) -> None:
    coach("crag", f"{way}={text}")


@given(asked=POSITIONS)
@TRIED
def test_any_position_gets_values_or_a_message(asked: dict[str, Any]) -> None:
    status, found = coach("crag", f"--position={json.dumps(asked)}")
    assert status in (0, 2)
    if not status:
        ways = found.get("boxes") or found["keeps"]
        assert found["value"] == pytest.approx(ways[0]["value"])
        assert [each["value"] for each in ways] == sorted((each["value"] for each in ways), reverse=True)


@given(rules=RULES)
@TRIED
def test_any_house_rules_get_a_value_or_a_message(rules: dict[str, Any]) -> None:
    status, found = coach("crag", f"--options={json.dumps(rules)}")
    assert status in (0, 2)
    if not status:
        assert found["options"] == dict(CRAG.resolve(rules))


@given(
    place=st.integers(0, len(ENTRIES) - 1),
    field=st.sampled_from(["player", "dice", "box", "points", "throws", "strike"]) | LETTERS,
    changed=ANYTHING | st.sampled_from([*BOXES, "Ana", "Benoît", [6, 6, 1], [4, 4, 4]]),
    around=st.dictionaries(
        st.sampled_from([*TRANSCRIPT, "options", "entries"]) | LETTERS, ANYTHING, max_size=1
    ),
)
@TRIED
def test_any_transcript_gets_sums_or_a_message(
    tmp_path: Path, place: int, field: str, changed: object, around: dict[str, Any]
) -> None:
    entries = [entry | ({field: changed} if at == place else {}) for at, entry in enumerate(ENTRIES)]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(TRANSCRIPT | {"entries": entries} | around))
    status, found = coach("--transcript", str(path))
    if status < 2:
        for player in found["players"].values():
            total = player["expected"] + player["luck"] - player["given_away"]
            assert total == pytest.approx(player["total"], abs=1e-9)


@given(written=st.binary(max_size=40))
@TRIED
def test_any_bytes_as_transcript_get_a_message(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(written)
    assert coach("--transcript", str(path))[0] == 2
