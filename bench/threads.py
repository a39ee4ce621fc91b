"""Compare one worker thread with two, on copies of the same data: `python -m bench.threads`.

docs/decisions/server.md holds the results.
"""

from __future__ import annotations

import argparse
import shutil
from contextlib import ExitStack, closing
from pathlib import Path

from tests import server_process

from .bursts import Load, rounds
from .fixtures import Disk, folders, prepare

THREADS = ("1", "2")
ASKED = {
    "bare": "bare view",
    "page": "table page",
    "post": "record POST",
    "mixed": "four pages, one POST",
    "post page": "pages while one phone writes without a pause",
    "slow page": "pages while one request holds a thread for 100 ms, again and again",
}


def main() -> None:
    """Measure on the disk and, where there is such a place, in memory."""
    parser = argparse.ArgumentParser(prog="bench.threads", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--history", type=int, default=100)
    parser.add_argument("--static", type=Path, default=server_process.ROOT / "build" / "static")
    chosen = parser.parse_args()
    seconds = (chosen.rounds + 1) * chosen.seconds * 3 * len(THREADS)
    with folders() as (disk, memory), ExitStack() as stack:
        site = prepare(disk, chosen.static, chosen.history, seconds, memory)
        bursts: dict[tuple[Path, str, str], tuple[Load, str]] = {}
        for folder in filter(None, (disk, memory)):
            for place, threads in enumerate(THREADS):
                # each has the data to itself: a database file has one server
                own = Path(
                    shutil.copytree(folder, folder / f"of-{threads}", ignore=shutil.ignore_patterns("of-*"))
                )
                server = stack.enter_context(site.server(own, SCOREKEEPER_THREADS=threads))
                load = stack.enter_context(Load(site, server, site.writable[place :: len(THREADS)]))
                bursts |= {(folder, asked, threads): (load, asked) for asked in ASKED}
        ordered = sorted(bursts.items(), key=lambda item: list(ASKED).index(item[0][1]))
        watch = stack.enter_context(closing(Disk(disk)))
        found = rounds(dict(ordered), chosen.rounds, chosen.seconds, watch)
        print(
            f"{chosen.rounds} rounds of {chosen.seconds:g} s; this disk keeps a line in {watch.median:.2g} ms"
        )
        for folder in filter(None, (disk, memory)):
            print("\non the disk" if folder is disk else "\nin memory: a disk that takes no time")
            for asked, name in ASKED.items():
                one, two = (found[folder, asked, threads] for threads in THREADS)
                print(f"  {name}: one thread / two {one.ratio(two):.2f}")
                print(f"    one  {one.summary}\n    two  {two.summary}")


if __name__ == "__main__":
    main()
