//! Pages that arrive in pieces: a hidden piece at the end goes where a template keeps its place.
//!
//! Servers that render React send what is ready first, with `<template id="B:1">` for the rest, and
//! later `<div hidden id="S:1">` with a line of script, `$RC("B:1","S:1")`, that puts it there.
//! Pieces inside pieces are moved by `$RS("S:2","P:2")`. Browsers show the page put together, so it
//! is read that way; a piece that no script would place stays hidden.

use crate::fast::Map;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Id, Kind, NONE, Tree, attr, small};

const ID: u32 = attr("id");
const HIDDEN: u32 = attr("hidden");
/// More pieces than real pages have, and a depth that no piece can take past what is safe.
const MOST: usize = 256;
const DEEPEST: usize = 100;

/// Puts the pieces of a page in their places.
pub fn settle(tree: &mut Tree) {
    for (place, piece) in pairs(tree) {
        if fits(tree, place, piece) {
            drop_stand_in(tree, place);
            while tree.node(piece).first != NONE {
                let child = tree.node(piece).first;
                tree.insert_before(place, child);
            }
        }
    }
}

/// Places and the pieces that a script of the page puts there.
fn pairs(tree: &Tree) -> Vec<(Id, Id)> {
    if memchr::memmem::find(tree.source.as_bytes(), b"$RC(\"").is_none() {
        return Vec::new();
    }
    let (mut calls, mut named) = (Vec::new(), Map::default());
    for at in 1..tree.nodes.len() {
        let id = small(at);
        if tree.tag(id) == Tag::SCRIPT {
            tree.children(id).for_each(|text| calls.extend(calls_in(tree.text(text))));
        } else if let Some(name) = tree.attribute(id, ID) {
            let piece = name.starts_with("S:") && tree.attribute(id, HIDDEN).is_some();
            let place = tree.tag(id) == Tag::TEMPLATE;
            if piece || place {
                named.insert(attr(name), id);
            }
        }
    }
    let found = |(place, piece)| Some((*named.get(&place)?, *named.get(&piece)?));
    calls.into_iter().filter_map(found).take(MOST).collect()
}

/// The names of places and pieces in a script's calls.
fn calls_in(script: &str) -> Vec<(u32, u32)> {
    let arguments = |rest: &str| {
        let (first, rest) = rest.split_once("\",\"")?;
        let second = rest.split('"').next()?;
        (first.len() < 16 && second.len() < 16).then(|| (attr(first), attr(second)))
    };
    let placed = script.split("$RC(\"").skip(1).filter_map(arguments);
    let moved = script.split("$RS(\"").skip(1).filter_map(arguments).map(|(s, p)| (p, s));
    placed.chain(moved).collect()
}

/// Whether a place is shallow enough and not inside the very piece that goes there.
fn fits(tree: &Tree, place: Id, piece: Id) -> bool {
    let mut around = tree.node(place).parent;
    for _ in 0..DEEPEST {
        if around == piece {
            return false;
        }
        if around == DOCUMENT {
            return true;
        }
        around = tree.node(around).parent;
    }
    false
}

/// Takes away what a place shows while it waits: all up to the comment that ends it.
fn drop_stand_in(tree: &mut Tree, place: Id) {
    loop {
        let next = tree.node(place).next;
        if next == NONE || tree.node(next).kind == Kind::Comment {
            return;
        }
        tree.detach(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    fn text(source: &str) -> String {
        let mut tree = html::parse(source);
        settle(&mut tree);
        let script = |id: &Id| tree.tag(tree.node(*id).parent) == Tag::SCRIPT;
        tree.inside(DOCUMENT).filter(|id| !script(id)).map(|id| tree.text(id)).collect()
    }

    #[test]
    fn pieces_go_where_their_template_is() {
        let page = "<p>a</p><!--$?--><template id=\"B:0\"></template><i>wait</i><!--/$--><p>c</p>\
                    <div hidden id=\"S:0\"><p>b</p></div><script>$RC(\"B:0\",\"S:0\")</script>";
        assert_eq!(text(page), "abc");
    }

    #[test]
    fn a_piece_is_not_put_inside_itself() {
        let page = "<div hidden id=\"S:0\">x<template id=\"B:0\"></template></div>\
                    <script>$RC(\"B:0\",\"S:0\")</script>";
        assert_eq!(text(page), "x");
        let crossed = "<div hidden id=\"S:0\">x<template id=\"B:1\"></template></div>\
                       <div hidden id=\"S:1\">y<template id=\"B:0\"></template></div>\
                       <script>$RC(\"B:0\",\"S:0\");$RC(\"B:1\",\"S:1\")</script>";
        assert!(text(crossed).len() <= 2);
    }
}
