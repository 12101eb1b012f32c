//! Keeps tests of an older suite under a problem file that may have changed.

use std::collections::{BTreeMap, BTreeSet};

use decide::tests_of_bucket::is_functional;
use decide::{DecideError, Session};
use eval::{AtomName, Pair};
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::{Bucket, Concrete, PairStructure, Replay, concrete, is_beyond, is_positive};
use serde_json::{Map, Value as Json};

use suite::format::{AtomKind, Mix, PositiveKind, Suite, Test, TestKind};
use suite::id::id;
use suite::render::{kinds, sides};
use suite::shape::PairShape;
use suite::verify::{Discrepancy, verify};

/// A suite without the tests that were edited by hand, which contradict its own problem file; and what is wrong with each.
pub fn without_edited(mut suite: Suite) -> (Suite, Vec<Discrepancy>) {
    // These fields are computed anew.
    let is_remark = |place: &str| {
        ["kind", "proven", "positive_kind", "family", "shape"]
            .iter()
            .any(|field| place.ends_with(&format!("].{field}")))
    };
    let differences = verify(&suite).notes.differences;
    let edited: Vec<Discrepancy> = differences.into_iter().filter(|found| !is_remark(&found.place)).collect();
    let mut wrong = Vec::new();
    for (number, bucket) in suite.buckets.iter_mut().enumerate() {
        let mut index = 0;
        bucket.tests.retain(|_| {
            let place = format!("buckets[{number}].tests[{index}]");
            index += 1;
            let found = edited.iter().find(|found| {
                found.place.strip_prefix(&place).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            });
            wrong.extend(found.cloned());
            found.is_none()
        });
    }
    (suite, wrong)
}

/// The kept tests, by bucket.
#[derive(Debug, Default)]
pub struct OldTests {
    buckets: BTreeMap<Bucket, KeptTests>,
}

/// The tests kept of one bucket.
#[derive(Debug, Default)]
pub struct KeptTests {
    tests: Vec<(Test, Vec<Concrete>, Vec<Concrete>)>,
}

impl OldTests {
    /// Puts each test of a suite into the bucket to which its pair belongs now. Tests that are no longer valid pairs are
    /// dropped.
    pub fn read(
        problem: &Problem,
        structure: &PairStructure,
        large: &Scope,
        suite: Option<&Suite>,
    ) -> Result<Self, DecideError> {
        let mut old = Self::default();
        let replay = Replay::new(problem);
        let mut evaluator = replay.evaluator();
        let (mut ids, mut known) = (BTreeSet::new(), BTreeSet::new());
        let same = suite.is_some_and(|suite| {
            suite.problem.source == *problem.source.text && suite.scope == problem.scope.to_json()
        });
        for test in suite.iter().flat_map(|suite| &suite.buckets).flat_map(|bucket| &bucket.tests) {
            let Some((read, pair)) = read(problem, test, large) else { continue };
            let canonical = structure.canonical(&pair);
            let Some(bucket) = evaluator.bucket(&pair) else { continue };
            let id = id(problem, structure, &pair);
            if !ids.insert(id.clone()) || !known.insert((bucket, canonical.clone())) {
                continue;
            }
            replay.check_bucket(&pair, bucket)?;
            let mut test = test.clone();
            let beyond = is_beyond(problem, &problem.scope, &pair);
            test.kind = match test.kind {
                // Buckets that only the large scope has contain tests of all kinds.
                kind if same => kind,
                _ if beyond => TestKind::Large,
                TestKind::Large => TestKind::Diverse,
                // It need not be the smallest of another bucket or scope.
                TestKind::Smallest => TestKind::Small,
                kind => kind,
            };
            test.proven = test.proven.filter(|_| test.kind == TestKind::Smallest);
            test.shape = PairShape::of(problem, structure, &mut replay.evaluator(), &pair, bucket).words();
            if !has_first_kinds(problem, &read) {
                (test.input, test.output) = sides(problem, &pair);
            }
            test.id = id;
            test.expect = is_positive(problem, bucket);
            test.atoms = allowed(problem, &test.atoms);
            old.buckets.entry(bucket).or_default().tests.push((test, pair, canonical));
        }
        Ok(old)
    }

    pub fn buckets(&self) -> impl Iterator<Item = Bucket> {
        self.buckets.keys().copied()
    }

    pub fn of(&self, bucket: Bucket) -> Option<&KeptTests> {
        self.buckets.get(&bucket)
    }

    /// Takes the tests of a bucket.
    pub fn take(&mut self, bucket: Bucket) -> Vec<(Test, Vec<Concrete>)> {
        let kept = self.buckets.remove(&bucket).unwrap_or_default();
        kept.tests.into_iter().map(|(test, pair, _)| (test, pair)).collect()
    }

    /// Decides again which tests are functional.
    pub fn classify(&mut self, session: Option<&Session<'_>>) -> Result<(), DecideError> {
        let tests = self.buckets.values_mut().flat_map(|kept| &mut kept.tests);
        for (test, pair, _) in tests {
            test.positive_kind = match session.filter(|_| test.expect) {
                Some(session) => is_functional(session, pair)?
                    .map(|functional| if functional { PositiveKind::Functional } else { PositiveKind::Relational }),
                None => None,
            };
        }
        Ok(())
    }
}

impl KeptTests {
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    pub fn canonical(&self) -> BTreeSet<Vec<Concrete>> {
        self.tests.iter().map(|(_, _, canonical)| canonical.clone()).collect()
    }

    /// The number of tests of each kind.
    pub fn mix(&self) -> Mix {
        let number = |kind: TestKind| self.tests.iter().filter(|(test, ..)| test.kind == kind).count();
        Mix {
            smallest: number(TestKind::Smallest),
            small: number(TestKind::Small),
            diverse: number(TestKind::Diverse),
            large: number(TestKind::Large),
        }
    }
}

/// The pair of a test, if it is a pair of the problem inside the large scope.
fn read(problem: &Problem, test: &Test, large: &Scope) -> Option<(Pair, Vec<Concrete>)> {
    let json = Json::Object(Map::from_iter([
        ("input".to_owned(), Json::Object(test.input.clone())),
        ("output".to_owned(), Json::Object(test.output.clone())),
    ]));
    let pair = Pair::read(problem, &json).ok()?;
    if !eval::beyond_scope(problem, large, &pair).is_empty() {
        return None;
    }
    let values = concrete(problem, &pair)?;
    Some((pair, values))
}

fn has_first_kinds(problem: &Problem, pair: &Pair) -> bool {
    problem.atoms.iter().zip(&pair.atoms).all(|(atom, names)| {
        let first = atom.kinds.first();
        names.iter().all(|name| matches!(name, AtomName::Int(_)) == (first == Some(&AtomKind::Int)))
    })
}

/// The kinds that a test had, as far as the problem file still allows them.
fn allowed(problem: &Problem, old: &BTreeMap<String, AtomKind>) -> BTreeMap<String, AtomKind> {
    let mut kinds = kinds(problem, 0);
    for atom in &problem.atoms {
        let name = atom.name.to_string();
        if let Some(kind) = old.get(&name).filter(|kind| atom.kinds.contains(kind)) {
            kinds.insert(name, *kind);
        }
    }
    kinds
}
