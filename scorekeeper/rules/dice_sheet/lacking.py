"""What a roll lacks for a box: scores of zero points with their reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import lru_cache

from scorekeeper.rules.dice import Roll

from .state import Score, nothing, scored

Pattern = tuple[int, ...]
_NO_FULL_HOUSE = {
    (5,): "five_not_counted",
    (4, 1): "four_and_one",
    (3, 1, 1): "pair_missing",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "one_pair",
    (1, 1, 1, 1, 1): "none_alike",
}


def by_face(face: int, count: int) -> Score:
    """Return face times count; without that face the reason `no_face` (`face`)."""
    return scored(face * count, "faces") if count else nothing("no_face", face=face)


def no_straight(roll: Roll, *straights: Pattern) -> Score:
    """Return zero points for a roll that is none of the `straights`, as named by `_nearest`."""
    return _nearest(roll.dice, frozenset(straights))


@lru_cache(maxsize=8192)
def _nearest(dice: Pattern, straights: Set[Pattern]) -> Score:
    """Name the faces that the nearest straight lacks.

    `faces_missing` (`faces`): the nearest straights lack the same. `face_missing` (`either`): one face is missing,
    any of those. `many_missing` (`count`): they lack several different faces.
    """
    held = Counter(dice)
    gaps = {tuple(sorted((Counter(straight) - held).elements())) for straight in straights}
    fewest = min(map(len, gaps))
    nearest = sorted(gap for gap in gaps if len(gap) == fewest)
    if len(nearest) == 1:
        return nothing("faces_missing", faces=tuple(sorted(set(nearest[0]))))
    if fewest == 1:
        return nothing("face_missing", either=tuple(face for (face,) in nearest))
    return nothing("many_missing", count=fewest)


def not_alike(roll: Roll, needed: int) -> Score:
    """Return zero points for a roll without exactly the alike dice that are `needed`.

    `only_alike` (`alike`): two or more are. `none_alike`: all dice differ. `five_not_counted`: all are alike, which
    this table does not count as fewer.
    """
    if roll.shape[0] > needed:
        return nothing("five_not_counted")
    return nothing("only_alike", alike=roll.shape[0]) if roll.shape[0] > 1 else nothing("none_alike")


def no_full_house(roll: Roll) -> Score:
    """Return zero points for five dice that are no full house; the reason names their pattern."""
    return nothing(_NO_FULL_HOUSE[roll.shape])
