//! Running text: words, emphasis, links, inline code, images.

use super::emit::Emitter;
use super::escape;
use crate::content::blocks::NO_BLOCK;
use crate::html::tag::Tag;
use crate::html::tree::{Id, Kind, NONE, attr};
use crate::text::visible;

const ALT: u32 = attr("alt");
const CLASS: u32 = attr("class");
const TYPE: u32 = attr("type");

impl Emitter<'_, '_> {
    pub fn text(&mut self, id: Id) {
        let block = self.blocks.of_node[id as usize];
        if block == NO_BLOCK {
            self.writer.space();
            return;
        }
        if !self.chosen.blocks[block as usize] || self.hidden.is_hidden(id) {
            self.writer.space();
            return;
        }
        let clean = visible::clean(self.tree.text(id));
        match escape::defuse_images(&clean) {
            Some(text) => self.writer.text(&text),
            None => self.writer.text(&clean),
        }
    }

    pub fn inline(&mut self, id: Id) {
        match self.tree.tag(id) {
            Tag::BR => self.writer.hard_break(),
            Tag::WBR | Tag::SOURCE => {}
            Tag::IMG => self.image(id),
            Tag::A => self.link(id),
            Tag::B | Tag::STRONG => self.marked(id, "**"),
            Tag::EM | Tag::I | Tag::CITE | Tag::DFN | Tag::VAR => self.marked(id, "*"),
            Tag::DEL | Tag::S | Tag::STRIKE => self.marked(id, "~~"),
            Tag::SUP => self.raised(id, "^"),
            Tag::SUB => self.raised(id, "~"),
            Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT => self.inline_code(id),
            Tag::Q => {
                self.writer.open("\"", "\"".into(), false);
                self.children(id);
                self.writer.close();
            }
            Tag::RT => {
                self.writer.raw("(");
                self.children(id);
                self.writer.raw(")");
            }
            Tag::SPAN | Tag::TIME | Tag::LABEL | Tag::UNKNOWN => {
                if self.is_rendered_maths(id) {
                    return;
                }
                self.part(id);
                self.children(id);
            }
            _ => self.children(id),
        }
    }

    /// Two elements side by side are two words, whatever their styles say.
    fn part(&mut self, id: Id) {
        let before = self.tree.node(id).prev;
        if before == NONE || !self.tree.node(before).is_element() {
            return;
        }
        let tag = self.tree.tag(before);
        let links = tag == Tag::A && self.tree.tag(id) == Tag::A;
        let parts =
            matches!(tag, Tag::SPAN | Tag::A | Tag::TIME | Tag::LABEL | Tag::BUTTON | Tag::UNKNOWN);
        if links || (parts && self.writer.touches()) {
            self.writer.space();
        }
    }

    fn marked(&mut self, id: Id, mark: &'static str) {
        // In headings and inside words marks are noise.
        if self.writer.one_line > 0 || (mark == "*" && self.writer.touches()) {
            return self.children(id);
        }
        self.writer.open(mark, mark.into(), false);
        self.children(id);
        self.writer.close();
    }

    fn raised(&mut self, id: Id, mark: &'static str) {
        let has_link = self.tree.inside(id).take(4).any(|inner| self.tree.tag(inner) == Tag::A);
        if has_link {
            return self.children(id);
        }
        self.writer.open(mark, mark.into(), false);
        self.children(id);
        self.writer.close();
    }

    fn link(&mut self, id: Id) {
        self.part(id);
        if self.is_permalink(id) || self.is_way_back(id) || self.note_mark(id) {
            return;
        }
        match self.base.link(self.tree, id) {
            Some(url) => {
                self.writer.open("[", format!("]({url})"), true);
                self.children(id);
                self.writer.close();
            }
            None => self.children(id),
        }
    }

    /// The sign beside a heading that links to the heading itself.
    fn is_permalink(&self, id: Id) -> bool {
        const LONGEST: usize = "🔗".len();
        let class = self.tree.attribute(id, CLASS).unwrap_or("");
        if !class.is_empty()
            && ["headerlink", "anchorjs-link", "hash-link", "anchor-link", "mark headerlink"]
                .iter()
                .any(|name| class.contains(name))
        {
            return true;
        }
        let mut text = String::new();
        for inner in self.tree.inside(id).take(8) {
            let part = self.tree.text(inner).trim();
            if text.len() + part.len() > LONGEST {
                return false;
            }
            text.push_str(part);
        }
        matches!(text.as_str(), "#" | "¶" | "§" | "🔗" | "\u{200B}")
    }

    fn inline_code(&mut self, id: Id) {
        let Some(text) = self.code_text(id) else { return };
        if text.trim().is_empty() {
            return;
        }
        // Several lines in one code element are a block that forgot its pre.
        let class = self.tree.attribute(id, CLASS).unwrap_or("");
        let block = class.split_ascii_whitespace().any(|name| name == "block");
        if (block || text.trim().lines().count() > 2) && self.writer.one_line == 0 {
            return self.fence(&text, "");
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let line = words.join(" ");
        let mut longest = 0;
        let mut run = 0;
        for char in line.chars() {
            run = if char == '`' { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        let fence = "`".repeat(longest + 1);
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        if text.starts_with(char::is_whitespace) {
            self.writer.space();
        }
        let line = if self.writer.one_line > 0 { line.replace('|', "\\|") } else { line };
        self.writer.raw(&format!("{fence}{pad}{line}{pad}{fence}"));
        if text.ends_with(char::is_whitespace) {
            self.writer.space();
        }
    }

    /// An image as its words and its address, written so that no client loads it.
    fn image(&mut self, id: Id) {
        let number = self.blocks.of_node[id as usize];
        if number == NO_BLOCK || !self.chosen.images[number as usize] {
            return;
        }
        let alt = visible::clean(self.tree.attribute(id, ALT).unwrap_or(""));
        let mut words = String::new();
        for word in alt.replace(['[', ']'], "").split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            escape::word(word, false, true, &mut words);
        }
        if words.is_empty() {
            return;
        }
        if let Some(url) = self.base.image(self.tree, id) {
            self.writer.space();
            self.writer.raw(&format!("![{words}](image {url})"));
            self.writer.space();
        }
    }

    /// Scripts may carry maths; everything else that is not read is passed over.
    pub fn unread(&mut self, id: Id) {
        if self.tree.tag(id) != Tag::SCRIPT {
            return;
        }
        let kind = self.tree.attribute(id, TYPE).unwrap_or("");
        if !kind.starts_with("math/tex") {
            return;
        }
        let mut parent = self.tree.node(id).parent;
        while parent != NONE && self.blocks.container_of[parent as usize] == NO_BLOCK {
            parent = self.tree.node(parent).parent;
        }
        if self.holds(parent) {
            let tex = self.tree.children(id).map(|child| self.tree.text(child)).collect::<String>();
            self.tex(&tex, kind.contains("display"));
        }
    }

    fn is_rendered_maths(&self, id: Id) -> bool {
        let class = self.tree.attribute(id, CLASS).unwrap_or("");
        matches!(class, "MathJax" | "MathJax_Preview" | "MathJax_SVG" | "MathJax_CHTML")
            && self
                .tree
                .children(self.tree.node(id).parent)
                .take(64)
                .any(|near| self.tree.tag(near) == Tag::SCRIPT)
            && self.tree.node(id).kind == Kind::Element
    }
}
