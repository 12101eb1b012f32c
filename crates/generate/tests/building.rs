//! Suites keep their promises: correct buckets, no two tests alike, all kinds, reproducible bytes.
//!
//! Whether tests are alike, buckets focused, or outputs unique is computed here in another way than in the library.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use circuit::Deadline;

use generate::{BuildOptions, Engines, build};
use lang::load::{Loaded, load_file};
use lang::problem::{Problem, PropertyKind};
use lang::scope::override_bounds;
use serde_json::{Map, Value as Json, json};
use suite::format::{AtomKind, Mix, PositiveKind, TestKind, TestSource};
use suite::{BucketSelection, Suite, Test};

/// A problem and a scope at which generation is fast.
const SMALL: &[(&str, &str)] = &[
    ("bfs_levels", "Vertex=2,edges=2,levels=2x2"),
    ("brackets", "brackets=4,Position=0..5,matches=3"),
    ("change", "Coin=1..3,coins=2,amount=0..4,Count=-1..3,given=2"),
    ("dedupe", "Item=4,items=4,kept=4"),
    ("matcher", "Id=0..4,companies=2x2,candidates=2x2,hires=4"),
    ("sortacle", "Name=2,Person_age=0..3,people_in=3,people_out=3"),
    ("top_k", "Word=3,words=3,k=0..3,top=3"),
    ("toposort", "Vertex=4,edges=4,order=5"),
];

fn problem(name: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    let mut loaded = load_file(&path);
    assert!(!loaded.has_errors(), "{name}: {:?}", loaded.diagnostics);
    let bounds = SMALL.iter().find(|(known, _)| *known == name).map(|(_, bounds)| *bounds).expect("a scope");
    loaded.problem.scope = override_bounds(&loaded.problem, bounds).expect("bounds");
    loaded
}

fn built(problem: &Problem, options: &BuildOptions) -> Suite {
    build(problem, options, None, &|_| {}).expect("no mismatch")
}

fn few() -> BuildOptions {
    BuildOptions { tests: 6, jobs: 2, ..BuildOptions::default() }
}

/// The suite of [`few`] tests, built once for all tests that use it.
fn suite_of_few(name: &str) -> &'static Suite {
    static BUILT: [OnceLock<Suite>; SMALL.len()] = [const { OnceLock::new() }; SMALL.len()];
    let at = SMALL.iter().position(|(known, _)| *known == name).expect("a scope");
    BUILT[at].get_or_init(|| built(&problem(name).problem, &few()))
}

fn tests(suite: &Suite) -> impl Iterator<Item = &Test> {
    suite.buckets.iter().flat_map(|bucket| &bucket.tests)
}

fn pair(input: &Map<String, Json>, output: &Map<String, Json>) -> Json {
    json!({ "input": input, "output": output })
}

/// The answers of `eval` on a pair: preconditions, then subproperties.
fn verdicts(problem: &Problem, pair: &Json) -> Vec<Result<bool, String>> {
    let program = eval::Program::new(problem);
    let mut machine = eval::Machine::new(&program);
    let read = eval::Pair::read(problem, pair).expect("a pair");
    let all = problem.preconditions.len() + problem.subproperties.len();
    (0..all).map(|at| machine.holds(at, &read.values).map_err(|fault| fault.to_string())).collect()
}

#[test]
fn every_test_is_in_its_bucket_and_answers_are_right() {
    for (name, _) in SMALL {
        let loaded = problem(name);
        let problem = &loaded.problem;
        let suite = suite_of_few(name);
        let first = problem.preconditions.len();
        for bucket in &suite.buckets {
            for test in &bucket.tests {
                let said = verdicts(problem, &pair(&test.input, &test.output));
                assert!(said[..first].iter().all(|said| *said == Ok(true)), "{name}: {}", test.id);
                let mut correct = true;
                for (property, said) in problem.subproperties.iter().zip(&said[first..]) {
                    let fails = bucket.fails.iter().any(|name| **name == *property.name);
                    assert_eq!(*said, Ok(!fails), "{name}: {} {}", test.id, property.name);
                    correct &= !fails || property.kind == PropertyKind::Error;
                }
                assert_eq!(test.expect, correct, "{name}: {}", test.id);
                assert!(correct || test.positive_kind.is_none(), "{name}: {}", test.id);
            }
        }
    }
}

/// Atoms are numbers or letters, by their first kind; only for problems without other numbers or texts.
fn visit(value: &Json, names: &mut BTreeSet<String>) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| visit(item, names)),
        Json::Object(entries) => entries.values().for_each(|item| visit(item, names)),
        other => {
            names.insert(other.to_string());
        }
    }
}

/// A form that is independent of names, by trying all of them: slow and obviously correct. Only for pairs with few atoms.
fn without_names(problem: &Problem, test: &Test) -> Option<String> {
    let params = &problem.predicate.as_ref().expect("a predicate").params;
    let kind = |name: &str| params.iter().find(|param| &*param.name == name).map(|param| param.annotation.clone());
    let mut names = BTreeSet::new();
    let mut values = Vec::new();
    for (name, value) in test.input.iter().chain(&test.output) {
        values.push((kind(name).unwrap_or_default(), value.clone()));
    }
    values.iter().for_each(|(_, value)| visit(value, &mut names));
    if names.len() > 5 {
        return None;
    }
    let names: Vec<String> = names.into_iter().collect();
    let mut least: Option<String> = None;
    permutations(names.len(), &mut |order| {
        let renamed: Vec<String> = values
            .iter()
            .map(|(annotation, value)| {
                let mut value = renamed(value, &names, order);
                if let (true, Json::Array(items)) = (annotation.starts_with("Unordered"), &mut value) {
                    items.sort_by_key(ToString::to_string);
                }
                value.to_string()
            })
            .collect();
        let text = renamed.join(" ");
        if least.as_ref().is_none_or(|least| text < *least) {
            least = Some(text);
        }
    });
    least
}

fn renamed(value: &Json, names: &[String], order: &[usize]) -> Json {
    match value {
        Json::Array(items) => items.iter().map(|item| renamed(item, names, order)).collect(),
        Json::Object(entries) => {
            // The order of the elements of a set does not matter.
            let mut entries: Map<String, Json> =
                entries.iter().map(|(key, item)| (key.clone(), renamed(item, names, order))).collect();
            if let Some(Json::Array(items)) = entries.get_mut("set") {
                items.sort_by_key(ToString::to_string);
            }
            Json::Object(entries)
        }
        other => {
            let shown = other.to_string();
            let at = names.iter().position(|name| *name == shown).expect("a name");
            Json::from(order[at])
        }
    }
}

fn permutations(number: usize, visit: &mut dyn FnMut(&[usize])) {
    fn from(order: &mut Vec<usize>, at: usize, visit: &mut dyn FnMut(&[usize])) {
        if at == order.len() {
            return visit(order);
        }
        for other in at..order.len() {
            order.swap(at, other);
            from(order, at + 1, visit);
            order.swap(at, other);
        }
    }
    from(&mut (0..number).collect(), 0, visit);
}

#[test]
fn no_two_tests_are_alike() {
    for name in ["toposort", "dedupe", "bfs_levels"] {
        let loaded = problem(name);
        let suite = built(&loaded.problem, &BuildOptions { tests: 12, ..few() });
        let ids: BTreeSet<&str> = tests(&suite).map(|test| &*test.id).collect();
        assert_eq!(ids.len(), tests(&suite).count(), "{name}: two tests have one id");
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for test in tests(&suite) {
            let Some(form) = without_names(&loaded.problem, test) else { continue };
            let before = known.insert(form, &test.id);
            assert_eq!(before, None, "{name}: {} is the same but for names", test.id);
        }
        assert!(known.len() > 50, "{name}: only {} were compared", known.len());
    }
}

#[test]
fn suites_are_reproducible_with_any_number_of_jobs() {
    for name in ["toposort", "change", "matcher"] {
        let loaded = problem(name);
        for engines in [Engines::Both, Engines::Solver, Engines::Random] {
            let options = BuildOptions { tests: 4, engines, outside: 1, seed: 5, ..BuildOptions::default() };
            let once = built(&loaded.problem, &BuildOptions { jobs: 1, ..options.clone() }).to_text();
            assert!(once == built(&loaded.problem, &BuildOptions { jobs: 1, ..options.clone() }).to_text(), "{name}");
            assert!(once == built(&loaded.problem, &BuildOptions { jobs: 2, ..options.clone() }).to_text(), "{name}");
            assert!(once != built(&loaded.problem, &BuildOptions { seed: 6, ..options }).to_text(), "{name}");
        }
    }
}

#[test]
fn buckets_get_what_was_requested_or_say_why_not() {
    for (name, _) in SMALL {
        let loaded = problem(name);
        let problem = &loaded.problem;
        let suite = suite_of_few(name);
        assert!(!suite.stopped_early);
        let mix = Mix::default().divide(6);
        for bucket in &suite.buckets {
            let positive = bucket.tests[0].expect;
            let wanted = if positive { 12 } else { 6 };
            assert_eq!(bucket.tests.len() < wanted, bucket.short.is_some(), "{name}: {:?}", bucket.fails);
            assert!(bucket.tests.len() <= wanted);
            let number = |kind: TestKind| bucket.tests.iter().filter(|test| test.kind == kind).count();
            assert_eq!(number(TestKind::Smallest), 1, "{name}: {:?}", bucket.fails);
            if bucket.short.is_none() && !positive {
                let all = mix.total();
                assert_eq!(bucket.tests.len(), all, "{name}: {:?}", bucket.fails);
            }
        }
        // Large tests are beyond the scope, others are not.
        for bucket in &suite.buckets {
            for test in &bucket.tests {
                let read = eval::Pair::read(problem, &pair(&test.input, &test.output)).expect("a pair");
                let beyond = !eval::beyond_scope(problem, &problem.scope, &read).is_empty();
                assert_eq!(beyond, bucket.only_large || test.kind == TestKind::Large, "{name}: {}", test.id);
                assert!(eval::beyond_scope(problem, &problem.large_scope, &read).is_empty(), "{name}: {}", test.id);
            }
        }
        let engines: BTreeSet<TestSource> =
            tests(suite).filter(|test| test.kind == TestKind::Diverse).map(|test| test.engine).collect();
        assert_eq!(engines.len(), 2, "{name}: diverse ones come from both engines");
    }
}

#[test]
fn functional_and_relational_agree_with_brute_force() {
    let suite = suite_of_few("toposort");
    let mut seen = BTreeSet::new();
    let mut families: BTreeMap<&str, Vec<&Test>> = BTreeMap::new();
    for test in tests(suite).filter(|test| test.expect) {
        if let Some(family) = &test.family {
            families.entry(family).or_default().push(test);
        }
        if test.kind == TestKind::Large {
            assert_ne!(test.positive_kind, Some(PositiveKind::Functional));
            continue;
        }
        // Only orders of the vertices of the graph can be correct outputs.
        let edges = test.input["edges"].as_array().expect("edges");
        let vertices: BTreeSet<String> =
            edges.iter().flat_map(|edge| edge.as_array().expect("an edge")).map(ToString::to_string).collect();
        let vertices: Vec<String> = vertices.into_iter().collect();
        let mut correct = 0;
        permutations(vertices.len(), &mut |order| {
            let place: BTreeMap<&str, usize> = order.iter().enumerate().map(|(at, v)| (&*vertices[*v], at)).collect();
            let forward = |edge: &Json| place[&*edge[0].to_string()] < place[&*edge[1].to_string()];
            correct += usize::from(edges.iter().all(forward));
        });
        let expected = if correct == 1 { PositiveKind::Functional } else { PositiveKind::Relational };
        assert_eq!(test.positive_kind, Some(expected), "{}", test.id);
        seen.insert(expected);
    }
    assert_eq!(seen.len(), 2, "both kinds occur");
    assert!(!families.is_empty());
    for (family, members) in families {
        assert!(members.len() > 1, "{family} has one member");
        assert!(members.iter().all(|test| test.input == members[0].input), "{family} has several inputs");
        assert!(members.iter().all(|test| test.atoms == members[0].atoms), "{family} is shown in several ways");
        assert!(members.iter().all(|test| test.positive_kind == Some(PositiveKind::Relational)));
    }
}

#[test]
fn positives_are_as_many_as_the_largest_negative_bucket() {
    for (name, _) in SMALL {
        let suite = suite_of_few(name);
        let number = |expect: bool| {
            let fits = move |test: &&Test| test.expect == expect;
            suite.buckets.iter().map(move |bucket| bucket.tests.iter().filter(fits).count())
        };
        assert!(number(true).sum::<usize>() >= number(false).max().unwrap_or(0), "{name}");
    }
}

#[test]
fn every_bucket_uses_all_kinds_of_atoms() {
    let suite = suite_of_few("toposort");
    for bucket in &suite.buckets {
        let kinds: BTreeSet<AtomKind> = bucket.tests.iter().map(|test| test.atoms["Vertex"]).collect();
        assert_eq!(kinds.len(), 2, "{:?}", bucket.fails);
    }
    let smallest = |test: &&Test| test.kind == TestKind::Smallest;
    let kinds: BTreeSet<AtomKind> = tests(suite).filter(smallest).map(|test| test.atoms["Vertex"]).collect();
    assert_eq!(kinds.len(), 2);
}

#[test]
fn names_in_larger_tests_carry_no_information() {
    let suite = suite_of_few("toposort");
    // An edge may lead to a larger or to a smaller name.
    let edges = tests(suite).filter(|test| matches!(test.kind, TestKind::Diverse | TestKind::Large) && test.expect);
    let up_or_down: BTreeSet<bool> = edges
        .flat_map(|test| test.input["edges"].as_array().cloned().unwrap_or_default())
        .map(|edge| edge[0].as_i64() < edge[1].as_i64())
        .collect();
    assert_eq!(up_or_down.len(), 2);
}

#[test]
fn buckets_can_be_selected() {
    let loaded = problem("toposort");
    let problem = &loaded.problem;
    let fails = |which: &str| -> BTreeSet<Vec<String>> {
        let parsed = BucketSelection::parse(problem, which).expect("buckets");
        let suite = built(problem, &BuildOptions { which: parsed, tests: 1, engines: Engines::Solver, ..few() });
        suite.buckets.into_iter().map(|bucket| bucket.fails).collect()
    };
    let all = fails("all");
    // Focused on A: A fails, and no other bucket fails A and a subset of the rest.
    let focused = |bucket: &Vec<String>, name: &String| {
        let smaller = |other: &&Vec<String>| *other != bucket && other.iter().all(|name| bucket.contains(name));
        bucket.contains(name) && !all.iter().filter(smaller).any(|other| other.contains(name))
    };
    let positive: BTreeSet<Vec<String>> = [Vec::new()].into();
    let some: BTreeSet<Vec<String>> =
        all.iter().filter(|bucket| bucket.iter().any(|name| focused(bucket, name))).cloned().collect();
    assert_eq!(fails("focused"), &some | &positive);
    assert_eq!(fails("unfocused"), &(&all - &some) | &positive);
    let on = "uniqueness".to_owned();
    let one: BTreeSet<Vec<String>> = all.iter().filter(|bucket| focused(bucket, &on)).cloned().collect();
    assert!(!one.is_empty() && one.len() < some.len());
    assert_eq!(fails("focused:UNIQUENESS"), &one | &positive);
    assert_eq!(fails("allprop"), positive);
    let names = ["uniqueness", "same_num_vertices"].map(str::to_owned).to_vec();
    assert_eq!(fails("uniqueness, same-num-vertices"), [names].into());
    assert!(fails("sortedness").is_empty(), "contradictory");
    assert!(BucketSelection::parse(problem, "focused:nothing").is_err());
    assert!(BucketSelection::parse(problem, "").is_err());
}

#[test]
fn the_random_engine_works_without_a_solver() {
    let loaded = problem("toposort");
    let suite = built(&loaded.problem, &BuildOptions { engines: Engines::Random, ..few() });
    assert_eq!(suite.contradictory.count, None);
    assert!(suite.contradictory.implications.is_empty());
    assert!(tests(&suite).all(|test| test.engine == TestSource::Random));
    assert!(tests(&suite).all(|test| test.positive_kind != Some(PositiveKind::Functional)));
    let solver = built(&loaded.problem, &BuildOptions { engines: Engines::Solver, ..few() });
    assert!(tests(&solver).all(|test| test.engine == TestSource::Solver && test.kind != TestKind::Large));
    assert_eq!(solver.contradictory.count, Some(64 - solver.buckets.len() as u64));
}

#[test]
fn buckets_of_the_large_scope_are_marked() {
    let mut loaded = problem("toposort");
    // At this scope the solver finds only some of the 37 buckets, and walks find the others.
    loaded.problem.scope = override_bounds(&loaded.problem, "Vertex=3,edges=2,order=3").expect("bounds");
    let suite = built(&loaded.problem, &few());
    let only_large: Vec<_> = suite.buckets.iter().filter(|bucket| bucket.only_large).collect();
    let small = suite.buckets.len() - only_large.len();
    assert!(!only_large.is_empty());
    assert_eq!(suite.contradictory.count, Some(64 - small as u64));
    for bucket in only_large {
        assert!(!bucket.tests.is_empty());
        assert!(bucket.tests.iter().all(|test| test.engine == TestSource::Random));
    }
}

#[test]
fn outside_violates_one_precondition() {
    // The first precondition of toposort forbids what its scope excludes anyway: a repeated edge.
    ["matcher", "toposort"].iter().for_each(|name| check_outside(name));
}

fn check_outside(name: &str) {
    let loaded = problem(name);
    let problem = &loaded.problem;
    let suite = built(problem, &BuildOptions { tests: 1, outside: 3, ..few() });
    for (at, property) in problem.preconditions.iter().enumerate() {
        let of: Vec<_> = suite.outside.iter().filter(|outside| *outside.violates == *property.name).collect();
        assert_eq!(of.len(), 3, "{}", property.name);
        for outside in of {
            let said = verdicts(problem, &pair(&outside.input, &outside.output));
            assert!(said[..at].iter().all(|said| *said == Ok(true)), "{}", outside.id);
            assert_eq!(said[at], Ok(false), "{}", outside.id);
            assert!(said[at + 1..problem.preconditions.len()].iter().all(|said| *said != Ok(false)));
        }
    }
}

#[test]
fn a_time_limit_leaves_a_valid_suite() {
    let loaded = problem("toposort");
    let limit = Deadline::after(Duration::from_millis(1));
    let suite = built(&loaded.problem, &BuildOptions { deadline: limit, ..few() });
    assert!(suite.stopped_early);
    let long = Deadline::after(Duration::from_mins(10));
    let free = suite_of_few("toposort");
    let limited = built(&loaded.problem, &BuildOptions { deadline: long, ..few() });
    assert!(!limited.stopped_early && limited.to_text() == free.to_text(), "a limit that is not reached says nothing");
}

#[test]
fn an_update_keeps_tests_and_adds_missing_ones() {
    let loaded = problem("toposort");
    let source = &loaded.problem.source.text;
    let old = suite_of_few("toposort");
    // Nothing to do: the same tests again.
    let same = build(&loaded.problem, &few(), Some(old), &|_| {}).expect("no mismatch");
    let by_id = |suite: &Suite| -> BTreeMap<String, Test> {
        tests(suite).map(|test| (test.id.clone(), test.clone())).collect()
    };
    assert_eq!(by_id(&same).keys().collect::<Vec<_>>(), by_id(old).keys().collect::<Vec<_>>());
    // An additional subproperty splits buckets: old tests stay, and new buckets are filled.
    let more = format!(
        "{source}\n\n@error_subproperty(instead_of=[\"uniqueness\"])\ndef short(order):\n    \"\"\"Short.\"\"\"\n    return len(order) < 3\n"
    );
    let mut changed = lang::load::load(lang::source::Source::new("toposort.py", more), lang::load::Mode::Problem);
    assert!(!changed.has_errors(), "{:?}", changed.diagnostics);
    changed.problem.scope = loaded.problem.scope.clone();
    let new = build(&changed.problem, &few(), Some(old), &|_| {}).expect("no mismatch");
    let (before, after) = (by_id(old), by_id(&new));
    for (id, test) in &before {
        let kept = after.get(id).unwrap_or_else(|| panic!("{id} is lost"));
        assert_eq!((&kept.input, &kept.output, &kept.atoms), (&test.input, &test.output, &test.atoms));
    }
    assert!(after.len() > before.len());
    // The solver determines the smallest pair again, wherever it is among the tests.
    let fresh = built(&changed.problem, &few());
    for (bucket, fresh) in new.buckets.iter().zip(&fresh.buckets).filter(|(bucket, _)| !bucket.only_large) {
        assert_eq!(bucket.fails, fresh.fails);
        let (smallest, right) = (&bucket.tests[0], &fresh.tests[0]);
        assert_eq!(smallest.proven, Some(smallest.id == right.id && right.proven == Some(true)), "{:?}", bucket.fails);
    }
    assert!(new.buckets.iter().filter(|bucket| bucket.tests[0].proven == Some(true)).count() > old.buckets.len() / 2);
    for bucket in &new.buckets {
        assert!(bucket.tests.len() >= 6 || bucket.short.is_some(), "{:?}", bucket.fails);
        for test in &bucket.tests {
            let said = verdicts(&changed.problem, &pair(&test.input, &test.output));
            let short = said.last().expect("an answer").clone().expect("no fault");
            assert_eq!(short, !bucket.fails.contains(&"short".to_owned()));
        }
    }
    // Tests that are no longer valid are dropped.
    let fewer =
        format!("{source}\n\n@precondition\ndef some(edges):\n    \"\"\"Some.\"\"\"\n    return len(edges) > 0\n");
    let changed = lang::load::load(lang::source::Source::new("toposort.py", fewer), lang::load::Mode::Problem);
    assert!(!changed.has_errors(), "{:?}", changed.diagnostics);
    let new = build(&changed.problem, &BuildOptions { tests: 1, ..few() }, Some(old), &|_| {}).expect("no mismatch");
    assert!(tests(&new).all(|test| !test.input["edges"].as_array().expect("edges").is_empty()));
}
