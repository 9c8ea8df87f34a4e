//! Tokens: tags with their attributes, text up to the next `<`, comments and doctypes.

use memchr::{memchr, memchr2, memmem};

use super::entity;
use super::tag::{Tag, hash};
use super::tree::{Attribute, Span, Tree, small};

/// Attributes past this many are read and dropped: looking for repeated names stays cheap.
const MOST_ATTRIBUTES: usize = 200;

/// A start or end tag.
#[derive(Clone, Copy, Debug)]
pub struct TagToken {
    pub tag: Tag,
    /// Hash of the name, which tells unknown tags apart.
    pub hash: u32,
    /// Place of the attributes in the tree's list.
    pub attributes: Span,
    pub self_closing: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
pub enum Token {
    Text(Span),
    Start(TagToken),
    End(TagToken),
    Comment,
    Doctype { quirks: bool },
    Eof,
}

/// Reads tokens from the source; decoded text and attributes go to the tree's buffers.
pub struct Tokenizer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    name: Vec<u8>,
}

impl<'a> Tokenizer<'a> {
    pub fn new(source: &'a str) -> Self {
        Tokenizer { source, bytes: source.as_bytes(), at: 0, name: Vec::with_capacity(32) }
    }

    /// The next token in the data state. `cdata` allows CDATA sections, as foreign content does.
    pub fn next(&mut self, tree: &mut Tree<'a>, cdata: bool) -> Token {
        loop {
            if self.at >= self.bytes.len() {
                return Token::Eof;
            }
            if self.bytes[self.at] != b'<' {
                let end =
                    memchr(b'<', &self.bytes[self.at..]).map_or(self.bytes.len(), |n| self.at + n);
                return self.text(tree, end, true);
            }
            match self.bytes.get(self.at + 1) {
                Some(byte) if byte.is_ascii_alphabetic() => {
                    self.at += 1;
                    if let Some(tag) = self.tag(tree) {
                        return Token::Start(tag);
                    }
                }
                Some(b'/') => match self.bytes.get(self.at + 2) {
                    Some(byte) if byte.is_ascii_alphabetic() => {
                        self.at += 2;
                        if let Some(tag) = self.tag(tree) {
                            return Token::End(tag);
                        }
                    }
                    Some(b'>') => self.at += 3,
                    Some(_) => return self.bogus_comment(2),
                    None => return self.literal(tree, 2),
                },
                Some(b'!') => return self.declaration(tree, cdata),
                Some(b'?') => return self.bogus_comment(1),
                _ => return self.literal(tree, 1),
            }
        }
    }

    /// Everything up to the end tag `name`, as text; `references` are decoded in title and textarea.
    pub fn raw(&mut self, tree: &mut Tree<'a>, name: &[u8], references: bool) -> Option<Span> {
        let end = self.end_of_raw(name);
        if end == self.at {
            return None;
        }
        match self.text(tree, end, references) {
            Token::Text(span) => Some(span),
            _ => None,
        }
    }

    /// Everything up to the end of the source.
    pub fn rest(&mut self, tree: &mut Tree<'a>) -> Option<Span> {
        let end = self.bytes.len();
        (end > self.at).then(|| self.text(tree, end, false)).and_then(|token| match token {
            Token::Text(span) => Some(span),
            _ => None,
        })
    }

    /// Skips one line feed, which directly after `<pre>` and `<textarea>` means nothing.
    pub fn skip_newline(&mut self) {
        if self.bytes.get(self.at) == Some(&b'\n') {
            self.at += 1;
        }
    }

    fn literal(&mut self, tree: &mut Tree<'a>, length: usize) -> Token {
        let end = self.at + length;
        let end = memchr(b'<', &self.bytes[end..]).map_or(self.bytes.len(), |n| end + n);
        self.text(tree, end, true)
    }

    fn text(&mut self, tree: &mut Tree<'a>, end: usize, references: bool) -> Token {
        let run = &self.bytes[self.at..end];
        let start = self.at;
        self.at = end;
        let odd = if references { memchr2(b'&', 0, run) } else { memchr(0, run) };
        let Some(first) = odd else {
            return Token::Text(Span { start: small(start), len: small(end - start) });
        };
        let begin = tree.decoded.len();
        tree.decoded.push_str(&self.source[start..start + first]);
        self.decode(&mut tree.decoded, start + first, end, references, false);
        Token::Text(Span {
            start: small(self.source.len() + begin),
            len: small(tree.decoded.len() - begin),
        })
    }

    /// Copies `from..end`, references decoded. NUL stays for the builder to judge by where it is.
    fn decode(&self, out: &mut String, from: usize, end: usize, references: bool, attribute: bool) {
        let mut at = from;
        while at < end {
            let run = &self.bytes[at..end];
            let next = if references { memchr(b'&', run) } else { None };
            let stop = next.map_or(end, |n| at + n);
            out.push_str(&self.source[at..stop]);
            at = stop;
            if at < end {
                let used = entity::decode(&self.bytes[at..end], attribute, out);
                if used == 0 {
                    out.push('&');
                }
                at += used.max(1);
            }
        }
    }

    /// The tag whose name starts here. Nothing when the source ends inside it.
    fn tag(&mut self, tree: &mut Tree<'a>) -> Option<TagToken> {
        let start = self.at;
        self.name.clear();
        while let Some(byte) = self.name_byte() {
            self.name.push(byte);
            self.at += 1;
        }
        debug_assert!(self.at > start);
        let hash = hash(&self.name);
        let tag = Tag::of_hashed(&self.name, hash);
        let first = tree.attributes.len();
        let mut self_closing = false;
        loop {
            while self.bytes.get(self.at).is_some_and(|byte| is_space(*byte)) {
                self.at += 1;
            }
            match self.bytes.get(self.at) {
                None => {
                    tree.attributes.truncate(first);
                    return None;
                }
                Some(b'>') => {
                    self.at += 1;
                    break;
                }
                Some(b'/') => {
                    self.at += 1;
                    self_closing = self.bytes.get(self.at) == Some(&b'>');
                }
                Some(_) => self.attribute(tree, first)?,
            }
        }
        let attributes = Span { start: small(first), len: small(tree.attributes.len() - first) };
        Some(TagToken { tag, hash, attributes, self_closing })
    }

    /// The byte here in lower case, as long as it belongs to a name.
    fn name_byte(&self) -> Option<u8> {
        self.bytes.get(self.at).map(|byte| NAMES[*byte as usize]).filter(|byte| *byte != NO_NAME)
    }

    fn attribute(&mut self, tree: &mut Tree<'a>, first: usize) -> Option<()> {
        let mut name: u32 = 0x811c_9dc5;
        let start = self.at;
        while let Some(byte) = self.name_byte() {
            // An equals sign at the very start belongs to the name.
            if byte == b'=' && self.at > start {
                break;
            }
            name = (name ^ u32::from(byte)).wrapping_mul(0x0100_0193);
            self.at += 1;
        }
        let mut ahead = self.at;
        while self.bytes.get(ahead).is_some_and(|byte| is_space(*byte)) {
            ahead += 1;
        }
        let mut value = Span::default();
        if self.bytes.get(ahead) == Some(&b'=') {
            self.at = ahead + 1;
            value = self.value(tree)?;
        }
        let known = &tree.attributes[first..];
        if known.len() < MOST_ATTRIBUTES && known.iter().all(|old| old.name != name) {
            tree.attributes.push(Attribute { name, value });
        }
        Some(())
    }

    fn value(&mut self, tree: &mut Tree<'a>) -> Option<Span> {
        while self.bytes.get(self.at).is_some_and(|byte| is_space(*byte)) {
            self.at += 1;
        }
        let (start, end) = match self.bytes.get(self.at)? {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let Some(length) = memchr(*quote, &self.bytes[start..]) else {
                    self.at = self.bytes.len();
                    return None;
                };
                self.at = start + length + 1;
                (start, start + length)
            }
            _ => {
                let start = self.at;
                while self.bytes.get(self.at).is_some_and(|byte| !is_space(*byte) && *byte != b'>')
                {
                    self.at += 1;
                }
                (start, self.at)
            }
        };
        let run = &self.bytes[start..end];
        let Some(first) = memchr(b'&', run) else {
            return Some(Span { start: small(start), len: small(end - start) });
        };
        let begin = tree.decoded.len();
        tree.decoded.push_str(&self.source[start..start + first]);
        self.decode(&mut tree.decoded, start + first, end, true, true);
        Some(Span {
            start: small(self.source.len() + begin),
            len: small(tree.decoded.len() - begin),
        })
    }

    fn bogus_comment(&mut self, skip: usize) -> Token {
        let from = self.at + skip;
        self.at = memchr(b'>', &self.bytes[from..]).map_or(self.bytes.len(), |n| from + n + 1);
        Token::Comment
    }

    fn declaration(&mut self, tree: &mut Tree<'a>, cdata: bool) -> Token {
        let body = &self.bytes[self.at + 2..];
        if body.starts_with(b"--") {
            self.at += 4;
            self.at = end_of_comment(self.bytes, self.at);
            return Token::Comment;
        }
        if body.len() >= 7 && body[..7].eq_ignore_ascii_case(b"doctype") {
            let end = memchr(b'>', body);
            let quirks =
                end.is_none_or(|end| is_quirky(&self.source[self.at + 9..self.at + 2 + end]));
            self.at = end.map_or(self.bytes.len(), |end| self.at + 2 + end + 1);
            return Token::Doctype { quirks };
        }
        if cdata && body.starts_with(b"[CDATA[") {
            self.at += 9;
            let stop = memmem::find(&self.bytes[self.at..], b"]]>");
            let end = stop.map_or(self.bytes.len(), |n| self.at + n);
            let token = self.text(tree, end, false);
            self.at = (end + 3).min(self.bytes.len());
            return token;
        }
        self.bogus_comment(2)
    }

    fn end_of_raw(&self, name: &[u8]) -> usize {
        let script = name == b"script";
        let mut at = self.at;
        let mut escaped = false;
        let mut double = false;
        while let Some(found) = memchr2(b'<', if script { b'-' } else { b'<' }, &self.bytes[at..]) {
            at += found;
            let rest = &self.bytes[at..];
            if script && rest[0] == b'-' {
                if rest.starts_with(b"-->") && escaped {
                    (escaped, double) = (false, false);
                }
                at += 1;
            } else if script && rest.starts_with(b"<!--") && !escaped {
                escaped = true;
                // `<!-->` opens and closes at once.
                at += 2;
            } else if script && escaped && !double && opens(&rest[1..], b"script") {
                double = true;
                at += 7;
            } else if rest.get(1) == Some(&b'/') && opens(&rest[2..], name) {
                if !double {
                    return at;
                }
                double = false;
                at += 2;
            } else {
                at += 1;
            }
        }
        self.bytes.len()
    }
}

/// A byte that no text has.
const NO_NAME: u8 = 0xFF;
/// Each byte of a name in lower case; [`NO_NAME`] for those that end names.
const NAMES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0u8;
    while byte < 255 {
        let ends = matches!(byte, b'\t' | b'\n' | 0x0C | b' ' | b'/' | b'>');
        table[byte as usize] = if ends { NO_NAME } else { byte.to_ascii_lowercase() };
        byte += 1;
    }
    table
};

/// Whether a tag name stands here and ends here.
fn opens(rest: &[u8], name: &[u8]) -> bool {
    rest.len() > name.len()
        && rest[..name.len()].eq_ignore_ascii_case(name)
        && (is_space(rest[name.len()]) || matches!(rest[name.len()], b'/' | b'>'))
}

fn end_of_comment(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    if rest.starts_with(b">") {
        return start + 1;
    }
    if rest.starts_with(b"->") {
        return start + 2;
    }
    let mut at = start;
    while let Some(found) = memmem::find(&bytes[at..], b"--") {
        at += found + 2;
        let rest = &bytes[at..];
        if rest.starts_with(b">") {
            return at + 1;
        }
        if rest.starts_with(b"!>") {
            return at + 2;
        }
        at -= 1;
    }
    bytes.len()
}

/// Whether a doctype asks for the rules of the nineties; they decide whether tables close paragraphs.
fn is_quirky(doctype: &str) -> bool {
    const OLD: [&str; 12] = [
        "-//w3c//dtd html 3",
        "-//w3c//dtd html 4.0 transitional",
        "-//w3c//dtd html 4.0 frameset",
        "-//ietf//dtd",
        "-//netscape",
        "-//microsoft",
        "-//softquad",
        "-//w3o//",
        "-//as//",
        "-//spyglass",
        "-//sun microsystems",
        "-//webtechs",
    ];
    let lower = doctype.trim().to_ascii_lowercase();
    let mut words = lower.split_ascii_whitespace();
    if words.next() != Some("html") {
        return true;
    }
    let has_system = lower.contains("http://") && lower.matches(['"', '\'']).count() > 2;
    if OLD.iter().any(|old| lower.contains(old)) {
        return true;
    }
    !has_system
        && (lower.contains("-//w3c//dtd html 4.01 transitional//")
            || lower.contains("-//w3c//dtd html 4.01 frameset//"))
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | 0x0C | b'\r')
}
