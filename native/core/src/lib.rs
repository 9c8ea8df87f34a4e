//! What Headwater does in Rust, without Python: everything here is plain Rust on plain values.

pub mod frame;
pub mod html;
