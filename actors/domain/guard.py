"""Where we may go: decided from a parsed address, and again from what its name resolves to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from headwater.actors.domain import address
from headwater.actors.domain.address import Address, Verdict
from headwater.actors.domain.links import origin
from headwater.actors.messages.faults import Refused
from headwater.actors.messages.web import Url

_METADATA_NAMES = frozenset(
    {
        "metadata",
        "metadata.google.internal",
        "metadata.goog",
        "metadata.azure.internal",
        "metadata.azure.com",
        "metadata.tencentyun.com",
        "metadata.oraclecloud.com",
        "metadata.packet.net",
        "metadata.platformequinix.com",
        "instance-data",
        "instance-data.ec2.internal",
        "instance-data.amazonaws.com",
        "rancher-metadata",
    }
)


class Guard(Struct, frozen=True):
    """
    The rules of one way out.

    `origins` may be dialled whatever their address is: the operator named them one by one. Cloud
    metadata is refused under every rule.
    """

    allow_private: bool = False
    allowed_domains: tuple[str, ...] = ()  # empty: every domain; else these and what is below them
    origins: frozenset[tuple[str, str, int]] = frozenset()

    def check(self, url: Url, hop: int = 0) -> None:
        """Raise Refused for an address that needs no look-up to be refused."""
        name = _name(url.host)
        if name in _METADATA_NAMES:
            raise _refusal(url.host, Verdict.METADATA.value, hop)
        literal = address.parse(url.host)
        if literal is not None:
            self.check_addresses(url, [literal], hop)
        elif _is_local(name) and not self._may_be_private(url):
            raise _refusal(url.host, "local_name", hop)
        if not self._is_allowed(name, url):
            raise _refusal(url.host, "domain_not_allowed", hop)

    def check_addresses(self, url: Url, addresses: Sequence[Address], hop: int = 0) -> None:
        """Raise Refused when any of the addresses of a name may not be dialled."""
        private = self._may_be_private(url)
        for found in addresses:
            verdict = address.judge(found)
            if verdict is Verdict.PUBLIC or (private and verdict is not Verdict.METADATA):
                continue
            raise _refusal(url.host, verdict.value, hop)

    def _may_be_private(self, url: Url) -> bool:
        return self.allow_private or origin(url) in self.origins

    def _is_allowed(self, name: str, url: Url) -> bool:
        if not self.allowed_domains or origin(url) in self.origins:
            return True
        return any(_below(name, domain) for domain in self.allowed_domains)


def _name(host: str) -> str:
    return host.removesuffix(".").lower()


def _is_local(name: str) -> bool:
    """Names that stay on the machine or in its network, whatever a resolver says."""
    return name == "localhost" or name.endswith((".localhost", ".local", ".internal"))


def _below(name: str, domain: str) -> bool:
    wanted = domain.lower().removeprefix("*.").strip(".")
    return name == wanted or name.endswith(f".{wanted}")


_WORDS = {
    "domain_not_allowed": "it is outside ALLOWED_DOMAINS",
    "local_name": "the name is for this network only",
    Verdict.METADATA.value: "cloud metadata is never read",
}


def _refusal(host: str, reason: str, hop: int) -> Refused:
    detail = _WORDS.get(reason) or f"{reason.replace('_', ' ')}es are not read"
    where = f" (redirect {hop})" if hop else ""
    return Refused(f"{host}{where}: {detail}", reason=reason, hop=hop)
