//! Fingerprints: equal, nearly equal and repeated texts.

use std::collections::{HashMap, HashSet};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Words per shingle; three tell phrases apart without being upset by one changed word.
const SHINGLE: usize = 3;

/// The xxh3 hash of bytes, for lookup keys.
#[must_use]
pub fn xxh3(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Fingerprint `text` so that texts sharing most of their phrases differ in few bits.
#[must_use]
pub fn simhash(text: &str) -> u64 {
    let words = word_hashes(text);
    let mut votes = Votes { bytes: [0; 8], waiting: 0, counts: [0; 64], total: 0 };
    if words.len() < SHINGLE {
        for word in &words {
            votes.cast(*word);
        }
    }
    for three in words.windows(SHINGLE) {
        votes.cast(three.iter().fold(0, |value: u64, word| {
            value.rotate_left(21) ^ word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        }));
    }
    votes.majority()
}

/// Counts, for each of 64 bits, how many hashes have it set.
///
/// Eight bits at a time are spread over the bytes of a word and added; a byte holds 255 votes.
struct Votes {
    bytes: [u64; 8],
    waiting: u8,
    counts: [u32; 64],
    total: u32,
}

impl Votes {
    fn cast(&mut self, hash: u64) {
        let hash = xxh3_64_with_seed(&hash.to_le_bytes(), 1);
        for (sum, bits) in self.bytes.iter_mut().zip(hash.to_le_bytes()) {
            *sum += SPREAD[usize::from(bits)];
        }
        self.total += 1;
        self.waiting += 1;
        if self.waiting == u8::MAX {
            self.settle();
        }
    }

    fn settle(&mut self) {
        for (place, sum) in self.bytes.iter_mut().enumerate() {
            for (bit, votes) in sum.to_le_bytes().into_iter().enumerate() {
                self.counts[place * 8 + bit] += u32::from(votes);
            }
            *sum = 0;
        }
        self.waiting = 0;
    }

    fn majority(mut self) -> u64 {
        self.settle();
        self.counts
            .iter()
            .enumerate()
            .fold(0, |bits, (at, count)| bits | u64::from(count * 2 > self.total) << at)
    }
}

/// For each byte a word with one byte for each of its bits.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (bit * 8);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The hash of each word, case aside, without making a string of it.
fn word_hashes(text: &str) -> Vec<u64> {
    let mut hashes = Vec::with_capacity(text.len() / 6);
    let mut word = String::new();
    for char in text.chars().chain(std::iter::once(' ')) {
        if char.is_ascii_alphanumeric() {
            word.push(char.to_ascii_lowercase());
        } else if !char.is_ascii() && char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        } else if !word.is_empty() {
            hashes.push(xxh3_64(word.as_bytes()));
            word.clear();
        }
    }
    hashes
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// The hash of each paragraph, white space and case aside; empty paragraphs have none.
#[must_use]
pub fn paragraphs(text: &str) -> Vec<u64> {
    text.split("\n\n")
        .map(|paragraph| words(paragraph).collect::<Vec<_>>().join(" "))
        .filter(|paragraph| !paragraph.is_empty())
        .map(|paragraph| xxh3_64(paragraph.as_bytes()))
        .collect()
}

/// Hashes of paragraphs that at least `least` texts share, in the order they were first seen.
#[must_use]
pub fn repeated(texts: &[String], least: usize) -> Vec<u64> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut order = Vec::new();
    for text in texts {
        let own: HashSet<u64> = paragraphs(text).into_iter().collect();
        for hash in paragraphs(text) {
            if own.contains(&hash) && !seen.contains_key(&hash) {
                order.push(hash);
            }
        }
        for hash in own {
            *seen.entry(hash).or_default() += 1;
        }
    }
    order.dedup();
    let mut told = HashSet::new();
    order.retain(|hash| seen.get(hash).copied().unwrap_or(0) >= least && told.insert(*hash));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(word: &str) -> String {
        let words: Vec<String> = (0..400).map(|number| format!("{word}{number}")).collect();
        words.join(" ")
    }

    #[test]
    fn texts_that_share_most_phrases_differ_in_few_bits() {
        let long = numbered("word");
        let near = format!("{long} and one more sentence");
        let far = numbered("other");
        assert!((simhash(&long) ^ simhash(&near)).count_ones() <= 10);
        assert!((simhash(&long) ^ simhash(&far)).count_ones() > 16);
    }

    #[test]
    fn votes_are_counted_bit_by_bit() {
        let text = numbered("count");
        let mut plain = [0i32; 64];
        for three in word_hashes(&text).windows(SHINGLE) {
            let mixed = three.iter().fold(0, |value: u64, word| {
                value.rotate_left(21) ^ word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            });
            let hash = xxh3_64_with_seed(&mixed.to_le_bytes(), 1);
            for (at, count) in plain.iter_mut().enumerate() {
                *count += if hash >> at & 1 == 1 { 1 } else { -1 };
            }
        }
        let bits = plain
            .iter()
            .enumerate()
            .fold(0, |bits, (at, count)| bits | u64::from(*count > 0) << at);
        assert_eq!(simhash(&text), bits);
    }

    #[test]
    fn what_pages_repeat_is_found() {
        let texts =
            ["Top\n\na\n\nBottom".to_owned(), "Top\n\nb\n\nbottom".to_owned(), "Top".to_owned()];
        assert_eq!(repeated(&texts, 2), vec![paragraphs("top")[0], paragraphs("Bottom")[0]]);
    }
}
