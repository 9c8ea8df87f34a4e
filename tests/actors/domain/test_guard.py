from __future__ import annotations

from ipaddress import ip_address

import pytest

from headwater.actors.domain import links
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import Refused

PRIVATE = [ip_address("10.0.0.1")]
METADATA = [
    "http://169.254.169.254/",
    "http://metadata.google.internal./",
    "http://[fd00:ec2::254]/",
]


@pytest.mark.parametrize("text", METADATA)
def test_cloud_metadata_is_refused_whatever_is_allowed(text: str) -> None:
    url = links.parse(text)
    every = Guard(allow_private=True, origins=frozenset({links.origin(url)}))
    with pytest.raises(Refused) as caught:
        every.check(url)
    assert caught.value.reason == "cloud_metadata"
    with pytest.raises(Refused):
        every.check_addresses(links.parse("http://a.test"), [ip_address("169.254.169.254")])


def test_one_address_that_is_not_public_refuses_the_name() -> None:
    addresses = [ip_address("93.184.216.34"), *PRIVATE]
    url = links.parse("http://a.test/")
    with pytest.raises(Refused, match="private address"):
        Guard().check_addresses(url, addresses)
    Guard(allow_private=True).check_addresses(url, addresses)


def test_an_allowed_origin_is_one_scheme_host_and_port() -> None:
    guard = Guard(origins=frozenset({("http", "127.0.0.1", 8080)}))
    guard.check(links.parse("http://127.0.0.1:8080/a"))
    for other in ("https://127.0.0.1:8080/", "http://127.0.0.1:8081/", "http://127.0.0.2:8080/"):
        with pytest.raises(Refused):
            guard.check(links.parse(other))


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("a.example", True),
        ("www.A.example", True),
        ("a.example.", True),
        ("nota.example", False),
        ("a.example.evil.test", False),
        ("93.184.216.34", False),
        ("b.test", True),
    ],
)
def test_allowed_domains_cover_what_is_below_them(host: str, *, allowed: bool) -> None:
    guard = Guard(allowed_domains=("a.example", "*.b.test"))
    url = links.parse(f"http://{host}/")
    if allowed:
        guard.check(url)
    else:
        with pytest.raises(Refused) as caught:
            guard.check(url, hop=3)
        assert (caught.value.reason, caught.value.hop) == ("domain_not_allowed", 3)
