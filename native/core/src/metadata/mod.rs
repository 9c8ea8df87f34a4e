//! What a page says about itself: title, authors, dates, site, language, address, kind.

pub mod json_ld;
mod head;
mod pick;

pub use pick::{Metadata, read};
