from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.address import Address, Verdict, judge

# The IANA special-purpose registries (2026), written down apart from the code, with the transition
# forms; IPv6 outside 2000::/3 is not given out. Nothing in here may ever be dialled.
TEXT = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
    198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32
    ::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20
"""
NOT_PUBLIC = [ip_network(text) for text in TEXT.split()]


def oracle(address: Address) -> bool:
    return not any(address in network for network in NOT_PUBLIC)


def edges(network: IPv4Network | IPv6Network) -> list[Address]:
    """The first and last address of a prefix, and their neighbours outside."""
    kind = type(network.network_address)
    low, high = int(network.network_address), int(network.broadcast_address)
    top = (1 << network.max_prefixlen) - 1
    return [kind(number) for number in (low - 1, low, high, high + 1) if 0 <= number <= top]


@pytest.mark.parametrize("network", NOT_PUBLIC, ids=str)
def test_prefixes_begin_and_end_where_the_registries_say(
    network: IPv4Network | IPv6Network,
) -> None:
    for address in edges(network):
        assert (judge(address) is Verdict.PUBLIC) == oracle(address), address


@given(st.ip_addresses())
def test_an_address_is_public_when_the_oracle_says_so(address: Address) -> None:
    assert (judge(address) is Verdict.PUBLIC) == oracle(address)


@given(st.ip_addresses())
def test_what_python_calls_private_is_never_public(address: Address) -> None:
    assert address.is_global or judge(address) is not Verdict.PUBLIC


@given(st.ip_addresses(v=4))
def test_no_transition_form_of_any_address_is_public(inner: IPv4Address) -> None:
    number = int(inner)
    for prefix, shift in (
        ("::", 0),
        ("::ffff:0:0", 0),
        ("::ffff:0:0:0", 0),
        ("64:ff9b::", 0),
        ("64:ff9b:1::", 0),
        ("2002::", 80),
        ("2001::", 0),
    ):
        outer = IPv6Address(int(IPv6Address(prefix)) | (number << shift))
        assert judge(outer) is not Verdict.PUBLIC, outer


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("93.184.216.34", Verdict.PUBLIC),
        ("2606:2800:220:1::1", Verdict.PUBLIC),
        ("127.0.0.1", Verdict.LOOPBACK),
        ("::1", Verdict.LOOPBACK),
        ("::", Verdict.UNSPECIFIED),
        ("10.1.2.3", Verdict.PRIVATE),
        ("fd12::1", Verdict.PRIVATE),
        ("fec0::1", Verdict.PRIVATE),
        ("fe80::1%eth0", Verdict.LINK_LOCAL),
        ("100.64.0.1", Verdict.SHARED),
        ("::ffff:8.8.8.8", Verdict.TRANSITION),
        ("64:ff9b::808:808", Verdict.TRANSITION),
        ("169.254.169.254", Verdict.METADATA),
        ("::ffff:169.254.169.254", Verdict.METADATA),
        ("fd00:ec2::254", Verdict.METADATA),
        ("100.100.100.200", Verdict.METADATA),
        ("168.63.129.16", Verdict.METADATA),
    ],
)
def test_the_verdict_names_the_reason(text: str, verdict: Verdict) -> None:
    assert judge(ip_address(text)) is verdict
