//! The items of a listing, as its JSON-LD has them.

use serde_json::Value;

use super::json_ld;
use crate::html;
use crate::html::tree::DOCUMENT;
use crate::text::visible;

const FEWEST: usize = 3;
const MOST: usize = 300;
const LONGEST: usize = 2000;
/// Lists about the site rather than of the page.
const CHROME: [&str; 3] = ["BreadcrumbList", "SiteNavigationElement", "WebSite"];

/// One item of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub name: String,
    /// Where it is, as the page has it; empty where it says nothing.
    pub url: String,
}

/// The items of the longest list among a page's objects.
pub fn read(objects: &[Value]) -> Vec<Item> {
    let lists = objects
        .iter()
        .filter(|object| !json_ld::types(object).iter().any(|kind| CHROME.contains(kind)))
        .flat_map(|object| ["itemListElement", "hasPart"].map(|key| &object[key]))
        .filter_map(Value::as_array)
        .filter(|list| list.len() >= FEWEST);
    let Some(list) = lists.max_by_key(|list| list.len()) else { return Vec::new() };
    let items: Vec<Item> = list.iter().take(MOST).filter_map(item).collect();
    if items.len() >= FEWEST { items } else { Vec::new() }
}

fn item(entry: &Value) -> Option<Item> {
    let thing = if entry["item"].is_object() { &entry["item"] } else { entry };
    let name = thing["name"].as_str().map(plain).filter(|name| !name.is_empty())?;
    let url = ["url", "@id"].iter().find_map(|key| thing[*key].as_str()).unwrap_or("");
    Some(Item { name, url: url.to_owned() })
}

/// A text of JSON-LD, which may be HTML, as words of one line.
fn plain(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).collect();
    let tree = html::parse(&text);
    let words: Vec<&str> =
        tree.inside(DOCUMENT).flat_map(|id| tree.text(id).split_whitespace()).collect();
    visible::clean(&words.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_with_their_addresses() {
        let thing = |name: &str| {
            serde_json::json!({"@type": "ListItem", "item": {"@type": "Product", "url": "/a",
                "name": format!("<b>{name}</b>")}})
        };
        let list = serde_json::json!({"@type": "ItemList",
            "itemListElement": [thing("Chair"), thing("Table"), thing("Bench")]});
        let items = read(&[list]);
        assert_eq!(items.len(), 3);
        assert_eq!(items[1], Item { name: "Table".into(), url: "/a".into() });
    }

    #[test]
    fn a_way_to_the_page_is_no_listing() {
        let crumb = serde_json::json!({"@type": "ListItem", "name": "Home"});
        let crumbs = serde_json::json!({"@type": "BreadcrumbList",
            "itemListElement": [crumb, crumb, crumb]});
        assert!(read(&[crumbs]).is_empty());
    }
}
