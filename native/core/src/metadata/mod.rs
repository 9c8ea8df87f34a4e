//! What a page says about itself: title, authors, dates, site, language, address, kind.

mod head;
mod items;
pub mod json_ld;
mod pick;

pub use items::Item;
pub use pick::{Metadata, read};
