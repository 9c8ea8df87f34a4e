//! Counting what a text is made of, in one pass over its bytes.

use std::sync::LazyLock;

use crate::fast::Set;

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
        self.small_words += small_words(text);
        let mut in_word = false;
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if byte < 128 {
                at += 1;
                match byte {
                    b'a'..=b'z' => {
                        self.see(u32::from(byte), &mut in_word);
                        continue;
                    }
                    b'A'..=b'Z' => {
                        self.capitals += 1;
                        self.see(u32::from(byte), &mut in_word);
                        continue;
                    }
                    b'0'..=b'9' | b'_' => {
                        self.digits += 1;
                        self.see(u32::from(byte), &mut in_word);
                        continue;
                    }
                    b' ' | b'\n' | b'\t' | 0x0C => {
                        in_word = false;
                        continue;
                    }
                    b'$' => self.money += 1,
                    b',' | b';' => self.commas += 1,
                    b'.' | b'!' | b'?' => self.stops += 1,
                    b'|' | b'/' | b'>' | b'<' | b'*' | b'+' | b'#' | b'@' => self.marks += 1,
                    _ => {}
                }
                in_word = false;
                self.touch(u32::from(byte));
                continue;
            }
            let Some(char) = text[at..].chars().next() else { break };
            at += char.len_utf8();
            match char as u32 {
                code @ (0xA3 | 0xA5 | 0x20A0..=0x20CF) => {
                    self.money += 1;
                    in_word = false;
                    self.touch(code);
                }
                0xA0 | 0x2000..=0x200F | 0x3000 => in_word = false,
                code @ (0x3001 | 0xFF0C | 0x60C) => {
                    self.commas += 1;
                    in_word = false;
                    self.touch(code);
                }
                code @ (0x3002 | 0xFF01 | 0xFF1F | 0x2026 | 0x964) => {
                    self.stops += 1;
                    in_word = false;
                    self.touch(code);
                }
                code @ (0x2022
                | 0xB7
                | 0x203A
                | 0xBB
                | 0xAB
                | 0x2190..=0x21FF
                | 0x25A0..=0x27BF) => {
                    self.marks += 1;
                    in_word = false;
                    self.touch(code);
                }
                code @ 0x2010..=0x206F => {
                    in_word = false;
                    self.touch(code);
                }
                code @ (0x3040..=0x9FFF
                | 0xAC00..=0xD7AF
                | 0xF900..=0xFAFF
                | 0x20000..=0x3FFFF
                | 0xE00..=0xEFF) => {
                    self.words += 0.5;
                    in_word = false;
                    self.touch(code);
                }
                code => self.see(code, &mut in_word),
            }
        }
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

static PACKED: LazyLock<Set<u64>> =
    LazyLock::new(|| SMALL.iter().map(|word| pack(word.as_bytes())).collect());

/// A short word as one number, in lower case.
fn pack(word: &[u8]) -> u64 {
    word.iter().fold(0, |value, byte| value << 8 | u64::from(byte.to_ascii_lowercase()))
}

fn small_words(text: &str) -> u32 {
    let table = &*PACKED;
    let mut count = 0;
    for word in text.split_ascii_whitespace() {
        if word.len() <= 5 {
            count += u32::from(table.contains(&pack(word.as_bytes())));
        }
    }
    count
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
