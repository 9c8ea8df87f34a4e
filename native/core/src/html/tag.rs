//! Tag names as small numbers, so that the tree builder compares integers instead of strings.

/// A tag name in lower case. Names outside the table are all [`Tag::UNKNOWN`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tag(pub u8);

const SLOTS: usize = 512;

macro_rules! tags {
    ($($constant:ident $name:literal),* $(,)?) => {
        const NAMES: &[&str] = &["", $($name),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Index { UNKNOWN, $($constant),* }

        #[allow(missing_docs)]
        impl Tag {
            pub const UNKNOWN: Tag = Tag(Index::UNKNOWN as u8);
            $(pub const $constant: Tag = Tag(Index::$constant as u8);)*
        }
    };
}

tags! {
    A "a", ABBR "abbr", ACRONYM "acronym", ADDRESS "address", ANNOTATION "annotation",
    ANNOTATION_XML "annotation-xml", APPLET "applet", AREA "area", ARTICLE "article",
    ASIDE "aside", AUDIO "audio", B "b", BASE "base", BASEFONT "basefont", BDI "bdi", BDO "bdo",
    BGSOUND "bgsound", BIG "big", BLOCKQUOTE "blockquote", BODY "body", BR "br", BUTTON "button",
    CANVAS "canvas", CAPTION "caption", CENTER "center", CITE "cite", CODE "code", COL "col",
    COLGROUP "colgroup", DATA "data", DATALIST "datalist", DD "dd", DEL "del", DESC "desc",
    DETAILS "details", DFN "dfn", DIALOG "dialog", DIR "dir", DIV "div", DL "dl", DT "dt",
    EM "em", EMBED "embed", FIELDSET "fieldset", FIGCAPTION "figcaption", FIGURE "figure",
    FONT "font", FOOTER "footer", FOREIGN_OBJECT "foreignobject", FORM "form", FRAME "frame",
    FRAMESET "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", HEAD "head",
    HEADER "header", HGROUP "hgroup", HR "hr", HTML "html", I "i", IFRAME "iframe",
    IMAGE "image", IMG "img", INPUT "input", INS "ins", KBD "kbd", KEYGEN "keygen",
    LABEL "label", LEGEND "legend", LI "li", LINK "link", LISTING "listing", MAIN "main",
    MALIGNMARK "malignmark", MAP "map", MARK "mark", MARQUEE "marquee", MATH "math",
    MENU "menu", MENUITEM "menuitem", META "meta", METER "meter", MFRAC "mfrac",
    MFENCED "mfenced", MGLYPH "mglyph", MI "mi", MN "mn", MO "mo", MOVER "mover",
    MPADDED "mpadded", MROOT "mroot", MROW "mrow", MS "ms", MSQRT "msqrt", MSTYLE "mstyle",
    MSUB "msub", MSUBSUP "msubsup", MSUP "msup", MTABLE "mtable", MTD "mtd", MTEXT "mtext",
    MTR "mtr", MUNDER "munder", MUNDEROVER "munderover", NAV "nav", NOBR "nobr",
    NOEMBED "noembed", NOFRAMES "noframes", NOSCRIPT "noscript", OBJECT "object", OL "ol",
    OPTGROUP "optgroup", OPTION "option", OUTPUT "output", P "p", PARAM "param",
    PICTURE "picture", PLAINTEXT "plaintext", PRE "pre", PROGRESS "progress", Q "q", RB "rb",
    RP "rp", RT "rt", RTC "rtc", RUBY "ruby", S "s", SAMP "samp", SCRIPT "script",
    SEARCH "search", SECTION "section", SELECT "select", SEMANTICS "semantics", SLOT "slot",
    SMALL "small", SOURCE "source", SPAN "span", STRIKE "strike", STRONG "strong",
    STYLE "style", SUB "sub", SUMMARY "summary", SUP "sup", SVG "svg", TABLE "table",
    TBODY "tbody", TD "td", TEMPLATE "template", TEXTAREA "textarea", TFOOT "tfoot", TH "th",
    THEAD "thead", TIME "time", TITLE "title", TR "tr", TRACK "track", TT "tt", U "u", UL "ul",
    VAR "var", VIDEO "video", WBR "wbr", XMP "xmp",
}

/// The hash of a name, which tells unknown tags apart.
#[must_use]
pub const fn hash(name: &[u8]) -> u32 {
    let mut value: u32 = 0x811c_9dc5;
    let mut index = 0;
    while index < name.len() {
        value = (value ^ name[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    value
}

const fn slot(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize % SLOTS
}

#[allow(clippy::cast_possible_truncation)] // fewer than 256 names
const TABLE: [u8; SLOTS] = {
    let mut table = [0u8; SLOTS];
    let mut index = 1;
    while index < NAMES.len() {
        let mut slot = slot(hash(NAMES[index].as_bytes()));
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = index as u8;
        index += 1;
    }
    table
};

impl Tag {
    /// How many numbers there are; ids are below it.
    pub const COUNT: usize = NAMES.len();

    /// The tag of a name that is already in lower case.
    #[must_use]
    pub fn of(name: &[u8]) -> Tag {
        Tag::of_hashed(name, hash(name))
    }

    /// As [`Tag::of`], for a name whose [`hash`] is known.
    #[must_use]
    pub fn of_hashed(name: &[u8], hash: u32) -> Tag {
        let mut slot = slot(hash);
        loop {
            let index = TABLE[slot];
            if index == 0 || NAMES[index as usize].as_bytes() == name {
                return Tag(index);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The name; empty for unknown names.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The heading level of h1 to h6.
    #[must_use]
    pub fn heading(self) -> Option<u8> {
        (Tag::H1.0 <= self.0 && self.0 <= Tag::H6.0).then(|| self.0 - Tag::H1.0 + 1)
    }

    /// Whether the tag is one of `set`.
    #[must_use]
    pub fn is(self, set: &TagSet) -> bool {
        set.0[self.0 as usize / 64] >> (self.0 % 64) & 1 == 1
    }
}

/// A set of tags as bits.
pub struct TagSet([u64; 4]);

impl TagSet {
    /// The set of the given tags.
    #[must_use]
    pub const fn new(tags: &[Tag]) -> TagSet {
        let mut bits = [0u64; 4];
        let mut index = 0;
        while index < tags.len() {
            let number = tags[index].0;
            bits[number as usize / 64] |= 1 << (number % 64);
            index += 1;
        }
        TagSet(bits)
    }

    /// The tags of both sets.
    #[must_use]
    pub const fn with(&self, other: &TagSet) -> TagSet {
        let (a, b) = (self.0, other.0);
        TagSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again() {
        for name in &NAMES[1..] {
            assert_eq!(Tag::of(name.as_bytes()).name(), *name);
        }
        assert_eq!(Tag::of(b"custom-element"), Tag::UNKNOWN);
        assert_eq!(Tag::H3.heading(), Some(3));
        assert_eq!(Tag::HEAD.heading(), None);
    }
}
