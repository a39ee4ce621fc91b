"""Names and free words: one definition in all three places that take them."""

from __future__ import annotations

import pytest

from scorekeeper.ledger.money import StakeError, parse_unit
from scorekeeper.people import names
from scorekeeper.play.transcript import parse_transcript
from scorekeeper.play.transcript_metadata import TranscriptError
from scorekeeper.rules.player_names import fault, is_word


def is_name(value: object) -> bool:
    """Return whether a transcript may name a player so."""
    file = {"format": "scorekeeper/1", "game": "crag", "players": [value], "entries": []}
    try:
        parse_transcript(file)
    except TranscriptError:
        return False
    return True


GOOD = (
    *(
        "A",
        "x" * 40,
        "Ana María",
        "😀" * 40,
        "👩\u200d👩\u200d👧",
        "a\u200bb",
        "٤",
        "<b>",
        "\u0301",
        "%s",
        "\\",
        "5",
    ),
    *("a\u200eb", "\u200f\u05d0", "\u061c\u062f", "\u0645\u06cc\u200c\u062e"),
)
SIGNS = (
    *("\u200b", "\u200d\u2060", "\ufeff", "\u200e", "\u3164", "\u2800", "\ufe0f\u034f", "\u00ad"),
    *("a\0", "a\nb", "a\x7fb", "a\x85b", "\ud800", "a\udfff", "a\u2028b", "a\u2029b"),
    *(f"a{control}b" for control in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
)
ENDS = (" A", "A ", "A\t", "\u00a0A", "A\u3000", "A\u2028", " ")


@pytest.mark.parametrize("text", GOOD)
def test_valid_words_are_accepted(text: str) -> None:
    assert fault(text) is None
    assert is_name(text)
    assert names.name_error(text) is None
    assert parse_unit(text) == text


@pytest.mark.parametrize("text", [*SIGNS, *ENDS, "", "x" * 41])
def test_invalid_words_are_refused(text: str) -> None:
    assert not is_word(text)
    assert not is_name(text)
    assert names.name_error(text) is not None
    with pytest.raises(StakeError, match="bad_unit"):
        parse_unit(text)


@pytest.mark.parametrize("value", [None, 5, True, ["A"], b"A", {}])
def test_other_values_are_no_words(value: object) -> None:
    assert not is_word(value)
    assert not is_name(value)


def test_fault_is_named() -> None:
    assert (fault(""), fault("x" * 41), fault("\u200b")) == ("empty", "long", "signs")
    assert (names.name_error(""), names.name_error("x" * 41), names.name_error("\u200b")) == (
        "name_empty", "name_long", "name_signs",
    )  # fmt: skip


@pytest.mark.parametrize("mark", ["\u200e", "\u200f", "\u061c", "\u200b", "\u2060", "\ufeff", "\u00ad"])
def test_names_that_look_same_are_same(mark: str) -> None:
    assert names.fold(f"An{mark}a") == names.fold("ana")
