"""Defaults of home mode: the data folder, the secret key and the addresses for phones."""

import array
import contextlib
import ipaddress
import os
import secrets
import socket
import struct
import sys
from pathlib import Path

from . import environment

KEY_FILE = "secret-key"


def data_folder(chosen: str, base: Path) -> Path:
    """Make the folder of the database and the key, closed to other users of the machine."""
    folder = Path(chosen).expanduser().resolve() if chosen else base / "data"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        environment.refuse(f"{folder} cannot be written: {error.strerror}.")
    return folder


def secret_key(folder: Path) -> str:
    """Read the key that signs cookies and links; create it at the first start.

    It is written to a temporary file and then linked, so that two simultaneous starts use one key and a crash never
    leaves an incomplete one.
    """
    path = folder / KEY_FILE
    try:
        key = _read_or_made(path)
    except OSError as error:
        environment.refuse(f"{path} cannot be written: {error.strerror}.")
    if environment.is_weak(key):
        environment.refuse(
            f"{path} holds no key, or a weak one. Put back a copy of it; without one delete it, and a new key is made:"
            " links and cookies that were given out are void then."
        )
    return key


def _read_or_made(path: Path) -> str:
    """The content of the key file, which is created if it is missing."""
    if not path.exists():
        draft = path.parent / f".{KEY_FILE}-{os.getpid()}-{secrets.token_hex(4)}"
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text().strip()


def allowed_hosts() -> list[str]:
    """List every name and address of this machine that a phone could type."""
    name = socket.gethostname().lower()
    names = {"localhost", name, name.partition(".")[0] + ".local"}
    literals = {f"[{each}]" if ":" in each else each for each in {"127.0.0.1", "::1", *addresses()}}
    return sorted(names) + sorted(literals)


def phone_addresses() -> list[str]:
    """List the addresses worth showing to phones, the likeliest first."""
    best = _outgoing(socket.AF_INET, "192.0.2.1")
    shown = [each for each in addresses() if ":" not in each and not ipaddress.ip_address(each).is_loopback]
    return sorted(shown, key=lambda each: (each not in best, each))


def addresses() -> list[str]:
    """List the addresses of all interfaces, by every means the standard library has."""
    found = _interfaces() | _resolved() | _outgoing(socket.AF_INET, "192.0.2.1")
    found |= _outgoing(socket.AF_INET6, "2001:db8::1")
    return sorted(each for each in found if not ipaddress.ip_address(each).is_unspecified)


def links(bind: str, port: int) -> list[str]:
    """List the links to this server, those for phones first."""
    hosts = [*phone_addresses(), "localhost"] if is_wildcard(bind) else [bind]
    return [f"http://{f'[{host}]' if ':' in host else host}:{port}/" for host in hosts]


def is_wildcard(bind: str) -> bool:
    """Return whether the server listens on every interface."""
    return bind in {"", "0.0.0.0", "::"}  # noqa: S104 - compared, not bound


def is_local(bind: str) -> bool:
    """Return whether only this machine can reach the server."""
    try:
        return ipaddress.ip_address(bind).is_loopback
    except ValueError:
        return bind == "localhost"


def _interfaces() -> set[str]:
    """Ask the kernel for the IPv4 address of each interface (Linux and macOS)."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:
        return set()
    request = 0xC0206921 if sys.platform == "darwin" else 0x8915  # SIOCGIFADDR
    found = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            buffer = array.array("B", struct.pack("256s", name.encode()[:15]))
            with contextlib.suppress(OSError):
                fcntl.ioctl(probe.fileno(), request, buffer, True)
                found.add(socket.inet_ntoa(buffer.tobytes()[20:24]))
    return found


def _resolved() -> set[str]:
    """Ask the resolver for the addresses of this machine's name."""
    with contextlib.suppress(OSError):
        return {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    return set()


def _outgoing(family: socket.AddressFamily, far: str) -> set[str]:
    """Find the address from which this machine would reach another.

    Connecting a datagram socket sends nothing.
    """
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((far, 9))
        return {str(probe.getsockname()[0]).partition("%")[0]}
    return set()
