//! Misnested formatting: the list of active formatting elements and the adoption agency.

use super::builder::{Builder, Formatting, Open, SCOPE};
use super::tag::{Tag, TagSet};
use super::tokenizer::TagToken;
use super::tree::{Id, Kind, NONE, Span};

/// Formatting remembered at once; honest pages stay far below.
const MOST_FORMATTING: usize = 64;

pub(super) const SPECIAL: TagSet = TagSet::new(&[
    Tag::ADDRESS,
    Tag::APPLET,
    Tag::AREA,
    Tag::ARTICLE,
    Tag::ASIDE,
    Tag::BASE,
    Tag::BASEFONT,
    Tag::BGSOUND,
    Tag::BLOCKQUOTE,
    Tag::BODY,
    Tag::BR,
    Tag::BUTTON,
    Tag::CAPTION,
    Tag::CENTER,
    Tag::COL,
    Tag::COLGROUP,
    Tag::DD,
    Tag::DETAILS,
    Tag::DIR,
    Tag::DIV,
    Tag::DL,
    Tag::DT,
    Tag::EMBED,
    Tag::FIELDSET,
    Tag::FIGCAPTION,
    Tag::FIGURE,
    Tag::FOOTER,
    Tag::FORM,
    Tag::FRAME,
    Tag::FRAMESET,
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::H4,
    Tag::H5,
    Tag::H6,
    Tag::HEAD,
    Tag::HEADER,
    Tag::HGROUP,
    Tag::HR,
    Tag::HTML,
    Tag::IFRAME,
    Tag::IMG,
    Tag::INPUT,
    Tag::KEYGEN,
    Tag::LI,
    Tag::LINK,
    Tag::LISTING,
    Tag::MAIN,
    Tag::MARQUEE,
    Tag::MENU,
    Tag::META,
    Tag::NAV,
    Tag::NOEMBED,
    Tag::NOFRAMES,
    Tag::NOSCRIPT,
    Tag::OBJECT,
    Tag::OL,
    Tag::P,
    Tag::PARAM,
    Tag::PLAINTEXT,
    Tag::PRE,
    Tag::SCRIPT,
    Tag::SEARCH,
    Tag::SECTION,
    Tag::SELECT,
    Tag::SOURCE,
    Tag::STYLE,
    Tag::SUMMARY,
    Tag::TABLE,
    Tag::TBODY,
    Tag::TD,
    Tag::TEMPLATE,
    Tag::TEXTAREA,
    Tag::TFOOT,
    Tag::TH,
    Tag::THEAD,
    Tag::TITLE,
    Tag::TR,
    Tag::TRACK,
    Tag::UL,
    Tag::WBR,
    Tag::XMP,
]);

pub(super) fn is_special(open: &Open) -> bool {
    if open.kind == Kind::Element {
        open.tag.is(&SPECIAL)
    } else {
        super::builder::is_integration(open)
    }
}

impl Builder<'_> {
    pub(super) fn push_marker(&mut self) {
        let token = TagToken {
            tag: Tag::UNKNOWN,
            hash: 0,
            attributes: Span::default(),
            self_closing: false,
        };
        self.formatting.push(Formatting { id: NONE, token });
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(entry) = self.formatting.pop() {
            if entry.id == NONE {
                break;
            }
        }
    }

    pub(super) fn insert_formatting(&mut self, token: &TagToken) {
        let id = self.insert(token);
        let since =
            self.formatting.iter().rposition(|entry| entry.id == NONE).map_or(0, |at| at + 1);
        let alike: Vec<usize> = (since..self.formatting.len())
            .filter(|at| self.same(&self.formatting[*at].token, token))
            .collect();
        if alike.len() >= 3 {
            self.formatting.remove(alike[0]);
        } else if self.formatting.len() - since >= MOST_FORMATTING {
            self.formatting.remove(since);
        }
        self.formatting.push(Formatting { id, token: *token });
    }

    fn same(&self, one: &TagToken, other: &TagToken) -> bool {
        if one.tag != other.tag || one.attributes.len != other.attributes.len {
            return false;
        }
        let list = |token: &TagToken| {
            let start = token.attributes.start as usize;
            &self.tree.attributes[start..start + token.attributes.len as usize]
        };
        list(one).iter().all(|left| {
            list(other).iter().any(|right| {
                left.name == right.name && self.tree.str(left.value) == self.tree.str(right.value)
            })
        })
    }

    fn is_open_id(&self, id: Id) -> bool {
        self.stack.iter().rev().any(|open| open.id == id)
    }

    /// Opens again the formatting that a closed block left open.
    pub(super) fn reconstruct(&mut self) {
        let Some(last) = self.formatting.last() else { return };
        if last.id == NONE || self.is_open_id(last.id) {
            return;
        }
        let mut first = self.formatting.len() - 1;
        while first > 0 {
            let entry = self.formatting[first - 1];
            if entry.id == NONE || self.is_open_id(entry.id) {
                break;
            }
            first -= 1;
        }
        for at in first..self.formatting.len() {
            if self.mending == 0 {
                return;
            }
            self.mending -= 1;
            let token = self.formatting[at].token;
            self.formatting[at].id = self.insert(&token);
        }
    }

    pub(super) fn forget_formatting(&mut self, id: Id) {
        self.formatting.retain(|entry| entry.id != id);
    }

    /// The adoption agency: closes a formatting element that blocks have been opened in.
    pub(super) fn adopt(&mut self, token: &TagToken) {
        let top = self.top();
        if top.kind == Kind::Element
            && top.hash == token.hash
            && !self.formatting.iter().any(|entry| entry.id == top.id)
        {
            self.pop();
            return;
        }
        for _ in 0..8 {
            if !self.adopt_once(token) {
                return;
            }
        }
    }

    fn adopt_once(&mut self, token: &TagToken) -> bool {
        let since =
            self.formatting.iter().rposition(|entry| entry.id == NONE).map_or(0, |at| at + 1);
        let Some(listed) = (since..self.formatting.len())
            .rev()
            .find(|at| self.formatting[*at].token.tag == token.tag)
        else {
            self.end_any_other(token);
            return false;
        };
        let element = self.formatting[listed];
        let Some(at) = self.stack.iter().rposition(|open| open.id == element.id) else {
            self.formatting.remove(listed);
            return false;
        };
        if !self.any_in_scope(|open| open.id == element.id, &SCOPE) {
            return false;
        }
        let block = (at + 1..self.stack.len()).find(|n| is_special(&self.stack[*n]));
        let Some(block) = block else {
            while self.stack.len() > at {
                self.pop();
            }
            self.formatting.remove(listed);
            return false;
        };
        if self.mending < 16 {
            return false;
        }
        self.mending -= 16;
        self.move_block(listed, at, block);
        true
    }

    fn move_block(&mut self, listed: usize, at: usize, block: usize) {
        let element = self.formatting[listed];
        let ancestor = self.stack[at - 1];
        let furthest = self.stack[block];
        let mut bookmark = listed + 1;
        let mut after_bookmark: Option<Id> = None;
        let mut last = furthest.id;
        let mut node_at = block;
        let mut inner = 0;
        loop {
            inner += 1;
            node_at -= 1;
            if node_at <= at {
                break;
            }
            let node = self.stack[node_at];
            let mut place = self.formatting.iter().position(|entry| entry.id == node.id);
            if inner > 3 {
                if let Some(found) = place {
                    self.formatting.remove(found);
                    if found < bookmark {
                        bookmark -= 1;
                    }
                    place = None;
                }
            }
            let Some(place) = place else {
                self.remove_open(node.id);
                continue;
            };
            let token = self.formatting[place].token;
            let id = self.create(&token, Kind::Element);
            self.formatting[place].id = id;
            self.stack[node_at].id = id;
            if last == furthest.id {
                bookmark = place + 1;
                after_bookmark = Some(id);
            }
            self.tree.append(id, last);
            last = id;
        }
        let foster = std::mem::replace(&mut self.foster, true);
        self.attach(ancestor, last);
        self.foster = foster;
        let id = self.create(&element.token, Kind::Element);
        while self.tree.node(furthest.id).first != NONE {
            let child = self.tree.node(furthest.id).first;
            self.tree.append(id, child);
        }
        self.tree.append(furthest.id, id);
        let place = match after_bookmark {
            Some(_) => bookmark,
            None => {
                self.formatting.iter().position(|entry| entry.id == element.id).map_or(0, |n| n + 1)
            }
        };
        let place = place.min(self.formatting.len());
        self.formatting.insert(place, Formatting { id, token: element.token });
        if let Some(old) = self.formatting.iter().position(|entry| entry.id == element.id) {
            self.formatting.remove(old);
        }
        self.remove_open(element.id);
        let under = self.stack.iter().rposition(|open| open.id == furthest.id);
        let open =
            Open { id, tag: element.token.tag, kind: Kind::Element, hash: element.token.hash };
        self.open[open.tag.0 as usize] += 1;
        self.stack.insert(under.map_or(self.stack.len(), |n| n + 1), open);
    }
}
