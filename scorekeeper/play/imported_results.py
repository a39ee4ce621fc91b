"""Results imported without a log: totals and winners only.

The session has seats, an end and `imported_result`: {"points": {"1": 120, "2": 98}, "won": ["1"]} by seat number.
`points` is missing in games without points. `rules` is "known" where the session's options were played; without it
its house rules are unknown. `order` is "known" where the seats are in the order of play. The session accepts no lines;
it can only be deleted or left out of the statistics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rules.contract import Outcome

REASON = "imported"
RULES_KNOWN = {"rules": "known"}
ORDER_KNOWN = {"order": "known"}
CHANGEABLE_IF_IMPORTED = frozenset({"removed", "counted"})  # the only changes that such a session allows


def imported_outcome(given: Mapping[str, Any], seats: Sequence[str], *, has_points: bool) -> Outcome:
    """The outcome of an imported result."""
    won = tuple(key for key in seats if key in given["won"])
    points = given.get("points") or {key: int(key in won) for key in seats}
    scores = {key: points[key] for key in seats}
    return Outcome(REASON, scores, tuple((key,) for key in seats), won, has_points=has_points)


def rules_known(given: Mapping[str, Any] | None) -> bool:
    """Return whether the house rules are known; always for a game with a log (`given` None)."""
    return given is None or "rules" in given


def order_known(given: Mapping[str, Any] | None) -> bool:
    """Return whether the order of play is known; always for a game with a log (`given` None)."""
    return given is None or "order" in given


def imported_faults(given: object, seats: Sequence[str], *, has_points: bool) -> str | None:
    """The first fault of imported totals, None if there is none."""
    if not isinstance(given, dict) or not given.keys() <= {"points", "won", *RULES_KNOWN, *ORDER_KNOWN}:
        return "its totals cannot be read"
    if given.get("rules", "known") != "known":
        return "its house rules are neither known nor unknown"
    if given.get("order", "known") != "known":
        return "its order of play is neither known nor unknown"
    won, points = given.get("won"), given.get("points")
    if (
        not isinstance(won, list)
        or not set(map(str, won)) <= set(seats)
        or len(set(map(str, won))) < len(won)
    ):
        return "who won it does not sit there"
    if (points is not None) != has_points:
        return "its game counts no points, or it has none"
    return None if points is None else _points_fault(points, seats)


def _points_fault(points: object, seats: Sequence[str]) -> str | None:
    if not isinstance(points, dict) or points.keys() != set(seats):
        return "its totals are not of those who sit there"
    if any(type(each) is not int or abs(each) > 10**9 for each in points.values()):
        return "its totals are no points"
    return None
