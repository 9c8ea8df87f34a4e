//! The body of a call's result, written once into a place of the right size: a result may have
//! megabytes, and goes out both as a structure and as the text of that structure.

/// The pieces of a result. All are JSON, and control characters in them are escaped already.
pub struct Body<'a> {
    /// What goes out as text; empty for nothing.
    pub text: &'a [u8],
    /// Further content blocks, separated by commas.
    pub blocks: &'a [u8],
    /// What goes out as a structure; empty for nothing.
    pub structured: &'a [u8],
    /// Further members, each after a comma.
    pub ending: &'a [u8],
}

const CONTENT: &[u8] = b"{\"content\":[";
const TEXT: &[u8] = b"{\"type\":\"text\",\"text\":\"";
const STRUCTURED: &[u8] = b",\"structuredContent\":";

impl Body<'_> {
    /// How many bytes it has.
    #[must_use]
    pub fn length(&self) -> usize {
        let marks: usize = self.text.iter().map(|byte| usize::from(is_escaped(*byte))).sum();
        marks + self.pieces().iter().map(|piece| piece.len()).sum::<usize>()
    }

    /// Writes it.
    ///
    /// # Panics
    ///
    /// If `out` has not exactly [`Self::length`] bytes.
    pub fn write(&self, out: &mut [u8]) {
        let mut rest = out;
        for (place, piece) in self.pieces().into_iter().enumerate() {
            rest = if place == 2 { escape(piece, rest) } else { copy(piece, rest) };
        }
        assert!(rest.is_empty());
    }

    /// In order; the third is to be escaped.
    fn pieces(&self) -> [&[u8]; 11] {
        let (open, close): (&[u8], &[u8]) =
            if self.text.is_empty() { (b"", b"") } else { (TEXT, b"\"}") };
        let between: &[u8] =
            if self.text.is_empty() || self.blocks.is_empty() { b"" } else { b"," };
        let named: &[u8] = if self.structured.is_empty() { b"" } else { STRUCTURED };
        [
            CONTENT,
            open,
            self.text,
            close,
            between,
            self.blocks,
            b"]",
            named,
            self.structured,
            self.ending,
            b"}",
        ]
    }
}

const fn is_escaped(byte: u8) -> bool {
    byte == b'"' || byte == b'\\'
}

fn copy<'a>(piece: &[u8], out: &'a mut [u8]) -> &'a mut [u8] {
    let (here, rest) = out.split_at_mut(piece.len());
    here.copy_from_slice(piece);
    rest
}

fn escape<'a>(text: &[u8], out: &'a mut [u8]) -> &'a mut [u8] {
    let mut rest = out;
    let mut copied = 0;
    for mark in memchr::memchr2_iter(b'"', b'\\', text) {
        rest = copy(&text[copied..mark], rest);
        rest = copy(b"\\", rest);
        copied = mark;
    }
    copy(&text[copied..], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(body: &Body) -> String {
        let mut out = vec![0; body.length()];
        body.write(&mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    #[test]
    fn every_form_of_a_result_is_whole() {
        let json: &[u8] = br#"{"a":"b\n"}"#;
        let both = Body { text: json, blocks: b"{}", structured: json, ending: b",\"x\":1" };
        assert_eq!(
            written(&both),
            r#"{"content":[{"type":"text","text":"{\"a\":\"b\\n\"}"},{}],"structuredContent":{"a":"b\n"},"x":1}"#
        );
        let none = Body { text: b"", blocks: b"", structured: b"", ending: b"" };
        assert_eq!(written(&none), r#"{"content":[]}"#);
    }
}
