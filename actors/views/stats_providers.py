"""Which providers are configured."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], __: Desk) -> str:
    """No tool of this build queries a provider, so there is none to list."""
    return msgspec.json.encode({"providers": []}).decode()


VIEW = View(
    uri="stats://providers",
    name="configured-providers",
    title="Configured Providers",
    about="Every configured provider by name and what it can do.",
    read=read,
)
