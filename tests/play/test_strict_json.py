"""The JSON of transcripts: strict when read, harmless when written."""

from __future__ import annotations

import json

import pytest

from scorekeeper.play.strict_json import TextError, dumps, loads
from tests.play.transcripts import read_code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "not_json"),
        (" ", "not_json"),
        ("{", "not_json"),
        ("{} {}", "not_json"),
        ("{},", "not_json"),
        ("{'a': 1}", "not_json"),
        ('{"a": 1,}', "not_json"),
        ('{"a": 01}', "not_json"),
        ('{"a": +1}', "not_json"),
        ('{"a": .5}', "not_json"),
        ('{"a": 0x1}', "not_json"),
        ('{"a": \u0661}', "not_json"),
        ('{"a": "\n"}', "not_json"),
        ('{"a": "\\x"}', "not_json"),
        ('{"a": True}', "not_json"),
        ("// a game\n{}", "not_json"),
        ("\u00a0{}", "not_json"),
        ('{"a": "open', "not_json"),
        ('{"a": "open\\', "not_json"),
        ('{"a": NaN}', "not_a_json_number"),
        ('{"a": Infinity}', "not_a_json_number"),
        ('{"a": [-Infinity]}', "not_a_json_number"),
        ('{"a": 1, "a": 1}', "key_twice"),
        ('{"b": {"a": 1, "c": 2, "\\u0061": 2}}', "key_twice"),
        ("\ufeff{}", "byte_order_mark"),
        ("[" * 21 + "]" * 21, "too_deep"),
        ("[" * 1_000_000, "too_deep"),
        ('{"a":' * 100_000, "too_deep"),
        ('{"a": "' + "[" * 100 + '"}', "missing_field"),
        ('{"a": "\\"' + "[" * 100 + '"}', "missing_field"),
        ("[" * 20 + "]" * 20, "not_an_object"),
        ("[]" * 2, "not_json"),
        ("[]", "not_an_object"),
        ("null", "not_an_object"),
        ("1e999", "not_an_object"),
        ("9" * 5000, "not_an_object"),
        ('"\\ud800"', "not_an_object"),
    ],
)
def test_lenient_json_is_refused(text: str, expected: str) -> None:
    assert read_code(text.encode()) == expected


@pytest.mark.parametrize(
    "data", [b"\xff{}", b'{"a": "\xed\xa0\x80"}', b'{"a": "\xc0\xaf"}', "{}".encode("utf-16")]
)
def test_bad_utf8_is_refused(data: bytes) -> None:
    assert read_code(data) == "not_utf8"


def test_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.play.strict_json.MOST_BYTES", 100)
    assert read_code(b" " * 101) == "file_too_large"


def test_place_of_fault_is_named() -> None:
    with pytest.raises(TextError) as caught:
        loads(b'{"a": 1,\n "b" 2}')
    assert caught.value.fields == {"line": 2, "column": 6}


def test_depth_is_counted_outside_strings_in_no_time() -> None:
    """Quotes and backslashes without end must not make the search for strings slow."""
    for text in ('"' * 1_000_001, '"\\' * 500_000, "\\" * 1_000_000, '{"' + "a" * 1_000_000, "[]" * 500_000):
        assert read_code(text.encode()) == "not_json"


def test_many_keys_are_compared_in_no_time() -> None:
    keys = ", ".join(f'"k{number}": 0' for number in range(100_000))
    assert read_code(f'{{{keys}, "k99999": 1}}'.encode()) == "key_twice"


def test_written_text_stays_on_its_line() -> None:
    name = "a\u2028b\u2029c\x85d\x7fe\u202ef\n\ud800\ufeffé花"
    text = dumps({"name": name})
    assert (
        text
        == (
            '{"name": "a\\u2028b\\u2029c\\u0085d\\u007fe\\u202ef\\n\\ud800\\ufeffé花"}'  # harmless text is unchanged
        )
    )
    assert json.loads(text)["name"] == name
    assert text.encode("utf-8")
