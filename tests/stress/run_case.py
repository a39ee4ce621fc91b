"""Run one case and print its result."""

from __future__ import annotations

import sys
import time
import traceback

from .case import Result, Run, StressCase
from .report import row

MOST_SHOWN = 40  # faults; all of them are in the stored history


def run_case(case: StressCase, run: Run) -> Result:
    """Run one case; an exception of the case is a fault too."""
    where = case.place.database
    print(f"{time.strftime('%H:%M:%S')} {case.case} on {where} ...", file=sys.stderr, flush=True)
    began = time.monotonic()
    try:
        result = run(case)
    except Exception:
        result = case.result("", "")
        result.miss(traceback.format_exc())
    result.seconds = time.monotonic() - began
    print(row(where, result), file=sys.stderr, flush=True)
    if result.faults:
        lines = [f"  missed (seed {case.seed}, kept in {case.keep()}):", *result.faults[:MOST_SHOWN]]
        print(*lines, sep="\n    ", file=sys.stderr, flush=True)
    return result
