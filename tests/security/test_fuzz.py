"""D7: every route, fuzzed on the real server, on both databases.

WALL_ROUNDS says how many requests each route gets; `make fire` asks for 200, `make drill` for 5,000, a build for 80.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles

import pytest

from tests import postgres
from tests.sampling import some_of
from tests.server_process import Server

from .fuzz import fault, met, shots
from .raw_http import ask
from .routes import NOWHERE, Route, routes
from .server_cast import RoleFactory, RoleSessions

ROUNDS = int(os.environ.get("WALL_ROUNDS", some_of(40, share=8)))
SEED = int(os.environ.get("WALL_SEED", "4"))
MOST_GROWTH = 100 * 1024  # KiB
INSIDE = re.compile(r"Traceback|Internal Server Error| ERROR (?!django.security.DisallowedHost)")


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.thorough])],
)
def server(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    migrated_data: Path,
    collected_static: Path,
) -> Iterator[Server]:
    """A server of each database that there is."""
    settings = {}
    if request.param == "postgresql":
        settings["SCOREKEEPER_DATABASE_URL"] = postgres.copy(request.getfixturevalue("postgres_template"))
    data = tmp_path_factory.mktemp("fuzzed")
    one = Server.prepared(migrated_data, data, collected_static, **settings).start()
    yield one
    one.stop()
    for address in settings.values():
        postgres.drop(address)


@pytest.fixture(scope="module", autouse=True)
def unharmed(server: Server) -> Iterator[None]:
    """When all is done the server is as well as before, and has logged no failure."""
    before, logged = memory(server), len(server.log.read_bytes())
    yield
    assert server.answers()
    assert memory(server) - before < MOST_GROWTH
    assert not INSIDE.search(server.output(logged)), server.output(logged)[-3000:]


def memory(server: Server) -> int:
    """Return the memory of the server's process, in KiB."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]


# requests that never reach Django's views
BESIDE = (
    Route("live", "live/<slug:write_request>"),
    Route("static", "static/vendor/<slug:file>"),
    Route("health", "health/"),
)
NOT_MET = {
    "live": "a stream that is there has no end; its head is looked at in test_every_answer",
    "mail": "there is none where no server for it is named",
    "played": "the table's game is running, and such a game has no review",
}
every_route = pytest.mark.parametrize("route", [*routes(), *BESIDE], ids=lambda each: each.name)


@pytest.fixture(scope="module")
def targets(server: Server) -> RoleFactory:
    """People, groups and tables that all of this is fired at."""
    return RoleFactory(server)


@every_route
@pytest.mark.thorough
def test_fuzzed_request_reaches_its_route(server: Server, targets: RoleFactory, route: Route) -> None:
    """Otherwise the fuzzing proves nothing: every target exists, and the client is logged in.

    Four in a hundred requests reach the rarest route, so that a hundred of one seed may all miss it.
    """
    missing = route.name in NOT_MET
    fired = shots(route, targets, SEED, 100 if missing else 1000)
    assert any(met(server.port, shot) for shot in fired) is not missing


@every_route
def test_random_request_never_breaks_route(server: Server, targets: RoleFactory, route: Route) -> None:
    fired = shots(route, targets, SEED, ROUNDS)
    with ThreadPoolExecutor(2) as pool:
        faults = pool.map(lambda shot: (fault(server.port, shot), shot.request[:600]), fired)
    assert [each for each in faults if each[0]] == []


if ROUNDS >= 200:  # `make fire`: times mean nothing on a machine that does other things besides

    def test_response_time_does_not_reveal_tables(server: Server, cast: RoleSessions) -> None:
        """D1: a known and an unknown person request a foreign and a missing table 500 times each.

        The requests alternate. The fastest tenth is compared, because other processes slow the rest down.
        """
        for cookie in ([cast.cookie(cast.outsider)], []):
            took: dict[str, list[float]] = {cast.dice: [], NOWHERE: []}
            for _ in range(500):
                for address, times in took.items():
                    answer = ask(server.port, "GET", f"/table/{address}/", headers=cookie)
                    assert answer.status == 404
                    times.append(answer.seconds)
            there, nowhere = (quantiles(times, n=10)[0] for times in took.values())
            assert abs(there - nowhere) < 0.005, (there, nowhere)
