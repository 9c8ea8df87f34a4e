"""PDF files made for tests: pages of text at given places, lines and areas."""

from __future__ import annotations

from collections.abc import Sequence

FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier", "F4": "Helvetica-Oblique"}
HEIGHT = 792
PDF = "application/pdf"


def words(
    x: float, y: float, text: str, size: float = 10, font: str = "F1", *, more: str = ""
) -> str:
    """Text whose baseline starts at a place, measured from the top left."""
    safe = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT {more} /{font} {size} Tf {x} {HEIGHT - y} Td ({safe}) Tj ET\n"


def block(x: float, y: float, lines: Sequence[str], size: float = 10, font: str = "F1") -> str:
    """Lines one below the other."""
    return "".join(
        words(x, y + number * size * 1.2, line, size, font) for number, line in enumerate(lines)
    )


def rule(x: float, y: float, to_x: float, to_y: float) -> str:
    """A ruled line."""
    return f"0.5 w {x} {HEIGHT - y} m {to_x} {HEIGHT - to_y} l S\n"


def area(x: float, y: float, width: float, height: float, color: str) -> str:
    """A painted area, with its colour as three numbers."""
    return f"q {color} rg {x} {HEIGHT - y - height} {width} {height} re f Q\n"


def pdf(
    pages: Sequence[str],
    info: str = "",
    annotations: Sequence[str] = (),
    catalog: str = "",
) -> bytes:
    """A file of such pages; annotations are on the first."""
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    fonts = "".join(
        f"/{name}<</Type/Font/Subtype/Type1/BaseFont/{base}>>" for name, base in FONTS.items()
    )
    objects = [
        f"<</Type/Catalog/Pages 2 0 R{catalog}>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>",
        f"<<{info}>>",
        f"<<{fonts}>>",
    ]
    for number, content in enumerate(pages):
        noted = f"/Annots[{''.join(annotations)}]" if annotations and number == 0 else ""
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 {HEIGHT}]/Contents {6 + 2 * number} 0 R"
            f"/Resources<</Font 4 0 R>>{noted}>>"
        )
        objects.append(f"<</Length {len(content.encode('latin-1'))}>>stream\n{content}\nendstream")
    return assembled([one.encode("latin-1") for one in objects])


def assembled(objects: Sequence[bytes]) -> bytes:
    """Objects in order as a file; the first is the catalogue, the third the information."""
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R/Info 3 0 R>>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)
