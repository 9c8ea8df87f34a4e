//! Character references: `&amp;`, `&#233;` and the 2,231 names of the HTML standard.

use std::sync::LazyLock;

/// Sorted by name; a name ends in a semicolon unless it is one of the old ones that need none.
static NAMED: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    include_str!("../../data/entities.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect()
});

const LONGEST_NAME: usize = 32;
const LONGEST_BARE_NAME: usize = 6;

/// Decodes the reference at the start of `text`, which begins with `&`.
///
/// Appends what it stands for to `out` and says how many bytes it took; 0 where it is no reference.
pub fn decode(text: &[u8], in_attribute: bool, out: &mut String) -> usize {
    match text.get(1) {
        Some(b'#') => numeric(text, out),
        Some(byte) if byte.is_ascii_alphanumeric() => named(text, in_attribute, out),
        _ => 0,
    }
}

fn named(text: &[u8], in_attribute: bool, out: &mut String) -> usize {
    let body = &text[1..text.len().min(LONGEST_NAME + 2)];
    let run = body.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if body.get(run) == Some(&b';') && push(&body[..=run], out) {
        return run + 2;
    }
    for length in (2..=run.min(LONGEST_BARE_NAME)).rev() {
        let next = body.get(length);
        // In attributes `&copy=1` is a query, not a sign.
        let blocked =
            in_attribute && next.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric());
        if !blocked && push(&body[..length], out) {
            return length + 1;
        }
    }
    0
}

fn push(name: &[u8], out: &mut String) -> bool {
    if let Some(char) = common(name) {
        out.push(char);
        return true;
    }
    let Ok(at) = NAMED.binary_search_by(|(key, _)| key.as_bytes().cmp(name)) else {
        return false;
    };
    out.extend(
        NAMED[at]
            .1
            .split(' ')
            .filter_map(|hex| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)),
    );
    true
}

/// What nearly all references are; looking up the others costs twenty times as much.
fn common(name: &[u8]) -> Option<char> {
    Some(match name {
        b"amp;" => '&',
        b"quot;" => '"',
        b"lt;" => '<',
        b"gt;" => '>',
        b"nbsp;" => '\u{A0}',
        _ => return None,
    })
}

fn numeric(text: &[u8], out: &mut String) -> usize {
    let hexadecimal = matches!(text.get(2), Some(b'x' | b'X'));
    let start = if hexadecimal { 3 } else { 2 };
    let radix = if hexadecimal { 16 } else { 10 };
    let mut value: u32 = 0;
    let mut at = start;
    while let Some(digit) = text.get(at).and_then(|byte| (*byte as char).to_digit(radix)) {
        value = value.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == start {
        return 0;
    }
    out.push(meant_by(value));
    if text.get(at) == Some(&b';') { at + 1 } else { at }
}

/// The character a number stands for: the C1 range is read as windows-1252, as everybody meant it.
fn meant_by(value: u32) -> char {
    const C1: [u32; 32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
        0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ];
    let value = match value {
        0 => 0xFFFD,
        0x80..=0x9F => C1[(value - 0x80) as usize],
        other => other,
    };
    char::from_u32(value).unwrap_or('\u{FFFD}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, in_attribute: bool) -> (String, usize) {
        let mut out = String::new();
        let used = decode(text.as_bytes(), in_attribute, &mut out);
        (out, used)
    }

    #[test]
    fn references_are_decoded_as_the_standard_says() {
        assert_eq!(all("&amp;x", false), ("&".into(), 5));
        assert_eq!(all("&ampx", false), ("&".into(), 4));
        assert_eq!(all("&ampx", true), (String::new(), 0));
        assert_eq!(all("&notin;", false), ("∉".into(), 7));
        assert_eq!(all("&notit;", false), ("¬".into(), 4));
        assert_eq!(all("&#x80;", false), ("€".into(), 6));
        assert_eq!(all("&#0", false), ("\u{FFFD}".into(), 3));
        assert_eq!(all("&#99999999999;", false).0, "\u{FFFD}");
        assert_eq!(all("&#;", false).1, 0);
        assert_eq!(all("&nosuch;", false).1, 0);
    }
}
