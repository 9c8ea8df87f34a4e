//! Boosted trees, read from a data file that `benchmarks/extraction/fit.py` writes.
//!
//! Trees are not walked: a walk waits at every step for the one before. Instead the tests of all
//! trees are sorted by number and threshold. A test that a row passes strikes out the leaves on
//! the side it leads away from, and the first leaf left in a tree is the one a walk ends at. Eight
//! rows are tested at once, and numbers that are the same for the whole page only once.

/// Rows at once.
const LANES: usize = 8;

/// For some leaves of a tree, one bit each, whether they can still be reached by each row.
type Word = [u32; LANES];

/// Whether a number is above a threshold; if so, only the leaves in `left` are left in `word`.
struct Test {
    threshold: f32,
    word: usize,
    left: u32,
}

/// All tests of one number, by rising threshold.
struct Column {
    feature: usize,
    tests: Vec<Test>,
}

impl Column {
    fn strike(&self, values: &[f32; LANES], words: &mut [Word]) {
        let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for test in self.tests.iter().take_while(|test| test.threshold < largest) {
            let mut word = words[test.word];
            for (bits, value) in word.iter_mut().zip(values) {
                // Written so that all rows are done by the same few vector instructions.
                let passes = 0u32.wrapping_sub(u32::from(*value > test.threshold));
                *bits &= test.left | !passes;
            }
            words[test.word] = word;
        }
    }
}

/// A sum of trees over a row of numbers.
pub struct Model {
    bias: f32,
    trees: usize,
    /// Leaves per tree.
    size: usize,
    leaves: Vec<f32>,
    columns: Vec<Column>,
}

impl Model {
    /// Reads a model; an empty one answers 0 for everything.
    ///
    /// Layout, little endian: trees and depth as u32, bias as f32; then for all trees the inner
    /// nodes' features (u16) and thresholds (f32), then the leaves (f32).
    #[must_use]
    pub fn read(bytes: &[u8]) -> Model {
        let word = |at: usize| {
            bytes.get(at..at + 4).and_then(|part| part.try_into().ok()).unwrap_or([0; 4])
        };
        let number = |at: usize| f32::from_le_bytes(word(at));
        let trees = u32::from_le_bytes(word(0)) as usize;
        let size = 1 << u32::from_le_bytes(word(4)).min(10);
        let inner = size - 1;
        if bytes.len() != 12 + trees * (inner * 6 + size * 4) {
            return Model { bias: 0.0, trees: 0, size, leaves: vec![], columns: vec![] };
        }
        let thresholds = 12 + trees * inner * 2;
        let leaves = thresholds + trees * inner * 4;
        let nodes = (0..trees * inner).map(|at| {
            let feature = u16::from_le_bytes([bytes[12 + at * 2], bytes[13 + at * 2]]);
            (usize::from(feature), number(thresholds + at * 4))
        });
        Model {
            bias: number(8),
            trees,
            size,
            leaves: (0..trees * size).map(|at| number(leaves + at * 4)).collect(),
            columns: columns(nodes, size),
        }
    }

    /// A probability for each row of `width` numbers.
    #[must_use]
    pub fn probabilities(&self, values: &[f32], width: usize) -> Vec<f32> {
        let width = width.max(1);
        let Some(first) = values.get(..width) else { return Vec::new() };
        let varying = varying(values, first);
        let (active, settled): (Vec<&Column>, Vec<&Column>) =
            self.columns.iter().partition(|column| varying.get(column.feature) == Some(&true));
        let mut start = vec![[u32::MAX; LANES]; self.trees * words_per_tree(self.size)];
        for column in settled {
            let value = first.get(column.feature).copied().unwrap_or(0.0);
            column.strike(&[value; LANES], &mut start);
        }
        let mut words = start.clone();
        let mut out = Vec::with_capacity(values.len() / width);
        for rows in values.chunks(width * LANES) {
            words.copy_from_slice(&start);
            for column in &active {
                let value = |lane| rows.get(lane * width + column.feature).copied().unwrap_or(0.0);
                column.strike(&std::array::from_fn(value), &mut words);
            }
            out.extend(self.sums(&words)[..rows.len() / width].iter().copied().map(sigmoid));
        }
        out
    }

    /// For each row the sum of the leaves it ends at.
    fn sums(&self, words: &[Word]) -> [f32; LANES] {
        let mut sums = [self.bias; LANES];
        let trees = words.chunks_exact(words_per_tree(self.size));
        for (words, leaves) in trees.zip(self.leaves.chunks_exact(self.size)) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                // Nearly always the first word of a tree is its only one.
                let mut found = 0;
                while found + 1 < words.len() && words[found][lane] == 0 {
                    found += 1;
                }
                *sum += leaves[found * 32 + words[found][lane].trailing_zeros() as usize];
            }
        }
        sums
    }
}

fn words_per_tree(size: usize) -> usize {
    size.div_ceil(32)
}

/// The tests of all trees, from their inner nodes row by row, tree after tree.
fn columns(nodes: impl Iterator<Item = (usize, f32)>, size: usize) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for (at, (feature, threshold)) in nodes.enumerate() {
        let (tree, node) = (at / (size - 1), at % (size - 1));
        if columns.len() <= feature {
            columns
                .extend((columns.len()..=feature).map(|feature| Column { feature, tests: vec![] }));
        }
        for (word, left) in struck(node, size) {
            let word = tree * words_per_tree(size) + word;
            columns[feature].tests.push(Test { threshold, word, left });
        }
    }
    columns.retain(|column| !column.tests.is_empty());
    for column in &mut columns {
        column.tests.sort_by(|a, b| a.threshold.total_cmp(&b.threshold));
    }
    columns
}

/// What is left of the words of a tree when a row goes right at a node: all but the leaves on its
/// left side. Words that stay whole are left out.
fn struck(node: usize, size: usize) -> impl Iterator<Item = (usize, u32)> {
    let level = (node + 1).ilog2();
    let width = size >> (level + 1);
    let first = (node + 1 - (1 << level)) * 2 * width;
    let left = move |word: usize| {
        let is_struck = |bit: &u32| (first..first + width).contains(&(word * 32 + *bit as usize));
        (0..32).filter(is_struck).fold(u32::MAX, |left, bit| left & !(1 << bit))
    };
    (0..words_per_tree(size))
        .map(move |word| (word, left(word)))
        .filter(|(_, left)| *left != u32::MAX)
}

/// For each number of a row whether any row has another value than the first one.
fn varying(values: &[f32], first: &[f32]) -> Vec<bool> {
    let mut differences = vec![0; first.len()];
    for row in values.chunks_exact(first.len()) {
        for ((difference, value), first) in differences.iter_mut().zip(row).zip(first) {
            *difference |= value.to_bits() ^ first.to_bits();
        }
    }
    differences.into_iter().map(|difference| difference != 0).collect()
}

fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // small numbers
mod tests {
    use super::*;

    #[test]
    fn a_row_goes_down_to_its_leaf() {
        let mut bytes = Vec::new();
        bytes.extend(1u32.to_le_bytes());
        bytes.extend(1u32.to_le_bytes());
        bytes.extend(0.5f32.to_le_bytes());
        bytes.extend(2u16.to_le_bytes());
        bytes.extend(10.0f32.to_le_bytes());
        bytes.extend((-1.0f32).to_le_bytes());
        bytes.extend(3.0f32.to_le_bytes());
        let model = Model::read(&bytes);
        let close = |bytes: &Model, row: [f32; 3], want: f32| {
            (bytes.probabilities(&row, 3)[0] - sigmoid(want)).abs() < 1e-6
        };
        assert!(close(&model, [0.0, 0.0, 10.0], -0.5));
        assert!(close(&model, [0.0, 0.0, 10.5], 3.5));
        assert!(close(&Model::read(b"broken"), [0.0; 3], 0.0));
    }

    /// A model whose answers are made up, and the same by walking its trees.
    fn made_up(depth: u32, trees: usize) -> (Vec<u8>, impl Fn(&[f32]) -> f32) {
        let inner = (1usize << depth) - 1;
        let features: Vec<u16> = (0..trees * inner).map(|at| (at * 7 % 5) as u16).collect();
        let thresholds: Vec<f32> =
            (0..trees * inner).map(|at| (at * 13 % 11) as f32 - 3.0).collect();
        let leaves: Vec<f32> = (0..trees << depth).map(|at| (at * 31 % 17) as f32 / 8.0).collect();
        let mut bytes = Vec::new();
        bytes.extend(u32::try_from(trees).unwrap_or(0).to_le_bytes());
        bytes.extend(depth.to_le_bytes());
        bytes.extend(0.25f32.to_le_bytes());
        bytes.extend(features.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(thresholds.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(leaves.iter().flat_map(|value| value.to_le_bytes()));
        let walk = move |row: &[f32]| {
            (0..trees).fold(0.25, |sum, tree| {
                let mut at = 0;
                while at < inner {
                    let node = tree * inner + at;
                    let value = row.get(usize::from(features[node])).copied().unwrap_or(0.0);
                    at = 2 * at + 1 + usize::from(value > thresholds[node]);
                }
                sum + leaves[(tree << depth) + at - inner]
            })
        };
        (bytes, walk)
    }

    #[test]
    fn striking_leaves_ends_where_walking_does() {
        for depth in 1..=7 {
            let (bytes, walk) = made_up(depth, 6);
            // The last number is the same in all rows, and the model asks for one more.
            let rows: Vec<[f32; 4]> = (0..21)
                .map(|at| [at as f32 - 9.0, (at * 5 % 8) as f32, -(at as f32), 2.5])
                .collect();
            let answers = Model::read(&bytes).probabilities(rows.as_flattened(), 4);
            let want: Vec<f32> = rows.iter().map(|row| sigmoid(walk(row))).collect();
            assert_eq!(answers, want, "{depth}");
        }
    }
}
