//! HTML to a tree, as the WHATWG standard says, in one pass over the source and without recursion.
//!
//! The tree borrows the source: text and attribute values are spans of it, and only what holds a
//! character reference is copied. Depth, attributes per element and the work of mending
//! misnested formatting are bounded, so hostile pages cost no more than honest ones of their size.

#![allow(clippy::doc_markdown)] // MathML is a name, not code

mod body;
pub mod builder;
pub mod entity;
mod foreign;
mod formatting;
mod modes;
mod tables;
pub mod tag;
mod tokenizer;
pub mod tree;

use tree::Tree;

/// The tree of a page. Carriage returns must be gone, see [`crate::decode`].
#[must_use]
pub fn parse(source: &str) -> Tree<'_> {
    builder::Builder::new(source).run()
}
