"""Codes that people read off one phone and type into another: their signs, and their one spelling."""

from __future__ import annotations

import re

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32, none of which looks like another
LENGTH = 8  # 40 bits
_CODE = re.compile(f"[{SIGNS}]{{{LENGTH}}}")
_BETWEEN = re.compile(r"[\s-]+")


def spelled(typed: str) -> str | None:
    """A typed code in its one spelling, None where it cannot be one."""
    code = _BETWEEN.sub("", typed.upper())
    return code if _CODE.fullmatch(code) else None


def in_fours(code: str) -> tuple[str, str]:
    """A code as it is shown."""
    return code[: LENGTH // 2], code[LENGTH // 2 :]
