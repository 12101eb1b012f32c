//! The sample submissions of problems with strings, trees, lists and unions have the outcomes that `submissions/README.md`
//! states. Those of toposort are in `grade.rs`.
#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

mod folder;

use folder::Folder;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the table says: the file of each sample of a problem, and its outcome.
fn documented(problem: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("submissions/README.md")).expect("a table");
    let start = format!("| `{problem}/");
    let row = |line: &str| {
        let (file, outcome) = line.strip_prefix(&start)?.strip_suffix(" |")?.split_once("` | ")?;
        Some((file.to_owned(), outcome.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

fn run(args: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_custodiet")).args(args).current_dir(root()).output().expect("runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}\n{errors}");
}

/// Subproperties are written in capital letters.
fn names(text: &str) -> BTreeSet<&str> {
    let is_name = |word: &&str| word.contains(char::is_uppercase) && !word.contains(char::is_lowercase);
    text.split([' ', ',', ';', ':']).filter(is_name).collect()
}

#[track_caller]
fn check(problem: &str) {
    let folder = Folder::new(problem);
    let (suite, results) = (folder.path("suite.json"), folder.path("results"));
    run(&["suite", &format!("problems/{problem}.py"), "-o", &suite, "--tests", "5"]);
    run(&["grade", "--no-prove", &suite, &format!("submissions/{problem}"), "-o", &results]);
    run(&["report", &results]);
    let report = folder.json("results/report.json");
    let mut documented = documented(problem);
    assert!(documented.len() >= 9, "{documented:?}");
    for one in report["submissions"].as_array().expect("submissions") {
        let name = one["name"].as_str().expect("a name");
        let outcome = documented.remove(name).unwrap_or_else(|| panic!("{name} is not in the table"));
        let verdict = one["verdict"].as_str().expect("a verdict").replace("both", "too_lax and too_strict");
        let stated = outcome.split(':').next().expect("a verdict").replace("no mistake found", "no_mistake_found");
        assert_eq!(verdict.replace('_', " "), stated.replace('_', " "), "{name}");
        let subproperty = |finding: &Json| {
            let place = usize::try_from(finding["subproperty"].as_u64().expect("a place")).expect("small");
            report["subproperties"][place]["shown"].as_str().expect("a name")
        };
        let findings = one["diagnosis"]["subproperties"].as_array().expect("findings");
        let lacking = findings.iter().filter(|finding| finding["status"] == "missed" || finding["status"] == "in_part");
        assert_eq!(lacking.map(subproperty).collect::<BTreeSet<_>>(), names(&outcome), "{name}");
        if let Some((_, rest)) = outcome.split_once("raises `") {
            let exception = rest.split('`').next().expect("a name");
            let failures = one["diagnosis"]["failures"].as_array().expect("failures");
            let kinds: Vec<&str> = failures.iter().filter_map(|failure| failure["kind"].as_str()).collect();
            assert!(kinds.iter().any(|kind| kind.contains(exception)), "{name}: {kinds:?}");
        }
    }
    assert!(documented.is_empty(), "no such samples: {documented:?}");
}

#[test]
fn samples_with_trees() {
    check("search_tree");
}

#[test]
fn samples_with_linked_lists() {
    check("reverse_list");
}

#[test]
fn samples_with_unions() {
    check("simplify");
}

#[test]
fn samples_with_strings() {
    check("word_wrap");
}
