"""Drivers of other browsers: Firefox by WebDriver BiDi, WebKitGTK by WebDriver.

WebKitGTK is the closest relative of Safari on machines other than a Mac.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

PATIENCE = 40  # seconds; a busy machine is slow
BINARIES = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class Page(Protocol):
    """One page of a browser."""

    def goto(self, url: str) -> None:
        """Open an address."""

    def run(self, script: str) -> Any:
        """Return the value of an expression as JSON."""


def until(page: Page, condition: str, seconds: float = PATIENCE) -> Any:
    """Wait until an expression is true; return its value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.HTTPError, RuntimeError):  # the page is just changing
            if found := page.run(condition):
                return found
        time.sleep(0.05)
    raise AssertionError(f"{condition} never came; there is: {page.run('document.body.innerText')}")


# --- Firefox ---------------------------------------------------------------------------------------------


class BiDi:
    """A page of Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its answer. Raises RuntimeError for an error."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("id") == self.number:
                break
        if answer["type"] == "error":
            raise RuntimeError(answer["message"])
        found: dict[str, Any] = answer["result"]
        return found

    def goto(self, url: str) -> None:
        """Open an address."""
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="interactive")

    def run(self, script: str) -> Any:
        """Return the value of an expression."""
        wrapped = f"Promise.resolve({script}).then(found => JSON.stringify(found ?? null))"
        target = {"context": self.context}
        found = self.ask("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])


@contextlib.contextmanager
def firefox() -> Iterator[Page]:
    """A page of a new Firefox."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-firefox-") as profile:
        command = [
            "firefox-esr",
            "--headless",
            "--no-remote",
            "--profile",
            profile,
            "--remote-debugging-port=0",
        ]
        environment = os.environ | {"HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"}
        output = Path(profile) / "output"
        with output.open("wb") as log:
            process = subprocess.Popen(command, stderr=log, stdout=log, env=environment)
        try:
            address = _announced(output, rb"listening on (ws://\S+)")
            with connect(f"{address}/session", max_size=None, open_timeout=PATIENCE) as opened:
                yield BiDi(opened)
        finally:
            _end(process)


# --- WebKitGTK -------------------------------------------------------------------------------------------


class WebDriver:
    """A page of WebKitGTK."""

    def __init__(self, port: int, binary: str) -> None:
        self.address = f"http://127.0.0.1:{port}"
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.address += f"/session/{session['sessionId']}"

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """One command and its answer."""
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def goto(self, url: str) -> None:
        """Open an address."""
        self.ask("POST", "/url", {"url": url})

    def run(self, script: str) -> Any:
        """Return the value of an expression."""
        wrapped = (
            "const done = arguments[0];"
            f"Promise.resolve({script}).then(found => done(JSON.stringify(found ?? null)),"
            "error => done(JSON.stringify({ error: String(error) })))"
        )
        return json.loads(self.ask("POST", "/execute/async", {"script": wrapped, "args": []}))


@contextlib.contextmanager
def webkit() -> Iterator[Page]:
    """Open a page of a new WebKitGTK, on a virtual screen."""
    binary = webkit_binary()
    assert binary is not None
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-webkit-"))
        read, write = os.pipe()
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x900x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_end, screen)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            display = pipe.readline().decode().strip()
        environment = (
            os.environ
            | {
                "DISPLAY": f":{display}",
                "HOME": home,
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # its sandbox wants rights that root's containers lack
                "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            }
        )
        port = _free_port()
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=environment, stderr=subprocess.DEVNULL
        )
        stack.callback(_end, driver)
        _wait_for(port)
        page = WebDriver(port, binary)
        stack.callback(page.ask, "DELETE", "")
        yield page


def webkit_binary() -> str | None:
    """The browser that WebKit's driver drives."""
    return next((str(path) for path in sorted(Path("/").glob(BINARIES[1:]))), None)


def missing(name: str) -> str | None:
    """Why an engine cannot be had here; None where it can."""
    if name == "firefox":
        return None if shutil.which("firefox-esr") else "no Firefox; on Debian: apt install firefox-esr"
    there = webkit_binary() and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    return None if there else "no WebKitGTK; on Debian: apt install webkit2gtk-driver xvfb"


# --- processes -------------------------------------------------------------------------------------------


def _announced(log: Path, pattern: bytes) -> str:
    """Wait until the program has said where it listens."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := re.search(pattern, log.read_bytes()):
            return found[1].decode()
        time.sleep(0.05)
    raise AssertionError(f"The browser did not start: {log.read_bytes().decode()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError("The driver did not start.")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
