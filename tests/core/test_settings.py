"""Settings: nothing at home; one variable for production, which refuses unsafe values."""

import json
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.conf import environment
from tests.core.production import KEY, SOUND
from tests.server_process import Server, manage

NAMES = [
    "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE",
    "SESSION_COOKIE_AGE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "CSRF_COOKIE_NAME",
    "CSRF_COOKIE_SECURE", "CSRF_COOKIE_HTTPONLY", "CSRF_COOKIE_SAMESITE", "SECURE_HSTS_SECONDS",
    "SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER", "USE_X_FORWARDED_HOST",
]  # fmt: skip


def read(data: Path, **settings: str) -> dict[str, Any]:
    values = f"{{name: getattr(settings, name) for name in {NAMES}}}"
    code = f"import json; from django.conf import settings; print(json.dumps({values}))"
    done = manage("shell", "--no-imports", "-c", code, SCOREKEEPER_DATA=str(data), **settings)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def start(data: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    return manage("check", SCOREKEEPER_DATA=str(data), **settings)


def test_home_mode_needs_no_settings(tmp_path: Path) -> None:
    home = read(tmp_path / "data")
    assert not home["DEBUG"]
    assert "localhost" in home["ALLOWED_HOSTS"]
    assert "127.0.0.1" in home["ALLOWED_HOSTS"]
    assert "*" not in home["ALLOWED_HOSTS"]
    assert home["SESSION_COOKIE_NAME"] == "sessionid"
    assert not home["SESSION_COOKIE_SECURE"]
    assert not home["CSRF_COOKIE_SECURE"]
    assert home["SESSION_COOKIE_HTTPONLY"]
    assert home["CSRF_COOKIE_HTTPONLY"]
    assert home["SESSION_COOKIE_SAMESITE"] == home["CSRF_COOKIE_SAMESITE"] == "Lax"
    assert home["SESSION_COOKIE_AGE"] == 31_536_000
    assert home["SECURE_HSTS_SECONDS"] == 0
    assert not home["SECURE_SSL_REDIRECT"]


def test_secret_key_is_created_once_and_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first, second = read(data)["SECRET_KEY"], read(data)["SECRET_KEY"]
    assert first == second
    assert len(first) > 80
    assert first != read(tmp_path / "elsewhere")["SECRET_KEY"]
    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert sorted(path.name for path in data.iterdir()) == ["secret-key"]


def test_hosts_named_at_home_are_added(tmp_path: Path) -> None:
    hosts = read(tmp_path, SCOREKEEPER_HOSTS="table.lan, other.lan")["ALLOWED_HOSTS"]
    assert {"table.lan", "other.lan", "localhost"} <= set(hosts)


def test_production_is_strict(tmp_path: Path) -> None:
    site = read(tmp_path, **SOUND)
    assert site["ALLOWED_HOSTS"] == ["scores.example.org"]
    assert site["SECRET_KEY"] == KEY
    assert site["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert site["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    assert site["SESSION_COOKIE_SECURE"]
    assert site["CSRF_COOKIE_SECURE"]
    assert site["SECURE_HSTS_SECONDS"] == 31_536_000
    assert site["SECURE_SSL_REDIRECT"]
    # Only the server may believe a proxy, and only one that is named.
    assert site["SECURE_PROXY_SSL_HEADER"] is None
    assert not site["USE_X_FORWARDED_HOST"]


def test_production_passes_deployment_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", SCOREKEEPER_DATA=str(tmp_path), **SOUND)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("settings", "variable"),
    [
        ({"SCOREKEEPER_DEBUG": "1"}, "SCOREKEEPER_DEBUG"),
        ({"SCOREKEEPER_SECRET_KEY": ""}, "SCOREKEEPER_SECRET_KEY"),
        ({"SCOREKEEPER_SECRET_KEY": "short"}, "SCOREKEEPER_SECRET_KEY"),
        ({"SCOREKEEPER_SECRET_KEY": "ab" * 40}, "SCOREKEEPER_SECRET_KEY"),
        ({"SCOREKEEPER_SECRET_KEY": "django-insecure-" + KEY}, "SCOREKEEPER_SECRET_KEY"),
        ({"SCOREKEEPER_HOSTS": ""}, "SCOREKEEPER_HOSTS"),
        ({"SCOREKEEPER_HOSTS": " , "}, "SCOREKEEPER_HOSTS"),
        ({"SCOREKEEPER_HOSTS": "*"}, "SCOREKEEPER_HOSTS"),
        ({"SCOREKEEPER_HOSTS": ".com"}, "SCOREKEEPER_HOSTS"),
        ({"SCOREKEEPER_HOSTS": "scores.example.org, *"}, "SCOREKEEPER_HOSTS"),
        ({"SCOREKEEPER_TRUSTED_PROXIES": "*"}, "SCOREKEEPER_TRUSTED_PROXIES"),
        ({"SCOREKEEPER_MODE": "prod"}, "SCOREKEEPER_MODE"),
        ({"SCOREKEEPER_PORT": "eighty"}, "SCOREKEEPER_PORT"),
        ({"SCOREKEEPER_THREADS": "40"}, "SCOREKEEPER_THREADS"),
        ({"SCOREKEEPER_DEBUG": "perhaps"}, "SCOREKEEPER_DEBUG"),
        ({"SCOREKEEPER_DATABASE_URL": "nonsense"}, "SCOREKEEPER_DATABASE_URL"),
    ],
)
def test_dangerous_setting_stops_start_in_one_line(
    tmp_path: Path, settings: dict[str, str], variable: str
) -> None:
    done = start(tmp_path, **{**SOUND, **settings})
    assert done.returncode != 0
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Scorekeeper does not start: ")
    assert variable in lines[0]


SOUND_CHOICES: dict[str, Any] = {
    "mode": "production", "debug": False, "data": "", "secret_key": KEY, "bind": "127.0.0.1", "port": 8000,
    "threads": 2, "processes": 1, "patience": 10, "forms": 600, "static_root": "", "database": None,
    "mail": None, "mail_from": "Scorekeeper <scorekeeper@scores.example.org>",
}  # fmt: skip


def choices(hosts: str = "scores.example.org", proxies: str = "") -> environment.Choices:
    found = {**SOUND_CHOICES, "hosts": hosts.split(","), "trusted_proxies": proxies.split()}
    return environment.Choices(**found)


@pytest.mark.parametrize(
    "host",
    [
        *(
            ".com",
            ".",
            "..",
            ".a.",
            "a.",
            "a..b",
            "http://a.example/",
            "a.example/",
            "a.example:8000",
            "[::1]",
        ),
        *(
            "a b.example",
            "*",
            "*.example.org",
            "-a.example",
            "a-.example",
            "b\u00fccher.example",
            "x" * 64,
            ".",
        ),
        *("a.example\n", "\t"),
    ],
)
def test_invalid_host_names_are_refused(host: str) -> None:
    reasons = environment.refusals(choices(f"scores.example.org,{host}"))
    assert len(reasons) == 1
    assert reasons[0].startswith("SCOREKEEPER_HOSTS ")
    assert "\n" not in reasons[0]


@pytest.mark.parametrize(
    "host", ["a.example", ".a.example", "localhost", "Scores.EXAMPLE.org", "10.0.0.2", "x--y.a"]
)
def test_names_of_hosts(host: str) -> None:
    assert environment.refusals(choices(host)) == []


def test_unnamed_proxy_gives_warning() -> None:
    assert "SCOREKEEPER_TRUSTED_PROXIES" in environment.warnings(choices())[0]
    assert environment.warnings(choices(proxies="10.0.0.1")) == []


def test_start_carries_warning(new_server: Callable[..., Server]) -> None:
    server = new_server(**SOUND)
    server.start()
    assert "WARNING" in server.output()
    assert "SCOREKEEPER_TRUSTED_PROXIES" in server.output()


def test_wrong_variables_are_all_reported_at_once(tmp_path: Path) -> None:
    done = start(tmp_path, SCOREKEEPER_MODE="production", SCOREKEEPER_DEBUG="1")
    assert len(done.stderr.strip().splitlines()) == 3


def test_server_refuses_as_well(new_server: Callable[..., Server]) -> None:
    done = new_server(SCOREKEEPER_MODE="production").manage("serve")
    assert done.returncode != 0
    assert "SCOREKEEPER_SECRET_KEY" in done.stderr
    assert "Traceback" not in done.stderr


def mail_of(tmp_path: Path, **settings: str) -> dict[str, Any]:
    names = ["MAIL", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_TIMEOUT", "DEFAULT_FROM_EMAIL"]
    values = f"{{name: getattr(settings, name) for name in {names}}}"
    code = f"import json; from django.conf import settings; print(json.dumps({values}))"
    done = manage("shell", "--no-imports", "-c", code, SCOREKEEPER_DATA=str(tmp_path / "data"), **settings)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_mail_is_off_until_server_is_named(tmp_path: Path) -> None:
    assert not mail_of(tmp_path)["MAIL"]
    named = mail_of(tmp_path, SCOREKEEPER_EMAIL_URL="submission://club:secret@mail.example.org?timeout=900")
    assert named == {
        "MAIL": True,
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": 587,
        "EMAIL_USE_TLS": True,
        "EMAIL_TIMEOUT": 5,
        "DEFAULT_FROM_EMAIL": "Scorekeeper <scorekeeper@localhost>",
    }
    public = mail_of(tmp_path, **SOUND, SCOREKEEPER_EMAIL_URL="smtp://localhost")
    assert public["DEFAULT_FROM_EMAIL"] == "Scorekeeper <scorekeeper@scores.example.org>"


@pytest.mark.parametrize(
    "url", ["nonsense", "http://mail.example.org", "smtp://mail.example.org:99999999", "smtp://[::"]
)
def test_mail_server_that_cannot_be_read_stops_start(tmp_path: Path, url: str) -> None:
    done = start(tmp_path, SCOREKEEPER_EMAIL_URL=url)
    assert done.returncode != 0
    [line] = done.stderr.strip().splitlines()
    assert line.startswith("Scorekeeper does not start: SCOREKEEPER_EMAIL_URL")
