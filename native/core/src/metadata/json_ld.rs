//! JSON-LD: the objects of all scripts, `@graph` and nesting laid flat.

use serde_json::Value;

use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Tree, attr};

const TYPE: u32 = attr("type");
const MOST_SCRIPTS: usize = 32;
const LONGEST_SCRIPT: usize = 1024 * 1024;
const MOST_OBJECTS: usize = 2000;

/// The texts of a page's JSON-LD scripts, as they stand.
#[must_use]
pub fn scripts(tree: &Tree) -> Vec<String> {
    let scripts = tree
        .inside(DOCUMENT)
        .filter(|id| tree.tag(*id) == Tag::SCRIPT)
        .filter(|id| {
            tree.attribute(*id, TYPE)
                .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
        })
        .take(MOST_SCRIPTS);
    scripts
        .map(|script| tree.children(script).map(|child| tree.text(child)).collect::<String>())
        .filter(|text| text.len() <= LONGEST_SCRIPT)
        .collect()
}

/// All objects of JSON-LD scripts that have a type, outer ones first.
#[must_use]
pub fn objects(scripts: &[String]) -> Vec<Value> {
    let mut found = Vec::new();
    for text in scripts {
        // Line ends inside strings are a common slip; a value cannot hold them otherwise.
        let text = text.trim().trim_start_matches("<!--").trim_end_matches("-->");
        let text = text.trim().trim_end_matches(';').replace(['\n', '\t'], " ");
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            collect(value, &mut found);
        }
    }
    found
}

fn collect(value: Value, found: &mut Vec<Value>) {
    // serde_json reads at most 128 levels, so this goes no deeper.
    match value {
        Value::Array(items) => {
            for item in items {
                collect(item, found);
            }
        }
        Value::Object(mut object) => {
            if found.len() >= MOST_OBJECTS {
                return;
            }
            let graph = object.remove("@graph");
            let inner = ["mainEntity", "itemListElement", "hasPart", "item"].map(|key| {
                object.get(key).filter(|value| value.is_object() || value.is_array()).cloned()
            });
            if object.contains_key("@type") {
                found.push(Value::Object(object));
            }
            for part in inner.into_iter().flatten().chain(graph) {
                collect(part, found);
            }
        }
        _ => {}
    }
}

/// The types of an object, without their address.
pub fn types(object: &Value) -> Vec<&str> {
    let name = |text: &'_ str| -> usize { text.rfind(['/', '#', ':']).map_or(0, |at| at + 1) };
    match &object["@type"] {
        Value::String(text) => vec![&text[name(text)..]],
        Value::Array(list) => {
            list.iter().filter_map(Value::as_str).map(|text| &text[name(text)..]).collect()
        }
        _ => Vec::new(),
    }
}

/// What a reference to another object of the page refers to; anything else is itself.
pub fn resolved<'v>(value: &'v Value, objects: &'v [Value]) -> &'v Value {
    let Some(id) = value.get("@id").and_then(Value::as_str) else { return value };
    if value.get("name").is_some() {
        return value;
    }
    let named = |object: &&Value| object["@id"].as_str() == Some(id) && text(object).is_some();
    objects.iter().find(named).unwrap_or(value)
}

/// A property as text: the text itself, or the name of the thing it is.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => items.iter().find_map(text),
        Value::Object(object) => {
            object.get("name").or_else(|| object.get("@value")).and_then(text).or_else(|| {
                let parts = ["givenName", "familyName"].map(|key| object.get(key).and_then(text));
                let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
                Some(name).filter(|name| !name.is_empty())
            })
        }
        _ => None,
    }
}
