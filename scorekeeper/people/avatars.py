"""Avatars: coloured initials of players, as on every page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, product

from django.utils.html import format_html
from django.utils.safestring import SafeString

from .names import fold

_CHARACTERS = "123456789abcdefghijklmnopqrstuvwxyz0"


def avatar_html(colour: int, mark: str) -> SafeString:
    """Render the avatar of a player: `colour` 1 to 10, `mark` as of `initials`."""
    return format_html('<i class="c c{}" aria-hidden="true">{}</i>', colour, mark)


def initials(names: Sequence[str]) -> list[str]:
    """Return distinct marks for the names of players, in their order.

    A mark is one letter; two characters where names start with the same letter; three where those are used up.
    """
    distinct = {fold(name): name for name in reversed(names)}
    firsts = Counter(folded[:1] for folded in distinct)
    found: dict[str, str] = {}
    taken = {first for first, times in firsts.items() if times == 1}
    left = chain.from_iterable(map("".join, product(_CHARACTERS, repeat=length)) for length in count(2))
    for folded in map(fold, names):
        if folded in found:
            continue
        name = distinct[folded]
        if firsts[folded[:1]] == 1:
            found[folded] = _capital(name[:1])
            continue
        own = (pair for pair in dict.fromkeys(_pairs(name)) if fold(pair) not in taken)
        found[folded] = next(own, "") or next(pair for pair in left if pair not in taken)
        taken.add(fold(found[folded]))
    return [found[fold(name)] for name in names]


def _pairs(name: str) -> Iterator[str]:
    """Return marks of two characters for a name, the best first.

    Examples: "An" for Ana, "AB" for Ana B, "P2" for Player 2.
    """
    first, words = _capital(name[:1]), name.split()
    if len(name) == 1:
        yield first
    if len(words) > 1:
        last = words[-1]
        yield last if last.isdecimal() and len(last) == 2 else first + _capital(last[:1])
    yield from (first + letter.lower() for letter in name[1:] if letter.isalnum())
    yield from (first + sign for sign in _CHARACTERS)


def _capital(letter: str) -> str:
    """Return a letter in upper case, where that is still one letter."""
    return letter.upper() if len(letter.upper()) == 1 else letter
