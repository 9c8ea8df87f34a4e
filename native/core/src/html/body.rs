//! The rules of the insertion mode "in body", which most of every page meets.

use super::builder::{BUTTON_SCOPE, Builder, LIST_SCOPE, Mode, SCOPE};
use super::formatting::is_special;
use super::tag::{Tag, TagSet};
use super::tokenizer::TagToken;
use super::tree::{Kind, NONE, Span, attr};

const TYPE: u32 = attr("type");
const HEADINGS: TagSet = TagSet::new(&[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6]);

impl Builder<'_> {
    pub(super) fn body_text(&mut self, span: Span) {
        let (span, plain) = self.without_nul(span, false);
        if span.len == 0 {
            return;
        }
        self.reconstruct();
        self.frameset_ok &= !plain;
        self.insert_text(span);
    }

    fn close_p(&mut self) {
        if self.in_scope(Tag::P, &BUTTON_SCOPE) {
            self.generate_implied(Tag::P);
            self.pop_through(Tag::P);
        }
    }

    #[allow(clippy::too_many_lines)] // one table of the standard, in its order
    pub(super) fn start_in_body(&mut self, token: &TagToken) {
        match token.tag {
            Tag::DIV
            | Tag::P
            | Tag::SECTION
            | Tag::ARTICLE
            | Tag::UL
            | Tag::OL
            | Tag::ADDRESS
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DL
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::SEARCH
            | Tag::SUMMARY => {
                self.close_p();
                self.insert(token);
            }
            Tag::SPAN | Tag::UNKNOWN => {
                self.reconstruct();
                self.insert(token);
            }
            Tag::A => self.start_a(token),
            Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => {
                self.reconstruct();
                self.insert_formatting(token);
            }
            Tag::LI => self.start_item(token, &[Tag::LI]),
            Tag::DD | Tag::DT => self.start_item(token, &[Tag::DD, Tag::DT]),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.close_p();
                if self.top_tag().is(&HEADINGS) {
                    self.pop();
                }
                self.insert(token);
            }
            Tag::PRE | Tag::LISTING => {
                self.close_p();
                self.insert(token);
                self.tokens.skip_newline();
                self.frameset_ok = false;
            }
            Tag::AREA | Tag::BR | Tag::EMBED | Tag::IMG | Tag::KEYGEN | Tag::WBR => {
                self.void_in_body(token);
            }
            Tag::IMAGE => self.void_in_body(&TagToken { tag: Tag::IMG, ..*token }),
            Tag::INPUT => self.start_input(token),
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => self.insert_void(token),
            Tag::HR => {
                self.close_p();
                if self.in_scope(Tag::SELECT, &SCOPE) {
                    self.generate_implied(Tag::UNKNOWN);
                }
                self.insert_void(token);
                self.frameset_ok = false;
            }
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => self.start_in_head(token),
            Tag::NOEMBED | Tag::NOSCRIPT => self.raw_text(token, false),
            Tag::IFRAME => {
                self.frameset_ok = false;
                self.raw_text(token, false);
            }
            Tag::XMP => {
                self.close_p();
                self.reconstruct();
                self.frameset_ok = false;
                self.raw_text(token, false);
            }
            Tag::TEXTAREA => {
                self.frameset_ok = false;
                self.raw_text(token, true);
            }
            Tag::PLAINTEXT => {
                self.close_p();
                self.insert(token);
                if let Some(span) = self.tokens.rest(&mut self.tree) {
                    let (span, _) = self.without_nul(span, true);
                    self.insert_text(span);
                }
            }
            Tag::TABLE => {
                if !self.tree.quirks {
                    self.close_p();
                }
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Tag::FORM => {
                let in_template = self.is_open(Tag::TEMPLATE);
                if self.form == NONE || in_template {
                    self.close_p();
                    let id = self.insert(token);
                    if !in_template {
                        self.form = id;
                    }
                }
            }
            Tag::BUTTON => {
                if self.in_scope(Tag::BUTTON, &SCOPE) {
                    self.generate_implied(Tag::UNKNOWN);
                    self.pop_through(Tag::BUTTON);
                }
                self.reconstruct();
                self.insert(token);
                self.frameset_ok = false;
            }
            Tag::NOBR => {
                self.reconstruct();
                if self.in_scope(Tag::NOBR, &SCOPE) {
                    self.adopt(token);
                    self.reconstruct();
                }
                self.insert_formatting(token);
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.reconstruct();
                self.insert(token);
                self.push_marker();
                self.frameset_ok = false;
            }
            Tag::SELECT => {
                if self.in_scope(Tag::SELECT, &SCOPE) {
                    self.pop_through(Tag::SELECT);
                } else {
                    self.reconstruct();
                    self.insert(token);
                    self.frameset_ok = false;
                }
            }
            Tag::OPTION | Tag::OPTGROUP => {
                if self.in_scope(Tag::SELECT, &SCOPE) {
                    let except =
                        if token.tag == Tag::OPTION { Tag::OPTGROUP } else { Tag::UNKNOWN };
                    self.generate_implied(except);
                } else if self.top_tag() == Tag::OPTION {
                    self.pop();
                }
                self.reconstruct();
                self.insert(token);
            }
            Tag::RB | Tag::RTC | Tag::RP | Tag::RT => {
                if self.in_scope(Tag::RUBY, &SCOPE) {
                    let inner = matches!(token.tag, Tag::RP | Tag::RT);
                    self.generate_implied(if inner { Tag::RTC } else { Tag::UNKNOWN });
                }
                self.insert(token);
            }
            Tag::MATH | Tag::SVG => {
                self.reconstruct();
                let kind = if token.tag == Tag::SVG { Kind::Svg } else { Kind::Math };
                self.insert_kind(token, kind);
                if token.self_closing {
                    self.pop();
                }
            }
            Tag::HTML | Tag::BODY => self.merge_attributes(token),
            Tag::FRAMESET => self.start_frameset(token),
            Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::FRAME
            | Tag::HEAD
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {}
            _ => {
                self.reconstruct();
                self.insert(token);
            }
        }
    }

    fn void_in_body(&mut self, token: &TagToken) {
        self.reconstruct();
        self.insert_void(token);
        self.frameset_ok = false;
    }

    fn start_a(&mut self, token: &TagToken) {
        let since =
            self.formatting.iter().rposition(|entry| entry.id == NONE).map_or(0, |at| at + 1);
        let open = self.formatting[since..].iter().rev().find(|entry| entry.token.tag == Tag::A);
        if let Some(old) = open.map(|entry| entry.id) {
            self.adopt(token);
            self.forget_formatting(old);
            self.remove_open(old);
        }
        self.reconstruct();
        self.insert_formatting(token);
    }

    /// List items and definition terms close the one before them.
    fn start_item(&mut self, token: &TagToken, closes: &[Tag]) {
        self.frameset_ok = false;
        for at in (0..self.stack.len()).rev() {
            let open = self.stack[at];
            if open.kind == Kind::Element && closes.contains(&open.tag) {
                self.generate_implied(open.tag);
                self.pop_through(open.tag);
                break;
            }
            if is_special(&open) && !matches!(open.tag, Tag::ADDRESS | Tag::DIV | Tag::P) {
                break;
            }
        }
        self.close_p();
        self.insert(token);
    }

    fn start_input(&mut self, token: &TagToken) {
        if self.in_scope(Tag::SELECT, &SCOPE) {
            self.pop_through(Tag::SELECT);
        }
        self.reconstruct();
        self.insert_void(token);
        self.frameset_ok &= self.is_hidden_input(token);
    }

    pub(super) fn is_hidden_input(&self, token: &TagToken) -> bool {
        let start = token.attributes.start as usize;
        self.tree.attributes[start..start + token.attributes.len as usize].iter().any(|attribute| {
            attribute.name == TYPE && self.tree.str(attribute.value).eq_ignore_ascii_case("hidden")
        })
    }

    /// A second html or body tag adds the attributes that are missing; only where none were set.
    fn merge_attributes(&mut self, token: &TagToken) {
        if self.is_open(Tag::TEMPLATE) {
            return;
        }
        let target = self.stack.iter().find(|open| open.tag == token.tag).map(|open| open.id);
        if let Some(id) = target {
            if self.tree.node(id).data.len == 0 {
                self.tree.nodes[id as usize].data = token.attributes;
            }
        }
        if token.tag == Tag::BODY {
            self.frameset_ok = false;
        }
    }

    fn start_frameset(&mut self, token: &TagToken) {
        if !self.frameset_ok || self.stack.len() < 2 || self.stack[1].tag != Tag::BODY {
            return;
        }
        let body = self.stack[1].id;
        self.tree.detach(body);
        while self.stack.len() > 1 {
            self.pop();
        }
        self.insert(token);
        self.mode = Mode::InFrameset;
    }

    pub(super) fn end_in_body(&mut self, token: &TagToken) {
        match token.tag {
            Tag::DIV
            | Tag::SECTION
            | Tag::ARTICLE
            | Tag::UL
            | Tag::OL
            | Tag::ADDRESS
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
            | Tag::BUTTON
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DL
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::LISTING
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::PRE
            | Tag::SEARCH
            | Tag::SELECT
            | Tag::SUMMARY => {
                if self.in_scope(token.tag, &SCOPE) {
                    self.generate_implied(Tag::UNKNOWN);
                    self.pop_through(token.tag);
                }
            }
            Tag::P => {
                if !self.in_scope(Tag::P, &BUTTON_SCOPE) {
                    self.insert_missing(Tag::P);
                }
                self.close_p();
            }
            Tag::A
            | Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::NOBR
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => {
                self.adopt(token);
            }
            Tag::LI => self.end_item(token, &LIST_SCOPE),
            Tag::DD | Tag::DT => self.end_item(token, &SCOPE),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                if self.any_in_scope(|open| open.tag.is(&HEADINGS), &SCOPE) {
                    self.generate_implied(Tag::UNKNOWN);
                    while self.pop().is_some_and(|open| !open.tag.is(&HEADINGS)) {}
                }
            }
            Tag::BODY | Tag::HTML => {
                if self.in_scope(Tag::BODY, &SCOPE) {
                    self.mode = Mode::AfterBody;
                    if token.tag == Tag::HTML {
                        self.mode = Mode::AfterAfterBody;
                    }
                }
            }
            Tag::FORM => self.end_form(),
            Tag::BR => self.void_in_body(&TagToken { attributes: Span::default(), ..*token }),
            Tag::TEMPLATE => self.end_template(),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.in_scope(token.tag, &SCOPE) {
                    self.generate_implied(Tag::UNKNOWN);
                    self.pop_through(token.tag);
                    self.clear_to_marker();
                }
            }
            _ => self.end_any_other(token),
        }
    }

    fn end_item(&mut self, token: &TagToken, scope: &TagSet) {
        if self.in_scope(token.tag, scope) {
            self.generate_implied(token.tag);
            self.pop_through(token.tag);
        }
    }

    fn end_form(&mut self) {
        if self.is_open(Tag::TEMPLATE) {
            if self.in_scope(Tag::FORM, &SCOPE) {
                self.generate_implied(Tag::UNKNOWN);
                self.pop_through(Tag::FORM);
            }
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form != NONE && self.any_in_scope(|open| open.id == form, &SCOPE) {
            self.generate_implied(Tag::UNKNOWN);
            self.remove_open(form);
        }
    }

    pub(super) fn end_any_other(&mut self, token: &TagToken) {
        for at in (1..self.stack.len()).rev() {
            let open = self.stack[at];
            if open.kind == Kind::Element && open.tag == token.tag && open.hash == token.hash {
                self.generate_implied(token.tag);
                while self.stack.len() > at {
                    self.pop();
                }
                return;
            }
            if is_special(&open) {
                return;
            }
        }
    }

    pub(super) fn end_template(&mut self) {
        if !self.is_open(Tag::TEMPLATE) {
            return;
        }
        self.generate_implied_thoroughly();
        self.pop_through(Tag::TEMPLATE);
        self.clear_to_marker();
        self.templates.pop();
        self.reset_mode();
    }
}
