//! Tables of data as pipe tables; tables that only arrange a page as the text they hold.

use super::emit::Emitter;
use crate::content::tables::is_data;
use crate::html::tag::Tag;
use crate::html::tree::{Id, NONE, attr};

const COLSPAN: u32 = attr("colspan");
const ROWSPAN: u32 = attr("rowspan");
const MOST_COLUMNS: usize = 200;
const MOST_CELLS: usize = 200_000;

impl Emitter<'_, '_> {
    pub fn table(&mut self, id: Id) {
        self.writer.break_line(2);
        if self.writer.one_line == 0 && is_data(self.tree, id) {
            self.caption(id);
            let rows = self.rows(id);
            self.grid(&rows);
        } else {
            self.children(id);
        }
        self.writer.break_line(2);
    }

    fn caption(&mut self, id: Id) {
        let found = self.tree.children(id).find(|child| self.tree.tag(*child) == Tag::CAPTION);
        if let Some(caption) = found {
            if !self.hidden.is_hidden(caption) && self.holds(caption) {
                self.children(caption);
                self.writer.break_line(2);
            }
        }
    }

    fn rows(&mut self, id: Id) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = Vec::new();
        // Columns that cells of earlier rows still fill, and for how many rows more.
        let mut filled: Vec<u32> = Vec::new();
        let mut cells = 0;
        for tr in table_rows(self.tree, id) {
            if self.hidden.is_hidden(tr) || cells > MOST_CELLS {
                continue;
            }
            let mut row: Vec<String> = Vec::new();
            let mut cell = self.tree.node(tr).first;
            let mut spans: Vec<(usize, u32)> = Vec::new();
            while cell != NONE {
                let now = cell;
                cell = self.tree.node(cell).next;
                if !matches!(self.tree.tag(now), Tag::TD | Tag::TH) || self.hidden.is_hidden(now) {
                    continue;
                }
                while row.len() < MOST_COLUMNS
                    && filled.get(row.len()).is_some_and(|left| *left > 0)
                {
                    row.push(String::new());
                }
                let down = self.span(now, ROWSPAN).min(1000);
                let across = self.span(now, COLSPAN).min(MOST_COLUMNS);
                let text = self.cell(now);
                for part in 0..across {
                    if row.len() >= MOST_COLUMNS {
                        break;
                    }
                    spans.push((row.len(), u32::try_from(down).unwrap_or(1)));
                    row.push(if part == 0 { text.clone() } else { String::new() });
                }
                cells += across;
            }
            for left in &mut filled {
                *left = left.saturating_sub(1);
            }
            for (column, down) in spans {
                if filled.len() <= column {
                    filled.resize(column + 1, 0);
                }
                filled[column] = down - 1;
            }
            if row.iter().any(|text| !text.is_empty()) {
                rows.push(row);
            }
        }
        rows
    }

    fn span(&self, id: Id, name: u32) -> usize {
        self.tree.attribute(id, name).and_then(|text| text.trim().parse().ok()).unwrap_or(1).max(1)
    }

    fn cell(&mut self, id: Id) -> String {
        let inner = std::mem::take(&mut self.writer);
        self.writer.one_line = 1;
        self.children(id);
        let cell = std::mem::replace(&mut self.writer, inner);
        self.writer.links.extend(cell.links.iter().map(|(_, _, url)| (0, 0, url.clone())));
        cell.out
    }

    fn grid(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return;
        }
        let mut out = String::new();
        for (number, row) in rows.iter().enumerate() {
            out.push('|');
            for column in 0..columns {
                out.push(' ');
                out.push_str(row.get(column).map_or("", String::as_str));
                out.push_str(" |");
            }
            out.push('\n');
            if number == 0 {
                out.push('|');
                out.push_str(&" --- |".repeat(columns));
                out.push('\n');
            }
        }
        self.writer.lines(out.trim_end());
    }
}

/// The rows of a table, those of tables inside it left out.
fn table_rows(tree: &crate::html::tree::Tree, id: Id) -> Vec<Id> {
    let mut rows = Vec::new();
    for part in tree.children(id) {
        match tree.tag(part) {
            Tag::TR => rows.push(part),
            Tag::TBODY | Tag::THEAD | Tag::TFOOT => {
                rows.extend(tree.children(part).filter(|row| tree.tag(*row) == Tag::TR));
            }
            _ => {}
        }
    }
    rows
}
