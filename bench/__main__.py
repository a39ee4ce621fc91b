"""Measure everything in one run on one server and print one table."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from scorekeeper.core.db import database
from tests import server_process

from . import live
from .bursts import Load, Series, rounds
from .fixtures import FULL_SHEET, OLD_GAMES, Disk, Site, folders, prepare
from .report import Figure, missed, table

FEW = 100  # games of the group before it opens history pages


def main() -> int:
    """Run the bench; 1 where a goal was missed."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each kind of request in each round")
    parser.add_argument("--history", type=int, default=10_000, help="games in the group's past")
    parser.add_argument("--replays", type=int, default=200, help="of the longest game of each kind")
    parser.add_argument("--transcripts", type=int, default=1000)
    parser.add_argument("--listeners", type=int, default=5000, help="streams that are held open")
    parser.add_argument("--tables", type=int, default=100, help="tables that five phones each listen to")
    parser.add_argument("--taps", type=int, default=20, help="lines that another phone shows")
    parser.add_argument("--past", type=int, default=100_000, help="games behind the group that looks back")
    parser.add_argument("--static", type=Path, default=server_process.ROOT / "build" / "static")
    chosen = parser.parse_args()
    with folders() as (folder, memory):
        seconds = (chosen.rounds + 1) * chosen.seconds
        site = prepare(folder, chosen.static, chosen.history, seconds, memory)
        print(f"{machine()}; {chosen.rounds} rounds of {chosen.seconds:g} s")
        figures = [*queries(site), *served(site, memory, chosen.rounds, chosen.seconds)]
        figures += replays(site, chosen.replays, chosen.transcripts)
        from . import coach, history

        figures += coach.figures()
        figures += history.figures(min(FEW, chosen.past), chosen.past)
    heard = 8 * min(1.0, chosen.seconds)
    figures += live.figures(chosen.static, chosen.listeners, chosen.tables, heard, chosen.taps)
    print(table(figures))
    return int(missed(figures))


def machine() -> str:
    """Describe the machine of the measurements."""
    return (
        f"{os.cpu_count()} cores, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version},"
        f" journal {database.journal_mode()}, synchronous full"
    )


def queries(site: Site) -> Iterator[Figure]:
    """The queries of a request, with little and with much behind the group."""
    from . import games, profile

    found = []
    for owner in (site.new, site.old):
        (full,) = games.tables(owner, 1, site.moves[:FULL_SHEET], finished=False)
        (empty,) = games.tables(owner, 1, [], finished=False)
        found.append(profile.queries_of(games.phone(owner), full, empty, site.moves))
    few, many = found
    for name, key, most in (
        ("table page", "page", 6),
        ("record POST", "post", 6),
        ("the line that ends a game", "end", None),
        ("home page", "home", None),
    ):
        same = "the same" if few[key] == many[key] else f"NOT the {max(few[key])}"
        usual = sorted(many[key])[len(many[key]) // 2]
        more = f"{same} as with {OLD_GAMES} games in the past; usually {usual}"
        yield Figure(f"{name}, queries at {site.history:,} games", max(many[key]), most=most, more=more)
    took = profile.ending(site.old, site.moves)
    yield Figure("the line that ends a game, server time", took, " ms", most=15, more="within this process")


def served(site: Site, memory: Path | None, count: int, seconds: float) -> Iterator[Figure]:
    """Measure the real server, and writes with the disk's time subtracted."""
    from . import games

    with ExitStack() as stack:
        server = stack.enter_context(site.server())
        load = stack.enter_context(Load(site, server, site.writable))
        bursts = {kind: (load, kind) for kind in ("bare", "page", "post", "home")}
        if memory is not None:
            quick = stack.enter_context(site.server(memory))
            bursts["memory"] = (stack.enter_context(Load(site, quick, site.writable)), "post")
        disk = stack.enter_context(closing(Disk(site.folder)))
        found = rounds(bursts, count, seconds, disk)
        yield from ratios(found)
        yield Figure(
            "a bare line kept by this disk", disk.median, " ms", more="in the same rounds, SQLite alone"
        )
        yield from first_views(site, server.port, games.cookie(site.client))
        lines, answers = games.lines_written(site.writable), found["post"].responses
        if lines < answers:
            raise SystemExit(f"{answers} lines were answered, {lines} are stored.")


def ratios(found: dict[str, Series]) -> Iterator[Figure]:
    """Each kind of request beside the bare one."""
    bare = found["bare"]
    yield Figure("bare view, requests a second", bare.rate, more=bare.summary)
    goals = (
        ("table page / bare", "page", 0.15),
        ("record POST / bare", "post", 0.14),
        ("the same without a disk", "memory", None),
        ("home page / bare", "home", None),
    )
    for name, key, goal in goals:
        if key in found:
            yield Figure(name, found[key].ratio(bare), least=goal, more=found[key].summary)


def first_views(site: Site, port: int, cookie: str) -> Iterator[Figure]:
    """Measure what a phone without a cache fetches."""
    from . import browser

    names = {"home": "/", "table": f"/table/{site.page}/"}
    views = browser.first_views(port, list(names.values()), cookie)
    if views is None:
        print("No Chromium on this machine: first views are left out.")
        return
    for name, view in zip(names, views, strict=True):
        page, *rest = view
        more = f"page {page.size / 1000:.1f} kB {page.packing}"
        parts = sorted(rest, key=lambda each: -each.size)
        more += "".join(
            f", {each.path.rpartition('/')[2].split('.')[0]} {each.size / 1000:.1f}" for each in parts
        )
        total = sum(each.size for each in view) / 1000
        yield Figure(f"first view of {name}, requests", len(view), most=6)
        yield Figure(f"first view of {name}, bytes on the wire", total, " kB", most=40, more=more)


def replays(site: Site, repeats: int, count: int) -> Iterator[Figure]:
    """The rules alone, and the command."""
    from . import profile

    took, slowest = profile.replay_of_a_long_game(repeats)
    yield Figure("replay of 96 moves", took, " ms", most=1, more=f"slowest: {slowest}")
    took = profile.replay_of_many(site.folder / "transcripts", count)
    yield Figure(f"{count:,} transcripts of 40 turns in one call", took, " s", most=10)


if __name__ == "__main__":
    sys.exit(main())
