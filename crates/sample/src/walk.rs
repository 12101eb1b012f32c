//! Walks from pair to pair inside a bucket, by random edits that `eval` accepts.
//!
//! Starts from any pair of the bucket, found by whatever engine, and goes wherever the scope allows: the scope may be far
//! larger than what has a circuit. Steps are edits tried, whether accepted or not, so a walk does not depend on time.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::{Bucket, Concrete, Forms, Judge, Replay};

use crate::edits::{Editor, Lean};

/// Walks inside the buckets of a problem.
#[derive(Debug)]
pub struct Walker<'a> {
    judge: Judge<'a>,
    editor: Editor<'a>,
    forms: Forms,
}

impl<'a> Walker<'a> {
    pub fn new(replay: &'a Replay<'_>, scope: &'a Scope) -> Self {
        let problem: &Problem = replay.problem();
        Self { judge: replay.judge(), editor: Editor::new(scope), forms: Forms::of_scope(problem, scope) }
    }

    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    pub fn judge(&mut self) -> &mut Judge<'a> {
        &mut self.judge
    }

    pub fn editor(&self) -> &Editor<'a> {
        &self.editor
    }

    /// Number of elements of a pair.
    pub fn size(&self, pair: &[Concrete]) -> u64 {
        self.forms.measure(pair)[0]
    }

    /// Where a walk of so many steps ends that stays in the bucket and heads for a number of elements. Gives the pair it
    /// came closest with, the last one if several are equally close.
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
            let lean = match size.cmp(&target) {
                _ if random.u32(0..4) == 0 => Lean::Either,
                std::cmp::Ordering::Less => Lean::Grow,
                std::cmp::Ordering::Equal => Lean::Either,
                std::cmp::Ordering::Greater => Lean::Shrink,
            };
            let Some(next) = self.editor.edit(&here, lean, random) else { continue };
            let next_size = self.size(&next);
            // Away from the target only now and then, lest the walk gets stuck.
            let farther = next_size.abs_diff(target) > size.abs_diff(target);
            if (farther && random.u32(0..8) > 0) || !self.judge.is_in(&next, bucket) {
                continue;
            }
            (here, size) = (next, next_size);
            if size.abs_diff(target) <= best.0 {
                best = (size.abs_diff(target), here.clone());
            }
        }
        best.1
    }

    /// Looks for other buckets in the neighbourhood of those known: takes a pair of each bucket in turn, edits it, and
    /// goes on from there. Adds a pair for every bucket found, in so many steps.
    ///
    /// Sampling rarely meets sparse buckets; most of them are few edits away from others.
    pub fn explore(&mut self, known: &mut BTreeMap<Bucket, Vec<Concrete>>, steps: usize, random: &mut Rng) {
        let mut here: Vec<(Bucket, Vec<Concrete>)> =
            known.iter().map(|(bucket, pair)| (*bucket, pair.clone())).collect();
        for step in 0..steps {
            let Some(place) = step.checked_rem(here.len()) else { return };
            let Some(edited) = self.editor.edit(&here[place].1, Lean::Either, random) else { continue };
            let Some(bucket) = self.judge.bucket(&edited) else { continue };
            if bucket == here[place].0 {
                here[place].1 = edited;
            } else if let Entry::Vacant(entry) = known.entry(bucket) {
                entry.insert(edited.clone());
                here.push((bucket, edited));
            }
        }
    }
}
