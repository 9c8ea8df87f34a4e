//! Passing over plain text many bytes at a time.
//!
//! Most of a page is ASCII without marks. What looks for something rarer first asks whether a whole
//! stretch is plain, which compiles to a few vector instructions, and only then goes byte by byte.

const STRETCH: usize = 32;

/// The first byte that `odd` is true for; it gets each byte and the one after it, 0 at the end.
///
/// `plain` may be true only where `odd` is not, and should be a few comparisons joined without
/// branches, so that a stretch of bytes is checked at once.
pub fn first(
    bytes: &[u8],
    plain: impl Fn(u8, u8) -> bool,
    odd: impl Fn(u8, u8) -> bool,
) -> Option<usize> {
    let mut at = 0;
    while let Some(stretch) = bytes.get(at..=at + STRETCH) {
        let pairs = stretch.iter().zip(&stretch[1..]);
        if !pairs.fold(true, |quiet, (byte, next)| quiet & plain(*byte, *next)) {
            let end = at + STRETCH;
            if let Some(found) = (at..end).find(|at| odd(bytes[*at], bytes[at + 1])) {
                return Some(found);
            }
        }
        at += STRETCH;
    }
    (at..bytes.len()).find(|at| odd(bytes[*at], bytes.get(at + 1).copied().unwrap_or(0)))
}

/// The text without white space of ASCII around it; the indentation of a page goes eight bytes at a
/// time.
pub fn trim(text: &str) -> &str {
    let is_space = |byte: u8| (byte == b' ') | (byte.wrapping_sub(b'\t') < 5) & (byte != 0x0B);
    let mut rest = text.as_bytes();
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        if !eight.iter().fold(true, |blank, byte| blank & is_space(*byte)) {
            break;
        }
        rest = after;
    }
    text[text.len() - rest.len()..].trim_ascii()
}

/// Calls `found` with the place of each space and control character, in order.
pub fn blanks(bytes: &[u8], mut found: impl FnMut(usize)) {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let mut at = 0;
    while let Some(eight) = bytes[at..].first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        // The highest bit of each byte says whether it is above a space.
        let above = ((eight & LOW) + (LOW - 0x2020_2020_2020_2020)) | eight;
        let mut blank = !above & !LOW;
        while blank != 0 {
            found(at + blank.trailing_zeros() as usize / 8);
            blank &= blank - 1;
        }
        at += 8;
    }
    for (place, _) in bytes[at..].iter().enumerate().filter(|(_, byte)| **byte <= b' ') {
        found(at + place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_odd_byte_is_found_wherever_it_stands() {
        for length in 0..100 {
            let mut text = vec![b'a'; length];
            let find = |text: &[u8]| first(text, |byte, _| byte < 0x80, |byte, _| byte == 0xFF);
            assert_eq!(find(&text), None);
            for at in 0..length {
                text[at] = 0xFE;
                assert_eq!(find(&text), None);
                text[at] = 0xFF;
                assert_eq!(find(&text), Some(at));
                text[at] = b'a';
            }
        }
    }

    #[test]
    fn white_space_is_trimmed_as_ever() {
        for before in 0..20 {
            let text = format!("\n{}\x0B\té x \t\n", " \t".repeat(before));
            assert_eq!(trim(&text), text.trim_ascii());
            let blank = " ".repeat(before);
            assert_eq!(trim(&blank), "");
        }
    }

    #[test]
    fn every_blank_is_found() {
        let text: Vec<u8> = (0..=255).chain((0..=255).rev()).chain(*b"a b").collect();
        let mut places = Vec::new();
        blanks(&text, |at| places.push(at));
        let want: Vec<usize> = (0..text.len()).filter(|at| text[*at] <= b' ').collect();
        assert_eq!(places, want);
    }

    #[test]
    fn pairs_are_seen_across_stretches() {
        for at in 0..99 {
            let mut text = vec![b'a'; 100];
            text[at..at + 2].fill(b' ');
            let twice = |byte, next| (byte == b' ') & (next == b' ');
            assert_eq!(first(&text, |byte, next| !twice(byte, next), twice), Some(at));
        }
    }
}
