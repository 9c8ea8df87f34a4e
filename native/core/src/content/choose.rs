//! The choice: an opinion about every block, and the cut that promises the best result.

use std::sync::LazyLock;

use super::blocks::Blocks;
use super::features::{FEATURES, Features, is_prose};
use super::model::Model;
use super::tables::is_data;
use crate::fast::Map;
use crate::html::tag::Tag;
use crate::html::tree::Tree;

static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_bytes!("../../model/blocks.bin")));

/// What was decided.
pub struct Choice {
    /// For each block the probability that it is content.
    pub opinions: Vec<f32>,
    /// For each block whether it is kept.
    pub blocks: Vec<bool>,
    /// For each image whether it is kept.
    pub images: Vec<bool>,
    /// The F1 that the opinions promise for this cut: how sure the choice is.
    pub confidence: f32,
}

/// Chooses the content of a page.
#[must_use]
pub fn choose(tree: &Tree, blocks: &Blocks, features: &Features) -> Choice {
    let mut opinions = MODEL.probabilities(&features.values, FEATURES);
    let wholes = wholes(tree, blocks);
    agree_inside(&wholes, blocks, &mut opinions);
    let (mut limit, confidence) = best_cut(blocks, &opinions);
    let mut softer = opinions.clone();
    let sure = SURE_KINDS.iter().any(|kind| features.page[*kind] > 0.0);
    if confidence < UNSURE && !sure {
        softer.iter_mut().for_each(soften);
        limit = best_cut(blocks, &softer).0;
    }
    let mut keep: Vec<bool> = softer.iter().map(|opinion| *opinion >= limit).collect();
    fill_gaps(blocks, &opinions, &mut keep);
    keep_whole(&wholes, &mut keep);
    guard(blocks, &opinions, &mut keep);
    let images = choose_images(blocks, &keep);
    Choice { opinions, blocks: keep, images, confidence }
}

/// Below this promise the opinions are taken as less sure than they say. On pages of unseen domains
/// that keeps more of listings and collections; articles promise more and are not touched.
const UNSURE: f32 = 0.85;
const SOFTER: f32 = 0.7;
/// Where the page's numbers say that it calls itself an article or a thread, or its address does;
/// then opinions stand as they are.
const SURE_KINDS: [usize; 3] = [20, 22, 28];

fn soften(opinion: &mut f32) {
    let odds = (*opinion / (1.0 - *opinion)).clamp(1e-6, 1e6).ln();
    *opinion = 1.0 / (1.0 + (-SOFTER * odds).exp());
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

/// Below this a block is not taken in for its neighbours' sake.
const DOUBTFUL: f32 = 0.06;
/// Longer blocks speak for themselves.
const SHORT: f32 = 40.0;
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

/// Short plain blocks beside kept ones belong to them: an item, a cell, a caption, a headline.
fn fill_gaps(blocks: &Blocks, opinions: &[f32], keep: &mut [bool]) {
    let Some(core) = core_of(blocks, keep) else { return };
    let count = keep.len();
    let plain: Vec<bool> = (0..count)
        .map(|at| {
            let block = &blocks.blocks[at];
            let headline = blocks.containers[block.container as usize].tag == Tag::H1;
            let links = block.link_words > 0.3 * block.measure.words;
            (headline || (opinions[at] >= DOUBTFUL && block.measure.words < SHORT))
                && !links
                && block.classes & SUSPECT == 0
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

/// The innermost container of most kept words.
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
        if blocks.containers[at].parent == core && *words > 0.7 * total {
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
            (before && next) || kept[image.container as usize] > 0
        })
        .collect()
}
