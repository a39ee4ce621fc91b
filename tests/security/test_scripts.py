"""D8: typed text stays text on every page of a real browser, without help of the policy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from playwright.sync_api import Dialog, Page

from scorekeeper.people.names import fold
from tests.browser_contexts import Phones
from tests.security.matrix import expected
from tests.server_process import Server

from .routes import Route, routes
from .script_payloads import payloads

AT_A_TABLE = 38
MAKE = """
import json
from django.conf import settings
from tests.factories import SampleTable
from scorekeeper.people import invite_links, player_merge
from scorekeeper.people.models import Group, Member
made = []
for texts in TEXTS:
    stake = {"kind": "low_pays", "amount": "1", "unit": texts[0]}
    desk = SampleTable(names=texts, stake=stake)
    Group.objects.filter(pk=desk.group.pk).update(name=texts[2])
    for player, text in enumerate(texts, 1):
        desk.line(player, "ones", points=3, note=text * 3)
    desk.void(2)
    desk.line(2, "twos", points=2, note=texts[1] * 3)
    over = SampleTable(names=[texts[0], "Bo", texts[2]], stake=stake, writer=desk.writer)
    over.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    for text in texts[1:]:
        owed = SampleTable(names=["Cy", "Di"], stake=stake | {"unit": text}, writer=desk.writer)
        owed.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    players = {each.name: each for each in desk.group.players.all()}
    winner, loser = players[texts[0]], players[texts[1]]
    player_merge.merge_players(desk.group, players["Bo"].pk, loser.pk, desk.writer.person)
    given = {
        "address": desk.address, "group": desk.group.address, "key": invite_links.invite_token(desk.group),
        "player": winner.address, "other": players["Cy"].address, "unit": texts[0],
        "payee": str(winner.pk), "payer": str(loser.pk),
    }
    void = len(texts) + 1
    lines = {number: text for number, text in enumerate(texts, 1) if number != 2} | {void + 1: texts[1]}
    given |= {"void": void, "lines": lines}
    made.append((given, desk.writer.client().cookies[settings.SESSION_COOKIE_NAME].value))
    for slug, seats in (("forty_fives", 2), ("generala_cards", 3), ("generals_and_majors", 2)):
        cards = SampleTable(slug, texts[-seats:], writer=desk.writer)
        if slug == "forty_fives":
            cards.entry(trump="H", tricks=["1"] * 5, best="1")
        made.append(({"address": cards.address}, ""))
    # at the end: a desk knows the only group of its writer
    named = [Group.objects.create(name=text) for text in texts]
    for group in named:
        Member.objects.create(group=group, person=desk.writer.person, owner=True)
    given["named"] = [group.address for group in named]
print(json.dumps(made))
"""

# Every element and attribute that a text must never become.
LOOK = """() => {
  const found = [];
  for (const each of document.querySelectorAll('*')) {
    if (['SCRIPT', 'STYLE'].includes(each.tagName) && each.textContent.trim()) found.push(each.outerHTML);
    if (['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MARQUEE', 'MATH', 'VIDEO', 'AUDIO'].includes(each.tagName))
      found.push(each.outerHTML);
    for (const {name, value} of each.attributes) {
      if (/^on|^hx-on|^data-hx/.test(name)) found.push(`${name} of ${each.tagName}`);
      if (/^hx-/.test(name) && /alert|evil|js:/.test(value)) found.push(`${name}=${value}`);
      const leads = /^(href|src|action|formaction|srcdoc|data|style)$/.test(name);
      const placed = /^(--z: [\\d.]+;|left: -?[\\d.]+px; top: -?[\\d.]+px;)$/;
      if (leads && !placed.test(value) && !/^(data:image|[/?#]|$|http:\\/\\/127)/.test(value))
        found.push(`${name}=${value}`);
    }
  }
  return [...found, ...window.refused];
}"""
LISTEN = """window.refused = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));"""
SEND = """([path, fields]) => {
  const form = Object.assign(document.createElement('form'), {method: 'post', action: path});
  const token = document.querySelector('[name=csrfmiddlewaretoken]');
  for (const [name, value] of [...fields, ['csrfmiddlewaretoken', token.value]])
    form.append(Object.assign(document.createElement('input'), {name, value}));
  document.body.append(form);
  form.submit();
}"""


def full_tables() -> list[list[str]]:
    """The payloads as the names of tables, where no two at one table count as the same name."""
    found: list[dict[str, str]] = []
    for text in payloads():
        room = (each for each in found if len(each) < AT_A_TABLE and fold(text) not in each)
        table = next(room, None)
        if table is None:
            found.append(table := {})
        table[fold(text)] = text
    return [list(each.values()) for each in found]


@pytest.fixture
def tables(server: Server) -> list[tuple[dict[str, Any], str]]:
    """Tables full of payloads, each with path arguments, `lines`, `named` groups; a cookie."""
    done = server.manage("shell", "--no-imports", "-c", f"TEXTS = {full_tables()!r}\n{MAKE}")
    assert done.returncode == 0, done.stderr
    return [(given, cookie) for given, cookie in json.loads(done.stdout)]


class ScriptMonitor:
    """A page whose every dialog and every error is noted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.on("dialog", self._dialog)
        page.add_init_script(LISTEN)

    def _dialog(self, dialog: Dialog) -> None:
        self.heard.append(f"dialog on {self.page.url}")
        dialog.dismiss()

    def be(self, cookie: str, base: str) -> None:
        """Continue with another cookie."""
        self.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": base}])

    def look(self, path: str) -> None:
        """Open a page and see that it is there, and only a page."""
        answer = self.page.goto(path)
        assert answer is None or answer.ok, path
        self.check()

    def send(self, path: str, fields: list[tuple[str, str]]) -> None:
        """Send a form from the page that is open."""
        with self.page.expect_navigation():
            self.page.evaluate(SEND, [path, fields])
        self.check()

    def swap(self, path: str) -> None:
        """Let htmx fetch it into the table."""
        self.page.evaluate("(path) => htmx.ajax('GET', path, {target: '#table', swap: 'outerMorph'})", path)
        self.check()

    def check(self) -> None:
        self.heard += [f"{found[:200]} on {self.page.url}" for found in self.page.evaluate(LOOK)]


# where a group of nothing but its name shows it
PAGES_OF_A_GROUP = ("", "invite/", "people/", "defaults/", "export/")
# a browser keeps them and shows nothing of them
DOWNLOADS = ("transcript", "export_group", "export_page", "export_results", "export_ledger")


def shown() -> list[Route]:
    """Every page of a table, of its group and of its players that a host may look at."""
    looked_at = [each for each in routes() if expected("look")[each.name, "host"] == 200]
    return [
        each for each in looked_at if {"address", "group"} & {*each.arguments} and each.name not in DOWNLOADS
    ]


def paths(given: dict[str, Any]) -> Iterator[str]:
    """Yield all these pages, and their variants."""
    for route in shown():
        yield route.path(**given)
    for query in ("?seat=3", "?line=1", "?line=1&right=1", "?seat=3&right=name", f"?notice={given['void']}"):
        yield f"/table/{given['address']}/{query}"
    yield f"/table/{given['address']}/lines/?seat=4"
    group = f"/group/{given['group']}"
    yield f"{group}/player/{given['player']}/merge/?other={given['other']}"
    yield f"{group}/money/?{urlencode({name: given[name] for name in ('payer', 'payee', 'unit')})}"
    yield f"{group}/people/?leave"


def test_pages_of_group_are_among_them() -> None:
    names = {each.name for each in shown()}
    assert {"table", "group", "games", "player", "player_merge", "money", "people", "group_join"} <= names


def test_script_payloads_are_150() -> None:
    assert len(payloads()) == 150
    assert sum(map(len, full_tables())) == 150


def test_page_that_escapes_nothing_is_caught(phone: Phones) -> None:
    page = phone()
    trap = ScriptMonitor(page)
    caught = []
    page.goto("about:blank")
    for text in payloads()[:50]:
        trap.heard.clear()
        page.set_content(text, wait_until="commit")
        trap.check()
        caught += [text] if trap.heard else []
    assert len(caught) > 40, caught
    phone.forgive()


def seen(trap: ScriptMonitor, given: dict[str, Any]) -> tuple[int, int, int]:
    """How many notes, units and names of groups are read, each on its page."""
    notes, texts = 0, set(given["lines"].values())
    for line, text in given["lines"].items():
        trap.swap(f"/table/{given['address']}/?line={line}")
        notes += text * 3 in str(trap.page.text_content("#table"))
    trap.look(f"/group/{given['group']}/money/lines/")
    units = str(trap.page.text_content("main"))
    for number, group in enumerate(given["named"]):
        trap.look(f"/group/{group}/{PAGES_OF_A_GROUP[number % len(PAGES_OF_A_GROUP)]}")
    trap.look("/groups/")
    names = str(trap.page.text_content("main"))
    return notes, sum(text in units for text in texts), sum(text in names for text in texts)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.timeout(900)
def test_stored_markup_is_escaped_on_every_page(
    phone: Phones, tables: list[tuple[dict[str, Any], str]]
) -> None:
    trap, found = ScriptMonitor(phone()), [0, 0, 0]
    for given, cookie in tables:
        address = given["address"]
        if cookie:
            trap.be(cookie, phone.base_url)
        trap.look(f"/table/{address}/")
        trap.swap(f"/table/{address}/?seat=2")
        if not cookie:
            continue
        for path in ("lines/", "change/"):
            trap.look(f"/table/{address}/{path}")
        for path in paths(given):
            trap.look(path)
        trap.look(f"/table/{address}/")
        found = [before + more for before, more in zip(found, seen(trap, given), strict=True)]
        trap.look("/")
    trap.look("/new/general/")
    assert found == [150] * 3
    assert trap.heard == []


def test_submitted_markup_is_escaped_in_response(phone: Phones, server: Server) -> None:
    page, texts = phone(), payloads()
    trap = ScriptMonitor(page)
    for place in range(0, len(texts), 50):
        part = texts[place : place + 50]
        names: list[tuple[str, str]] = [("name", each) for each in part]
        more = [(name, text) for name, text in zip(FIELDS, part, strict=False)]
        trap.look("/new/general/")
        trap.send("/new/general/", [*names, *more, ("do", "start")])
        trap.look("/new/generala/")
        trap.send("/new/generala/rules/", [*names[:10], *more])
        trap.look("/new/general/")
        trap.send(
            "/new/general/throw/", [*names[:4], *((f"dice-{each}", part[each]) for each in range(1, 5))]
        )
        for text in part[::20]:
            trap.look(f"/?{urlencode({'page': text, 'all': text})}")
    assert trap.heard == []


FIELDS = (
    *(
        "key",
        "side-1",
        "sides",
        "up",
        "seat",
        "step",
        "stake",
        "kind",
        "amount",
        "unit",
        "thing",
        "stake_shown",
    ),
    *("unit_shown", "preset_shown", "rule-straights", "rule-preset", "dice-1", "thrown-1", "dealer", "look"),
)
