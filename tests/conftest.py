"""Fixtures of all rooms: real server, browsers, PostgreSQL; and the choice of daily tests."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright

from scorekeeper.play.game_cache import GAME_CACHE

from . import browser_contexts, postgres, server_process
from .sampling import ALL_EXAMPLES, ALL_TESTS, some_of
from .shared_folders import coach_tables, made_once

BROWSER_TESTS = Path(__file__).parent / "browser"
# Parameter names whose values are further examples of the same test.
EXAMPLES = {"part", "batch", "seed"}
# Parameter names whose values are different in kind: continuous integration runs them all in a browser, too.
KINDS = {"engine"}
# Journeys in a browser that run daily: the first test of each.
JOURNEYS = {
    *("test_back_button", "test_big_screen", "test_cards_offline", "test_correction_keys", "test_fast_taps"),
    *("test_group", "test_joining", "test_line_on_its_way", "test_live", "test_money", "test_new_game"),
    *("test_offline", "test_outbox", "test_reasons", "test_table", "test_turns_offline", "test_undo"),
}
# Rules are pure, and their tables are the contract: every case runs daily.
RULES = Path(__file__).parent / "rules"
# Names in a module whose tests start processes, which takes a second each.
PROCESSES = {"CommandLine", "Server", "environment", "manage", "subprocess"}
# Markers of tests that run only when they are asked for.
WANTED = {"thorough": ALL_TESTS, "slow": ALL_TESTS, "examples": ALL_EXAMPLES}
OWN_SERVERS = {"new_server", "postgres_address"}
# Real servers, browsers and clocks, on a machine that others share: see docs/decisions/testing.md.
REAL = {"chromium", "new_server", "phone", "postgres_address", "server"}

# The same examples every time, so that a failure is reproducible. HYPOTHESIS_PROFILE=explore looks
# for new ones.
hypothesis.settings.register_profile(
    "fixed", derandomize=True, deadline=None, print_blob=True, max_examples=some_of(100)
)
hypothesis.settings.register_profile("explore", deadline=None, print_blob=True, max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by their needs, deselect unwanted ones unless named, start with slow ones.

    The markers are described in pyproject.toml.
    """
    mark(items)
    if not any("::" in asked for asked in config.args):
        unwanted = [marker for marker, is_wanted in WANTED.items() if not is_wanted]
        left_out = {item for item in items if any(map(item.get_closest_marker, unwanted))}
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection, which would visit them all each time."""
    gc.freeze()


def mark(items: list[pytest.Item]) -> None:
    """Mark tests by their needs, as thorough unless run daily, and as further examples.

    Daily are all cases of the rules, and elsewhere the first case of a test; of tests that take long, which are those
    in a browser, with own servers or with processes, the first of a module.
    """
    for item in items:
        mark_needs(item, set(getattr(item, "fixturenames", ())))
    long = set(filter(takes_long, items))
    first: dict[Path, int] = {}
    for item in long:
        first[item.path] = min(line_of(item), first.get(item.path, line_of(item)))
    for item in items:
        case: dict[str, int] = item.callspec.indices if hasattr(item, "callspec") else {}
        in_browser = item.get_closest_marker("browser")
        further = in_browser and not is_first_case(item) and not KINDS & case.keys()
        if further or any(case[name] for name in EXAMPLES & case.keys()):
            item.add_marker("examples")
        is_first = item not in long or line_of(item) == first[item.path]
        is_journey = not in_browser or item.path.stem in JOURNEYS
        is_rule = item.path.is_relative_to(RULES)
        # a further case that asks the database something else is marked by hand
        is_other = not is_first_case(item) and not item.get_closest_marker("database")
        if not is_rule and (is_other or not is_first or not is_journey):
            item.add_marker("thorough")


def takes_long(item: pytest.Item) -> bool:
    """Return whether a test needs a browser or own servers, or starts processes.

    A test with a database starts none: it uses the database of this process.
    """
    needs_servers = OWN_SERVERS & set(getattr(item, "fixturenames", ()))
    may_start = PROCESSES & vars(getattr(item, "module", object)).keys()
    starts_processes = may_start and not item.get_closest_marker("database")
    return bool(item.get_closest_marker("browser") or needs_servers or starts_processes)


def mark_needs(item: pytest.Item, asked: set[str]) -> None:
    """Mark the needs of a test by its fixtures."""
    if item.path.is_relative_to(BROWSER_TESTS) or "phone" in asked:
        item.add_marker("browser")
    if "postgres_template" in asked:
        item.add_marker("postgres")
    elif item.get_closest_marker("sqlite"):
        pass
    elif (item.get_closest_marker("django_db") or {"db", "transactional_db"} & asked) and is_first_case(item):
        item.add_marker("database")
    if REAL & asked or item.get_closest_marker("browser"):
        item.add_marker(pytest.mark.flaky(reruns=1))


def is_first_case(item: pytest.Item) -> bool:
    """Return whether a test has no parameters, or the first of each."""
    return not any(item.callspec.indices.values()) if hasattr(item, "callspec") else True


def line_of(item: pytest.Item) -> int:
    """Return the line of a test in its module."""
    return item.location[1] or 0


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Empty the cache of tables: a test that is rolled back gives its primary keys out again."""
    GAME_CACHE.clear()
    yield
    GAME_CACHE.clear()


@pytest.fixture(autouse=True)
def default_language() -> Iterator[None]:
    """Reset the language that the last request of a test client activated in this thread."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def collected_static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as the real server serves them."""

    def collect(folder: Path) -> None:
        data = str(tmp_path_factory.mktemp("data"))
        own = {"SCOREKEEPER_STATIC_ROOT": str(folder), "SCOREKEEPER_DATA": data}
        done = server_process.manage("collectstatic", "--no-input", "--verbosity=0", **own)
        assert done.returncode == 0, done.stderr

    return made_once(tmp_path_factory, "static", collect)


@pytest.fixture(scope="session")
def migrated_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an empty, migrated database, to be copied."""

    def migrate(folder: Path) -> None:
        done = server_process.manage("migrate", "--no-input", "--verbosity=0", SCOREKEEPER_DATA=str(folder))
        assert done.returncode == 0, done.stderr

    return made_once(tmp_path_factory, "migrated", migrate)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep the tables of a copied SQLite file; a PostgreSQL database is made anew."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None, django_db_keepdb: bool
) -> None:
    """Copy the migrated SQLite file; each worker would else migrate, 12 s of disk waits."""
    if django_db_keepdb:
        migrated = server_process.database_in(request.getfixturevalue("migrated_data"))
        shutil.copy(migrated, settings.DATABASES["default"]["TEST"]["NAME"])


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, migrated_data: Path, collected_static: Path
) -> Iterator[server_process.Server]:
    """One real server for the whole session, shared: a test may only count on its own data."""
    data = tmp_path_factory.mktemp("server")
    one = server_process.Server.prepared(migrated_data, data, collected_static).start()
    yield one
    one.stop()


@pytest.fixture
def new_server(
    tmp_path: Path, migrated_data: Path, collected_static: Path
) -> Iterator[Callable[..., server_process.Server]]:
    """Make separate servers, to stop, kill or configure; each is empty and not yet started."""
    made: list[server_process.Server] = []

    def make(**settings: str) -> server_process.Server:
        data = tmp_path / f"server-{len(made)}"
        made.append(server_process.Server.prepared(migrated_data, data, collected_static, **settings))
        return made[-1]

    yield make
    for each in made:
        each.kill()


@pytest.fixture(scope="session")
def postgres_template() -> Iterator[str]:
    """The URL of a migrated PostgreSQL database; without PostgreSQL a test is skipped or fails."""
    if reason := postgres.missing():
        if os.environ.get(postgres.REQUIRED):
            pytest.fail(reason)
        pytest.skip(reason)
    with postgres.running() as address:
        template = postgres.create(address, f"template_{os.getpid()}")
        done = server_process.manage(
            "migrate", "--no-input", "--verbosity=0", SCOREKEEPER_DATABASE_URL=template
        )
        assert done.returncode == 0, done.stderr
        yield template
        postgres.drop(template)


@pytest.fixture
def postgres_address(postgres_template: str) -> Iterator[str]:
    """The address of an empty, migrated database of one's own."""
    address = postgres.copy(postgres_template)
    yield address
    postgres.drop(address)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running Chromium; without one the test is skipped, or fails where one is required."""
    path = browser_contexts.find_chromium()
    if path is None:
        missing = "no Chromium on this machine; on Debian and Ubuntu: apt install chromium"
        if os.environ.get("SCOREKEEPER_REQUIRE_BROWSER"):
            pytest.fail(missing)
        pytest.skip(missing)
    # Playwright leaves its event loop running in this thread, which Django would take for async code.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = browser_contexts.launch(playwright, path)
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium: Browser, server: server_process.Server) -> Iterator[browser_contexts.Phones]:
    """Phones on the shared server: `phone(width=320, theme="dark", ...)` returns a new page."""
    pocket = browser_contexts.Phones(chromium, server.url)
    yield pocket
    pocket.close()
    assert pocket.problems == []


@pytest.fixture(scope="session")
def solved_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the coach's tables of two games under usual rules: 0.2 and 1 s when idle."""

    return made_once(tmp_path_factory, "coach", coach_tables)


@pytest.fixture
def solved(solved_tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pages find the solved tables, and start no process for others."""
    from scorekeeper.coach import store

    monkeypatch.setattr(store, "folder", lambda: solved_tables)
    monkeypatch.setattr(store, "_compute_later", lambda game, options: None)
