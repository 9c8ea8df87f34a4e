//! Rules of the page's own style sheets, for selectors that name one element.

use super::facts::{Facts, plain};
use crate::fast::Map;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Tree, attr};

const CLASS: u32 = attr("class");
const ID: u32 = attr("id");
const MEDIA: u32 = attr("media");
const MOST_RULES: usize = 20_000;
const MOST_PER_NAME: usize = 64;

struct Rule {
    tag: Option<Tag>,
    id: Option<u32>,
    classes: Vec<u32>,
    facts: Facts,
    weight: u32,
}

/// All rules that say something about visibility.
#[derive(Default)]
pub struct Sheet {
    rules: Vec<Rule>,
    by_name: Map<u32, Vec<u32>>,
    by_tag: Map<u8, Vec<u32>>,
    /// Whether the page loads styles that are not known here.
    pub incomplete: bool,
}

impl Sheet {
    /// Reads the style elements of a page.
    #[must_use]
    pub fn read(tree: &Tree) -> Sheet {
        let mut sheet = Sheet::default();
        for (at, node) in tree.nodes.iter().enumerate() {
            let id = crate::html::tree::small(at);
            if node.tag == Tag::LINK
                && tree
                    .attribute(id, attr("rel"))
                    .is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet"))
            {
                sheet.incomplete = true;
            }
            if node.tag == Tag::STYLE
                && id != DOCUMENT
                && applies(tree.attribute(id, MEDIA).unwrap_or(""))
            {
                for text in tree.children(id) {
                    sheet.learn(tree.text(text), 0);
                }
            }
        }
        sheet
    }

    fn learn(&mut self, text: &str, depth: u32) {
        let mut rest = text;
        while let Some(open) = memchr::memchr(b'{', rest.as_bytes()) {
            if self.rules.len() >= MOST_RULES {
                return;
            }
            let before = &rest[..open];
            let start = memchr::memrchr2(b';', b'}', before.as_bytes()).map_or(0, |at| at + 1);
            let selector = plain(&before[start..]);
            let selector = selector.trim();
            let after = &rest[open + 1..];
            if selector.starts_with('@') {
                let end = end_of_block(after);
                let enters = (selector.starts_with("@media") && applies(&selector[6..]))
                    || selector.starts_with("@layer")
                    || selector.starts_with("@supports");
                if enters && depth < 4 {
                    self.learn(&after[..end], depth + 1);
                }
                rest = after.get(end + 1..).unwrap_or("");
                continue;
            }
            let end = memchr::memchr(b'}', after.as_bytes()).unwrap_or(after.len());
            self.rule(selector, &after[..end]);
            rest = after.get(end + 1..).unwrap_or("");
        }
    }

    fn rule(&mut self, selectors: &str, body: &str) {
        let mut facts = None;
        for selector in selectors.split(',') {
            let Some(mut rule) = compound(selector.trim()) else { continue };
            let facts = *facts.get_or_insert_with(|| Facts::read(body));
            if facts == Facts::default() {
                return;
            }
            rule.facts = facts;
            let number = crate::html::tree::small(self.rules.len());
            let list = match (rule.id, rule.classes.last(), rule.tag) {
                (Some(name), _, _) | (None, Some(&name), _) => {
                    self.by_name.entry(name).or_default()
                }
                (None, None, Some(tag)) => self.by_tag.entry(tag.0).or_default(),
                (None, None, None) => continue,
            };
            if list.len() < MOST_PER_NAME {
                list.push(number);
                self.rules.push(rule);
            }
        }
    }

    /// What the rules say about an element.
    #[must_use]
    pub fn facts(&self, tree: &Tree, id: Id) -> Option<Facts> {
        if self.rules.is_empty() {
            return None;
        }
        let mut found: Vec<u32> =
            self.by_tag.get(&tree.node(id).tag.0).cloned().unwrap_or_default();
        let mut names: Vec<u32> = Vec::new();
        let mut own = None;
        for attribute in tree.attributes(id) {
            if attribute.name == CLASS {
                names.extend(
                    tree.str(attribute.value).split_ascii_whitespace().take(64).map(class_name),
                );
            } else if attribute.name == ID {
                own = Some(id_name(tree.str(attribute.value)));
            }
        }
        for name in names.iter().chain(&own) {
            if let Some(rules) = self.by_name.get(name) {
                found.extend(rules);
            }
        }
        found.retain(|number| {
            let rule = &self.rules[*number as usize];
            rule.tag.is_none_or(|tag| tag == tree.node(id).tag)
                && rule.id.is_none_or(|name| Some(name) == own)
                && rule.classes.iter().all(|name| names.contains(name))
        });
        if found.is_empty() {
            return None;
        }
        found.sort_by_key(|number| (self.rules[*number as usize].weight, *number));
        let mut facts = Facts::default();
        for number in found {
            facts.apply(&self.rules[number as usize].facts);
        }
        Some(facts)
    }
}

/// Whether rules for these media hold on a screen of unknown size.
fn applies(media: &str) -> bool {
    let media = media.trim().to_ascii_lowercase();
    media.is_empty()
        || (!media.contains(['(']) && (media.contains("screen") || media.contains("all")))
}

/// Classes and ids share a table; the sign keeps them apart.
fn class_name(name: &str) -> u32 {
    attr(name) ^ 0x2E2E_2E2E
}

fn id_name(name: &str) -> u32 {
    attr(name) ^ 0x2323_2323
}

/// A selector of tag, id and classes; nothing for any other.
fn compound(selector: &str) -> Option<Rule> {
    if selector.is_empty() || selector.contains([' ', '>', '+', '~', ':', '[', '*', '|', '&', '('])
    {
        return None;
    }
    let mut rule =
        Rule { tag: None, id: None, classes: Vec::new(), facts: Facts::default(), weight: 0 };
    let first = selector.find(['.', '#']).unwrap_or(selector.len());
    if first > 0 {
        let tag = Tag::of(selector[..first].to_ascii_lowercase().as_bytes());
        if tag == Tag::UNKNOWN {
            return None;
        }
        rule.tag = Some(tag);
        rule.weight += 1;
    }
    let mut rest = &selector[first..];
    while !rest.is_empty() {
        let end = rest[1..].find(['.', '#']).map_or(rest.len(), |at| at + 1);
        let name = &rest[1..end];
        if rest.starts_with('#') {
            rule.id = Some(id_name(name));
            rule.weight += 10_000;
        } else {
            rule.classes.push(class_name(name));
            rule.weight += 100;
        }
        rest = &rest[end..];
    }
    Some(rule)
}

fn end_of_block(text: &str) -> usize {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}
