"""Writing a transcript: it is read back as the same game, and is readable."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.ledger.stake import Stake
from scorekeeper.play.transcript import Transcript, chosen_options, read_transcript, write_transcript
from scorekeeper.play.transcript_names import rename_players
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import MoveError, Seats
from scorekeeper.rules.replay import replay

from .transcripts import general, random_game


def transcript(entries: list[dict[str, Any]], **fields: Any) -> Transcript:
    """A transcript of General between A and B."""
    found = read_transcript(json.dumps(general(entries=[])).encode())
    return replace(found, entries=tuple(entries), **fields)


def test_file_is_for_people() -> None:
    game = GAMES["general"]
    made = Transcript(
        game,
        game.resolve({"straights": "basic", "four_of_a_kind_later": 40}),
        Seats(("Ana", "Bo"), dealer="Bo"),
        Stake("per_point", 1, "USD", 500),
        (
            {"box": "ones", "player": "Ana", "points": 3},
            {"player": "Bo", "box": "twos", "strike": True, "note": "ü"},
        ),
    )
    assert write_transcript(made) == (
        "{\n"
        '  "format": "scorekeeper/1",\n'
        '  "game": "general",\n'
        '  "options": {"straights": "basic"},\n'
        '  "players": ["Ana", "Bo"],\n'
        '  "dealer": "Bo",\n'
        '  "stake": {"kind": "per_point", "amount": "0.01", "unit": "USD", "automatic_win": "5.00"},\n'
        '  "entries": [\n'
        '    {"player": "Ana", "box": "ones", "points": 3},\n'
        '    {"player": "Bo", "box": "twos", "strike": true, "note": "ü"}\n'
        "  ]\n"
        "}\n"
    )


def test_game_without_entries_is_written() -> None:
    text = write_transcript(transcript([]))
    assert text.endswith('"entries": []\n}\n')
    assert check(text.encode()).status == 0


@pytest.mark.parametrize("seed", range(200))
def test_written_transcript_is_read_back(seed: int) -> None:
    tree = random_game(Random(f"write-{seed}"))
    made = read_transcript(json.dumps(tree).encode())
    text = write_transcript(made)
    again = read_transcript(text.encode())
    assert (again.options, again.seats) == (made.options, made.seats)
    assert again.stake == (made.stake if made.stake and made.stake.kind != "none" else None)
    assert [made.game.parse(each) for each in again.entries] == [
        made.game.parse(each) for each in made.entries
    ]
    assert write_transcript(again) == text
    assert check(text.encode()) == check(json.dumps(tree).encode())


@pytest.mark.parametrize("slug", GAMES)
def test_only_house_rules_that_differ_are_written(slug: str) -> None:
    game = GAMES[slug]
    assert chosen_options(game, game.resolve({})) == {}
    for option in game.OPTIONS:
        for value in option.values:
            options = game.resolve({option.name: value.value})
            chosen = chosen_options(game, options)
            assert chosen == ({} if value.value == option.default else {option.name: value.value})
            assert game.resolve(chosen) == options


def test_options_of_preset_are_omitted() -> None:
    game = GAMES["yahtzee"]
    given = {"preset": "kniffel", "yahtzee_bonus": 50}
    assert chosen_options(game, game.resolve({**given, "joker": "none"})) == given
    same_as_printed = {"preset": "kniffel", "yahtzee_bonus": 100, "joker": "forced"}
    assert chosen_options(game, game.resolve(same_as_printed)) == same_as_printed


# --- lines that stand out of turn ------------------------------------------------------------------------


def line(player: str, box: str) -> dict[str, Any]:
    """A struck box."""
    return {"player": player, "box": box, "strike": True}


def test_lines_that_correction_displaced_are_marked() -> None:
    """B's first entry was taken back: A then precedes B twice, which only the mark makes legal."""
    kept = [line("A", "ones"), line("A", "twos"), line("B", "twos"), line("A", "sixes")]
    text = write_transcript(transcript(kept))
    entries = json.loads(text)["entries"]
    assert [entry.get("out_of_turn", False) for entry in entries] == [False, True, False, False]
    status, document = check(text.encode())
    assert (status, document["turn"]) == (0, "B")
    as_kept = transcript(kept)
    state = replay(as_kept.game, as_kept.options, as_kept.seats, kept, check_order=False).state
    assert document["sheet"] == as_kept.game.report(state)


def test_lines_in_order_are_not_marked() -> None:
    text = write_transcript(transcript([line("A", "ones"), line("B", "ones"), line("A", "twos")]))
    assert "out_of_turn" not in text


def test_marks_that_were_made_at_table_stay() -> None:
    made = [line("B", "ones") | {"out_of_turn": True}, line("A", "ones")]
    assert json.loads(write_transcript(transcript(made)))["entries"] == made


def test_refused_entries_are_not_exported() -> None:
    with pytest.raises(MoveError, match="box_filled"):
        write_transcript(transcript([line("A", "ones"), line("B", "ones"), line("A", "ones")]))


# --- players by other names ------------------------------------------------------------------------------


def test_seats_are_written_as_names() -> None:
    made = transcript(
        [line("1", "ones") | {"note": "2"}, line("2", "twos")],
        seats=Seats(("1", "2"), teams=(("1",), ("2",)), dealer="2"),
    )
    tree = json.loads(write_transcript(made, {"1": "Ana", "2": "fours"}))
    assert tree["players"] == ["Ana", "fours"]
    assert tree["teams"] == [["Ana"], ["fours"]]
    assert tree["dealer"] == "fours"
    assert tree["entries"] == [
        {"player": "Ana", "box": "ones", "strike": True, "note": "2"},
        {"player": "fours", "box": "twos", "strike": True},
    ]


def test_text_is_player_by_its_place() -> None:
    names = {"A": "1", "H": "2", "fours": "3", "KH": "4"}
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"player": "fours", "box": "fours", "points": 4}, {"player": "3", "box": "fours", "points": 4}),
        (
            {"trump": "H", "tricks": ["A", "H", "A", "A", "H"], "best": "H", "dealer": "A"},
            {"trump": "H", "tricks": ["1", "2", "1", "1", "2"], "best": "2", "dealer": "1"},
        ),
        ({"trump": "H", "best": None}, {"trump": "H", "best": None}),
        (
            {
                "turned": "KH",
                "robbed": {"player": "H", "discarded": "KH"},
                "tricks": [[["A", "KH"], ["H", "A"]]],
            },
            {
                "turned": "KH",
                "robbed": {"player": "2", "discarded": "KH"},
                "tricks": [[["1", "KH"], ["2", "A"]]],
            },
        ),
        ({"robbed": [{"player": "A"}, {"player": "H"}]}, {"robbed": [{"player": "1"}, {"player": "2"}]}),
        ({"bid": {"player": "A", "points": 20}}, {"bid": {"player": "1", "points": 20}}),
        ({"out": [["A"], ["H", "KH"]]}, {"out": [["1"], ["2", "4"]]}),
        (
            {"trick": [["A", "KH"]], "took": {"player": "H", "card": "KH"}, "out": ["H"]},
            {"trick": [["1", "KH"]], "took": {"player": "2", "card": "KH"}, "out": ["2"]},
        ),
        ({"end": "A"}, {"end": "A"}),
        (
            {
                "player": "A",
                "commander": "KH",
                "armies": ["A", {"card": "H", "pays": "red"}],
                "cancel": [{"mine": ["A"]}],
            },
            {
                "player": "1",
                "commander": "KH",
                "armies": ["A", {"card": "H", "pays": "red"}],
                "cancel": [{"mine": ["A"]}],
            },
        ),
    ]
    slugs = ["yahtzee", *["forty_fives"] * 5, *["generala_cards"] * 3, "generals_and_majors"]
    for slug, (entry, expected) in zip(slugs, cases, strict=True):
        fields = GAMES[slug].PLAYER_FIELDS
        assert rename_players(entry, names, fields) == expected
        back = {new: old for old, new in names.items()}
        assert rename_players(expected, back, fields) == entry
