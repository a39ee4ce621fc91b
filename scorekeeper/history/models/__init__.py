"""Tables of the history room."""

from .results import BOX_LENGTH, DIGEST_LENGTH, Cell, Result, Score, Variant, with_session
from .season import Season
from .sums import Frequency, HeadToHead, PendingRebuild, RatingBacklog, VariantCount

__all__ = [
    "BOX_LENGTH",
    "DIGEST_LENGTH",
    "Cell",
    "Frequency",
    "HeadToHead",
    "PendingRebuild",
    "RatingBacklog",
    "Result",
    "Score",
    "Season",
    "Variant",
    "VariantCount",
    "with_session",
]
