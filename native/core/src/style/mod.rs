//! As much of CSS as it takes to know whether a reader sees a text.

pub mod facts;
pub mod sheet;
mod values;

pub use facts::Facts;
pub use sheet::Sheet;
pub use values::{Colour, WHITE};
