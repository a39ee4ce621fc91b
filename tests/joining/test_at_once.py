"""The same form twice at one moment, against the real server: a tap on a slow phone, sent again by its browser."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

from tests.live.visiting import Visitor
from tests.running import Server


def test_a_strangers_form_that_is_sent_at_once_sits_once(server: Server) -> None:
    host = Visitor(server).begin("Ana", "Bo")
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    stranger = Visitor(server, table=host.table)
    stranger.ask("GET", link[0])
    key = re.search(r'name="key" value="([^"]+)"', stranger.look().text)
    assert key is not None
    taps = [Visitor(server, dict(stranger.cookies), host.table) for _ in range(6)]

    def sit(tap: Visitor) -> int:
        return tap.ask("POST", f"{host.table}sit/", {"seat": "2", "key": key[1]}).status

    with ThreadPoolExecutor(len(taps)) as at_once:
        assert set(at_once.map(sit, taps)) == {303}
    assert all(tap.look().status == 200 for tap in taps), "whichever answer the browser took, it is he"
    phones = host.ask("GET", f"{host.table}phones/").text
    assert len(re.findall(r"\?remove=\d+", phones)) == 1
