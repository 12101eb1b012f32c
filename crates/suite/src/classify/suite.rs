//! Turns hand-made tests into a suite file, to grade with it or to compare it with generated suites.
//!
//! Takes the tests whose expectation is right, each pair once. Atoms keep the kind of value with which they were written and
//! their order, but not their names.

use std::collections::BTreeMap;

use eval::{AtomName, Pair, beyond_scope};
use lang::problem::{AtomId, Problem};
use pairs::names::python_names;
use pairs::{Bucket, Concrete, PairStructure, Placement, Replay, focused_on, is_positive};

use super::{Classified, HandMade};
use crate::families::gather;
use crate::format::{
    self, AtomKind, Contradictory, FORMAT, Mix, ProblemFile, Suite, SuiteOptions, Test, TestKind, TestSource,
};
use crate::id::id;
use crate::render::sides;
use crate::shape::PairShape;

/// Stored in place of an engine, and of a selection of buckets.
pub const HAND: &str = "hand";
pub const GIVEN: &str = "given";

/// `concretizable` are the buckets that have a pair in the scope, if they are known.
pub fn suite(
    problem: &Problem,
    tests: &[HandMade],
    classified: &[Classified],
    concretizable: Option<&[Bucket]>,
) -> Suite {
    let writer =
        Writer { problem, structure: PairStructure::of_scope(problem, &problem.scope), replay: Replay::new(problem) };
    let mut by_bucket: BTreeMap<Bucket, Vec<Test>> = BTreeMap::new();
    for (test, said) in tests.iter().zip(classified) {
        if let Placement::In(bucket) = said.placement
            && said.right == Some(true)
            && said.repeats.is_none()
            && !said.contradicted
            && let Some(test) = writer.test(test, bucket)
        {
            by_bucket.entry(bucket).or_default().push(test);
        }
    }
    let mut all: Vec<Bucket> = concretizable.unwrap_or_default().to_vec();
    all.extend(by_bucket.keys());
    all.sort();
    all.dedup();
    let buckets = by_bucket.into_iter().map(|(bucket, mut tests)| {
        tests.sort_by_key(|test| test.kind);
        gather(&mut tests);
        format::SuiteBucket {
            fails: python_names(problem, bucket.failing()),
            focused_on: python_names(problem, focused_on(bucket, &all)),
            only_large: concretizable.is_some_and(|known| !known.contains(&bucket)),
            short: None,
            tests,
        }
    });
    Suite {
        format: FORMAT,
        problem: ProblemFile::of(problem),
        scope: problem.scope.to_json(),
        large_scope: problem.large_scope.to_json(),
        seed: 0,
        options: SuiteOptions {
            engine: HAND.to_owned(),
            buckets: GIVEN.to_owned(),
            tests: 0,
            mix: Mix { smallest: 0, small: 0, diverse: 0, large: 0 },
            outside: 0,
        },
        subproperties: problem.subproperties.iter().map(|property| property.name.to_string()).collect(),
        buckets: buckets.collect(),
        outside: Vec::new(),
        contradictory: concretizable
            .map_or(Contradictory { count: None, implications: Vec::new(), not_found: None }, |known| {
                Contradictory::of(problem, known)
            }),
        order_undecided: Vec::new(),
        stopped_early: false,
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    structure: PairStructure,
    replay: Replay<'a>,
}

impl Writer<'_> {
    /// `None` for a pair with integers beyond 64 bits, which a suite cannot store.
    fn test(&self, test: &HandMade, bucket: Bucket) -> Option<Test> {
        let pair = in_order(&pairs::concrete(self.problem, &test.pair)?, &test.pair);
        let (input, output) = sides(self.problem, &pair);
        let small = beyond_scope(self.problem, &self.problem.scope, &test.pair).is_empty();
        let shape = PairShape::of(self.problem, &self.structure, &mut self.replay.evaluator(), &pair, bucket);
        Some(Test {
            id: id(self.problem, &self.structure, &pair),
            input,
            output,
            expect: is_positive(self.problem, bucket),
            engine: TestSource::Hand,
            kind: if small { TestKind::Small } else { TestKind::Large },
            proven: None,
            positive_kind: None,
            atoms: self.kinds(&test.pair),
            family: None,
            shape: shape.words(),
        })
    }

    /// The kind of value with which the atoms of each type were written.
    fn kinds(&self, pair: &Pair) -> BTreeMap<String, AtomKind> {
        let kind = |names: &Vec<AtomName>| match names.first() {
            Some(AtomName::Int(_)) => Some(AtomKind::Int),
            Some(AtomName::Str(_)) => Some(AtomKind::Str),
            None => None,
        };
        let atoms = self.problem.atoms.iter().zip(&pair.atoms);
        atoms.filter_map(|(atom, names)| Some((atom.name.to_string(), kind(names)?))).collect()
    }
}

/// The atoms numbered in the order of their names.
fn in_order(values: &[Concrete], pair: &Pair) -> Vec<Concrete> {
    let ranks: Vec<Vec<u32>> = pair
        .atoms
        .iter()
        .map(|names| {
            let before = |name: &AtomName| names.iter().filter(|other| is_before(other, name)).count();
            names.iter().map(|name| u32::try_from(before(name)).unwrap_or(u32::MAX)).collect()
        })
        .collect();
    let rank = |(ty, id): (AtomId, u32)| {
        let of = ranks.get(usize::from(ty.0));
        of.and_then(|ranks| ranks.get(id as usize)).copied().unwrap_or(id)
    };
    values.iter().map(|value| value.rename(&rank)).collect()
}

fn is_before(one: &AtomName, other: &AtomName) -> bool {
    match (one, other) {
        (AtomName::Int(one), AtomName::Int(other)) => one < other,
        (AtomName::Str(one), AtomName::Str(other)) => one < other,
        (AtomName::Int(_), AtomName::Str(_)) => true,
        (AtomName::Str(_), AtomName::Int(_)) => false,
    }
}
