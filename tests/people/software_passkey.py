"""A passkey in software, so that tests need no browser."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode

ORIGIN = "http://localhost"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def browser(client: Client) -> Client:
    """A browser that opens the site by its name, which passkeys require."""
    client.defaults["HTTP_HOST"] = "localhost"
    return client


class SoftKey:
    """A passkey; each response can be falsified in one place."""

    def __init__(self, number: bytes = b"") -> None:
        self.secret = ec.generate_private_key(ec.SECP256R1())
        self.id = number or secrets.token_bytes(16)
        self.owner = b""
        self.counter = 7

    def made(self, asked: dict[str, Any], **wrong: Any) -> dict[str, Any]:
        """Return the response to the request for a new passkey."""
        options = asked["publicKey"]
        self.owner = websafe_decode(options["user"]["id"])
        cose: Any = ES256
        public = cbor.encode(dict(cose.from_cryptography_key(self.secret.public_key())))
        attested = b"\0" * 16 + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(wrong, ATTESTED) + attested
        statement = {"fmt": "none", "attStmt": {}, "authData": data}
        client_data = self._client_data("webauthn.create", options, wrong)
        return self._answer(clientDataJSON=client_data, attestationObject=cbor.encode(statement))

    def used(self, asked: dict[str, Any], **wrong: Any) -> dict[str, Any]:
        """Return the response to the current challenge."""
        options = asked["publicKey"]
        client_data, data = self._client_data("webauthn.get", options, wrong), self._data(wrong, 0)
        signature = self.secret.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        if wrong.get("signature"):
            signature = signature[:-1] + bytes([signature[-1] ^ 1])
        owner = wrong.get("owner", self.owner)
        return self._answer(
            clientDataJSON=client_data, authenticatorData=data, signature=signature, userHandle=owner
        )

    def _client_data(self, what: str, options: dict[str, Any], wrong: dict[str, Any]) -> bytes:
        client_data = {
            "type": wrong.get("type", what),
            "challenge": wrong.get("challenge", options["challenge"]),
            "origin": wrong.get("origin", ORIGIN),
            "crossOrigin": wrong.get("cross", False),
        }
        return json.dumps(client_data).encode()

    def _data(self, wrong: dict[str, Any], more: int) -> bytes:
        site = hashlib.sha256(wrong.get("site", "localhost").encode()).digest()
        self.counter += 1
        return site + struct.pack(
            ">BI", wrong.get("flags", PRESENT | VERIFIED) | more, wrong.get("counter", self.counter)
        )

    def _answer(self, **response: bytes) -> dict[str, Any]:
        number = websafe_encode(self.id)
        encoded = {name: websafe_encode(value) for name, value in response.items()}
        results = {"credProps": {"rk": True}}
        return {
            "id": number,
            "rawId": number,
            "type": "public-key",
            "response": encoded,
            "clientExtensionResults": results,
        }


def ask(client: Client, do: str) -> dict[str, Any]:
    answer = client.post("/you/passkeys/ask/", {"do": do})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def add(client: Client, key: SoftKey, name: str = "", **wrong: Any) -> Any:
    """Register a passkey for the person of this browser."""
    credential = json.dumps(key.made(ask(client, "new"), **wrong))
    return client.post("/you/passkeys/", {"do": "add", "name": name, "credential": credential})


def enter(client: Client, key: SoftKey, **wrong: Any) -> Any:
    """Sign in with a passkey."""
    return client.post("/you/sign-in/", {"credential": json.dumps(key.used(ask(client, "who"), **wrong))})
