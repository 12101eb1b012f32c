//! Hand-made suites: what each test is, and which buckets no test is in.
//!
//! Takes tests that [`read`] gave and the concretizable buckets; everything about a pair is asked of `eval`.

pub mod csv;
pub mod read;
pub mod suite;

use std::collections::BTreeMap;

use eval::{Machine, Pair, Program};
use lang::problem::Problem;
use pairs::{Bucket, Concrete, Forms, SubpropertySet};

use pairs::Standing;
use pairs::{focused_on, is_positive};

/// A test as somebody wrote it.
#[derive(Debug)]
pub struct HandMade {
    /// Where it begins, counted from 1.
    pub line: usize,
    pub pair: Pair,
    pub expect: bool,
}

#[derive(Debug)]
pub struct Classified {
    pub line: usize,
    pub expect: bool,
    pub standing: Standing,
    /// Whether the expectation is right; nothing if the pair is in no bucket.
    pub right: Option<bool>,
    /// The reference predicate of the problem file says the opposite of the subproperties.
    pub contradicted: bool,
    /// The first test that is the same up to names and order, by its index.
    pub repeats: Option<usize>,
}

/// Says of each test what it is.
pub fn classify(problem: &Problem, tests: &[HandMade]) -> Vec<Classified> {
    let program = Program::new(problem);
    let mut machine = Machine::new(&program);
    let forms = Forms::of_scope(problem, &problem.scope);
    let mut known: BTreeMap<(Option<Bucket>, Vec<Concrete>), usize> = BTreeMap::new();
    let mut classified = Vec::new();
    for (index, test) in tests.iter().enumerate() {
        let ask = |property| machine.holds(property, &test.pair.values);
        let standing = Standing::of(problem, ask).named(&test.pair);
        let bucket = standing.bucket();
        let right = bucket.map(|bucket| is_positive(problem, bucket) == test.expect);
        // Pairs with integers beyond 64 bits are not compared.
        let canonical = pairs::concrete(&test.pair).map(|pair| forms.canonical(&pair));
        let first = canonical.map_or(index, |canonical| *known.entry((bucket, canonical)).or_insert(index));
        let repeats = (first != index).then_some(first);
        let contradicted = right.is_some_and(|right| {
            let positive = right == test.expect;
            said(problem, &mut machine, &test.pair).is_some_and(|said| said != positive)
        });
        classified.push(Classified { line: test.line, expect: test.expect, standing, right, contradicted, repeats });
    }
    classified
}

/// What the reference predicate says, if there is one and it has an answer.
fn said(problem: &Problem, machine: &mut Machine<'_>, pair: &Pair) -> Option<bool> {
    let predicate = problem.predicate.as_ref().filter(|predicate| predicate.has_reference)?;
    let args: Vec<_> = pair.values.iter().map(eval::deep_copy).collect();
    let value = machine.call(&predicate.name, &args).ok()?;
    eval::truth(&value).ok()
}

/// A concretizable bucket that no test with a right expectation is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub bucket: Bucket,
    /// The subproperties it is a focused bucket of.
    pub focused_on: SubpropertySet,
}

/// Focused ones first, then by the number of failing subproperties. A test with a wrong expectation exercises nothing: it
/// passes where the predicate is wrong, and fails where it is right.
pub fn missing(tests: &[Classified], concretizable: &[Bucket]) -> Vec<Missing> {
    let right = || tests.iter().filter(|test| test.right == Some(true));
    let exercised = |bucket: &Bucket| right().any(|test| test.standing == Standing::In(*bucket));
    let missing = concretizable.iter().filter(|bucket| !exercised(bucket));
    let mut missing: Vec<Missing> =
        missing.map(|bucket| Missing { bucket: *bucket, focused_on: focused_on(*bucket, concretizable) }).collect();
    missing
        .sort_by_key(|missing| (!missing.bucket.failing().is_empty() && missing.focused_on.is_empty(), missing.bucket));
    missing
}
