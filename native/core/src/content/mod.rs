//! What of a page is its content: text in blocks, evidence about each, and the choice.

pub mod blocks;
pub mod kinds;
pub mod lexicon;
pub mod measure;
pub mod tables;
