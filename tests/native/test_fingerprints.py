from hypothesis import given
from hypothesis import strategies as st

from headwater import _native


@given(st.lists(st.text()))
def test_every_text_has_a_fingerprint(texts: list[str]) -> None:
    assert len(_native.simhash(texts)) == len(texts)
    assert len(_native.paragraph_hashes(texts)) == len(texts)


def test_near_texts_have_near_fingerprints() -> None:
    long = " ".join(f"word{number}" for number in range(300))
    near, far = long + " and a little more", " ".join(f"other{number}" for number in range(300))
    one, two, three = _native.simhash([long, near, far])
    assert (one ^ two).bit_count() <= 8
    assert (one ^ three).bit_count() > 16


def test_what_pages_of_a_host_repeat_is_found() -> None:
    pages = [f"Welcome to the site\n\nStory {number}\n\nSubscribe now" for number in range(4)]
    repeated = _native.repeated_paragraphs(pages, 3)
    assert repeated == _native.paragraph_hashes(["welcome to the site\n\nsubscribe now"])[0]


@given(st.binary())
def test_one_changed_byte_changes_the_hash(data: bytes) -> None:
    one, two = _native.xxh3([data, data + b"x"])
    assert one != two
