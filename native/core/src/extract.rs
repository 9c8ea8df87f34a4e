//! A page's bytes to its content: the one call that everything here serves.

use std::borrow::Cow;

use crate::content::blocks::{self, Blocks};
use crate::content::choose::{self, Choice};
use crate::content::features::{self, Features};
use crate::decode;
use crate::hidden::{self, Hidden, REASONS};
use crate::html;
use crate::html::tree::{DOCUMENT, Tree};
use crate::markdown::links::Base;
use crate::markdown::{self, Chosen, Markdown};
use crate::metadata::{self, Metadata};
use crate::sanitize;
use crate::shell;

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
    /// What kind of page it looks like.
    pub kind: &'static str,
    /// Places with hidden text by the reason they were left out for; none without any.
    pub removed: Vec<(&'static str, u32)>,
}

/// Why a block is in the result or not.
pub struct Explained {
    /// The block's text.
    pub text: String,
    /// The tags around it, from the outside in.
    pub path: String,
    /// The probability that it is content.
    pub opinion: f32,
    /// Whether it was kept.
    pub kept: bool,
}

/// A page taken apart.
struct Page<'a> {
    tree: Tree<'a>,
    hidden: Hidden,
    blocks: Blocks,
}

impl<'a> Page<'a> {
    fn read(source: &'a str, strict: bool) -> Page<'a> {
        let tree = html::parse(source);
        let hidden = hidden::find(&tree, strict);
        let blocks = blocks::read(&tree, &hidden);
        Page { tree, hidden, blocks }
    }

    fn is_shell(&self) -> bool {
        self.blocks.containers[0].words < shell::FEW_WORDS
    }
}

/// Extracts the content of a page.
#[must_use]
pub fn extract(bytes: &[u8], address: &str, content_type: &str) -> Document {
    let (document, _) = weigh(bytes, address, content_type, false, false);
    document
}

/// As `extract`, without hidden text even where a page hides most of what it has.
#[must_use]
pub fn extract_strictly(bytes: &[u8], address: &str, content_type: &str) -> Document {
    let (document, _) = weigh(bytes, address, content_type, false, true);
    document
}

/// Extracts the content of a page and tells about every block.
#[must_use]
pub fn explain(bytes: &[u8], address: &str, content_type: &str) -> (Document, Vec<Explained>) {
    weigh(bytes, address, content_type, true, false)
}

fn weigh(
    bytes: &[u8],
    address: &str,
    content_type: &str,
    tell: bool,
    strict: bool,
) -> (Document, Vec<Explained>) {
    let decoded = decode::decode(bytes, content_type);
    let outer = Page::read(&decoded.text, strict);
    let base = Base::of(&outer.tree, address);
    let metadata = metadata::read(&outer.tree, address, &base);
    let inner = if outer.is_shell() { shell::inner_page(&outer.tree) } else { None };
    let source: Cow<str> = inner.map_or(Cow::Borrowed(""), Cow::Owned);
    let inner = (!source.is_empty()).then(|| Page::read(&source, strict));
    let page = inner.as_ref().filter(|inner| !inner.is_shell()).unwrap_or(&outer);
    let features = features::describe(&page.blocks, &metadata, address);
    let choice = choose::choose(&page.tree, &page.blocks, &features);
    let chosen = Chosen { blocks: &choice.blocks, images: &choice.images };
    let content = markdown::write(&page.tree, &page.hidden, &page.blocks, &chosen, &base);
    let explained = if tell { explained(page, &choice) } else { Vec::new() };
    let mut removed: Vec<(&'static str, u32)> =
        REASONS.iter().copied().zip(page.hidden.counts).filter(|(_, count)| *count > 0).collect();
    let characters = sanitize::dropped(&decoded.text);
    if characters > 0 {
        removed.push(("characters", characters));
    }
    let document = Document {
        content,
        encoding: decoded.encoding,
        confidence: choice.confidence,
        kind: kind(&metadata, &features),
        metadata,
        removed,
    };
    (document, explained)
}

/// What kind of page it is, from what it calls itself and where it stands.
fn kind(metadata: &Metadata, features: &Features) -> &'static str {
    let is = |at: usize| features.page[at] > 0.0;
    let named = |name: &str| metadata.kinds.iter().any(|kind| kind == name);
    if is(22) || is(28) && !is(20) {
        "forum"
    } else if is(21) && !is(23) {
        "product"
    } else if is(20) {
        "article"
    } else if is(31) || features.page[12] > 2.0 {
        "documentation"
    } else if is(23) && !named("blog") || is(30) {
        "collection"
    } else if features.page[4] > 250.0 {
        "article"
    } else if features.page[5] > 0.5 {
        "listing"
    } else {
        "service"
    }
}

fn explained(page: &Page, choice: &Choice) -> Vec<Explained> {
    let texts = texts(&page.tree, &page.blocks);
    let blocks =
        page.blocks.blocks.iter().zip(texts).zip(choice.opinions.iter().zip(&choice.blocks));
    blocks
        .map(|((block, text), (opinion, kept))| {
            let mut path = Vec::new();
            let mut container = block.container as usize;
            while container != 0 && path.len() < 32 {
                path.push(page.blocks.containers[container].tag.name());
                container = page.blocks.containers[container].parent as usize;
            }
            path.reverse();
            Explained { text, path: path.join(">"), opinion: *opinion, kept: *kept }
        })
        .collect()
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
    let outer = Page::read(&decoded.text, false);
    let base = Base::of(&outer.tree, address);
    let metadata = metadata::read(&outer.tree, address, &base);
    let inner = if outer.is_shell() { shell::inner_page(&outer.tree) } else { None };
    let source: Cow<str> = inner.map_or(Cow::Borrowed(""), Cow::Owned);
    let inner = (!source.is_empty()).then(|| Page::read(&source, false));
    let page = inner.as_ref().filter(|inner| !inner.is_shell()).unwrap_or(&outer);
    let features = features::describe(&page.blocks, &metadata, address);
    Evidence {
        rows: features.values,
        width: features::FEATURES,
        texts: texts(&page.tree, &page.blocks),
        words: page.blocks.blocks.iter().map(|block| block.measure.words).collect(),
        page: features.page.to_vec(),
    }
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
