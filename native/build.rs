//! Copies the Python packages that live at the repository's top level to the build's output
//! folder, from where maturin takes them into the wheel as `headwater/kernel` and so on.
//!
//! Links in `native/python/headwater` serve development, but a wheel built over them is empty.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PACKAGES: [&str; 4] = ["kernel", "actors", "lenses", "benchmarks"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets this")).join("..");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets this"));
    for package in PACKAGES {
        let source = root.join(package);
        println!("cargo::rerun-if-changed={}", source.display());
        let target = out.join(package);
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        copy(&source, &target)?;
    }
    Ok(())
}

fn copy(source: &Path, target: &Path) -> io::Result<()> {
    fs::create_dir_all(target)?;
    for entry in fs::read_dir(source)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "__pycache__" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target.join(&name))?;
        } else {
            fs::copy(entry.path(), target.join(&name))?;
        }
    }
    Ok(())
}
