//! Pairs become tests of a suite: each in its bucket, none twice, and the suite stays one that `verify` accepts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lang::problem::{AtomKind, Problem};
use serde_json::{Map, Value as Json, json};
use suite::format::{Contradictory, TestKind, TestSource};
use suite::{AdoptedPair, Suite, Test, adopt, verify};

fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    suite::read::read(fs::read(path).expect("the suite")).expect("a suite")
}

fn problem(suite: &Suite) -> Problem {
    suite::read::problem(suite).expect("a problem")
}

fn object(json: Json) -> Map<String, Json> {
    match json {
        Json::Object(map) => map,
        other => panic!("{other}"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "values are made up where they are passed")]
fn pair(edges: Json, order: Json) -> AdoptedPair {
    AdoptedPair {
        input: object(json!({ "edges": edges })),
        output: object(json!({ "order": order })),
        atoms: BTreeMap::from([("Vertex".to_owned(), AtomKind::Str)]),
        found_by: TestSource::Solver,
    }
}

fn of_test(test: &Test) -> AdoptedPair {
    let (input, output, atoms) = (test.input.clone(), test.output.clone(), test.atoms.clone());
    AdoptedPair { input, output, atoms, found_by: TestSource::Solver }
}

#[track_caller]
fn check_valid(suite: &Suite) {
    let differences = verify(suite).notes.differences;
    assert!(differences.is_empty(), "{differences:?}");
}

fn tests(suite: &Suite) -> usize {
    suite.buckets.iter().map(|bucket| bucket.tests.len()).sum()
}

/// The ids and kinds of the tests in which these fail.
fn bucket<'a>(suite: &'a Suite, fails: &[&str]) -> Vec<(&'a str, TestKind)> {
    let bucket = suite.buckets.iter().find(|bucket| bucket.fails == fails).expect("a bucket");
    bucket.tests.iter().map(|test| (&*test.id, test.kind)).collect()
}

#[test]
fn each_pair_goes_into_its_bucket_whoever_found_it() {
    let suite = suite();
    check_valid(&suite);
    let problem = problem(&suite);
    let pairs = [
        // A repeated vertex.
        pair(json!([[0, 1]]), json!([0, 1, 1])),
        // The same, with other names.
        pair(json!([[2, 0]]), json!([2, 0, 0])),
        // Beyond the scope: four vertices.
        pair(json!([[0, 1], [2, 3]]), json!([0, 1, 2, 3, 3])),
    ];
    let extended = adopt(&suite, &problem, &pairs);
    assert_eq!((extended.refused.len(), tests(&extended.suite) - tests(&suite)), (0, extended.added));
    check_valid(&extended.suite);
    let kinds = |suite: &Suite| {
        let of = |wanted: TestKind| {
            suite.buckets.iter().flat_map(|one| &one.tests).filter(|test| test.kind == wanted).count()
        };
        [of(TestKind::Smallest), of(TestKind::Small), of(TestKind::Large)]
    };
    let (before, after) = (kinds(&suite), kinds(&extended.suite));
    assert_eq!((before[0], before[2] + 1), (after[0], after[2]));
    // In any order, and again: the same suite.
    let mut reversed = pairs.clone();
    reversed.reverse();
    assert_eq!(adopt(&suite, &problem, &reversed).suite.to_text(), extended.suite.to_text());
    let again = adopt(&extended.suite, &problem, &pairs);
    assert_eq!((again.added, again.suite.to_text()), (0, extended.suite.to_text()));
}

/// Tests that were taken out come back as they were, except for what only the solver knows.
#[test]
fn tests_that_were_taken_out_come_back() {
    let whole = suite();
    let problem = problem(&whole);
    for (at, of) in whole.buckets.iter().enumerate() {
        let mut less = whole.clone();
        less.buckets[at].tests.truncate(1);
        less.buckets[at].short = Some("taken out".to_owned());
        let out: Vec<AdoptedPair> = of.tests[1..].iter().map(of_test).collect();
        let extended = adopt(&less, &problem, &out);
        assert_eq!((extended.added, tests(&extended.suite)), (out.len(), tests(&whole)));
        let ids = |suite: &Suite| {
            let mut ids: Vec<String> = suite.buckets[at].tests.iter().map(|test| test.id.clone()).collect();
            ids.sort();
            ids
        };
        assert_eq!(ids(&extended.suite), ids(&whole));
        let wanted = if of.tests[0].expect { 2 } else { 1 } * whole.options.tests;
        assert_eq!(extended.suite.buckets[at].short.is_none(), of.tests.len() >= wanted);
        check_valid(&extended.suite);
    }
}

/// A smallest test that nobody proved to be the smallest may turn out not to be.
#[test]
fn a_smaller_pair_is_the_smallest() {
    let mut suite = suite();
    let problem = problem(&suite);
    let at = suite.buckets.iter().position(|bucket| bucket.fails == ["no_new", "same_num_vertices"]).expect("a bucket");
    let least = suite.buckets[at].tests.remove(0);
    (suite.buckets[at].tests[0].kind, suite.buckets[at].tests[0].proven) = (TestKind::Smallest, Some(false));
    suite.buckets[at].short = Some("taken out".to_owned());
    let extended = adopt(&suite, &problem, &[of_test(&least)]).suite;
    check_valid(&extended);
    let tests = bucket(&extended, &["no_new", "same_num_vertices"]);
    assert_eq!(tests[0], (&*least.id, TestKind::Smallest));
    assert_eq!(tests.iter().filter(|(_, kind)| *kind == TestKind::Smallest).count(), 1);
}

#[test]
fn a_bucket_that_the_suite_does_not_have_is_added() {
    let whole = suite();
    let problem = problem(&whole);
    let mut suite = whole.clone();
    suite.options.buckets = "given".to_owned();
    suite.options.tests = 0;
    suite.buckets.iter_mut().for_each(|bucket| bucket.short = None);
    let removed = suite.buckets.remove(3);
    check_valid(&suite);
    let extended = adopt(&suite, &problem, &[of_test(&removed.tests[0])]);
    assert_eq!((extended.added, &*extended.suite.buckets[3].fails), (1, &*removed.fails));
    assert_eq!(extended.suite.buckets[3].focused_on, removed.focused_on);
    check_valid(&extended.suite);
    // Without the solver, nobody knows which buckets there are.
    let mut drawn = suite;
    drawn.contradictory = Contradictory { count: None, implications: Vec::new(), not_found: None };
    check_valid(&drawn);
    let extended = adopt(&drawn, &problem, &[of_test(&removed.tests[0])]);
    assert_eq!(extended.added, 1);
    check_valid(&extended.suite);
}

#[test]
fn what_is_not_a_pair_of_the_problem_is_refused() {
    let suite = suite();
    let problem = problem(&suite);
    let many: Vec<u32> = (0..30).collect();
    let pairs = [
        // A cycle violates the precondition.
        pair(json!([[0, 1], [1, 0]]), json!([0, 1])),
        pair(json!("edges"), json!([])),
        pair(json!([]), json!(many)),
    ];
    let extended = adopt(&suite, &problem, &pairs);
    assert_eq!((extended.added, extended.refused.len()), (0, 3));
    assert_eq!(extended.suite.to_text(), suite.to_text());
    // A kind that the problem file does not allow is not taken over.
    let mut odd = pair(json!([[0, 1]]), json!([0, 1, 1]));
    odd.atoms = BTreeMap::from([("Edge".to_owned(), AtomKind::Int)]);
    check_valid(&adopt(&suite, &problem, &[odd]).suite);
}
