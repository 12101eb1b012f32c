//! Walks from pair to pair inside a bucket, by random edits that `eval` accepts.
//!
//! Uniform sampling cannot reach two kinds of pairs: those of sparse buckets, and those of the large scope, for which there
//! is no circuit. A walk reaches both. It starts from any pair of the bucket, whichever engine found it, applies a random
//! edit, and moves if the edited pair is still in the bucket: rejection sampling one edit at a time, as in Markov chain
//! Monte Carlo. It makes no claim of uniformity; tests should be varied, not representative.
//!
//! A walk heads for a number of elements, because an undirected one would stay near its start. Edits then lean toward
//! growing or shrinking, and steps away from the target are rarely accepted, but not never: often the only way to a larger
//! pair leads through a smaller one. The length of a walk is the number of edits tried, accepted or not, so the result
//! depends on the seed and not on the clock.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use circuit::Deadline;
use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::{Bucket, Concrete, PairEvaluator, PairStructure, Replay};

use crate::edits::{Editor, Lean};

/// Walks inside the buckets of a problem.
#[derive(Debug)]
pub struct Walker<'a> {
    evaluator: PairEvaluator<'a>,
    editor: Editor<'a>,
    structure: PairStructure,
    deadline: Deadline,
}

impl<'a> Walker<'a> {
    pub fn new(replay: &'a Replay<'_>, scope: &'a Scope) -> Self {
        let problem: &Problem = replay.problem();
        Self {
            evaluator: replay.evaluator(),
            editor: Editor::new(scope),
            structure: PairStructure::of_scope(problem, scope),
            deadline: Deadline::NONE,
        }
    }

    /// One that stops where it is when time is up.
    #[must_use]
    pub fn until(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    pub fn structure(&self) -> &PairStructure {
        &self.structure
    }

    pub fn evaluator(&mut self) -> &mut PairEvaluator<'a> {
        &mut self.evaluator
    }

    pub fn editor(&self) -> &Editor<'a> {
        &self.editor
    }

    /// Number of elements of a pair.
    pub fn size(&self, pair: &[Concrete]) -> u64 {
        self.structure.measure(pair)[0]
    }

    /// Walks inside the bucket toward a number of elements. Returns the pair that came closest, the last one of equally
    /// close pairs.
    pub fn walk(
        &mut self,
        start: &[Concrete],
        bucket: Bucket,
        target: u64,
        steps: usize,
        random: &mut Rng,
    ) -> Vec<Concrete> {
        let mut here = start.to_vec();
        let mut size = self.size(&here);
        let mut best = (size.abs_diff(target), here.clone());
        for _ in 0..steps {
            if self.deadline.is_due() {
                break;
            }
            let lean = match size.cmp(&target) {
                _ if random.u32(0..4) == 0 => Lean::Either,
                std::cmp::Ordering::Less => Lean::Grow,
                std::cmp::Ordering::Equal => Lean::Either,
                std::cmp::Ordering::Greater => Lean::Shrink,
            };
            let Some(next) = self.editor.edit(&here, lean, random) else { continue };
            let next_size = self.size(&next);
            // Steps away from the target are accepted now and then, so that the walk does not get stuck.
            let farther = next_size.abs_diff(target) > size.abs_diff(target);
            if (farther && random.u32(0..8) > 0) || !self.evaluator.is_in(&next, bucket) {
                continue;
            }
            (here, size) = (next, next_size);
            if size.abs_diff(target) <= best.0 {
                best = (size.abs_diff(target), here.clone());
            }
        }
        best.1
    }

    /// Searches for other buckets near the known ones: edits a pair of each bucket in turn, and continues from there. Adds a
    /// pair of every bucket that it finds within `steps` edits.
    ///
    /// Sampling rarely hits sparse buckets, but most of them are only a few edits away from others.
    pub fn explore(&mut self, known: &mut BTreeMap<Bucket, Vec<Concrete>>, steps: usize, random: &mut Rng) {
        let mut here: Vec<(Bucket, Vec<Concrete>)> =
            known.iter().map(|(bucket, pair)| (*bucket, pair.clone())).collect();
        for step in 0..steps {
            let Some(place) = step.checked_rem(here.len()).filter(|_| !self.deadline.is_due()) else { return };
            let Some(edited) = self.editor.edit(&here[place].1, Lean::Either, random) else { continue };
            let Some(bucket) = self.evaluator.bucket(&edited) else { continue };
            if bucket == here[place].0 {
                here[place].1 = edited;
            } else if let Entry::Vacant(entry) = known.entry(bucket) {
                entry.insert(edited.clone());
                here.push((bucket, edited));
            }
        }
    }
}
