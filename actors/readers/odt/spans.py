"""What stands in a paragraph of an OpenDocument text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK
from headwater.actors.domain.markdown import Emphasis, Span, escape, inline
from headwater.actors.domain.office.tree import attribute, child, local, text_of
from headwater.actors.readers.odt.styles import Styles

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SKIPPED = {"tracked-changes", "change", "sequence-decls", "title", "hidden-text"}
_MOST_SPACES = 64


class Spans:
    """Collects spans, notes and what hangs on the paragraph."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._spans: list[Span] = []
        self.hidden = 0
        self.notes: list[Element] = []
        self.comments: list[Element] = []
        self.boxes: list[Element] = []

    def text(self, paragraph: Element, *, plain: bool = False) -> str:
        """The paragraph as Markdown; `plain` without marks."""
        self._spans = []
        style = self._styles.find(attribute(paragraph, "style-name"))
        self._walk(paragraph, style.manner, "", hidden=style.hidden)
        if plain:
            return "".join(span.text for span in self._spans)
        return inline(self._spans)

    def _walk(
        self, element: Element, manner: frozenset[Emphasis], target: str, *, hidden: bool
    ) -> None:
        self._letters(element.text, manner, target, hidden=hidden)
        for inner in element:
            self._inner(inner, manner, target, hidden=hidden)
            self._letters(inner.tail, manner, target, hidden=hidden)

    def _inner(
        self, inner: Element, manner: frozenset[Emphasis], target: str, *, hidden: bool
    ) -> None:
        name = local(inner)
        if name == "span":
            style = self._styles.find(attribute(inner, "style-name"))
            mixed = (manner - style.unmarked) | style.manner
            self._walk(inner, mixed, target, hidden=hidden or style.hidden)
        elif name == "a":
            self._walk(inner, manner, attribute(inner, "href"), hidden=hidden)
        elif name in {"s", "tab", "line-break", "soft-page-break"}:
            self._space(inner, name)
        elif name == "note":
            self.notes.append(inner)
            self._spans.append(Span(f"[^{len(self.notes)}]"))
        elif name == "annotation":
            self.comments.append(inner)
        elif name == "frame":
            self._frame(inner)
        elif name and name not in _SKIPPED:
            self._walk(inner, manner, target, hidden=hidden)

    def _letters(
        self, text: str | None, manner: frozenset[Emphasis], target: str, *, hidden: bool
    ) -> None:
        if not text:
            return
        if hidden and text.strip():
            self.hidden += 1
            return
        words = " ".join(text.replace(BREAK, "").split())
        lead = " " if text[:1].isspace() else ""
        tail = " " if text[-1:].isspace() and words else ""
        self._spans.append(Span(escape(lead + words + tail), manner, target))

    def _space(self, element: Element, name: str) -> None:
        written = attribute(element, "c")
        count = min(int(written), _MOST_SPACES) if written.isdecimal() and len(written) < 6 else 1
        signs = {"s": " " * count, "tab": "\t", "line-break": "\n", "soft-page-break": BREAK}
        self._spans.append(Span(signs[name]))

    def _frame(self, frame: Element) -> None:
        """A text box is read later; a picture is its description."""
        box = child(frame, "text-box")
        if box is not None:
            self.boxes.append(box)
            return
        words = text_of(child(frame, "desc")) or text_of(child(frame, "title"))
        if words.strip():
            self._spans.append(Span(f"\n{escape(' '.join(words.split()))}\n"))
