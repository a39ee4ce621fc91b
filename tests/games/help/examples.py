"""The examples of a help page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.help.content import (
    Example,
    Guide,
    Point,
)


def examples(guide: Guide) -> Iterator[tuple[str, dict[str, Any], Example]]:
    """Yield every example of a guide: its place, its house rules, and itself."""
    for part in guide.parts:
        if isinstance(part, Point):
            yield from ((part.anchor, dict(part.options), example) for example in part.examples)
        else:
            for reading in part.readings:
                for example in reading.examples:
                    yield (
                        f"{part.option}={reading.value}",
                        {**part.options, part.option: reading.value},
                        example,
                    )
