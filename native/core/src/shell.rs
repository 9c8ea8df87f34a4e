//! Pages that are shells: their text is in data for a script, or in what they show without one.

use serde_json::Value;

use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Kind, Tree, attr};

const TYPE: u32 = attr("type");
const PRELOADED: u32 = attr("data-preloaded");
/// A page with more words than this is no shell.
pub const FEW_WORDS: f32 = 80.0;
/// Shorter finds are labels and notices.
const SHORTEST: usize = 400;
const MOST: usize = 2_000_000;

/// Keys under which scripts keep the texts of a page, and those of whoever wrote them.
const TEXTS: [&str; 9] = [
    "cooked",
    "contentHtml",
    "articleBody",
    "bodyHtml",
    "body_html",
    "content",
    "body",
    "text",
    "html",
];
const NAMES: [&str; 4] = ["username", "displayName", "author_name", "author"];

/// The text of a shell as HTML.
#[must_use]
pub fn inner_page(tree: &Tree) -> Option<String> {
    without_script(tree).or_else(|| from_data(tree))
}

/// What the page shows to readers without scripts.
fn without_script(tree: &Tree) -> Option<String> {
    let text = |id| tree.children(id).map(|child| tree.text(child)).collect::<String>();
    tree.inside(DOCUMENT)
        .filter(|id| tree.tag(*id) == Tag::NOSCRIPT)
        .map(text)
        .max_by_key(String::len)
        .filter(|html| letters(html) >= SHORTEST)
}

/// Letters outside tags, roughly.
fn letters(html: &str) -> usize {
    let mut inside = false;
    let mut count = 0;
    for byte in html.bytes() {
        match byte {
            b'<' => inside = true,
            b'>' => inside = false,
            _ => count += usize::from(!inside && !byte.is_ascii_whitespace()),
        }
    }
    count
}

fn from_data(tree: &Tree) -> Option<String> {
    let mut out = String::new();
    for id in tree.inside(DOCUMENT) {
        if tree.node(id).kind != Kind::Element {
            continue;
        }
        if tree.tag(id) == Tag::SCRIPT {
            let kind = tree.attribute(id, TYPE).unwrap_or("");
            if kind == "application/json" || kind == "application/ld+json" {
                let text: String = tree.children(id).map(|child| tree.text(child)).collect();
                if let Ok(value) = serde_json::from_str(&text) {
                    collect(&value, 0, &mut out);
                }
            }
        } else if let Some(text) = tree.attribute(id, PRELOADED) {
            if let Ok(value) = serde_json::from_str(text) {
                collect(&value, 0, &mut out);
            }
        }
    }
    (letters(&out) >= SHORTEST).then_some(out)
}

/// Writes the texts in a value as articles, each after its author.
fn collect(value: &Value, nested: u32, out: &mut String) {
    if out.len() > MOST {
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, nested, out)),
        Value::Object(object) => {
            let found = TEXTS.iter().find_map(|key| {
                object.get(*key).and_then(Value::as_str).filter(|text| {
                    text.len() > 40 && text.contains(' ') && !text.starts_with(['{', '['])
                })
            });
            if let Some(text) = found {
                out.push_str("<article>");
                let name = NAMES.iter().find_map(|key| object.get(*key).and_then(Value::as_str));
                if let Some(name) = name {
                    out.push_str("<p>");
                    out.push_str(&name.replace('<', "&lt;"));
                    out.push_str("</p>");
                }
                if text.contains("</") || text.contains("<p") {
                    out.push_str(text);
                } else {
                    for line in text.lines() {
                        out.push_str("<p>");
                        out.push_str(&line.replace('<', "&lt;"));
                        out.push_str("</p>");
                    }
                }
                out.push_str("</article>");
            }
            for (key, inner) in object {
                match inner {
                    Value::Array(_) | Value::Object(_) => collect(inner, nested, out),
                    // Data inside data, written as text.
                    Value::String(text)
                        if nested < 2
                            && text.len() > 200
                            && text.starts_with(['{', '['])
                            && key.starts_with("topic") =>
                    {
                        if let Ok(inner) = serde_json::from_str(text) {
                            collect(&inner, nested + 1, out);
                        }
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn posts_are_read_from_preloaded_data() {
        let post = "word ".repeat(120);
        let inner = format!(r#"{{"posts":[{{"username":"ann","cooked":"<p>{post}</p>"}}]}}"#);
        let data = serde_json::json!({ "topic_1": inner }).to_string();
        let page = format!("<div data-preloaded=\"{}\"></div>", data.replace('"', "&quot;"));
        let found = inner_page(&html::parse(&page)).unwrap_or_default();
        assert!(found.contains("<p>ann</p><p>word"), "{found}");
    }
}
