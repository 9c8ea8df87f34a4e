"""A presentation: its slides in the order they are shown."""

from __future__ import annotations

import re

import msgspec

from headwater.actors.domain.composer import Composer
from headwater.actors.domain.office.facts import titled
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import facts_of, main_part, relations
from headwater.actors.domain.office.tree import attribute, below, child, parse
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.pptx.bullets import Bullets
from headwater.actors.readers.pptx.comments import Comments
from headwater.actors.readers.pptx.slide import Slide

MOST_SLIDES = 2_000
_SLIDE = re.compile(r"ppt/slides/slide(\d{1,6})\.xml")


def read_pptx(body: bytes) -> Document:
    """The document, or why it cannot be read."""
    package = Package(body, "presentation")
    main = main_part(package, "ppt/presentation.xml")
    parts = _slides(package, main)
    if not parts:
        raise package.broken("it holds no slides")
    composer = Composer()
    comments = Comments(package, main)
    size = _size(package, main)
    layouts: dict[str, Bullets] = {}
    hidden = unseen = filled = 0
    for part in parts[:MOST_SLIDES]:
        data = package.read(part)
        root = parse(data) if data else None
        composer.page()
        if root is not None and root.get("show") in {"0", "false"}:
            hidden += 1
            continue
        slide = Slide(package, part, root, size, layouts)
        slide.write(composer)
        comments.write(composer, slide.relations)
        unseen += slide.unseen
        filled += slide.filled
    if not filled:
        raise Unreadable(
            "presentation: its slides hold no text", reason="empty", known={"pages": len(parts)}
        )
    composed = composer.compose()
    removed = {"hidden_slides": hidden, "hidden": unseen}
    return Document(
        text=composed.text,
        media="pptx",
        facts=msgspec.structs.replace(
            titled(facts_of(package, len(body)), composed.text), page_count=len(parts)
        ),
        pages=composed.pages,
        removed={rule: count for rule, count in removed.items() if count},
        quality="partial" if composed.cut or len(parts) > MOST_SLIDES else "complete",
        reader="pptx",
    )


def _slides(package: Package, main: str) -> list[str]:
    """Parts in the order they are shown; where that is not said, by their numbers."""
    data = package.read(main)
    root = parse(data) if data else None
    targets = relations(package, main)
    listed = [
        targets[name].target
        for entry in below(child(root, "sldIdLst"), "sldId")
        if (name := _relation(entry.attrib)) in targets
    ]
    if listed:
        return listed
    numbers = {int(found[1]): name for name in package.names if (found := _SLIDE.fullmatch(name))}
    return [numbers[number] for number in sorted(numbers)]


def _relation(attributes: object) -> str:
    """The id of the relation; the slide has another id of its own."""
    items = dict(attributes)  # type: ignore[call-overload]  # lxml's attributes are a mapping
    return next((value for name, value in items.items() if name.endswith("}id")), "")


def _size(package: Package, main: str) -> tuple[int, int]:
    """Width and height of a slide, in the format's units; none where it is not said."""
    data = package.read(main)
    found = child(parse(data) if data else None, "sldSz")
    if found is None:
        return 0, 0
    written = attribute(found, "cx"), attribute(found, "cy")
    return tuple(int(side) if side.isdecimal() and len(side) < 12 else 0 for side in written)  # type: ignore[return-value]
