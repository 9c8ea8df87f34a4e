//! What a page says about itself: title, authors, dates, site, language, address, kind.

mod head;
pub mod json_ld;
mod pick;

pub use pick::{Metadata, read};
