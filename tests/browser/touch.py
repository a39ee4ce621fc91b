"""A touch user of one phone: counts taps, and refuses small or covered targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from time import monotonic

from playwright.sync_api import Locator, Page, expect

FIRST, SECOND, THIRD = 1, 2, 3
READ = 0.25  # seconds; the second of two quicker taps is held back where something else came under the thumb
AIM = 0.3  # seconds; content that appears under a tap in flight is not its target


# the place of a thing on the glass once it is in sight, and whether it is one of the keys that enter dice
PLACE = """element => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, size: Math.min(width, height),
           dice: Boolean(element.closest(".faces, .tray, .throws")) };
}"""

# milliseconds since an answer has changed the page; asked for the first time, one may have done so just now
SINCE_SWAP = """() => {
  if (window.swappedAt === undefined) {
    window.swappedAt = performance.now();
    document.addEventListener("htmx:after:swap", () => { window.swappedAt = performance.now(); });
  }
  return performance.now() - window.swappedAt;
}"""


def read(page: Page) -> None:
    """A question is read before it is answered: a yes that is quicker is the second of two taps."""
    page.wait_for_timeout(600)


@dataclass
class Tap:
    """Where and when the thumb was last."""

    at: float = 0
    x: float = 0
    y: float = 0
    dice: bool = False


class TouchDriver:
    """Taps a page as a person does and keeps count. Typed letters are not taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.last = Tap()

    def tap(self, target: Locator) -> None:
        """Tap once; fails on targets that are covered, hidden or smaller than 44 pixels."""
        expect(target).to_be_visible()
        place = target.evaluate(PLACE)
        for _ in range(20):
            if place["size"]:
                break
            self.page.wait_for_timeout(50)  # an answer put another in its place just then
            place = target.evaluate(PLACE)
        assert place["size"] >= 43.5, f"too small for a thumb: {place}"
        tap = Tap(0, place["x"], place["y"], place["dice"])
        self.rest(tap)
        target.tap()
        tap.at = monotonic()
        self.last = tap
        self.taps += 1

    def rest(self, tap: Tap) -> None:
        """Wait until new content in one place has been read; dice are entered without delay."""
        near = hypot(tap.x - self.last.x, tap.y - self.last.y) < 30
        left = READ - (monotonic() - self.last.at)
        if near and left > 0 and not (tap.dice and self.last.dice):
            self.page.wait_for_timeout(1000 * left)

    def count(self) -> int:
        """The taps since the last count."""
        taps, self.taps = self.taps, 0
        return taps

    # --- the table ---

    def face(self, die: int) -> None:
        """A key of the dice pad."""
        self.tap(self.page.locator(f".faces .key[data-face='{die}']"))

    def throw(self, made: int) -> None:
        """Which throw it was."""
        # the radio input covers its label
        self.tap(self.page.locator(f".throws input[value='{made}']"))

    def box(self, name: str) -> Locator:
        """An open box of the turn's column."""
        return self.page.locator(f"button#{name}")

    def dice(self, dice: Sequence[int], box: str, throw: int = THIRD) -> None:
        """A whole turn by its dice."""
        turn = self.writer()
        for die in dice:
            self.face(die)
        if throw != THIRD:
            self.throw(throw)
        pencilled = self.box(box)
        expect(pencilled).not_to_be_empty()
        if throw != THIRD:
            expect(self.page.locator(f".throws input[value='{throw}']")).to_be_checked()
            # the points of the new throw have come when the entry panel says so
            expect(self.page.locator("#pad")).to_have_attribute("data-throws", str(throw))
        self.tap(pencilled)
        self.written(turn)

    def points(self, box: str, key: str) -> None:
        """A whole turn by its points: the box, then one of its values ("25 1st roll", "12")."""
        turn = self.writer()
        self.tap(self.box(box))
        self.tap(self.page.locator(".values").get_by_role("button", name=key, exact=True))
        self.written(turn)

    def strike(self, box: str) -> None:
        """A box that stays empty."""
        turn = self.writer()
        self.tap(self.box(box))
        self.tap(self.page.locator(".panel").get_by_role("button", name="Cross out"))
        self.written(turn)

    def writer(self) -> str:
        """Return the player of the highlighted column."""
        return self.page.locator(".sheet th.turn b").inner_text()

    def written(self, turn: str) -> None:
        """Wait until the turn has passed on, or the game is over."""
        head = self.page.locator(".sheet th.turn b")
        over = self.page.locator(".result")
        expect(over.or_(head.filter(has_not_text=turn))).to_be_visible()

    def total(self, name: str) -> str:
        """A player's running total in the head."""
        head = self.page.locator(".sheet thead th", has=self.page.get_by_text(name, exact=True))
        return head.locator("em").inner_text()


class DraftDriver(TouchDriver):
    """A touch user at a draft: every tap on a key waits for its response."""

    def tap(self, target: Locator) -> None:
        """Tap once, aimed at a target of the last response."""
        expect(target).to_be_visible()
        left = 1000 * AIM - self.page.evaluate(SINCE_SWAP)
        if left > 0:
            self.page.wait_for_timeout(left)
        super().tap(target)

    def press(self, key: str) -> None:
        """Return a key of the entry panel or the sheet by the value that it sends."""
        before = self.step()
        self.tap(self.page.locator(f"button[name=press][value='{key}']:visible"))
        expect(self.page.locator("#pad input[name=step]")).not_to_have_value(before)

    def step(self) -> str:
        """How many taps the draft has had."""
        return self.page.locator("#pad input[name=step]").input_value()

    def write(self) -> None:
        """The main action."""
        seen = self.page.locator("#write input[name=seen]").input_value()
        self.tap(self.page.locator(".panel button.go[form=write]:visible"))
        result = self.page.locator(".result")
        expect(
            result.or_(self.page.locator(f"#write:not(:has(input[name=seen][value='{seen}']))")).first
        ).to_be_attached()

    def card(self, card: str) -> int:
        """A card by the picker, suit first where it is not open; give the taps it took."""
        self.count()
        if not card.startswith("JK") and not self.page.locator(f"#suit-{card[-1]}").is_checked():
            self.tap(self.page.locator(f".suits label:has(#suit-{card[-1]})"))
        self.press(f"card-{card}")
        return self.taps
