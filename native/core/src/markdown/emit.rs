//! Block-level elements: headings, lists, quotes, definitions and everything that holds them.

use super::links::Base;
use super::notes::Notes;
use super::writer::Writer;
use crate::content::blocks::{Blocks, NO_BLOCK};
use crate::content::kinds::{is_block, is_unread};
use crate::hidden::Hidden;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Kind, Tree, attr};

/// Elements are followed at most this deep; only mended trees of hostile pages are deeper.
const DEEPEST: u32 = 900;

/// What to write: a choice for every block and every image.
pub struct Chosen<'t> {
    /// For each block whether it is content.
    pub blocks: &'t [bool],
    /// For each image whether it belongs to the content.
    pub images: &'t [bool],
}

/// A heading of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text, without marks.
    pub text: String,
    /// Where its line starts, in characters.
    pub offset: usize,
}

/// A link of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it stands on.
    pub text: String,
    /// Where it leads, absolute.
    pub url: String,
}

/// The result.
#[derive(Clone, Debug, Default)]
pub struct Markdown {
    /// The text.
    pub text: String,
    /// Its headings.
    pub outline: Vec<Heading>,
    /// Its links.
    pub links: Vec<Link>,
}

/// Writes the chosen blocks of a page.
#[must_use]
pub fn write(
    tree: &Tree,
    hidden: &Hidden,
    blocks: &Blocks,
    chosen: &Chosen,
    base: &Base,
) -> Markdown {
    let mut kept = vec![0u32; blocks.containers.len()];
    for (block, keep) in blocks.blocks.iter().zip(chosen.blocks) {
        kept[block.container as usize] += u32::from(*keep);
    }
    for (image, keep) in blocks.images.iter().zip(chosen.images) {
        kept[image.container as usize] += u32::from(*keep);
    }
    for at in (1..kept.len()).rev() {
        kept[blocks.containers[at].parent as usize] += kept[at];
    }
    let mut emitter = Emitter {
        tree,
        hidden,
        blocks,
        chosen,
        base,
        kept,
        writer: Writer::default(),
        headings: Vec::new(),
        notes: Notes::find(tree),
        depth: 0,
    };
    emitter.children(DOCUMENT);
    emitter.finish()
}

pub(super) struct Emitter<'t, 'a> {
    pub tree: &'t Tree<'a>,
    pub hidden: &'t Hidden,
    pub blocks: &'t Blocks,
    pub chosen: &'t Chosen<'t>,
    pub base: &'t Base,
    /// Kept blocks inside each container.
    pub kept: Vec<u32>,
    pub writer: Writer,
    headings: Vec<(u8, usize, usize)>,
    pub notes: Notes,
    depth: u32,
}

const START: u32 = attr("start");
const REVERSED: u32 = attr("reversed");
const VALUE: u32 = attr("value");
/// What the marker of an item may count up to.
const NUMBERS: std::ops::Range<i64> = 0..1_000_000_000;

impl Emitter<'_, '_> {
    pub fn children(&mut self, id: Id) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        let mut at = self.tree.node(id).first;
        while at != crate::html::tree::NONE {
            self.node(at);
            at = self.tree.node(at).next;
        }
        self.depth -= 1;
    }

    fn node(&mut self, id: Id) {
        match self.tree.node(id).kind {
            Kind::Text => self.text(id),
            Kind::Math => self.maths(id),
            Kind::Element => {
                if self.hidden.is_hidden(id) {
                } else if is_unread(self.tree, id) {
                    self.unread(id);
                } else if is_block(self.tree, id) {
                    self.block(id);
                } else {
                    self.inline(id);
                }
            }
            _ => {}
        }
    }

    /// Whether a block-level element holds anything that is kept.
    pub fn holds(&self, id: Id) -> bool {
        let container = self.blocks.container_of[id as usize];
        container != NO_BLOCK && self.kept[container as usize] > 0
    }

    fn block(&mut self, id: Id) {
        if !self.holds(id) {
            return;
        }
        if let Some(start) = self.note_start(id) {
            return self.prefixed(id, &start, "    ", 2);
        }
        match self.tree.tag(id) {
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.heading(id),
            Tag::UL | Tag::OL | Tag::MENU | Tag::DIR => self.list(id),
            Tag::LI => self.item(id, "- "),
            Tag::DT => self.spaced(id, 2, 1),
            Tag::DD => self.prefixed(id, ": ", "  ", 1),
            Tag::BLOCKQUOTE if self.is_indentation(id) => self.spaced(id, 2, 2),
            Tag::DIV if self.is_bare_code(id) => self.code_block(id),
            Tag::BLOCKQUOTE => self.prefixed(id, "> ", "> ", 2),
            Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => self.code_block(id),
            Tag::TABLE => self.table(id),
            Tag::SUMMARY => {
                self.writer.break_line(2);
                self.writer.open("**", "**".into(), false);
                self.children(id);
                self.writer.close();
                self.writer.break_line(2);
            }
            Tag::TR => self.spaced(id, 1, 1),
            _ => self.spaced(id, 2, 2),
        }
    }

    /// Whether a quote holds nothing but code: then it was only meant to indent it.
    fn is_indentation(&self, id: Id) -> bool {
        const LARGEST: usize = 400;
        if self.is_docutils_indentation(id) {
            return true;
        }
        let mut next = self.tree.following(id, id);
        let mut code = false;
        for _ in 0..LARGEST {
            let Some(at) = next else { return code };
            if self.tree.tag(at) == Tag::PRE {
                code = true;
                next = self.tree.after(at, id);
                continue;
            }
            if !self.tree.text(at).trim_ascii().is_empty() {
                return false;
            }
            next = self.tree.following(at, id);
        }
        false
    }

    /// Docutils writes an indented part as a quote with one bare box in it.
    fn is_docutils_indentation(&self, id: Id) -> bool {
        let mut parts = self.tree.children(id).filter(|child| self.tree.node(*child).is_element());
        let only = parts.next().filter(|_| parts.next().is_none());
        only.is_some_and(|only| {
            self.tree.tag(only) == Tag::DIV && self.tree.attributes(only).is_empty()
        })
    }

    fn spaced(&mut self, id: Id, before: u8, after: u8) {
        self.writer.break_line(before);
        self.children(id);
        self.writer.break_line(after);
    }

    fn prefixed(&mut self, id: Id, first: &str, rest: &str, gap: u8) {
        self.writer.break_line(gap);
        self.writer.push_prefix(first, rest);
        self.children(id);
        self.writer.pop_prefix();
        self.writer.break_line(gap);
    }

    fn heading(&mut self, id: Id) {
        let level = self.tree.tag(id).heading().unwrap_or(6);
        if self.writer.one_line > 0 {
            return self.spaced(id, 1, 1);
        }
        self.writer.break_line(2);
        let mark = self.writer.hold();
        self.writer.push_prefix(&format!("{} ", "#".repeat(level as usize)), "");
        self.writer.one_line += 1;
        self.children(id);
        self.writer.one_line -= 1;
        self.writer.pop_prefix();
        if let Some(start) = self.writer.line_since(mark) {
            self.headings.push((level, start, self.writer.out.len()));
        }
        self.writer.break_line(2);
    }

    fn list(&mut self, id: Id) {
        let ordered = self.tree.tag(id) == Tag::OL;
        let back = self.tree.attribute(id, REVERSED).is_some();
        let mut number = self.number(id, START).unwrap_or(if back { self.items(id) } else { 1 });
        self.writer.begin_list(ordered && number != 1);
        let mut at = self.tree.node(id).first;
        while at != crate::html::tree::NONE {
            if self.tree.tag(at) == Tag::LI {
                number = self.number(at, VALUE).unwrap_or(number);
                if self.holds(at) && !self.hidden.is_hidden(at) {
                    match self.note_start(at) {
                        Some(start) => self.prefixed(at, &start, "    ", 1),
                        None if ordered && NUMBERS.contains(&number) => {
                            self.item(at, &format!("{number}. "));
                        }
                        None => self.item(at, "- "),
                    }
                }
                number += if back { -1 } else { 1 };
            } else {
                self.node(at);
            }
            at = self.tree.node(at).next;
        }
        self.writer.end_list();
    }

    fn number(&self, id: Id, name: u32) -> Option<i64> {
        self.tree.attribute(id, name).and_then(|text| text.trim().parse().ok())
    }

    fn items(&self, list: Id) -> i64 {
        let items = self.tree.children(list).filter(|child| self.tree.tag(*child) == Tag::LI);
        i64::try_from(items.count()).unwrap_or(1)
    }

    fn item(&mut self, id: Id, marker: &str) {
        if self.writer.one_line > 0 {
            return self.spaced(id, 1, 1);
        }
        self.writer.break_line(1);
        self.writer.push_prefix(marker, &" ".repeat(marker.len()));
        if self.depth < DEEPEST {
            self.children(id);
        }
        self.writer.pop_prefix();
        self.writer.limit_break(1);
        self.writer.break_line(1);
    }

    fn finish(self) -> Markdown {
        let text = self.writer.out;
        let plain = |start: usize, end: usize| text.get(start..end).unwrap_or("").trim();
        let mut offsets = Offsets { text: &text, byte: 0, chars: 0 };
        let outline = self
            .headings
            .iter()
            .map(|(level, start, end)| Heading {
                level: *level,
                text: unmarked(plain(*start, *end).trim_start_matches('#').trim_start()),
                offset: offsets.chars_before(*start),
            })
            .collect();
        let links = self
            .writer
            .links
            .iter()
            .map(|(start, end, url)| Link { text: unmarked(plain(*start, *end)), url: url.clone() })
            .collect();
        Markdown { text, outline, links }
    }
}

/// Characters before a byte, for places that only go forward.
struct Offsets<'t> {
    text: &'t str,
    byte: usize,
    chars: usize,
}

impl Offsets<'_> {
    fn chars_before(&mut self, byte: usize) -> usize {
        if byte >= self.byte {
            self.chars += self.text.get(self.byte..byte).unwrap_or("").chars().count();
            self.byte = byte;
        }
        self.chars
    }
}

/// Markdown of one line without its marks.
fn unmarked(text: &str) -> String {
    let is_mark = |byte: u8| matches!(byte, b'\\' | b'*' | b'`' | b'[' | b']');
    if !text.bytes().any(is_mark) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        rest = &rest[char.len_utf8()..];
        match char {
            '\\' => {
                if let Some(next) = rest.chars().next() {
                    out.push(next);
                    rest = &rest[next.len_utf8()..];
                }
            }
            '*' | '`' | '[' => {}
            ']' => {
                if let Some(target) = rest.strip_prefix('(') {
                    rest = target.split_once(')').map_or("", |(_, after)| after);
                }
            }
            other => out.push(other),
        }
    }
    out
}
