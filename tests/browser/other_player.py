"""Tables in every state of the application, made through its pages."""

import re
import uuid
from collections.abc import Mapping, Sequence

from playwright.sync_api import APIResponse, BrowserContext, Page

from .touch import TouchDriver

KEY = re.compile(r'name="key" value="([^"]+)"')
SEEN = re.compile(r'name="seen" value="(\d+)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class OtherPlayer:
    """Starts games and writes lines as a phone does, but without drawing every page between."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.request = page.context.request

    def start(self, game: str, names: Sequence[str], **form: str) -> str:
        """Start a game; give the address of its table."""
        page = self.request.get(f"/new/{game}/")
        fields = "&".join(
            [f"name={name}" for name in names]
            + [
                f"{name}={value}"
                for name, value in (
                    {"do": "start", "stake": "none", "sides": "0", "another": "1"} | form
                ).items()
            ]
            + [f"csrfmiddlewaretoken={_find(TOKEN, page)}", f"key={_find(KEY, page)}"]
        )
        answer = self.request.post(
            f"/new/{game}/",
            data=fields,
            headers={"Content-Type": "application/x-www-form-urlencoded", "Referer": self.base},
        )
        assert answer.ok, answer.text()
        return answer.url.removeprefix(self.base)

    @property
    def base(self) -> str:
        """The address of the server."""
        return (
            self.page.url.rstrip("/") if self.page.url.count("/") == 3 else self.page.url.split("/table")[0]
        )

    def write(self, table: str, before: APIResponse | None = None, **form: str) -> APIResponse:
        """Write an entry for the next player, or as the form says.

        `table`: its address, also with the dice that a page names in its own until a moment after they are written.
        `before`: a response with the current table.
        """
        table = table.partition("?")[0]
        page = before or self.request.get(table)
        player = re.search(r'name="player" value="(\d+)"', page.text())
        fields = {
            "csrfmiddlewaretoken": _find(TOKEN, page),
            "seen": _find(SEEN, page),
            "key": str(uuid.uuid4()),
            "player": player[1] if player else "",
        }
        where = form.pop("where", "write/")
        headers = {"Referer": self.base, "HX-Request": "true"}
        return self.request.post(table + where, form=fields | form, headers=headers)

    def fill(self, table: str, boxes: Mapping[str, Sequence[str]]) -> None:
        """Write box after box, one value for each player in turn; "" strikes, "25x1" is 25 at once."""
        answer = None
        for box, values in boxes.items():
            for value in values:
                way = {"value": value} if value else {"strike": "1"}
                answer = self.write(table, answer, box=box, **way)
                assert answer.ok, answer.text()

    def tap(self, table: str, *keys: str) -> None:
        """Tap keys of a draft."""
        for key in keys:
            page = self.request.get(table)
            names = ("csrfmiddlewaretoken", "seen", "line", "step")
            fields = {
                name: _find(re.compile(rf'name="{name}"(?: form="pad")? value="([^"]*)"'), page)
                for name in names
            }
            headers = {"Referer": self.base, "HX-Request": "true"}
            form: dict[str, str | float | bool] = {**fields, "press": key}
            answer = self.request.post(table + "draft/", form=form, headers=headers)
            assert answer.ok, answer.text()


def _find(pattern: re.Pattern[str], page: APIResponse) -> str:
    match = pattern.search(page.text())
    assert match is not None, page.text()
    return match[1]


GENERAL = {
    "ones": ["2", "1", "3", ""],
    "twos": ["6", "4", "2", "4"],
    "threes": ["9", "9", "6", "6"],
    "fours": ["12", "8", "8", "12"],
    "straight": ["25x1", "20", "25x1", "20"],
    "full_house": ["30", "30", "35x1", "30"],
}
REST = {
    "fives": ["20", "10", "15", "20"],
    "sixes": ["12", "", "18", "18"],
    "four_of_a_kind": ["40", "40", "45x1", "40"],
    "small_general": ["", "", "", "60"],
}
TEN = ["Ana", "Bo", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jo"]


def states(evening: OtherPlayer) -> dict[str, str]:
    """Every page and state that has an address, by a name for it."""
    four = ["Ana", "Bo", "Cleo", "Dev"]
    found = {"home-first": "/", "set-up-first": "/new/generala/"}
    empty = evening.start("general", four)
    general = evening.start("general", four, stake="per_point", amount="0.01", unit="USD")
    evening.fill(general, GENERAL)
    won = evening.start("general", four, stake="per_point", amount="0.01", unit="USD")
    evening.fill(won, GENERAL | REST)
    tied = evening.start("crag", ["Ana", "Bo"])
    evening.write(tied, where="go-home/", player="1")
    evening.write(tied, where="go-home/", player="2")
    atonce = evening.start("general", ["Ana", "Alexandrina Wilhelmina van Oranje-Nassau"])
    ten = evening.start("generala", TEN, **{"rule-double_generala": "true"})
    evening.fill(
        ten, {"ones": ["1", "2", "3", "4", "", "1", "2", "3", "4", ""], "straight": ["20", "25x1"] * 5}
    )
    gut = evening.start("goldene_fuenfzig", ["Ana", "Bo"])
    evening.fill(gut, {"low_straight": ["15x1", "15x3"], "ones": ["3"]})
    evening.write(gut, box="twos", value="4x3")
    evening.write(gut, box="sixes", value="12x4")
    yahtzee = evening.start("yahtzee", four)
    evening.fill(yahtzee, {"sixes": ["18", "24", "", "30"], "chance": ["20", "19", "18", "25"]})
    found |= {
        "home": "/",
        "home-all": "/?all=1",
        "set-up": "/new/generala/",
        "set-up-kniffel": "/new/yahtzee/",
        "table-empty": empty,
        "table": general,
        "table-three-dice": f"{general}?dice=444",
        "table-dice": f"{general}?dice=44442&throws=1",
        "table-bad-dice": f"{general}?dice=44478",
        "table-quick": f"{general}?box=fives",
        "table-quick-strike": f"{general}?box=fives&dice=44442&throws=2",
        "table-line": f"{general}?line=9",
        "table-right": f"{general}?line=9&right=1",
        "table-change": f"{general}?line=9&right=1&points=3",
        "table-right-dice": f"{general}?line=9&right=dice",
        "table-right-dice-whole": f"{general}?line=9&right=dice&dice=33312&throws=3",
        "table-seat": f"{general}?seat=2",
        "table-ask": f"{general}?as=3",
        "table-win": f"{atonce}?dice=66666&throws=1",
        "table-long-name": atonce,
        "ten": ten,
        "ten-dice": f"{ten}?dice=66666&throws=3",
        "gut": gut,
        "gut-fourth": f"{gut}?dice=66612&throws=4",
        "yahtzee": yahtzee,
        "yahtzee-quick": f"{yahtzee}?box=three_of_a_kind",
        "end": won,
        "end-sheet": f"{won}?sheet=1",
        "end-tie": tied,
        "lines": f"{general}lines/",
        "lines-one": f"{general}lines/?seat=2",
        "change": f"{general}change/",
        "no-such-page": "/table/nowhere/",
    }
    return found


def copied(context: BrowserContext) -> list[dict[str, object]]:
    """The cookies of a phone, to be put on another."""
    return [dict(cookie) for cookie in context.cookies()]


def seat(
    page: Page, game: str, names: list[str], boxes: dict[str, list[str]] | None = None, **form: str
) -> TouchDriver:
    """A thumb at a new table with these lines on it."""
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start(game, names, **form)
    evening.fill(table, boxes or {})
    page.goto(table)
    return TouchDriver(page)
