//! The headings of a Markdown text and where their sections are.

const MOST: usize = 2_000;
const LONGEST: usize = 300; // characters of a title

/// A heading. Places and lengths are in characters.
#[derive(Debug, PartialEq, Eq)]
pub struct Span {
    /// 1 to 6.
    pub level: u8,
    /// Its words, without marks.
    pub title: String,
    /// Where its line starts.
    pub offset: usize,
    /// Of its section: up to the next heading of the same or a higher level.
    pub length: usize,
}

/// The headings in order, at most two thousand of them.
#[must_use]
pub fn outline(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut fence = "";
    let (mut bytes, mut characters) = (0, 0);
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = &rest[..end];
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark)) {
            fence = if fence == mark {
                ""
            } else if fence.is_empty() {
                mark
            } else {
                fence
            };
        } else if fence.is_empty() && spans.len() < MOST {
            if let Some((level, written)) = heading(line) {
                characters += text[bytes..start].chars().count();
                bytes = start;
                spans.push(Span { level, title: title(written), offset: characters, length: 0 });
            }
        }
        start += end + 1;
    }
    measure(&mut spans, characters + text[bytes..].chars().count());
    spans
}

fn heading(line: &str) -> Option<(u8, &str)> {
    let level = line.bytes().take(7).take_while(|byte| *byte == b'#').count();
    let rest = &line[level..];
    let written = rest.trim_start_matches([' ', '\t']);
    let spaced = written.len() < rest.len() && !written.starts_with(char::is_whitespace);
    let level = u8::try_from(level).ok().filter(|level| (1..=6).contains(level))?;
    (spaced && !written.is_empty()).then_some((level, written))
}

/// The words of a heading's line: links by what they stand on, without marks.
fn title(written: &str) -> String {
    let written = written.trim().trim_end_matches('#').trim_end();
    let mut plain = String::new();
    let mut copied = 0;
    let bytes = written.as_bytes();
    for open in memchr::memchr_iter(b'[', bytes) {
        if open < copied {
            continue;
        }
        if let Some((close, end)) = label(written, open) {
            let start = open - usize::from(open > copied && bytes[open - 1] == b'!');
            plain.push_str(&written[copied..start]);
            plain.push_str(&written[open + 1..close]);
            copied = end;
        }
    }
    plain.push_str(&written[copied..]);
    plain.retain(|char| !matches!(char, '*' | '`'));
    let short: String = plain.chars().take(LONGEST).collect();
    short.trim().to_owned()
}

/// Where the words of the link at `open` end, and where the link does.
fn label(text: &str, open: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let close = open + 1 + memchr::memchr2(b'[', b']', &bytes[open + 1..])?;
    if bytes[close] != b']' || bytes.get(close + 1) != Some(&b'(') {
        return None;
    }
    let target = &text[close + 2..];
    let end = target.find(|char: char| matches!(char, '(' | ')') || char.is_whitespace())?;
    (target.as_bytes()[end] == b')').then_some((close, close + 2 + end + 1))
}

/// From the last to the first, knowing for each level where the next section starts.
fn measure(spans: &mut [Span], end: usize) {
    let mut starts = [end; 7];
    for span in spans.iter_mut().rev() {
        let level = usize::from(span.level);
        let stop = starts[1..=level].iter().min().copied().unwrap_or(end);
        span.length = stop - span.offset;
        starts[level] = span.offset;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_their_level_place_and_length() {
        let text = "# Öne\n\n## A [b](http://x) *c* ##\n\n```\n# no\n```\n####### no\n#no\n# Two";
        let found: Vec<(u8, String, usize, usize)> = outline(text)
            .into_iter()
            .map(|span| (span.level, span.title, span.offset, span.length))
            .collect();
        let end = text.chars().count();
        assert_eq!(
            found,
            [
                (1, "Öne".to_owned(), 0, end - 5),
                (2, "A b c".to_owned(), 7, end - 12),
                (1, "Two".to_owned(), end - 5, 5),
            ]
        );
    }
}
