"""Golden games, checked by hand, replayed by the rules.

Each is a transcript (`FILE.json`) with the expected replay beside it (`FILE.expected.json`). Here the part of the
rules is compared; settlement and messages elsewhere. A change that breaks one of these changes stored games: give the
game a new version instead.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Outcome, Seats, rank
from scorekeeper.rules.replay import replay
from tests.playthrough_files import FILES, FOLDER, read, seats_of

from .dice_sheet import reference, reference_sheet

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
# the card games have models of their own, beside their tests
every_dice_file = pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.parent.name in reference.BOXES],
    ids=lambda path: str(path.relative_to(FOLDER)),
)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_golden_games(slug: str) -> None:
    finished = [read(path)[1]["finished"] for path in FILES if path.parent.name == slug]
    assert len(finished) >= 2, f"put two golden games into {FOLDER.name}/{slug}"
    assert any(finished)


def test_every_golden_game_is_of_game() -> None:
    assert {path.parent.name for path in FILES} <= set(GAMES)
    assert all(read(path)[0]["game"] == path.parent.name for path in FILES)


@every_file
def test_golden_game_replays(path: Path) -> None:
    found, expected = read(path)
    game, seats = GAMES[found["game"]], seats_of(found)
    result = replay(game, game.resolve(found.get("options", {}), found.get("rules")), seats, found["entries"])
    outcome, scores = game.outcome(result.state), game.scores(result.state)
    assert scores == expected["scores"]
    assert list(scores) == found["players"]
    assert game.report(result.state) == expected["sheet"]
    assert game.turn(result.state) == expected["turn"]
    assert (outcome is not None) == expected["finished"]
    assert (outcome.reason if outcome else None) == expected["reason"]
    assert list(outcome.winners if outcome else ()) == expected["winners"]
    assert standings(scores, outcome, seats) == expected["standings"]
    error = result.error and {"entry": result.taken + 1, "code": result.error.code}
    assert error == (expected["error"] and {name: expected["error"][name] for name in ("entry", "code")})


def standings(scores: dict[str, int], outcome: Outcome | None, seats: Seats) -> list[dict[str, Any]]:
    """Return the standings: an automatic winner first, then by total."""
    first = outcome.winners if outcome and (outcome.is_decided or not seats.teams) else ()
    rows = rank(scores, first)
    return [{"rank": row.rank, "players": list(row.players), "score": row.score} for row in rows]


@every_dice_file
def test_golden_game_equals_reference(path: Path) -> None:
    """The naive model comes to the same sheets."""
    found, expected = read(path)
    slug = found["game"]
    entries = found["entries"][: expected["error"]["entry"] - 1] if expected["error"] else found["entries"]
    options = GAMES[slug].resolve(found.get("options", {}), found.get("rules"))
    paper = reference_sheet.play(slug, options, found["players"], entries)
    sheets = {player: reference_sheet.sheet(slug, options, pad) for player, pad in paper.pads.items()}
    assert sheets == expected["sheet"]


@every_file
def test_golden_entries_are_written_as_they_are_read(path: Path) -> None:
    found, expected = read(path)
    game = GAMES[found["game"]]
    taken = expected["error"]["entry"] - 1 if expected["error"] else len(found["entries"])
    for entry in found["entries"][:taken]:
        assert game.dump(game.parse(entry)) == entry
