//! Takes out of any text what nobody sees: characters that hide words, reorder them or drive a
//! terminal. Nothing visible goes; joiners stay between letters that are written with them, and
//! emoji stay whole.

use std::borrow::Cow;

use crate::scan;

/// The rules, in the order of their counts.
pub const RULES: [&str; 10] = [
    "escape_sequences",
    "tag_characters",
    "variation_selectors",
    "joiners",
    "bidi_controls",
    "zero_width",
    "soft_hyphens",
    "fillers",
    "annotations",
    "control_characters",
];
const ESCAPES: usize = 0;
const TAGS: usize = 1;
const SELECTORS: usize = 2;
const JOINERS: usize = 3;
const BIDI: usize = 4;
const ZERO_WIDTH: usize = 5;

/// A text without what is invisible, and how much of that there was, by rule.
pub struct Visible {
    /// The text.
    pub text: String,
    /// Characters removed, or sequences of them for a terminal, in the order of [`RULES`].
    pub removed: [u32; RULES.len()],
}

/// The text as a reader sees it, with plain line breaks; nothing when it is that already.
#[must_use]
pub fn sanitise(text: &str) -> Option<Visible> {
    let plain = plain_breaks(text);
    let (clean, removed) = cleaned(&plain);
    let text = match (owned(clean), plain) {
        (None, Cow::Borrowed(_)) => return None,
        (None, Cow::Owned(text)) | (Some(text), _) => text,
    };
    Some(Visible { text, removed })
}

fn owned(text: Cow<str>) -> Option<String> {
    matches!(text, Cow::Owned(_)).then(|| text.into_owned())
}

/// The text as a reader sees it, for one whose line breaks are plain already.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    cleaned(text).0
}

/// How many invisible characters a text has. Only the usual hiding places are counted: tag
/// characters, bidi controls, zero-width characters and the selectors beyond those of emoji.
#[must_use]
pub fn count(text: &str) -> u32 {
    let is_hiding = |at: &usize| {
        let char = text.get(*at..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
        match rule(char) {
            // At the start of a page it is a byte order mark.
            Some(ZERO_WIDTH) => char != '\u{FEFF}' || *at > 0,
            Some(TAGS | BIDI) => true,
            Some(SELECTORS) => char > '\u{FFFF}',
            _ => false,
        }
    };
    // The first bytes of all of them.
    let places = memchr::memchr3_iter(0xE2, 0xF3, 0xEF, text.as_bytes());
    crate::html::tree::small(places.filter(is_hiding).count())
}

fn cleaned(text: &str) -> (Cow<'_, str>, [u32; RULES.len()]) {
    let mut out = Cleaner::default();
    out.run(text);
    if out.copied == 0 {
        return (Cow::Borrowed(text), out.removed);
    }
    out.text.push_str(&text[out.copied..]);
    (Cow::Owned(out.text), out.removed)
}

fn plain_breaks(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

#[derive(Default)]
struct Cleaner {
    text: String,
    copied: usize,
    removed: [u32; RULES.len()],
    /// Where an emoji starts that a joiner ties to the one before.
    tied: Option<usize>,
}

impl Cleaner {
    fn run(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(step) = next_suspect(&bytes[at..]) {
            at += step;
            let char = text[at..].chars().next().unwrap_or('\0');
            let after = at + char.len_utf8();
            at = match rule(char) {
                Some(rule) => self.judge(text, at, after, char, rule),
                None if char == FLAG => self.flag(text, at, after),
                None => after,
            };
        }
    }

    /// Removes a suspect, unless its neighbours need it; where to go on.
    fn judge(&mut self, text: &str, at: usize, after: usize, char: char, rule: usize) -> usize {
        let end = if char == '\x1b' { escape_end(text, after) } else { None };
        let kept = match rule {
            SELECTORS => char == '\u{FE0F}' && shows_emoji(&text[..at], &text[after..]),
            JOINERS => self.joins(text, at, after, char),
            _ => false,
        };
        if kept {
            return after;
        }
        let end = end.unwrap_or(after);
        self.removed[if end > after { ESCAPES } else { rule }] += 1;
        self.text.push_str(&text[self.copied..at]);
        self.copied = end;
        end
    }

    fn joins(&mut self, text: &str, at: usize, after: usize, char: char) -> bool {
        let Some(next) = text[after..].chars().next() else { return false };
        let before = text[..at].chars().next_back();
        if before.is_some_and(is_joining) && is_joining(next) {
            return true;
        }
        let ties = char == '\u{200D}' && is_emoji(next) && ends_emoji(&text[..at]);
        if ties {
            self.tied = Some(after);
        }
        ties
    }

    /// Keeps the tag characters that spell one of the three regions with a flag of their own.
    fn flag(&self, text: &str, at: usize, after: usize) -> usize {
        if self.tied == Some(at) {
            return after;
        }
        let region = REGIONS.iter().find(|region| text[after..].starts_with(**region));
        after + region.map_or(0, |region| region.len())
    }
}

const FLAG: char = '\u{1F3F4}';
const REGIONS: [&str; 3] = [
    "\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
];

/// First bytes of what a rule may remove, and of the flag; everything else passes at full speed.
const SUSPECT: [bool; 256] = suspects();

const fn suspects() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(
            byte,
            0..=8 | 11..=31 | 0x7F | 0xC2 | 0xD8 | 0xE1..=0xE3 | 0xEF | 0xF0 | 0xF3
        );
        byte += 1;
    }
    table
}

fn next_suspect(bytes: &[u8]) -> Option<usize> {
    let is_plain = |byte: u8| (byte.wrapping_sub(b' ') < 0x5F) | (byte == b'\t') | (byte == b'\n');
    scan::first(bytes, |byte, _| is_plain(byte), |byte, _| SUSPECT[byte as usize])
}

/// The place in [`RULES`] of the rule against a character.
fn rule(char: char) -> Option<usize> {
    Some(match char as u32 {
        0x9 | 0xA => return None,
        0..=0x1F | 0x7F..=0x9F => 9,
        0xE0000..=0xE007F => TAGS,
        0xFE00..=0xFE0F | 0xE0100..=0xE01EF => SELECTORS,
        0x200C..=0x200D => JOINERS,
        0x61C | 0x200E..=0x200F | 0x202A..=0x202E | 0x2066..=0x2069 => BIDI,
        0x200B | 0x2060..=0x2065 | 0x206A..=0x206F | 0xFEFF => ZERO_WIDTH,
        0xAD => 6,
        0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x3164 | 0xFFA0 => 7,
        0xFFF9..=0xFFFB | 0x1D173..=0x1D17A => 8,
        _ => return None,
    })
}

/// Whether the selector between these texts is one that an emoji or a keycap is written with.
fn shows_emoji(before: &str, after: &str) -> bool {
    let keycap = before.ends_with(['#', '*', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        && after.starts_with('\u{20E3}');
    keycap || ends_toned_emoji(before)
}

/// Whether a text ends with an emoji, with or without a tone and a selector.
fn ends_emoji(text: &str) -> bool {
    ends_toned_emoji(text.strip_suffix('\u{FE0F}').unwrap_or(text))
}

fn ends_toned_emoji(text: &str) -> bool {
    let mut last = text.chars().rev();
    match last.next() {
        Some(tone) if matches!(tone as u32, 0x1F3FB..=0x1F3FF) => last.next().is_some_and(is_emoji),
        Some(char) => is_emoji(char),
        None => false,
    }
}

fn is_emoji(char: char) -> bool {
    matches!(char as u32,
        0xA9 | 0xAE | 0x203C | 0x2049 | 0x2122 | 0x2139 | 0x2194..=0x21AA | 0x231A..=0x23FF | 0x24C2
        | 0x25AA..=0x25FE | 0x2600..=0x27BF | 0x2934..=0x2935 | 0x2B05..=0x2B55 | 0x3030 | 0x303D
        | 0x3297 | 0x3299 | 0x1F000..=0x1F3FA | 0x1F400..=0x1FAFF)
}

/// Letters and marks of scripts in which a joiner changes how a word is written: Arabic, Syriac,
/// N'Ko, the Indic scripts with Sinhala, Tibetan, Myanmar, Khmer, Mongolian and Arabic's forms.
fn is_joining(char: char) -> bool {
    matches!(char as u32,
        0x620..=0x65F | 0x66E..=0x6D3 | 0x6D5..=0x6DC | 0x6ED..=0x6EF | 0x6FA..=0x6FF
        | 0x710..=0x74A | 0x74D..=0x7B1 | 0x7CA..=0x7EA | 0x8A0..=0x963 | 0x971..=0xDFF
        | 0xF40..=0xFBC | 0x1000..=0x103F | 0x1780..=0x17B3 | 0x17B6..=0x17D3 | 0x1820..=0x18AA
        | 0xFB50..=0xFDCF | 0xFDF0..=0xFDFF | 0xFE70..=0xFEFC)
}

/// Where the terminal sequence ends whose escape character ends at `after`, if it is one.
fn escape_end(text: &str, after: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.get(after)? {
        b'[' => {
            let rest = &bytes[after + 1..];
            let digits = rest.iter().take_while(|byte| matches!(byte, b'0'..=b'?')).count();
            let marks =
                rest[digits..].iter().take_while(|byte| matches!(byte, b' '..=b'/')).count();
            let last = rest.get(digits + marks)?;
            matches!(last, b'@'..=b'~').then_some(after + 2 + digits + marks)
        }
        b']' => {
            let stop = after + 1 + memchr::memchr3(7, 0x1B, b'\n', &bytes[after + 1..])?;
            match (bytes[stop], bytes.get(stop + 1)) {
                (7, _) => Some(stop + 1),
                (0x1B, Some(b'\\')) => Some(stop + 2),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        sanitise(text).map_or_else(|| text.to_owned(), |found| found.text)
    }

    #[test]
    fn what_nobody_sees_goes_and_what_scripts_need_stays() {
        let cases = [
            ("zero\u{200B}width", "zerowidth"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("a\x1b[31mRED\x1b]8;;http://x\x07b", "aREDb"),
            ("\x1b[é", "[é"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("👩🏽\u{200D}🚀", "👩🏽\u{200D}🚀"),
            ("❤\u{FE0F}\u{FE0F}\u{200D}🔥", "❤\u{FE0F}🔥"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
            ("1\u{FE0F}", "1"),
            ("plain “text” – ok… 日本語", "plain “text” – ok… 日本語"),
        ];
        for (text, want) in cases {
            assert_eq!(shown(text), want, "{text:?}");
        }
    }

    #[test]
    fn flags_of_regions_stay_whole_and_other_tags_go() {
        let wales = format!("{FLAG}{}", REGIONS[2]);
        assert_eq!(clean(&wales), wales);
        assert_eq!(clean("x\u{E0067}\u{E0062}y"), "xy");
    }

    #[test]
    fn what_hides_is_counted_and_what_shows_is_not() {
        assert_eq!(count("\u{FEFF}a\u{200B}\u{202E}\u{E0041}\u{E0101}\u{FEFF}"), 5);
        assert_eq!(count("❤\u{FE0F} می\u{200C}خواهم “日本語”，…"), 0);
    }

    #[test]
    fn a_clean_text_is_not_copied() {
        assert!(sanitise("plain text, 中文, naïve").is_none());
    }
}
