"""D10: no response redirects to another host, whatever the request holds."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

import pytest
from django.urls import reverse

from scorekeeper.people.models import Group
from tests.server_process import Server

from .cast import dice_table
from .raw_http import Answer, ask
from .routes import routes
from .server_cast import TOKEN, RoleSessions

AWAY = (
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/",
)
PAYLOADS = (
    *AWAY,
    *(f"{each}/%2e%2e" for each in AWAY),
    # slashes in other clothes, and more or fewer of them than there should be
    *("/%09/evil.example", "/%0d/evil.example", "/%0a/evil.example", "%09//evil.example", "%20//evil.example"),
    *("/%5cevil.example", "/%5c%5cevil.example", "\\/evil.example", "/\\/evil.example", "//\\evil.example"),
    *("/%2fevil.example", "%2f%2fevil.example", "/%252fevil.example", "%c0%af%c0%afevil.example", "///evil.example"),
    *("http:///evil.example", "https:/evil.example", "https:\\\\evil.example", "https:%0a//evil", "/..//evil.example"),
    *("?//evil.example", "#//evil.example", ";//evil.example", "//evil.example/%2f..", "//evil.example?x=1"),
    # hosts that are read as another
    *("https://localhost@evil.example/", "//localhost:80@evil.example/", "https://evil.example%5c@localhost/"),
    *("https://localhost.evil.example", "https://localhost%00.evil.example", "//evil%E3%80%82example"),
    *("https://evil.example:443", "//%EF%BD%85vil.example", "//[::1]/", "//2130706433/", "//evil.example#x"),
    # ways of speaking that are none of a page's
    *("javascript:alert(1)", "java%0d%0ascript:alert(1)", "data:text/html,x", "ht%09tps://evil.example"),
    *("HTTPS://EVIL.EXAMPLE", "ftp://evil.example/", "intent://evil.example#Intent;scheme=https;end"),
    # lines that would be headers, or the page itself
    *("%0d%0aLocation:%20https://evil.example", "%0d%0aHX-Redirect:%20https://evil.example", "%0aX-Evil:%201"),
    *("%0d%0aRefresh:%200;url=//evil.example", "%0d%0aSet-Cookie:%20a=b", "%0dX-Evil:%201", "a%00b"),
    *("%0d%0a%0d%0a<script>evil()</script>", "%e5%98%8a%e5%98%8dX-Evil:1", "%E2%80%A8X-Evil:1"),
)  # fmt: skip
ASKED = ("next", "notice", "line", "page", "url", "to", "back", "redirect", "look")
LOCAL = re.compile(r"/(?![/\\])[\x21-\x7e]*|\?[\x21-\x7e]*")

HOSTS = (
    # another's
    *("evil.example", "evil.example.", "evil.example:80", "evil.example:443", ".evil.example", "*.evil.example"),
    *("localhost.evil.example", "LOCALHOST.EVIL.EXAMPLE", "127.0.0.1.evil.example", "xn--e1afmkfd.example"),
    *("evillocalhost", "169.254.169.254", "null", "*", ""),
    # another's, beside ours
    *("localhost@evil.example", "localhost:80@evil.example", "evil.example@localhost", "localhost\\@evil.example"),
    *("localhost evil.example", "localhost\tevil.example", "localhost,evil.example", "localhost;evil.example"),
    *("localhost&evil.example", "localhost|evil.example", "localhost%00.evil.example", "localhost%2eevil.example"),
    *("localhost/evil", "evil.example/localhost", "evil.example?localhost", "evil.example#localhost"),
    *("localhost\xe3\x80\x82evil.example", "localhost<script>evil()</script>", 'localhost"onload="evil()'),
    *("${jndi:ldap://evil.example}", "{{evil}}"),
    # ours, but not as it is written
    *("localhost#", "localhost?", "localhost-", ".localhost.", "localhost..", "//localhost", "https://localhost"),
    *("localhost:", "localhost:x", "localhost:-1", "localhost:80:80", "l\xd0\xbecalhost", "localhost\xad"),
    # numbers that some take for this machine's
    *("127.1", "127.0.0.01", "0177.0.0.1", "0x7f000001", "2130706433", "0.0.0.0"),
    *("::1", "[::]", "[::1", "[::1]evil", "[::1%25lo]", "[::ffff:127.0.0.1]", "[localhost]"),
)  # fmt: skip


def test_payloads_are_sixty_of_each_and_distinct() -> None:
    for each in (PAYLOADS, HOSTS):
        assert len(each) == len(set(each)) >= 60


def leads_away(answer: Answer) -> list[str]:
    """Return the target of a redirect outside this site; and headers that a payload has made."""
    found = [
        f"{name}: {value}"
        for name in (
            "Location",
            "HX-Redirect",
            "HX-Location",
            "HX-Push-Url",
            "HX-Replace-Url",
            "Refresh",
            "Link",
        )
        for value in answer.all(name)
        if not LOCAL.fullmatch(value)
    ]
    found += [f"Set-Cookie: {value}" for value in answer.all("Set-Cookie") if value.startswith("a=")]
    return found + [name for name, _value in answer.headers if name in ("x-evil", "") or "evil" in name]


def test_redirect_stays_on_this_site(server: Server, cast: RoleSessions) -> None:
    for place, (route, browser) in enumerate(zip(routes(), cast.browsers[: len(routes())], strict=True)):
        plain = [cast.cookie(browser), ("X-CSRFToken", TOKEN), ("Referer", "//evil.example/")]
        path = route.path(**cast.there(route.name))
        for number, payload in enumerate(PAYLOADS[place % 6 :: 6]):
            headers = [*plain, ("HX-Request", "true")] if number % 2 else plain
            query = "&".join(f"{name}={quote(payload, safe='/:%?')}" for name in ASKED)
            body = f"seen=1&do=keep&{query}".encode()
            for answer in (
                ask(server.port, "GET", f"{path}?{query}", headers=headers),
                ask(server.port, "GET", f"{path.rstrip('/')}{quote(payload, safe='/:%?')}", headers=headers),
                ask(server.port, "POST", f"{path}?{query}", headers=headers, body=body),
            ):
                assert leads_away(answer) == [], (path, payload)
                assert answer.status < 500
    for payload in PAYLOADS:
        answer = ask(
            server.port,
            "GET",
            quote(payload, safe="/:%?") if payload.startswith("/") else f"/{quote(payload)}",
        )
        assert leads_away(answer) == [], payload


@pytest.mark.slow
@pytest.mark.django_db
def test_name_cannot_break_out_of_file_name() -> None:
    desk = dice_table()
    client = desk.writer.client()
    for payload in PAYLOADS:
        name = unquote(payload).replace("\0", "")  # which PostgreSQL keeps in no text
        Group.objects.filter(pk=desk.group.pk).update(name=name[:40])
        for kind, ending in (("export_group", ".json"), ("export_results", "-results.csv")):
            header = client.get(reverse(kind, args=[desk.group.address]))["Content-Disposition"]
            assert re.fullmatch(rf'attachment; filename="[a-z0-9_-]+{ending}"', header), payload


@pytest.mark.parametrize("host", HOSTS)
def test_another_host_is_refused(server: Server, host: str) -> None:
    answer = ask(server.port, "GET", "/", host=host)
    assert answer.status == 400
    assert b"evil" not in answer.body


def test_another_host_beside_ours_is_ignored(server: Server) -> None:
    for host in HOSTS:
        for name in ("X-Forwarded-Host", "X_Forwarded_Host", "Forwarded", "X-Host"):
            value = f"host={host}" if name == "Forwarded" else host
            answer = ask(server.port, "GET", "/join/", headers=[(name, value)])
            assert answer.status == 200, (name, host)
            assert b"evil" not in answer.body, (name, host)


def test_client_host_and_proxy_headers_are_ignored(server: Server, cast: RoleSessions) -> None:
    lies = [
        *(("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Port", "444")),
        *(("Forwarded", "for=1.2.3.4;host=evil.example;proto=https"), ("X-Original-URL", "/no/such/page")),
        *(
            ("X-Rewrite-URL", "/no/such/page"),
            ("X-HTTP-Method-Override", "DELETE"),
            ("X-Host", "evil.example"),
        ),
        *(("X_Forwarded_Host", "evil.example"), ("X_Forwarded_Proto", "https"), ("Host_", "evil.example")),
        *(
            ("X-Forwarded-Server", "evil.example"),
            ("X-Forwarded-Prefix", "/evil"),
            ("X-Script-Name", "/evil"),
        ),
    ]
    table = f"/table/{cast.dice}/"
    for path in ("/", "/new/general/", table, f"{table}lines", f"{table}invite/", f"{table}screen/"):
        cookie = cast.cookie(cast.host)
        honest, forged = (ask(server.port, "GET", path, headers=[cookie, *more]) for more in ([], lies))
        assert (forged.status, forged.all("Location")) == (honest.status, honest.all("Location"))
        assert b"evil" not in forged.body
        assert not forged.all("Strict-Transport-Security")
