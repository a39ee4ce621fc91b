"""Marks as on the edge of a beer mat: four strokes, and one across them."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

MOST = 50  # strokes beyond this number are not counted by eye
STROKE, BUNDLE, HIGH = 7, 12, 24
_LEAN = (1.5, 0, -1, 0.5)  # a hand is no ruler


def tally_marks(count: int) -> SafeString:
    """So many strokes; nothing for none, and for more than anybody would count."""
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
    return format_html(
        '<svg class="tally" width="{}" height="{}" viewBox="0 0 {} {}" aria-hidden="true"><path d="{}"/></svg>',
        width,
        HIGH,
        width,
        HIGH,
        "".join(path),
    )
