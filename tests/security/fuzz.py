"""Fuzzed requests: a valid one of a route, with a changed path, header, form or framing.

The same seed makes the same requests. Every response is a page of ours or a refusal, in time, and without internal
details.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from urllib.parse import quote_from_bytes

from tests.factories import new_key

from .payload_bytes import BYTES, FIELDS, HEADERS, METHODS
from .raw_http import HEAD, say
from .routes import FORMS, GIVEN, Route
from .server_cast import TOKEN, RoleFactory, RoleSessions

SLOWEST = 2.0  # seconds
EACH = 200  # requests to one cast: a group that is left or deleted answers 404 from then on
CRLF = b"\r\n"
URLENCODED = b"application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class FuzzRequest:
    """A request; `short`: its body is shorter than announced, and the phone disconnects."""

    request: bytes
    short: bool = False


def shots(route: Route, casts: RoleFactory, seed: int, count: int) -> Iterator[FuzzRequest]:
    """So many spoilt requests for a route."""
    chance = Random(f"{route.name} {seed}")
    for number in range(count):
        if number % EACH == 0:
            cast = casts.fresh()
        yield _shot(chance, route, cast)


def fault(port: int, shot: FuzzRequest) -> str:
    """Return the fault of a response to a fuzzed request; empty if there is none."""
    try:
        answer = say(port, shot.request, patience=SLOWEST * 5, hang_up=shot.short)
    except TimeoutError:
        return "no answer"
    found = []
    if answer.status >= 500:
        found.append(f"status {answer.status}")
    if answer.seconds > SLOWEST:
        found.append(f"took {answer.seconds:.1f} s")
    if any(word in answer.body for word in (b"Traceback", b"site-packages", b'File "/', b"Exception")):
        found.append("tells of the inside")
    if not answer.status and not shot.short:
        found.append("hung up")
    return ", ".join(found)


def met(port: int, shot: FuzzRequest) -> bool:
    """Return whether a request was answered by its intended view."""
    return say(port, shot.request, hang_up=shot.short).met


# --- how a request is made -------------------------------------------------------------------------------


def _shot(chance: Random, route: Route, cast: RoleSessions) -> FuzzRequest:
    post = chance.random() < (0.7 if FORMS.get(route.name) else 0.3)
    method = b"POST" if post else chance.choice(METHODS)
    headers = [b"Host: localhost", b"Connection: close"]
    if chance.random() < 0.9:
        name, value = cast.cookie(chance.choice((*[chance.choice(cast.browsers)] * 3, cast.outsider)))
        headers += [f"{name}: {value}".encode(), f"X-CSRFToken: {TOKEN}".encode()]
    headers += chance.sample(HEADERS, chance.choice((0, 0, 1, 1, 2, 4)))
    body, framing, short = (
        chance.choice(BODIES)(chance, _form(chance, route, cast)) if post else (b"", [], False)
    )
    target = _target(chance, route, cast)
    return FuzzRequest(
        b" ".join((method, target, b"HTTP/1.1")) + CRLF + CRLF.join([*headers, *framing]) + HEAD + body, short
    )


def _target(chance: Random, route: Route, cast: RoleSessions) -> bytes:
    given = GIVEN | cast.there(route.name)
    path = route.path(**given).encode()
    if chance.random() < 0.2:
        spoilt = quote_from_bytes(chance.choice(BYTES)[:3000], safe=chance.choice(("", "/.", "/%")))
        for name in route.arguments:
            path = path.replace(given[name].encode(), spoilt.encode())
        path += chance.choice((b"", b"", spoilt.encode(), b"/../", b"%2e%2e/", b"%ff"))
    pairs = [(chance.choice(FIELDS), chance.choice(BYTES)) for _ in range(chance.choice((0, 0, 1, 3)))]
    return path + (b"?" + _encoded(pairs) if pairs else b"")


def _form(chance: Random, route: Route, cast: RoleSessions) -> list[tuple[bytes, bytes]]:
    """The fields of a valid form with some of them spoilt, doubled, left out or made up."""
    form = {"seen": "1", **FORMS.get(route.name, {}), **cast.forms.get(route.name, {}), "key": new_key()}
    fields = [(name.encode(), value.encode()) for name, value in form.items()]
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        place = chance.randrange(len(fields))
        fields[place] = (fields[place][0], chance.choice(BYTES))
    fields += [(chance.choice(FIELDS), chance.choice(BYTES)) for _ in range(chance.choice((0, 0, 1, 4)))]
    if chance.random() < 0.2:
        del fields[chance.randrange(len(fields))]
    return fields


def _encoded(fields: list[tuple[bytes, bytes]]) -> bytes:
    return b"&".join(name + b"=" + quote_from_bytes(value).encode() for name, value in fields)


# --- bodies: bytes, framing, and truncation ----------------------------------------------------------------

Fields = list[tuple[bytes, bytes]]
Body = tuple[bytes, list[bytes], bool]


def _sized(body: bytes, kind: bytes) -> Body:
    return body, [b"Content-Type: " + kind, b"Content-Length: %d" % len(body)], False


def urlencoded(_chance: Random, fields: Fields) -> Body:
    """The form as a browser sends it."""
    return _sized(_encoded(fields), URLENCODED)


def bare(chance: Random, fields: Fields) -> Body:
    """Bytes that are not quoted."""
    body = b"&".join(name + b"=" + value for name, value in fields)
    kinds = (
        URLENCODED,
        b"",
        b"text/plain",
        URLENCODED + b"; charset=utf-16",
        URLENCODED + b"; charset=\xff",
        b";;",
        b"\xff",
    )
    return _sized(body, chance.choice(kinds))


def noise(chance: Random, _fields: Fields) -> Body:
    """Anything."""
    return _sized(
        chance.randbytes(chance.choice((1, 50, 5000))),
        chance.choice((URLENCODED, b"application/json", b"a/b")),
    )


def deep(chance: Random, fields: Fields) -> Body:
    """JSON, of any depth."""
    text = {name.decode(): value.decode("latin-1") for name, value in fields}
    bodies = (json.dumps(text).encode(), b"[" * 20_000, b'{"a":' * 9000, b"1" * 50_000, b"\xff{}")
    return _sized(chance.choice(bodies), b"application/json")


def many(chance: Random, fields: Fields) -> Body:
    """Thousands of fields."""
    extra = b"&".join(b"f%d=1" % each for each in range(chance.choice((400, 600, 7000))))
    return _sized(_encoded(fields) + b"&" + extra, URLENCODED)


def multipart(chance: Random, fields: Fields) -> Body:
    """Return multipart bodies with truncated parts, missing names, files, or odd headers."""
    odd = (
        b'; filename="x"',
        b'; filename="../../x"',
        b"; filename*=utf-8''%ff",
        b'; name="',
        b"\r\nContent-Type: a/b; charset=no",
    )
    parts = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
        % (name, chance.choice((b"", b"", *odd)), value)
        for name, value in fields
    )
    ending = chance.choice((b"--x--\r\n", b"--x--\r\n", b"", b"--x", b"--y--\r\n", b"\0" * 100))
    kinds = (b"x", b"x", b"x", b"", b"\xff", b'"', b"x" * 300, b"x; charset=base64")
    return _sized(parts + ending, b"multipart/form-data; boundary=" + chance.choice(kinds))


def large(chance: Random, _fields: Fields) -> Body:
    """More than is taken, or just as much."""
    return _sized(b"note=" + b"x" * chance.choice((65_531, 65_532, 90_000, 200_000)), URLENCODED)


def chunked(chance: Random, fields: Fields) -> Body:
    """Chunks without a length, good and bad."""
    body = _encoded(fields)
    whole = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    bodies = (
        whole,
        whole,
        b"zz\r\nabc\r\n0\r\n\r\n",
        b"ffffffffffffffffff\r\nabc",
        b"-1\r\n\r\n",
        body,
        whole[:-4],
    )
    framing = [
        b"Content-Type: " + URLENCODED,
        b"Transfer-Encoding: " + chance.choice((b"chunked", b"chunked", b"gzip, chunked", b"x")),
    ]
    return chance.choice(bodies), framing, True


def mislengthed(chance: Random, fields: Fields) -> Body:
    """A length that is not the body's."""
    body = _encoded(fields)
    lengths = (
        b"%d" % (len(body) + 50),
        b"%d" % max(0, len(body) - 9),
        b"-5",
        b"99999999999999999999",
        b"999999999",
        b"",
        b"0x10",
        b"1_0",
        b"+3",
    )
    framing = [b"Content-Type: " + URLENCODED, b"Content-Length: " + chance.choice(lengths)]
    if chance.random() < 0.3:
        framing.append(chance.choice((b"Content-Length: 3", b"Transfer-Encoding: chunked")))
    return body, framing, True


BODIES: tuple[Callable[[Random, Fields], Body], ...] = (
    *(urlencoded, urlencoded, urlencoded, bare, bare, noise, deep, many),
    *(multipart, multipart, large, chunked, mislengthed),
)
