from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.outline import outline_of

TEXT = """# One

text

## One [a](http://x.test/) *b*

```python
# not a heading
```

### Deep

## Two

# Other
"""


def test_headings_have_their_level_place_and_length() -> None:
    spans = outline_of(TEXT)
    assert [(span.level, span.title) for span in spans] == [
        (1, "One"),
        (2, "One a b"),
        (3, "Deep"),
        (2, "Two"),
        (1, "Other"),
    ]
    sections = [TEXT[span.offset : span.offset + span.length] for span in spans]
    assert sections[0] == TEXT[: TEXT.index("# Other")]
    assert sections[1].startswith("## One [a]")
    assert sections[1].endswith("### Deep\n\n")
    assert sections[4] == "# Other\n"


@given(st.text(st.sampled_from("# a\n`")))
def test_every_heading_starts_a_line_and_sections_stay_inside(text: str) -> None:
    for span in outline_of(text):
        assert text[span.offset] == "#"
        assert span.offset == 0 or text[span.offset - 1] == "\n"
        assert 0 < span.length <= len(text) - span.offset
