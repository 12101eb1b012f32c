//! Simulates blocks of rows: bits are transposed into words, so that one word holds one bit of 64 rows.

use circuit::simulate::Simulator;
use circuit::{Circuit, Lit};

/// The number of words for one literal.
pub(crate) const WORDS: usize = 8;
/// The number of rows that are simulated at once.
pub(crate) const LANES: usize = 64 * WORDS;

/// One bit for each row of a block.
pub(crate) type Lanes = [u64; WORDS];

#[derive(Debug)]
pub(crate) struct RowBlock {
    simulator: Simulator<WORDS>,
    inputs: Vec<Lanes>,
    width: usize,
}

impl RowBlock {
    /// Prepares the simulation of these literals; a row has `width` words.
    pub fn new(circuit: &Circuit, roots: &[Lit], width: usize) -> Self {
        Self {
            simulator: Simulator::new(circuit, roots),
            inputs: vec![[0; WORDS]; circuit.input_count().max(width * 64)],
            width,
        }
    }

    /// Simulates up to [`LANES`] rows. Lanes without a row hold an empty one.
    pub fn run(&mut self, rows: &[u64]) {
        transpose(rows, self.width, &mut self.inputs);
        self.simulator.run(&self.inputs);
    }

    pub fn value(&self, lit: Lit) -> Lanes {
        self.simulator.value(lit)
    }
}

/// The bits of up to [`LANES`] rows, by bit.
pub(crate) fn transpose(rows: &[u64], width: usize, out: &mut [Lanes]) {
    let mut square = [0; 64];
    for (word, bits) in out.chunks_mut(64).take(width).enumerate() {
        for group in 0..WORDS {
            for (lane, entry) in square.iter_mut().enumerate() {
                *entry = rows.get((group * 64 + lane) * width + word).copied().unwrap_or(0);
            }
            transpose_square(&mut square);
            bits.iter_mut().zip(&square).for_each(|(lanes, entry)| lanes[group] = *entry);
        }
    }
}

/// Row `i`, bit `j` becomes row `j`, bit `i`, by swapping quadrants recursively.
pub(crate) fn transpose_square(square: &mut [u64; 64]) {
    let mut size = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while size > 0 {
        let mut row = 0;
        while row < 64 {
            let swap = (square[row] >> size ^ square[row + size]) & mask;
            square[row] ^= swap << size;
            square[row + size] ^= swap;
            row = (row + size + 1) & !size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

/// The lanes whose bit is set, in order.
pub(crate) fn lanes(bits: Lanes) -> impl Iterator<Item = usize> {
    bits.into_iter().enumerate().flat_map(|(group, mut word)| {
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let lane = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(group * 64 + lane)
        })
    })
}

/// The first `number` lanes.
pub(crate) fn first(number: usize) -> Lanes {
    std::array::from_fn(|group| {
        let here = number.saturating_sub(group * 64).min(64);
        if here == 64 { u64::MAX } else { (1 << here) - 1 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_land_where_they_belong() {
        let mut random = fastrand::Rng::with_seed(3);
        let rows: Vec<u64> = (0..300 * 2).map(|_| random.u64(..)).collect();
        let mut out = vec![[0; WORDS]; 128];
        transpose(&rows, 2, &mut out);
        for (bit, lanes) in out.iter().enumerate() {
            for lane in 0..LANES {
                let expected = lane < 300 && rows[lane * 2 + bit / 64] >> (bit % 64) & 1 == 1;
                assert_eq!(lanes[lane / 64] >> (lane % 64) & 1 == 1, expected, "bit {bit}, lane {lane}");
            }
        }
    }

    #[test]
    fn lanes_are_listed_in_order() {
        assert_eq!(lanes([5, 0, 1, 0, 0, 0, 0, 1 << 63]).collect::<Vec<_>>(), [0, 2, 128, 511]);
        assert_eq!(lanes(first(70)).collect::<Vec<_>>(), (0..70).collect::<Vec<_>>());
        assert_eq!(first(LANES), [u64::MAX; WORDS]);
    }
}
