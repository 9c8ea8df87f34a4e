//! A listing that a page only tells machines about, as a list for everybody.

use super::links::Base;
use super::writer::Writer;
use crate::content::blocks::{Blocks, NO_BLOCK};
use crate::fast::Set;
use crate::html::tree::{DOCUMENT, Tree};
use crate::metadata::Item;

/// With more of its items on the page than one in this many, a listing is shown already.
const SHOWN: usize = 5;

/// The items as a list, empty where the page shows them itself.
#[must_use]
pub fn missing(tree: &Tree, blocks: &Blocks, items: &[Item], base: &Base) -> String {
    if items.is_empty() || SHOWN * shown(tree, blocks, items) > items.len() {
        return String::new();
    }
    let mut writer = Writer::default();
    for item in items {
        writer.break_line(1);
        writer.push_prefix("- ", "  ");
        let target = base.resolve(&item.url);
        writer.open("[", target.map_or("]".into(), |url| format!("]({url})")), true);
        writer.text(&item.name);
        writer.close();
        writer.pop_prefix();
    }
    writer.out
}

/// How many of the items the page's own text names.
fn shown(tree: &Tree, blocks: &Blocks, items: &[Item]) -> usize {
    let known: Set<u64> = tree
        .inside(DOCUMENT)
        .filter(|id| blocks.of_node[*id as usize] != NO_BLOCK)
        .map(|id| key(tree.text(id)))
        .collect();
    items.iter().filter(|item| known.contains(&key(&item.name))).count()
}

fn key(text: &str) -> u64 {
    let letters: String =
        text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    xxhash_rust::xxh3::xxh3_64(letters.as_bytes())
}
