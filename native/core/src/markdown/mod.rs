//! The chosen content as Markdown: nothing twice, nothing moved.

mod code;
mod emit;
mod escape;
mod inline;
mod items;
pub mod links;
mod maths;
mod notes;
mod tables;
mod writer;

pub use items::missing as missing_items;

pub use emit::{Chosen, Heading, Link, Markdown, write};
