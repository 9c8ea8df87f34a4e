//! Tables that hold data, told from tables that arrange a page.

use crate::html::tag::Tag;
use crate::html::tree::{Id, Tree, attr};

const ROLE: u32 = attr("role");

/// Whether a table's cells are its content rather than its layout.
#[must_use]
pub fn is_data(tree: &Tree, table: Id) -> bool {
    if matches!(tree.attribute(table, ROLE), Some("presentation" | "none")) {
        return false;
    }
    let (mut rows, mut cells, mut heads, mut letters, mut heavy) = (0u32, 0u32, 0u32, 0usize, 0u32);
    for id in tree.inside(table) {
        match tree.tag(id) {
            Tag::TABLE => return false,
            Tag::TR => rows += 1,
            Tag::TD => cells += 1,
            Tag::TH | Tag::CAPTION | Tag::THEAD => heads += 1,
            Tag::PRE
            | Tag::FORM
            | Tag::H1
            | Tag::H2
            | Tag::ARTICLE
            | Tag::SECTION
            | Tag::BLOCKQUOTE => heavy += 1,
            _ => letters += tree.text(id).trim_ascii().len(),
        }
    }
    if rows < 2 && heads == 0 || cells + heads < 2 {
        return false;
    }
    // A single column is a list, and cells of many paragraphs are a page.
    let per_row = f64::from(cells + heads) / f64::from(rows.max(1));
    if heads > 0 {
        return heavy * 4 <= rows && per_row > 1.0;
    }
    #[allow(clippy::cast_precision_loss)] // lengths of a page
    let per_cell = letters as f64 / f64::from(cells.max(1));
    heavy == 0 && per_row > 1.4 && per_cell < 160.0
}
