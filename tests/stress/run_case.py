"""Run one case and print its result."""

from __future__ import annotations

import sys
import time
import traceback

from .case import Result, Run, StressCase
from .report import row

MOST_TOLD = 40  # faults; all of them are in the stored history


def burn(fire: StressCase, run: Run) -> Result:
    """Run one case; a failure of the case itself is a miss too."""
    where = fire.place.database
    print(f"{time.strftime('%H:%M:%S')} {fire.case} on {where} ...", file=sys.stderr, flush=True)
    began = time.monotonic()
    try:
        result = run(fire)
    except Exception:
        result = fire.result("", "")
        result.miss(traceback.format_exc())
    result.seconds = time.monotonic() - began
    print(row(where, result), file=sys.stderr, flush=True)
    if result.faults:
        told = [f"  missed (seed {fire.seed}, kept in {fire.keep()}):", *result.faults[:MOST_TOLD]]
        print(*told, sep="\n    ", file=sys.stderr, flush=True)
    return result
