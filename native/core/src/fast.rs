//! Tables keyed by numbers that are hashes already.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A table whose keys need no more than mixing. Not for keys that a page chooses freely in bulk:
/// the tables here are bounded by the page's own size and hold one entry per name.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A set like [`Map`].
pub type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// Mixes numbers by one multiplication each.
#[derive(Default, Clone, Copy)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
}
