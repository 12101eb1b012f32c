//! Draws pairs and sorts them into buckets.
//!
//! An input is drawn from the valid ones, an output from all of the scope; one simulation of the circuit decides a block of
//! pairs. A few pairs of each bucket are kept by reservoir sampling, and replayed by `eval`. Budgets are numbers of
//! candidates. If a function has no circuit, pairs are evaluated one by one.
//!
//! Invariant: if [`Sampling::uniform`], every pair of the scope with valid input is equally likely to be a candidate.
//! Guarded by `tests/uniform.rs`.

use std::collections::{BTreeMap, HashMap};

use circuit::{Circuit, Deadline};
use compile::{Compiled, CompiledFunction, Layout, Refusal};
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::subproperties::MOST_SUBPROPERTIES;
use pairs::{Bucket, Concrete, Mismatch, Replay, SubpropertySet};

use crate::block::{LANES, RowBlock, first, lanes, transpose_square};
use crate::inputs::{InputMethod, Inputs};
use crate::one_by_one::OneByOne;
use crate::seek::seek;
use crate::simulated_problem::SimulatedProblem;

#[derive(Clone, Copy, Debug)]
pub struct SampleSettings {
    /// The number of pairs with valid input to draw.
    pub candidates: u64,
    /// The number of pairs of each bucket to keep.
    pub keep: usize,
    pub seed: u64,
}

impl Default for SampleSettings {
    fn default() -> Self {
        Self { candidates: 1 << 20, keep: 32, seed: 0 }
    }
}

/// The result of sampling.
#[derive(Debug)]
pub struct Sampling {
    /// The number of pairs with valid input that were drawn.
    pub candidates: u64,
    /// How many of them a precondition on outputs excludes.
    pub excluded: u64,
    /// On how many a subproperty raises, and the first of them.
    pub raising: u64,
    pub raises: Option<Vec<Concrete>>,
    /// A bucket that is missing here may still have pairs.
    pub buckets: BTreeMap<Bucket, SampledBucket>,
    pub method: InputMethod,
    /// All pairs of the scope with valid input are equally likely.
    pub uniform: bool,
    /// Why there was no circuit, so that pairs were evaluated one by one.
    pub refused: Vec<Refusal>,
}

#[derive(Clone, Debug, Default)]
pub struct SampledBucket {
    /// The number of candidates in this bucket.
    pub count: u64,
    /// A random selection of them; a pair may occur twice.
    pub pairs: Vec<Vec<Concrete>>,
}

#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    #[error("a problem may have at most {MOST_SUBPROPERTIES} subproperties, and this one has {found}")]
    TooMany { found: usize },
}

/// A circuit, and the literals that decide the bucket of a pair.
#[derive(Debug)]
pub struct CircuitParts<'a> {
    pub circuit: &'a Circuit,
    pub layout: &'a Layout,
    /// True where the precondition holds.
    pub preconditions: Vec<circuit::Lit>,
    pub subproperties: &'a [CompiledFunction],
}

/// Draws pairs of a problem at a scope.
pub fn sample(problem: &Problem, scope: &Scope, settings: SampleSettings) -> Result<Sampling, SampleError> {
    let mut sampler = Sampler::new(problem, scope, settings.keep, settings.seed)?;
    sampler.run(settings.candidates);
    sampler.sampling()
}

/// Draws pairs in as many batches as wanted.
#[derive(Debug)]
pub struct Sampler<'p> {
    scope: Scope,
    replay: Replay<'p>,
    random: Rng,
    tally: SampleTally,
    engine: Engine,
    refused: Vec<Refusal>,
    deadline: Deadline,
}

#[derive(Debug)]
enum Engine {
    Simulation(Box<Simulation>),
    OneByOne(Box<OneByOne>),
}

#[derive(Debug)]
struct Simulation {
    subject: SimulatedProblem,
    inputs: Inputs,
    block: RowBlock,
    rows: Vec<u64>,
}

/// The pairs seen so far.
#[derive(Debug)]
pub(crate) struct SampleTally {
    keep: usize,
    random: Rng,
    pub candidates: u64,
    pub excluded: u64,
    pub raising: u64,
    pub raises: Option<KeptPair>,
    /// The position of each bucket in `buckets`.
    places: HashMap<Bucket, usize>,
    buckets: Vec<(Bucket, u64, Vec<KeptPair>)>,
}

#[derive(Clone, Debug)]
pub(crate) enum KeptPair {
    Row(Vec<u64>),
    Pair(Vec<Concrete>),
}

impl SampleTally {
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

    /// Counts a pair of a bucket; it is made only if it is kept.
    pub fn note(&mut self, bucket: Bucket, pair: impl FnOnce() -> KeptPair) {
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
            // Each pair seen so far is kept with the same probability.
            let position = self.random.u64(0..*count);
            if let Some(old) = usize::try_from(position).ok().and_then(|position| kept.get_mut(position)) {
                *old = pair();
            }
        }
    }
}

impl<'p> Sampler<'p> {
    pub fn new(problem: &'p Problem, scope: &Scope, keep: usize, seed: u64) -> Result<Self, SampleError> {
        Self::within(problem, scope, keep, seed, Deadline::NONE)
    }

    /// One that draws no further pairs when time is up.
    pub fn within(
        problem: &'p Problem,
        scope: &Scope,
        keep: usize,
        seed: u64,
        deadline: Deadline,
    ) -> Result<Self, SampleError> {
        let found = problem.subproperties.len();
        if found > MOST_SUBPROPERTIES {
            return Err(SampleError::TooMany { found });
        }
        let (subject, refused) = match SimulatedProblem::new(problem, scope, deadline) {
            Ok(subject) => (Some(subject), Vec::new()),
            Err(refusals) => (None, refusals),
        };
        Ok(Self { refused, ..Self::about(problem, scope, subject, keep, seed, deadline) })
    }

    /// One that decides pairs by a circuit that is there already, such as the solver's. Nothing then checks that circuit
    /// but `eval`, to which every kept pair is shown.
    pub fn from_compiled(
        problem: &'p Problem,
        scope: &Scope,
        compiled: &Compiled,
        keep: usize,
        seed: u64,
        deadline: Deadline,
    ) -> Self {
        Self::about(problem, scope, SimulatedProblem::from_compiled(problem, scope, compiled), keep, seed, deadline)
    }

    /// One for a scope with fewer elements and atoms, by the same circuit: nothing is compiled again.
    #[must_use]
    pub fn restricted(&self, scope: &Scope, keep: usize, seed: u64) -> Self {
        let subject = match &self.engine {
            Engine::Simulation(simulation) => Some(simulation.subject.restricted(scope)),
            Engine::OneByOne(_) => None,
        };
        Self::about(self.replay.problem(), scope, subject, keep, seed, self.deadline)
    }

    fn about(
        problem: &'p Problem,
        scope: &Scope,
        subject: Option<SimulatedProblem>,
        keep: usize,
        seed: u64,
        deadline: Deadline,
    ) -> Self {
        let mut random = Rng::with_seed(seed);
        let tally = SampleTally::new(keep, random.fork());
        let engine = match subject {
            Some(subject) => Engine::Simulation(Box::new(Simulation::new(subject, &mut random, deadline))),
            None => Engine::OneByOne(Box::new(OneByOne::new(problem, scope))),
        };
        Self {
            scope: scope.clone(),
            replay: Replay::new(problem),
            random,
            tally,
            engine,
            refused: Vec::new(),
            deadline,
        }
    }

    /// A sampler that evaluates pairs one by one, and is ready at once: nothing is compiled or enumerated.
    pub fn plain(problem: &'p Problem, scope: &Scope, keep: usize, seed: u64, deadline: Deadline) -> Self {
        Self::about(problem, scope, None, keep, seed, deadline)
    }

    /// Whether pairs are decided in bulk.
    pub fn has_circuit(&self) -> bool {
        matches!(self.engine, Engine::Simulation(_))
    }

    /// Draws more pairs; fewer than `candidates` if no valid input is found, or if time is up.
    pub fn run(&mut self, candidates: u64) {
        match &mut self.engine {
            Engine::Simulation(simulation) => {
                simulation.run(candidates, &mut self.random, &mut self.tally, self.deadline);
            }
            Engine::OneByOne(one_by_one) => {
                one_by_one.run(
                    candidates,
                    &mut self.replay.evaluator(),
                    &mut self.random,
                    &mut self.tally,
                    self.deadline,
                );
            }
        }
    }

    /// The circuit that decides pairs, if there is one. It was made without a solver.
    pub fn circuit(&self) -> Option<CircuitParts<'_>> {
        let Engine::Simulation(simulation) = &self.engine else { return None };
        let SimulatedProblem { circuit, layout, of_inputs, of_pairs, subproperties, .. } = &simulation.subject;
        let preconditions = of_inputs.iter().chain(of_pairs).copied().collect();
        Some(CircuitParts { circuit, layout, preconditions, subproperties })
    }

    /// Seeks buckets that sampling missed, starting from the known ones, and adds a pair of each. Returns the number of pairs
    /// that were examined.
    pub fn seek(&self, known: &mut BTreeMap<Bucket, Vec<Concrete>>, random: &mut Rng) -> u64 {
        let subject = match &self.engine {
            Engine::Simulation(simulation) => Some(&simulation.subject),
            Engine::OneByOne(_) => None,
        };
        seek(&self.replay, &self.scope, subject, known, random, self.deadline)
    }

    /// The number of candidates of each bucket so far.
    pub fn counts(&self) -> BTreeMap<Bucket, u64> {
        self.tally.buckets.iter().map(|(bucket, count, _)| (*bucket, *count)).collect()
    }

    /// The result so far, replayed by `eval`.
    pub fn sampling(&self) -> Result<Sampling, SampleError> {
        let pair = |kept: &KeptPair| match (kept, &self.engine) {
            (KeptPair::Row(row), Engine::Simulation(simulation)) => simulation.subject.pair(row),
            (KeptPair::Pair(pair), _) => pair.clone(),
            (KeptPair::Row(_), Engine::OneByOne(_)) => Vec::new(),
        };
        let mut buckets = BTreeMap::new();
        for (bucket, count, kept) in &self.tally.buckets {
            let pairs: Vec<Vec<Concrete>> = kept.iter().map(pair).collect();
            for pair in &pairs {
                self.replay.check_bucket(pair, *bucket)?;
            }
            buckets.insert(*bucket, SampledBucket { count: *count, pairs });
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
    fn new(subject: SimulatedProblem, random: &mut Rng, deadline: Deadline) -> Self {
        let inputs = Inputs::new(&subject, random, deadline);
        let outcomes = subject.subproperties.iter().flat_map(|outcome| [outcome.holds, outcome.raises]);
        let roots: Vec<circuit::Lit> = subject.of_pairs.iter().copied().chain(outcomes).collect();
        let block = RowBlock::new(&subject.circuit, &roots, subject.width);
        let rows = vec![0; LANES * subject.width];
        Self { subject, inputs, block, rows }
    }

    fn run(&mut self, candidates: u64, random: &mut Rng, tally: &mut SampleTally, deadline: Deadline) {
        if self.inputs.is_empty() {
            return;
        }
        let mut left = candidates;
        while left > 0 && !deadline.is_due() {
            let here = usize::try_from(left).map_or(LANES, |left| left.min(LANES));
            if !self.block(here, random, tally, deadline) {
                return;
            }
            left -= here as u64;
        }
    }

    /// Draws and decides one block. `false` if time was up before there were enough valid inputs.
    fn block(&mut self, number: usize, random: &mut Rng, tally: &mut SampleTally, deadline: Deadline) -> bool {
        let width = self.subject.width;
        self.rows.fill(0);
        if !self.inputs.fill(random, &mut self.rows, deadline) {
            return false;
        }
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
            tally.raises.get_or_insert_with(|| KeptPair::Row(self.rows[lane * width..][..width].to_vec()));
        }
        regular = std::array::from_fn(|word| regular[word] & !raising[word]);
        let fails: Vec<_> = self.subject.subproperties.iter().map(|outcome| self.block.value(!outcome.holds)).collect();
        for (group, mut word) in regular.into_iter().enumerate() {
            // The bucket of each lane: the bits of the subproperties, transposed.
            let mut codes = [0; 64];
            codes.iter_mut().zip(&fails).for_each(|(code, fails)| *code = fails[group]);
            transpose_square(&mut codes);
            while word != 0 {
                let lane = word.trailing_zeros() as usize;
                word &= word - 1;
                let row = &self.rows[(group * 64 + lane) * width..][..width];
                let bucket = Bucket::new(SubpropertySet::from_bits(u32::try_from(codes[lane]).unwrap_or(0)));
                tally.note(bucket, || KeptPair::Row(row.to_vec()));
            }
        }
        true
    }
}

fn count(lanes: crate::block::Lanes) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pairs_are_equally_likely_to_be_kept() {
        let mut kept = [0_u32; 50];
        for seed in 0..4000 {
            let mut tally = SampleTally::new(5, Rng::with_seed(seed));
            for number in 0..50 {
                tally.note(Bucket::of([0, 1]), || KeptPair::Row(vec![number]));
            }
            assert_eq!(tally.buckets[0].1, 50);
            for pair in &tally.buckets[0].2 {
                if let KeptPair::Row(row) = pair {
                    kept[usize::try_from(row[0]).expect("small")] += 1;
                }
            }
        }
        // Each 400 times, up to five standard deviations.
        assert!(kept.iter().all(|times| (305..495).contains(times)), "{kept:?}");
    }
}
