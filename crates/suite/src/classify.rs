//! Classifies hand-made tests: the bucket of each test, and the buckets without a test.
//!
//! Takes tests from [`read`] and the concretizable buckets; every question about a pair is answered by `eval`.

pub mod csv;
pub mod read;
pub mod suite;

use std::collections::BTreeMap;

use eval::{Machine, Pair, Program};
use lang::problem::Problem;
use pairs::{Bucket, Concrete, PairStructure, Placement, SubpropertySet, focused_on, is_positive};

/// A test that somebody wrote.
#[derive(Debug)]
pub struct HandMade {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    pub pair: Pair,
    pub expect: bool,
}

#[derive(Debug)]
pub struct Classified {
    pub line: usize,
    pub expect: bool,
    pub placement: Placement,
    /// Whether the expectation is right; `None` if the pair is in no bucket.
    pub right: Option<bool>,
    /// The reference predicate of the problem file contradicts the subproperties.
    pub contradicted: bool,
    /// The index of the first test that is the same up to names and order.
    pub repeats: Option<usize>,
}

/// Classifies each test.
pub fn classify(problem: &Problem, tests: &[HandMade]) -> Vec<Classified> {
    let program = Program::new(problem);
    let mut machine = Machine::new(&program);
    let structure = PairStructure::of_scope(problem, &problem.scope);
    let mut known: BTreeMap<(Option<Bucket>, Vec<Concrete>), usize> = BTreeMap::new();
    let mut classified = Vec::new();
    for (index, test) in tests.iter().enumerate() {
        let ask = |property| machine.holds(property, &test.pair.values);
        let placement = Placement::of(problem, ask).named(&test.pair);
        let bucket = placement.bucket();
        let right = bucket.map(|bucket| is_positive(problem, bucket) == test.expect);
        // Pairs with integers beyond 64 bits are not compared.
        let canonical = pairs::concrete(problem, &test.pair).map(|pair| structure.canonical(&pair));
        let first = canonical.map_or(index, |canonical| *known.entry((bucket, canonical)).or_insert(index));
        let repeats = (first != index).then_some(first);
        let contradicted = right.is_some_and(|right| {
            let positive = right == test.expect;
            said(problem, &mut machine, &test.pair).is_some_and(|said| said != positive)
        });
        classified.push(Classified { line: test.line, expect: test.expect, placement, right, contradicted, repeats });
    }
    classified
}

/// The answer of the reference predicate, if there is one.
fn said(problem: &Problem, machine: &mut Machine<'_>, pair: &Pair) -> Option<bool> {
    let predicate = problem.predicate.as_ref().filter(|predicate| predicate.has_reference)?;
    let args: Vec<_> = pair.values.iter().map(eval::deep_copy).collect();
    let value = machine.call(&predicate.name, &args).ok()?;
    eval::truth(&value).ok()
}

/// A concretizable bucket without a test whose expectation is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub bucket: Bucket,
    /// The subproperties on which the bucket is focused.
    pub focused_on: SubpropertySet,
}

/// The missing buckets: focused ones first, then by the number of failing subproperties. A test with a wrong expectation does
/// not count: it passes if the predicate is wrong, and fails if it is correct.
pub fn missing(tests: &[Classified], concretizable: &[Bucket]) -> Vec<Missing> {
    let right = || tests.iter().filter(|test| test.right == Some(true));
    let exercised = |bucket: &Bucket| right().any(|test| test.placement == Placement::In(*bucket));
    let missing = concretizable.iter().filter(|bucket| !exercised(bucket));
    let mut missing: Vec<Missing> =
        missing.map(|bucket| Missing { bucket: *bucket, focused_on: focused_on(*bucket, concretizable) }).collect();
    missing
        .sort_by_key(|missing| (!missing.bucket.failing().is_empty() && missing.focused_on.is_empty(), missing.bucket));
    missing
}
