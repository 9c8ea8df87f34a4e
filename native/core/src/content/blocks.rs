//! The page as blocks: runs of text that no block-level element breaks.

use super::kinds::{is_block, is_unread};
use super::lexicon::{class_groups, lead, long_words, phrase_groups};
use super::measure::Measure;
use crate::fast::{Map, Set};
use crate::hidden::Hidden;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Kind, NONE, Tree, attr, small};
use crate::scan;
use xxhash_rust::xxh3::xxh3_64;

/// Blocks past this many are one: a page of a million lines is no reason to weigh each.
const MOST_BLOCKS: usize = 50_000;
/// Texts longer than this are not looked through for telling words.
const SHORT: usize = 160;

/// A block-level element with text in it, itself or further down.
#[derive(Clone, Debug)]
pub struct Container {
    /// The element.
    pub id: Id,
    /// Its tag.
    pub tag: Tag,
    /// The container around it; 0 for the outermost, which is its own.
    pub parent: u32,
    /// How many containers are around it.
    pub depth: u32,
    /// Groups of the words in its class and id.
    pub classes: u64,
    /// Tag and class, hashed: elements of one kind share it.
    pub signature: u32,
    /// Words inside.
    pub words: f32,
    /// Words inside links.
    pub link_words: f32,
    /// Blocks inside.
    pub blocks: u32,
    /// Commas and ends of sentences inside.
    pub prose: u32,
    /// Images inside.
    pub images: u32,
    /// Buttons and form fields inside.
    pub fields: u32,
    /// Child containers that hold text.
    pub children: u32,
    /// Links inside.
    pub links: u32,
    /// Headings inside.
    pub headings: u32,
    /// Paragraph elements inside.
    pub paragraphs: u32,
    /// Signs of money inside.
    pub money: u32,
    /// Blocks inside that name a date.
    pub dates: u32,
    /// Words inside links that lead below the page's own address.
    pub below: f32,
}

/// A run of text.
#[derive(Clone, Debug)]
pub struct Block {
    /// The innermost container.
    pub container: u32,
    /// The first text node.
    pub first: Id,
    /// The last text node.
    pub last: Id,
    /// What the text is made of.
    pub measure: Measure,
    /// Words in links.
    pub link_words: f32,
    /// Words in bold type.
    pub bold_words: f32,
    /// Links begun.
    pub links: u32,
    /// Groups of telling words in a short text.
    pub phrases: u64,
    /// Groups of the class words of inline elements in it.
    pub classes: u64,
    /// Whether it begins inside a link, a button, a label or a time element.
    pub begins: u8,
    /// Hash of the text, for finding repetition.
    pub hash: u64,
    /// Words that the page has said before.
    pub seen: f32,
    /// Words in links by where they lead, see [`Target`].
    pub targets: [f32; TARGETS],
    /// Words that are in the title too; only short texts are looked through.
    pub title_words: u32,
    /// How it begins, see [`lead`].
    pub lead: u8,
}

/// Where a link leads, seen from the page: to a place on it, to another site, below it, elsewhere.
const TARGETS: usize = 4;

/// An image and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    /// The element.
    pub id: Id,
    /// The container around it.
    pub container: u32,
    /// Blocks before it.
    pub after: u32,
}

/// All blocks of a page.
pub struct Blocks {
    /// In document order.
    pub blocks: Vec<Block>,
    /// In document order, so that a container comes after the one around it.
    pub containers: Vec<Container>,
    /// In document order.
    pub images: Vec<Image>,
    /// The block of each text node and the number of each image, [`NO_BLOCK`] where there is none.
    pub of_node: Vec<u32>,
    /// The container of each block-level element, [`NO_BLOCK`] where there is none.
    pub container_of: Vec<u32>,
}

/// The number for "in no block".
pub const NO_BLOCK: u32 = u32::MAX;

const CLASS: u32 = attr("class");
const ID: u32 = attr("id");
const ROLE: u32 = attr("role");
const ITEMPROP: u32 = attr("itemprop");
const TESTID: u32 = attr("data-testid");
const HREF: u32 = attr("href");
/// Groups of phrases that dates are made of, by their place in the lexicon.
const DATES: u64 = 1 << 13 | 1 << 14;
/// Shorter texts are repeated by chance.
const TELLING: usize = 24;

/// What is known about a page before its text is read.
pub struct Topic<'a> {
    host: &'a str,
    path: &'a str,
    title: Set<u64>,
}

impl<'a> Topic<'a> {
    /// The topic of the page at an address with a title.
    #[must_use]
    pub fn of(address: &'a str, title: &str) -> Topic<'a> {
        let rest = address.split_once("://").map_or("", |(_, rest)| rest);
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let path = rest[end..].split(['?', '#']).next().unwrap_or("");
        let host = rest[..end].trim_start_matches("www.");
        Topic { host, path: path.trim_end_matches('/'), title: long_words(title).collect() }
    }

    /// How many words tell what the page is about.
    #[must_use]
    pub fn title_words(&self) -> usize {
        self.title.len()
    }

    fn target(&self, href: &str) -> usize {
        let href = href.trim_ascii();
        if href.is_empty() || href.starts_with(['#', '?']) || href.starts_with("javascript:") {
            return 0;
        }
        let host = href.as_bytes().windows(2).take(7).position(|two| two == b"//");
        let path = match host.map(|at| &href[at + 2..]) {
            Some(rest) => {
                let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
                if rest[..end].trim_start_matches("www.") != self.host {
                    return 1;
                }
                &rest[end..]
            }
            _ if href.starts_with("mailto:") || href.starts_with("tel:") => return 1,
            _ => href,
        };
        let below = path.strip_prefix(self.path).is_some_and(|rest| rest.len() > 1);
        if below && !self.path.is_empty() { 2 } else { 3 }
    }
}

/// Takes the visible text of a page apart.
#[must_use]
pub fn read(tree: &Tree, hidden: &Hidden, topic: &Topic) -> Blocks {
    let mut reader = Reader {
        tree,
        hidden,
        topic,
        target: 3,
        seen: Set::default(),
        names: Map::default(),
        out: Blocks {
            blocks: Vec::with_capacity(256),
            containers: Vec::with_capacity(tree.nodes.len() / 4 + 8),
            images: Vec::new(),
            of_node: vec![NO_BLOCK; tree.nodes.len()],
            container_of: vec![NO_BLOCK; tree.nodes.len()],
        },
        open: Vec::with_capacity(64),
        current: None,
        links: 0,
        bold: 0,
        begins: 0,
        classes: Vec::new(),
        breaks: 0,
    };
    reader.push(DOCUMENT, Tag::UNKNOWN, 0, 0);
    reader.walk();
    reader.finish()
}

struct Reader<'t, 'a> {
    tree: &'t Tree<'a>,
    hidden: &'t Hidden,
    topic: &'t Topic<'t>,
    target: usize,
    seen: Set<u64>,
    /// Groups of the names in a class or an id, by the hash of it.
    names: Map<u64, u64>,
    out: Blocks,
    open: Vec<u32>,
    current: Option<usize>,
    links: u32,
    bold: u32,
    begins: u8,
    classes: Vec<u64>,
    breaks: u32,
}

impl Reader<'_, '_> {
    fn walk(&mut self) {
        let mut at = self.tree.node(DOCUMENT).first;
        if at == NONE {
            return;
        }
        'walk: loop {
            let inside = self.enter(at);
            let first = self.tree.node(at).first;
            if inside && first != NONE {
                at = first;
                continue;
            }
            if inside {
                self.leave(at);
            }
            loop {
                let node = self.tree.node(at);
                if node.next != NONE {
                    at = node.next;
                    break;
                }
                at = node.parent;
                if at == DOCUMENT {
                    break 'walk;
                }
                self.leave(at);
            }
        }
    }

    /// Whether to go into the node; what is entered is left again.
    fn enter(&mut self, id: Id) -> bool {
        let node = self.tree.node(id);
        match node.kind {
            Kind::Text => {
                self.text(id);
                return false;
            }
            Kind::Comment | Kind::Document => return false,
            Kind::Element | Kind::Svg | Kind::Math => {}
        }
        if self.hidden.is_hidden(id) || is_unread(self.tree, id) {
            if matches!(node.tag, Tag::INPUT | Tag::SELECT | Tag::TEXTAREA) {
                self.top().fields += 1;
            }
            return false;
        }
        if node.tag == Tag::IMG {
            let container = self.open[self.open.len() - 1];
            self.out.of_node[id as usize] = small(self.out.images.len());
            self.out.images.push(Image { id, container, after: small(self.out.blocks.len()) });
            self.top().images += 1;
            return false;
        }
        if is_block(self.tree, id) {
            self.current = None;
            let names = self.names(id);
            let signature = self.signature(id);
            self.push(id, node.tag, names, signature);
            if node.tag == Tag::BUTTON {
                self.top().fields += 1;
            }
            return true;
        }
        match node.tag {
            Tag::BR => {
                self.breaks += 1;
                if self.breaks > 1 {
                    self.current = None;
                }
                return false;
            }
            Tag::A => {
                self.links += 1;
                self.target = self.topic.target(self.tree.attribute(id, HREF).unwrap_or(""));
            }
            Tag::B | Tag::STRONG => self.bold += 1,
            Tag::LABEL => self.begins |= 2,
            Tag::TIME => self.begins |= 4,
            _ => {}
        }
        let names = self.names(id);
        self.classes.push(names);
        true
    }

    fn leave(&mut self, id: Id) {
        if self.out.container_of[id as usize] != NO_BLOCK {
            self.current = None;
            self.open.pop();
            return;
        }
        match self.tree.node(id).tag {
            Tag::A => self.links = self.links.saturating_sub(1),
            Tag::B | Tag::STRONG => self.bold = self.bold.saturating_sub(1),
            Tag::LABEL => self.begins &= !2,
            Tag::TIME => self.begins &= !4,
            _ => {}
        }
        self.classes.pop();
    }

    fn names(&mut self, id: Id) -> u64 {
        let mut groups = 0;
        for attribute in self.tree.attributes(id) {
            if matches!(attribute.name, CLASS | ID | ROLE | ITEMPROP | TESTID) {
                let names = self.tree.str(attribute.value);
                // Pages repeat the same few classes.
                let known = self.names.entry(xxh3_64(names.as_bytes()));
                groups |= *known.or_insert_with(|| class_groups(names));
            }
        }
        groups
    }

    fn signature(&self, id: Id) -> u32 {
        let class = self.tree.attribute(id, CLASS).unwrap_or("");
        let first = class.split_ascii_whitespace().next().unwrap_or("");
        attr(first).wrapping_mul(31).wrapping_add(u32::from(self.tree.node(id).tag.0))
    }

    fn push(&mut self, id: Id, tag: Tag, classes: u64, signature: u32) {
        let parent = self.open.last().copied().unwrap_or(0);
        let number = small(self.out.containers.len());
        self.out.container_of[id as usize] = number;
        self.out.containers.push(Container {
            id,
            tag,
            parent,
            depth: small(self.open.len()),
            classes,
            signature,
            words: 0.0,
            link_words: 0.0,
            blocks: 0,
            prose: 0,
            images: 0,
            fields: 0,
            children: 0,
            links: 0,
            headings: u32::from(tag.heading().is_some()),
            paragraphs: u32::from(tag == Tag::P),
            money: 0,
            dates: 0,
            below: 0.0,
        });
        self.open.push(number);
    }

    fn top(&mut self) -> &mut Container {
        let number = self.open[self.open.len() - 1];
        &mut self.out.containers[number as usize]
    }

    fn text(&mut self, id: Id) {
        let text = self.tree.text(id);
        let trimmed = scan::trim(text);
        if trimmed.is_empty() {
            return;
        }
        if self.hidden.is_hidden(id) {
            return;
        }
        self.breaks = 0;
        let full = self.out.blocks.len() >= MOST_BLOCKS;
        let at = match self.current {
            Some(at) => at,
            None if full => self.out.blocks.len() - 1,
            None => {
                let container = self.open[self.open.len() - 1];
                self.out.blocks.push(Block {
                    container,
                    first: id,
                    last: id,
                    measure: Measure::default(),
                    link_words: 0.0,
                    bold_words: 0.0,
                    links: 0,
                    phrases: 0,
                    classes: 0,
                    begins: self.begins | u8::from(self.links > 0),
                    hash: 0,
                    seen: 0.0,
                    targets: [0.0; TARGETS],
                    title_words: 0,
                    lead: lead(text),
                });
                self.out.blocks.len() - 1
            }
        };
        self.current = Some(at);
        self.out.of_node[id as usize] = small(at);
        let block = &mut self.out.blocks[at];
        block.last = id;
        let before = block.measure.words;
        block.measure.add(text);
        let words = block.measure.words - before;
        if self.links > 0 {
            block.link_words += words;
            block.links += 1;
            block.targets[self.target] += words;
        }
        if self.bold > 0 {
            block.bold_words += words;
        }
        for classes in &self.classes {
            block.classes |= classes;
        }
        if text.len() <= SHORT {
            block.phrases |= phrase_groups(text);
            let known = long_words(text).filter(|word| self.topic.title.contains(word)).count();
            block.title_words += small(known);
        }
        let hash = xxh3_64(trimmed.as_bytes());
        if trimmed.len() >= TELLING && !self.seen.insert(hash) {
            block.seen += words;
        }
        block.hash = block.hash.rotate_left(7) ^ hash;
    }

    /// Sums what is inside each container, from the inside out.
    fn finish(mut self) -> Blocks {
        let containers = &mut self.out.containers;
        for block in &self.out.blocks {
            let container = &mut containers[block.container as usize];
            container.words += block.measure.words;
            container.link_words += block.link_words;
            container.blocks += 1;
            container.prose += block.measure.commas + block.measure.stops;
            container.links += block.links;
            container.money += block.measure.money;
            container.dates += u32::from(block.phrases & DATES != 0);
            container.below += block.targets[2];
        }
        for at in (1..containers.len()).rev() {
            let inner = containers[at].clone();
            let outer = &mut containers[inner.parent as usize];
            outer.words += inner.words;
            outer.link_words += inner.link_words;
            outer.blocks += inner.blocks;
            outer.prose += inner.prose;
            outer.images += inner.images;
            outer.fields += inner.fields;
            outer.links += inner.links;
            outer.headings += inner.headings;
            outer.paragraphs += inner.paragraphs;
            outer.money += inner.money;
            outer.dates += inner.dates;
            outer.below += inner.below;
            outer.children += u32::from(inner.blocks > 0);
        }
        self.out
    }
}
