//! The page as an arena: nodes are numbers, text and attribute values are spans of two buffers.

use super::tag::Tag;

/// A node's number. [`NONE`] means there is none.
pub type Id = u32;
/// No node. Also the document itself, which is nobody's child or sibling.
pub const NONE: Id = 0;
/// The document.
pub const DOCUMENT: Id = 0;

/// A piece of the source, or, past its end, of the decoded text beside it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Number of bytes.
    pub len: u32,
}

/// An attribute; the name is kept as its hash, see [`attr`].
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Hash of the name in lower case.
    pub name: u32,
    /// The value, decoded.
    pub value: Span,
}

/// The hash that attribute names are kept as.
#[must_use]
pub const fn attr(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let mut value: u32 = 0x811c_9dc5;
    let mut index = 0;
    while index < bytes.len() {
        value = (value ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    value
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The document, an element's template content included.
    Document,
    /// An element of HTML.
    Element,
    /// An element of SVG.
    Svg,
    /// An element of MathML.
    Math,
    /// Text.
    Text,
    /// A comment; its words are not kept.
    Comment,
}

/// One node. An element's `data` says where its attributes are, a text's where its characters are.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its tag, for elements.
    pub tag: Tag,
    /// The node it is in.
    pub parent: Id,
    /// Its first child.
    pub first: Id,
    /// Its last child.
    pub last: Id,
    /// The sibling before it.
    pub prev: Id,
    /// The sibling after it.
    pub next: Id,
    /// Attributes or characters.
    pub data: Span,
}

impl Node {
    pub(crate) fn new(kind: Kind, tag: Tag, data: Span) -> Node {
        Node { kind, tag, parent: NONE, first: NONE, last: NONE, prev: NONE, next: NONE, data }
    }

    /// Whether it is an element of HTML, SVG or MathML.
    #[must_use]
    pub fn is_element(&self) -> bool {
        matches!(self.kind, Kind::Element | Kind::Svg | Kind::Math)
    }
}

/// A parsed page.
pub struct Tree<'a> {
    pub(crate) source: &'a str,
    pub(crate) decoded: String,
    /// All nodes; a node's id is its place.
    pub nodes: Vec<Node>,
    pub(crate) attributes: Vec<Attribute>,
    /// Whether the page has no modern doctype.
    pub quirks: bool,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(source: &'a str) -> Tree<'a> {
        let mut nodes = Vec::with_capacity(source.len() / 48 + 16);
        nodes.push(Node::new(Kind::Document, Tag::UNKNOWN, Span::default()));
        Tree { source, decoded: String::new(), nodes, attributes: Vec::new(), quirks: false }
    }

    /// The node with this id.
    #[must_use]
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// The tag of an HTML element, unknown for everything else.
    #[must_use]
    pub fn tag(&self, id: Id) -> Tag {
        let node = self.node(id);
        if node.kind == Kind::Element { node.tag } else { Tag::UNKNOWN }
    }

    /// The characters of a span.
    #[must_use]
    pub fn str(&self, span: Span) -> &str {
        let (start, end) = (span.start as usize, (span.start + span.len) as usize);
        let offset = self.source.len();
        if start < offset {
            self.source.get(start..end).unwrap_or("")
        } else {
            self.decoded.get(start - offset..end - offset).unwrap_or("")
        }
    }

    /// The characters of a text node; empty for other nodes.
    #[must_use]
    pub fn text(&self, id: Id) -> &str {
        let node = self.node(id);
        if node.kind == Kind::Text { self.str(node.data) } else { "" }
    }

    /// The attributes of an element.
    #[must_use]
    pub fn attributes(&self, id: Id) -> &[Attribute] {
        let node = self.node(id);
        if !node.is_element() {
            return &[];
        }
        let start = node.data.start as usize;
        &self.attributes[start..start + node.data.len as usize]
    }

    /// An attribute's value, by the hash of its name.
    #[must_use]
    pub fn attribute(&self, id: Id, name: u32) -> Option<&str> {
        let found = self.attributes(id).iter().find(|attribute| attribute.name == name)?;
        Some(self.str(found.value))
    }

    /// The node after `id` in document order that is not inside it, while inside `root`.
    #[must_use]
    pub fn after(&self, mut id: Id, root: Id) -> Option<Id> {
        loop {
            if id == root {
                return None;
            }
            let node = self.node(id);
            if node.next != NONE {
                return Some(node.next);
            }
            id = node.parent;
        }
    }

    /// The next node in document order inside `root`.
    #[must_use]
    pub fn following(&self, id: Id, root: Id) -> Option<Id> {
        let first = self.node(id).first;
        if first == NONE { self.after(id, root) } else { Some(first) }
    }

    /// All nodes inside `root` in document order, `root` left out.
    pub fn inside(&self, root: Id) -> impl Iterator<Item = Id> + '_ {
        let mut at = root;
        std::iter::from_fn(move || {
            at = self.following(at, root)?;
            Some(at)
        })
    }

    /// The children of a node.
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let mut at = self.node(id).first;
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let now = at;
            at = self.node(at).next;
            Some(now)
        })
    }

    pub(crate) fn append(&mut self, parent: Id, child: Id) {
        self.detach(child);
        let last = self.nodes[parent as usize].last;
        self.nodes[child as usize].parent = parent;
        self.nodes[child as usize].prev = last;
        if last == NONE {
            self.nodes[parent as usize].first = child;
        } else {
            self.nodes[last as usize].next = child;
        }
        self.nodes[parent as usize].last = child;
    }

    pub(crate) fn insert_before(&mut self, sibling: Id, child: Id) {
        self.detach(child);
        let Node { parent, prev, .. } = self.nodes[sibling as usize];
        let node = &mut self.nodes[child as usize];
        (node.parent, node.prev, node.next) = (parent, prev, sibling);
        self.nodes[sibling as usize].prev = child;
        if prev == NONE {
            self.nodes[parent as usize].first = child;
        } else {
            self.nodes[prev as usize].next = child;
        }
    }

    pub(crate) fn detach(&mut self, child: Id) {
        let Node { parent, prev, next, .. } = self.nodes[child as usize];
        if prev != NONE {
            self.nodes[prev as usize].next = next;
        } else if self.nodes[parent as usize].first == child {
            self.nodes[parent as usize].first = next;
        }
        if next != NONE {
            self.nodes[next as usize].prev = prev;
        } else if self.nodes[parent as usize].last == child {
            self.nodes[parent as usize].last = prev;
        }
        let node = &mut self.nodes[child as usize];
        (node.parent, node.prev, node.next) = (NONE, NONE, NONE);
    }

    /// Joins two spans into one, copying only where they do not already lie side by side.
    ///
    /// Nothing where joining would copy a long text again: repeated joins must stay linear.
    pub(crate) fn join(&mut self, before: Span, after: Span) -> Option<Span> {
        const LONGEST_COPY: u32 = 256;
        let offset = self.source.len();
        let end = before.start as usize + before.len as usize;
        if end == after.start as usize && end != offset {
            return Some(Span { start: before.start, len: before.len + after.len });
        }
        let start = if before.start as usize >= offset && end == offset + self.decoded.len() {
            before.start as usize
        } else if before.len <= LONGEST_COPY {
            let copy = self.str(before).to_owned();
            let start = offset + self.decoded.len();
            self.decoded.push_str(&copy);
            start
        } else {
            return None;
        };
        let copy = self.str(after).to_owned();
        self.decoded.push_str(&copy);
        Some(Span { start: small(start), len: small(offset + self.decoded.len() - start) })
    }
}

/// A place in the page as 32 bits; pages are cut far below that.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn small(value: usize) -> u32 {
    value as u32
}
