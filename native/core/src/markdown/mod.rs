//! The chosen content as Markdown: nothing twice, nothing moved.

mod code;
mod emit;
mod escape;
mod inline;
pub mod links;
mod maths;
mod tables;
mod writer;

pub use emit::{Chosen, Heading, Link, Markdown, write};
