"""Measurements inside this process: queries of a request, and replays."""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from scorekeeper.rules.replay import replay
from tests import server_process

from . import games

# They frame the work of others and cost next to nothing.
FRAMES = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
LONG_GAME = 96
ENDINGS = 15


def seconds(ask: Callable[[], Any]) -> float:
    """Return the CPU seconds of this process for a request, which other processes do not affect."""
    began = time.process_time()
    answer = ask()
    took = time.process_time() - began
    _check(answer)
    return took


def queries(ask: Callable[[], Any]) -> int:
    """Return the number of database queries of a request."""
    with CaptureQueriesContext(connection) as captured:
        answer = ask()
    _check(answer)
    return sum(not query["sql"].startswith(FRAMES) for query in captured.captured_queries)


def _check(answer: Any) -> None:
    """Stop the bench if a request was refused."""
    if answer.status_code != 200:
        raise SystemExit(f"A request answers {answer.status_code}:\n{answer.content.decode()[:2000]}")


def queries_of(client: Client, full: str, empty: str, moves: list[games.Move]) -> dict[str, list[int]]:
    """Return the queries of the pages, with and without cached tables.

    `full`: a table with nearly all entries; `empty`: one that is filled here; its last entry ends the game and writes
    its results.
    """
    found: dict[str, list[int]] = {}
    for name, path in (("home", "/"), ("page", f"/table/{full}/")):
        found[name] = []
        for _ in range(2):
            GAME_CACHE.clear()
            found[name] += [queries(lambda path=path: client.get(path)) for _ in range(2)]  # type: ignore[misc]
    *lines, last = [
        queries(lambda: write(client, empty, move, seen))  # noqa: B023 - called at once
        for seen, move in enumerate(moves)
    ]
    return found | {"post": lines, "end": [last]}


def ending(owner: games.BenchGroup, moves: list[games.Move]) -> float:
    """Return the milliseconds of this process for the line that ends a game and writes its results."""
    *written, last = moves
    client, times = games.phone(owner), []
    for table in games.tables(owner, ENDINGS, written, finished=False):
        client.get(f"/table/{table}/")
        times.append(seconds(lambda: write(client, table, last, len(written))))  # noqa: B023 - called at once
    return 1000 * statistics.median(times)


def write(client: Client, table: str, move: games.Move, seen: int) -> Any:
    """Write a line as htmx does."""
    fields = dict(parse_qsl(games.form(move))) | {"seen": str(seen), "key": str(uuid.uuid4())}
    form = "application/x-www-form-urlencoded"
    return client.post(f"/table/{table}/write/", urlencode(fields), form, headers={"HX-Request": "true"})


def replay_of_a_long_game(repeats: int) -> tuple[float, str]:
    """Return the milliseconds to replay 96 moves of the slowest game."""
    slowest = (0.0, "")
    for slug in games.DICE_GAMES:
        game, players = GAMES[slug], 6
        moves: list[games.Move] = []
        while len(moves) < LONG_GAME:
            players += 1
            moves = games.play(slug, players, Random(slug), LONG_GAME)
        options, seats = game.resolve({}), Seats(tuple(str(place + 1) for place in range(players)))
        times = []
        for _ in range(repeats):
            began = time.perf_counter()
            done = replay(game, options, seats, moves)
            times.append(time.perf_counter() - began)
        if done.taken != LONG_GAME:
            raise SystemExit(f"{slug}: only {done.taken} moves were taken")
        slowest = max(slowest, (1000 * statistics.median(times), f"{slug}, {players} players"))
    return slowest


def replay_of_many(folder: Path, count: int) -> float:
    """Seconds that the command takes for so many transcripts in one call."""
    folder.mkdir()
    names = [str(path) for path in games.transcripts(folder, count)]
    began = time.perf_counter()
    done = server_process.manage("replay", *names, SCOREKEEPER_DATA=str(folder))
    took = time.perf_counter() - began
    if done.returncode or done.stdout.count("\n") != count:
        raise SystemExit(f"replay ends with {done.returncode}: {done.stderr}")
    return took
