//! Draws pairs and sorts them into buckets.
//!
//! An input is drawn from the valid ones, an output from all of the scope; a block of pairs is decided by one simulation
//! of the circuit. Of each bucket a few pairs are kept, all that were seen being equally likely, and replayed by `eval`.
//! Budgets are numbers of candidates. Where a function has no circuit, pairs are decided by `eval`, one by one.
//!
//! Invariant: if [`Sampling::uniform`], every pair of the scope with valid input is equally likely to be a candidate.
//! Guarded by `tests/uniform.rs`.

use std::collections::{BTreeMap, HashMap};

use circuit::Circuit;
use compile::{Compiled, CompiledFunction, Layout, Refusal};
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::subproperties::MOST_SUBPROPERTIES;
use pairs::{Bucket, Concrete, Mismatch, Replay, SubpropertySet};

use crate::block::{Block, LANES, first, lanes, transpose_square};
use crate::inputs::{Inputs, Method};
use crate::one_by_one::OneByOne;
use crate::seek::seek;
use crate::subject::Subject;

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Pairs with valid input to be drawn.
    pub candidates: u64,
    /// Pairs of each bucket to be kept.
    pub keep: usize,
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { candidates: 1 << 20, keep: 32, seed: 0 }
    }
}

/// What sampling found.
#[derive(Debug)]
pub struct Sampling {
    /// Pairs with valid input that were drawn.
    pub candidates: u64,
    /// Those among them that a precondition on outputs excludes.
    pub excluded: u64,
    /// Those on which a subproperty raises, and the first of them.
    pub raising: u64,
    pub raises: Option<Vec<Concrete>>,
    /// A bucket that is not here was not found after so many candidates; it may have pairs all the same.
    pub buckets: BTreeMap<Bucket, Found>,
    pub method: Method,
    /// All pairs of the scope with valid input are equally likely.
    pub uniform: bool,
    /// Why there was no circuit, so that pairs were decided one by one.
    pub refused: Vec<Refusal>,
}

#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Candidates in this bucket.
    pub count: u64,
    /// Some of them, drawn from all; a pair may occur twice.
    pub pairs: Vec<Vec<Concrete>>,
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    #[error("a problem may have at most {MOST_SUBPROPERTIES} subproperties, and this one has {found}")]
    TooMany { found: usize },
}

/// A circuit and what its literals say of a pair.
#[derive(Debug)]
pub struct Parts<'a> {
    pub circuit: &'a Circuit,
    pub layout: &'a Layout,
    /// They hold.
    pub preconditions: Vec<circuit::Lit>,
    pub subproperties: &'a [CompiledFunction],
}

/// Draws pairs of a problem at a scope.
pub fn sample(problem: &Problem, scope: &Scope, settings: Settings) -> Result<Sampling, Failure> {
    let mut sampler = Sampler::new(problem, scope, settings.keep, settings.seed)?;
    sampler.run(settings.candidates);
    sampler.sampling()
}

/// Draws pairs, as many and as often as wanted.
#[derive(Debug)]
pub struct Sampler<'p> {
    scope: Scope,
    replay: Replay<'p>,
    random: Rng,
    tally: Tally,
    engine: Engine,
    refused: Vec<Refusal>,
}

#[derive(Debug)]
enum Engine {
    Simulation(Box<Simulation>),
    OneByOne(Box<OneByOne>),
}

#[derive(Debug)]
struct Simulation {
    subject: Subject,
    inputs: Inputs,
    block: Block,
    rows: Vec<u64>,
}

/// What was seen so far. A pair is a row of bits, or stands for itself.
#[derive(Debug)]
pub(crate) struct Tally {
    keep: usize,
    random: Rng,
    pub candidates: u64,
    pub excluded: u64,
    pub raising: u64,
    pub raises: Option<Kept>,
    /// Where each bucket stands in `buckets`.
    places: HashMap<Bucket, usize>,
    buckets: Vec<(Bucket, u64, Vec<Kept>)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kept {
    Row(Vec<u64>),
    Pair(Vec<Concrete>),
}

impl Tally {
    fn new(keep: usize, random: Rng) -> Self {
        Self {
            keep,
            random,
            candidates: 0,
            excluded: 0,
            raising: 0,
            raises: None,
            places: HashMap::new(),
            buckets: Vec::new(),
        }
    }

    /// Notes a pair of a bucket; it is made only if it is kept.
    pub fn note(&mut self, bucket: Bucket, pair: impl FnOnce() -> Kept) {
        let next = self.buckets.len();
        let place = *self.places.entry(bucket).or_insert(next);
        if place == next {
            self.buckets.push((bucket, 0, Vec::new()));
        }
        let (_, count, kept) = &mut self.buckets[place];
        *count += 1;
        if kept.len() < self.keep {
            kept.push(pair());
        } else if self.keep > 0 {
            // Each of those seen so far stays with the same probability.
            let position = self.random.u64(0..*count);
            if let Some(old) = usize::try_from(position).ok().and_then(|position| kept.get_mut(position)) {
                *old = pair();
            }
        }
    }
}

impl<'p> Sampler<'p> {
    pub fn new(problem: &'p Problem, scope: &Scope, keep: usize, seed: u64) -> Result<Self, Failure> {
        let found = problem.subproperties.len();
        if found > MOST_SUBPROPERTIES {
            return Err(Failure::TooMany { found });
        }
        let (subject, refused) = match Subject::new(problem, scope) {
            Ok(subject) => (Some(subject), Vec::new()),
            Err(refusals) => (None, refusals),
        };
        Ok(Self { refused, ..Self::about(problem, scope, subject, keep, seed) })
    }

    /// One that decides pairs by a circuit that is there already, such as the solver's. Nothing then checks that circuit
    /// but `eval`, to which every kept pair is shown.
    pub fn from_compiled(problem: &'p Problem, scope: &Scope, compiled: &Compiled, keep: usize, seed: u64) -> Self {
        Self::about(problem, scope, Subject::from_compiled(problem, scope, compiled), keep, seed)
    }

    fn about(problem: &'p Problem, scope: &Scope, subject: Option<Subject>, keep: usize, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let tally = Tally::new(keep, random.fork());
        let engine = match subject {
            Some(subject) => Engine::Simulation(Box::new(Simulation::new(subject, &mut random))),
            None => Engine::OneByOne(Box::new(OneByOne::new(problem, scope))),
        };
        Self { scope: scope.clone(), replay: Replay::new(problem), random, tally, engine, refused: Vec::new() }
    }

    /// One that decides pairs one by one, and is ready at once: nothing is compiled or listed.
    pub fn plain(problem: &'p Problem, scope: &Scope, keep: usize, seed: u64) -> Self {
        Self::about(problem, scope, None, keep, seed)
    }

    /// Whether pairs are decided in bulk.
    pub fn has_circuit(&self) -> bool {
        matches!(self.engine, Engine::Simulation(_))
    }

    /// Draws so many pairs more. Fewer, if no valid input is found.
    pub fn run(&mut self, candidates: u64) {
        match &mut self.engine {
            Engine::Simulation(simulation) => simulation.run(candidates, &mut self.random, &mut self.tally),
            Engine::OneByOne(one_by_one) => {
                one_by_one.run(candidates, &mut self.replay.judge(), &mut self.random, &mut self.tally);
            }
        }
    }

    /// The circuit that decides pairs, where there is one: made without a solver.
    pub fn circuit(&self) -> Option<Parts<'_>> {
        let Engine::Simulation(simulation) = &self.engine else { return None };
        let Subject { circuit, layout, of_inputs, of_pairs, subproperties, .. } = &simulation.subject;
        let preconditions = of_inputs.iter().chain(of_pairs).copied().collect();
        Some(Parts { circuit, layout, preconditions, subproperties })
    }

    /// Looks for buckets that drawing did not meet, from those that are known, and adds a pair of each. Gives the number
    /// of pairs looked at.
    pub fn seek(
        &self,
        known: &mut BTreeMap<Bucket, Vec<Concrete>>,
        random: &mut Rng,
        is_due: &dyn Fn() -> bool,
    ) -> u64 {
        let subject = match &self.engine {
            Engine::Simulation(simulation) => Some(&simulation.subject),
            Engine::OneByOne(_) => None,
        };
        seek(&self.replay, &self.scope, subject, known, random, is_due)
    }

    /// How many candidates each bucket has so far.
    pub fn counts(&self) -> BTreeMap<Bucket, u64> {
        self.tally.buckets.iter().map(|(bucket, count, _)| (*bucket, *count)).collect()
    }

    /// What was found so far, replayed by `eval`.
    pub fn sampling(&self) -> Result<Sampling, Failure> {
        let pair = |kept: &Kept| match (kept, &self.engine) {
            (Kept::Row(row), Engine::Simulation(simulation)) => simulation.subject.pair(row),
            (Kept::Pair(pair), _) => pair.clone(),
            (Kept::Row(_), Engine::OneByOne(_)) => Vec::new(),
        };
        let mut buckets = BTreeMap::new();
        for (bucket, count, kept) in &self.tally.buckets {
            let pairs: Vec<Vec<Concrete>> = kept.iter().map(pair).collect();
            for pair in &pairs {
                self.replay.check_bucket(pair, *bucket)?;
            }
            buckets.insert(*bucket, Found { count: *count, pairs });
        }
        let method = match &self.engine {
            Engine::Simulation(simulation) => simulation.inputs.method,
            Engine::OneByOne(one_by_one) => one_by_one.method(),
        };
        Ok(Sampling {
            candidates: self.tally.candidates,
            excluded: self.tally.excluded,
            raising: self.tally.raising,
            raises: self.tally.raises.as_ref().map(pair),
            buckets,
            method,
            uniform: method.is_uniform(),
            refused: self.refused.clone(),
        })
    }
}

impl Simulation {
    fn new(subject: Subject, random: &mut Rng) -> Self {
        let inputs = Inputs::new(&subject, random);
        let outcomes = subject.subproperties.iter().flat_map(|outcome| [outcome.holds, outcome.raises]);
        let roots: Vec<circuit::Lit> = subject.of_pairs.iter().copied().chain(outcomes).collect();
        let block = Block::new(&subject.circuit, &roots, subject.width);
        let rows = vec![0; LANES * subject.width];
        Self { subject, inputs, block, rows }
    }

    fn run(&mut self, candidates: u64, random: &mut Rng, tally: &mut Tally) {
        if self.inputs.is_empty() {
            return;
        }
        let mut left = candidates;
        while left > 0 {
            let here = usize::try_from(left).map_or(LANES, |left| left.min(LANES));
            self.block(here, random, tally);
            left -= here as u64;
        }
    }

    /// Draws and decides one block.
    fn block(&mut self, number: usize, random: &mut Rng, tally: &mut Tally) {
        let width = self.subject.width;
        self.rows.fill(0);
        self.inputs.fill(random, &mut self.rows);
        for rows in self.subject.params(Side::Output) {
            self.rows.chunks_mut(width).for_each(|row| rows.draw(random, row));
        }
        self.block.run(&self.rows);
        let mut regular = first(number);
        for condition in &self.subject.of_pairs {
            let holds = self.block.value(*condition);
            regular = std::array::from_fn(|word| regular[word] & holds[word]);
        }
        let valid = count(regular);
        tally.candidates += number as u64;
        tally.excluded += number as u64 - valid;
        let mut raising = [0; crate::block::WORDS];
        for outcome in &self.subject.subproperties {
            let raises = self.block.value(outcome.raises);
            raising = std::array::from_fn(|word| raising[word] | raises[word] & regular[word]);
        }
        if let Some(lane) = lanes(raising).next() {
            tally.raising += count(raising);
            tally.raises.get_or_insert_with(|| Kept::Row(self.rows[lane * width..][..width].to_vec()));
        }
        regular = std::array::from_fn(|word| regular[word] & !raising[word]);
        let fails: Vec<_> = self.subject.subproperties.iter().map(|outcome| self.block.value(!outcome.holds)).collect();
        for (group, mut word) in regular.into_iter().enumerate() {
            // The bucket of each lane: the bits of the subproperties, turned.
            let mut codes = [0; 64];
            codes.iter_mut().zip(&fails).for_each(|(code, fails)| *code = fails[group]);
            transpose_square(&mut codes);
            while word != 0 {
                let lane = word.trailing_zeros() as usize;
                word &= word - 1;
                let row = &self.rows[(group * 64 + lane) * width..][..width];
                let bucket = Bucket::new(SubpropertySet::from_bits(u32::try_from(codes[lane]).unwrap_or(0)));
                tally.note(bucket, || Kept::Row(row.to_vec()));
            }
        }
    }
}

fn count(lanes: crate::block::Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_seen_is_kept_equally_likely() {
        let mut kept = [0_u32; 50];
        for seed in 0..4000 {
            let mut tally = Tally::new(5, Rng::with_seed(seed));
            for number in 0..50 {
                tally.note(Bucket::of([0, 1]), || Kept::Row(vec![number]));
            }
            assert_eq!(tally.buckets[0].1, 50);
            for pair in &tally.buckets[0].2 {
                if let Kept::Row(row) = pair {
                    kept[usize::try_from(row[0]).expect("small")] += 1;
                }
            }
        }
        // Each 400 times, up to five standard deviations.
        assert!(kept.iter().all(|times| (305..495).contains(times)), "{kept:?}");
    }
}
