//! Meta tags, links and the title of the head.

use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, NONE, Tree, attr};

const NAME: u32 = attr("name");
const PROPERTY: u32 = attr("property");
const ITEMPROP: u32 = attr("itemprop");
const CONTENT: u32 = attr("content");
const HREF: u32 = attr("href");
const REL: u32 = attr("rel");
const LANG: u32 = attr("lang");
const MOST: usize = 500;

/// The head's statements by name in lower case, in order.
#[derive(Default)]
pub struct Head {
    meta: Vec<(String, String)>,
    pub title: String,
    pub canonical: Option<String>,
    pub language: Option<String>,
}

impl Head {
    pub fn read(tree: &Tree) -> Head {
        let mut head = Head::default();
        for id in tree.inside(DOCUMENT) {
            match tree.tag(id) {
                Tag::META if head.meta.len() < MOST => head.learn(tree, id),
                Tag::TITLE if head.title.is_empty() => {
                    head.title =
                        tree.children(id).map(|child| tree.text(child)).collect::<String>();
                }
                Tag::LINK if head.canonical.is_none() => {
                    let rel = tree.attribute(id, REL).unwrap_or("");
                    if rel
                        .split_ascii_whitespace()
                        .any(|word| word.eq_ignore_ascii_case("canonical"))
                    {
                        head.canonical = tree.attribute(id, HREF).map(str::to_owned);
                    }
                }
                Tag::HTML => {
                    head.language = tree.attribute(id, LANG).map(|text| text.trim().to_owned());
                }
                _ => {}
            }
        }
        head
    }

    fn learn(&mut self, tree: &Tree, id: Id) {
        let name = [PROPERTY, NAME, ITEMPROP].iter().find_map(|key| tree.attribute(id, *key));
        if let (Some(name), Some(content)) = (name, tree.attribute(id, CONTENT)) {
            let content = content.trim();
            if !content.is_empty() {
                self.meta.push((name.trim().to_ascii_lowercase(), content.to_owned()));
            }
        }
    }

    pub fn into_tags(self) -> Vec<(String, String)> {
        self.meta
    }

    /// The first of `names` that the head has, in the order of `names`.
    pub fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| {
            self.meta.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
        })
    }

    pub fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        self.meta.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Text inside an element, white space collapsed, at most `most` bytes.
pub fn text_of(tree: &Tree, root: Id, most: usize) -> String {
    let mut out = String::new();
    let mut at = tree.following(root, root);
    while let Some(id) = at {
        if out.len() > most || id == NONE {
            break;
        }
        if matches!(tree.tag(id), Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE) {
            at = tree.after(id, root);
            continue;
        }
        for word in tree.text(id).split_ascii_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        at = tree.following(id, root);
    }
    out
}
