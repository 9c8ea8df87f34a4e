//! Code blocks: verbatim, with their language.

use super::emit::Emitter;
use crate::content::kinds::{is_block, is_unread};
use crate::html::tag::Tag;
use crate::html::tree::{Id, Kind, NONE, attr};
use crate::text::visible;

const CLASS: u32 = attr("class");
const LANGUAGE: [u32; 5] = [
    attr("data-lang"),
    attr("data-language"),
    attr("data-code-language"),
    attr("lang"),
    attr("language"),
];

impl Emitter<'_, '_> {
    pub fn code_block(&mut self, id: Id) {
        if self.is_gutter(id) {
            return;
        }
        if let Some(text) = self.code_text(id) {
            let language = self.language(id);
            self.fence(&text, &language);
        }
    }

    /// Whether a box calls itself code, has lines of its own and no other boxes.
    pub fn is_bare_code(&self, id: Id) -> bool {
        let class = self.tree.attribute(id, CLASS).unwrap_or("");
        let named = class
            .split_ascii_whitespace()
            .any(|name| matches!(name, "code-block" | "codeblock" | "code_block"));
        let bare =
            |inner: Id| self.tree.node(inner).kind != Kind::Element || !is_block(self.tree, inner);
        named
            && self.tree.children(id).any(|child| self.tree.text(child).trim().contains('\n'))
            && self.tree.inside(id).all(bare)
    }

    pub fn fence(&mut self, text: &str, language: &str) {
        let text = text.trim_matches('\n').trim_end();
        if text.trim().is_empty() {
            return;
        }
        if self.writer.one_line > 0 {
            let line = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            self.writer.raw(&format!("`{}`", line.replace('|', "\\|").replace('`', "'")));
            return;
        }
        let mut fence = "```".to_owned();
        while text.contains(&fence) {
            fence.push('`');
        }
        self.writer.break_line(2);
        self.writer.lines(&format!("{fence}{language}\n{text}\n{fence}"));
        self.writer.break_line(2);
    }

    /// The text of code as it stands, line numbers left out. Nothing where it was not chosen.
    pub fn code_text(&self, id: Id) -> Option<String> {
        let mut out = String::new();
        let mut chosen = false;
        let mut at = id;
        let mut next = self.tree.following(at, id);
        while let Some(now) = next {
            at = now;
            let node = self.tree.node(at);
            match node.kind {
                Kind::Text => {
                    let block = self.blocks.of_node[at as usize];
                    chosen |= block != u32::MAX && self.chosen.blocks[block as usize];
                    if !self.hidden.is_hidden(at) {
                        out.push_str(&visible::clean(self.tree.text(at)));
                    }
                }
                Kind::Element => {
                    let skip = self.hidden.is_hidden(at)
                        || is_unread(self.tree, at)
                        || node.tag == Tag::BUTTON
                        || self.is_gutter(at);
                    if skip {
                        next = self.tree.after(at, id);
                        continue;
                    }
                    if node.tag == Tag::BR
                        || (is_block(self.tree, at) && !out.is_empty() && !out.ends_with('\n'))
                    {
                        out.push('\n');
                    }
                }
                _ => {}
            }
            next = self.tree.following(at, id);
        }
        chosen.then_some(out)
    }

    fn is_gutter(&self, id: Id) -> bool {
        let is = |id: Id| {
            let class = self.tree.attribute(id, CLASS).unwrap_or("");
            !class.is_empty()
                && class.split_ascii_whitespace().any(|name| {
                    matches!(
                        name,
                        "lineno"
                            | "linenos"
                            | "line-number"
                            | "line-numbers"
                            | "gutter"
                            | "ln"
                            | "linenumber"
                            | "line-numbers-rows"
                            | "lnt"
                            | "hljs-ln-numbers"
                            | "react-code-line-number"
                            | "blob-num"
                            | "linenodiv"
                            | "rouge-gutter"
                    )
                })
        };
        // A pre calls itself "line-numbers" when it shows them, a gutter's cell when it is them.
        let tag = self.tree.tag(id);
        if matches!(tag, Tag::PRE | Tag::CODE) {
            let parent = self.tree.node(id).parent;
            return matches!(self.tree.tag(parent), Tag::TD | Tag::DIV)
                && is(parent)
                && self.tree.tag(parent) == Tag::TD;
        }
        is(id)
    }

    fn language(&self, id: Id) -> String {
        let inner = self.tree.children(id).find(|child| self.tree.tag(*child) == Tag::CODE);
        let mut places = vec![id];
        places.extend(inner);
        let mut parent = self.tree.node(id).parent;
        for _ in 0..2 {
            if parent != NONE {
                places.push(parent);
                parent = self.tree.node(parent).parent;
            }
        }
        for (at, place) in places.iter().enumerate() {
            for (number, name) in LANGUAGE.iter().enumerate() {
                // `lang` is a human language, except where people write it on code.
                if number > 2 && at > 1 {
                    continue;
                }
                if let Some(value) = self.tree.attribute(*place, *name) {
                    if let Some(language) = plain(value) {
                        return language;
                    }
                }
            }
            if let Some(language) = self.tree.attribute(*place, CLASS).and_then(language_of_class) {
                return language;
            }
        }
        String::new()
    }
}

fn language_of_class(class: &str) -> Option<String> {
    let mut words = class.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        for start in
            ["language-", "lang-", "highlight-source-", "highlight-text-", "sourceCode-", "brush:"]
        {
            if let Some(rest) = word.strip_prefix(start) {
                let rest = if rest.is_empty() { words.peek().copied().unwrap_or("") } else { rest };
                return plain(rest.trim_end_matches(';'));
            }
        }
        if let Some(rest) = word.strip_prefix("highlight-") {
            if !matches!(rest, "default" | "wrapper" | "source" | "container") {
                return plain(rest);
            }
        }
        if word == "sourceCode" || word == "highlight" || word == "hljs" || word == "prettyprint" {
            if let Some(next) = words.peek() {
                if KNOWN.contains(next) {
                    return plain(next);
                }
            }
        }
    }
    None
}

const KNOWN: &[&str] = &[
    "python",
    "javascript",
    "js",
    "typescript",
    "ts",
    "bash",
    "shell",
    "sh",
    "json",
    "yaml",
    "html",
    "css",
    "java",
    "c",
    "cpp",
    "csharp",
    "go",
    "rust",
    "ruby",
    "php",
    "sql",
    "swift",
    "kotlin",
    "xml",
    "r",
    "scala",
    "perl",
    "lua",
    "haskell",
    "diff",
    "toml",
    "ini",
    "dockerfile",
    "makefile",
];

fn plain(value: &str) -> Option<String> {
    let value = value.trim().to_ascii_lowercase();
    let fits = !value.is_empty()
        && value.len() <= 20
        && value.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'-' | b'.' | b'_')
        });
    (fits
        && !matches!(
            value.as_str(),
            "none" | "plaintext" | "text" | "nohighlight" | "en" | "en-us" | "default"
        ))
    .then_some(value)
}
