//! A page's bytes to its content: the one call that everything here serves.

use std::borrow::Cow;

use crate::content::blocks::{self, Blocks, Topic};
use crate::content::choose::{self, Choice};
use crate::content::features::{self, Features};
use crate::content::model::Model;
use crate::decode;
use crate::hidden::{self, Hidden, REASONS};
use crate::html;
use crate::html::tree::{DOCUMENT, Tree};
use crate::markdown::links::Base;
use crate::markdown::{self, Chosen, Markdown};
use crate::metadata::{self, Metadata};
use crate::shell;
use crate::stream;
use crate::text::visible;

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
    /// Why.
    pub reason: &'static str,
}

/// A page taken apart.
struct Page<'a> {
    tree: Tree<'a>,
    hidden: Hidden,
    blocks: Blocks,
}

impl<'a> Page<'a> {
    fn read(tree: Tree<'a>, topic: &Topic, strict: bool) -> Page<'a> {
        let hidden = hidden::find(&tree, strict);
        let blocks = blocks::read(&tree, &hidden, topic);
        Page { tree, hidden, blocks }
    }

    /// The page as its own script would show it, where it shows next to nothing without.
    fn after_script(self, topic: &Topic) -> Page<'a> {
        let Some(hidden) = hidden::find_after_script(&self.tree, &self.hidden) else { return self };
        let blocks = blocks::read(&self.tree, &hidden, topic);
        Page { tree: self.tree, hidden, blocks }
    }

    fn is_shell(&self) -> bool {
        self.blocks.containers[0].words < shell::FEW_WORDS
    }
}

/// Extracts the content of a page.
#[must_use]
pub fn extract(bytes: &[u8], address: &str, content_type: &str) -> Document {
    with_page(bytes, address, content_type, false, |read| document(read).0)
}

/// As `extract`, without text that is hidden at first: neither what a control opens, nor what a
/// page that shows next to nothing else keeps for its script.
#[must_use]
pub fn extract_strictly(bytes: &[u8], address: &str, content_type: &str) -> Document {
    with_page(bytes, address, content_type, true, |read| document(read).0)
}

/// The Markdown of a page by a model other than ours: how a fit is validated.
#[must_use]
pub fn markdown_by(model: &Model, bytes: &[u8], address: &str) -> String {
    with_page(bytes, address, "", false, |read| {
        let page = read.page;
        let choice = choose::choose_by(model, &page.tree, &page.blocks, &read.features);
        let chosen = Chosen { blocks: &choice.blocks, images: &choice.images };
        let (tree, hidden) = (&page.tree, &page.hidden);
        let mut content = markdown::write(tree, hidden, &page.blocks, &chosen, read.base);
        append_items(&mut content, &read);
        content.text
    })
}

/// Extracts the content of a page and tells about every block.
#[must_use]
pub fn explain(bytes: &[u8], address: &str, content_type: &str) -> (Document, Vec<Explained>) {
    with_page(bytes, address, content_type, false, |read| {
        let page = read.page;
        let (document, choice) = document(read);
        (document, explained(page, &choice))
    })
}

/// A page, what it says about itself and what its blocks look like.
struct Read<'p> {
    page: &'p Page<'p>,
    base: &'p Base,
    metadata: Metadata,
    features: Features,
    encoding: &'static str,
    characters: u32,
}

/// Reads a page, or the one inside it where it is a shell, and hands it on.
fn with_page<T>(
    bytes: &[u8],
    address: &str,
    content_type: &str,
    strict: bool,
    then: impl FnOnce(Read) -> T,
) -> T {
    let decoded = decode::decode(bytes, content_type);
    let mut tree = html::parse(&decoded.text);
    stream::settle(&mut tree);
    let base = Base::of(&tree, address);
    let metadata = metadata::read(&tree, address, &base);
    let topic = Topic::of(address, metadata.title.as_deref().unwrap_or(""));
    let mut outer = Page::read(tree, &topic, strict);
    if outer.is_shell() && !strict {
        outer = outer.after_script(&topic);
    }
    let inner = if outer.is_shell() { shell::inner_page(&outer.tree) } else { None };
    let source: Cow<str> = inner.map_or(Cow::Borrowed(""), Cow::Owned);
    let inner = (!source.is_empty()).then(|| Page::read(html::parse(&source), &topic, strict));
    let page = inner.as_ref().filter(|inner| !inner.is_shell()).unwrap_or(&outer);
    let features = features::describe(&page.blocks, &metadata, address, &topic);
    let characters = visible::count(&decoded.text);
    let encoding = decoded.encoding;
    then(Read { page, base: &base, metadata, features, encoding, characters })
}

fn document(read: Read) -> (Document, Choice) {
    let page = read.page;
    let choice = choose::choose(&page.tree, &page.blocks, &read.features);
    let chosen = Chosen { blocks: &choice.blocks, images: &choice.images };
    let mut content = markdown::write(&page.tree, &page.hidden, &page.blocks, &chosen, read.base);
    append_items(&mut content, &read);
    let mut removed: Vec<(&'static str, u32)> =
        REASONS.iter().copied().zip(page.hidden.counts).filter(|(_, count)| *count > 0).collect();
    if read.characters > 0 {
        removed.push(("characters", read.characters));
    }
    let document = Document {
        content,
        encoding: read.encoding,
        confidence: choice.confidence,
        kind: kind(&read.metadata, &read.features),
        metadata: read.metadata,
        removed,
    };
    (document, choice)
}

/// A listing whose items are only in its JSON-LD gets them from there.
fn append_items(content: &mut Markdown, read: &Read) {
    let page = read.page;
    let list = markdown::missing_items(&page.tree, &page.blocks, &read.metadata.items, read.base);
    if !list.is_empty() {
        content.text.push_str(if content.text.is_empty() { "" } else { "\n\n" });
        content.text.push_str(&list);
    }
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
    let blocks = page.blocks.blocks.iter().zip(texts).zip(choice.opinions.iter().zip(&choice.why));
    blocks
        .map(|((block, text), (opinion, why))| {
            let mut path = Vec::new();
            let mut container = block.container as usize;
            while container != 0 && path.len() < 32 {
                path.push(page.blocks.containers[container].tag.name());
                container = page.blocks.containers[container].parent as usize;
            }
            path.reverse();
            let path = path.join(">");
            Explained { text, path, opinion: *opinion, kept: why.keeps(), reason: why.name() }
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
    with_page(bytes, address, "", false, |read| Evidence {
        rows: read.features.values,
        width: features::FEATURES,
        texts: texts(&read.page.tree, &read.page.blocks),
        words: read.page.blocks.blocks.iter().map(|block| block.measure.words).collect(),
        page: read.features.page.to_vec(),
    })
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
