"""Accounts in a browser: passkeys, and the texts of home."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.browser_contexts import Phones

OURS = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}


class Keyring:
    """The keys of a phone, as the system would hold them; the finger is always there."""

    def __init__(self, page: Page) -> None:
        self.link: CDPSession = page.context.new_cdp_session(page)
        self.link.send("WebAuthn.enable")
        options = {**OURS, "isUserVerified": True, "automaticPresenceSimulation": True}
        made = self.link.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.number = made["authenticatorId"]

    @property
    def keys(self) -> list[dict[str, Any]]:
        found = self.link.send("WebAuthn.getCredentials", {"authenticatorId": self.number})
        return list(found["credentials"])

    def take(self, keys: list[dict[str, Any]]) -> None:
        """Hold keys that another phone of the same owner holds: the system carries them over."""
        for key in keys:
            asked = {"authenticatorId": self.number, "credential": key}
            self.link.send("WebAuthn.addCredential", asked)


def at_home(phone: Phones, **options: Any) -> Page:
    """A phone at the server by its name: keys are made for no number."""
    page = phone(base_url=phone.base_url.replace("127.0.0.1", "localhost"), **options)
    page.goto("/")
    return page


def makes_passkey(page: Page, name: str = "") -> None:
    page.goto("/you/")
    page.get_by_role("link", name="Passkey").click()
    page.get_by_label("Its name, for you").fill(name)
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("status")).to_contain_text("The passkey is there")


def sees(page: Page, table: str) -> bool:
    answer = page.context.request.get(table)
    return answer.status == 200
