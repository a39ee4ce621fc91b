"""Every route of the resolver, with the arguments and the form for a valid request.

A route without a line in FORMS fails the security tests: decide what it takes, and who may send it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from scorekeeper.core.i18n.dates import today

NOWHERE = "zzzzzzzzzzzz"
GIVEN = {
    "address": NOWHERE,
    "group": NOWHERE,
    "player": NOWHERE,
    "key": "x" * 32,
    "game": "general",
    "day": today().isoformat(),
    "year": str(today().year),
    "token": "x" * 32,
    "name": "x" * 32,
    "write_request": "x" * 32,
    "file": "htmx.min.js",
    "digest": "x" * 12,
}  # names nothing but a game, a day, a year, and a file
_ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")

# A form that writes there, on a table of General for two with one line of the first. `seen` and `key` are added.
# Empty for a route that is only looked at.
FORMS: dict[str, dict[str, str]] = {
    "home": {},
    "account": {"do": "hush"},
    "passkeys": {"do": "add", "credential": "?"},
    "passkey_options": {"do": "who"},
    "recovery_codes": {"do": "make"},
    "mail": {"do": "send", "address": "ana@example.org"},
    "login": {"code": "?"},
    "logout": {"do": "here"},
    "groups": {"do": "begin", "name": "Thursday crowd"},
    "group_join": {},
    "group_menu": {"name": "Thursday crowd"},
    "group_defaults": {"stake": "fixed", "kind": "fixed", "amount": "1", "unit": "EUR", "language": "de"},
    "people": {"player": "?"},
    "former_members": {"do": "leave"},
    "group_invite": {},
    "former_players": {"player": "?"},
    "player_edit": {"do": "keep", "name": "Ann"},
    "player_merge": {"other": "?"},
    "money": {"do": "pay", "payer": "1", "payee": "2", "unit": "EUR", "amount": "1", "key": "?"},
    "postings": {},
    "games": {},
    "evenings": {},
    "evening": {},
    "evening_svg": {},
    "deleted_games": {},
    "ended_games": {},
    "group": {"do": "pay", "payer": "1", "payee": "2", "unit": "EUR", "amount": "1", "key": "?"},
    "fame": {},
    "year": {},
    "year_svg": {},
    "figures": {},
    "luck": {},
    "seasons": {"do": "create", "name": "Spring", "first": "2026-01-01", "last": "2026-06-30"},
    "player": {},
    "new_game": {"name": "Ana", "do": "start"},
    "opening_roll": {"name": "Ana", "dice-1": "12345"},
    "new_game_rules": {"name": "Ana", "rule-straights": "basic"},
    "table": {},
    "log": {},
    "rules": {},
    "course": {},
    "course_image": {},
    "played": {},
    "change": {"do": "keep", "name-1": "Ann"},
    "delete_game": {"name": "General", "do": "delete"},
    "write": {"player": "2", "box": "fours", "dice": "44412", "throws": "2"},
    "draft": {"line": "0", "step": "0", "press": "trump-H"},
    "correct": {"line": "1", "box": "ones", "points": "2"},
    "write_note": {"line": "1", "note": "late"},
    "session_note": {"place": "at home", "tags": "rain", "text": "late"},
    "undo": {"entry": "1"},
    "go_home": {"player": "1"},
    "rematch": {},
    "manifest": {},
    "service_worker": {},
    "offline": {},
    "points": {},
    "offline_tables": {},
    "language": {"language": "de", "next": "/"},
    "device_transfer": {"code": "?"},
    "enter_code": {"code": "?"},
    "television_code": {"code": "?"},
    "join": {},
    "share": {},
    "settle_game": {"do": "pay"},
    "invite": {},
    "follow_rematch": {},
    "participants": {"do": "write", "writers": "own"},
    "take_seat": {"seat": "2"},
    "leave": {},
    "export": {},
    "export_group": {},
    "export_page": {},
    "export_results": {},
    "export_ledger": {},
    "delete_group": {"name": "?"},
    "transcript": {},
    "erase_person": {"word": "?"},
    "print": {},
    "sheet_svg": {},
    "blank_sheet": {},
    "coach": {},
    "ask_coach": {"dice": "44412"},
    "practice": {"start": "1"},
    "imports": {"import": "1"},
    "import": {},
    "import_preview": {},
    "import_sample": {},
    "big_screen": {},
    "television": {},
}


@dataclass(frozen=True, slots=True)
class Route:
    """One route. `pattern`: as the resolver writes it, such as table/<slug:address>/write/."""

    name: str
    pattern: str

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the names of the arguments of its path."""
        return tuple(_ARGUMENT.findall(self.pattern))

    def path(self, **given: str) -> str:
        """Return its path with any arguments: also those that the resolver would not make."""
        return "/" + _ARGUMENT.sub(lambda found: (GIVEN | given)[found[1]], self.pattern)


def routes() -> list[Route]:
    """Every route of the site."""
    return [Route(str(each.name), path) for path, each in _walk(get_resolver().url_patterns, "")]


def _walk(patterns: list[Any], prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, path)
        else:
            yield path, each
