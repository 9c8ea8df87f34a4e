//! Characters that nobody sees: dropped, except where a script or an emoji needs them.

use std::borrow::Cow;

use crate::scan;

/// The text without invisible and control characters.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    let Some(first) =
        scan::first(text.as_bytes(), |byte, _| is_plain(byte), |byte, _| is_suspect(byte))
    else {
        return Cow::Borrowed(text);
    };
    let mut out: Option<String> = None;
    let mut copied = 0;
    let mut before = '\0';
    let mut chars = text[floor(text, first)..].char_indices().peekable();
    let offset = floor(text, first);
    if offset > 0 {
        before = text[..offset].chars().next_back().unwrap_or('\0');
    }
    while let Some((at, char)) = chars.next() {
        let at = offset + at;
        let after = chars.peek().map_or('\0', |(_, next)| *next);
        if char == '\x1b' {
            let end = at + escape_length(&text[at..]);
            out.get_or_insert_with(String::new).push_str(&text[copied..at]);
            copied = end;
            while chars.peek().is_some_and(|(next, _)| offset + next < end) {
                chars.next();
            }
        } else if is_dropped(char, before, after) {
            out.get_or_insert_with(String::new).push_str(&text[copied..at]);
            copied = at + char.len_utf8();
            if char == '\u{85}' {
                out.get_or_insert_with(String::new).push(' ');
            }
            continue;
        }
        before = char;
    }
    match out {
        Some(mut out) => {
            out.push_str(&text[copied..]);
            Cow::Owned(out)
        }
        None => Cow::Borrowed(text),
    }
}

/// How many invisible characters a text has. Only the usual hiding places are counted: tag
/// characters, bidi controls, zero-width and filler characters and runs of variation selectors.
#[must_use]
pub fn dropped(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut count = 0;
    for at in memchr::memchr3_iter(0xE2, 0xF3, 0xEF, bytes) {
        count += u32::from(match (bytes[at], bytes.get(at + 1), bytes.get(at + 2)) {
            (0xE2, Some(0x80), Some(0x8B | 0x8E | 0x8F | 0xAA..=0xAE)) => true,
            (0xE2, Some(0x81), Some(0xA0..=0xAF)) => true,
            (0xF3, Some(0xA0), _) => true,
            (0xEF, Some(0xBB), Some(0xBF)) => at > 0,
            _ => false,
        });
    }
    count
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Bytes of plain text, by comparisons that many bytes can be put through at once.
fn is_plain(byte: u8) -> bool {
    (byte.wrapping_sub(b' ') < 0x5F) | (byte == b'\n') | (byte == b'\t')
}

/// Lead bytes of characters that may be dropped; everything else passes at full speed.
fn is_suspect(byte: u8) -> bool {
    matches!(byte, 0..=8 | 11..=31 | 0x7F | 0xC2 | 0xCD | 0xD8 | 0xE1..=0xE3 | 0xEF | 0xF0 | 0xF3)
}

fn is_dropped(char: char, before: char, after: char) -> bool {
    match char as u32 {
        0x9 | 0xA => false,
        0..=0x1F | 0x7F..=0x9F | 0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 => true,
        0x180B..=0x180F | 0x200B | 0x200E..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F => true,
        0x200C..=0x200D => !joins(before, after),
        0xFE0F => !is_emoji_base(before),
        0xFE00..=0xFE0E | 0x3164 | 0xFEFF | 0xFFA0 | 0xFFF9..=0xFFFB => true,
        0x2800 | 0x1D173..=0x1D17A | 0xE0000..=0xE01EF => true,
        _ => false,
    }
}

/// Whether a joiner between these two changes how they look: Arabic, Indic and other scripts, emoji.
fn joins(before: char, after: char) -> bool {
    (needs_joiner(before) && needs_joiner(after))
        || (is_emoji(before) || before == '\u{FE0F}') && is_emoji(after)
}

fn needs_joiner(char: char) -> bool {
    matches!(char as u32, 0x600..=0x8FF | 0x900..=0xDFF | 0xE00..=0x109F | 0x1780..=0x18AF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFE)
}

fn is_emoji(char: char) -> bool {
    matches!(char as u32, 0x1F000..=0x1FAFF | 0x2190..=0x27BF | 0x2B00..=0x2BFF | 0x3030 | 0x303D | 0x3297 | 0x3299)
}

fn is_emoji_base(char: char) -> bool {
    is_emoji(char) || matches!(char, '#' | '*' | '0'..='9' | '©' | '®' | '‼' | '⁉' | '™' | 'ℹ')
}

/// Length of a terminal escape sequence.
fn escape_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(1) {
        Some(b'[') => {
            let end = bytes[2..].iter().take(64).position(|byte| (0x40..=0x7E).contains(byte));
            end.map_or(1, |n| n + 3)
        }
        Some(b']') => {
            let end = bytes[2..].iter().take(2048).position(|byte| matches!(byte, 7 | 0x1B));
            end.map_or(1, |n| n + 3)
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_goes_and_what_scripts_need_stays() {
        let cases = [
            ("zero\u{200B}width", "zerowidth"),
            ("tag\u{E0049}\u{E0047}chars", "tagchars"),
            ("bidi\u{202E}x\u{202C}", "bidix"),
            ("HID\u{AD}DEN", "HIDDEN"),
            ("a\u{1b}[31mRED\u{1b}]8;;http://x\u{7}b", "aREDb"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("क\u{94D}\u{200D}ष", "क\u{94D}\u{200D}ष"),
            ("👨\u{200D}👩", "👨\u{200D}👩"),
            ("❤\u{FE0F}!", "❤\u{FE0F}!"),
            ("a\u{FE0F}b", "ab"),
            ("😀\u{E0101}\u{E0102}", "😀"),
            ("plain “text” – ok…", "plain “text” – ok…"),
            ("日本語", "日本語"),
        ];
        for (text, want) in cases {
            assert_eq!(clean(text), want, "{text:?}");
        }
    }
}
