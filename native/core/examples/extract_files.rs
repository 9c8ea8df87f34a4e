//! Extracts files as the server does, as often as asked: what a profiler looks at.
//!
//! `extract_files TIMES FILE...`

use headwater_core::extract::extract_strictly;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let times: u32 = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(1);
    for path in arguments {
        let Ok(page) = std::fs::read(&path) else { continue };
        let mut length = 0;
        for _ in 0..times {
            length = extract_strictly(&page, "https://example.org/a/b", "").content.text.len();
        }
        println!("{path} {length}");
    }
}
