//! Words and marks that tell what a page is, looked for in its bytes.

/// The place of the first of `marks` that is in `text`, in their order.
pub fn find_mark<'a>(text: &[u8], marks: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
    marks.enumerate().find(|(_, mark)| memchr::memmem::find(text, mark).is_some()).map(|(at, _)| at)
}

/// Whether `word`, which is in lower case, is in `text` in whatever case.
#[must_use]
pub fn holds_word(text: &[u8], word: &[u8]) -> bool {
    let Some(first) = word.first() else { return true };
    memchr::memchr2_iter(*first, first.to_ascii_uppercase(), text).any(|at| {
        text.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_word_is_found_in_whatever_case(text in "[rRefFsShHx ]{0,60}") {
            let found = text.to_lowercase().contains("refresh");
            prop_assert_eq!(holds_word(text.as_bytes(), b"refresh"), found);
        }
    }

    #[test]
    fn the_first_mark_in_their_order_is_named() {
        let marks: [&[u8]; 3] = [b"xenforo", b"disqus", b"phpbb"];
        assert_eq!(find_mark(b"<a phpbb disqus>", marks.into_iter()), Some(1));
        assert_eq!(find_mark(b"nothing", marks.into_iter()), None);
    }
}
