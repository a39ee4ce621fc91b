"""Security headers of every response: pages, errors and static files."""

import http.client
import re
from pathlib import Path

import pytest

from tests.server_process import Server

POLICY = {
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
    "img-src 'self' data:", "manifest-src 'self'", "worker-src 'self'", "form-action 'self'",
    "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'",
}  # fmt: skip


def ask(server: Server, method: str, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    body = headers.pop("body", None)
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


CASES = {
    "page": ("GET", "/", {}, 200),
    "missing": ("GET", "/no/such/page", {}, 404),
    "static": ("GET", "/static/vendor/htmx.min.js", {}, 200),
    "static missing": ("GET", "/static/nothing.js", {}, 404),
    "other host": ("GET", "/", {"Host": "evil.example"}, 400),
    "no token": ("POST", "/", {"body": "a=1"}, 403),
    "too large": ("POST", "/", {"body": "a" * 70_000}, 413),
}


@pytest.mark.parametrize("case", CASES)
def test_response_has_security_headers(server: Server, case: str) -> None:
    method, path, headers, status = CASES[case]
    answer = ask(server, method, path, **headers)
    assert answer.status == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "Server" not in answer.headers
    assert "Strict-Transport-Security" not in answer.headers  # plain http at home


def test_policy_word_for_word(server: Server) -> None:
    """Of every page: also of a refusal, which is made by no view."""
    for path, headers in (("/", {}), ("/no/such/page", {}), ("/", {"Sec-Fetch-Site": "cross-site"})):
        answer = ask(server, "POST" if headers else "GET", path, **headers)
        assert set(re.split(r";\s*", answer.headers["Content-Security-Policy"])) == POLICY


def test_pages_are_not_stored(server: Server) -> None:
    for path in ["/", "/no/such/page"]:
        answer = ask(server, "GET", path)
        assert answer.headers["Cache-Control"] == "no-store"
        assert "HX-Request" in answer.headers["Vary"]


def test_static_files_are_compressed_and_cached(server: Server, collected_static: Path) -> None:
    answer = ask(server, "GET", "/static/vendor/htmx.min.js", **{"Accept-Encoding": "br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert int(answer.headers["Content-Length"]) < 13_000
    (hashed,) = [path.name for path in (collected_static / "vendor").glob("htmx.min.*.js")]
    answer = ask(server, "GET", f"/static/vendor/{hashed}")
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
