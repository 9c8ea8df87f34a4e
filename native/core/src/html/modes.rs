//! Which rules a token meets, and the rules around the body: html, head, framesets, the end.

use super::builder::{Builder, Mode};
use super::tag::{Tag, TagSet};
use super::tokenizer::{TagToken, is_space};
use super::tree::{Kind, NONE, Span};

const HEAD_CONTENT: TagSet = TagSet::new(&[
    Tag::BASE,
    Tag::BASEFONT,
    Tag::BGSOUND,
    Tag::LINK,
    Tag::META,
    Tag::NOFRAMES,
    Tag::SCRIPT,
    Tag::STYLE,
    Tag::TEMPLATE,
    Tag::TITLE,
    Tag::NOSCRIPT,
]);
const PASSES_AS_END: TagSet = TagSet::new(&[Tag::HEAD, Tag::BODY, Tag::HTML, Tag::BR]);

impl Builder<'_> {
    pub(super) fn start(&mut self, token: TagToken) {
        if self.is_foreign_start(&token) {
            self.foreign_start(&token);
        } else {
            self.start_in(self.mode, &token);
        }
    }

    pub(super) fn end(&mut self, token: TagToken) {
        if self.top().kind != Kind::Element && !self.stack.is_empty() {
            self.foreign_end(&token);
        } else {
            self.end_in(self.mode, &token);
        }
    }

    pub(super) fn start_in(&mut self, mode: Mode, token: &TagToken) {
        match mode {
            Mode::Initial => {
                self.tree.quirks = true;
                self.go(Mode::BeforeHtml, token);
            }
            Mode::BeforeHtml if token.tag == Tag::HTML => {
                self.insert(token);
                self.mode = Mode::BeforeHead;
            }
            Mode::BeforeHtml => {
                self.insert_missing(Tag::HTML);
                self.go(Mode::BeforeHead, token);
            }
            Mode::BeforeHead => match token.tag {
                Tag::HTML => self.start_in(Mode::InBody, token),
                Tag::HEAD => {
                    self.head = self.insert(token);
                    self.mode = Mode::InHead;
                }
                _ => {
                    self.head = self.insert_missing(Tag::HEAD);
                    self.go(Mode::InHead, token);
                }
            },
            Mode::InHead => self.start_in_head(token),
            Mode::AfterHead => self.start_after_head(token),
            Mode::InBody => self.start_in_body(token),
            Mode::InTable => self.start_in_table(token),
            Mode::InCaption => self.start_in_caption(token),
            Mode::InColumnGroup => self.start_in_column_group(token),
            Mode::InTableBody => self.start_in_table_body(token),
            Mode::InRow => self.start_in_row(token),
            Mode::InCell => self.start_in_cell(token),
            Mode::InTemplate => self.start_in_template(token),
            Mode::AfterBody | Mode::AfterAfterBody => {
                if token.tag == Tag::HTML {
                    self.start_in(Mode::InBody, token);
                } else {
                    self.go(Mode::InBody, token);
                }
            }
            Mode::InFrameset => match token.tag {
                Tag::HTML => self.start_in(Mode::InBody, token),
                Tag::FRAMESET => drop(self.insert(token)),
                Tag::FRAME => self.insert_void(token),
                Tag::NOFRAMES => self.raw_text(token, false),
                _ => {}
            },
            Mode::AfterFrameset | Mode::AfterAfterFrameset => match token.tag {
                Tag::HTML => self.start_in(Mode::InBody, token),
                Tag::NOFRAMES => self.raw_text(token, false),
                _ => {}
            },
        }
    }

    fn go(&mut self, mode: Mode, token: &TagToken) {
        self.mode = mode;
        self.start_in(mode, token);
    }

    pub(super) fn start_in_head(&mut self, token: &TagToken) {
        match token.tag {
            Tag::HTML => self.start_in(Mode::InBody, token),
            Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                self.insert_void(token);
            }
            Tag::TITLE => self.raw_text(token, true),
            Tag::NOFRAMES | Tag::STYLE | Tag::SCRIPT | Tag::NOSCRIPT => self.raw_text(token, false),
            Tag::TEMPLATE => {
                self.insert(token);
                self.push_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.templates.push(Mode::InTemplate);
            }
            Tag::HEAD => {}
            _ => {
                self.pop();
                self.go(Mode::AfterHead, token);
            }
        }
    }

    fn start_after_head(&mut self, token: &TagToken) {
        match token.tag {
            Tag::HTML => self.start_in(Mode::InBody, token),
            Tag::BODY => {
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            Tag::FRAMESET => {
                self.insert(token);
                self.mode = Mode::InFrameset;
            }
            Tag::HEAD => {}
            tag if tag.is(&HEAD_CONTENT) && tag != Tag::NOSCRIPT => {
                let (head, before) = (self.head, self.stack.len());
                self.push(super::builder::Open {
                    id: head,
                    tag: Tag::HEAD,
                    kind: Kind::Element,
                    hash: 0,
                });
                self.start_in_head(token);
                if self.stack.len() > before {
                    self.remove_open(head);
                }
            }
            _ => {
                self.insert_missing(Tag::BODY);
                self.go(Mode::InBody, token);
            }
        }
    }

    fn start_in_template(&mut self, token: &TagToken) {
        let mode = match token.tag {
            tag if tag.is(&HEAD_CONTENT) && tag != Tag::NOSCRIPT => {
                return self.start_in_head(token);
            }
            Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => Mode::InTable,
            Tag::COL => Mode::InColumnGroup,
            Tag::TR => Mode::InTableBody,
            Tag::TD | Tag::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.templates.pop();
        self.templates.push(mode);
        self.go(mode, token);
    }

    pub(super) fn end_in(&mut self, mode: Mode, token: &TagToken) {
        let passes = token.tag.is(&PASSES_AS_END);
        match mode {
            Mode::Initial => {
                self.tree.quirks = true;
                self.mode = Mode::BeforeHtml;
                self.end_in(Mode::BeforeHtml, token);
            }
            Mode::BeforeHtml if passes => {
                self.insert_missing(Tag::HTML);
                self.mode = Mode::BeforeHead;
                self.end_in(Mode::BeforeHead, token);
            }
            Mode::BeforeHead if passes => {
                self.head = self.insert_missing(Tag::HEAD);
                self.mode = Mode::InHead;
                self.end_in(Mode::InHead, token);
            }
            Mode::BeforeHtml | Mode::BeforeHead => {}
            Mode::InHead | Mode::AfterHead if token.tag == Tag::TEMPLATE => self.end_template(),
            Mode::InHead if token.tag == Tag::HEAD => {
                self.pop();
                self.mode = Mode::AfterHead;
            }
            Mode::InHead if passes => {
                self.pop();
                self.mode = Mode::AfterHead;
                self.end_in(Mode::AfterHead, token);
            }
            Mode::AfterHead if passes && token.tag != Tag::HEAD => {
                self.insert_missing(Tag::BODY);
                self.mode = Mode::InBody;
                self.end_in(Mode::InBody, token);
            }
            Mode::InHead | Mode::AfterHead => {}
            Mode::InBody => self.end_in_body(token),
            Mode::InTable => self.end_in_table(token),
            Mode::InCaption => self.end_in_caption(token),
            Mode::InColumnGroup => self.end_in_column_group(token),
            Mode::InTableBody => self.end_in_table_body(token),
            Mode::InRow => self.end_in_row(token),
            Mode::InCell => self.end_in_cell(token),
            Mode::InTemplate if token.tag == Tag::TEMPLATE => self.end_template(),
            Mode::InTemplate => {}
            Mode::AfterBody if token.tag == Tag::HTML => self.mode = Mode::AfterAfterBody,
            Mode::AfterBody | Mode::AfterAfterBody => {
                self.mode = Mode::InBody;
                self.end_in(Mode::InBody, token);
            }
            Mode::InFrameset if token.tag == Tag::FRAMESET => {
                if self.stack.len() > 1 {
                    self.pop();
                    if self.top_tag() != Tag::FRAMESET {
                        self.mode = Mode::AfterFrameset;
                    }
                }
            }
            Mode::AfterFrameset if token.tag == Tag::HTML => self.mode = Mode::AfterAfterFrameset,
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => {}
        }
    }

    pub(super) fn characters(&mut self, span: Span) {
        let top = self.top();
        let foreign = top.kind != Kind::Element && top.kind != Kind::Document;
        if foreign && self.is_foreign_text(top) {
            let (span, plain) = self.without_nul(span, true);
            self.frameset_ok &= !plain;
            return self.insert_text(span);
        }
        self.characters_in(self.mode, span);
    }

    pub(super) fn characters_in(&mut self, mode: Mode, span: Span) {
        match mode {
            Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => {
                self.body_text(span);
            }
            Mode::InTable | Mode::InTableBody | Mode::InRow => {
                if matches!(
                    self.top_tag(),
                    Tag::TABLE | Tag::TBODY | Tag::TEMPLATE | Tag::TFOOT | Tag::THEAD | Tag::TR
                ) {
                    self.table_text.push(span);
                } else {
                    self.foster = true;
                    self.body_text(span);
                    self.foster = false;
                }
            }
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => {
                let spaces: String =
                    self.tree.str(span).chars().filter(char::is_ascii_whitespace).collect();
                let start = self.tree.source.len() + self.tree.decoded.len();
                self.tree.decoded.push_str(&spaces);
                let span = Span {
                    start: super::tree::small(start),
                    len: super::tree::small(spaces.len()),
                };
                self.insert_text(span);
            }
            _ => self.characters_outside(mode, span),
        }
    }

    /// Text before, between and after the parts of a page: white space stays, words open the body.
    fn characters_outside(&mut self, mode: Mode, span: Span) {
        let text = self.tree.str(span);
        let spaces = text.bytes().take_while(|byte| is_space(*byte)).count();
        let lead = Span { start: span.start, len: super::tree::small(spaces) };
        let rest = Span { start: span.start + lead.len, len: span.len - lead.len };
        match mode {
            Mode::InHead | Mode::AfterHead | Mode::InColumnGroup => self.insert_text(lead),
            Mode::AfterBody | Mode::AfterAfterBody => self.body_text(lead),
            _ => {}
        }
        if rest.len == 0 {
            return;
        }
        match mode {
            Mode::Initial => {
                self.tree.quirks = true;
                self.mode = Mode::BeforeHtml;
            }
            Mode::BeforeHtml => {
                self.insert_missing(Tag::HTML);
                self.mode = Mode::BeforeHead;
            }
            Mode::BeforeHead => {
                self.head = self.insert_missing(Tag::HEAD);
                self.mode = Mode::InHead;
            }
            Mode::InHead => {
                self.pop();
                self.mode = Mode::AfterHead;
            }
            Mode::AfterHead => {
                self.insert_missing(Tag::BODY);
                self.mode = Mode::InBody;
            }
            Mode::InColumnGroup => {
                if self.top_tag() != Tag::COLGROUP {
                    return;
                }
                self.pop();
                self.mode = Mode::InTable;
            }
            _ => self.mode = Mode::InBody,
        }
        self.characters_in(self.mode, rest);
    }

    pub(super) fn finish(&mut self) {
        // A page without anything still has a body, and open templates close.
        if matches!(self.mode, Mode::Initial | Mode::BeforeHtml) {
            self.insert_missing(Tag::HTML);
        }
        if self.head == NONE {
            self.head = self.insert_missing(Tag::HEAD);
        }
    }
}
