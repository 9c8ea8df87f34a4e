//! Text that a reader of the page would not see.

use crate::html::tag::Tag;
use crate::html::tree::{Id, Tree, attr};

/// Which nodes are hidden, with everything inside them.
pub struct Hidden {
    marks: Vec<bool>,
}

const HIDDEN: u32 = attr("hidden");
const ARIA_HIDDEN: u32 = attr("aria-hidden");
const OPEN: u32 = attr("open");

impl Hidden {
    /// Whether the node itself is marked; what is inside a marked node is not marked again.
    #[must_use]
    pub fn is_hidden(&self, id: Id) -> bool {
        self.marks[id as usize]
    }
}

/// Finds the hidden nodes of a page.
#[must_use]
pub fn find(tree: &Tree) -> Hidden {
    let mut marks = vec![false; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if !node.is_element() {
            continue;
        }
        let id = crate::html::tree::small(at);
        marks[at] = tree.attributes(id).iter().any(|attribute| match attribute.name {
            HIDDEN => true,
            ARIA_HIDDEN => tree.str(attribute.value).eq_ignore_ascii_case("true"),
            _ => false,
        }) || (node.tag == Tag::DIALOG && tree.attribute(id, OPEN).is_none());
    }
    Hidden { marks }
}
