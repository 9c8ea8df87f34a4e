//! What of a page is its content: text in blocks, evidence about each, and the choice.

mod asides;
pub mod blocks;
pub mod choose;
pub mod features;
pub mod kinds;
pub mod lexicon;
pub mod measure;
pub mod model;
pub mod page;
pub mod tables;
mod wide;
