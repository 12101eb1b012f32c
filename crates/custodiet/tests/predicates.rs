//! Predicates with known mistakes: the report finds exactly these.
//!
//! For each predicate, `predicates/PROBLEM/expected.toml` says what it checks, misses and checks in part, whether it is too lax or
//! too strict, what it behaves like, and which mistake it makes. It was written by reading the predicates, and checked by running
//! them on all pairs of a small scope in plain CPython (`predicates/check.py`, which shares no code with the analysis).
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value as Json;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// For people.
    #[serde(rename = "what")]
    _what: String,
    checks: Vec<String>,
    misses: Vec<String>,
    in_part: Vec<String>,
    verdict: String,
    /// Not given if it depends on which pairs are tested.
    behaves_like: Option<String>,
    instead: Vec<String>,
    unrecognized: bool,
    fails_by: Vec<String>,
    /// What is missed and what is checked in part depends on which pairs are tested: ten tests of a bucket may be answered alike.
    #[serde(default)]
    sample: bool,
    /// What its author is told at `--reveal names`, in order.
    steps: Option<Vec<String>>,
    /// What holds of all correct outputs that are accepted and of none that is not.
    accepts_only_if: Option<String>,
}

fn run(args: &[&str]) -> (Option<i32>, String) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let output = command.args(args).current_dir(root).env("NO_COLOR", "1").output().expect("the program runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The number of predicates, and every difference between the report and what is expected.
fn differences(problem: &str) -> (usize, Vec<String>) {
    let here = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/predicates")).join(problem);
    let folder = std::env::temp_dir().join(format!("custodiet-predicates-{}-{problem}", std::process::id()));
    let results = folder.display().to_string();
    let predicates = here.display().to_string();
    let file = format!("problems/{problem}.py");
    // More tests than by default: the report on a mistake that few pairs show must not depend on which pairs are tested.
    let suite = folder.with_extension("json").display().to_string();
    let (code, errors) = run(&["suite", &file, "--tests", "15", "-o", &suite]);
    assert_eq!(code, Some(0), "{errors}");
    // A short limit, since some time out on many tests.
    let (code, errors) = run(&["grade", "--no-prove", &suite, &predicates, "--time", "0.2", "-o", &results]);
    let _ = std::fs::remove_file(&suite);
    assert_eq!(code, Some(1), "{errors}");
    let (code, errors) = run(&["report", &results]);
    assert_eq!(code, Some(0), "{errors}");
    let text = std::fs::read_to_string(folder.join("report.json")).expect("a report");
    let report: Json = serde_json::from_str(&text).expect("JSON");
    let (code, errors) = run(&["feedback", &results, "--reveal", "names"]);
    assert_eq!(code, Some(0), "{errors}");
    let expected = std::fs::read_to_string(here.join("expected.toml")).expect("what is expected");
    let expected: toml::Table = expected.parse().expect("TOML");
    let mut wrong = Vec::new();
    for (name, known) in &expected {
        let known: Expected = known.clone().try_into().expect("an expectation");
        let submissions = report["submissions"].as_array().expect("a list");
        let submission = submissions.iter().find(|one| one["name"] == format!("{name}.py")).expect("graded");
        compare(name, &known, &report, submission, &mut wrong);
        let page = std::fs::read_to_string(folder.join(format!("feedback/{name}.py.md"))).expect("a page");
        let told = steps(&page);
        if known.steps.as_ref().is_some_and(|steps| *steps != told) {
            wrong.push(format!("{name}: steps: expected {:?}, found {told:?}", known.steps));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    (expected.len(), wrong)
}

/// The numbered sentences of a page.
fn steps(page: &str) -> Vec<String> {
    let numbered = page.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    numbered.filter_map(|line| line.split_once(". ")).map(|(_, step)| step.replace('\\', "")).collect()
}

fn compare(name: &str, known: &Expected, report: &Json, submission: &Json, wrong: &mut Vec<String>) {
    let said = &submission["diagnosis"];
    let subproperty = |position: &Json| {
        let position = usize::try_from(position.as_u64().expect("a position")).expect("small");
        report["subproperties"][position]["name"].as_str().expect("a name").to_owned()
    };
    let with = |status: &str| -> Vec<String> {
        let findings = said["subproperties"].as_array().expect("findings").iter();
        findings.filter(|one| one["status"] == status).map(|one| subproperty(&one["subproperty"])).collect()
    };
    let mut check = |what: &str, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
        let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
        if expected != found {
            wrong.push(format!("{name}: {what}: expected {expected}, found {found}"));
        }
    };
    let verdict = submission["verdict"].as_str().expect("a verdict").replace('_', " ");
    check("verdict", &known.verdict, &verdict);
    // A predicate that accepts nothing is not analyzed further.
    if known.behaves_like.as_deref() != Some("never") {
        check("checks", &known.checks, &with("checked"));
        if !known.sample {
            check("misses", &known.misses, &with("missed"));
            check("in part", &known.in_part, &with("in_part"));
        }
    }
    if let Some(formula) = &known.behaves_like {
        check("behaves like", formula, &said["behaves_like"]["text"].as_str().expect("a formula"));
    }
    if known.accepts_only_if.is_some() {
        let found = said["correct"]["only_if"].as_str().map(str::to_owned);
        check("accepts only if", &known.accepts_only_if, &found);
    }
    let errors = ["instead", "stricter"].iter().flat_map(|key| said[key].as_array().expect("a list"));
    check("instead", &known.instead, &errors.map(subproperty).collect::<Vec<_>>());
    if !known.sample {
        check("unrecognized", &known.unrecognized, &!said["unrecognized"].as_array().expect("a list").is_empty());
    }
    let failures = said["failures"].as_array().expect("a list").iter().map(|one| {
        let kind = one["kind"].as_str().expect("a kind");
        let kind = kind.split(" (").next().unwrap_or(kind);
        match kind {
            "timed out" => "timed_out".to_owned(),
            kind if kind.starts_with("returned") => "not_a_boolean".to_owned(),
            kind => kind.to_owned(),
        }
    });
    let mut failures: Vec<String> = failures.collect();
    failures.sort();
    failures.dedup();
    let mut fails_by = known.fails_by.clone();
    fails_by.sort();
    check("fails by", &fails_by, &failures);
}

#[test]
fn toposort_predicates_are_diagnosed_as_expected() {
    let (count, wrong) = differences("toposort");
    assert!(count >= 26 && wrong.is_empty(), "{count} predicates\n{}", wrong.join("\n"));
}

#[test]
fn sortacle_predicates_are_diagnosed_as_expected() {
    let (count, wrong) = differences("sortacle");
    assert!(count >= 22 && wrong.is_empty(), "{count} predicates\n{}", wrong.join("\n"));
}

#[test]
fn matcher_predicates_are_diagnosed_as_expected() {
    let (count, wrong) = differences("matcher");
    assert!(count >= 22 && wrong.is_empty(), "{count} predicates\n{}", wrong.join("\n"));
}
