"""Error codes of stakes; `make lint` compares docs/transcripts.md with the raised codes."""

STAKE_CODES = {
    "amount_too_fine",
    "amount_too_large",
    "automatic_win_needs_per_point",
    "bad_amount",
    "bad_unit",
    "missing_field",
    "not_an_object",
    "stake_needs_points",
    "thousands_set_off",
    "too_many_units",
    "unknown_field",
    "unknown_kind",
}
