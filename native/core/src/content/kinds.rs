//! Which elements break a line of text, and which never hold text for a reader.

use crate::html::tag::{Tag, TagSet};
use crate::html::tree::{Id, Kind, NONE, Tree};

const INLINE: TagSet = TagSet::new(&[
    Tag::A,
    Tag::ABBR,
    Tag::ACRONYM,
    Tag::B,
    Tag::BDI,
    Tag::BDO,
    Tag::BIG,
    Tag::BR,
    Tag::CITE,
    Tag::CODE,
    Tag::DATA,
    Tag::DEL,
    Tag::DFN,
    Tag::EM,
    Tag::FONT,
    Tag::I,
    Tag::IMG,
    Tag::INS,
    Tag::KBD,
    Tag::LABEL,
    Tag::MARK,
    Tag::MATH,
    Tag::METER,
    Tag::NOBR,
    Tag::OUTPUT,
    Tag::PICTURE,
    Tag::PROGRESS,
    Tag::Q,
    Tag::RB,
    Tag::RP,
    Tag::RT,
    Tag::RTC,
    Tag::RUBY,
    Tag::S,
    Tag::SAMP,
    Tag::SLOT,
    Tag::SMALL,
    Tag::SOURCE,
    Tag::SPAN,
    Tag::STRIKE,
    Tag::STRONG,
    Tag::SUB,
    Tag::SUP,
    Tag::SVG,
    Tag::TIME,
    Tag::TT,
    Tag::U,
    Tag::VAR,
    Tag::WBR,
    Tag::INPUT,
    Tag::TRACK,
    Tag::AREA,
]);

const UNREAD: TagSet = TagSet::new(&[
    Tag::SCRIPT,
    Tag::STYLE,
    Tag::TEMPLATE,
    Tag::NOSCRIPT,
    Tag::HEAD,
    Tag::IFRAME,
    Tag::OBJECT,
    Tag::EMBED,
    Tag::SELECT,
    Tag::OPTION,
    Tag::TEXTAREA,
    Tag::INPUT,
    Tag::DATALIST,
    Tag::CANVAS,
    Tag::AUDIO,
    Tag::VIDEO,
    Tag::MAP,
    Tag::NOEMBED,
    Tag::NOFRAMES,
    Tag::FRAMESET,
    Tag::TITLE,
    Tag::LINK,
    Tag::META,
    Tag::RP,
    Tag::APPLET,
    Tag::COL,
    Tag::COLGROUP,
]);

/// Whether an element's content is never text of the page: scripts, form fields, fallbacks.
#[must_use]
pub fn is_unread(tree: &Tree, id: Id) -> bool {
    let node = tree.node(id);
    match node.kind {
        Kind::Element => node.tag.is(&UNREAD),
        Kind::Svg => true,
        _ => false,
    }
}

/// Whether an element starts and ends a line.
#[must_use]
pub fn is_block(tree: &Tree, id: Id) -> bool {
    let node = tree.node(id);
    if node.kind != Kind::Element {
        return false;
    }
    if node.tag != Tag::UNKNOWN {
        return !node.tag.is(&INLINE);
    }
    // Custom elements are inline unless they hold blocks or stand among other elements only.
    let text = [node.prev, node.next].iter().any(|side| !tree.text(*side).trim_ascii().is_empty());
    let first = tree.children(id).find(|child| tree.node(*child).is_element()).unwrap_or(NONE);
    !text || (first != NONE && tree.tag(first) != Tag::UNKNOWN && !tree.tag(first).is(&INLINE))
}
