"""The outbox of a phone: cut the network, read waiting and written entries."""

from __future__ import annotations

from playwright.sync_api import Page, Request, Route, expect

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import TouchDriver

FULL = [2, 2, 3, 3, 3]


def new_game(page: Page) -> TouchDriver:
    """Start a game of General and wait until its table of points is loaded."""
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"])
    with points_loaded(page):
        page.goto(address)
    return TouchDriver(page)


def lose_response(route: Route) -> None:
    """Let a request arrive at the server, and its response not at the phone."""
    route.fetch()
    route.abort()


def offline(page: Page, *, on: bool = True) -> None:
    page.context.set_offline(on)


def texts(page: Page, which: str) -> list[str]:
    """Return the texts of cells, all read at once: the sheet may be drawn again meanwhile."""
    found: list[str] = page.locator(which).evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label') || each.innerText)"
    )
    return found


def cells(page: Page, state: str) -> list[str]:
    """Return the texts of cells in a state."""
    return texts(page, f"td.{state} a")


def cut(page: Page, **answer: object) -> None:
    """Every write is answered like this, or not at all."""

    def fail(route: Route) -> None:
        if answer:
            route.fulfill(**answer)  # type: ignore[arg-type]
        else:
            route.abort()

    page.route("**/write/", fail)


def wait_for_response(page: Page) -> None:
    """Wait until no line is on its way: its cell shows the points before the response."""
    expect(page.locator("td.sending")).to_have_count(0)


def written(page: Page) -> list[str]:
    """The cells as the server has them, without the lines that this phone draws over them."""
    wait_for_response(page)
    page.reload()
    return texts(page, "td:not(.no, .wait) > a")


def two_lines_in_the_shell(thumb: TouchDriver) -> Page:
    """A phone that wrote two lines without a signal and was then reloaded."""
    page = thumb.page
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    offline(page)
    thumb.dice(FULL, "full_house")
    thumb.strike("sixes")
    page.reload()
    return page


# how many lines a phone keeps
COUNT = """() => new Promise((good) => {
  const asked = indexedDB.open("scorekeeper", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("lines").objectStore("lines").getAll();
    all.onsuccess = () => { asked.result.close(); good(all.result.length); };
  };
})"""


# Store the author tokens of waiting lines under the name that earlier releases gave them.
FORMER_AUTHORS = """() => new Promise((good) => {
  const asked = indexedDB.open("scorekeeper", 1);
  asked.onsuccess = () => {
    const store = asked.result.transaction("lines", "readwrite").objectStore("lines");
    const all = store.getAll();
    all.onsuccess = () => {
      for (const { author, ...line } of all.result) store.put({ ...line, whose: author });
      store.transaction.oncomplete = () => { asked.result.close(); good(all.result.every((each) => each.author)); };
    };
  };
})"""


def lines(page: Page) -> int:
    """How many lines this phone keeps."""
    wait_for_response(page)
    count: int = page.evaluate(COUNT)
    return count


def lets_write(host: Page, who: str) -> None:
    """Let the host choose who may write."""
    table = host.url
    host.goto(f"{table}phones/")
    host.get_by_role("button", name=who).click()
    expect(host.get_by_role("button", name=who)).to_have_attribute("aria-pressed", "true")
    host.goto(table)


# a finger that stays down, and is lifted
DOWN = """() => {
  const press = () => document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  press();
  window.finger = setInterval(press, 200);
}"""


UP = """() => {
  clearInterval(window.finger);
  document.body.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
}"""


# everything that a page may leave on a phone, as one text
KEPT = """async () => {
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).text());
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((good) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => good(asked.result);
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise((good) => {
        const asked = database.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => good(asked.result);
      });
      found.push(JSON.stringify(all));
    }
    database.close();
  }
  return found.join(" ");
}"""


def writes_of(page: Page) -> list[Request]:
    """Collect the requests of this window from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if request.method == "POST" else None)
    return found


def waiting_line(page: Page) -> str:
    """A line that this phone could not send; the table's address."""
    with points_loaded(page):
        page.reload()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    offline(page)
    for die in FULL:
        TouchDriver(page).face(die)
    TouchDriver(page).tap(page.locator("#full_house"))
    expect(page.locator("td.wait")).to_have_count(1)
    return page.url
