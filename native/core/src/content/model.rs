//! Boosted trees, read from a data file that `benchmarks/extraction/fit.py` writes.
//!
//! Every tree is complete and of one depth, so that going down is arithmetic without branches.

/// A sum of trees over a row of numbers.
pub struct Model {
    depth: usize,
    bias: f32,
    features: Vec<u16>,
    thresholds: Vec<f32>,
    leaves: Vec<f32>,
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
        let trees = u32::from_le_bytes(word(0)) as usize;
        let depth = (u32::from_le_bytes(word(4)) as usize).min(10);
        let bias = f32::from_le_bytes(word(8));
        let inner = trees * ((1 << depth) - 1);
        let outer = trees << depth;
        if bytes.len() != 12 + inner * 6 + outer * 4 {
            return Model {
                depth: 0,
                bias: 0.0,
                features: vec![],
                thresholds: vec![],
                leaves: vec![],
            };
        }
        let features = (0..inner)
            .map(|at| u16::from_le_bytes([bytes[12 + at * 2], bytes[13 + at * 2]]))
            .collect();
        let from = 12 + inner * 2;
        let thresholds = (0..inner).map(|at| f32::from_le_bytes(word(from + at * 4))).collect();
        let from = from + inner * 4;
        let leaves = (0..outer).map(|at| f32::from_le_bytes(word(from + at * 4))).collect();
        Model { depth, bias, features, thresholds, leaves }
    }

    /// The sum of all trees for each of some rows; several at once keep the processor busy.
    fn scores<const N: usize>(&self, rows: [&[f32]; N]) -> [f32; N] {
        let inner = (1 << self.depth) - 1;
        let outer = 1 << self.depth;
        let mut sums = [self.bias; N];
        if self.depth == 0 {
            return sums;
        }
        let trees = self.features.chunks_exact(inner).zip(self.thresholds.chunks_exact(inner));
        for ((features, thresholds), leaves) in trees.zip(self.leaves.chunks_exact(outer)) {
            let mut at = [0usize; N];
            for _ in 0..self.depth {
                for (row, at) in rows.iter().zip(&mut at) {
                    let value = row.get(features[*at] as usize).copied().unwrap_or(0.0);
                    *at = 2 * *at + 1 + usize::from(value > thresholds[*at]);
                }
            }
            for (sum, at) in sums.iter_mut().zip(at) {
                *sum += leaves[at - inner];
            }
        }
        sums
    }

    /// A probability for each row of `width` numbers.
    #[must_use]
    pub fn probabilities(&self, values: &[f32], width: usize) -> Vec<f32> {
        let mut out = Vec::with_capacity(values.len() / width.max(1));
        let mut eight = values.chunks_exact(width * 8);
        for chunk in &mut eight {
            let rows: [&[f32]; 8] = std::array::from_fn(|at| &chunk[at * width..(at + 1) * width]);
            out.extend(self.scores(rows).map(sigmoid));
        }
        for row in eight.remainder().chunks_exact(width) {
            out.extend(self.scores([row]).map(sigmoid));
        }
        out
    }
}

fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
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
        assert!((model.scores([&[0.0, 0.0, 10.0]])[0] + 0.5).abs() < 1e-6);
        assert!((model.scores([&[0.0, 0.0, 10.5]])[0] - 3.5).abs() < 1e-6);
        assert!(Model::read(b"broken").scores([&[]])[0].abs() < 1e-6);
    }
}
