//! Adapters conform to `docs/adapters.md`, a broken one is detected, and outcomes do not depend on the language.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let output = command.args(args).current_dir(root()).env("NO_COLOR", "1").output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

/// A temporary folder.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-adapters-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("made");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("readable") {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}

/// The result of each case.
fn results(adapter: &str) -> (i32, BTreeMap<String, Json>) {
    let (code, text, errors) = run(&["adapter", "test", adapter, "--json"]);
    let report: Json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{errors}"));
    assert_eq!(report["conforms"], json!(code == 0), "{report:#}");
    let cases = report["cases"].as_array().expect("cases").iter();
    (code, cases.map(|case| (case["case"].as_str().expect("a name").to_owned(), case.clone())).collect())
}

#[track_caller]
fn conforms(adapter: &str) {
    let (code, cases) = results(adapter);
    for (name, case) in &cases {
        assert_eq!(case["result"], json!("passed"), "{name}: {case:#}");
    }
    assert_eq!((code, cases.len()), (0, 18));
}

#[test]
fn python_conforms() {
    conforms("python");
}

#[test]
fn javascript_conforms() {
    conforms("adapters/javascript");
}

#[test]
fn a_broken_adapter_is_detected() {
    let folder = Temporary::new("broken");
    copy(&root().join("adapters/python"), &folder.0);
    let worker = folder.0.join("worker.py");
    let mut text = fs::read_to_string(&worker).expect("readable");
    let changes = [
        // Tuples become lists.
        ("return tuple([decode(item)", "return list([decode(item)"),
        // Exceptions are reported at the first line.
        ("= file, trace.tb_lineno", "= file, 1"),
        // Printed text is mixed with the answers.
        ("    os.dup2(2, 1)\n", ""),
        // Any truthy value is an answer.
        ("if given is True:", "if given:"),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    fs::write(&worker, text).expect("written");
    fs::remove_dir_all(folder.0.join("conformance/loops")).expect("removed");
    fs::write(folder.0.join("conformance/arity/not-applicable.txt"), "functions have\nno arity\n").expect("written");
    let (code, cases) = results(folder.path());
    let result = |name: &str| cases[name]["result"].as_str().expect("a word").to_owned();
    let wrong: Vec<&str> = cases.keys().map(String::as_str).filter(|name| result(name) == "failed").collect();
    assert_eq!((code, wrong), (1, vec!["not_a_boolean", "prints", "raises", "raises_when_loaded", "values"]));
    assert_eq!((result("loops"), result("arity")), ("missing".to_owned(), "not_applicable".to_owned()));
    assert_eq!(cases["arity"]["not_applicable"], json!("functions have no arity"));
    let fault = "called with \"tuple\" and {\"tuple\": [1, \"a\"]}: expected the answer true, got the answer false";
    assert!(cases["values"]["faults"].as_array().expect("faults").contains(&json!(fault)), "{:#}", cases["values"]);
}

#[test]
fn an_unknown_adapter_is_incorrect_usage() {
    let (code, _, errors) = run(&["adapter", "test", "cobol"]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("error: there is no adapter `cobol`\nhelp: give the folder of an adapter"), "{errors}");
}

/// The same predicates in two languages, test by test.
#[test]
fn the_language_makes_no_difference() {
    let folder = Temporary::new("results");
    let suite = "docs/examples/toposort-suite.json";
    let (code, text, errors) = run(&[
        "grade",
        "--no-prove",
        suite,
        "submissions/toposort",
        "--adapter",
        "adapters/javascript",
        "--time",
        "0.5",
        "-o",
        folder.path(),
    ]);
    assert_eq!(code, 1, "{text}{errors}");
    let results = fs::read_to_string(folder.0.join("results.json")).expect("results");
    let results: Json = serde_json::from_str(&results).expect("JSON");
    let submissions = results["submissions"].as_array().expect("submissions");
    let named = |name: String| submissions.iter().find(|one| one["name"] == json!(name)).expect("graded").clone();
    let stems: Vec<&str> =
        submissions.iter().filter_map(|one| one["name"].as_str().expect("a name").strip_suffix(".py")).collect();
    assert_eq!((stems.len(), submissions.len()), (12, 24));
    for stem in stems {
        let (python, javascript) = (named(format!("{stem}.py")), named(format!("{stem}.js")));
        assert_eq!((&python["language"], &javascript["language"]), (&json!("python"), &json!("javascript")));
        for key in ["status", "outcomes", "unstable", "fingerprint"] {
            assert_eq!(python[key], javascript[key], "{key} of {stem}");
        }
    }
}

/// JavaScript strings may hold lone surrogates, which JSON cannot.
#[test]
fn a_lone_surrogate_in_a_message_is_not_a_crash() {
    let folder = Temporary::new("halves");
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).expect("written");
    write("half.py", "def is_valid(edges, order):\n    raise ValueError('half \\ud800')\n");
    write("half.js", "exports.isValid = (edges, order) => { throw new Error('half \\ud800'); };\n");
    let results = Temporary::new("halves-results");
    let suite = "docs/examples/toposort-suite.json";
    let (code, text, errors) =
        run(&["grade", "--no-prove", suite, folder.path(), "--adapter", "adapters/javascript", "-o", results.path()]);
    assert_eq!(code, 1, "{text}{errors}");
    let results = fs::read_to_string(results.0.join("results.json")).expect("results");
    let results: Json = serde_json::from_str(&results).expect("JSON");
    let submissions = results["submissions"].as_array().expect("submissions");
    assert_eq!(submissions.len(), 2);
    for submission in submissions {
        let outcomes = submission["outcomes"].as_object().expect("outcomes");
        assert!(!outcomes.is_empty() && outcomes.values().all(|word| word == "raised"), "{submission:#}");
    }
}
