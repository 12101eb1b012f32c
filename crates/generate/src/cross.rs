//! The engines against each other: which buckets each finds, and what each makes of the other's pairs.
//!
//! Takes a solver's analysis; samples the same scope without a solver; gives the buckets that only one of them found,
//! each with the reason. A pair that the two circuits, or `eval`, put into different buckets is a [`Mismatch`], and so is
//! a sampled pair in a bucket that the solver says has none.

use std::collections::BTreeMap;

use circuit::{Circuit, Lit, Simulator};
use compile::{CompiledFunction, Layout};
use decide::{Analysis, Session};
use pairs::{Bucket, Concrete, Mismatch};
use sample::Walker;
use sample::sampler::CircuitParts;

/// Pairs of each bucket that the solver's circuit is asked about.
const KEPT: usize = 8;
/// Edits tried to reach the buckets that sampling missed.
const STEPS: usize = 200_000;

/// How the engines compare.
#[derive(Debug)]
pub struct Cross {
    pub candidates: u64,
    /// All pairs of the scope with valid input were equally likely to be drawn.
    pub uniform: bool,
    /// Candidates in each bucket that sampling found.
    pub sampled: BTreeMap<Bucket, u64>,
    /// Found by the solver, not by sampling: too sparse.
    pub sparse: Vec<Sparse>,
    /// Found by sampling, while the solver gave up before it knew all buckets.
    pub unknown_to_solver: Vec<(Bucket, Vec<Concrete>)>,
    /// Pairs of one engine that the other's circuit put into the same bucket.
    pub agreed: usize,
    /// Why sampling had no circuit, so that `eval` alone decided its pairs.
    pub refused: Vec<compile::Refusal>,
}

/// A bucket with few pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sparse {
    pub bucket: Bucket,
    /// Random edits of pairs of other buckets came to it.
    pub by_edits: bool,
}

/// Why there is no comparison.
#[derive(Debug, thiserror::Error)]
pub enum CrossCheckError {
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    #[error(transparent)]
    Random(#[from] sample::sampler::SampleError),
}

pub fn cross(session: &Session<'_>, analysis: &Analysis, candidates: u64, seed: u64) -> Result<Cross, CrossCheckError> {
    let (problem, scope, replay) = (session.problem, &session.scope, &session.replay);
    let deadline = session.settings.limits.deadline;
    let mut sampler = sample::Sampler::within(problem, scope, KEPT, seed, deadline)?;
    sampler.run(candidates);
    let sampling = sampler.sampling()?;
    let compiled = &session.compiled;
    let solvers = CircuitParts {
        circuit: &compiled.circuit,
        layout: &compiled.layout,
        preconditions: compiled.preconditions.iter().map(|outcome| outcome.holds).collect(),
        subproperties: &compiled.subproperties,
    };
    let sampled: Vec<(Bucket, &[Concrete])> =
        sampling.buckets.iter().flat_map(|(bucket, found)| found.pairs.iter().map(|pair| (*bucket, &**pair))).collect();
    let solved: Vec<(Bucket, &[Concrete])> =
        analysis.concretizable.iter().map(|(bucket, pair)| (*bucket, &**pair)).collect();
    agree(&solvers, &sampled, |pair, what| replay.mismatch(pair, format!("the solver's circuit {what}")))?;
    let mut agreed = sampled.len();
    if let Some(parts) = sampler.circuit() {
        agree(&parts, &solved, |pair, what| replay.mismatch(pair, format!("the random engine's circuit {what}")))?;
        agreed += solved.len();
    }
    let known: BTreeMap<Bucket, &[Concrete]> = solved.into_iter().collect();
    let mut unknown_to_solver = Vec::new();
    for (bucket, pair) in &sampled {
        if known.contains_key(bucket) || unknown_to_solver.iter().any(|(other, _)| other == bucket) {
            continue;
        }
        if !analysis.open {
            let what = "the solver says that no pair is in this bucket, and the random engine drew one";
            return Err(replay.mismatch(pair, what).into());
        }
        unknown_to_solver.push((*bucket, pair.to_vec()));
    }
    let mut reached: BTreeMap<Bucket, Vec<Concrete>> =
        sampled.iter().map(|(bucket, pair)| (*bucket, pair.to_vec())).collect();
    let missed: Vec<Bucket> = known.keys().copied().filter(|bucket| !reached.contains_key(bucket)).collect();
    if !missed.is_empty() {
        Walker::new(replay, scope).until(deadline).explore(&mut reached, STEPS, &mut fastrand::Rng::with_seed(seed));
    }
    let sparse = |bucket: Bucket| Sparse { bucket, by_edits: reached.contains_key(&bucket) };
    Ok(Cross {
        candidates: sampling.candidates,
        uniform: sampling.uniform,
        sampled: sampling.buckets.iter().map(|(bucket, found)| (*bucket, found.count)).collect(),
        sparse: missed.into_iter().map(sparse).collect(),
        unknown_to_solver,
        agreed,
        refused: sampling.refused,
    })
}

/// Every pair is in its bucket, by the circuit.
fn agree(
    parts: &CircuitParts<'_>,
    pairs: &[(Bucket, &[Concrete])],
    mismatch: impl Fn(&[Concrete], String) -> Mismatch,
) -> Result<(), Mismatch> {
    let judged = judged(parts, pairs.iter().map(|(_, pair)| *pair));
    for ((bucket, pair), judged) in pairs.iter().zip(judged) {
        match judged {
            CircuitSays::In(found) if found == *bucket => {}
            CircuitSays::In(found) => return Err(mismatch(pair, format!("says {found:?} of a pair in {bucket:?}"))),
            CircuitSays::InNoBucket => return Err(mismatch(pair, format!("puts a pair in {bucket:?} into no bucket"))),
            CircuitSays::Outside => return Err(mismatch(pair, "has no bits for a pair of its scope".to_owned())),
        }
    }
    Ok(())
}

/// What a circuit says of a pair.
enum CircuitSays {
    In(Bucket),
    /// A precondition fails, or a subproperty raises.
    InNoBucket,
    /// The pair is beyond the scope of the circuit.
    Outside,
}

/// What a circuit says of pairs, 64 at a time.
fn judged<'a>(
    &CircuitParts { circuit, layout, ref preconditions, subproperties }: &CircuitParts<'_>,
    pairs: impl Iterator<Item = &'a [Concrete]>,
) -> Vec<CircuitSays> {
    let outcomes = subproperties.iter().flat_map(|outcome| [outcome.holds, outcome.raises]);
    let roots: Vec<Lit> = preconditions.iter().copied().chain(outcomes).collect();
    let mut simulator: Simulator<1> = Simulator::new(circuit, &roots);
    let pairs: Vec<&[Concrete]> = pairs.collect();
    let mut judged = Vec::new();
    for chunk in pairs.chunks(64) {
        let mut words = vec![[0_u64]; circuit.input_count()];
        let inside: Vec<bool> =
            chunk.iter().enumerate().map(|(lane, pair)| set(circuit, layout, pair, lane, &mut words)).collect();
        simulator.run(&words);
        for (lane, inside) in inside.into_iter().enumerate() {
            let is = |lit: Lit| simulator.value(lit)[0] >> lane & 1 == 1;
            judged.push(match bucket_of(preconditions, subproperties, &is) {
                _ if !inside => CircuitSays::Outside,
                Some(bucket) => CircuitSays::In(bucket),
                None => CircuitSays::InNoBucket,
            });
        }
    }
    judged
}

/// Writes a pair into one lane.
fn set(circuit: &Circuit, layout: &Layout, pair: &[Concrete], lane: usize, words: &mut [[u64; 1]]) -> bool {
    let Some(lits) = layout.encode(pair) else { return false };
    for input in lits.into_iter().filter_map(|lit| circuit.input_of(lit)) {
        words[input][0] |= 1 << lane;
    }
    true
}

fn bucket_of(preconditions: &[Lit], subproperties: &[CompiledFunction], is: &dyn Fn(Lit) -> bool) -> Option<Bucket> {
    if !preconditions.iter().all(|lit| is(*lit)) {
        return None;
    }
    if subproperties.iter().any(|outcome| is(outcome.raises)) {
        return None;
    }
    Some(Bucket::of((0..subproperties.len()).filter(|position| !is(subproperties[*position].holds))))
}
