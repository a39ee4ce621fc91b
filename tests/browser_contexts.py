"""Phones for browser tests: pages in a real Chromium, watched for errors."""

import shutil
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

# Chromium counts only the last of such lists, so what Playwright names in its own is named here again. The two of the
# address bar would be pages of their own, drawn for every phone and never seen.
WITHOUT = [
    *(
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsUpgrades",
        "MediaRouter",
    ),
    *("NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup"),
]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
]
NAMES = ["chromium", "chromium-browser", "google-chrome"]
PATIENCE = 15_000  # milliseconds; a busy machine is slow
expect.set_options(timeout=PATIENCE)
# Chromium reports every answer of 400 and above as an error of the page; a refused move is none. Nor is it one that
# requests fail while offline: only a test goes offline, and their errors may come late
EXPECTED = (
    "Failed to load resource: the server responded with a status of 4",
    "Failed to load resource: net::ERR_INTERNET_DISCONNECTED",
    "An unknown error occurred when fetching the script.",
)


def find_chromium() -> str | None:
    """Look for a browser of the system; Playwright's own download is never used."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def launch(playwright: Playwright, path: str) -> Browser:
    """Start Chromium without a window."""
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


class Phones:
    """Hands out phones: each call is another person's, with cookies of its own.

    `problems` collects script errors, refusals by the content security policy and failed loads; the
    fixture asserts at the end that there were none, so a test that provokes some forgives them at its end.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.forgiven = False

    def __call__(
        self,
        *,
        width: int = 390,
        height: int = 844,
        theme: Literal["light", "dark"] = "light",
        javascript: bool = True,
        **options: Any,
    ) -> Page:
        """Take a phone out of the pocket; `options` go to Playwright's new_context."""
        context = self.browser.new_context(
            **{
                "base_url": self.base_url,
                "viewport": {"width": width, "height": height},
                "color_scheme": theme,
                "java_script_enabled": javascript,
                "has_touch": True,
                "locale": "en-GB",
                **options,
            }
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self._note(f"script: {error}"))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(EXPECTED):
            self._note(f"{message.type}: {message.text}")

    def _note(self, problem: str) -> None:
        if not self.forgiven:
            self.problems.append(problem)

    def forgive(self) -> None:
        """Ignore errors provoked by this test, also those reported while the phones are closed."""
        self.forgiven = True
        self.problems.clear()

    def close(self) -> None:
        """Put all phones away."""
        for context in self.contexts:
            for page in context.pages:
                # a request that a test is still answering would fail
                page.unroute_all(behavior="ignoreErrors")
            context.close()
