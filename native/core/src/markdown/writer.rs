//! Lines, prefixes and marks: the part of Markdown that is about where things stand.

use super::escape;

/// What a list item or a quote puts before its lines.
struct Prefix {
    first: String,
    rest: String,
    used: bool,
}

/// A mark around running text: emphasis or a link.
struct Mark {
    open: &'static str,
    close: String,
    written: bool,
    /// Links do not go on after a line that ends them.
    once: bool,
    dead: bool,
    text_start: usize,
}

/// Writes Markdown. Breaks and spaces are remembered and written with the next word, so nothing
/// trails and nothing empty leaves a trace.
#[derive(Default)]
pub struct Writer {
    /// What has been written.
    pub out: String,
    lists: u32,
    prefixes: Vec<Prefix>,
    marks: Vec<Mark>,
    breaks: u8,
    space: bool,
    line_start: bool,
    started: bool,
    /// Where the last mark was closed, and which.
    closed: (usize, &'static str),
    /// Links written: where their text starts and ends, and their target.
    pub links: Vec<(usize, usize, String)>,
    /// Inside a table cell or a heading there is only one line.
    pub one_line: u32,
}

impl Writer {
    /// Asks for a new line (1) or an empty line (2) before what comes next.
    pub fn break_line(&mut self, count: u8) {
        if self.one_line > 0 {
            self.space = true;
            return;
        }
        // The first thing in an item stands beside its marker.
        let fresh = self.prefixes.last().is_some_and(|prefix| !prefix.used) && self.breaks > 0;
        if !fresh {
            self.breaks = if self.breaks == 3 { count } else { self.breaks.max(count) };
        }
    }

    /// Takes back an empty line that was asked for.
    pub fn limit_break(&mut self, most: u8) {
        if self.started && self.breaks != 3 {
            self.breaks = self.breaks.min(most);
        }
    }

    /// Begins a list: after an empty line, or right after the words of the item it is in. Numbers
    /// that do not start at 1 need the empty line to be read as a list at all.
    pub fn begin_list(&mut self, apart: bool) {
        self.gap_around_list();
        if apart {
            self.break_line(2);
        }
        self.lists += 1;
    }

    /// Ends a list.
    pub fn end_list(&mut self) {
        self.lists -= 1;
        self.gap_around_list();
    }

    fn gap_around_list(&mut self) {
        if self.lists > 0 {
            self.limit_break(1);
            self.break_line(1);
        } else {
            self.break_line(2);
        }
    }

    /// Where writing stands, for [`Self::line_since`].
    pub fn hold(&self) -> usize {
        self.out.len()
    }

    /// Where the line begins that was written since `mark`, if anything was.
    pub fn line_since(&self, mark: usize) -> Option<usize> {
        let written = self.out.get(mark..)?;
        if written.trim().is_empty() {
            return None;
        }
        let lead = written.len() - written.trim_start_matches(['\n', '>', ' ']).len();
        Some(mark + lead)
    }

    /// A line end inside a paragraph.
    pub fn hard_break(&mut self) {
        if self.one_line > 0 || !self.started || self.breaks > 0 {
            self.space = true;
        } else {
            self.breaks = 3;
        }
    }

    /// Asks for a space before what comes next.
    pub fn space(&mut self) {
        self.space = true;
    }

    /// Whether the next word would touch the last one.
    pub fn touches(&self) -> bool {
        !self.space
            && self.breaks == 0
            && self.out.chars().next_back().is_some_and(char::is_alphanumeric)
    }

    /// Puts `first` before the next line and `rest` before the lines after it.
    pub fn push_prefix(&mut self, first: &str, rest: &str) {
        self.prefixes.push(Prefix { first: first.into(), rest: rest.into(), used: false });
    }

    /// Ends the innermost prefix.
    pub fn pop_prefix(&mut self) {
        self.prefixes.pop();
    }

    /// Begins emphasis or a link.
    pub fn open(&mut self, open: &'static str, close: String, once: bool) {
        let twice = !once && self.marks.iter().any(|mark| mark.open == open);
        self.marks.push(Mark { open, close, written: false, once, dead: twice, text_start: 0 });
    }

    /// Ends the innermost emphasis or link.
    pub fn close(&mut self) {
        if let Some(mark) = self.marks.pop() {
            self.end_mark(&mark);
        }
    }

    fn end_mark(&mut self, mark: &Mark) {
        if mark.written && !mark.dead {
            if mark.once {
                let target = mark.close.trim_start_matches("](").trim_end_matches(')').to_owned();
                self.links.push((mark.text_start, self.out.len(), target));
            }
            self.out.push_str(&mark.close);
            self.closed = (self.out.len(), mark.open);
        }
    }

    /// Writes running text: white space collapses, what Markdown would read as a mark is escaped.
    pub fn text(&mut self, text: &str) {
        let mut rest = text;
        loop {
            let trimmed = rest.trim_start_matches(is_space);
            if trimmed.len() < rest.len() {
                self.space = true;
            }
            if trimmed.is_empty() {
                return;
            }
            let end = trimmed.find(is_space).unwrap_or(trimmed.len());
            self.word(&trimmed[..end]);
            let plain = end + escape::plain_words(&trimmed[end..]);
            self.out.push_str(&trimmed[end..plain]);
            rest = &trimmed[plain..];
        }
    }

    fn word(&mut self, word: &str) {
        self.begin(word);
        let at_start = self.line_start;
        self.line_start = false;
        escape::word(word, at_start, self.one_line > 0, &mut self.out);
    }

    /// Writes something that is Markdown already.
    pub fn raw(&mut self, text: &str) {
        self.begin(text);
        self.line_start = false;
        self.out.push_str(text);
    }

    /// Writes whole lines, each behind the prefixes.
    pub fn lines(&mut self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.new_line(line.is_empty());
                self.out.push_str(line);
            } else {
                self.raw(line);
            }
        }
        self.line_start = false;
        self.space = false;
    }

    /// Writes what was asked for since the last word: breaks, space, opening marks.
    fn begin(&mut self, text: &str) {
        let touching = self.started && self.breaks == 0 && !self.space;
        if !self.started {
            self.started = true;
            self.breaks = 0;
            self.write_prefixes(false);
            self.line_start = true;
        } else if self.breaks > 0 {
            self.suspend();
            if self.breaks == 3 {
                self.out.push_str("  ");
            }
            if self.breaks == 2 {
                self.new_line(true);
            }
            self.new_line(false);
            self.line_start = true;
        } else if self.space && !self.line_start {
            self.out.push(' ');
        }
        self.breaks = 0;
        self.space = false;
        if touching {
            self.settle_marks(text);
        }
        for at in 0..self.marks.len() {
            if !self.marks[at].written && !self.marks[at].dead {
                self.out.push_str(self.marks[at].open);
                self.marks[at].written = true;
                self.marks[at].text_start = self.out.len();
                self.line_start = false;
            }
        }
    }

    /// Marks that would not be read as marks where they touch the text after them: emphasis that
    /// ends and begins again goes on, emphasis that ends in a sign gets a space after it, and
    /// what begins with a sign inside a word is not emphasised.
    fn settle_marks(&mut self, text: &str) {
        let just_closed = self.closed.0 == self.out.len() && is_emphasis(self.closed.1);
        let word = text.starts_with(char::is_alphanumeric);
        let inside_word = self.out.ends_with(char::is_alphanumeric);
        let Some(mark) = self.marks.iter_mut().find(|mark| !mark.written && !mark.dead) else {
            let inner = self.out.strip_suffix(self.closed.1).unwrap_or("");
            if just_closed && word && !inner.ends_with(char::is_alphanumeric) {
                self.out.push(' ');
            }
            return;
        };
        if just_closed && mark.open == self.closed.1 {
            self.out.truncate(self.out.len() - mark.open.len());
            mark.written = true;
        } else if inside_word && !word && is_emphasis(mark.open) {
            mark.dead = true;
        }
    }

    /// Marks end with their line; emphasis goes on in the next one.
    fn suspend(&mut self) {
        for at in (0..self.marks.len()).rev() {
            if self.marks[at].written {
                let mark = &self.marks[at];
                if !mark.dead {
                    if mark.once {
                        let target =
                            mark.close.trim_start_matches("](").trim_end_matches(')').to_owned();
                        self.links.push((mark.text_start, self.out.len(), target));
                    }
                    self.out.push_str(&mark.close.clone());
                }
                let mark = &mut self.marks[at];
                mark.dead |= mark.once;
                mark.written = false;
            }
        }
    }

    fn new_line(&mut self, empty: bool) {
        self.out.push('\n');
        self.write_prefixes(empty);
    }

    fn write_prefixes(&mut self, empty: bool) {
        let unused =
            self.prefixes.iter().position(|prefix| !prefix.used).unwrap_or(self.prefixes.len());
        for (at, prefix) in self.prefixes.iter_mut().enumerate() {
            if empty && at >= unused {
                break;
            }
            if prefix.used {
                self.out.push_str(&prefix.rest);
            } else {
                self.out.push_str(&prefix.first);
                prefix.used = true;
            }
        }
        if empty {
            while self.out.ends_with(' ') {
                self.out.pop();
            }
        }
    }
}

fn is_emphasis(mark: &str) -> bool {
    matches!(mark, "*" | "**" | "~~")
}

fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\n' | '\t' | '\x0C' | '\u{A0}')
}
