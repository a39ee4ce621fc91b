"""Requests with odd content types are refused with a page, never a server error."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
# those that Python knows for no text do not get past the door: tests/server/test_requests.py
CHARSETS = ("latin-1", "utf-16", "utf-7", "no-such", "idna", "unicode_escape", "\u00e9", '"', "utf-8-sig", "")
FILES = "".join(
    f'--x\r\nContent-Disposition: form-data; name="f"; filename="{each}"\r\n\r\n1\r\n' for each in range(150)
)
BODIES: dict[str, tuple[str, str]] = {
    **{f"charset {each}": ("a=1&key=%ff", f"{FORM}; charset={each}") for each in CHARSETS},
    "no boundary": ("a=1", "multipart/form-data"),
    "odd boundary": ("a=1", "multipart/form-data; boundary=\u00e9"),
    "long boundary": ("a=1", f"multipart/form-data; boundary={'x' * 300}"),
    "many files": (f"{FILES}--x--\r\n", "multipart/form-data; boundary=x"),
    "odd encoding": (
        '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n1\r\n--x--\r\n',
        "multipart/form-data; boundary=x",
    ),
    "many fields": ("a=1&" * 600, FORM),
    "too large": (f"a={'1' * 70_000}", FORM),
    "many files, charset": (f"{FILES}--x--\r\n", "multipart/form-data; boundary=x; charset=utf-16"),
    "not a type": ("a=1", ";;;"),
}
ROUTES = ("/", "/nowhere/", "/new/general/", "/new/nowhere/", "/new/general/throw/")
NAMES = ("table", "write", "correct", "undo", "go_home", "log", "change", "rematch")


@pytest.mark.parametrize("token", [False, True], ids=["no token", "a token"])
@pytest.mark.parametrize("kind", BODIES)
def test_odd_content_types_never_cause_server_error(kind: str, *, token: bool) -> None:
    desk = SampleTable()
    client = desk.writer.client(enforce_csrf_checks=True, raise_request_exception=False)
    headers = {"X-CSRFToken": csrf_token(client)} if token else {}
    body, content_type = BODIES[kind]
    for address in [*ROUTES, *map(desk.url, NAMES)]:
        for method in ("POST", "GET"):
            answer = client.generic(
                method, f"{address}?all=1", body, content_type=content_type, headers=headers
            )
            assert answer.status_code < 500, (method, address)
            if method == "POST" and not token:
                assert answer.status_code in (400, 403, 404, 405), address
            if answer.status_code in (400, 403, 404):
                assert "Scorekeeper" in answer.content.decode(), address
    assert not desk.entries


def csrf_token(client: Client) -> str:
    """A token that the server takes from this phone."""
    token = "a" * 32
    client.cookies["csrftoken"] = token
    return token


@pytest.mark.parametrize("spelling", ["utf-8", "UTF-8", '"utf-8"'])
def test_only_utf_8_forms_are_accepted(spelling: str) -> None:
    desk = SampleTable()
    form = "&".join(
        f"{name}={value}" for name, value in desk.form(player="1", box="ones", points="3").items()
    )
    answer = desk.writer.client().generic(
        "POST", desk.url("write"), form, content_type=f"{FORM}; charset={spelling}"
    )
    assert answer.status_code == 302
    assert len(desk.entries) == 1


@pytest.mark.parametrize("look", ["dark", "light"])
def test_other_pages_ignore_look_field(look: str) -> None:
    desk = SampleTable()
    client = desk.writer.client()
    for address in ("/new/general/", desk.url("write")):
        assert "data-theme" not in client.post(address, {"look": look, "seen": "x"}).content.decode()
    assert f'data-theme="{look}"' in client.post(desk.url("change"), {"look": look}).content.decode()
