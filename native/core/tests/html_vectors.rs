//! The parser against the public test vectors, where they are beside the repository.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use headwater_core::html;
use headwater_core::html::tag::Tag;
use headwater_core::html::tree::{DOCUMENT, Kind, Tree};
use serde_json::Value;

fn rows(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors").join(name);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn texts(tree: &Tree) -> Vec<String> {
    const UNSHOWN: [Tag; 11] = [
        Tag::SCRIPT,
        Tag::STYLE,
        Tag::TEMPLATE,
        Tag::TITLE,
        Tag::TEXTAREA,
        Tag::NOSCRIPT,
        Tag::IFRAME,
        Tag::NOFRAMES,
        Tag::NOEMBED,
        Tag::PLAINTEXT,
        Tag::XMP,
    ];
    tree.inside(DOCUMENT)
        .filter(|id| tree.node(*id).kind == Kind::Text)
        .filter(|id| {
            let mut at = tree.node(*id).parent;
            while at != DOCUMENT {
                if UNSHOWN.contains(&tree.node(at).tag) {
                    return false;
                }
                at = tree.node(at).parent;
            }
            true
        })
        .map(|id| tree.text(id).to_owned())
        .collect()
}

#[test]
fn text_nodes_are_those_of_a_conforming_parser() {
    let (mut right, mut total) = (0, 0);
    let mut wrong = Vec::new();
    let rows = rows("html_tree.jsonl");
    for row in &rows {
        // Some sources are there twice, with and without scripting; no parser can give both.
        if rows
            .iter()
            .any(|other| other["html"] == row["html"] && other["text_nodes"] != row["text_nodes"])
        {
            continue;
        }
        let source = row["html"].as_str().unwrap_or("").replace("\r\n", "\n").replace('\r', "\n");
        let want: Vec<String> = row["text_nodes"]
            .as_array()
            .map(|list| list.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect())
            .unwrap_or_default();
        let got = texts(&html::parse(&source));
        total += want.len().max(1);
        if got == want {
            right += want.len().max(1);
        } else {
            wrong.push(format!("{source:?}\n  want {want:?}\n  got  {got:?}"));
        }
    }
    // What is left are fragments whose context the row does not tell.
    println!("{right} of {total}");
    assert!(right * 100 >= total * 99, "{right} of {total}\n{}", wrong.join("\n"));
}

#[test]
fn torture_input_is_read_without_delay() {
    for row in rows("html_tokenizer.jsonl") {
        let start = Instant::now();
        let _ = html::parse(row["html"].as_str().unwrap_or(""));
        assert!(start.elapsed() < Duration::from_secs(1), "{row}");
    }
}
