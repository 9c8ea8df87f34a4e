"""A bibliography for what a conversation has used."""

from __future__ import annotations

from collections.abc import Mapping

from headwater.actors.messages.calls import Text
from headwater.kernel.prompt import Argument, Line, Prompt

STYLES = ("apa", "bibtex", "chicago", "csl-json", "ieee", "mla", "ris", "vancouver")


def write(arguments: Mapping[str, str]) -> list[Line]:
    """One instruction."""
    style = arguments.get("style", "apa")
    text = (
        f"List every source that this conversation relies on about: {arguments['topic']}\n\n"
        "Take only sources whose address actually came up here; do not add any from memory. "
        f"Call format_bibliography once with style={style!r} and, for each source, its url and "
        "whatever is known of title, author, site, date and doi; leave out what is not known. "
        "Show the bibliography as it comes back, and name sources that lack an author or a date."
    )
    return [Line("user", Text(text))]


PROMPT = Prompt(
    name="cite-sources",
    title="Cite sources",
    about="A bibliography of the sources that a conversation used.",
    arguments=(
        Argument("topic", "What the sources are about.", required=True),
        Argument("style", "Citation style; apa when left out.", choices=STYLES),
    ),
    write=write,
)
