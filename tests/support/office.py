"""Documents made for tests, part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "application/vnd.openxmlformats-officedocument."
DOCX = OFFICE + "wordprocessingml.document"
XLSX = OFFICE + "spreadsheetml.sheet"
PPTX = OFFICE + "presentationml.presentation"


def zipped(parts: Mapping[str, str | bytes], *, first: str = "") -> bytes:
    """
    An archive; the part named `first` comes first and is stored as it is.

    Parts are dated 1980: archives of the same parts are the same bytes, whenever they are made.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        if first:
            archive.writestr(zipfile.ZipInfo(first), parts[first])
        for name, data in parts.items():
            if name != first:
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def relations(**targets: tuple[str, str]) -> str:
    """A part of relations: kind and target by id. What starts with http is external."""
    rows = "".join(
        f'<Relationship Id="{name}" Type="{R}/{kind}" Target="{target}"'
        + (' TargetMode="External"' if target.startswith("http") else "")
        + "/>"
        for name, (kind, target) in targets.items()
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{rows}</Relationships>'


def docx(body: str, **parts: str) -> bytes:
    """A Word file: the inside of its body, and the insides of other parts by their names."""
    kinds = {name: (name, f"{name}.xml") for name in parts if name not in {"core", "links"}}
    links = {name: ("hyperlink", target) for name, target in _links(parts.get("links", ""))}
    files: dict[str, str | bytes] = {
        "_rels/.rels": relations(r1=("officeDocument", "word/document.xml")),
        "word/document.xml": _word("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relations(**kinds, **links),
    }
    for name in kinds:
        files[f"word/{name}.xml"] = _word(name, parts[name])
    if "core" in parts:
        files["docProps/core.xml"] = f"<cp xmlns:dc='dc' xmlns:dcterms='t'>{parts['core']}</cp>"
    return zipped(files)


def paragraph(text: str, properties: str = "", run: str = "") -> str:
    """One paragraph of one run."""
    return (
        f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr>"
        f'<w:t xml:space="preserve">{text}</w:t></w:r></w:p>'
    )


def xlsx(sheets: Mapping[str, str], hidden: tuple[str, ...] = ()) -> bytes:
    """A workbook: the insides of worksheets by their names."""
    names = {name: f"s{number}" for number, name in enumerate(sheets, 1)}
    listed = "".join(
        f'<sheet name="{name}" sheetId="{place[1:]}" r:id="{place}"'
        + (' state="hidden"' if name in hidden else "")
        + "/>"
        for name, place in names.items()
    )
    space = f'xmlns="{S}" xmlns:r="{R}"'
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": relations(r1=("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f"<workbook {space}><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            **{place: ("worksheet", f"worksheets/{place}.xml") for place in names.values()}
        ),
    }
    for name, place in names.items():
        files[f"xl/worksheets/{place}.xml"] = f"<worksheet {space}>{sheets[name]}</worksheet>"
    return zipped(files)


def rows(*lines: list[str | float]) -> str:
    """Sheet data, from the first row on."""
    found = ""
    for down, line in enumerate(lines, 1):
        cells = "".join(
            _cell(f"{chr(65 + right)}{down}", value) for right, value in enumerate(line)
        )
        found += f'<row r="{down}">{cells}</row>'
    return f"<sheetData>{found}</sheetData>"


def _cell(place: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def _word(name: str, inside: str) -> str:
    return f'<w:{name} xmlns:w="{W}" xmlns:r="{R}" xmlns:m="{M}">{inside}</w:{name}>'


def _links(written: str) -> list[tuple[str, str]]:
    return [(f"link{number}", target) for number, target in enumerate(written.split(), 1)]


P = "http://schemas.openxmlformats.org/presentationml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
ODT = "application/vnd.oasis.opendocument.text"
EPUB = "application/epub+zip"


def shape(text: str, place: str = "", more: str = "") -> str:
    """A shape of a slide: paragraphs, what it stands in for, its properties."""
    stand = f'<p:nvPr><p:ph type="{place}"/></p:nvPr>' if place else "<p:nvPr/>"
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:cNvSpPr/>{stand}</p:nvSpPr>'
        f"<p:spPr>{more}</p:spPr><p:txBody>{text}</p:txBody></p:sp>"
    )


def line(text: str, properties: str = "", run: str = "") -> str:
    """One paragraph of a shape."""
    return f"<a:p>{properties}<a:r><a:rPr {run}/><a:t>{text}</a:t></a:r></a:p>"


def pptx(slides: list[str], notes: str = "", hidden: tuple[int, ...] = ()) -> bytes:
    """A presentation whose slides are shown in the order of the list; notes are on the first."""
    space = f'xmlns:p="{P}" xmlns:a="{A}" xmlns:r="{R}"'
    names = {
        f"s{number}": f"slides/slide{len(slides) - number}.xml" for number in range(len(slides))
    }
    listed = "".join(
        f'<p:sldId id="{256 + place}" r:id="s{place}"/>' for place in range(len(slides))
    )
    files: dict[str, str | bytes] = {
        "_rels/.rels": relations(r1=("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"<p:presentation {space}><p:sldIdLst>{listed}</p:sldIdLst>"
        '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(
            **{name: ("slide", target) for name, target in names.items()}
        ),
    }
    for number, (target, inside) in enumerate(zip(names.values(), slides, strict=True)):
        show = ' show="0"' if number in hidden else ""
        tree = f"<p:cSld><p:spTree>{inside}</p:spTree></p:cSld>"
        files[f"ppt/{target}"] = f"<p:sld {space}{show}>{tree}</p:sld>"
    if notes:
        first = names["s0"].partition("/")[2]
        files[f"ppt/slides/_rels/{first}.rels"] = relations(n1=("notesSlide", "../notes.xml"))
        tree = f"<p:cSld><p:spTree>{shape(line(notes), 'body')}</p:spTree></p:cSld>"
        files["ppt/notes.xml"] = f"<p:notes {space}>{tree}</p:notes>"
    return zipped(files)


def odt(body: str, styles: str = "", meta: str = "", manifest: str = "") -> bytes:
    """An OpenDocument text: the inside of its body, its styles and facts."""
    names = ("office", "text", "table", "style", "fo", "draw", "dc", "meta", "xlink", "manifest")
    space = " ".join(f'xmlns:{name}="urn:{name}"' for name in names)
    return zipped(
        {
            "mimetype": ODT,
            "content.xml": f"<office:document {space}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:text>{body}</office:text>"
            "</office:body></office:document>",
            "meta.xml": f"<office:d {space}><office:meta>{meta}</office:meta></office:d>",
            "META-INF/manifest.xml": f"<manifest:manifest {space}>{manifest}</manifest:manifest>",
        },
        first="mimetype",
    )


def epub(chapters: Mapping[str, str], order: list[str], meta: str = "", more: str = "") -> bytes:
    """A book: the insides of its chapters by name, and their order."""
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in chapters
    )
    spine = "".join(f'<itemref idref="{name}"/>' for name in order)
    files: dict[str, str | bytes] = {
        "mimetype": EPUB,
        "META-INF/container.xml": '<container><rootfile full-path="OPS/book.opf"/></container>',
        "OPS/book.opf": f'<package xmlns:dc="dc"><metadata>{meta}</metadata><manifest>{items}'
        f"</manifest><spine>{spine}</spine></package>",
    }
    for name, inside in chapters.items():
        files[f"OPS/{name}.xhtml"] = (
            f"<html><head><title>t</title></head><body>{inside}</body></html>"
        )
    if more:
        files["META-INF/encryption.xml"] = more
    return zipped(files, first="mimetype")
