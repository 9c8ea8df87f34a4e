//! Evidence about a block from further away: the section it is in, the headings above it, and
//! what the text is like for some blocks before and after.

use super::blocks::{Block, Blocks};
use super::features::{bits, heading_level, is_prose, number, ratio};
use super::lexicon::PHRASE_GROUPS;
use crate::html::tree::small;

/// How many numbers it gives per block.
pub const WIDE: usize = 9 + 2 * 4 + WINDOWS.len() * 4 + 16 + 6 + 2 * PHRASE_GROUPS;
/// How many blocks to each side are looked at.
const WINDOWS: [usize; 3] = [3, 8, 20];
/// A container with more of its parent's words than this is the parent in another box.
const TRUNK: f32 = 0.6;

/// Running sums over blocks: words, words in links, words of prose, words said before.
type Sums = [f32; 4];

/// What is known about all blocks of a page.
pub struct Wide<'t> {
    blocks: &'t Blocks,
    prose: &'t [f32],
    good: f32,
    sums: Vec<Sums>,
    /// The nearest heading above each block, and the one above that.
    headings: Vec<[Option<usize>; 2]>,
    /// For each container the section that it is in.
    section: Vec<u32>,
    trunk_end: u32,
    largest: u32,
    sections: u32,
    title_words: f32,
    copies: Vec<u32>,
    anchors: [Anchor; 2],
}

/// A block that is content if anything is, and for each container the innermost one around both.
struct Anchor {
    at: Option<usize>,
    common: Vec<u32>,
}

impl Anchor {
    fn new(blocks: &Blocks, at: Option<usize>) -> Anchor {
        let mut common = vec![0; blocks.containers.len()];
        let mut around = at.map_or(0, |at| blocks.blocks[at].container);
        while around != 0 {
            common[around as usize] = around;
            around = blocks.containers[around as usize].parent;
        }
        for at in 1..common.len() {
            if common[at] == 0 {
                common[at] = common[blocks.containers[at].parent as usize];
            }
        }
        Anchor { at, common }
    }
}

/// The heading that shares most words with the title; the first of the highest rank among equals.
fn headline(blocks: &Blocks) -> Option<usize> {
    let ranked = blocks.blocks.iter().enumerate().filter_map(|(at, block)| {
        let level = heading_level(blocks, block)?;
        Some(((block.title_words, 7 - level), at))
    });
    ranked.max_by_key(|(rank, at)| (*rank, usize::MAX - at)).map(|(_, at)| at)
}

/// The longest block of prose.
fn longest(blocks: &Blocks) -> Option<usize> {
    let prose = blocks.blocks.iter().enumerate().filter(|(_, block)| is_prose(block));
    prose.max_by(|a, b| a.1.measure.words.total_cmp(&b.1.measure.words)).map(|(at, _)| at)
}

impl<'t> Wide<'t> {
    /// `prose` are the words of prose inside each container, `good` those of the page.
    pub fn new(blocks: &'t Blocks, prose: &'t [f32], good: f32, title_words: usize) -> Self {
        let (section, trunk_end) = sections(blocks);
        let mut largest = 0;
        let mut count = 0;
        for (at, own) in section.iter().enumerate() {
            if *own as usize == at && blocks.containers[at].words > 0.0 {
                count += 1;
                if prose[at] > prose[largest] || largest == 0 {
                    largest = at;
                }
            }
        }
        Wide {
            blocks,
            prose,
            good,
            sums: sums(blocks),
            headings: headings(blocks),
            section,
            trunk_end,
            largest: small(largest),
            sections: count,
            title_words: number(small(title_words)),
            copies: copies(blocks),
            anchors: [headline(blocks), longest(blocks)].map(|at| Anchor::new(blocks, at)),
        }
    }

    /// How near a block is to an anchor, as the tree has it.
    fn near(&self, anchor: &Anchor, at: usize, out: &mut Vec<f32>) {
        let block = &self.blocks.blocks[at];
        let own = &self.blocks.containers[block.container as usize];
        let common = &self.blocks.containers[anchor.common[block.container as usize] as usize];
        let Some(anchor) = anchor.at else {
            out.extend([-1.0; 4]);
            return;
        };
        let there = &self.blocks.containers[self.blocks.blocks[anchor].container as usize];
        out.extend([
            ratio(common.words, self.blocks.containers[0].words),
            number(own.depth - common.depth),
            number(there.depth.saturating_sub(common.depth)),
            (number(small(at)) - number(small(anchor))).clamp(-200.0, 200.0),
        ]);
    }

    /// Writes the numbers of a block.
    pub fn describe(&self, at: usize, out: &mut Vec<f32>) {
        let block = &self.blocks.blocks[at];
        let words = block.measure.words;
        out.extend([
            ratio(block.seen, words),
            number(self.copies[at]),
            ratio(number(block.title_words), words),
            ratio(number(block.title_words), self.title_words),
        ]);
        out.extend(block.targets.map(|part| ratio(part, words)));
        out.push(f32::from(block.lead));
        for anchor in &self.anchors {
            self.near(anchor, at, out);
        }
        for reach in WINDOWS {
            self.window(at, reach, out);
        }
        self.section(block, out);
        self.above(at, out);
    }

    fn window(&self, at: usize, reach: usize, out: &mut Vec<f32>) {
        let from = at.saturating_sub(reach);
        let end = (at + reach + 1).min(self.blocks.blocks.len());
        let (low, high) = (self.sums[from], self.sums[end]);
        let words = high[0] - low[0];
        out.push(words / number(small(end - from)));
        for part in 1..4 {
            out.push(ratio(high[part] - low[part], words));
        }
    }

    fn section(&self, block: &Block, out: &mut Vec<f32>) {
        let number_of = self.section[block.container as usize];
        let section = &self.blocks.containers[number_of as usize];
        let total = self.blocks.containers[0].words;
        let largest = &self.blocks.containers[self.largest as usize];
        let order = match number_of.cmp(&self.largest) {
            std::cmp::Ordering::Less => -1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => 1.0,
        };
        let blocks = number(section.blocks).max(1.0);
        out.extend([
            ratio(section.words, total),
            section.words,
            ratio(section.link_words, section.words),
            number(section.prose) / section.words.max(1.0),
            ratio(self.prose[number_of as usize], self.good),
            blocks,
            number(section.headings) / blocks,
            number(section.images) / blocks,
            number(section.fields) / blocks,
            number(section.paragraphs) / blocks,
            order,
            ratio(section.words, largest.words),
            number(self.trunk_end) - number(section.depth),
            number(self.sections),
            number(section.money) / blocks,
            number(section.dates) / blocks,
        ]);
    }

    fn above(&self, at: usize, out: &mut Vec<f32>) {
        for heading in self.headings[at] {
            let block = heading.map(|at| &self.blocks.blocks[at]);
            out.push(heading.map_or(300.0, |from| number(small(at - from)).min(300.0)));
            let level = block.and_then(|block| heading_level(self.blocks, block)).unwrap_or(0);
            out.push(f32::from(level));
            let known = block.map_or(0, |block| block.title_words);
            out.push(ratio(number(known), self.title_words));
            let phrases = block.map_or(0, |block| block.phrases);
            bits::<PHRASE_GROUPS>(phrases, out);
        }
    }
}

/// For each container its section, and the depth of the innermost container of most words.
fn sections(blocks: &Blocks) -> (Vec<u32>, u32) {
    let containers = &blocks.containers;
    let mut trunk = vec![false; containers.len()];
    trunk[0] = true;
    let mut section = vec![0; containers.len()];
    let mut end = 0;
    for at in 1..containers.len() {
        let parent = containers[at].parent as usize;
        if trunk[parent] {
            section[at] = small(at);
            if containers[at].words > TRUNK * containers[parent].words {
                trunk[at] = true;
                end = containers[at].depth;
            }
        } else {
            section[at] = section[parent];
        }
    }
    (section, end)
}

fn sums(blocks: &Blocks) -> Vec<Sums> {
    let mut out = Vec::with_capacity(blocks.blocks.len() + 1);
    let mut sum = [0.0; 4];
    out.push(sum);
    for block in &blocks.blocks {
        sum[0] += block.measure.words;
        sum[1] += block.link_words;
        sum[2] += if is_prose(block) { block.measure.words } else { 0.0 };
        sum[3] += block.seen;
        out.push(sum);
    }
    out
}

fn headings(blocks: &Blocks) -> Vec<[Option<usize>; 2]> {
    let mut out = Vec::with_capacity(blocks.blocks.len());
    let mut last: [Option<usize>; 8] = [None; 8];
    for (at, block) in blocks.blocks.iter().enumerate() {
        let level = heading_level(blocks, block).map(usize::from);
        // A heading is below those of higher rank, not below the one before it.
        let rank = level.unwrap_or(7);
        let near = last[..rank].iter().flatten().max().copied();
        let near_level = near.and_then(|near| last.iter().position(|one| *one == Some(near)));
        let upper = near_level.and_then(|level| last[..level].iter().flatten().max().copied());
        out.push([near, upper]);
        if let Some(level) = level {
            last[level] = Some(at);
            last[level + 1..].fill(None);
        }
    }
    out
}

/// How many blocks before each have the same text.
fn copies(blocks: &Blocks) -> Vec<u32> {
    let mut seen: crate::fast::Map<u64, u32> = crate::fast::Map::default();
    let count = |block: &Block| {
        let before = seen.entry(block.hash).or_default();
        *before += 1;
        *before - 1
    };
    blocks.blocks.iter().map(count).collect()
}
