//! A page's bytes to its content: the one call that everything here serves.

use crate::content::blocks::{self, Blocks};
use crate::content::choose::{self, Choice};
use crate::content::features;
use crate::decode;
use crate::hidden;
use crate::html;
use crate::html::tree::{DOCUMENT, Tree};
use crate::markdown::links::Base;
use crate::markdown::{self, Chosen, Markdown};
use crate::metadata::{self, Metadata};

/// Everything that is known about a page.
pub struct Document {
    /// The content and its structure.
    pub content: Markdown,
    /// What the page says about itself.
    pub metadata: Metadata,
    /// The encoding it was in.
    pub encoding: &'static str,
    /// How sure the choice of content is, from 0 to 1.
    pub confidence: f32,
}

/// Extracts the content of a page.
#[must_use]
pub fn extract(bytes: &[u8], address: &str, content_type: &str) -> Document {
    let decoded = decode::decode(bytes, content_type);
    let tree = html::parse(&decoded.text);
    let base = Base::of(&tree, address);
    let hidden = hidden::find(&tree);
    let blocks = blocks::read(&tree, &hidden);
    let metadata = metadata::read(&tree, address, &base);
    let features = features::describe(&blocks, &metadata, address);
    let Choice { blocks: keep, images, confidence, .. } = choose::choose(&tree, &blocks, &features);
    let chosen = Chosen { blocks: &keep, images: &images };
    let content = markdown::write(&tree, &hidden, &blocks, &chosen, &base);
    Document { content, metadata, encoding: decoded.encoding, confidence }
}

/// What a model is fitted on: the numbers of all blocks, and their texts.
pub struct Evidence {
    /// Rows of numbers.
    pub rows: Vec<f32>,
    /// Numbers per row.
    pub width: usize,
    /// The blocks' texts.
    pub texts: Vec<String>,
    /// The words that the choice counts per block.
    pub words: Vec<f32>,
    /// The page's own numbers.
    pub page: Vec<f32>,
}

/// The evidence about a page.
#[must_use]
pub fn evidence(bytes: &[u8], address: &str) -> Evidence {
    let decoded = decode::decode(bytes, "");
    let tree = html::parse(&decoded.text);
    let base = Base::of(&tree, address);
    let hidden = hidden::find(&tree);
    let blocks = blocks::read(&tree, &hidden);
    let metadata = metadata::read(&tree, address, &base);
    let features = features::describe(&blocks, &metadata, address);
    let words = blocks.blocks.iter().map(|block| block.measure.words).collect();
    Evidence { rows: features.values, width: features::FEATURES, texts: texts(&tree, &blocks), words, page: features.page.to_vec() }
}

fn texts(tree: &Tree, blocks: &Blocks) -> Vec<String> {
    let mut texts = vec![String::new(); blocks.blocks.len()];
    for id in tree.inside(DOCUMENT) {
        let block = blocks.of_node[id as usize];
        if !tree.text(id).is_empty() {
            if let Some(text) = texts.get_mut(block as usize) {
                text.push_str(tree.text(id));
                text.push(' ');
            }
        }
    }
    texts
}
