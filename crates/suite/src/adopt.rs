//! Adds pairs to a suite as tests: witnesses found for one submission become tests for all.
//!
//! Takes pairs in the notation of suites; gives the suite with those that are new. Every pair is put into its bucket by `eval`,
//! whatever anyone said about it; a pair that the suite has already, up to names and orders that do not matter, is left out.
//!
//! Invariants: the result is one that `verify` accepts, if the suite was; the same pairs in any order give the same suite; no test is
//! removed or changed, except that the smallest of its bucket may turn out to be one of the new ones. Guarded by `tests/adopting.rs`.

use std::collections::{BTreeMap, BTreeSet};

use eval::{Pair, beyond_scope};
use lang::problem::{AtomKind, Problem};
use pairs::names::python_names;
use pairs::{Bucket, Concrete, Implication, PairStructure, Placement, Replay, SubpropertySet, focused_on, is_positive};
use serde_json::{Map, Value as Json, json};

use crate::families::gather;
use crate::format::{Suite, SuiteBucket, Test, TestKind, TestSource};
use crate::id::id;
use crate::render::{kinds, sides};
use crate::shape::PairShape;

/// A pair to be added, as suites write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedPair {
    pub input: Map<String, Json>,
    pub output: Map<String, Json>,
    /// How its atoms are shown.
    pub atoms: BTreeMap<String, AtomKind>,
    pub found_by: TestSource,
}

/// A suite with more tests.
#[derive(Debug)]
pub struct ExtendedSuite {
    pub suite: Suite,
    /// How many tests are new.
    pub added: usize,
    /// Pairs that cannot be tests, by their places, with the reasons.
    pub refused: Vec<(usize, String)>,
}

/// Up to this many subproperties, all buckets are enumerated.
const MOST: usize = 20;

/// Adds pairs to a suite of a problem.
pub fn adopt(suite: &Suite, problem: &Problem, pairs: &[AdoptedPair]) -> ExtendedSuite {
    let structure = PairStructure::of_scope(problem, &problem.scope);
    let mut adopter = Adopter { problem, structure, replay: Replay::new(problem), known: BTreeSet::new() };
    for test in suite.buckets.iter().flat_map(|bucket| &bucket.tests) {
        adopter.known.extend(read(problem, &test.input, &test.output).map(|pair| adopter.structure.canonical(&pair)));
    }
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for (place, pair) in pairs.iter().enumerate() {
        match adopter.test(pair) {
            Ok(test) => found.push(test),
            Err(why) => refused.push((place, why)),
        }
    }
    // Small pairs first, so that the order in which pairs are given does not matter.
    let size = |test: &FoundTest| (adopter.structure.measure(&test.pair), test.exact.clone(), test.test.atoms.clone());
    found.sort_by_cached_key(size);
    let mut extended = suite.clone();
    let mut added = 0;
    for found in found {
        // Equal up to names: of several, the first one stays.
        if adopter.known.insert(found.canonical.clone()) && adopter.add(&mut extended, found) {
            added += 1;
        }
    }
    ExtendedSuite { suite: extended, added, refused }
}

/// A test that may be new.
struct FoundTest {
    bucket: Bucket,
    pair: Vec<Concrete>,
    exact: Vec<Concrete>,
    canonical: Vec<Concrete>,
    test: Test,
}

struct Adopter<'a> {
    problem: &'a Problem,
    structure: PairStructure,
    replay: Replay<'a>,
    /// Pairs of the suite, up to names and orders that do not matter.
    known: BTreeSet<Vec<Concrete>>,
}

impl Adopter<'_> {
    fn test(&self, given: &AdoptedPair) -> Result<FoundTest, String> {
        let (problem, structure) = (self.problem, &self.structure);
        let json = json!({ "input": given.input, "output": given.output });
        let read = Pair::read(problem, &json).map_err(|error| error.to_string())?;
        if !beyond_scope(problem, &problem.large_scope, &read).is_empty() {
            return Err("the pair lies outside the large scope".to_owned());
        }
        let pair = pairs::concrete(problem, &read).ok_or("an integer has more than 64 bits")?;
        let mut evaluator = self.replay.evaluator();
        let bucket = match evaluator.placement(&pair) {
            Some(Placement::In(bucket)) => bucket,
            Some(other) => return Err(other.words(problem)),
            None => return Err("it cannot be evaluated".to_owned()),
        };
        let in_scope = beyond_scope(problem, &problem.scope, &read).is_empty();
        let (input, output) = sides(problem, &pair);
        // Kinds that the problem file does not allow are replaced by the first one that it does.
        let mut atoms = kinds(problem, 0);
        for atom in &problem.atoms {
            let allowed = given.atoms.get(&*atom.name).filter(|kind| atom.kinds.contains(kind));
            atoms.extend(allowed.map(|kind| (atom.name.to_string(), *kind)));
        }
        let test = Test {
            id: id(problem, structure, &pair),
            input,
            output,
            expect: is_positive(problem, bucket),
            engine: given.found_by,
            kind: if in_scope { TestKind::Small } else { TestKind::Large },
            proven: None,
            positive_kind: None,
            atoms,
            family: None,
            shape: PairShape::of(problem, structure, &mut evaluator, &pair, bucket).words(),
        };
        let (exact, canonical) = (structure.exact(&pair), structure.canonical(&pair));
        Ok(FoundTest { bucket, pair, exact, canonical, test })
    }

    /// Adds a test to its bucket. Returns `false` if the suite says that there is no such bucket.
    fn add(&self, suite: &mut Suite, found: FoundTest) -> bool {
        let fails = python_names(self.problem, found.bucket.failing());
        if !suite.buckets.iter().any(|bucket| bucket.fails == fails) && !self.add_bucket(suite, found.bucket, &fails) {
            return false;
        }
        let wanted = suite.options.tests;
        let Some(bucket) = suite.buckets.iter_mut().find(|bucket| bucket.fails == fails) else { return false };
        let mut test = found.test;
        let measure = |test: &Test| {
            let pair = read(self.problem, &test.input, &test.output);
            pair.map(|pair| self.structure.measure(&self.structure.canonical(&pair)))
        };
        let new = measure(&test);
        let is_smaller =
            |one: &Test| one.kind == TestKind::Smallest && test.kind == TestKind::Small && new < measure(one);
        if let Some(before) = bucket.tests.iter_mut().find(|one| is_smaller(one)) {
            (before.kind, before.proven) = (TestKind::Small, None);
            (test.kind, test.proven) = (TestKind::Smallest, Some(false));
        }
        bucket.tests.push(test);
        bucket.tests.sort_by_key(|test| test.kind);
        gather(&mut bucket.tests);
        let enough = if bucket.tests.iter().any(|test| test.expect) { 2 * wanted } else { wanted };
        if bucket.tests.len() >= enough {
            bucket.short = None;
        }
        true
    }

    fn add_bucket(&self, suite: &mut Suite, bucket: Bucket, fails: &[String]) -> bool {
        let problem = self.problem;
        let set = |names: &[String]| -> SubpropertySet {
            let position = |name: &String| problem.subproperties.iter().position(|one| *one.name == **name);
            names.iter().filter_map(position).collect()
        };
        let stated = suite.contradictory.implications.iter();
        let implications: Vec<Implication> =
            stated.map(|one| Implication { hold: set(&one.hold), then: set(&one.then) }).collect();
        let count = problem.subproperties.len();
        let knows_all = suite.contradictory.count.is_some() && count <= MOST;
        if implications.iter().any(|one| one.excludes(bucket)) || (suite.contradictory.count.is_some() && !knows_all) {
            return false;
        }
        let mut listed: Vec<Bucket> = suite.buckets.iter().map(|one| Bucket::new(set(&one.fails))).collect();
        let place = listed.partition_point(|one| *one < bucket);
        listed.insert(place, bucket);
        let new = SuiteBucket {
            fails: fails.to_vec(),
            focused_on: Vec::new(),
            only_large: false,
            short: None,
            tests: Vec::new(),
        };
        suite.buckets.insert(place, new);
        let all: Vec<Bucket> = if knows_all {
            let all = SubpropertySet::all_of_first(count).map(Bucket::new);
            all.filter(|bucket| !implications.iter().any(|one| one.excludes(*bucket))).collect()
        } else {
            listed.clone()
        };
        for (entry, bucket) in suite.buckets.iter_mut().zip(listed).filter(|(entry, _)| !entry.only_large) {
            entry.focused_on = python_names(problem, focused_on(bucket, &all));
        }
        if let Some(not_found) = &mut suite.contradictory.not_found {
            not_found.buckets = not_found.buckets.saturating_sub(1);
        }
        true
    }
}

fn read(problem: &Problem, input: &Map<String, Json>, output: &Map<String, Json>) -> Option<Vec<Concrete>> {
    pairs::concrete(problem, &Pair::read(problem, &json!({ "input": input, "output": output })).ok()?)
}
