//! Text that would be read as Markdown, made text again.

use crate::scan;

/// Appends one word, escaped as little as its place demands.
pub fn word(word: &str, at_line_start: bool, one_line: bool, out: &mut String) {
    if at_line_start && !one_line && is_block_mark(word) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        out.push_str(&word[..digits]);
        out.push('\\');
        out.push_str(&word[digits..]);
        return;
    }
    if !word
        .bytes()
        .any(|byte| matches!(byte, b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'<' | b'|' | b'~'))
    {
        out.push_str(word);
        return;
    }
    let bytes = word.as_bytes();
    for (at, char) in word.char_indices() {
        let before = at.checked_sub(1).map(|n| bytes[n]);
        let after = bytes.get(at + char.len_utf8());
        let special = match char {
            '\\' => after.is_some_and(u8::is_ascii_punctuation),
            '`' | '*' | '[' | ']' => true,
            // Inside a word an underscore is a letter.
            '_' => {
                !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                    || !after.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            }
            '<' => after.is_some_and(|byte| {
                byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?')
            }),
            '|' => one_line,
            '~' => before == Some(b'~') || after == Some(&b'~'),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(char);
    }
}

/// How much of a text, from its start, is plain words with one space before each: what needs
/// neither escaping nor thought.
pub fn plain_words(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b' ') {
        return 0;
    }
    let plain = |byte, next| is_plain(byte) & !((byte == b' ') & (next == b' '));
    let Some(stop) = scan::first(bytes, plain, |byte, next| !plain(byte, next)) else {
        return bytes.len() - usize::from(bytes.ends_with(b" "));
    };
    match bytes[stop] {
        b' ' | b'\n' | b'\t' if stop > 0 && bytes[stop - 1] != b' ' => stop,
        // A word that is not plain is taken out whole, and so is the space before it.
        _ => bytes[..stop].iter().rposition(|byte| *byte == b' ').unwrap_or(0),
    }
}

/// Whether a byte means nothing to Markdown, by comparisons that many bytes can be put through at
/// once. The first byte of a no-break space is not plain, since that is white space.
fn is_plain(byte: u8) -> bool {
    let brackets = byte.wrapping_sub(b'[') < 3; // [ \ ]
    let underscores = byte.wrapping_sub(b'_') < 2; // _ `
    let others = (byte == b'*') | (byte == b'<') | (byte == b'|') | (byte == b'~');
    (byte >= b' ') & !brackets & !underscores & !others & (byte != 0xC2)
}

/// Whether a word at the start of a line would begin a heading, a quote, a list or a rule.
fn is_block_mark(word: &str) -> bool {
    match word.as_bytes() {
        b"-" | b"+" | b"*" | b">" => true,
        [b'>', ..] => true,
        bytes if bytes.iter().all(|byte| *byte == b'#') && bytes.len() <= 6 => true,
        bytes
            if bytes.len() > 2
                && bytes.iter().all(|byte| matches!(byte, b'-' | b'=' | b'_' | b'*')) =>
        {
            true
        }
        [b'~', b'~', b'~', ..] | [b'`', b'`', b'`', ..] => true,
        bytes => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (1..=9).contains(&digits) && matches!(&bytes[digits..], b"." | b")")
        }
    }
}

/// Takes the targets out of image marks that stand in the page's own text: a client that renders
/// the answer would otherwise fetch them.
pub fn defuse_images(text: &str) -> Option<String> {
    let mut at = image_mark(text)?;
    let mut out = String::new();
    let mut from = 0;
    let mut found = false;
    loop {
        let rest = &text[at..];
        let Some(middle) = rest.find("](") else { break };
        let Some(end) = rest[middle..].find(')') else { break };
        out.push_str(&text[from..at]);
        out.push_str(&rest[2..middle]);
        from = at + middle + end + 1;
        found = true;
        match image_mark(&text[from..]) {
            Some(next) => at = from + next,
            None => break,
        }
    }
    out.push_str(&text[from..]);
    found.then_some(out)
}

fn image_mark(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'!', bytes).find(|at| bytes.get(at + 1) == Some(&b'['))
}

/// A link target that cannot end its own brackets.
#[must_use]
pub fn target(url: &str) -> String {
    let special = |byte: &u8| matches!(byte, b'(' | b')' | b' ' | b'<' | b'>' | b'\n' | b'\t');
    if !url.as_bytes().iter().any(special) {
        return url.to_owned();
    }
    let mut out = String::with_capacity(url.len());
    for char in url.chars() {
        match char {
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            ' ' => out.push_str("%20"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\n' | '\t' => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, start: bool) -> String {
        let mut out = String::new();
        word(text, start, false, &mut out);
        out
    }

    #[test]
    fn only_what_would_be_a_mark_is_escaped() {
        assert_eq!(escaped("snake_case", false), "snake_case");
        assert_eq!(escaped("_x_", false), "\\_x\\_");
        assert_eq!(escaped("1.", true), "1\\.");
        assert_eq!(escaped("1.5", true), "1.5");
        assert_eq!(escaped("#", true), "\\#");
        assert_eq!(escaped("a<b", false), "a\\<b");
        assert_eq!(escaped("<", false), "<");
    }

    #[test]
    fn image_marks_in_text_lose_their_target() {
        assert_eq!(defuse_images("a ![x](http://h/?q=1) b").as_deref(), Some("a x b"));
        assert_eq!(defuse_images("a ![x] b"), None);
    }
}
