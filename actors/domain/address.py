"""
Which addresses are public: the IANA special-purpose registries and every IPv6 transition form.

Python's `is_global` is not enough: it calls NAT64 and 6to4 addresses global whatever IPv4 address
is inside. Here a form that carries another address is refused whole, because the network decides
where such a packet ends up. A test reads the registries' prefixes from an independent table.
"""

from __future__ import annotations

import enum
import functools
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address


class Verdict(enum.Enum):
    """What an address is for; the values are the reasons that callers see."""

    PUBLIC = "public"
    METADATA = "cloud_metadata"  # hands out credentials; refused whatever the operator allows
    UNSPECIFIED = "unspecified_address"
    LOOPBACK = "loopback_address"
    PRIVATE = "private_address"
    LINK_LOCAL = "link_local_address"
    SHARED = "shared_address"  # behind a carrier's NAT
    MULTICAST = "multicast_address"
    DOCUMENTATION = "documentation_address"
    TRANSITION = "transition_address"  # an IPv6 address with an IPv4 address inside
    RESERVED = "reserved_address"  # everything else that is special or not given out


_METADATA = frozenset(
    ip_address(text)
    for text in (
        "169.254.169.254",  # most clouds
        "169.254.169.253",  # AWS resolver
        "169.254.169.123",  # AWS clock
        "169.254.170.2",  # AWS container credentials
        "169.254.170.23",  # AWS pod identity
        "169.254.0.23",  # Tencent
        "169.254.10.10",
        "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254",  # Google
        "100.100.100.200",  # Alibaba
        "168.63.129.16",  # Azure; a public address by the registries
        "192.0.0.192",  # Oracle
    )
)

_SPECIAL: dict[Verdict, str] = {
    Verdict.PUBLIC: "0.0.0.0/0 2000::/3",  # less what follows
    Verdict.UNSPECIFIED: "0.0.0.0/8 ::/128",
    Verdict.LOOPBACK: "127.0.0.0/8 ::1/128",
    Verdict.PRIVATE: "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10",
    Verdict.LINK_LOCAL: "169.254.0.0/16 fe80::/10",
    Verdict.SHARED: "100.64.0.0/10",
    Verdict.MULTICAST: "224.0.0.0/4 ff00::/8",
    Verdict.DOCUMENTATION: "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20",
    Verdict.TRANSITION: (
        "::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 "  # compatible, mapped, translated
        "64:ff9b::/96 64:ff9b:1::/48 "  # NAT64, well known and local
        "2002::/16 2001::/32 192.88.99.0/24"  # 6to4, Teredo, 6to4 relays
    ),
    Verdict.RESERVED: (
        "::/0 192.0.0.0/24 192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 198.18.0.0/15 "
        "240.0.0.0/4 2001::/23 2620:4f:8000::/48"
    ),
}


@functools.lru_cache(maxsize=1024)
def judge(address: Address) -> Verdict:
    """What the address is for. The longest prefix that holds it decides."""
    if _plain(address) in _METADATA:
        return Verdict.METADATA
    number = int(address)
    table = _TABLE[address.version]
    return next(verdict for first, shift, verdict in table if number >> shift == first)


@functools.lru_cache(maxsize=1024)  # a page's host is looked at several times
def parse(text: str) -> Address | None:
    """The address that a host is, or None when it is a name."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def _plain(address: Address) -> Address:
    """Without the interface, and as the IPv4 address that a mapped one stands for."""
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or IPv6Address(int(address))


def _table(version: int) -> list[tuple[int, int, Verdict]]:
    bits = 32 if version == 4 else 128
    rows = [
        (network.prefixlen, int(network.network_address) >> (bits - network.prefixlen), verdict)
        for verdict, prefixes in _SPECIAL.items()
        for network in map(ip_network, prefixes.split())
        if network.version == version
    ]
    rows.sort(key=lambda row: -row[0])
    return [(first, bits - length, verdict) for length, first, verdict in rows]


_TABLE = {4: _table(4), 6: _table(6)}
