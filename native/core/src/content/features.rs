//! Evidence about each block, as numbers for the model.

use super::blocks::{Block, Blocks, Container, Topic};
use super::lexicon::{CLASS_GROUPS, PHRASE_GROUPS};
use super::page::{self, PAGE_FEATURES};
use super::wide::{WIDE, Wide};
use crate::fast::Map;
use crate::html::tag::Tag;
use crate::html::tree::small;
use crate::metadata::Metadata;

/// Elements whose nearness tells something, each with its own place.
const NEAR: [&[Tag]; 16] = [
    &[Tag::ARTICLE],
    &[Tag::MAIN],
    &[Tag::SECTION],
    &[Tag::ASIDE],
    &[Tag::NAV],
    &[Tag::HEADER],
    &[Tag::FOOTER],
    &[Tag::FORM, Tag::FIELDSET],
    &[Tag::TABLE],
    &[Tag::UL, Tag::OL, Tag::MENU],
    &[Tag::LI],
    &[Tag::FIGURE, Tag::FIGCAPTION],
    &[Tag::BLOCKQUOTE],
    &[Tag::DL],
    &[Tag::DETAILS],
    &[Tag::BUTTON],
];
const DISTANCES: usize = CLASS_GROUPS + NEAR.len();
const FAR: u8 = 30;
/// Numbers about the block itself and its surroundings.
const OWN: usize = 101;

/// How many numbers describe a block.
pub const FEATURES: usize = OWN + PHRASE_GROUPS + DISTANCES + WIDE + PAGE_FEATURES;

/// Numbers for all blocks of a page, one row each.
pub struct Features {
    /// Row after row.
    pub values: Vec<f32>,
    /// The page's own numbers, which end every row.
    pub page: [f32; PAGE_FEATURES],
}

/// Describes every block of a page.
#[must_use]
pub fn describe(blocks: &Blocks, metadata: &Metadata, address: &str, topic: &Topic) -> Features {
    let context = Context::new(blocks, metadata);
    let wide = Wide::new(blocks, &context.prose, context.good, topic.title_words());
    let page = page::features(blocks, metadata, address, context.good);
    let mut values = Vec::with_capacity(blocks.blocks.len() * FEATURES);
    for at in 0..blocks.blocks.len() {
        let start = values.len();
        context.own(at, &mut values);
        debug_assert!(values.len() <= start + OWN);
        values.resize(start + OWN, 0.0);
        let block = &blocks.blocks[at];
        bits::<PHRASE_GROUPS>(block.phrases, &mut values);
        let distances = &context.distances[block.container as usize];
        let mut row = distances.map(|distance| f32::from(distance) + 1.0);
        for group in set_bits(block.classes) {
            row[group] = 0.0;
        }
        values.extend_from_slice(&row);
        wide.describe(at, &mut values);
        values.extend_from_slice(&page);
    }
    Features { values, page }
}

/// The places of the bits that are set.
fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (place < u64::BITS).then_some(place as usize)
    })
}

/// Writes the first `N` bits as numbers.
pub(super) fn bits<const N: usize>(bits: u64, out: &mut Vec<f32>) {
    let mut row = [0.0; N];
    for place in set_bits(bits).filter(|place| *place < N) {
        row[place] = 1.0;
    }
    out.extend_from_slice(&row);
}

fn bit(bits: u64, at: usize) -> f32 {
    if bits >> at & 1 == 1 { 1.0 } else { 0.0 }
}

pub(super) fn ratio(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[allow(clippy::cast_precision_loss)] // counts of a page
pub(super) fn number(value: u32) -> f32 {
    value as f32
}

/// Siblings of one kind: items of a list, cards of a grid, posts of a thread.
#[derive(Clone, Copy, Default)]
struct Group {
    count: u32,
    words: f32,
    link_words: f32,
    images: u32,
    headings: u32,
    prose: u32,
    money: u32,
    dates: u32,
    below: f32,
    level: u32,
}

/// For each container the largest group that it or a container around it belongs to.
fn groups(blocks: &Blocks) -> (Vec<Group>, f32) {
    let mut all: Map<(u32, u32), Group> = Map::default();
    for container in &blocks.containers {
        if container.words > 0.0 {
            let group = all.entry((container.parent, container.signature)).or_default();
            group.count += 1;
            group.words += container.words;
            group.link_words += container.link_words;
            group.images += container.images;
            group.headings += container.headings;
            group.prose += container.prose;
            group.money += container.money;
            group.dates += container.dates;
            group.below += container.below;
        }
    }
    let mut largest = 0.0f32;
    let mut best: Vec<Group> = Vec::with_capacity(blocks.containers.len());
    for (at, container) in blocks.containers.iter().enumerate() {
        let mut around = if at == 0 { Group::default() } else { best[container.parent as usize] };
        around.level += 1;
        if let Some(own) = all.get(&(container.parent, container.signature)) {
            if own.count >= 3 && own.words >= around.words && container.parent as usize != at {
                around = *own;
            }
        }
        largest = largest.max(around.words);
        best.push(around);
    }
    (best, largest)
}

struct Context<'t> {
    groups: Vec<Group>,
    largest: f32,
    blocks: &'t Blocks,
    distances: Vec<[u8; DISTANCES]>,
    /// Prose words inside each container.
    prose: Vec<f32>,
    /// How many containers share a signature, and their words.
    kinds: Map<u32, (u32, f32, f32)>,
    hashes: Map<u64, u32>,
    before: Vec<f32>,
    headings: Vec<Option<usize>>,
    h1: Option<usize>,
    good: f32,
    core: Vec<bool>,
    title_letters: u32,
}

impl<'t> Context<'t> {
    fn new(blocks: &'t Blocks, metadata: &Metadata) -> Self {
        let (groups, largest) = groups(blocks);
        let mut context = Context {
            groups,
            largest,
            blocks,
            distances: distances(blocks),
            prose: vec![0.0; blocks.containers.len()],
            kinds: Map::default(),
            hashes: Map::default(),
            before: Vec::with_capacity(blocks.blocks.len()),
            headings: Vec::with_capacity(blocks.blocks.len()),
            h1: None,
            good: 0.0,
            core: vec![false; blocks.containers.len()],
            title_letters: small(
                metadata
                    .title
                    .iter()
                    .flat_map(|text| text.chars())
                    .filter(|char| !char.is_whitespace())
                    .count(),
            ),
        };
        for container in &blocks.containers {
            let kind = context.kinds.entry(container.signature).or_default();
            kind.0 += 1;
            kind.1 += container.words;
            kind.2 += container.link_words;
        }
        let (mut words, mut heading) = (0.0, None);
        for (at, block) in blocks.blocks.iter().enumerate() {
            *context.hashes.entry(block.hash).or_default() += 1;
            context.before.push(words);
            words += block.measure.words;
            context.headings.push(heading);
            if let Some(level) = heading_level(blocks, block) {
                heading = Some(at);
                if level == 1 && context.h1.is_none() {
                    context.h1 = Some(at);
                }
            }
            if is_prose(block) {
                context.prose[block.container as usize] += block.measure.words;
                context.good += block.measure.words;
            }
        }
        for at in (1..blocks.containers.len()).rev() {
            context.prose[blocks.containers[at].parent as usize] += context.prose[at];
        }
        context.find_core();
        context
    }

    /// Marks the containers inside the smallest one that holds most of the prose.
    fn find_core(&mut self) {
        let mut at = 0usize;
        for next in 1..self.blocks.containers.len() {
            let parent = self.blocks.containers[next].parent as usize;
            if parent == at && self.prose[next] > 0.55 * self.good {
                at = next;
            }
        }
        self.core[at] = true;
        for next in at + 1..self.core.len() {
            self.core[next] = self.core[self.blocks.containers[next].parent as usize] && next != at;
        }
    }

    /// Whether a block is as long as the title; the hash of the words would cost more than it tells.
    fn is_title(&self, block: &Block) -> bool {
        self.title_letters > 0 && self.title_letters.abs_diff(block.measure.letters) <= 1
    }

    /// The group of like siblings around a container that holds most words.
    fn best_group(&self, container: usize) -> Group {
        self.groups[container]
    }

    fn up(&self, mut container: usize, steps: u32) -> (usize, &Container) {
        for _ in 0..steps {
            container = self.blocks.containers[container].parent as usize;
        }
        (container, &self.blocks.containers[container])
    }

    #[allow(clippy::too_many_lines)] // one number after the other, in the model's order
    fn own(&self, at: usize, out: &mut Vec<f32>) {
        let block = &self.blocks.blocks[at];
        let measure = &block.measure;
        let words = measure.words.max(0.5);
        let letters = number(measure.letters).max(1.0);
        let container = &self.blocks.containers[block.container as usize];
        let total = self.blocks.containers[0].words.max(1.0);
        let all = number(small(self.blocks.blocks.len()));
        let place = number(small(at));
        out.extend([
            measure.words,
            letters / words,
            ratio(block.link_words, words),
            ratio(block.bold_words, words),
            number(measure.commas),
            number(measure.stops),
            number(measure.commas + measure.stops) / words,
            number(measure.digits) / letters,
            number(measure.capitals) / words,
            number(measure.marks) / words,
            number(measure.small_words) / words,
            number(measure.money),
            f32::from(u8::from(measure.ends_sentence())),
            first_kind(measure.first),
            number(block.links),
            f32::from(block.begins),
            f32::from(heading_level(self.blocks, block).unwrap_or(0)),
            tag_kind(container.tag),
            tag_kind(self.up(block.container as usize, 1).1.tag),
            number(container.depth),
            number(self.hashes.get(&block.hash).copied().unwrap_or(1)),
        ]);
        // Surroundings, from near to far.
        let mut last = usize::MAX;
        for steps in [0, 1, 2, 3, 5] {
            let (index, around) = self.up(block.container as usize, steps);
            let same = f32::from(u8::from(index == last));
            last = index;
            out.extend([
                around.words,
                ratio(around.link_words, around.words),
                number(around.prose) / around.words.max(1.0),
                ratio(self.prose[index], self.good),
                number(around.blocks),
                same,
            ]);
        }
        let (_, parent) = self.up(block.container as usize, 1);
        let (_, grand) = self.up(block.container as usize, 2);
        for around in [container, parent, grand] {
            let kind = self.kinds.get(&around.signature).copied().unwrap_or_default();
            out.push(number(kind.0));
            out.push(ratio(kind.1, number(kind.0)));
        }
        out.extend([
            number(parent.children),
            number(grand.children),
            number(parent.images),
            number(grand.fields),
            number(grand.headings),
            number(grand.paragraphs),
            f32::from(u8::from(self.core[block.container as usize])),
            place / all.max(1.0),
            place.min(300.0),
            (all - place).min(300.0),
            ratio(self.before[at], total),
        ]);
        let group = self.best_group(block.container as usize);
        out.extend([
            number(group.count),
            ratio(group.words, total),
            ratio(group.words, number(group.count)),
            ratio(group.link_words, group.words),
            ratio(number(group.images), number(group.count)),
            ratio(number(group.headings), number(group.count)),
            ratio(number(group.prose), group.words),
            f32::from(u8::from(group.words > 0.0 && group.words >= self.largest)),
            number(group.level),
            ratio(number(group.money), number(group.count)),
            ratio(number(group.dates), number(group.count)),
            ratio(group.below, group.words),
            number(grand.money),
            number(grand.dates),
        ]);
        let heading = self.headings[at];
        out.push(heading.map_or(200.0, |from| number(small(at - from)).min(200.0)));
        out.push(heading.map_or(0.0, |from| {
            f32::from(heading_level(self.blocks, &self.blocks.blocks[from]).unwrap_or(0))
        }));
        let telling = heading.map_or(0, |from| self.blocks.blocks[from].phrases);
        out.push(bit(telling, 6) + 2.0 * bit(telling, 5));
        out.push(bit(telling, 1) + 2.0 * bit(telling, 2));
        out.push(self.h1.map_or(0.0, |first| place - number(small(first))).clamp(-100.0, 100.0));
        for step in [-2isize, -1, 1, 2] {
            let near = at.checked_add_signed(step).and_then(|near| self.blocks.blocks.get(near));
            out.push(near.map_or(-1.0, |near| near.measure.words));
            out.push(near.map_or(-1.0, |near| ratio(near.link_words, near.measure.words)));
        }
        out.push(f32::from(u8::from(self.is_title(block))));
    }
}

/// The distance of each container to the nearest one with each kind of name or tag.
fn distances(blocks: &Blocks) -> Vec<[u8; DISTANCES]> {
    let mut out: Vec<[u8; DISTANCES]> = Vec::with_capacity(blocks.containers.len());
    for (at, container) in blocks.containers.iter().enumerate() {
        let mut row = if at == 0 { [FAR; DISTANCES] } else { out[container.parent as usize] };
        if at > 0 {
            for value in &mut row {
                *value = (*value + 1).min(FAR);
            }
        }
        for group in set_bits(container.classes) {
            row[group] = 0;
        }
        for (number, tags) in NEAR.iter().enumerate() {
            if tags.contains(&container.tag) {
                row[CLASS_GROUPS + number] = 0;
            }
        }
        out.push(row);
    }
    out
}

/// Whether a block reads like prose: long enough, and not made of links.
#[must_use]
pub fn is_prose(block: &Block) -> bool {
    block.measure.words >= 12.0
        && block.link_words < 0.35 * block.measure.words
        && block.measure.stops > 0
}

pub(super) fn heading_level(blocks: &Blocks, block: &Block) -> Option<u8> {
    let container = &blocks.containers[block.container as usize];
    container.tag.heading().or_else(|| blocks.containers[container.parent as usize].tag.heading())
}

fn first_kind(code: u32) -> f32 {
    match char::from_u32(code) {
        Some('a'..='z') => 1.0,
        Some('A'..='Z') => 2.0,
        Some('0'..='9') => 3.0,
        Some(char) if char.is_alphabetic() => 4.0,
        _ => 0.0,
    }
}

/// Tags in an order that a threshold can use: from chrome to prose.
fn tag_kind(tag: Tag) -> f32 {
    match tag {
        Tag::BUTTON => 0.0,
        Tag::NAV | Tag::FOOTER | Tag::HEADER | Tag::ASIDE => 1.0,
        Tag::FORM | Tag::FIELDSET | Tag::LEGEND => 2.0,
        Tag::UL | Tag::OL | Tag::MENU => 3.0,
        Tag::LI => 4.0,
        Tag::DIV | Tag::CENTER => 5.0,
        Tag::UNKNOWN => 6.0,
        Tag::SECTION | Tag::BODY | Tag::ADDRESS => 7.0,
        Tag::TD | Tag::TH | Tag::TR | Tag::TABLE => 8.0,
        Tag::DT | Tag::DD | Tag::DL => 9.0,
        Tag::FIGURE | Tag::FIGCAPTION | Tag::CAPTION => 10.0,
        Tag::DETAILS | Tag::SUMMARY => 11.0,
        Tag::MAIN | Tag::ARTICLE => 12.0,
        Tag::H1 => 13.0,
        Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => 14.0,
        Tag::BLOCKQUOTE => 15.0,
        Tag::P => 16.0,
        Tag::PRE => 17.0,
        _ => 6.5,
    }
}
