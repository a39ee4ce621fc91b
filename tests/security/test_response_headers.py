"""D11, D4: the headers of every kind of response."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from scorekeeper.table.views import home
from tests.server_process import Server

from .raw_http import Answer, ask
from .routes import routes
from .server_cast import TOKEN, RoleSessions, make_cast

HTTPS = ("X-Forwarded-Proto", "https")
ALLOWED = {
    "default-src": {"'none'"},
    "object-src": {"'none'"},
    "base-uri": {"'none'"},
    "frame-ancestors": {"'none'"},
    "form-action": {"'none'", "'self'"},
    "img-src": {"'self'", "data:"},
    **dict.fromkeys(
        ("script-src", "style-src", "connect-src", "manifest-src", "worker-src"), frozenset({"'self'"})
    ),
}
MUST = ("default-src", "object-src", "base-uri", "form-action", "frame-ancestors")


def faults(answer: Answer, *, production: bool, kept: bool = False, plain: bool = False) -> list[str]:
    """Return the missing headers of a response.

    `kept`: a cacheable static file. `plain`: over plain http.
    """
    found = [
        f"{name}: {answer.all(name)}"
        for name, value in (
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        )
        if answer.all(name) != [value] and not (kept and name.startswith("Cross-Origin"))
    ]
    found += [f"{name} tells of the inside" for name in ("Server", "X-Powered-By", "Via") if answer.all(name)]
    hsts = ["max-age=31536000; includeSubDomains"] if production and not plain else []
    if answer.all("Strict-Transport-Security") != hsts:
        found.append(f"HSTS: {answer.all('Strict-Transport-Security')}")
    if not kept and "no-store" not in answer.one("Cache-Control"):
        found.append(f"Cache-Control: {answer.one('Cache-Control')}")
    if kept and answer.all("Set-Cookie"):
        found.append("a cookie that is kept for others")
    return [*found, *policy_faults(answer), *cookie_faults(answer, production=production)]


def policy_faults(answer: Answer) -> list[str]:
    """Return what the content security policy allows and should not, or lacks."""
    policies = answer.all("Content-Security-Policy")
    if len(policies) != 1:
        return [f"policies: {policies}"]
    # a digest allows one known style and nothing else
    policy = re.sub(r" 'sha256-[\w+/=]+'", "", policies[0])
    directives = {name: set(rest) for name, *rest in (each.split() for each in policy.split(";"))}
    found = [f"no {name}" for name in MUST if name not in directives]
    return found + [
        f"{name} {values}" for name, values in directives.items() if not values <= ALLOWED.get(name, set())
    ]


def cookie_faults(answer: Answer, *, production: bool) -> list[str]:
    """Return the missing attributes of one of our cookies."""
    found = []
    for cookie in answer.all("Set-Cookie"):
        name, *flags = cookie.partition("=")[0], *(each.strip().lower() for each in cookie.split(";")[1:])
        wanted = {"samesite=lax", "path=/"} | ({"secure"} if production else set())
        if "max-age=0" not in flags:  # one that is taken away holds nothing that a script could read
            wanted |= {"httponly"}
        if not wanted <= set(flags) or any(each.startswith("domain") for each in flags):
            found.append(cookie)
        if name.startswith("__Host-") != (production and name != "look"):
            found.append(cookie)
    return found


def kept(path: str, answer: Answer) -> bool:
    """Return whether a response is the same for all, so that a phone may cache it."""
    return answer.status == 200 and path.startswith(("/sw.js", "/manifest.webmanifest", "/points/"))


def requests(
    cast: RoleSessions, prefix: str = ""
) -> Iterator[tuple[str, str, list[tuple[str, str]], bytes | None]]:
    """Every route in every way that it may answer, each asked by another browser of the host's."""
    token = ("X-CSRFToken", TOKEN)
    for route, browser in zip(routes(), cast.browsers[: len(routes())], strict=True):
        cookie = cast.cookie(browser, prefix)
        for path in (route.path(**cast.there(route.name)), route.path()):
            yield "GET", path, [cookie], None
            yield "POST", path, [cookie, token], b"seen=0"
        yield "HEAD", path, [], None
        yield "POST", path, [], b"a=1"
        yield "PUT", path, [cookie], b""
    cookie = cast.cookie(cast.host, prefix)
    yield "POST", "/you/passkeys/ask/", [cookie, token], b"do=who"
    yield "POST", "/new/general/", [cookie, token], b"name=Ana&name=Bo&do=start&stake=none"
    yield "POST", f"/table/{cast.dice}/change/", [cookie, token], b"look=dark&do=keep&seen=1"
    yield "GET", "/no/such/page", [], None
    yield "GET", "/new/no-such-game/", [], None
    yield "GET", "/live/no-such-write_request", [], None
    yield "PUT", "/live/no-such-write_request", [], None
    yield "POST", "/", [("Content-Type", "text/plain; charset=utf-16")], b"a"
    yield "POST", "/new/general/", [cookie, token], b"x" * 70_000
    yield "POST", "/new/general/", [cookie, token], b"&".join([b"a=1"] * 600)
    yield "POST", f"/table/{cast.dice}/sit/", [cookie, token], b"seat=2"


def unmet(cast: RoleSessions, met: set[str]) -> set[str]:
    """Return the routes that these paths have not reached.

    No mail server is set, so that has no page; the table's game is running, so nothing shows how it was played.
    """
    reached = {route.name for route in routes() if route.path(**cast.there(route.name)) in met}
    return {route.name for route in routes()} - reached - {"mail", "played"}


def stream_of(server: Server, cast: RoleSessions, prefix: str = "", *more: tuple[str, str]) -> Answer:
    """The head of a stream that is really there."""
    headers = [cast.cookie(cast.host, prefix), *more]
    page = ask(server.port, "GET", f"/table/{cast.dice}/", headers=headers)
    write_request = re.search(rb'data-live="([^"]+~[^"]+)"', page.body)
    assert write_request, page.status
    answer = ask(server.port, "HEAD", f"/live/{write_request[1].decode()}", headers=headers)
    assert (answer.status, answer.one("Content-Type")) == (200, "text/event-stream")
    return answer


@pytest.mark.slow
def test_every_response_at_home_has_headers(server: Server, cast: RoleSessions) -> None:
    assert faults(stream_of(server, cast), production=False) == []
    met = set()
    for method, path, headers, body in requests(cast):
        answer = ask(server.port, method, path, headers=headers, body=body)
        assert faults(answer, production=False, kept=kept(path, answer)) == [], (method, path, answer)
        met |= {path} if answer.met else set()
    assert unmet(cast, met) == set()
    assert faults(ask(server.port, "GET", "/", host="evil.example"), production=False) == []
    for name in ("vendor/htmx.min.js", "no-such.js", "%00", "../scorekeeper/settings.py"):
        answer = ask(server.port, "GET", f"/static/{name}")
        assert faults(answer, production=False, kept=answer.status == 200) == [], name


def test_response_in_production_has_headers(site: Server) -> None:
    cast = make_cast(site)
    assert faults(stream_of(site, cast, "__Host-", HTTPS), production=True) == []
    seen, met = set(), set()
    for method, path, headers, body in requests(cast, "__Host-"):
        sent = [HTTPS, ("Origin", "https://localhost"), *headers]
        answer = ask(site.port, method, path, headers=sent, body=body)
        assert faults(answer, production=True, kept=kept(path, answer)) == [], (method, path, answer)
        met |= {path} if answer.met else set()
        seen |= {cookie.partition("=")[0] for cookie in answer.all("Set-Cookie")} | {answer.status}
    assert {"__Host-sessionid", "__Host-csrftoken", "look", 200, 303, 400, 403, 404, 405, 413} <= seen
    assert unmet(cast, met) == set()
    for host, status in (("localhost", 301), ("evil.example", 400)):
        answer = ask(site.port, "GET", "/", host=host)
        assert answer.status == status
        assert faults(answer, production=True, plain=True) == [], answer


@pytest.mark.django_db
def test_error_500_is_guarded_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(home, "_kinds", broken)
    response = Client(raise_request_exception=False).get("/")
    headers = [(name.lower(), value) for name, value in response.headers.items()]
    assert faults(Answer(500, headers), production=False) == []
    assert response.status_code == 500
    for word in ("the inside", "Traceback", "RuntimeError", "home.py"):
        assert word not in response.text
