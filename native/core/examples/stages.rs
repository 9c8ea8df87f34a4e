//! Where the time of an extraction goes, over a folder of HTML files.

use std::time::{Duration, Instant};

use headwater_core::content::{blocks, choose, features};
use headwater_core::markdown::links::Base;
use headwater_core::{decode, hidden, html, markdown, metadata};

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_default();
    let pages: Vec<Vec<u8>> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path()).ok())
        .collect();
    let mut spent = [Duration::ZERO; 8];
    for page in &pages {
        let mut at = Instant::now();
        let mut lap = |stage: usize| {
            spent[stage] += at.elapsed();
            at = Instant::now();
        };
        let decoded = decode::decode(page, "");
        lap(0);
        let tree = html::parse(&decoded.text);
        lap(1);
        let hidden = hidden::find(&tree, false);
        lap(2);
        let base = Base::of(&tree, "https://example.org/");
        let about = metadata::read(&tree, "https://example.org/", &base);
        lap(4);
        let topic = blocks::Topic::of("https://example.org/", about.title.as_deref().unwrap_or(""));
        let blocks = blocks::read(&tree, &hidden, &topic);
        lap(3);
        let features = features::describe(&blocks, &about, "https://example.org/", &topic);
        lap(5);
        let choice = choose::choose(&tree, &blocks, &features);
        lap(6);
        let chosen = markdown::Chosen { blocks: &choice.blocks, images: &choice.images };
        let written = markdown::write(&tree, &hidden, &blocks, &chosen, &base);
        lap(7);
        assert!(written.text.len() < 100_000_000);
    }
    let names = ["decode", "parse", "hidden", "blocks", "metadata", "features", "choose", "write"];
    let count = u32::try_from(pages.len()).unwrap_or(1).max(1);
    for (name, time) in names.iter().zip(spent) {
        println!("{name:<10} {:>8.1} us/page", (time / count).as_secs_f64() * 1e6);
    }
    let total: Duration = spent.iter().sum();
    println!("{:.0} pages/s", f64::from(count) / total.as_secs_f64());
}
