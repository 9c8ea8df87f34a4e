//! The rules inside tables.

use super::builder::{Builder, Mode};
use super::tag::{Tag, TagSet};
use super::tokenizer::TagToken;
use super::tree::{Kind, NONE};

const TABLE_CONTEXT: TagSet = TagSet::new(&[Tag::TABLE, Tag::TEMPLATE, Tag::HTML]);
const BODY_CONTEXT: TagSet =
    TagSet::new(&[Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TEMPLATE, Tag::HTML]);
const ROW_CONTEXT: TagSet = TagSet::new(&[Tag::TR, Tag::TEMPLATE, Tag::HTML]);
const TABLE_PARTS: TagSet = TagSet::new(&[
    Tag::CAPTION,
    Tag::COL,
    Tag::COLGROUP,
    Tag::TBODY,
    Tag::TD,
    Tag::TFOOT,
    Tag::TH,
    Tag::THEAD,
    Tag::TR,
]);

impl Builder<'_> {
    /// Text between the parts of a table: white space stays, words are moved before the table.
    pub(super) fn flush_table_text(&mut self) {
        let spans = std::mem::take(&mut self.table_text);
        let plain = spans.iter().any(|span| {
            self.tree.str(*span).bytes().any(|byte| !super::tokenizer::is_space(byte) && byte != 0)
        });
        for span in &spans {
            if plain {
                self.foster = true;
                self.body_text(*span);
                self.foster = false;
            } else {
                let (span, _) = self.without_nul(*span, false);
                self.insert_text(span);
            }
        }
        self.table_text = spans;
        self.table_text.clear();
    }

    pub(super) fn start_in_table(&mut self, token: &TagToken) {
        match token.tag {
            Tag::CAPTION => {
                self.pop_to(&TABLE_CONTEXT);
                self.push_marker();
                self.insert(token);
                self.mode = Mode::InCaption;
            }
            Tag::COLGROUP => {
                self.pop_to(&TABLE_CONTEXT);
                self.insert(token);
                self.mode = Mode::InColumnGroup;
            }
            Tag::COL => {
                self.pop_to(&TABLE_CONTEXT);
                self.insert_missing(Tag::COLGROUP);
                self.mode = Mode::InColumnGroup;
                self.start_in(Mode::InColumnGroup, token);
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.pop_to(&TABLE_CONTEXT);
                self.insert(token);
                self.mode = Mode::InTableBody;
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.pop_to(&TABLE_CONTEXT);
                self.insert_missing(Tag::TBODY);
                self.mode = Mode::InTableBody;
                self.start_in(Mode::InTableBody, token);
            }
            Tag::TABLE => {
                if self.in_table_scope(Tag::TABLE) {
                    self.pop_through(Tag::TABLE);
                    self.reset_mode();
                    self.start_in(self.mode, token);
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => self.start_in_head(token),
            Tag::INPUT if self.is_hidden_input(token) => self.insert_void(token),
            Tag::FORM => {
                if self.form == NONE && !self.is_open(Tag::TEMPLATE) {
                    self.form = self.insert(token);
                    self.pop();
                }
            }
            _ => {
                self.foster = true;
                self.start_in(Mode::InBody, token);
                self.foster = false;
            }
        }
    }

    pub(super) fn end_in_table(&mut self, token: &TagToken) {
        match token.tag {
            Tag::TABLE => {
                if self.in_table_scope(Tag::TABLE) {
                    self.pop_through(Tag::TABLE);
                    self.reset_mode();
                }
            }
            Tag::BODY | Tag::HTML => {}
            tag if tag.is(&TABLE_PARTS) => {}
            Tag::TEMPLATE => self.end_template(),
            _ => {
                self.foster = true;
                self.end_in_body(token);
                self.foster = false;
            }
        }
    }

    fn close_caption(&mut self) -> bool {
        if !self.in_table_scope(Tag::CAPTION) {
            return false;
        }
        self.generate_implied(Tag::UNKNOWN);
        self.pop_through(Tag::CAPTION);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_caption(&mut self, token: &TagToken) {
        if token.tag.is(&TABLE_PARTS) {
            if self.close_caption() {
                self.start_in(self.mode, token);
            }
        } else {
            self.start_in_body(token);
        }
    }

    pub(super) fn end_in_caption(&mut self, token: &TagToken) {
        match token.tag {
            Tag::CAPTION => drop(self.close_caption()),
            Tag::TABLE => {
                if self.close_caption() {
                    self.end_in(self.mode, token);
                }
            }
            Tag::BODY | Tag::HTML => {}
            tag if tag.is(&TABLE_PARTS) => {}
            _ => self.end_in_body(token),
        }
    }

    fn close_column_group(&mut self) -> bool {
        if self.top_tag() != Tag::COLGROUP {
            return false;
        }
        self.pop();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_column_group(&mut self, token: &TagToken) {
        match token.tag {
            Tag::HTML => self.start_in_body(token),
            Tag::COL => self.insert_void(token),
            Tag::TEMPLATE => self.start_in_head(token),
            _ => {
                if self.close_column_group() {
                    self.start_in(self.mode, token);
                }
            }
        }
    }

    pub(super) fn end_in_column_group(&mut self, token: &TagToken) {
        match token.tag {
            Tag::COLGROUP => drop(self.close_column_group()),
            Tag::COL => {}
            Tag::TEMPLATE => self.end_template(),
            _ => {
                if self.close_column_group() {
                    self.end_in(self.mode, token);
                }
            }
        }
    }

    fn leave_table_body(&mut self) -> bool {
        let inside =
            [Tag::TBODY, Tag::THEAD, Tag::TFOOT].iter().any(|tag| self.in_table_scope(*tag));
        if inside {
            self.pop_to(&BODY_CONTEXT);
            self.pop();
            self.mode = Mode::InTable;
        }
        inside
    }

    pub(super) fn start_in_table_body(&mut self, token: &TagToken) {
        match token.tag {
            Tag::TR => {
                self.pop_to(&BODY_CONTEXT);
                self.insert(token);
                self.mode = Mode::InRow;
            }
            Tag::TH | Tag::TD => {
                self.pop_to(&BODY_CONTEXT);
                self.insert_missing(Tag::TR);
                self.mode = Mode::InRow;
                self.start_in(Mode::InRow, token);
            }
            Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                if self.leave_table_body() {
                    self.start_in(self.mode, token);
                }
            }
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_table_body(&mut self, token: &TagToken) {
        match token.tag {
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                if self.in_table_scope(token.tag) {
                    self.pop_to(&BODY_CONTEXT);
                    self.pop();
                    self.mode = Mode::InTable;
                }
            }
            Tag::TABLE => {
                if self.leave_table_body() {
                    self.end_in(self.mode, token);
                }
            }
            _ => self.end_in_table(token),
        }
    }

    fn leave_row(&mut self) -> bool {
        if !self.in_table_scope(Tag::TR) {
            return false;
        }
        self.pop_to(&ROW_CONTEXT);
        self.pop();
        self.mode = Mode::InTableBody;
        true
    }

    pub(super) fn start_in_row(&mut self, token: &TagToken) {
        match token.tag {
            Tag::TH | Tag::TD => {
                self.pop_to(&ROW_CONTEXT);
                self.insert(token);
                self.mode = Mode::InCell;
                self.push_marker();
            }
            tag if tag.is(&TABLE_PARTS) => {
                if self.leave_row() {
                    self.start_in(self.mode, token);
                }
            }
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_row(&mut self, token: &TagToken) {
        match token.tag {
            Tag::TR => drop(self.leave_row()),
            Tag::TABLE => {
                if self.leave_row() {
                    self.end_in(self.mode, token);
                }
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                if self.in_table_scope(token.tag) && self.leave_row() {
                    self.end_in(self.mode, token);
                }
            }
            _ => self.end_in_table(token),
        }
    }

    fn close_cell(&mut self) {
        self.generate_implied(Tag::UNKNOWN);
        while self.pop().is_some_and(|open| {
            !(open.kind == Kind::Element && matches!(open.tag, Tag::TD | Tag::TH))
        }) {}
        self.clear_to_marker();
        self.mode = Mode::InRow;
    }

    pub(super) fn start_in_cell(&mut self, token: &TagToken) {
        if token.tag.is(&TABLE_PARTS) {
            if self.in_table_scope(Tag::TD) || self.in_table_scope(Tag::TH) {
                self.close_cell();
                self.start_in(self.mode, token);
            }
        } else {
            self.start_in_body(token);
        }
    }

    pub(super) fn end_in_cell(&mut self, token: &TagToken) {
        match token.tag {
            Tag::TD | Tag::TH => {
                if self.in_table_scope(token.tag) {
                    self.generate_implied(Tag::UNKNOWN);
                    self.pop_through(token.tag);
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
            }
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML => {}
            Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                if self.in_table_scope(token.tag) {
                    self.close_cell();
                    self.end_in(self.mode, token);
                }
            }
            _ => self.end_in_body(token),
        }
    }

    /// The insertion mode that the open elements call for.
    pub(super) fn reset_mode(&mut self) {
        let mode = self.stack.iter().enumerate().rev().find_map(|(at, open)| {
            if open.kind != Kind::Element {
                return None;
            }
            match open.tag {
                Tag::TD | Tag::TH if at > 0 => Some(Mode::InCell),
                Tag::TR => Some(Mode::InRow),
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Some(Mode::InTableBody),
                Tag::CAPTION => Some(Mode::InCaption),
                Tag::COLGROUP => Some(Mode::InColumnGroup),
                Tag::TABLE => Some(Mode::InTable),
                Tag::TEMPLATE => Some(self.templates.last().copied().unwrap_or(Mode::InTemplate)),
                Tag::HEAD if at > 0 => Some(Mode::InHead),
                Tag::BODY => Some(Mode::InBody),
                Tag::FRAMESET => Some(Mode::InFrameset),
                Tag::HTML => {
                    Some(if self.head == NONE { Mode::BeforeHead } else { Mode::AfterHead })
                }
                _ => None,
            }
        });
        self.mode = mode.unwrap_or(Mode::InBody);
    }
}
