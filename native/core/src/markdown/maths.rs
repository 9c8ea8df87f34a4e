//! Formulas as TeX: the author's own where the page carries it, else read off its elements.

use super::emit::Emitter;
use crate::html::tag::Tag;
use crate::html::tree::{Id, Kind, NONE, Tree, attr};

const ENCODING: u32 = attr("encoding");
const DISPLAY: u32 = attr("display");
const ALTTEXT: u32 = attr("alttext");
const DEEPEST: u32 = 60;

impl Emitter<'_, '_> {
    pub fn maths(&mut self, id: Id) {
        if self.hidden.is_hidden(id) {
            return;
        }
        let first = self.tree.inside(id).find(|inner| {
            let block = self.blocks.of_node[*inner as usize];
            self.tree.node(*inner).kind == Kind::Text && block != u32::MAX
        });
        let chosen = first
            .is_some_and(|text| self.chosen.blocks[self.blocks.of_node[text as usize] as usize]);
        if !chosen {
            return;
        }
        let written = self.tree.inside(id).find(|inner| {
            self.tree.node(*inner).tag == Tag::ANNOTATION
                && self.tree.attribute(*inner, ENCODING).is_some_and(|name| name.contains("tex"))
        });
        let tex = match written {
            Some(note) => self.tree.children(note).map(|text| self.tree.text(text)).collect(),
            None => match self.tree.attribute(id, ALTTEXT) {
                Some(text) => text.to_owned(),
                None => children(self.tree, id, 0),
            },
        };
        let block = self.tree.attribute(id, DISPLAY) == Some("block");
        self.tex(&tex, block);
    }

    pub fn tex(&mut self, tex: &str, block: bool) {
        let line = tex.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let line = crate::text::visible::clean(&line);
        if line.is_empty() {
            return;
        }
        if block && self.writer.one_line == 0 {
            self.writer.break_line(2);
            self.writer.raw(&format!("$${line}$$"));
            self.writer.break_line(2);
        } else {
            self.writer.raw(&format!("${line}$"));
        }
    }
}

fn children(tree: &Tree, id: Id, depth: u32) -> String {
    tree.children(id).map(|child| node(tree, child, depth)).collect()
}

fn node(tree: &Tree, id: Id, depth: u32) -> String {
    if depth > DEEPEST || id == NONE {
        return String::new();
    }
    let at = tree.node(id);
    if at.kind == Kind::Text {
        return tree.text(id).trim().to_owned();
    }
    let parts: Vec<Id> = tree.children(id).filter(|child| tree.node(*child).is_element()).collect();
    let part = |n: usize| parts.get(n).map_or(String::new(), |child| node(tree, *child, depth + 1));
    match at.tag {
        Tag::MSUP | Tag::MOVER => format!("{}^{{{}}}", part(0), part(1)),
        Tag::MSUB | Tag::MUNDER => format!("{}_{{{}}}", part(0), part(1)),
        Tag::MSUBSUP | Tag::MUNDEROVER => format!("{}_{{{}}}^{{{}}}", part(0), part(1), part(2)),
        Tag::MFRAC => format!("\\frac{{{}}}{{{}}}", part(0), part(1)),
        Tag::MSQRT => format!("\\sqrt{{{}}}", children(tree, id, depth + 1)),
        Tag::MROOT => format!("\\sqrt[{}]{{{}}}", part(1), part(0)),
        Tag::MTR => {
            let cells: Vec<String> =
                parts.iter().map(|child| node(tree, *child, depth + 1)).collect();
            format!("{} \\\\ ", cells.join(" & "))
        }
        Tag::MO => format!(" {} ", children(tree, id, depth + 1)),
        Tag::ANNOTATION | Tag::ANNOTATION_XML => String::new(),
        _ => children(tree, id, depth + 1),
    }
}
