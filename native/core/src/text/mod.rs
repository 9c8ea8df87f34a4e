//! Finished text: what nobody sees in it, what loads by itself, and where its headings are.

pub mod images;
pub mod outline;
pub mod visible;
