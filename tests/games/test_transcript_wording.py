"""Messages of refusals: exact, on one line, and safe for any user input."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from django.utils.functional import Promise
from django.utils.translation import override

import scorekeeper
from scorekeeper.games.messages import MESSAGES, TABLE_MESSAGES, TRANSCRIPT_MESSAGES, explain, visible
from scorekeeper.ledger.stake import StakeError
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError, RuleError, SetupError
from tests.ledger.stake_codes import STAKE_CODES
from tests.security.payloads import BIDI

DOCS = Path(scorekeeper.__file__).parent.parent / "docs" / "transcripts.md"
HOSTILE = [
    "\0",
    "a\nb",
    "\x1b[2J",
    "\u202eevil",
    "\ud800",
    "x" * 10_000,
    "\u2028",
    "%s",
    "%(box)s",
    "\x85",
    "\u2066",
]


@pytest.mark.parametrize("code", MESSAGES)
def test_sentences_are_short_table_talk(code: str) -> None:
    message = MESSAGES[code]
    assert isinstance(message, Promise), "translated when it is shown"
    assert len(str(message)) <= 90
    assert str(message).endswith(".")
    assert "!" not in str(message)
    assert re.fullmatch(r"[a-z0-9_]+", code)


def test_code_is_for_tables_or_for_transcripts() -> None:
    assert not TABLE_MESSAGES.keys() & TRANSCRIPT_MESSAGES.keys()


def test_people_and_boxes_are_named() -> None:
    names = {"1": "Ana", "2": "Bo"}
    turn = IllegalMoveError("not_your_turn", player="1", turn="2")
    assert explain(turn) == "It is 2’s turn, not 1’s."
    assert explain(turn, names=names) == "It is Bo’s turn, not Ana’s."
    assert explain(turn, names=lambda key: f"Mr {key}") == "It is Mr 2’s turn, not Mr 1’s."
    filled = IllegalMoveError("box_filled", box="four_of_a_kind", points=40)
    assert explain(filled, game=GAMES["general"]) == "Four of a kind already holds 40."
    assert explain(filled) == "Four of a kind already holds 40."
    value = SetupError("bad_option", option="five_as_full_house", values=[True, False])
    assert explain(value) == "The house rule “five_as_full_house” takes one of: true, false."


@pytest.mark.parametrize("slug", GAMES)
def test_every_box_of_every_game_has_its_label(slug: str) -> None:
    game = GAMES[slug]
    for box in getattr(game, "BOXES", ()):
        assert explain(IllegalMoveError("box_filled", box=box.name, points=1), game=game).startswith(
            box.label
        )


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_user_breaks_sentence(text: str) -> None:
    for code, message in MESSAGES.items():
        error = RuleError(code, **dict.fromkeys(re.findall(r"%\((\w+)\)s", str(message)), text))
        check_is_safe(explain(error, names={text: text}))


@pytest.mark.parametrize("text", HOSTILE)
def test_transcripts_have_no_sentence_about_stakes(text: str) -> None:
    for code in STAKE_CODES:
        check_is_safe(explain(StakeError(code, text, most=40, decimals=2, kind="per_point", sign=".")))


def check_is_safe(message: str) -> None:
    """One line, short, nothing that a terminal or a page would obey."""
    assert len(message) < 200
    assert not any(
        letter in BIDI or unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"} for letter in message
    )


def test_names_right_to_left_are_isolated() -> None:
    assert visible("Ana") == "Ana"
    assert visible("\u05d3\u05d5") == "\u2068\u05d3\u05d5\u2069"
    assert visible("👩‍👩‍👧 é") == "👩‍👩‍👧 é"
    assert visible("x" * 41) == "x" * 39 + "…"


def test_numbers_beyond_measure_are_not_spelled_out() -> None:
    error = IllegalMoveError("impossible_points", box="ones", points=10**5000, values=[1, 2, 3])
    message = explain(error, game=GAMES["crag"])
    assert message == "Ones: a number that large is not possible with those rolls, only 1, 2, 3."


def test_field_may_be_empty() -> None:
    assert explain(InvalidMoveError("unknown_field", field="")) == "There is no field “” here."


# --- the page about transcripts --------------------------------------------------------------------------


def test_page_lists_exactly_codes() -> None:
    listed = re.findall(
        r"^\| `(\w+)` \|", DOCS.read_text(encoding="utf-8").partition("## Codes")[2], re.MULTILINE
    )
    assert sorted(listed) == sorted(TRANSCRIPT_MESSAGES.keys() | STAKE_CODES)


def test_page_lists_exactly_games() -> None:
    (row,) = re.findall(r"^\| `game` \| (.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", row)) == sorted(GAMES)


def test_german_joker_names_the_box_of_any_name() -> None:
    error = RuleError("joker_own_box", box="yahtzee", own="threes")
    with override("de"):
        assert explain(error, game=GAMES["yahtzee"]).endswith("Fünf Gleiche gehören zuerst ins Feld Dreier.")
