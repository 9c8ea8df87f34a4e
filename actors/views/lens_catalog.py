"""The search lenses."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.lenses import ReadLenses
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """Each lens by name, with how many domains it spans."""
    known = await desk.ask(ReadLenses())
    lenses = [
        {
            "name": lens.name,
            "description": lens.description,
            "domainCount": len(lens.domains),
            "hasCX": bool(lens.cx),
        }
        for lens in known.lenses.values()
    ]
    return msgspec.json.encode({"lenses": lenses}).decode()


VIEW = View(
    uri="lenses://catalog",
    name="search-lens-catalog",
    title="Search Lens Catalog",
    about="All search lenses: name, description, number of domains.",
    read=read,
)
