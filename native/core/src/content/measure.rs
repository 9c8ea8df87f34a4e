//! Counting what a text is made of, in one pass over its bytes.

use crate::html::tree::small;
use crate::scan;

/// Counts over a piece of text; they add up over pieces.
#[derive(Clone, Copy, Default, Debug)]
pub struct Measure {
    /// Words; a character of a script without spaces counts half.
    pub words: f32,
    /// Characters that are not white space.
    pub letters: u32,
    /// Digits.
    pub digits: u32,
    /// Capital letters of ASCII.
    pub capitals: u32,
    /// Commas and their like.
    pub commas: u32,
    /// Ends of sentences.
    pub stops: u32,
    /// Other marks: bars, bullets, arrows, slashes.
    pub marks: u32,
    /// Small words that sentences need and menus do without.
    pub small_words: u32,
    /// Signs of money.
    pub money: u32,
    /// The last visible character.
    pub last: u32,
    /// The first visible character.
    pub first: u32,
}

impl Measure {
    /// Adds the counts of `text`.
    pub fn add(&mut self, text: &str) {
        let bytes = text.as_bytes();
        self.small_words += small_words(bytes);
        let mut in_word = false;
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..bytes.len().min(at + MOST)];
            let run = scan::first(rest, |byte, _| byte < 128, |byte, _| byte >= 128);
            let run = &rest[..run.unwrap_or(rest.len())];
            if !run.is_empty() {
                self.add_ascii(run, &mut in_word);
                at += run.len();
            }
            if let Some(char) = text[at..].chars().next().filter(|char| !char.is_ascii()) {
                at += char.len_utf8();
                self.add_char(char as u32, &mut in_word);
            }
        }
    }

    #[allow(clippy::cast_precision_loss)] // at most as many as there are bytes
    fn add_ascii(&mut self, run: &[u8], in_word: &mut bool) {
        let kinds = count(if *in_word { b'a' } else { b' ' }, run);
        *in_word = is_word(run[run.len() - 1]);
        let [starts, seen, digits, capitals, commas, stops, marks] = kinds;
        self.words += starts as f32;
        self.letters += seen;
        self.digits += digits;
        self.capitals += capitals;
        self.commas += commas;
        self.stops += stops;
        self.marks += marks;
        self.money += small(memchr::memchr_iter(b'$', run).count());
        let is_seen = |byte: &&u8| is_seen(**byte);
        self.last = run.iter().rfind(is_seen).map_or(self.last, |byte| u32::from(*byte));
        if self.first == 0 {
            self.first = run.iter().find(is_seen).map_or(0, |byte| u32::from(*byte));
        }
    }

    fn add_char(&mut self, code: u32, in_word: &mut bool) {
        match code {
            0xA3 | 0xA5 | 0x20A0..=0x20CF => self.money += 1,
            0xA0 | 0x2000..=0x200F | 0x3000 => {
                *in_word = false;
                return;
            }
            0x3001 | 0xFF0C | 0x60C => self.commas += 1,
            0x3002 | 0xFF01 | 0xFF1F | 0x2026 | 0x964 => self.stops += 1,
            0x2022 | 0xB7 | 0x203A | 0xBB | 0xAB | 0x2190..=0x21FF | 0x25A0..=0x27BF => {
                self.marks += 1;
            }
            0x2010..=0x206F => {}
            0x3040..=0x9FFF
            | 0xAC00..=0xD7AF
            | 0xF900..=0xFAFF
            | 0x20000..=0x3FFFF
            | 0xE00..=0xEFF => {
                self.words += 0.5;
            }
            _ => return self.see(code, in_word),
        }
        *in_word = false;
        self.touch(code);
    }

    fn see(&mut self, code: u32, in_word: &mut bool) {
        if !*in_word {
            self.words += 1.0;
            *in_word = true;
        }
        self.touch(code);
    }

    fn touch(&mut self, code: u32) {
        self.letters += 1;
        self.last = code;
        if self.first == 0 {
            self.first = code;
        }
    }

    /// Whether the text ends as a sentence does.
    #[must_use]
    pub fn ends_sentence(&self) -> bool {
        matches!(
            char::from_u32(self.last),
            Some('.' | '!' | '?' | '"' | '\u{201D}' | '\u{2026}' | '。' | '！' | '？' | ':' | ')')
        )
    }
}

/// Bytes counted at once.
const LANES: usize = 32;
/// Bytes in a run: a lane counts up to 255.
const MOST: usize = 255 * LANES;
const KINDS: usize = 7;

/// How many bytes of a run are of each kind: starts of words, visible characters, digits,
/// capitals, commas, stops and marks. `before` is the byte before the run.
fn count(before: u8, run: &[u8]) -> [u32; KINDS] {
    let mut kinds = [0; KINDS];
    if run.len() <= LANES {
        few(before, run, &mut kinds);
    } else {
        few(before, &run[..1], &mut kinds);
        let rest = many(run, &mut kinds);
        few(rest[0], &rest[1..], &mut kinds);
    }
    kinds
}

/// Counts up to 255 bytes one by one: what each counts as lies in the fields of one number.
fn few(before: u8, bytes: &[u8], kinds: &mut [u32; KINDS]) {
    let mut sum = 0;
    let mut before = TRAITS[before as usize & 127];
    for byte in bytes {
        let traits = TRAITS[*byte as usize & 127];
        // The first field is for the starts of words, not for all that is in them.
        sum += traits & !(before & 0xFF);
        before = traits;
    }
    for (field, kind) in kinds.iter_mut().enumerate() {
        *kind += (sum >> (8 * field) & 0xFF) as u32;
    }
}

/// Counts all but the first byte and less than a stretch at the end, which comes back with the
/// byte before it.
fn many<'r>(run: &'r [u8], kinds: &mut [u32; KINDS]) -> &'r [u8] {
    let mut lanes = [[0; LANES]; KINDS];
    let mut rest = run;
    while let Some(stretch) = rest.first_chunk::<{ LANES + 1 }>() {
        let [starts, seen, digits, capitals, commas, stops, marks] = &mut lanes;
        add(starts, stretch, |before, byte| is_word(byte) & !is_word(before));
        add(seen, stretch, |_, byte| is_seen(byte));
        add(digits, stretch, |_, byte| is_digit(byte));
        add(capitals, stretch, |_, byte| is_capital(byte));
        add(commas, stretch, |_, byte| is_comma(byte));
        add(stops, stretch, |_, byte| is_stop(byte));
        add(marks, stretch, |_, byte| is_mark(byte));
        rest = &rest[LANES..];
    }
    for (kind, lanes) in kinds.iter_mut().zip(lanes) {
        *kind += lanes.iter().map(|count: &u8| u32::from(*count)).sum::<u32>();
    }
    rest
}

fn add(lanes: &mut [u8; LANES], stretch: &[u8; LANES + 1], is: impl Fn(u8, u8) -> bool) {
    for at in 0..LANES {
        lanes[at] += u8::from(is(stretch[at], stretch[at + 1]));
    }
}

/// For each ASCII character a field of eight bits per kind.
const TRAITS: [u64; 128] = {
    let mut table = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = is_word(byte) as u64
            | (is_seen(byte) as u64) << 8
            | (is_digit(byte) as u64) << 16
            | (is_capital(byte) as u64) << 24
            | (is_comma(byte) as u64) << 32
            | (is_stop(byte) as u64) << 40
            | (is_mark(byte) as u64) << 48;
        byte += 1;
    }
    table
};

// Comparisons are joined without branches on purpose: so many bytes are compared at once.

const fn is_word(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26) | is_digit(byte)
}

const fn is_seen(byte: u8) -> bool {
    (byte != b' ') & (byte != 0x0C) & (byte.wrapping_sub(b'\t') > 1)
}

const fn is_digit(byte: u8) -> bool {
    (byte.wrapping_sub(b'0') < 10) | (byte == b'_')
}

const fn is_capital(byte: u8) -> bool {
    byte.wrapping_sub(b'A') < 26
}

const fn is_comma(byte: u8) -> bool {
    (byte == b',') | (byte == b';')
}

const fn is_stop(byte: u8) -> bool {
    (byte == b'.') | (byte == b'!') | (byte == b'?')
}

const fn is_mark(byte: u8) -> bool {
    let signs = (byte == b'|') | (byte == b'/') | (byte == b'#') | (byte == b'@');
    signs | (byte & !2 == b'<') | (byte | 1 == b'+') // < and >, * and +
}

/// Function words of the languages that most pages are in.
const SMALL: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "auf", "be", "but", "by", "che", "con", "dans", "das",
    "de", "del", "den", "der", "des", "die", "du", "ein", "eine", "el", "en", "er", "es", "est",
    "et", "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "il", "im",
    "in", "is", "ist", "it", "its", "je", "la", "las", "le", "les", "los", "mit", "na", "nicht",
    "not", "o", "of", "on", "or", "os", "par", "para", "por", "pour", "que", "qui", "se", "she",
    "sich", "sie", "so", "su", "sur", "that", "the", "their", "they", "this", "to", "um", "un",
    "una", "und", "une", "van", "von", "was", "we", "were", "which", "who", "will", "with",
    "would", "you", "your", "zu",
];

const SLOTS: usize = 512;

/// The function words where [`slot`] or the next free place says, 0 where none is.
const PACKED: [u64; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut word = 0;
    while word < SMALL.len() {
        let packed = pack(SMALL[word].as_bytes());
        let mut at = slot(packed);
        while table[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        table[at] = packed;
        word += 1;
    }
    table
};

/// A short word as one number, its first letter in the lowest bits.
const fn pack(word: &[u8]) -> u64 {
    let mut packed = 0;
    let mut at = word.len();
    while at > 0 {
        at -= 1;
        packed = packed << 8 | word[at] as u64;
    }
    packed
}

#[allow(clippy::cast_possible_truncation)] // nine bits
const fn slot(packed: u64) -> usize {
    (packed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize
}

/// How many words, as white space parts them, are function words.
fn small_words(text: &[u8]) -> u32 {
    let mut count = 0;
    let mut start = 0;
    scan::blanks(text, |at| {
        if text[at].is_ascii_whitespace() {
            count += is_small(&text[start..], at - start);
            start = at + 1;
        }
    });
    count + is_small(&text[start..], text.len() - start)
}

/// 1 if the first `length` bytes are a function word, which has at most five letters, else 0.
fn is_small(text: &[u8], length: usize) -> u32 {
    if length == 0 || length > 5 {
        return 0;
    }
    let word = text
        .first_chunk()
        .map_or_else(|| pack(&text[..length]), |eight| u64::from_le_bytes(*eight));
    // Letters differ from capitals by one bit, and the table has nothing but letters.
    let packed = (word | 0x2020_2020_2020_2020) & (u64::MAX >> (64 - 8 * length));
    let mut at = slot(packed);
    while PACKED[at % SLOTS] != 0 {
        if PACKED[at % SLOTS] == packed {
            return 1;
        }
        at += 1;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_in_scripts_with_and_without_spaces() {
        let count = |text: &str| {
            let mut measure = Measure::default();
            measure.add(text);
            measure.words
        };
        assert!((count("Two words, 3 numbers.") - 4.0).abs() < f32::EPSILON);
        assert!((count("日本語です") - 2.5).abs() < f32::EPSILON);
        assert!((count("naïve café") - 2.0).abs() < f32::EPSILON);
    }
}
