"""Links of a PDF lie over its text as areas; here they go to the words they lie over."""

from __future__ import annotations

from headwater.actors.readers.pdf.library import Page
from headwater.actors.readers.pdf.shapes import Box, Line, Piece, Sheet

_MOST = 300  # links of a page


def link_lines(page: Page, sheet: Sheet) -> None:
    """Give each piece of text its target; a piece is cut where a link starts or ends."""
    links = [link for link in page.get_links() if link.get("uri")][:_MOST]
    for link in links:
        area = tuple(link["from"])
        for line in sheet.lines:
            if _over(area, line):
                line.pieces = _marked(line, area, link["uri"])


def _over(area: Box, line: Line) -> bool:
    middle = line.middle
    return area[1] <= middle <= area[3] and area[0] < line.right and line.left < area[2]


def _marked(line: Line, area: Box, target: str) -> list[Piece]:
    """Letters are taken to be equally wide, and cuts go to the ends of words."""
    text = line.text
    width = max(1.0, line.right - line.left)
    start = round((area[0] - line.left) / width * len(text))
    end = round((area[2] - line.left) / width * len(text))
    start, end = _to_words(text, max(0, start), min(len(text), end))
    if end <= start:
        return line.pieces
    pieces: list[Piece] = []
    place = 0
    for piece in line.pieces:
        here = place
        place += len(piece.text)
        for left, right, linked in (
            (here, min(place, start), False),
            (max(here, start), min(place, end), True),
            (max(here, end), place, False),
        ):
            if right > left:
                part = piece.text[left - here : right - here]
                to = target if linked else piece.target
                pieces.append(Piece(part, piece.bold, piece.italic, piece.code, to))
    return pieces


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The nearest ends of words, at most three letters away."""
    for step in range(4):
        for place in (start - step, start + step):
            if place <= 0 or (place < len(text) and text[place - 1] == " " != text[place]):
                start = max(0, place)
                break
        else:
            continue
        break
    for step in range(4):
        for place in (end + step, end - step):
            if place >= len(text) or (place > 0 and text[place] == " " != text[place - 1]):
                end = min(len(text), place)
                break
        else:
            continue
        break
    return start, end
