//! Bytes to text: byte order mark, header, meta tag, then a guess; in that order.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Bytes of a page that are read; what follows is cut.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;
/// How far a meta tag is looked for: browsers look 1,024 bytes ahead, then heed late ones as well.
const PRESCAN: usize = 64 * 1024;

/// A page's text and the encoding it was in.
pub struct Decoded<'a> {
    /// The text, with line feeds only.
    pub text: Cow<'a, str>,
    /// The encoding's WHATWG name.
    pub encoding: &'static str,
}

/// Decodes a page; `content_type` is the header's value and may be empty.
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], content_type: &str) -> Decoded<'a> {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let encoding = encoding_of(bytes, content_type);
    let body = Encoding::for_bom(bytes).map_or(bytes, |(_, length)| &bytes[length..]);
    let (text, _) = encoding.decode_without_bom_handling(body);
    Decoded { text: with_line_feeds(text), encoding: encoding.name() }
}

/// The encoding of a page, by the standard's order of evidence.
///
/// One deviation: a page that calls itself western but is valid UTF-8 throughout, with characters
/// outside ASCII, is UTF-8. The other reading would be a text of nothing but mojibake.
#[must_use]
pub fn encoding_of(bytes: &[u8], content_type: &str) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let declared =
        charset_of(content_type.as_bytes()).or_else(|| prescan(&bytes[..bytes.len().min(PRESCAN)]));
    match declared {
        Some(encoding) if encoding == WINDOWS_1252 && is_utf8_text(bytes) => UTF_8,
        Some(encoding) => encoding,
        None => guess(bytes),
    }
}

fn is_utf8_text(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if bytes.is_ascii() {
        return WINDOWS_1252;
    }
    if is_utf8_text(bytes) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    // Half a megabyte tells as much as the whole page.
    detector.feed(&bytes[..bytes.len().min(512 * 1024)], true);
    detector.guess(None, Utf8Detection::Allow)
}

/// The encoding named by `charset=` in a header or a meta tag's content.
fn charset_of(value: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    loop {
        let found =
            value[at..].windows(7).position(|word| word.eq_ignore_ascii_case(b"charset"))?;
        at += found + 7;
        let rest = trim_start(&value[at..]);
        let Some(rest) = rest.strip_prefix(b"=") else { continue };
        let rest = trim_start(rest);
        let label = match rest.first() {
            Some(quote @ (b'"' | b'\'')) => {
                let inner = &rest[1..];
                &inner[..inner.iter().position(|byte| byte == quote)?]
            }
            _ => {
                let end = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b';');
                &rest[..end.unwrap_or(rest.len())]
            }
        };
        return Encoding::for_label(label);
    }
}

fn trim_start(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    &bytes[spaces..]
}

/// Looks for a meta tag, or an XML declaration, before the page is parsed.
fn prescan(head: &[u8]) -> Option<&'static Encoding> {
    if head.starts_with(b"<?xml") {
        let end = head.iter().position(|byte| *byte == b'>').unwrap_or(0);
        let line = &head[..end];
        if let Some(at) = line.windows(8).position(|word| word == b"encoding") {
            let rest = trim_start(trim_start(&line[at + 8..]).strip_prefix(b"=").unwrap_or(b""));
            if let Some(quote @ (b'"' | b'\'')) = rest.first() {
                let inner = &rest[1..];
                let end = inner.iter().position(|byte| byte == quote).unwrap_or(0);
                if let Some(encoding) = Encoding::for_label(&inner[..end]) {
                    return Some(for_meta(encoding));
                }
            }
        }
    }
    let mut at = 0;
    while at < head.len() {
        let rest = &head[at..];
        if rest.starts_with(b"<!--") {
            at +=
                rest[2..].windows(3).position(|word| word == b"-->").map_or(rest.len(), |n| n + 5);
        } else if rest.len() > 5
            && rest[..5].eq_ignore_ascii_case(b"<meta")
            && (rest[5].is_ascii_whitespace() || rest[5] == b'/')
        {
            at += 5;
            let mut meta = Meta::default();
            while let Some((name, value)) = attribute(head, &mut at) {
                meta.learn(&name, &value);
            }
            if let Some(encoding) = meta.encoding() {
                return Some(for_meta(encoding));
            }
        } else if rest[0] == b'<'
            && (rest.get(1).is_some_and(u8::is_ascii_alphabetic)
                || (rest.get(1) == Some(&b'/') && rest.get(2).is_some_and(u8::is_ascii_alphabetic)))
        {
            while at < head.len() && !head[at].is_ascii_whitespace() && head[at] != b'>' {
                at += 1;
            }
            while attribute(head, &mut at).is_some() {}
        } else if rest.starts_with(b"<!") || rest.starts_with(b"</") || rest.starts_with(b"<?") {
            at += rest.iter().position(|byte| *byte == b'>').unwrap_or(rest.len());
        }
        at += 1;
    }
    None
}

/// A meta tag that says UTF-16 could not have been read if it were true.
fn for_meta(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

#[derive(Default)]
struct Meta {
    pragma: bool,
    from_content: Option<&'static Encoding>,
    /// Set by the first charset attribute, known or not; the second part is the encoding.
    from_charset: Option<(bool, &'static Encoding)>,
}

impl Meta {
    fn learn(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"http-equiv" => self.pragma |= value.eq_ignore_ascii_case(b"content-type"),
            b"content" => self.from_content = self.from_content.or_else(|| charset_of(value)),
            b"charset" => {
                let encoding = Encoding::for_label(value);
                self.from_charset
                    .get_or_insert((encoding.is_some(), encoding.unwrap_or(WINDOWS_1252)));
            }
            _ => {}
        }
    }

    fn encoding(&self) -> Option<&'static Encoding> {
        match self.from_charset {
            Some((known, encoding)) => known.then_some(encoding),
            None => self.from_content.filter(|_| self.pragma),
        }
    }
}

/// One attribute of the prescan's simple grammar.
fn attribute(head: &[u8], at: &mut usize) -> Option<(Vec<u8>, Vec<u8>)> {
    while head.get(*at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/') {
        *at += 1;
    }
    if matches!(head.get(*at), None | Some(b'>')) {
        return None;
    }
    let mut name = Vec::new();
    while let Some(&byte) = head.get(*at) {
        if byte == b'/' || byte == b'>' {
            return Some((name, Vec::new()));
        }
        if byte.is_ascii_whitespace() || (byte == b'=' && !name.is_empty()) {
            break;
        }
        name.push(byte.to_ascii_lowercase());
        *at += 1;
    }
    while head.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
    if head.get(*at) != Some(&b'=') {
        return Some((name, Vec::new()));
    }
    *at += 1;
    while head.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
    let mut value = Vec::new();
    match head.get(*at) {
        Some(&quote @ (b'"' | b'\'')) => {
            *at += 1;
            loop {
                let &byte = head.get(*at)?;
                *at += 1;
                if byte == quote {
                    return Some((name, value));
                }
                value.push(byte);
            }
        }
        _ => {
            while let Some(&byte) = head.get(*at) {
                if byte.is_ascii_whitespace() || byte == b'>' {
                    return Some((name, value));
                }
                value.push(byte);
                *at += 1;
            }
            None
        }
    }
}

/// Line ends as the parser wants them.
fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = memchr::memchr(b'\r', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        out.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_counts_in_the_order_of_the_standard() {
        let meta = b"<meta charset=windows-1251>";
        assert_eq!(encoding_of(meta, "").name(), "windows-1251");
        assert_eq!(encoding_of(meta, "text/html; charset=\"koi8-r\"").name(), "KOI8-R");
        assert_eq!(encoding_of(b"\xEF\xBB\xBFx", "text/html; charset=koi8-r").name(), "UTF-8");
        assert_eq!(encoding_of("né".as_bytes(), "").name(), "UTF-8");
        assert_eq!(encoding_of("né".as_bytes(), "text/html; charset=latin1").name(), "UTF-8");
        assert_eq!(encoding_of(b"x", "text/html; charset=no-such").name(), "windows-1252");
    }

    #[test]
    fn line_ends_become_line_feeds() {
        assert_eq!(decode(b"a\r\nb\rc\n", "").text, "a\nb\nc\n");
    }
}
