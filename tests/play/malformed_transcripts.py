"""The response to a malformed transcript."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from scorekeeper.archive.replay_report import check
from scorekeeper.games.messages import TRANSCRIPT_MESSAGES
from scorekeeper.play import strict_json
from tests.ledger.stake_codes import STAKE_CODES
from tests.security import payloads

CODES = TRANSCRIPT_MESSAGES.keys() | STAKE_CODES


FULL = {
    "format",
    "game",
    "finished",
    "reason",
    "scores",
    "standings",
    "winners",
    "sheet",
    "turn",
    "settlement",
    "error",
}


def answered(data: bytes, where: str) -> tuple[int, dict[str, Any]]:
    """Return the response to a file of valid form."""
    try:
        status, document = check(data)
        text = strict_json.dumps(document)
    except Exception as fault:
        raise AssertionError(where) from fault
    assert len(text.splitlines()) == 1, where
    assert json.loads(text.encode()) == document, where
    error = document["error"]
    if status == 2:
        assert document.keys() == {"error"}, where
        assert error["entry"] is None, where
    else:
        assert document.keys() - {"team_scores", "team_standings"} == FULL, where
        assert (error is None) == (status == 0), where
    if error is not None:
        assert error["code"] in CODES, where
        assert is_clear(error["message"]), where
    return status, document


def is_clear(message: str) -> bool:
    """A short sentence on one line, with nothing in it that a terminal would obey."""
    plain = message.replace("\u2068", "").replace("\u2069", "")
    unsafe = any(
        letter in payloads.BIDI or unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"}
        for letter in plain
    )
    return message.endswith(".") and len(message) < 300 and not unsafe and "!" not in message
