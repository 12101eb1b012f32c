//! Tests from the solver: for each bucket the smallest pair, a few small ones, and diverse ones.
//!
//! Diverse pairs come from random phases and random sizes, by a seed. No two tests of a bucket are renamings of each
//! other: what was found is blocked, and what is a renaming of it is found again, recognised and blocked too.

use std::collections::BTreeSet;

use compile::Concrete;
use pairs::{Mismatch, canonical};
use solver::Answer;

use crate::bucket::Bucket;
use crate::session::{Failure, Session};
use crate::smallest::smallest;

/// How many tests of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// The smallest, and the next smallest ones.
    pub small: usize,
    pub diverse: usize,
}

impl Default for Counts {
    fn default() -> Self {
        Self { small: 3, diverse: 7 }
    }
}

/// The tests of one bucket.
#[derive(Debug, Default)]
pub struct Tests {
    /// In size order; the first is the smallest pair of the bucket.
    pub small: Vec<Vec<Concrete>>,
    pub diverse: Vec<Vec<Concrete>>,
    /// The first is proven to be the smallest.
    pub proven: bool,
    /// There are no others in the scope, up to renaming.
    pub exhausted: bool,
}

/// A small generator whose sequence never changes (xorshift).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self((seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// One of `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from((u128::from(self.draw()) * (n as u128)) >> 64).unwrap_or(0)
    }
}

/// Finds tests for a bucket.
pub fn tests_of(session: &mut Session<'_>, bucket: Bucket, counts: Counts, seed: u64) -> Result<Tests, Failure> {
    let mut finder = Finder {
        active: session.query.new_var(),
        assumptions: session.assumptions(bucket),
        random: Random::new(seed ^ u64::from(bucket.0) << 32),
        known: BTreeSet::new(),
        bucket,
        session,
    };
    let tests = finder.find(counts)?;
    let active = finder.active;
    finder.session.query.add_clause(&[-active]);
    Ok(tests)
}

struct Finder<'a, 'p> {
    session: &'a mut Session<'p>,
    bucket: Bucket,
    /// What was found stays blocked while this holds.
    active: i32,
    assumptions: Vec<i32>,
    random: Random,
    /// Canonical forms of what was found.
    known: BTreeSet<Vec<Concrete>>,
}

impl Finder<'_, '_> {
    fn find(&mut self, counts: Counts) -> Result<Tests, Failure> {
        let mut tests = Tests { proven: true, ..Tests::default() };
        while tests.small.len() < counts.small {
            let Some((pair, proven)) = self.next_smallest()? else {
                tests.exhausted = self.is_exhausted();
                return Ok(tests);
            };
            if tests.small.is_empty() {
                tests.proven = proven;
            }
            tests.small.push(pair);
        }
        while tests.diverse.len() < counts.diverse {
            let Some(pair) = self.next_diverse()? else {
                tests.exhausted = self.is_exhausted();
                return Ok(tests);
            };
            tests.diverse.push(pair);
        }
        Ok(tests)
    }

    /// Nothing is left, and not merely nothing found in time.
    fn is_exhausted(&mut self) -> bool {
        let mut assumptions = self.assumptions.clone();
        assumptions.push(self.active);
        self.session.query.solve(&assumptions) == Answer::Unsat
    }

    fn next_smallest(&mut self) -> Result<Option<(Vec<Concrete>, bool)>, Failure> {
        loop {
            let mut assumptions = self.assumptions.clone();
            assumptions.push(self.active);
            let Session { query, compiled, sizes, .. } = &mut *self.session;
            let found = smallest(query, &compiled.circuit, &compiled.layout, sizes, &assumptions);
            let Some((pair, proven)) = found else { return Ok(None) };
            if self.accept(&pair)? {
                return Ok(Some((pair, proven)));
            }
        }
    }

    fn next_diverse(&mut self) -> Result<Option<Vec<Concrete>>, Failure> {
        loop {
            let inputs: Vec<circuit::NodeId> = self.session.compiled.circuit.inputs().to_vec();
            for input in inputs {
                let var = self.session.query.both(&self.session.compiled.circuit, input.lit());
                let sign = if self.random.below(2) == 0 { -1 } else { 1 };
                self.session.query.set_phase(sign * var);
            }
            let mut assumptions = self.assumptions.clone();
            assumptions.push(self.active);
            // At least so many elements; if that cannot be had, any number.
            let elements = self.session.sizes.elements.clone();
            if !elements.is_empty() {
                let least = self.random.below(elements.len());
                let lit = self.session.query.assumption(&self.session.compiled.circuit, elements[least]);
                assumptions.push(lit);
                if self.session.query.solve(&assumptions) != Answer::Sat {
                    assumptions.pop();
                    if self.session.query.solve(&assumptions) != Answer::Sat {
                        return Ok(None);
                    }
                }
            } else if self.session.query.solve(&assumptions) != Answer::Sat {
                return Ok(None);
            }
            let pair = self.session.query.pair(&self.session.compiled.layout);
            if self.accept(&pair)? {
                return Ok(Some(pair));
            }
        }
    }

    /// Blocks a pair; says whether it is new up to renaming.
    fn accept(&mut self, pair: &[Concrete]) -> Result<bool, Failure> {
        self.session.replay.check_bucket(pair, self.bucket)?;
        let layout = &self.session.compiled.layout;
        let set: BTreeSet<circuit::Lit> = layout.encode(pair).unwrap_or_default().into_iter().collect();
        let mut clause = vec![-self.active];
        let inputs: Vec<circuit::NodeId> = self.session.compiled.circuit.inputs().to_vec();
        let form = canonical(layout, pair);
        for input in inputs {
            let var = self.session.query.both(&self.session.compiled.circuit, input.lit());
            clause.push(if set.contains(&input.lit()) { -var } else { var });
        }
        self.session.query.add_clause(&clause);
        Ok(self.known.insert(form))
    }
}

/// Whether a correct output is the only one for its input within the scope: `None` if the solver gave up, or if the pair
/// lies outside. Another output that is found is replayed.
pub fn is_functional(session: &Session<'_>, pair: &[Concrete]) -> Result<Option<bool>, Mismatch> {
    use lang::problem::{PropertyKind, Side};
    // Renaming must not hide the second output, so symmetry is not broken here.
    let mut query = session.fresh_query(false);
    let circuit = &session.compiled.circuit;
    for outcome in &session.compiled.preconditions {
        query.assert(circuit, outcome.holds);
    }
    for (property, outcome) in session.problem.subproperties.iter().zip(&session.compiled.subproperties) {
        query.assert(circuit, !outcome.raises);
        if property.kind == PropertyKind::Required {
            query.assert(circuit, outcome.holds);
        }
    }
    let Some(set) = session.compiled.layout.encode(pair) else { return Ok(None) };
    let mut other_output = Vec::new();
    for param in &session.compiled.layout.params {
        let mut lits = Vec::new();
        inputs_of(&param.place, &mut lits);
        for lit in lits {
            let var = query.both(circuit, lit);
            let here = if set.contains(&lit) { var } else { -var };
            if param.side == Side::Input {
                query.add_clause(&[here]);
            } else {
                other_output.push(-here);
            }
        }
    }
    query.add_clause(&other_output);
    match query.solve(&[]) {
        Answer::Sat => {
            let layout = &session.compiled.layout;
            // As the layout writes it, so that what has no order is in the same order in both.
            let pair =
                layout.decode(&|lit| if lit.is_const() { lit == circuit::Lit::TRUE } else { set.contains(&lit) });
            check_other_output(session, &pair, &query.pair(layout))?;
            Ok(Some(false))
        }
        Answer::Unsat => Ok(Some(true)),
        Answer::Unknown => Ok(None),
    }
}

/// Checks that a pair is correct, with the input of another pair and not its output.
fn check_other_output(session: &Session<'_>, pair: &[Concrete], other: &[Concrete]) -> Result<(), Mismatch> {
    use lang::problem::{PropertyKind, Side};
    let replay = &session.replay;
    let params = session.compiled.layout.params.iter();
    let differs = |side: Side| {
        let mut values = params.clone().zip(pair.iter().zip(other)).filter(|(param, _)| param.side == side);
        values.any(|(_, (value, other))| value != other)
    };
    if differs(Side::Input) || !differs(Side::Output) {
        return Err(replay.mismatch(other, "the solver gave this pair as another output for the input of a pair"));
    }
    replay.check_valid(other)?;
    for (property, holds) in session.problem.subproperties.iter().zip(replay.verdict(other)?.subproperties) {
        if holds.is_err() || (property.kind == PropertyKind::Required && holds != Ok(true)) {
            let what = format!("the solver says that `{}` holds, and evaluation says {holds:?}", property.name);
            return Err(replay.mismatch(other, what));
        }
    }
    Ok(())
}

/// The literals that describe a place.
fn inputs_of(place: &compile::layout::Place, out: &mut Vec<circuit::Lit>) {
    use compile::layout::Place;
    let mut push = |lit: circuit::Lit| {
        if !lit.is_const() {
            out.push(lit);
        }
    };
    match place {
        Place::Listed(values) | Place::Unordered(values, _) | Place::Set { elements: values, .. } => {
            values.iter().for_each(|(lit, _)| push(*lit));
        }
        Place::Bits { lits, .. } => lits.iter().for_each(|lit| push(*lit)),
        Place::Optional { some, none, inner } => {
            push(*some);
            push(*none);
            inputs_of(inner, out);
        }
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| inputs_of(part, out)),
        Place::List(cells) => cells.iter().for_each(|(there, cell)| {
            out.push(*there);
            inputs_of(cell, out);
        }),
        Place::Dict(entries) => entries.iter().for_each(|(there, key, value)| {
            out.push(*there);
            inputs_of(key, out);
            inputs_of(value, out);
        }),
    }
}
