"""Changes of a table in words: house rules, stake, order, dealer, names, seats, its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import clauses, listed
from scorekeeper.games.phrases import and_list, capitalised
from scorekeeper.games.rule_phrases import phrase
from scorekeeper.ledger import money
from scorekeeper.ledger.messages import stake_text
from scorekeeper.play.replay import StoredEntry
from scorekeeper.play.table import Table


def change_text(table: Table, entry: StoredEntry) -> tuple[str, str]:
    """Return what a change entry changed, and what it was before."""
    before, after = entry.data.get("before", {}), entry.data["after"]
    texts = [_one(table, name, before.get(name), value) for name, value in after.items()]
    return " · ".join(title for title, _was in texts), listed(was for _title, was in texts)


def _one(table: Table, name: str, before: Any, after: Any) -> tuple[str, str]:
    return _TEXTS[name](table, before, after)


def _stake_text(table: Table, before: Any, after: Any) -> tuple[str, str]:
    return _stake(table, after), _("was %(stake)s") % {"stake": _stake(table, before)}


def _order_text(table: Table, before: Any, after: Any) -> tuple[str, str]:
    title = _("Order: %(names)s") % {"names": _names(table, after)}
    return title, _("was %(names)s") % {"names": _names(table, before or [])}


def _dealer_text(table: Table, before: Any, after: Any) -> tuple[str, str]:
    title = _("%(player)s deals first") % {"player": _name(table, after)}
    return title, _("was %(player)s") % {"player": _name(table, before)}


def _seated_text(table: Table, _before: Any, after: Any) -> tuple[str, str]:
    return _("%(player)s sits down") % {"player": _name(table, after)}, ""


def _renamed_text(table: Table, _before: Any, after: Any) -> tuple[str, str]:
    return _("A new name for %(player)s") % {"player": _name(table, after)}, ""


def _teams_text(_table: Table, _before: Any, _after: Any) -> tuple[str, str]:
    return _("The sides were changed"), ""


def _ended_text(_table: Table, _before: Any, after: Any) -> tuple[str, str]:
    return (_("Ended early") if after else _("The game goes on")), ""


def _removed_text(_table: Table, _before: Any, after: Any) -> tuple[str, str]:
    return (_("Deleted") if after else _("Restored")), ""


def _counted_text(_table: Table, _before: Any, after: Any) -> tuple[str, str]:
    return (_("The game counts") if after else _("The game does not count")), ""


def _coach_text(_table: Table, _before: Any, after: Any) -> tuple[str, str]:
    return (_("The coach sits at the table") if after else _("The coach leaves the table")), ""


def _stake(table: Table, data: dict[str, Any] | None) -> str:
    if not data or data.get("kind", "none") == "none":
        return _("No stake")
    stake = money.parse_stake(data)
    text = stake_text(stake, get_language() or "en", points=table.game.POINTS)
    return _("Stake: %(stake)s") % {"stake": text}


def _options_text(table: Table, before: Any, after: Any) -> tuple[str, str]:
    """Each house rule that differs, with its new value and the old one."""
    old, new = table.game.resolve(before or {}), table.game.resolve(after)
    titles, was = [], []
    for option in table.game.OPTIONS:
        if old[option.name] == new[option.name]:
            continue
        titles.append(phrase(option, new[option.name]))
        was.append(_("was %(value)s") % {"value": phrase(option, old[option.name])})
    return capitalised(" · ".join(titles)) or _("House rules as before"), clauses(was)


def _names(table: Table, numbers: list[int]) -> str:
    return and_list([_name(table, number) for number in numbers])


def _name(table: Table, number: int) -> str:
    return table.names.get(str(number), "?")


_TEXTS: dict[str, Callable[[Table, Any, Any], tuple[str, str]]] = {
    "stake": _stake_text,
    "options": _options_text,
    "order": _order_text,
    "dealer": _dealer_text,
    "seated": _seated_text,
    "renamed": _renamed_text,
    "teams": _teams_text,
    "counted": _counted_text,
    "coach": _coach_text,
    "ended": _ended_text,
    "removed": _removed_text,
}
