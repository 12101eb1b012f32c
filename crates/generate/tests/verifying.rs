//! `verify` accepts a valid suite, and finds every change of it.

#[path = "../../suite/tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use lang::load::{Mode, load};
use lang::source::Source;
use serde_json::{Value as Json, json};
use suite::Suite;
use suite::format::{Contradictory, NotFound, PositiveKind, ProblemFile, TestKind};
use suite::read::read;
use suite::verify::Discrepancy;

fn bytes(suite: &Suite) -> Vec<u8> {
    serde_json::to_vec(suite).expect("JSON")
}

fn differences(suite: &Suite) -> Vec<Discrepancy> {
    suite::verify(&read(bytes(suite)).expect("a suite")).notes.differences
}

/// The discrepancies after a change: places and messages.
fn after(suite: &Suite, change: impl FnOnce(&mut Suite)) -> Vec<(String, String)> {
    let mut changed = suite.clone();
    change(&mut changed);
    assert_ne!(changed, *suite, "nothing was changed");
    differences(&changed).into_iter().map(|found| (found.place, found.message)).collect()
}

#[test]
fn a_valid_suite_is_accepted() {
    let suite = common::toposort();
    let report = generate::verify(&suite);
    assert_eq!((report.notes.differences, report.notes.undecided), (vec![], vec![]));
    assert_eq!((report.buckets, report.outside), (suite.buckets.len(), 2));
    assert!(report.tests > 60, "{}", report.tests);
    assert_eq!(read(bytes(&suite)).expect("a suite"), suite);
}

/// All values of a JSON text, by their paths.
fn paths(json: &Json, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match json {
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| paths(item, &format!("{path}/{index}"), found));
        }
        Json::Object(fields) => fields.iter().for_each(|(key, item)| paths(item, &format!("{path}/{key}"), found)),
        _ => {}
    }
}

/// Other values of the same kind.
fn others(path: &str, value: &Json) -> Vec<Json> {
    let last = path.rsplit('/').next().unwrap_or_default();
    let one_of = |words: &[&str]| words.iter().filter(|word| *value != **word).map(|word| json!(word)).collect();
    match (last, value) {
        ("kind", _) => one_of(&["smallest", "small", "diverse", "large"]),
        ("positive_kind", _) => {
            let words = [json!("functional"), json!("relational"), Json::Null];
            words.into_iter().filter(|word| word != value).collect()
        }
        ("engine", _) if path.starts_with("/buckets") => one_of(&["solver", "random"]),
        (_, Json::Bool(truth)) => vec![json!(!truth)],
        (_, Json::Number(number)) => {
            let number = number.as_i64().expect("a small number");
            vec![json!(number + 1), json!(number - 1)]
        }
        (_, Json::String(text)) => vec![json!(format!("{text}x")), json!("")],
        (_, Json::Array(items)) => {
            let mut without = items.clone();
            let mut twice = items.clone();
            twice.extend(without.pop());
            vec![json!(without), json!(twice), json!(items.iter().rev().collect::<Vec<_>>())]
        }
        (_, Json::Object(_) | Json::Null) => Vec::new(),
    }
}

/// The remarks of `docs/suite-format.md`: how a suite was made, and claims that say less than is known.
fn is_remark(suite: &Json, path: &str, before: &Json, after: &Json) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    // A bucket that is short may be shorter.
    let shorter = path.strip_suffix("/tests").is_some_and(|bucket| {
        let short = suite.pointer(bucket).is_some_and(|bucket| bucket.get("short").is_some());
        short && after.as_array().zip(before.as_array()).is_some_and(|(after, before)| after.len() < before.len())
    });
    let says_less = match last {
        "proven" => *after == json!(false),
        "positive_kind" => after.is_null(),
        "stopped_early" => *after == json!(true),
        "order_undecided" => true,
        // Both lie inside the scope.
        "kind" => [before, after].iter().all(|kind| **kind == json!("small") || **kind == json!("diverse")),
        _ => false,
    };
    let kind_of_atoms = path.contains("/atoms/");
    // The number of unscored tests is up to the user.
    says_less
        || shorter
        // Every claim was decided again, and holds in the other scope, too.
        || path.starts_with("/scope/")
        || kind_of_atoms
        || path == "/outside"
        || path == "/problem/name"
        || path == "/seed"
        || path.starts_with("/options")
        || ["engine", "short"].contains(&last)
}

#[test]
fn every_change_of_a_field_is_found_or_it_is_a_remark() {
    let suite = common::toposort();
    let json = serde_json::to_value(&suite).expect("JSON");
    let mut all = Vec::new();
    paths(&json, "", &mut all);
    // The positive bucket and one in five others, with all their fields, represent the rest.
    let kept = |path: &String| {
        let bucket = path.strip_prefix("/buckets/").and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
        bucket.is_none_or(|bucket| bucket == 0 || bucket % 5 == 2)
    };
    let (mut tried, mut remarks, mut decided, mut missed) = (0, 0, BTreeSet::new(), Vec::new());
    for path in all.iter().filter(|path| kept(path)) {
        let value = json.pointer(path).expect("a value");
        for other in others(path, value) {
            let mut changed = json.clone();
            *changed.pointer_mut(path).expect("a value") = other.clone();
            // Orders and names that do not matter.
            let equivalent = path.ends_with("/edges") || path.contains("/edges/") || path.contains("/order");
            if changed == json {
                continue;
            }
            tried += 1;
            let Ok(read) = read(changed.to_string().into_bytes()) else { continue };
            if !suite::verify(&read).is_fine() {
                continue;
            }
            if !path.starts_with("/scope/") && is_remark(&json, path, value, &other) {
                remarks += 1;
            } else if equivalent && path.contains("put/") && same_pair(&json, path, &changed) {
            } else if !generate::verify(&read).is_fine() {
                decided.insert(path.rsplit('/').next().unwrap_or_default().to_owned());
            } else if is_remark(&json, path, value, &other) {
                remarks += 1;
            } else {
                missed.push(format!("{path} = {other}"));
            }
        }
    }
    assert!(tried > 500 && remarks * 4 < tried, "{tried}, {remarks}");
    assert_eq!(missed, Vec::<String>::new());
    // Only the solver finds these.
    assert!(decided.contains("positive_kind"), "{decided:?}");
}

#[test]
fn claims_about_all_pairs_are_decided_again() {
    let suite = common::toposort();
    let decided = |change: fn(&mut Suite)| {
        let mut changed = suite.clone();
        change(&mut changed);
        generate::verify(&changed).notes.differences
    };
    let says = |found: Vec<Discrepancy>, place: &str, part: &str| {
        let fits = found.iter().any(|difference| difference.place == place && difference.message.contains(part));
        assert!(fits, "{place}: {part}: {found:#?}");
    };
    // More pairs, more buckets.
    let wide = decided(|suite| suite.scope = json!({"Vertex": 5, "edges": 4, "order": 6}));
    says(wide, "contradictory", "not contradictory: a pair of the scope is in the bucket in which ");
    let proven = decided(|suite| {
        // The second smallest test instead of the smallest.
        let tests = &mut suite.buckets[2].tests;
        tests.remove(0);
        (tests[0].kind, tests[0].proven) = (TestKind::Smallest, Some(true));
    });
    says(proven, "buckets[2].tests[0].proven", "not the smallest: ");
    let at = suite.buckets[0].tests.iter().position(|test| test.positive_kind == Some(PositiveKind::Functional));
    assert_eq!(at, Some(0), "the smallest test has one correct output");
    let relational = decided(|suite| suite.buckets[0].tests[0].positive_kind = Some(PositiveKind::Relational));
    says(relational, "buckets[0].tests[0].positive_kind", "must be functional: no other output");
}

/// The test around a path is the same pair, up to names and the order of edges.
fn same_pair(before: &Json, path: &str, after: &Json) -> bool {
    let end = path.find("/input").or_else(|| path.find("/output")).expect("inside a test");
    let id = |json: &Json| {
        json.pointer(&path[..end]).map(|test| (normal(&test["input"], &test["output"]), test["id"].clone()))
    };
    id(before) == id(after)
}

/// The least result among all ways to name three atoms, with edges sorted.
fn normal(input: &Json, output: &Json) -> String {
    let names: BTreeSet<i64> = numbers(input).into_iter().chain(numbers(output)).collect();
    let names: Vec<i64> = names.into_iter().collect();
    permutations(&names)
        .iter()
        .map(|renamed| {
            let rename = |number: i64| names.iter().position(|name| *name == number).map(|at| renamed[at]);
            // Only the rank of a name matters.
            let rank = |number: i64| names.iter().position(|name| Some(*name) == rename(number));
            let edges = input["edges"].as_array().expect("edges");
            let mut edges: Vec<Vec<Option<usize>>> =
                edges.iter().map(|edge| numbers(edge).into_iter().map(rank).collect()).collect();
            edges.sort();
            let order: Vec<Option<usize>> = numbers(&output["order"]).into_iter().map(rank).collect();
            format!("{edges:?} {order:?}")
        })
        .min()
        .unwrap_or_default()
}

fn numbers(json: &Json) -> Vec<i64> {
    match json {
        Json::Number(number) => number.as_i64().into_iter().collect(),
        Json::Array(items) => items.iter().flat_map(numbers).collect(),
        Json::Object(fields) => fields.values().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

fn permutations(items: &[i64]) -> Vec<Vec<i64>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for index in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(index);
        all.extend(permutations(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
    }
    all
}

#[test]
fn buckets_that_were_not_found_are_counted() {
    let says = |suite: Suite, expected: Option<&str>| {
        let found = differences(&suite);
        let said = found.iter().find(|found| found.place.starts_with("contradictory.not_found"));
        let said = said.map(|found| &*found.message);
        assert_eq!(said, expected, "{found:#?}");
    };
    let decided = common::toposort();
    let others = 64 - decided.buckets.len() as u64;
    let not_found = |buckets| Some(NotFound { buckets, candidates: 9 });
    let mut both = decided.clone();
    both.contradictory.not_found = not_found(others);
    says(both, Some("must be absent: `count` says that all other buckets are contradictory"));
    let wrong = format!("{others} buckets are not listed");
    for (buckets, expected) in [(others, None), (others - 1, Some(&*wrong)), (others + 1, Some(&*wrong))] {
        let mut drawn = decided.clone();
        drawn.contradictory = Contradictory { count: None, implications: Vec::new(), not_found: not_found(buckets) };
        says(drawn, expected);
    }
}

#[test]
fn discrepancies_have_a_place_and_a_message() {
    let suite = common::toposort();
    let found = |change: fn(&mut Suite)| after(&suite, change);
    let says = |found: Vec<(String, String)>, place: &str, part: &str| {
        let fits = found.iter().any(|(at, message)| at == place && message.contains(part));
        assert!(fits, "{place}: {part}: {found:#?}");
    };
    let flip = found(|suite| suite.buckets[1].tests[0].expect = true);
    assert_eq!(flip.len(), 1, "{flip:?}");
    says(flip, "buckets[1].tests[0].expect", "must be false: exactly ");
    says(found(|suite| suite.buckets.swap(1, 2)), "buckets[2]", "out of order");
    says(
        found(|suite| {
            suite.buckets.remove(3);
        }),
        "buckets",
        "is not listed",
    );
    says(found(|suite| suite.problem.source.push('\n')), "problem.sha256", "does not have this hash");
    says(found(|suite| suite.problem.source.truncate(300)), "problem.source", "has errors");
    says(
        found(|suite| {
            suite.subproperties.pop();
        }),
        "subproperties",
        "the problem file has no_new, ",
    );
    says(found(|suite| suite.buckets[1].only_large = true), "buckets[1]", "no implication");
    says(found(|suite| suite.buckets[2].focused_on.clear()), "buckets[2].focused_on", "focused on ");
    says(
        found(|suite| suite.outside[0].violates = "distinct_edges".into()),
        "outside[0].violates",
        "`acyclic` fails too",
    );
    says(found(|suite| suite.outside[0].violates = "sortedness".into()), "outside[0].violates", "no precondition");
    says(found(|suite| suite.buckets[1].tests[0].shape.clear()), "buckets[1].tests[0].shape", "the pair has: ");
    says(found(|suite| suite.buckets[1].tests[1].family = Some("f".into())), "buckets[1].tests[1].family", "no other");
    says(
        found(|suite| suite.buckets[1].tests[1].kind = TestKind::Large),
        "buckets[1].tests[1].kind",
        "inside the scope",
    );
    says(
        found(|suite| suite.buckets[1].tests[1].proven = Some(true)),
        "buckets[1].tests[1].proven",
        "and for no other test",
    );
    says(found(|suite| suite.large_scope["edges"] = json!(21)), "large_scope", "must be ");
    says(found(|suite| suite.options.buckets = "nothing".into()), "options.buckets", "nothing");
    says(
        found(|suite| suite.scope = json!({"Vertex": 1, "edges": 2, "order": 3})),
        "buckets[1].tests[1].kind",
        "beyond the scope",
    );
    says(found(|suite| suite.scope = json!({"Vertex": 2, "edges": 2})), "scope", "all bounds must be given");
    says(found(|suite| suite.large_scope = json!({"Vertx": 2})), "large_scope", "Vertx");
    says(found(|suite| suite.contradictory.count = Some(3)), "contradictory.count", " buckets are contradictory");
    says(
        found(|suite| {
            suite.contradictory.implications.pop();
        }),
        "contradictory.implications",
        "not all minimal implications",
    );
    says(
        found(|suite| suite.buckets[1].tests[1].kind = TestKind::Smallest),
        "buckets[1].tests[1].kind",
        "second smallest",
    );
    let swapped = found(|suite| {
        suite.buckets[2].tests[0].kind = TestKind::Diverse;
        suite.buckets[2].tests[2].kind = TestKind::Smallest;
    });
    says(swapped, "buckets[2].tests[2].kind", "not the smallest: tests[0] is smaller");
    says(
        found(|suite| suite.buckets[1].tests[0].positive_kind = Some(PositiveKind::Functional)),
        "buckets[1].tests[0].positive_kind",
        "must be null",
    );
    let copied = found(|suite| {
        let copy = suite.buckets[1].tests[0].clone();
        suite.buckets[1].tests[1] = copy;
    });
    says(copied, "buckets[1].tests[1]", "the same pair as buckets[1].tests[0]");
}

#[test]
fn the_reference_predicate_is_replayed() {
    let problem = common::problem("dedupe", "Item=2,items=2,kept=2");
    let suite = common::suite_of(&problem, 3, &[]);
    assert_eq!(differences(&suite), []);
    let source = &suite.problem.source;
    let start = source.find("def is_valid").expect("a predicate");
    let body = start + source[start..].find("-> bool:").expect("a signature") + "-> bool:".len();
    let end = body + source[body..].find("\nscope(").expect("a scope");
    let answering = |answer: &str| {
        let source = format!("{}\n    return {answer}\n\n{}", &source[..body], &source[end..]);
        let mut changed = suite.clone();
        changed.problem = ProblemFile::of(&load(Source::new("dedupe.py", source), Mode::Problem).problem);
        differences(&changed)
    };
    let tests = |expect: bool| {
        let tests = suite.buckets.iter().flat_map(|bucket| &bucket.tests);
        tests.filter(|test| test.expect == expect).count()
    };
    let (rejects, accepts) = (answering("False"), answering("True"));
    assert_eq!((rejects.len(), accepts.len()), (tests(true), tests(false)));
    let rejected = "the reference predicate `is_valid` rejects this pair, but every required subproperty holds";
    assert_eq!((&*rejects[0].place, &*rejects[0].message), ("buckets[0].tests[0]", rejected));
    let accepted = "the reference predicate `is_valid` accepts this pair, but a required subproperty fails";
    assert!(accepts.iter().all(|found| found.message == accepted), "{accepts:?}");
}

#[test]
fn families_have_one_input_and_functional_tests_one_output() {
    let problem = common::problem("toposort", "Vertex=4,edges=3,order=4");
    let suite = common::suite_of(&problem, 3, &[]);
    assert_eq!(differences(&suite), []);
    let tests = &suite.buckets[0].tests;
    let at = tests.iter().position(|test| test.family.is_some()).expect("a family");
    let place = format!("buckets[0].tests[{at}]");
    let alone = after(&suite, |suite| suite.buckets[0].tests[at].family = None);
    assert!(
        alone.iter().any(|(found, what)| *found == format!("{place}.family") && what.contains("is f-")),
        "{alone:?}"
    );
    let functional = after(&suite, |suite| suite.buckets[0].tests[at].positive_kind = Some(PositiveKind::Functional));
    let kind = format!("{place}.positive_kind");
    assert!(functional.iter().any(|(found, what)| *found == kind && what.contains("not functional")), "{functional:?}");
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let suite = common::toposort();
    let text = String::from_utf8(bytes(&suite)).expect("UTF-8");
    let says = |bytes: Vec<u8>, part: &str| {
        let error = read(bytes).expect_err("no suite");
        assert!(error.to_string().contains(part), "{error}");
        assert!(!error.help().is_empty());
    };
    says(Vec::new(), ": the input is empty");
    says(vec![b'{', 0xff], ": not UTF-8 at byte 1");
    says(text[..text.len() / 2].into(), "not JSON: EOF");
    says(b"[1]".to_vec(), "no field `format`");
    says(text.replacen("\"format\":1", "\"format\":2", 1).into(), "a suite of format 2; this release reads format 1");
    says(text.replacen("\"format\":1", "\"format\":\"1\"", 1).into(), "`format` must be 1");
    says(text.replacen("\"seed\"", "\"sed\"", 1).into(), "unknown field `sed`");
    says(text.replacen("\"seed\":7", "\"seed\":7,\"seed\":8", 1).into(), "the key `seed` is given twice");
    says(text.replacen("\"seed\":7", "\"seed\":-7", 1).into(), "expected u64");
    says(text.replacen("\"seed\":7,", "", 1).into(), "missing field `seed`");
    says(text.replacen("\"kind\":\"smallest\"", "\"kind\":\"tiny\"", 1).into(), "unknown variant `tiny`");
}
