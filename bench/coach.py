"""The coach: time and memory of its tables, and the time of a question.

Each table is computed by a process of its own.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from scorekeeper.rules import DICE_GAMES

from .report import Figure

ROOT = Path(__file__).parents[1]
# The house rules that take longest.
LONGEST: dict[str, dict[str, object]] = {
    "generala": {"double_generala": True},
    "goldene_fuenfzig": {"gut_on": "rolled"},
}
QUESTIONS = 200


def figures() -> Iterator[Figure]:
    """Measure every dice game under its slowest house rules."""
    for slug in DICE_GAMES:
        found = json.loads(subprocess.check_output([sys.executable, "-m", "bench.coach", slug], cwd=ROOT))
        most = 30 if found["upper_bonus"] else 1
        more = f"{found['sheets']:,} sheets; from the rules to the table, seconds of one core"
        yield Figure(f"coach, table of {slug}", found["seconds"], " s", most=most, more=more)
        yield Figure(f"coach, memory for {slug}", found["memory"], " MB", most=600)
        more = f"all keeps of a position; the slowest of {QUESTIONS} {found['slowest']:.1f} ms"
        yield Figure(f"coach, question about {slug}, p95", found["question"], " ms", most=5, more=more)


def measure(slug: str) -> dict[str, float]:
    """Solve one game in this process, then ask about random positions."""
    from scorekeeper.coach.model import Model, Place
    from scorekeeper.coach.solver import solve
    from scorekeeper.coach.turn import Turn

    game = DICE_GAMES[slug]
    began = time.process_time()
    model = Model(game, game.resolve(LONGEST.get(slug, {})))
    table = solve(model)
    seconds = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    Turn(table, Place(0, 0, 0, 0)).keeps(model.steps.rolls[0], 1)  # the first question makes the matrices
    chance, took = Random(1), []
    for _ in range(QUESTIONS):
        filled = chance.randrange(model.full)
        place = Place(
            filled,
            chance.choice(model.possible_flags(filled)),
            chance.choice(model.reachable_uppers(filled)),
            chance.randint(0, model.most_spares(filled)),
        )
        roll = chance.choice(model.steps.rolls)
        start = time.perf_counter()
        Turn(table, place).keeps(roll, 1)
        took.append(1000 * (time.perf_counter() - start))
    return {
        "seconds": seconds,
        "memory": memory,
        "question": sorted(took)[len(took) * 95 // 100],
        "slowest": max(took),
        "sheets": int((table.values > 0).sum()),
        "upper_bonus": int(model.upper_bonus.max()),
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1])))
