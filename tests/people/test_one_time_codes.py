"""One-time codes: tolerant spelling, and digests bound to a purpose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.people.one_time_codes import ALPHABET, LENGTH, Codes, in_fours

SHORT, LONG, OTHER = Codes("a"), Codes("a", 16), Codes("b")


@given(st.booleans(), st.sampled_from(["", " ", "-", " - ", "\t"]))
def test_code_is_equal_in_every_spelling(small: bool, between: str) -> None:
    for codes in (SHORT, LONG):
        code = codes.new()
        typed = between.join(in_fours(code))
        assert codes.normalize(f" {typed.lower() if small else typed} ") == code
        assert "".join(in_fours(code)) == code


@pytest.mark.parametrize(
    "typed", ["", "7KQM", "7KQM2XHD7", "7KQM2XH0", "7KQM2XHI", "7KQM2XHß", "7KQM2XH\u0660", "\uff17KQM2XHD"]
)
def test_malformed_code_is_invalid(typed: str) -> None:
    assert SHORT.normalize(typed) is None


def test_digest_is_good_for_one_thing() -> None:
    code = SHORT.new()
    stored = SHORT.digest(code, "ana@example.org")
    assert SHORT.matches(stored, code, "ana@example.org")
    assert not SHORT.matches(stored, code, "bob@example.org")
    assert not SHORT.matches(stored, code)
    assert not OTHER.matches(stored, code, "ana@example.org")
    assert code not in stored
    assert len({SHORT.digest(code), OTHER.digest(code), SHORT.digest(code[::-1] + "2")}) == 3


def test_issued_codes_stay_valid() -> None:
    """Codes printed or stored by an earlier version: their purposes must never be edited."""
    from scorekeeper.people import device_transfer, mail, recovery_codes
    from scorekeeper.table.invitations import CODES as JOINING
    from scorekeeper.table.invitations import STORED

    kinds = (mail.CODES, device_transfer.CODES, recovery_codes.CODES, JOINING, STORED)
    assert [(kind.purpose.removeprefix("scorekeeper."), kind.length) for kind in kinds] == [
        ("people.mail", LENGTH),
        ("people.carry", LENGTH),
        ("people.recovery", 16),
        ("play.joining", LENGTH),
        ("play.joining.digest", LENGTH),
    ]


def test_seed_has_its_code() -> None:
    made = {SHORT.derive(f"{number}") for number in range(500)}
    assert len(made) == 500
    assert set().union(*made) == set(ALPHABET)
    assert {len(code) for code in made} == {LENGTH}
    assert SHORT.derive("1") == SHORT.derive("1") != OTHER.derive("1")
