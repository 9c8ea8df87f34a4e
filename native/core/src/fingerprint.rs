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
    let words: Vec<u64> = words(text).map(|word| xxh3_64(word.as_bytes())).collect();
    let mut votes = [0i32; 64];
    if words.len() < SHINGLE {
        for word in &words {
            vote(&mut votes, *word);
        }
    }
    for three in words.windows(SHINGLE) {
        vote(
            &mut votes,
            three.iter().fold(0, |value: u64, word| {
                value.rotate_left(21) ^ word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }),
        );
    }
    votes.iter().enumerate().fold(0, |bits, (at, count)| bits | u64::from(*count > 0) << at)
}

fn vote(votes: &mut [i32; 64], hash: u64) {
    let hash = xxh3_64_with_seed(&hash.to_le_bytes(), 1);
    for (at, count) in votes.iter_mut().enumerate() {
        *count += if hash >> at & 1 == 1 { 1 } else { -1 };
    }
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
        let words: Vec<String> = (0..200).map(|number| format!("{word}{number}")).collect();
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
    fn what_pages_repeat_is_found() {
        let texts =
            ["Top\n\na\n\nBottom".to_owned(), "Top\n\nb\n\nbottom".to_owned(), "Top".to_owned()];
        assert_eq!(repeated(&texts, 2), vec![paragraphs("top")[0], paragraphs("Bottom")[0]]);
    }
}
