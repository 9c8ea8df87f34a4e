//! How the process asks the system for memory.

use pyo3::prelude::*;

/// As many arenas as there are threads that read pages; glibc would make eight for each processor,
/// and what is freed in one is of no use to the others.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn keep_few_arenas() {
    const M_ARENA_MAX: i32 = -8;
    const FEW: i32 = 2;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    // SAFETY: sets one number, and is called before other threads allocate.
    unsafe {
        mallopt(M_ARENA_MAX, FEW);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn keep_few_arenas() {}

/// Shares freed memory between threads, where that can be chosen.
#[pyfunction]
pub fn share_memory() {
    keep_few_arenas();
}
