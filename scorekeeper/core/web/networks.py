"""The networks for which requests are counted.

These are an IPv4 address, or of IPv6 the /64 that one household has and the /56 and /48 around it.
"""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest

AROUND = (56, 48)  # bits of the networks around a /64


def networks_of(who: HttpRequest | str) -> list[str]:
    """The networks of a client, the narrowest first: one for IPv4, three for IPv6.

    The server takes an address from trusted proxies only.
    """
    said = who if isinstance(who, str) else str(who.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(said.partition("%")[0])
    except ValueError:
        return [said]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return [str(ipaddress.ip_network((address, bits), strict=False)) for bits in (64, *AROUND)]
        address = address.ipv4_mapped
    return [str(address)]


def network_of(who: HttpRequest | str) -> str:
    """The narrowest network of a client."""
    return networks_of(who)[0]
