"""Punctuation of texts that are put together."""

from __future__ import annotations

from scorekeeper.core.i18n.punctuation import clauses, listed, sentence


def test_sentence_gets_full_stop() -> None:
    assert sentence("Ana deals") == "Ana deals."


def test_sentence_with_own_mark_gets_no_stop() -> None:
    assert sentence("Bo plays: which cards?") == "Bo plays: which cards?"
    assert sentence("Ana deals.") == "Ana deals."


def test_lists_leave_empty_texts_out() -> None:
    assert listed(["Ana", "", "Bo"]) == "Ana, Bo"
    assert clauses(["Target: 100", "", "no jokers"]) == "Target: 100; no jokers"
