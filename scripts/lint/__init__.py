"""Checks of source text that ruff and djade do not offer, run by `make lint`."""
