//! Decides for the compiler whether a path can be taken, by simulation instead of a solver: random pairs are tried, and if
//! there are few, all of them. In doubt the answer is yes, and the compiler may refuse the function. All questions together
//! have a budget of simulated gates, because a loop that walks through a structure asks a great many; when it is spent,
//! every answer is yes.

use std::collections::HashSet;

use circuit::{Circuit, Deadline, Lit, Node};
use compile::Oracle;
use compile::layout::Layout;
use fastrand::Rng;

use crate::block::{LANES, RowBlock, first};
use crate::rows::Rows;
use crate::space::{Cardinality, Space};

/// The number of blocks of pairs that are drawn.
const DRAWN_BLOCKS: usize = 8;
/// The greatest number of pairs that are tried.
const MOST_TRIED: usize = 1 << 21;
/// The number of gates that are simulated for all questions together, a block of pairs at a time: a few seconds.
const WORK: u64 = 1 << 26;

#[derive(Debug)]
pub(crate) struct Exhaustive {
    layout: Layout,
    spaces: Vec<Space>,
    random: Rng,
    /// The values of each parameter, and the bits of a row that belong to it. Made once the circuit exists.
    params: Vec<(Rows, Vec<usize>)>,
    /// Rows that answered earlier questions: the next question is much like the last one.
    witnesses: Vec<u64>,
    /// Literals that are impossible, as is every conjunction with one of them.
    impossible: HashSet<Lit>,
    /// The number of gates that may still be simulated.
    left: u64,
}

impl Exhaustive {
    pub fn new(layout: &Layout, spaces: Vec<Space>) -> Self {
        Self {
            layout: layout.clone(),
            spaces,
            random: Rng::with_seed(1),
            params: Vec::new(),
            witnesses: Vec::new(),
            impossible: HashSet::new(),
            left: WORK,
        }
    }
}

impl Oracle for Exhaustive {
    fn is_possible(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool {
        if self.left == 0 || deadline.is_due() {
            return true;
        }
        if self.is_known(circuit, lit) {
            return false;
        }
        if self.params.is_empty() {
            for (param, space) in self.layout.params.iter().zip(&self.spaces) {
                let rows = Rows::new(circuit, &param.place, space);
                let mut bits = Vec::new();
                rows.bits(&mut bits);
                self.params.push((rows, bits));
            }
        }
        let width = circuit.input_count().div_ceil(64).max(1);
        let mut used = vec![0; width];
        let cone = circuit.cone(&[lit]);
        let gates = cone.len() as u64;
        // Preparing the simulation costs about as much as a few blocks.
        self.left = self.left.saturating_sub(gates * (DRAWN_BLOCKS as u64));
        for node in cone {
            if let Some(input) = circuit.input_of(node.lit()) {
                crate::rows::set(&mut used, Some(input));
            }
        }
        let touched = self.params.iter().filter(|(_, bits)| bits.iter().any(|bit| crate::rows::is_set(&used, *bit)));
        let params: Vec<&Rows> = touched.map(|(rows, _)| rows).collect();
        let mut search = Search { block: RowBlock::new(circuit, &[lit], width), lit, width };
        if search.any(&self.witnesses) {
            return true;
        }
        let mut rows = vec![0; LANES * width];
        for _ in 0..DRAWN_BLOCKS {
            rows.fill(0);
            for row in rows.chunks_mut(width) {
                params.iter().for_each(|param| param.draw(&mut self.random, row));
            }
            if let Some(witness) = search.find(&rows) {
                keep(&mut self.witnesses, &witness);
                return true;
            }
        }
        let all = params.iter().fold(Cardinality::ONE, |product, param| product.times(param.count));
        let Some(all) = all.at_most(MOST_TRIED) else { return true };
        for start in (0..all).step_by(LANES) {
            self.left = self.left.saturating_sub(gates);
            if self.left == 0 || deadline.is_due() {
                return true;
            }
            let here = LANES.min(all - start);
            rows.fill(0);
            for (row, rank) in rows.chunks_mut(width).take(here).zip(start..) {
                let mut rank = rank as u128;
                for param in &params {
                    let count = param.count.exact.unwrap_or(1);
                    param.unrank(rank % count, row);
                    rank /= count;
                }
            }
            if let Some(witness) = search.find(&rows[..here * width]) {
                keep(&mut self.witnesses, &witness);
                return true;
            }
        }
        self.impossible.insert(lit);
        false
    }
}

impl Exhaustive {
    /// Whether the literal is a conjunction with an impossible one.
    fn is_known(&mut self, circuit: &Circuit, lit: Lit) -> bool {
        let mut waiting = vec![lit];
        let mut seen = HashSet::new();
        while let Some(lit) = waiting.pop() {
            if self.impossible.contains(&lit) {
                return true;
            }
            if let (false, Node::And(a, b)) = (lit.is_negated(), circuit.fan_in(lit.node()))
                && seen.insert(lit)
            {
                waiting.extend([a, b]);
            }
        }
        self.left = self.left.saturating_sub(seen.len() as u64);
        false
    }
}

/// Keeps the last block of witnesses.
fn keep(witnesses: &mut Vec<u64>, witness: &[u64]) {
    if witnesses.len() >= LANES * witness.len() {
        witnesses.drain(..witness.len());
    }
    witnesses.extend_from_slice(witness);
}

struct Search {
    block: RowBlock,
    lit: Lit,
    width: usize,
}

impl Search {
    fn find(&mut self, rows: &[u64]) -> Option<Vec<u64>> {
        self.block.run(rows);
        let holds = self.block.value(self.lit);
        let here = first(rows.len() / self.width);
        let found = std::array::from_fn(|word| holds[word] & here[word]);
        let lane = crate::block::lanes(found).next()?;
        Some(rows[lane * self.width..][..self.width].to_vec())
    }

    fn any(&mut self, rows: &[u64]) -> bool {
        !rows.is_empty() && self.find(rows).is_some()
    }
}
