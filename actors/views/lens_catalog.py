"""The search lenses."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.resources.lenses import load
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], __: Desk) -> str:
    """Each lens by name, with how many domains it spans."""
    lenses = [
        {
            "name": lens.name,
            "description": lens.description,
            "domainCount": len(lens.domains),
            "hasCX": bool(lens.cx),
        }
        for lens in load()
    ]
    return msgspec.json.encode({"lenses": lenses}).decode()


VIEW = View(
    uri="lenses://catalog",
    name="search-lens-catalog",
    title="Search Lens Catalog",
    about="All search lenses: name, description, number of domains.",
    read=read,
)
