//! Footnotes: a raised mark that links to a place further down, and the note that stands there.

use super::emit::Emitter;
use crate::fast::{Map, Set};
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Kind, Tree, attr, small};

const HREF: u32 = attr("href");
const ID: u32 = attr("id");
const NAME: u32 = attr("name");
const CLASS: u32 = attr("class");
const ROLE: u32 = attr("role");
/// Parts of a link looked at for its text, and elements around a place.
const MOST: usize = 12;
const LONGEST_MARK: usize = 4;

/// The notes of a page: their marks by the link and by the element that holds the note.
#[derive(Default)]
pub(super) struct Notes {
    marks: Map<Id, (String, Id)>,
    notes: Map<Id, String>,
}

impl Notes {
    /// Finds the marks that lead to a place after them, and what stands there.
    pub fn find(tree: &Tree) -> Notes {
        let mut wanted: Map<u32, (String, Id)> = Map::default();
        let mut known: Set<String> = Set::default();
        let mut notes = Notes::default();
        for at in 1..tree.nodes.len() {
            let id = small(at);
            if tree.node(id).kind != Kind::Element {
                continue;
            }
            let name = tree.attribute(id, ID).or_else(|| tree.attribute(id, NAME));
            if let Some((mark, from)) = name.and_then(|name| wanted.get(&attr(name))) {
                let block = block_of(tree, id);
                if !is_around(tree, block, *from) && !notes.notes.contains_key(&block) {
                    notes.notes.insert(block, mark.clone());
                    notes.marks.insert(*from, (mark.clone(), block));
                }
            }
            if let Some((target, mark)) = mark_of(tree, id) {
                if known.insert(mark.clone()) {
                    wanted.entry(attr(target)).or_insert((mark, id));
                }
            }
        }
        notes
    }
}

/// The target and the mark of a link, where it is one to a note.
fn mark_of<'t>(tree: &'t Tree, id: Id) -> Option<(&'t str, String)> {
    if tree.tag(id) != Tag::A {
        return None;
    }
    let target = tree.attribute(id, HREF)?.strip_prefix('#').filter(|name| !name.is_empty())?;
    let text: String = tree.inside(id).take(MOST).map(|inner| tree.text(inner).trim()).collect();
    let mark = text.trim_matches(['[', ']', '(', ')', '^']).trim();
    let short = !mark.is_empty() && mark.chars().count() <= LONGEST_MARK;
    let plain = mark.chars().all(|char| char.is_ascii_digit())
        || mark.chars().all(|char| matches!(char, '*' | '†' | '‡' | '§'));
    (short && plain && is_raised(tree, id)).then(|| (target, mark.replace('*', "note")))
}

fn is_raised(tree: &Tree, id: Id) -> bool {
    let parent = tree.node(id).parent;
    let child = tree.node(id).first;
    let named = |name: u32| {
        let value = tree.attribute(id, name).unwrap_or("");
        value.contains("footnote") || value.contains("noteref")
    };
    [parent, child].iter().any(|near| tree.tag(*near) == Tag::SUP) || named(CLASS) || named(ROLE)
}

/// The element that holds a place: itself where it is a paragraph or an item, else the next around.
fn block_of(tree: &Tree, id: Id) -> Id {
    let holds = |id: &Id| {
        matches!(tree.tag(*id), Tag::LI | Tag::P | Tag::DIV | Tag::ASIDE | Tag::DD | Tag::TD)
    };
    around(tree, id).take(MOST).find(holds).unwrap_or(id)
}

fn is_around(tree: &Tree, outer: Id, inner: Id) -> bool {
    around(tree, inner).any(|id| id == outer)
}

fn around(tree: &Tree, from: Id) -> impl Iterator<Item = Id> {
    std::iter::successors(Some(from), |id| Some(tree.node(*id).parent))
        .take_while(|id| *id != DOCUMENT)
}

impl Emitter<'_, '_> {
    /// Writes a link as the mark of a note, if it is one and its note is kept.
    pub fn note_mark(&mut self, id: Id) -> bool {
        let Some((mark, block)) = self.notes.marks.get(&id) else { return false };
        let kept = self.tree.inside(id).take(MOST).any(|inner| {
            let block = self.blocks.of_node[inner as usize];
            !self.tree.text(inner).is_empty()
                && self.chosen.blocks.get(block as usize).copied().unwrap_or(false)
        });
        if !kept || !self.holds(*block) {
            return false;
        }
        let text = format!("[^{mark}]");
        self.writer.raw(&text);
        true
    }

    /// What begins the first line of an element that holds a note.
    pub fn note_start(&self, id: Id) -> Option<String> {
        self.notes.notes.get(&id).map(|mark| format!("[^{mark}]: "))
    }

    /// Whether a link only leads from a note back to its mark.
    pub fn is_way_back(&self, id: Id) -> bool {
        if self.notes.notes.is_empty()
            || !self.tree.attribute(id, HREF).is_some_and(|target| target.starts_with('#'))
        {
            return false;
        }
        let text: String =
            self.tree.inside(id).take(MOST).map(|inner| self.tree.text(inner).trim()).collect();
        let arrow = text.trim_end_matches('\u{FE0E}');
        matches!(arrow, "↩" | "↑" | "^" | "⤴" | "↵" | "⏎" | "↰" | "«")
    }
}
