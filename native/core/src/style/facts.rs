//! What a list of declarations says about being seen.

use std::borrow::Cow;

use super::values::{Colour, arguments, colour, pixels};

/// Statements about visibility; what is not said stays open.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Facts {
    /// `display: none`.
    pub gone: Option<bool>,
    /// `visibility: hidden` or `collapse`; inherited.
    pub invisible: Option<bool>,
    /// `content-visibility: hidden`.
    pub skipped: Option<bool>,
    /// No opacity.
    pub clear: Option<bool>,
    /// A font too small to read; inherited.
    pub tiny: Option<bool>,
    /// Out of the flow.
    pub absolute: Option<bool>,
    /// Far outside the page, if out of the flow.
    pub away: Option<bool>,
    /// Text moved out of its box.
    pub indented: Option<bool>,
    /// Nothing of the box is shown.
    pub clipped: Option<bool>,
    /// No width or no height.
    pub empty: Option<bool>,
    /// What does not fit is cut.
    pub cut: Option<bool>,
    /// Scaled to nothing, or moved far away.
    pub collapsed: Option<bool>,
    /// Behind the page, if out of the flow.
    pub behind: Option<bool>,
    /// The text's colour; inherited.
    pub colour: Option<Colour>,
    /// The background: a colour, or something that hides the one below.
    pub background: Option<Option<Colour>>,
    /// Comes into view by a transition, an animation or a script.
    pub moves: bool,
}

/// Farther than this from its place a text is outside the page.
const AWAY: f32 = -400.0;
/// Smaller than this nobody reads.
const TINY: f32 = 2.0;

impl Facts {
    /// Reads declarations as they stand in a style attribute or a rule.
    #[must_use]
    pub fn read(text: &str) -> Facts {
        let text = plain(text);
        let mut facts = Facts::default();
        let mut important = Facts::default();
        for declaration in text.split(';') {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let name = name.trim();
            let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
                Cow::Owned(name.to_ascii_lowercase())
            } else {
                Cow::Borrowed(name)
            };
            if !is_telling(&name) {
                continue;
            }
            let value = value.trim().to_ascii_lowercase();
            match value
                .strip_suffix("important")
                .and_then(|value| value.trim_end().strip_suffix('!'))
            {
                Some(value) => important.learn(&name, value.trim()),
                None => facts.learn(&name, &value),
            }
        }
        facts.apply(&important);
        facts
    }

    /// Takes over what `other` says.
    pub fn apply(&mut self, other: &Facts) {
        macro_rules! take {
            ($($field:ident),*) => { $(self.$field = other.$field.or(self.$field);)* };
        }
        take!(
            gone, invisible, skipped, clear, tiny, absolute, away, indented, clipped, empty, cut,
            collapsed, behind, colour, background
        );
        self.moves |= other.moves;
    }

    fn learn(&mut self, name: &str, value: &str) {
        match name {
            "display" => self.gone = Some(value == "none"),
            "visibility" => self.invisible = Some(matches!(value, "hidden" | "collapse")),
            "content-visibility" => self.skipped = Some(value == "hidden"),
            "opacity" => self.clear = Some(is_zero(value)),
            "filter" => {
                if arguments(value, "opacity").any(is_zero) {
                    self.clear = Some(true);
                }
            }
            "font-size" => self.tiny = Some(pixels(value).is_some_and(|size| size < TINY)),
            "font" => {
                let size = value
                    .split([' ', '/'])
                    .find_map(|part| part.ends_with("px").then(|| pixels(part)).flatten());
                self.tiny = size.map(|size| size < TINY).or(self.tiny);
            }
            "position" => self.absolute = Some(matches!(value, "absolute" | "fixed")),
            "left" | "top" | "right" | "bottom" => {
                let far = pixels(value).is_some_and(|at| at <= AWAY);
                self.away = Some(far || self.away.unwrap_or(false));
            }
            "margin-left" | "margin-top" | "margin" => {
                if value.split(' ').any(|part| pixels(part).is_some_and(|at| at <= -900.0)) {
                    self.collapsed = Some(true);
                }
            }
            "text-indent" => self.indented = Some(pixels(value).is_some_and(|at| at <= AWAY)),
            "clip" => self.clipped = Some(is_empty_rect(value)),
            "clip-path" | "-webkit-clip-path" => self.clipped = Some(is_empty_path(value)),
            "transform" | "scale" | "translate" => {
                let scaled = ["scale", "scalex", "scaley", "scale3d"].iter().any(|call| {
                    arguments(value, call)
                        .any(|inside| is_zero(inside.split(',').next().unwrap_or("")))
                });
                let moved =
                    ["translate", "translatex", "translatey", "translate3d"].iter().any(|call| {
                        arguments(value, call).any(|inside| {
                            inside.split(',').any(|part| {
                                pixels(part).is_some_and(|at| at <= -900.0 && !part.contains('%'))
                            })
                        })
                    });
                self.collapsed = Some(scaled || moved || (name == "scale" && is_zero(value)));
                self.moves |= !scaled && !moved && value != "none";
            }
            "width" | "height" | "max-width" | "max-height" => {
                if pixels(value).is_some_and(|size| size <= 1.0)
                    && !value.ends_with(['%', 'm', 'h', 'w'])
                {
                    self.empty = Some(true);
                } else if name.starts_with("max") || self.empty.is_none() {
                    self.empty = self.empty.or(Some(false));
                }
            }
            "overflow" | "overflow-x" | "overflow-y" => {
                self.cut = Some(
                    value.split(' ').any(|part| matches!(part, "hidden" | "clip"))
                        || self.cut.unwrap_or(false),
                );
            }
            "z-index" => self.behind = Some(value.parse::<i64>().is_ok_and(|at| at < 0)),
            "color" => self.colour = colour(value).or(self.colour),
            "background" | "background-color" | "background-image" => {
                if name == "background-image" && value == "none" {
                    return;
                }
                let known = value.split(' ').next().and_then(colour).or_else(|| colour(value));
                match known {
                    Some(colour) if colour.is_clear() => {}
                    known => self.background = Some(known),
                }
            }
            "background-clip" | "-webkit-background-clip" => self.moves |= value == "text",
            _ => {
                self.moves |= name.starts_with("transition")
                    || name.starts_with("animation")
                    || name == "will-change";
            }
        }
    }
}

/// Whether a property has to do with being seen.
fn is_telling(name: &str) -> bool {
    match name.as_bytes().first() {
        Some(
            b'd' | b'v' | b'c' | b'o' | b'f' | b'p' | b'l' | b't' | b'r' | b'b' | b'm' | b's'
            | b'w' | b'h' | b'z' | b'a',
        ) => {
            matches!(
                name,
                "display"
                    | "visibility"
                    | "content-visibility"
                    | "opacity"
                    | "filter"
                    | "font-size"
                    | "font"
                    | "position"
                    | "left"
                    | "top"
                    | "right"
                    | "bottom"
                    | "margin-left"
                    | "margin-top"
                    | "margin"
                    | "text-indent"
                    | "clip"
                    | "clip-path"
                    | "transform"
                    | "scale"
                    | "translate"
                    | "width"
                    | "height"
                    | "max-width"
                    | "max-height"
                    | "overflow"
                    | "overflow-x"
                    | "overflow-y"
                    | "z-index"
                    | "color"
                    | "background"
                    | "background-color"
                    | "background-image"
                    | "background-clip"
                    | "will-change"
            ) || name.starts_with("transition")
                || name.starts_with("animation")
        }
        Some(b'-') => matches!(name, "-webkit-clip-path" | "-webkit-background-clip"),
        _ => false,
    }
}

fn is_zero(value: &str) -> bool {
    value.trim().trim_end_matches('%').parse::<f32>().is_ok_and(|number| number.abs() < 0.011)
}

fn is_empty_rect(value: &str) -> bool {
    arguments(value, "rect").any(|inside| {
        let sides: Vec<f32> =
            inside.split([',', ' ']).filter(|part| !part.is_empty()).filter_map(pixels).collect();
        sides.len() == 4 && sides.iter().all(|side| *side <= 1.0)
    })
}

fn is_empty_path(value: &str) -> bool {
    arguments(value, "inset").any(|inside| {
        let share =
            |part: &str| part.strip_suffix('%').and_then(|number| number.parse::<f32>().ok());
        inside.split(' ').next().and_then(share).is_some_and(|side| side >= 50.0)
    }) || arguments(value, "circle")
        .any(|inside| inside.split(' ').next().and_then(pixels).is_some_and(|size| size <= 0.0))
        || arguments(value, "polygon").any(|inside| {
            inside
                .split([',', ' '])
                .filter(|part| !part.is_empty())
                .all(|part| pixels(part).is_some_and(|at| at == 0.0))
        })
}

/// Declarations without comments and escapes.
pub fn plain(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\\', b'/', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '/']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if let Some(escaped) = rest.strip_prefix('\\') {
            let digits = escaped.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
            if digits > 0 {
                let code = u32::from_str_radix(&escaped[..digits], 16).unwrap_or(0xFFFD);
                out.push(char::from_u32(code).unwrap_or('\u{FFFD}'));
                rest = &escaped[digits..];
                rest = rest.strip_prefix([' ', '\n', '\t']).unwrap_or(rest);
            } else {
                let mut chars = escaped.chars();
                out.extend(chars.next());
                rest = chars.as_str();
            }
        } else {
            out.push('/');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_whatever_their_spelling() {
        for text in [
            "display:none",
            "DISPLAY : NONE !important",
            "dis/**/play:none;display:/*x*/none",
            "d\\69splay:none",
        ] {
            assert_eq!(Facts::read(text).gone, Some(true), "{text}");
        }
        assert_eq!(Facts::read("display:none !important; display:block").gone, Some(true));
        assert_eq!(Facts::read("clip:rect(0,0,0,0)").clipped, Some(true));
        assert_eq!(Facts::read("clip-path:inset(100%)").clipped, Some(true));
        assert_eq!(Facts::read("transform:scale(0)").collapsed, Some(true));
        assert_eq!(Facts::read("transform:scale(0.5)").collapsed, Some(false));
        assert_eq!(Facts::read("font-size:1px").tiny, Some(true));
        assert_eq!(Facts::read("font-size:1em").tiny, Some(false));
    }
}
