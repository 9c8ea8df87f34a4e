//! SVG and MathML inside HTML.

use super::builder::{Builder, Open};
use super::tag::{Tag, TagSet};
use super::tokenizer::TagToken;
use super::tree::{Kind, attr};

/// HTML tags that end foreign content.
const BREAKOUT: TagSet = TagSet::new(&[
    Tag::B,
    Tag::BIG,
    Tag::BLOCKQUOTE,
    Tag::BODY,
    Tag::BR,
    Tag::CENTER,
    Tag::CODE,
    Tag::DD,
    Tag::DIV,
    Tag::DL,
    Tag::DT,
    Tag::EM,
    Tag::EMBED,
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::H4,
    Tag::H5,
    Tag::H6,
    Tag::HEAD,
    Tag::HR,
    Tag::I,
    Tag::IMG,
    Tag::LI,
    Tag::LISTING,
    Tag::MENU,
    Tag::META,
    Tag::NOBR,
    Tag::OL,
    Tag::P,
    Tag::PRE,
    Tag::RUBY,
    Tag::S,
    Tag::SMALL,
    Tag::SPAN,
    Tag::STRONG,
    Tag::STRIKE,
    Tag::SUB,
    Tag::SUP,
    Tag::TABLE,
    Tag::TT,
    Tag::U,
    Tag::UL,
    Tag::VAR,
]);
const COLOR: u32 = attr("color");
const FACE: u32 = attr("face");
const SIZE: u32 = attr("size");
const ENCODING: u32 = attr("encoding");

impl Builder<'_> {
    pub(super) fn is_foreign_start(&self, token: &TagToken) -> bool {
        let Some(top) = self.stack.last() else { return false };
        if top.kind == Kind::Element || self.is_html_integration(*top) {
            return false;
        }
        if is_text_integration(*top) {
            return matches!(token.tag, Tag::MGLYPH | Tag::MALIGNMARK);
        }
        !(top.kind == Kind::Math && top.tag == Tag::ANNOTATION_XML && token.tag == Tag::SVG)
    }

    pub(super) fn is_foreign_text(&self, top: Open) -> bool {
        !is_text_integration(top) && !self.is_html_integration(top)
    }

    fn is_html_integration(&self, open: Open) -> bool {
        match open.kind {
            Kind::Svg => matches!(open.tag, Tag::FOREIGN_OBJECT | Tag::DESC | Tag::TITLE),
            Kind::Math if open.tag == Tag::ANNOTATION_XML => {
                let encoding = self.tree.attribute(open.id, ENCODING).unwrap_or("");
                encoding.eq_ignore_ascii_case("text/html")
                    || encoding.eq_ignore_ascii_case("application/xhtml+xml")
            }
            _ => false,
        }
    }

    pub(super) fn foreign_start(&mut self, token: &TagToken) {
        let styled_font = token.tag == Tag::FONT
            && self.tree.attributes[token.attributes.start as usize..]
                .iter()
                .take(token.attributes.len as usize)
                .any(|attribute| [COLOR, FACE, SIZE].contains(&attribute.name));
        if token.tag.is(&BREAKOUT) || styled_font {
            self.leave_foreign();
            return self.start_in(self.mode, token);
        }
        let kind = self.top().kind;
        self.insert_kind(token, kind);
        if token.self_closing {
            self.pop();
        }
    }

    fn leave_foreign(&mut self) {
        while let Some(top) = self.stack.last() {
            if top.kind == Kind::Element
                || is_text_integration(*top)
                || self.is_html_integration(*top)
            {
                break;
            }
            self.pop();
        }
    }

    pub(super) fn foreign_end(&mut self, token: &TagToken) {
        if matches!(token.tag, Tag::BR | Tag::P) {
            self.leave_foreign();
            return self.end_in(self.mode, token);
        }
        for at in (1..self.stack.len()).rev() {
            let open = self.stack[at];
            if open.kind == Kind::Element {
                return self.end_in(self.mode, token);
            }
            if open.hash == token.hash {
                while self.stack.len() > at {
                    self.pop();
                }
                return;
            }
        }
    }
}

fn is_text_integration(open: Open) -> bool {
    open.kind == Kind::Math
        && matches!(open.tag, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT)
}
