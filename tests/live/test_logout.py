"""Logging out everywhere: within five seconds no phone hears or writes any more."""

from __future__ import annotations

from time import monotonic

from tests.http_client import Visitor
from tests.server_process import Server


def test_streams_end_and_writes_wait(server: Server) -> None:
    here = Visitor(server).begin("Ana", "Bo")
    there = Visitor(server, dict(here.cookies), here.table)
    somebody = Visitor(server).begin("Cleo", "Dev")
    heard, other, old = there.listen(), somebody.listen(), there.token()
    form = {
        "seen": "0",
        "key": "5d3f0f2c-6e0e-4f53-9d43-0b9d3f8f7a11",
        "player": "1",
        "box": "ones",
        "strike": "1",
    }
    began = monotonic()
    assert here.ask("POST", "/you/sign-out/", {"do": "everywhere"}).status == 200
    assert heard.ended(5)
    assert monotonic() - began < 5
    answer = there.ask("POST", f"{there.table}write/", form, HX_Request="true")
    assert answer.status == 401
    assert "X-Ack" not in answer.headers
    assert there.listen(old).status == 403
    assert somebody.write(1, "ones").status == 200
    assert other.versions(1) == [1]


def test_phone_still_logged_in_reconnects(server: Server) -> None:
    here = Visitor(server).begin("Ana", "Bo")
    there = Visitor(server).begin("Cleo", "Dev")
    heard = here.listen()
    assert here.ask("POST", "/you/sign-out/", {"do": "here"}).status == 200
    assert heard.ended(5)
    assert there.listen().status == 200
