"""Strict JSON for transcripts, read within limits and written safely for any screen.

Reading accepts UTF-8 without a byte order mark, every key once, no NaN or Infinity, at most 20 levels. A number too
long for any field becomes a float, which no field accepts, so that the error names its field. Uses the standard library
only.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NoReturn

from scorekeeper.rules.contract import RuleError

MOST_NESTING = 20
MOST_BYTES = 64 * 1024 * 1024
# Bytes in memory of a list, an object and a further value, by their characters; a group's file of 16 MiB takes 104 MB.
SIZES = {"[": 90, "{": 232, ",": 64}
MOST_ROOM = 128 * 1024 * 1024
# Digits. Python refuses to read integers of thousands of digits; no field of a game needs more than these.
LONGEST_NUMBER = 18

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKET = re.compile(r"[^][{}]++")
# Characters that break the line, change the direction of writing, or cannot be written in UTF-8.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")


class TextError(RuleError):
    """The text is not strict JSON."""


def loads(data: bytes, *, bounded: bool = True) -> Any:
    """The value of a JSON text in UTF-8.

    `bounded`: False for a file of any size.

    Raises TextError: `file_too_large` (`most` MiB), `not_utf8`, and those of `loads_text`.
    """
    if bounded and len(data) > MOST_BYTES:
        raise TextError("file_too_large", most=MOST_BYTES // 1024**2)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TextError("not_utf8", byte=error.start + 1) from error
    return loads_text(text, bounded=bounded)


def loads_text(text: str, *, bounded: bool = True) -> Any:
    """The value of a decoded JSON text; see `loads`.

    Raises TextError: `byte_order_mark`, `too_many_values`, `too_deep` (`most`), `not_json` (`line`, `column`),
    `not_a_json_number` (`number`), `key_twice` (`key`).
    """
    if text.startswith("\ufeff"):
        raise TextError("byte_order_mark")
    if bounded and sum(text.count(sign) * size for sign, size in SIZES.items()) > MOST_ROOM:
        raise TextError("too_many_values")
    _refuse_depth(text)
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise TextError("not_json", line=error.lineno, column=error.colno) from error


def dumps(value: Any, indent: int | None = None) -> str:
    """The value as JSON, on one line or indented.

    Characters in names and notes that would break a line or change the direction of writing are escaped.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _refuse_depth(text: str) -> None:
    """Count brackets outside strings, before a recursive parser reads them."""
    depth = 0
    for bracket in _NO_BRACKET.sub("", _STRING.sub("", text)):
        if bracket in "[{":
            depth += 1
            if depth > MOST_NESTING:
                raise TextError("too_deep", most=MOST_NESTING)
        else:
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise TextError("key_twice", key=times.most_common(1)[0][0])
    return found


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST_NUMBER else float(digits)


def _constant(name: str) -> NoReturn:
    raise TextError("not_a_json_number", number=name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_constant=_constant)
