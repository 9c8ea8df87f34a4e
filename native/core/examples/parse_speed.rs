//! Pages per second of the parser alone, over a folder of HTML files.

use std::time::Instant;

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_default();
    let pages: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path()).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n"))
        .collect();
    let start = Instant::now();
    let nodes: usize = pages.iter().map(|page| headwater_core::html::parse(page).nodes.len()).sum();
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    let rate = f64::from(count) / start.elapsed().as_secs_f64();
    println!("{count} pages, {nodes} nodes, {rate:.0} pages/s");
}
