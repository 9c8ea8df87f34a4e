//! What Headwater does in Rust, without Python: everything here is plain Rust on plain values.

// Two cases side by side read better than nested ones, and tables keep their rows apart.
#![allow(clippy::single_match_else, clippy::match_same_arms)]
// Comparisons joined without branches are what many bytes can be put through at once.
#![allow(clippy::needless_bitwise_bool)]

pub mod coding;
pub mod content;
pub mod decode;
pub mod extract;
pub mod fast;
pub mod fingerprint;
pub mod frame;
pub mod hidden;
pub mod html;
pub mod markdown;
pub mod marks;
pub mod metadata;
pub mod panels;
pub mod result;
pub(crate) mod scan;
pub mod seal;
pub mod shell;
pub mod stream;
pub mod style;
pub mod text;
pub mod url;
