"""Amounts and stakes between text and integers."""

from __future__ import annotations

import pytest
from babel.core import get_global
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.money import (
    KINDS,
    MOST_WHOLE,
    Stake,
    StakeError,
    currencies,
    decimal_string,
    decimals,
    dump_stake,
    is_currency,
    locale_data,
    parse_amount,
    parse_stake,
    parse_unit,
    show,
)

NBSP = "\N{NO-BREAK SPACE}"
UNITS = ["USD", "EUR", "JPY", "KWD", "CLF", "DEM", "XAF", "drink", "XXX", "usd"]


def refusal(data: object) -> tuple[str, str]:
    with pytest.raises(StakeError) as refused:
        parse_stake(data)
    return refused.value.code, refused.value.field


# --- units -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "currency", "places"),
    [
        ("USD", True, 2),
        ("EUR", True, 2),
        ("JPY", True, 0),
        ("KWD", True, 3),
        ("CLF", True, 4),
        ("XAF", True, 0),
        ("DEM", True, 2),  # withdrawn: its games stay readable
        ("ITL", True, 0),
        ("XXX", False, 0),  # ISO 4217 for "no currency"
        ("XTS", False, 0),
        ("ZZZ", False, 0),
        ("usd", False, 0),
        ("cup", False, 0),  # a thing, though CUP is the Cuban peso
        ("DEFAULT", False, 0),  # a key of the data beside the codes
        ("drink", False, 0),
        ("", False, 0),
    ],
)
def test_currencies_and_things(unit: str, currency: bool, places: int) -> None:
    assert is_currency(unit) is currency
    assert decimals(unit) == places


def test_currency_decimals_equal_standard() -> None:
    """Stored amounts are integers: new locale data with other decimals would multiply all debts."""
    odd = {code: decimals(code) for code in get_global("all_currencies") if decimals(code) != 2}
    none = (
        "ADP AFN ALL BIF BYR CLP DJF ESP GNF IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF MMK MRO PYG"
        " RSD RWF SLL SOS STD SYP TMM TRL UGX UYI VND VUV XAF XOF XPF YER ZMK ZWD XXX XTS"
    )
    assert odd == {
        **dict.fromkeys(none.split(), 0),
        **dict.fromkeys(["BHD", "JOD", "KWD", "LYD", "OMR", "TND"], 3),
        **dict.fromkeys(["CLF", "UYW"], 4),
    }


@pytest.mark.parametrize(
    "word", ["drink", "a round of drinks", "🍺", "Bier", "جولة", "飲み物", "5", "x" * 40, "👩‍🍳"]
)
def test_free_units_are_accepted(word: str) -> None:
    assert parse_unit(word) == word


@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        " drink",
        "drink ",
        "drink\u00a0",
        "x" * 41,
        "dri\0nk",
        "dri\nnk",
        "dri\tnk",
        "dri\x7fnk",
        "dri\u0085nk",
        "\ud800",
        "dri\u202enk",
        "drink\u2066",
        "dri\u2028nk",
        "\u200b",
        "\u200d\u2060",
        None,
        5,
        True,
        ["drink"],
        b"drink",
    ],
)
def test_invalid_units_are_refused(word: object) -> None:
    assert refusal({"kind": "fixed", "amount": "1", "unit": word}) == ("bad_unit", "unit")


# --- amounts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "unit", "amount", "canonical"),
    [
        ("0.01", "USD", 1, "0.01"),
        ("0.65", "USD", 65, "0.65"),
        ("5", "EUR", 500, "5.00"),
        ("0.5", "EUR", 50, "0.50"),
        ("007", "EUR", 700, "7.00"),
        ("65", "JPY", 65, "65"),
        ("0.065", "KWD", 65, "0.065"),
        ("1", "KWD", 1000, "1.000"),
        ("0.0001", "CLF", 1, "0.0001"),
        ("2", "drink", 2, "2"),
        ("0", "USD", 0, "0.00"),
        ("1000000000000", "USD", 10**14, "1000000000000.00"),
        ("1000000000000", "drink", 10**12, "1000000000000"),
    ],
)
def test_amounts_are_parsed_and_formatted(text: str, unit: str, amount: int, canonical: str) -> None:
    assert parse_amount(text, unit) == amount
    assert decimal_string(amount, unit) == canonical


@pytest.mark.parametrize(
    ("text", "unit", "code"),
    [
        *[
            (text, "USD", "bad_amount")
            for text in ["", " 1", "1 ", "1\n", "+1", "-1", "-0", "1e9", "1E2", "0x1"]
        ],
        *[
            (text, "USD", "bad_amount")
            for text in [".5", "5.", "1.2.3", "1,5", "1_000", "NaN", "Infinity", "½"]
        ],
        *[
            (text, "USD", "bad_amount") for text in ["٣", "1.٣", "\uff11", "²", "1\0", "\ud800"]
        ],  # other digits
        *[(value, "USD", "bad_amount") for value in [None, 1, 1.5, True, ["1"], {"amount": "1"}, b"1"]],
        ("0.001", "USD", "amount_too_fine"),
        ("0.650", "USD", "amount_too_fine"),
        ("65.0", "JPY", "amount_too_fine"),
        ("1.0", "drink", "amount_too_fine"),
        ("0.00001", "CLF", "amount_too_fine"),
        ("1000000000001", "USD", "amount_too_large"),
        ("9" * 100_000, "USD", "amount_too_large"),
        ("0." + "0" * 100_000, "USD", "amount_too_fine"),
    ],
)
def test_amounts_that_are_refused(text: object, unit: str, code: str) -> None:
    assert refusal({"kind": "fixed", "amount": text, "unit": unit}) == (code, "amount")
    stake = {"kind": "per_point", "amount": "1", "unit": unit, "automatic_win": text}
    assert refusal(stake) == (code, "automatic_win")


@given(st.integers(0, MOST_WHOLE), st.sampled_from(UNITS))
def test_amount_survives_its_text(amount: int, unit: str) -> None:
    assert parse_amount(decimal_string(amount, unit), unit) == amount
    assert decimal_string(-amount, unit) == ("-" if amount else "") + decimal_string(amount, unit)


# --- for people ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "unit", "locale", "text"),
    [
        (65, "USD", "en", "$0.65"),
        (-65, "USD", "en", "-$0.65"),
        (123456, "EUR", "de", f"1.234,56{NBSP}€"),
        (65, "JPY", "en", "¥65"),
        (1500, "KWD", "en", f"KWD{NBSP}1.500"),
        (500, "DEM", "en", f"DEM{NBSP}5.00"),
        (5, "BRL", "pt-br", f"R${NBSP}0,05"),
        (5, "BRL", "pt_BR", f"R${NBSP}0,05"),
        (65, "USD", "tlh", "$0.65"),  # no such language: English
        (65, "USD", "", "$0.65"),
        (2, "drink", "en", f"2{NBSP}×{NBSP}drink"),
        (1250, "Bier", "de", f"1.250{NBSP}×{NBSP}Bier"),
        (3, "XXX", "en", f"3{NBSP}×{NBSP}XXX"),
        (10**40 + 1, "USD", "en", "$" + ",".join(["100", *["000"] * 12]) + ".01"),
    ],
)
def test_amounts_for_people(amount: int, unit: str, locale: str, text: str) -> None:
    assert show(amount, unit, locale) == text


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr-CM", "ar", "fa", "zh-hans", "hi"])
def test_every_currency_can_be_shown_in_every_language(locale: str) -> None:
    for code in get_global("all_currencies"):
        assert show(123456, code, locale)


# --- a select of currencies ------------------------------------------------------------------------------


def test_common_currencies_come_first_by_name() -> None:
    choices = currencies("en")
    assert choices[:3] == (("EUR", "Euro (EUR)"), ("USD", "US Dollar (USD)"), ("GBP", "British Pound (GBP)"))
    codes = [code for code, _ in choices]
    assert len(codes) == len(set(codes)) > 140
    assert all(is_currency(code) for code in codes)
    assert not {"DEM", "XXX", "XAU"}.intersection(codes)
    rest = [name for _, name in choices[12:]]
    assert rest[0].startswith("Afghan")
    assert rest[-1].startswith("Zimbabwe")


def test_country_of_language_comes_before_all_others() -> None:
    assert currencies("es-uy")[0][0] == "UYU"
    assert currencies("de-CH")[0] == ("CHF", "Schweizer Franken (CHF)")
    assert currencies("tlh") == currencies("en")
    assert sorted(code for code, _ in currencies("es-uy")) == sorted(code for code, _ in currencies("en"))


def test_language_codes_of_all_spellings() -> None:
    assert str(locale_data("zh-hans")) == "zh_Hans"
    assert str(locale_data("../etc")) == "en"


# --- the stake of a transcript ---------------------------------------------------------------------------


def test_stake_from_its_transcript() -> None:
    data = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
    assert parse_stake(data) == Stake("per_point", 1, "USD")
    assert parse_stake({**data, "automatic_win": "5"}) == Stake("per_point", 1, "USD", 500)
    assert dump_stake(Stake("per_point", 1, "USD", 500)) == {**data, "automatic_win": "5.00"}
    assert parse_stake({"kind": "low_pays", "amount": "1", "unit": "drink"}) == Stake("low_pays", 1, "drink")


def test_empty_stake_is_none() -> None:
    assert parse_stake({"kind": "none"}) == Stake("none")
    assert dump_stake(Stake("none")) == {"kind": "none"}
    assert parse_stake({"kind": "none", "amount": "0", "unit": "USD"}) == Stake("none")
    assert refusal({"kind": "none", "amount": "0"}) == ("missing_field", "unit")
    assert refusal({"kind": "none", "amount": "x", "unit": "USD"}) == ("bad_amount", "amount")


BASE: dict[str, object] = {"kind": "fixed", "amount": "1", "unit": "USD"}
REFUSED: list[tuple[object, str, str]] = [
    *[(data, "not_an_object", "stake") for data in (None, list[str](), "fixed", 5, True)],
    ({}, "missing_field", "kind"),
    ({"kind": "fixed", "amount": "1"}, "missing_field", "unit"),
    ({"kind": "fixed", "unit": "USD"}, "missing_field", "amount"),
    ({**BASE, "note": ""}, "unknown_field", "note"),
    *[
        ({**BASE, "kind": kind}, "unknown_kind", "kind")
        for kind in ("Fixed", "", None, 1, ["fixed"], "per_hand")
    ],
    *[
        ({**BASE, "kind": kind, "automatic_win": "1"}, "automatic_win_needs_per_point", "automatic_win")
        for kind in KINDS
        if kind != "per_point"
    ],
    ({**BASE, "kind": "per_point", "automatic_win": None}, "bad_amount", "automatic_win"),
]


@pytest.mark.parametrize(("data", "code", "field"), REFUSED)
def test_stakes_that_are_refused(data: object, code: str, field: str) -> None:
    assert refusal(data) == (code, field)


@given(
    st.sampled_from(KINDS[1:]),
    st.integers(0, MOST_WHOLE),
    st.sampled_from(UNITS),
    st.none() | st.integers(0, MOST_WHOLE),
)
def test_stake_survives_its_transcript(kind: str, amount: int, unit: str, agreed: int | None) -> None:
    stake = Stake(kind, amount, unit, agreed if kind == "per_point" else None)
    assert parse_stake(dump_stake(stake)) == stake


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda each: st.lists(each, max_size=2)
    )
)
def test_arbitrary_amount_is_accepted_or_refused(value: object) -> None:
    for field in ("kind", "amount", "unit", "automatic_win"):
        try:
            parse_stake({"kind": "per_point", "amount": "1", "unit": "USD", field: value})
        except StakeError as error:
            assert error.field == field  # noqa: PT017
