//! Parts of a page that are folded away behind a control the reader sees: tabs and accordions.
//!
//! They are hidden until somebody asks for them, as the inside of `<details>` is, and are read like
//! it. The control must stand before its panel, be seen itself and say what it opens.

use crate::fast::Map;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Kind, Tree, attr, small};

const ID: u32 = attr("id");
const ROLE: u32 = attr("role");
const CONTROLS: u32 = attr("aria-controls");
const LABELLED: u32 = attr("aria-labelledby");
const CHROME: [&str; 10] = [
    "menu",
    "menubar",
    "navigation",
    "dialog",
    "alertdialog",
    "listbox",
    "tooltip",
    "search",
    "banner",
    "contentinfo",
];
/// A name shorter than this tells nothing about what is behind it.
const SHORTEST: usize = 3;
/// Parts looked at for the name of a control, and elements around it or its panel.
const MOST: usize = 50;

/// The controls of a page by the id of what they open, and its tabs by their own id.
#[derive(Default)]
pub struct Panels {
    by_target: Map<u32, Id>,
    tabs: Map<u32, Id>,
}

impl Panels {
    /// Finds the controls of a page.
    #[must_use]
    pub fn read(tree: &Tree) -> Panels {
        let mut panels = Panels::default();
        for at in 1..tree.nodes.len() {
            let id = small(at);
            if tree.node(id).kind != Kind::Element {
                continue;
            }
            for attribute in tree.attributes(id) {
                let value = || tree.str(attribute.value).trim_ascii();
                if attribute.name == CONTROLS {
                    for target in value().split_ascii_whitespace() {
                        panels.by_target.entry(attr(target)).or_insert(id);
                    }
                } else if attribute.name == ROLE && value().eq_ignore_ascii_case("tab") {
                    if let Some(name) = tree.attribute(id, ID) {
                        panels.tabs.insert(attr(name), id);
                    }
                }
            }
        }
        panels
    }

    /// Whether a hidden element is a panel that a control opens. `seen` tells of earlier elements
    /// whether they are shown.
    #[must_use]
    pub fn opens(&self, tree: &Tree, panel: Id, seen: impl Fn(Id) -> bool) -> bool {
        if self.by_target.is_empty() && self.tabs.is_empty() {
            return false;
        }
        let by_id = tree.attribute(panel, ID).and_then(|name| self.by_target.get(&attr(name)));
        let by_tab = || {
            tree.attribute(panel, ROLE).filter(|role| *role == "tabpanel")?;
            self.tabs.get(&attr(tree.attribute(panel, LABELLED)?))
        };
        let Some(control) = by_id.or_else(by_tab).copied() else { return false };
        control < panel
            && !is_chrome(tree, panel)
            && around(tree, control).all(seen)
            && says_what(tree, control)
    }
}

fn around(tree: &Tree, from: Id) -> impl Iterator<Item = Id> {
    std::iter::successors(Some(from), |id| Some(tree.node(*id).parent))
        .take_while(|id| *id != DOCUMENT)
}

/// Menus and dialogs have controls too, and are no text of the page.
fn is_chrome(tree: &Tree, panel: Id) -> bool {
    around(tree, panel).take(MOST).any(|id| {
        matches!(tree.tag(id), Tag::NAV | Tag::HEADER | Tag::FOOTER | Tag::DIALOG | Tag::FORM)
            || tree.attribute(id, ROLE).is_some_and(|role| CHROME.contains(&role))
    })
}

fn says_what(tree: &Tree, control: Id) -> bool {
    let letters = tree.inside(control).take(MOST).map(|id| tree.text(id).trim().chars().count());
    letters.sum::<usize>() >= SHORTEST
}
