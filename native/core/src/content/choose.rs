//! The choice: an opinion about every block, and the cut that promises the best result.

use std::sync::LazyLock;

use super::asides::{self, is_aside};
use super::blocks::{Block, Blocks};
use super::features::{FEATURES, Features, is_prose};
use super::model::Model;
use super::page::{ARTICLE, DIGITS, MANUAL, STEPS, reads_like_article};
use super::tables::is_data;
use crate::fast::Map;
use crate::html::tag::Tag;
use crate::html::tree::{DOCUMENT, Tree};

static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_bytes!("../../model/blocks.bin")));

/// Why a block is kept or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Left out: not likely enough to be content.
    Unlikely,
    /// Left out: a pointer elsewhere, a credit or an ask in the middle of an article.
    Aside,
    /// Likely enough by itself.
    Likely,
    /// The headline of what is kept, an item or a cell beside it.
    Part,
    /// Part of a table or of code that is kept.
    Whole,
    /// Nothing on the page is likely, and a page with text never comes back empty.
    Nothing,
}

impl Why {
    /// Whether it is a reason to keep a block.
    #[must_use]
    pub fn keeps(self) -> bool {
        !matches!(self, Why::Unlikely | Why::Aside)
    }

    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Why::Unlikely => "unlikely",
            Why::Aside => "aside",
            Why::Likely => "likely",
            Why::Part => "part of content",
            Why::Whole => "part of a table or code",
            Why::Nothing => "nothing better",
        }
    }
}

/// What was decided.
pub struct Choice {
    /// For each block the probability that it is content.
    pub opinions: Vec<f32>,
    /// For each block whether it is kept.
    pub blocks: Vec<bool>,
    /// And why.
    pub why: Vec<Why>,
    /// For each image whether it is kept.
    pub images: Vec<bool>,
    /// The F1 that the opinions promise for this cut: how sure the choice is.
    pub confidence: f32,
}

/// Chooses the content of a page.
#[must_use]
pub fn choose(tree: &Tree, blocks: &Blocks, features: &Features) -> Choice {
    choose_by(&MODEL, tree, blocks, features)
}

/// Chooses the content of a page by a model of one's own.
#[must_use]
pub fn choose_by(model: &Model, tree: &Tree, blocks: &Blocks, features: &Features) -> Choice {
    let mut opinions = model.probabilities(&features.values, FEATURES);
    let wholes = wholes(tree, blocks);
    agree_inside(&wholes, blocks, &mut opinions);
    let asides = asides(tree, blocks, features, &opinions);
    for at in &asides {
        opinions[*at] = shift(opinions[*at], -ASIDE);
    }
    let (_, confidence) = best_cut(blocks, &opinions);
    let sharpness = if confidence > SURE || is_dated_article(features) { SHARPER } else { SOFTER };
    let weighed: Vec<f32> = opinions.iter().map(|opinion| sharpen(*opinion, sharpness)).collect();
    let (limit, _) = best_cut(blocks, &weighed);
    let mut keep: Vec<bool> = weighed.iter().map(|opinion| *opinion >= limit).collect();
    let mut why = vec![Why::Unlikely; keep.len()];
    for at in asides {
        why[at] = Why::Aside;
    }
    note(&keep, Why::Likely, &mut why);
    keep_parts(blocks, &opinions, &why, &mut keep);
    note(&keep, Why::Part, &mut why);
    keep_whole(&wholes, &mut keep);
    note(&keep, Why::Whole, &mut why);
    guard(blocks, &opinions, &mut keep);
    note(&keep, Why::Nothing, &mut why);
    let images = choose_images(blocks, &keep);
    Choice { opinions, blocks: keep, why, images, confidence }
}

/// Blocks that are kept since the last note have this reason.
fn note(keep: &[bool], reason: Why, why: &mut [Why]) {
    for (why, keep) in why.iter_mut().zip(keep) {
        if *keep && !why.keeps() {
            *why = reason;
        }
    }
}

/// Above this promise, and for articles, the opinions are taken as surer than they say, below it as
/// less sure. On pages of unseen domains that drops noise from articles and keeps more of listings
/// and collections; chosen by the cross-validation that `fit.py` prints.
const SURE: f32 = 0.85;
const SHARPER: f32 = 2.5;
const SOFTER: f32 = 0.7;

/// Whether the page calls itself an article and stands where a date or a number is part of a path.
fn is_dated_article(features: &Features) -> bool {
    let page = &features.page;
    page[ARTICLE] > 0.0 && page[DIGITS] > 3.0 && page[STEPS] > 1.0 && page[MANUAL] == 0.0
}

/// An opinion with its log-odds taken times `by`.
fn sharpen(opinion: f32, by: f32) -> f32 {
    1.0 / (1.0 + (-by * odds(opinion)).exp())
}

/// An opinion with `by` added to its log-odds.
fn shift(opinion: f32, by: f32) -> f32 {
    1.0 / (1.0 + (-by - odds(opinion)).exp())
}

fn odds(opinion: f32) -> f32 {
    (opinion / (1.0 - opinion)).clamp(1e-6, 1e6).ln()
}

/// How much less likely a line becomes that reads like an aside: seven of ten such lines are not in
/// the truth where the model gives them seven chances of ten.
const ASIDE: f32 = 3.0;
/// What is less likely than this is not looked at.
const LEAST: f32 = 0.1;

/// The short lines of an article that are not its text.
fn asides(tree: &Tree, blocks: &Blocks, features: &Features, opinions: &[f32]) -> Vec<usize> {
    if !reads_like_article(&features.page) {
        return Vec::new();
    }
    let short = |block: &Block| (3.0..=asides::MOST_WORDS).contains(&block.measure.words);
    let looked_at = |at: &usize| opinions[*at] > LEAST && short(&blocks.blocks[*at]);
    let is_aside = |at: &usize| is_aside(&text_of(tree, blocks, *at));
    (0..opinions.len()).filter(looked_at).filter(is_aside).collect()
}

fn text_of(tree: &Tree, blocks: &Blocks, number: usize) -> String {
    let block = &blocks.blocks[number];
    let mut text = String::new();
    let mut at = Some(block.first);
    while let Some(id) = at {
        if blocks.of_node[id as usize] as usize == number {
            text.push_str(tree.text(id));
        }
        at = if id == block.last { None } else { tree.following(id, DOCUMENT) };
    }
    text
}

/// A table of data and a block of code stand or fall as one.
fn agree_inside(wholes: &[(usize, usize)], blocks: &Blocks, opinions: &mut [f32]) {
    for &(from, end) in wholes {
        let (mut sum, mut weight) = (0.0, 0.0);
        for (block, opinion) in blocks.blocks[from..end].iter().zip(&opinions[from..end]) {
            sum += opinion * (block.measure.words + 0.5);
            weight += block.measure.words + 0.5;
        }
        opinions[from..end].fill(sum / weight);
    }
}

/// What has a part taken in for its neighbours' sake is taken in whole.
fn keep_whole(wholes: &[(usize, usize)], keep: &mut [bool]) {
    for &(from, end) in wholes {
        if keep[from..end].iter().any(|kept| *kept) {
            keep[from..end].fill(true);
        }
    }
}

/// The first and the past-the-last block of each table of data and each block of code.
fn wholes(tree: &Tree, blocks: &Blocks) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    // Every table is judged once, however many blocks it holds.
    let mut tables = Map::default();
    let mut at = 0;
    while at < blocks.blocks.len() {
        let whole = whole_around(tree, blocks, blocks.blocks[at].container, &mut tables);
        let from = at;
        at += 1;
        if let Some(whole) = whole {
            while at < blocks.blocks.len() && is_inside(blocks, blocks.blocks[at].container, whole)
            {
                at += 1;
            }
            found.push((from, at));
        }
    }
    found
}

fn whole_around(
    tree: &Tree,
    blocks: &Blocks,
    mut container: u32,
    tables: &mut Map<u32, bool>,
) -> Option<u32> {
    for _ in 0..12 {
        let here = &blocks.containers[container as usize];
        match here.tag {
            Tag::PRE => return Some(container),
            Tag::TABLE => {
                let data = *tables.entry(container).or_insert_with(|| is_data(tree, here.id));
                return data.then_some(container);
            }
            _ => {}
        }
        if container == 0 {
            return None;
        }
        container = here.parent;
    }
    None
}

fn is_inside(blocks: &Blocks, mut container: u32, whole: u32) -> bool {
    while container > whole {
        container = blocks.containers[container as usize].parent;
    }
    container == whole
}

/// The limit whose expected F1 is highest.
///
/// With the opinions as probabilities, a cut keeps `kept` words of which `hit` are expected to be
/// content, out of `total` expected words of content: F1 is 2 * hit / (kept + total).
fn best_cut(blocks: &Blocks, opinions: &[f32]) -> (f32, f32) {
    let mut order: Vec<usize> = (0..opinions.len()).collect();
    order.sort_by(|a, b| opinions[*b].total_cmp(&opinions[*a]));
    let total: f32 = blocks
        .blocks
        .iter()
        .zip(opinions)
        .map(|(block, opinion)| block.measure.words * opinion)
        .sum();
    let (mut hit, mut kept) = (0.0, 0.0);
    let (mut limit, mut best) = (0.5f32, 0.0);
    for at in order {
        hit += blocks.blocks[at].measure.words * opinions[at];
        kept += blocks.blocks[at].measure.words;
        let promise = if kept + total > 0.0 { 2.0 * hit / (kept + total) } else { 0.0 };
        if promise > best {
            best = promise;
            limit = opinions[at];
        }
    }
    (limit, best)
}

/// Groups of class words that make a neighbour suspect, by their place in the lexicon.
const SUSPECT: u64 = 1
    | 1 << 1
    | 1 << 3
    | 1 << 8
    | 1 << 9
    | 1 << 10
    | 1 << 14
    | 1 << 15
    | 1 << 16
    | 1 << 17
    | 1 << 18
    | 1 << 19
    | 1 << 20
    | 1 << 21
    | 1 << 32
    | 1 << 34
    | 1 << 35
    | 1 << 36
    | 1 << 46;

/// Below this a block is not taken in for its neighbours' sake.
const DOUBTFUL: f32 = 0.06;
/// Longer blocks speak for themselves.
const SHORT: f32 = 40.0;

/// A headline beside kept blocks belongs to them, and so does a short item, cell or subheading.
fn keep_parts(blocks: &Blocks, opinions: &[f32], why: &[Why], keep: &mut [bool]) {
    let Some(core) = core_of(blocks, keep) else { return };
    let count = keep.len();
    let plain: Vec<bool> = (0..count)
        .map(|at| {
            let block = &blocks.blocks[at];
            let tag = blocks.containers[block.container as usize].tag;
            let part = tag.heading().is_some() || is_in_item(blocks, block.container);
            let likely = opinions[at] >= DOUBTFUL && block.measure.words < SHORT;
            let links = block.link_words > 0.3 * block.measure.words;
            (tag == Tag::H1 || (part && likely))
                && !links
                && block.classes & SUSPECT == 0
                && why[at] != Why::Aside
                && is_plainly_inside(blocks, block.container, core)
        })
        .collect();
    for at in 1..count {
        keep[at] |= plain[at] && keep[at - 1];
    }
    for at in (0..count.saturating_sub(1)).rev() {
        keep[at] |= plain[at] && keep[at + 1];
    }
}

/// Whether a container is an item or a cell, or a paragraph in one.
fn is_in_item(blocks: &Blocks, container: u32) -> bool {
    let own = &blocks.containers[container as usize];
    let around = &blocks.containers[own.parent as usize];
    [own, around].iter().any(|container| {
        matches!(container.tag, Tag::LI | Tag::TD | Tag::TH | Tag::DT | Tag::DD | Tag::CAPTION)
    })
}

/// The innermost container of most kept words; a paragraph has nothing beside it, so it is none.
fn core_of(blocks: &Blocks, keep: &[bool]) -> Option<u32> {
    let mut kept = vec![0.0f32; blocks.containers.len()];
    for (block, keep) in blocks.blocks.iter().zip(keep) {
        if *keep {
            kept[block.container as usize] += block.measure.words;
        }
    }
    for at in (1..kept.len()).rev() {
        kept[blocks.containers[at].parent as usize] += kept[at];
    }
    let total = kept[0];
    let mut core = 0;
    for (at, words) in kept.iter().enumerate().skip(1) {
        let container = &blocks.containers[at];
        if container.parent == core && container.tag != Tag::P && *words > 0.7 * total {
            core = crate::html::tree::small(at);
        }
    }
    // Without a core there is no telling what is beside it.
    (total > 0.0 && blocks.containers[core as usize].words < 1.6 * total).then_some(core)
}

fn is_plainly_inside(blocks: &Blocks, mut container: u32, core: u32) -> bool {
    while container > core {
        let here = &blocks.containers[container as usize];
        let chrome =
            matches!(here.tag, Tag::NAV | Tag::ASIDE | Tag::FOOTER | Tag::FORM | Tag::BUTTON);
        if chrome || here.classes & SUSPECT != 0 {
            return false;
        }
        container = here.parent;
    }
    container == core
}

/// A page with visible text never comes back empty.
fn guard(blocks: &Blocks, opinions: &[f32], keep: &mut [bool]) {
    if keep.iter().any(|kept| *kept) || keep.is_empty() {
        return;
    }
    let prose = blocks.blocks.iter().any(is_prose);
    for (at, block) in blocks.blocks.iter().enumerate() {
        keep[at] = if prose { is_prose(block) } else { opinions[at] >= 0.0 };
    }
}

/// Images stay where the text around them stays.
fn choose_images(blocks: &Blocks, keep: &[bool]) -> Vec<bool> {
    let mut kept = vec![0u32; blocks.containers.len()];
    for (block, keep) in blocks.blocks.iter().zip(keep) {
        kept[block.container as usize] += u32::from(*keep);
    }
    for at in (1..kept.len()).rev() {
        kept[blocks.containers[at].parent as usize] += kept[at];
    }
    blocks
        .images
        .iter()
        .map(|image| {
            let after = image.after as usize;
            let before = after.checked_sub(1).and_then(|at| keep.get(at)).copied().unwrap_or(false);
            let next = keep.get(after).copied().unwrap_or(false);
            let container = image.container as usize;
            (before && next)
                || kept[container] > 0
                || (before || next) && is_figure(blocks, &kept, container)
        })
        .collect()
}

/// Whether a container is a figure that stands directly among the kept text.
fn is_figure(blocks: &Blocks, kept: &[u32], container: usize) -> bool {
    let around =
        std::iter::successors(Some(container), |at| Some(blocks.containers[*at].parent as usize));
    let figure = around.take(4).find(|at| blocks.containers[*at].tag == Tag::FIGURE);
    figure.is_some_and(|figure| {
        let parent = blocks.containers[figure].parent as usize;
        kept[parent] > 1 && 2 * kept[parent] >= blocks.containers[parent].blocks
    })
}
