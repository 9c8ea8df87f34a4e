//! Images in Markdown load where it is shown, and so tell their server who reads it and when.

use std::borrow::Cow;

const LABEL: usize = 1_000; // characters
const TARGET: usize = 4_000;
const NAME: usize = 200; // of a reference
const ROUNDS: usize = 4;
const SCHEMES: [&[u8]; 3] = [b"javascript:", b"data:", b"vbscript:"];

/// Markdown in which images are their descriptions and unsafe links their words; code stays as it
/// is. Nothing when that changes nothing.
#[must_use]
pub fn without_images(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut changed = false;
    let mut start = 0;
    while start < text.len() {
        let code = next_code(text, start);
        let prose = plain(&text[start..code.0]);
        changed |= matches!(prose, Cow::Owned(_));
        out.push_str(&prose);
        out.push_str(&text[code.0..code.1]);
        start = code.1;
    }
    changed.then_some(out)
}

/// Where the next fenced code starts and ends; the end of the text, twice, without any.
fn next_code(text: &str, from: usize) -> (usize, usize) {
    let mut at = from;
    while at < text.len() {
        let line = line_at(text, at);
        let fence = fence_of(line);
        if !fence.is_empty() && at + line.len() < text.len() {
            return (at, code_end(text, at + line.len() + 1, fence));
        }
        at += line.len() + 1;
    }
    (text.len(), text.len())
}

fn code_end(text: &str, from: usize, fence: &str) -> usize {
    let mut at = from;
    while at < text.len() {
        let line = line_at(text, at);
        let closes = line.strip_prefix(fence).is_some_and(|rest| {
            rest.trim_end_matches([' ', '\t']).bytes().all(|byte| matches!(byte, b'`' | b'~'))
        });
        if closes {
            return at + line.len();
        }
        at += line.len() + 1;
    }
    text.len()
}

fn line_at(text: &str, at: usize) -> &str {
    let end = memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |step| at + step);
    &text[at..end]
}

/// The marks that open code, if the line does.
fn fence_of(line: &str) -> &str {
    let Some(mark @ (b'`' | b'~')) = line.as_bytes().first() else { return "" };
    let run = line.bytes().take_while(|byte| byte == mark).count();
    if run < 3 { "" } else { &line[..run] }
}

/// Until nothing changes: what is left of one image may make another.
fn plain(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..ROUNDS {
        let images = replaced(&text, b"![", image_at);
        let links = replaced(images.as_deref().unwrap_or(&text), b"](", unsafe_link_at);
        let Some(changed) = links.or(images) else { break };
        text = Cow::Owned(changed);
    }
    text
}

/// A match: where it starts and ends, and where the words in it do.
struct Found {
    start: usize,
    end: usize,
    words: (usize, usize),
}

fn replaced(
    text: &str,
    sign: &[u8],
    at: impl Fn(&str, usize, usize) -> Option<Found>,
) -> Option<String> {
    let mut out: Option<String> = None;
    let mut copied = 0;
    for place in memchr::memmem::find_iter(text.as_bytes(), sign) {
        if place < copied {
            continue;
        }
        if let Some(found) = at(text, place, copied) {
            let out = out.get_or_insert_with(String::new);
            out.push_str(&text[copied..found.start]);
            out.push_str(&text[found.words.0..found.words.1]);
            copied = found.end;
        }
    }
    let mut out = out?;
    out.push_str(&text[copied..]);
    Some(out)
}

fn image_at(text: &str, place: usize, _: usize) -> Option<Found> {
    let words = place + 2;
    let close = stop(text, words, *b"[]\n", LABEL)?;
    let bytes = text.as_bytes();
    if bytes[close] != b']' {
        return None;
    }
    let inner = close + 2;
    let end = match bytes.get(close + 1)? {
        b'(' => stop(text, inner, *b"()\n", TARGET).filter(|end| bytes[*end] == b')')?,
        b'[' => stop(text, inner, *b"[]\n", NAME).filter(|end| bytes[*end] == b']')?,
        _ => return None,
    };
    Some(Found { start: place, end: end + 1, words: (words, close) })
}

fn unsafe_link_at(text: &str, close: usize, from: usize) -> Option<Found> {
    let target = text[close + 2..].trim_start();
    let bytes = target.as_bytes();
    let scheme = SCHEMES.iter().find(|scheme| {
        bytes.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })?;
    let inner = text.len() - target.len() + scheme.len();
    let end = stop(text, inner, *b"()\n", TARGET).filter(|end| text.as_bytes()[*end] == b')')?;
    let start = text[from..close].rfind(['[', ']', '\n'])? + from;
    let words = (start + 1, close);
    if text.as_bytes()[start] != b'[' || text[words.0..words.1].chars().count() > LABEL {
        return None;
    }
    Some(Found { start, end: end + 1, words })
}

/// The first of three signs after at most so many characters.
fn stop(text: &str, from: usize, signs: [u8; 3], most: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[from..];
    let near = &bytes[..bytes.len().min(most * 4 + 1)];
    let place = from + memchr::memchr3(signs[0], signs[1], signs[2], near)?;
    (place - from <= most || text[from..place].chars().count() <= most).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_become_what_they_show() {
        let cases = [
            ("a ![view](https://x.test/i.png) b", Some("a view b")),
            ("![view][ref]", Some("view")),
            ("[bad](javascript:alert(1))", None),
            ("[![badge](https://x.test/b.svg)](https://x.test/)", Some("[badge](https://x.test/)")),
            ("```\n![kept](y)\n```\n![gone](y)", Some("```\n![kept](y)\n```\ngone")),
            ("[a](DATA:x) [b](\n vbscript:y)", Some("a b")),
        ];
        for (text, want) in cases {
            assert_eq!(without_images(text).as_deref(), want, "{text:?}");
        }
    }
}
