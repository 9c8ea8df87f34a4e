//! Text that a reader of the page would not see.
//!
//! A node is hidden by what it is, by its own style or by a rule of the page's style sheets. What
//! only waits for a transition or a script to come into view counts as seen.

use crate::content::kinds::is_unread;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Kind, NONE, Tree, attr};
use crate::panels::Panels;
use crate::scan;
use crate::style::{Facts, Sheet};

/// Why a text is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Reason {
    /// The `hidden` attribute.
    Attribute = 1,
    /// `aria-hidden`.
    AriaHidden,
    /// A dialog that is not open, details that tell nothing about themselves.
    Closed,
    /// `display: none`.
    Display,
    /// `visibility: hidden`.
    Visibility,
    /// `content-visibility: hidden`.
    ContentVisibility,
    /// No opacity.
    Opacity,
    /// A font nobody can read.
    FontSize,
    /// Outside the page, or behind it.
    OffScreen,
    /// Clipped to nothing.
    Clip,
    /// A box without size.
    ZeroSize,
    /// Scaled to nothing.
    Transform,
    /// The colour of its background, or none.
    Colour,
}

/// The reasons' names, by number.
pub const REASONS: [&str; 14] = [
    "",
    "hidden",
    "aria-hidden",
    "closed",
    "display",
    "visibility",
    "content-visibility",
    "opacity",
    "font-size",
    "off-screen",
    "clip",
    "zero-size",
    "transform",
    "colour",
];

/// Which nodes are hidden, with everything inside them.
pub struct Hidden {
    marks: Vec<u8>,
    /// Hidden places with text in them, by the number of their reason.
    pub counts: [u32; REASONS.len()],
    /// Letters by the number of the reason that hides them; those of 0 are seen.
    letters: [usize; REASONS.len()],
}

const HIDDEN: u32 = attr("hidden");
const ARIA_HIDDEN: u32 = attr("aria-hidden");
const OPEN: u32 = attr("open");
const STYLE: u32 = attr("style");
const CLASS: u32 = attr("class");

impl Hidden {
    /// Whether the node itself is marked; what is inside a marked element is not marked again.
    #[must_use]
    pub fn is_hidden(&self, id: Id) -> bool {
        self.marks[id as usize] != 0
    }
}

/// What a node takes over from the one around it.
#[derive(Clone, Copy)]
struct Inherited {
    invisible: bool,
    tiny: bool,
    colour: Option<crate::style::Colour>,
    /// The background behind it, where it is known.
    behind: Option<crate::style::Colour>,
    clear: bool,
}

/// How panels are folded away that a control opens.
const FOLDED: [Reason; 4] =
    [Reason::Attribute, Reason::AriaHidden, Reason::Display, Reason::ZeroSize];

/// Fewer hidden letters than this are never the page itself.
const WHOLE_PAGE: usize = 600;

/// Finds the hidden nodes of a page. Panels that a visible control opens are hidden where `strict`.
#[must_use]
pub fn find(tree: &Tree, strict: bool) -> Hidden {
    walk(tree, &Sheet::read(tree), 0, strict)
}

/// What is hidden on a page that hides most of what it has until its script shows it: the reasons
/// that hide more than half of all text do not count. Nothing where no reason does.
#[must_use]
pub fn find_after_script(tree: &Tree, before: &Hidden) -> Option<Hidden> {
    let total: usize = before.letters.iter().sum();
    let waiting = [Reason::Attribute, Reason::Display, Reason::Visibility, Reason::Opacity]
        .into_iter()
        .filter(|reason| {
            let letters = before.letters[*reason as usize];
            letters > WHOLE_PAGE && letters * 2 > total
        })
        .fold(0, |mask, reason| mask | 1 << reason as u32);
    (waiting != 0).then(|| walk(tree, &Sheet::read(tree), waiting, false))
}

fn walk(tree: &Tree, sheet: &Sheet, waiting: u32, strict: bool) -> Hidden {
    let mut hidden = Hidden {
        marks: vec![0; tree.nodes.len()],
        counts: [0; REASONS.len()],
        letters: [0; REASONS.len()],
    };
    let panels = Panels::read(tree);
    let canvas = (!sheet.incomplete).then_some(crate::style::WHITE);
    let mut states = vec![Inherited {
        invisible: false,
        tiny: false,
        colour: None,
        behind: canvas,
        clear: false,
    }];
    let mut at = tree.node(DOCUMENT).first;
    if at == NONE {
        return hidden;
    }
    'walk: loop {
        let state = states[states.len() - 1];
        let node = tree.node(at);
        let mut inside = false;
        match node.kind {
            Kind::Text => mark_text(&mut hidden, at, &state, tree),
            Kind::Element | Kind::Svg | Kind::Math => {
                let (mut reason, mut next) = judge(tree, sheet, at, state, waiting);
                reason = reason.filter(|reason| waiting >> *reason as u32 & 1 == 0);
                let folded = reason.is_some_and(|reason| FOLDED.contains(&reason));
                let veiled = next.invisible && !state.invisible;
                if !strict
                    && (folded || veiled)
                    && panels.opens(tree, at, |id| hidden.marks[id as usize] == 0)
                {
                    reason = None;
                    next.invisible = state.invisible;
                }
                match reason {
                    Some(reason) => {
                        hidden.marks[at as usize] = reason as u8;
                        let letters = letters(tree, at);
                        hidden.letters[reason as usize] += letters;
                        hidden.counts[reason as usize] += u32::from(letters > 0);
                    }
                    None if node.first != NONE && !is_unread(tree, at) => {
                        states.push(next);
                        inside = true;
                    }
                    None => {}
                }
            }
            _ => {}
        }
        if inside {
            at = tree.node(at).first;
            continue;
        }
        loop {
            let node = tree.node(at);
            if node.next != NONE {
                at = node.next;
                break;
            }
            at = node.parent;
            states.pop();
            if at == DOCUMENT {
                break 'walk;
            }
        }
    }
    hidden
}

fn mark_text(hidden: &mut Hidden, id: Id, state: &Inherited, tree: &Tree) {
    let seen = state.colour.and_then(|colour| colour.over(state.behind));
    let same = state.clear || (seen.is_some() && seen == state.behind);
    let reason = if state.invisible {
        Reason::Visibility
    } else if state.tiny {
        Reason::FontSize
    } else if same {
        Reason::Colour
    } else {
        hidden.letters[0] += scan::trim(tree.text(id)).len();
        return;
    };
    hidden.marks[id as usize] = reason as u8;
    let letters = scan::trim(tree.text(id)).len();
    hidden.letters[reason as usize] += letters;
    hidden.counts[reason as usize] += u32::from(letters > 0);
}

/// Letters inside an element, scripts and their like left out.
fn letters(tree: &Tree, root: Id) -> usize {
    if is_unread(tree, root) {
        return 0;
    }
    let mut count = 0;
    let mut at = tree.following(root, root);
    while let Some(id) = at {
        if tree.node(id).is_element() && is_unread(tree, id) {
            at = tree.after(id, root);
            continue;
        }
        count += scan::trim(tree.text(id)).len();
        at = tree.following(id, root);
    }
    count
}

/// Whether an element is hidden with all it holds, and what it hands on if not.
fn judge(
    tree: &Tree,
    sheet: &Sheet,
    id: Id,
    mut state: Inherited,
    waiting: u32,
) -> (Option<Reason>, Inherited) {
    let node = tree.node(id);
    let mut own = None;
    for attribute in tree.attributes(id) {
        match attribute.name {
            HIDDEN if node.kind == Kind::Element => {
                let found = tree.str(attribute.value).eq_ignore_ascii_case("until-found");
                if !found && waiting >> Reason::Attribute as u32 & 1 == 0 {
                    return (Some(Reason::Attribute), state);
                }
            }
            ARIA_HIDDEN if tree.str(attribute.value).trim().eq_ignore_ascii_case("true") => {
                return (Some(Reason::AriaHidden), state);
            }
            STYLE => own = Some(Facts::read(tree.str(attribute.value))),
            _ => {}
        }
    }
    if node.tag == Tag::DIALOG && tree.attribute(id, OPEN).is_none() {
        return (Some(Reason::Closed), state);
    }
    if is_mute_details(tree, id) {
        return (Some(Reason::Closed), state);
    }
    let facts = match (sheet.facts(tree, id), own) {
        (Some(mut facts), Some(own)) => {
            facts.apply(&own);
            facts
        }
        (Some(facts), None) | (None, Some(facts)) => facts,
        (None, None) => return (None, state),
    };
    if let Some(invisible) = facts.invisible {
        state.invisible =
            invisible && !facts.moves && waiting >> Reason::Visibility as u32 & 1 == 0;
    }
    if let Some(tiny) = facts.tiny {
        state.tiny = tiny;
    }
    if let Some(background) = facts.background {
        state.behind = background.and_then(|background| background.over(state.behind));
    }
    if let Some(colour) = facts.colour {
        state.clear = colour.is_clear() && !facts.moves;
        state.colour = Some(colour);
    }
    // The page itself is never hidden: scripts show it when they are ready.
    if matches!(node.tag, Tag::HTML | Tag::BODY | Tag::MAIN) {
        state.invisible = false;
        return (None, state);
    }
    (reason(&facts).filter(|_| !is_maths(tree, id)), state)
}

fn reason(facts: &Facts) -> Option<Reason> {
    let yes = |fact: Option<bool>| fact == Some(true);
    if yes(facts.gone) {
        Some(Reason::Display)
    } else if yes(facts.skipped) {
        Some(Reason::ContentVisibility)
    } else if yes(facts.clear) && !facts.moves {
        Some(Reason::Opacity)
    } else if yes(facts.clipped) {
        Some(Reason::Clip)
    } else if (yes(facts.absolute) && (yes(facts.away) || yes(facts.behind))) || yes(facts.indented)
    {
        Some(Reason::OffScreen)
    } else if yes(facts.empty) && yes(facts.cut) && !facts.moves {
        Some(Reason::ZeroSize)
    } else if yes(facts.collapsed) {
        Some(Reason::Transform)
    } else {
        None
    }
}

/// Closed details are opened by readers who want to, unless the summary gives no reason to.
fn is_mute_details(tree: &Tree, id: Id) -> bool {
    let parent = tree.node(id).parent;
    if tree.tag(parent) != Tag::DETAILS
        || tree.tag(id) == Tag::SUMMARY
        || tree.attribute(parent, OPEN).is_some()
    {
        return false;
    }
    let summary = tree.children(parent).take(6).find(|child| tree.tag(*child) == Tag::SUMMARY);
    let letters: usize = summary.map_or(0, |id| {
        tree.inside(id).take(50).map(|inner| tree.text(inner).trim().chars().count()).sum()
    });
    letters < 3
}

/// Formulas are written for machines beside the picture that people see.
fn is_maths(tree: &Tree, id: Id) -> bool {
    let class = tree.attribute(id, CLASS).unwrap_or("");
    (class.contains("math") || class.contains("katex"))
        && tree.inside(id).take(4).any(|inner| tree.node(inner).kind == Kind::Math)
}
