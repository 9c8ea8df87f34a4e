//! The tree builder's state and the steps that all insertion modes share.

use super::tag::{Tag, TagSet};
use super::tokenizer::{TagToken, Token, Tokenizer, is_space};
use super::tree::{DOCUMENT, Id, Kind, NONE, Node, Span, Tree, small};
use crate::scan;

/// Elements are nested at most this deep, as in browsers; deeper ones become siblings.
const DEEPEST: usize = 512;

/// Insertion modes of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub id: Id,
    pub tag: Tag,
    pub kind: Kind,
    pub hash: u32,
}

/// An entry of the list of active formatting elements; a marker has no id.
#[derive(Clone, Copy)]
pub(super) struct Formatting {
    pub id: Id,
    pub token: TagToken,
}

/// Builds the tree; see [`super::parse`].
pub struct Builder<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) tokens: Tokenizer<'a>,
    pub(super) mode: Mode,
    pub(super) templates: Vec<Mode>,
    pub(super) stack: Vec<Open>,
    /// How many open HTML elements there are of each tag: most scope questions end here.
    pub(super) open: [u16; 256],
    pub(super) formatting: Vec<Formatting>,
    pub(super) head: Id,
    pub(super) form: Id,
    pub(super) frameset_ok: bool,
    pub(super) foster: bool,
    pub(super) table_text: Vec<Span>,
    /// Steps left for mending misnested formatting.
    pub(super) mending: usize,
}

pub(super) const SCOPE: TagSet = TagSet::new(&[
    Tag::APPLET,
    Tag::CAPTION,
    Tag::HTML,
    Tag::TABLE,
    Tag::TD,
    Tag::TH,
    Tag::MARQUEE,
    Tag::OBJECT,
    Tag::TEMPLATE,
]);
pub(super) const BUTTON_SCOPE: TagSet = SCOPE.with(&TagSet::new(&[Tag::BUTTON]));
pub(super) const LIST_SCOPE: TagSet = SCOPE.with(&TagSet::new(&[Tag::OL, Tag::UL]));
pub(super) const TABLE_SCOPE: TagSet = TagSet::new(&[Tag::HTML, Tag::TABLE, Tag::TEMPLATE]);
const IMPLIED: TagSet = TagSet::new(&[
    Tag::DD,
    Tag::DT,
    Tag::LI,
    Tag::OPTGROUP,
    Tag::OPTION,
    Tag::P,
    Tag::RB,
    Tag::RP,
    Tag::RT,
    Tag::RTC,
]);
const IMPLIED_THOROUGHLY: TagSet = IMPLIED.with(&TagSet::new(&[
    Tag::CAPTION,
    Tag::COLGROUP,
    Tag::TBODY,
    Tag::TD,
    Tag::TFOOT,
    Tag::TH,
    Tag::THEAD,
    Tag::TR,
]));
const FOSTERING: TagSet = TagSet::new(&[Tag::TABLE, Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TR]);

impl<'a> Builder<'a> {
    /// A builder at the start of `source`.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Builder {
            tree: Tree::new(source),
            tokens: Tokenizer::new(source),
            mode: Mode::Initial,
            templates: Vec::new(),
            stack: Vec::with_capacity(64),
            open: [0; 256],
            formatting: Vec::new(),
            head: NONE,
            form: NONE,
            frameset_ok: true,
            foster: false,
            table_text: Vec::new(),
            mending: 50_000 + source.len() / 8,
        }
    }

    /// The tree of the whole source.
    #[must_use]
    pub fn run(mut self) -> Tree<'a> {
        loop {
            let foreign = self.stack.last().is_some_and(|top| top.kind != Kind::Element);
            let token = self.tokens.next(&mut self.tree, foreign);
            if !matches!(token, Token::Text(_)) && !self.table_text.is_empty() {
                self.flush_table_text();
            }
            match token {
                Token::Text(span) => self.characters(span),
                Token::Start(tag) => self.start(tag),
                Token::End(tag) => self.end(tag),
                Token::Comment => self.comment(),
                Token::Doctype { quirks } => self.doctype(quirks),
                Token::Eof => break,
            }
        }
        self.finish();
        self.tree
    }

    pub(super) fn top(&self) -> Open {
        self.stack.last().copied().unwrap_or(Open {
            id: DOCUMENT,
            tag: Tag::UNKNOWN,
            kind: Kind::Document,
            hash: 0,
        })
    }

    /// The tag of the current node, where that is an HTML element.
    pub(super) fn top_tag(&self) -> Tag {
        let top = self.top();
        if top.kind == Kind::Element { top.tag } else { Tag::UNKNOWN }
    }

    pub(super) fn push(&mut self, open: Open) {
        if open.kind == Kind::Element {
            self.open[open.tag.0 as usize] += 1;
        }
        self.stack.push(open);
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        if open.kind == Kind::Element {
            self.open[open.tag.0 as usize] -= 1;
        }
        Some(open)
    }

    pub(super) fn remove_open(&mut self, id: Id) {
        if let Some(at) = self.stack.iter().rposition(|open| open.id == id) {
            let open = self.stack.remove(at);
            if open.kind == Kind::Element {
                self.open[open.tag.0 as usize] -= 1;
            }
        }
    }

    pub(super) fn is_open(&self, tag: Tag) -> bool {
        self.open[tag.0 as usize] > 0
    }

    /// Whether an element of this tag is open with nothing of `limits` around it.
    pub(super) fn in_scope(&self, tag: Tag, limits: &TagSet) -> bool {
        self.is_open(tag) && self.any_in_scope(|open| open.tag == tag, limits)
    }

    /// Whether an element of this tag is open inside the innermost table.
    pub(super) fn in_table_scope(&self, tag: Tag) -> bool {
        if !self.is_open(tag) {
            return false;
        }
        for open in self.stack.iter().rev().filter(|open| open.kind == Kind::Element) {
            if open.tag == tag {
                return true;
            }
            if open.tag.is(&TABLE_SCOPE) {
                return false;
            }
        }
        false
    }

    pub(super) fn any_in_scope(&self, wanted: impl Fn(&Open) -> bool, limits: &TagSet) -> bool {
        for open in self.stack.iter().rev() {
            if open.kind == Kind::Element {
                if wanted(open) {
                    return true;
                }
                if open.tag.is(limits) {
                    return false;
                }
            } else if is_integration(open) {
                return false;
            }
        }
        false
    }

    pub(super) fn pop_through(&mut self, tag: Tag) {
        while let Some(open) = self.pop() {
            if open.kind == Kind::Element && open.tag == tag {
                break;
            }
        }
    }

    pub(super) fn pop_to(&mut self, limits: &TagSet) {
        while let Some(top) = self.stack.last() {
            if top.kind == Kind::Element && top.tag.is(limits) {
                break;
            }
            self.pop();
        }
    }

    pub(super) fn generate_implied(&mut self, except: Tag) {
        while self.top_tag().is(&IMPLIED) && self.top_tag() != except {
            self.pop();
        }
    }

    pub(super) fn generate_implied_thoroughly(&mut self) {
        while self.top_tag().is(&IMPLIED_THOROUGHLY) {
            self.pop();
        }
    }

    /// Where the next node goes: before a sibling, or as the last child of a parent.
    fn place(&self, target: Open) -> (Id, Option<Id>) {
        if !(self.foster && target.kind == Kind::Element && target.tag.is(&FOSTERING)) {
            return (target.id, None);
        }
        let find = |tag: Tag| {
            self.stack.iter().rposition(|open| open.kind == Kind::Element && open.tag == tag)
        };
        let (template, table) = (find(Tag::TEMPLATE), find(Tag::TABLE));
        match (template, table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                (self.stack[template].id, None)
            }
            (_, None) => (self.stack.first().map_or(DOCUMENT, |open| open.id), None),
            (_, Some(table)) => {
                let id = self.stack[table].id;
                if self.tree.node(id).parent == NONE && table > 0 {
                    (self.stack[table - 1].id, None)
                } else {
                    (self.tree.node(id).parent, Some(id))
                }
            }
        }
    }

    pub(super) fn attach(&mut self, target: Open, child: Id) {
        match self.place(target) {
            (_, Some(sibling)) => self.tree.insert_before(sibling, child),
            (parent, None) => self.tree.append(parent, child),
        }
    }

    pub(super) fn create(&mut self, token: &TagToken, kind: Kind) -> Id {
        self.tree.nodes.push(Node::new(kind, token.tag, token.attributes));
        small(self.tree.nodes.len() - 1)
    }

    /// Inserts an element and keeps it open.
    pub(super) fn insert(&mut self, token: &TagToken) -> Id {
        self.insert_kind(token, Kind::Element)
    }

    pub(super) fn insert_kind(&mut self, token: &TagToken, kind: Kind) -> Id {
        if self.stack.len() >= DEEPEST {
            self.pop();
        }
        let id = self.create(token, kind);
        let top = self.top();
        self.attach(top, id);
        self.push(Open { id, tag: token.tag, kind, hash: token.hash });
        id
    }

    /// Inserts an element that has no content.
    pub(super) fn insert_void(&mut self, token: &TagToken) {
        let id = self.create(token, Kind::Element);
        let top = self.top();
        self.attach(top, id);
    }

    /// Inserts an element the source left out.
    pub(super) fn insert_missing(&mut self, tag: Tag) -> Id {
        let token = TagToken { tag, hash: 0, attributes: Span::default(), self_closing: false };
        self.insert(&token)
    }

    pub(super) fn insert_text(&mut self, span: Span) {
        if span.len == 0 {
            return;
        }
        let top = self.top();
        if top.kind == Kind::Document {
            return;
        }
        let (parent, sibling) = self.place(top);
        let neighbour = match sibling {
            Some(sibling) => self.tree.node(sibling).prev,
            None => self.tree.node(parent).last,
        };
        if neighbour != NONE && self.tree.node(neighbour).kind == Kind::Text {
            let before = self.tree.node(neighbour).data;
            if let Some(joined) = self.tree.join(before, span) {
                self.tree.nodes[neighbour as usize].data = joined;
                return;
            }
        }
        self.tree.nodes.push(Node::new(Kind::Text, Tag::UNKNOWN, span));
        let id = small(self.tree.nodes.len() - 1);
        match sibling {
            Some(sibling) => self.tree.insert_before(sibling, id),
            None => self.tree.append(parent, id),
        }
    }

    fn comment(&mut self) {
        // Comments outside the body cannot part two texts.
        if self.stack.len() > 1 && !matches!(self.mode, Mode::AfterBody | Mode::AfterAfterBody) {
            self.tree.nodes.push(Node::new(Kind::Comment, Tag::UNKNOWN, Span::default()));
            let id = small(self.tree.nodes.len() - 1);
            let top = self.top();
            self.attach(top, id);
        }
    }

    fn doctype(&mut self, quirks: bool) {
        if self.mode == Mode::Initial {
            self.tree.quirks = quirks;
            self.mode = Mode::BeforeHtml;
        }
    }

    /// Reads the content of an element that holds only text.
    pub(super) fn raw_text(&mut self, token: &TagToken, references: bool) {
        self.insert(token);
        if token.tag == Tag::TEXTAREA {
            self.tokens.skip_newline();
        }
        if let Some(span) = self.tokens.raw(&mut self.tree, token.tag.name().as_bytes(), references)
        {
            self.foster_off(|builder| builder.insert_text(span));
        }
        // The end tag comes next and finds the element already closed.
        let _ = self.tokens.next(&mut self.tree, false);
        self.pop();
    }

    pub(super) fn foster_off(&mut self, step: impl FnOnce(&mut Self)) {
        let foster = std::mem::replace(&mut self.foster, false);
        step(self);
        self.foster = foster;
    }

    /// The text with NUL characters left out, and whether anything but white space is in it.
    pub(super) fn without_nul(&mut self, span: Span, replace: bool) -> (Span, bool) {
        let text = self.tree.str(span);
        if memchr::memchr(0, text.as_bytes()).is_none() {
            return (span, !scan::trim(text).is_empty());
        }
        let plain = text.bytes().any(|byte| !is_space(byte) && byte != 0);
        let clean = if replace { text.replace('\0', "\u{FFFD}") } else { text.replace('\0', "") };
        let start = self.tree.source.len() + self.tree.decoded.len();
        self.tree.decoded.push_str(&clean);
        (Span { start: small(start), len: small(clean.len()) }, plain)
    }
}

/// Elements of SVG and MathML that hold HTML or text, and so end a scope.
pub(super) fn is_integration(open: &Open) -> bool {
    match open.kind {
        Kind::Math => matches!(
            open.tag,
            Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT | Tag::ANNOTATION_XML
        ),
        Kind::Svg => matches!(open.tag, Tag::FOREIGN_OBJECT | Tag::DESC | Tag::TITLE),
        _ => false,
    }
}
