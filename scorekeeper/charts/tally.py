"""Tally marks: four strokes and a fifth across them."""

from __future__ import annotations

from django.utils.safestring import SafeString

from .markup import markup

MOST = 50  # strokes; more cannot be counted by eye
STROKE, BUNDLE, HIGH = 7, 12, 24
_LEAN = (1.5, 0, -1, 0.5)  # strokes lean as if drawn by hand


def tally_marks(count: int) -> SafeString:
    """Tally marks for a count; empty for 0 and for more than `MOST`."""
    if not 0 < count <= MOST:
        return SafeString("")
    path, x = [], 3.0
    for number in range(count):
        if number % 5 == 4:
            path.append(f"M{x - 4 * STROKE - 3:.1f} 18L{x - 1:.1f} 6")
            x += BUNDLE - STROKE
        else:
            lean = _LEAN[number % 5]
            path.append(f"M{x + lean:.1f} 3L{x - lean:.1f} 21")
            x += STROKE
    width = int(x + 3)
    return markup(
        '<svg class="tally" width="{}" height="{}" viewBox="0 0 {} {}" aria-hidden="true"><path d="{}"/></svg>',
        width,
        HIGH,
        width,
        HIGH,
        "".join(path),
    )
