//! `custodiet discover`: a mistake that a class makes is proposed, proved and written, and the written file explains the class.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

#[allow(dead_code)]
mod folder;

use folder::Folder;

const LENGTHS: &str = "
def is_valid(edges, order):
    secret_name = {v for e in edges for v in e}
    return len(order) == len(secret_name)
";

const NEIGHBORS: &str = "
def is_valid(edges, order):
    for before, after in zip(order, order[1:]):
        if (after, before) in edges:
            return False
    return True
";

const BOTH: &str = "
def is_valid(edges, order):
    if len(order) != len({v for e in edges for v in e}):
        return False
    return not any((after, before) in edges for before, after in zip(order, order[1:]))
";

const RIGHT: &str = "
def is_valid(edges, order):
    names = {v for e in edges for v in e}
    return len(order) == len(names) and set(order) == names and all(order.index(a) < order.index(b) for a, b in edges)
";

/// What CPython says: the proposal in the written file holds exactly where the predicate accepts, on every test of the suite.
const COMPARE: &str = "
import importlib.util, json, sys
def load(path):
    spec = importlib.util.spec_from_file_location('loaded', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
written, predicate, suite, name = sys.argv[1:]
proposal, predicate = getattr(load(written), name), load(predicate).is_valid
count = 0
for bucket in json.load(open(suite))['buckets']:
    for test in bucket['tests']:
        edges = [tuple(edge) for edge in test['input']['edges']]
        order = test['output']['order']
        assert proposal(edges, order) == predicate(edges, order), (edges, order)
        count += 1
print(count)
";

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    command.args(args).current_dir(root()).env("NO_COLOR", "1").env("COLUMNS", "140");
    command.output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn json(args: &[&str]) -> Json {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

impl Folder {
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
        self.path(name)
    }

    /// The problem without the mistake that is to be discovered, in a scope that is decided soon.
    fn problem(&self) -> String {
        let whole = fs::read_to_string(root().join("problems/toposort.py")).expect("a problem");
        let start = whole.find("@error_subproperty(\n    instead_of=[\"no_new\"").expect("the first one");
        let end = start + whole[start + 1..].find("@error_subproperty").expect("the second one") + 1;
        let rest = format!("{}{}", &whole[..start], &whole[end..]);
        self.write(
            "toposort.py",
            &rest.replace("scope(Vertex=5, edges=5, order=6)", "scope(Vertex=4, edges=3, order=4)"),
        )
    }

    /// Graded submissions; the folder with the results.
    fn graded(&self, suite: &str, files: &[(&str, &str)], results: &str) -> String {
        for (name, text) in files {
            self.write(&format!("class/{name}"), text);
        }
        let results = self.path(results);
        let output = run(&["grade", suite, &self.path("class"), "-o", &results, "--no-prove"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output));
        results
    }
}

fn names<'a>(value: &'a Json, key: &str) -> Vec<&'a str> {
    value[key].as_array().expect("names").iter().filter_map(Json::as_str).collect()
}

/// The proposal for a submission, and its number.
fn of<'a>(report: &'a Json, submission: &str) -> (usize, &'a Json) {
    let all = report["proposals"].as_array().expect("proposals");
    let found = all.iter().position(|one| names(one, "exactly").contains(&submission));
    let found = found.unwrap_or_else(|| panic!("{submission}: {report:#}"));
    (found + 1, &all[found])
}

#[test]
fn a_mistake_is_proposed_proved_and_written() {
    let folder = Folder::new("discover");
    let problem = folder.problem();
    let class = [("both.py", BOTH), ("lengths.py", LENGTHS), ("neighbors.py", NEIGHBORS), ("right.py", RIGHT)];
    let results = folder.graded(&problem, &class, "results");
    let report = json(&["discover", &results, "--json"]);
    assert_eq!(report, json(&["discover", &results, "--json"]));
    assert_eq!(names(&report["submissions"], "unexplained"), ["both.py", "lengths.py", "neighbors.py"]);
    let (number, lengths) = of(&report, "lengths.py");
    assert_eq!(lengths["name"], "same_length");
    assert_eq!(names(lengths, "proved"), ["lengths.py"]);
    assert_eq!(names(lengths, "instead_of"), ["no_new", "none_dropped", "uniqueness"]);
    assert_eq!(of(&report, "neighbors.py").1["name"], "neighbors_only");
    assert_eq!(report["together"][0]["submission"], "both.py");
    // It is our own text.
    assert!(!report.to_string().contains("secret_name"));

    // The written file passes the checks, and CPython agrees about every test.
    let written = folder.path("new/toposort.py");
    fs::create_dir_all(folder.path("new")).expect("a folder");
    let output = run(&["discover", &results, "--choose", &number.to_string(), "--write", &written]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(run(&["check", &written]).status.code(), Some(0));
    let suite = folder.path("results/suite.json");
    let compare = folder.write("compare.py", COMPARE);
    let mut python = Command::new("python3");
    python.args([&compare, &written, &folder.path("class/lengths.py"), &suite, "same_length"]);
    let output = python.env("PYTHONPATH", root().join("python")).output().expect("Python runs");
    assert!(output.status.success(), "{}", text(&output));

    // With the proposal, the submission is explained.
    let updated = folder.path("new/suite.json");
    let output = run(&["suite", &written, "--update", &suite, "-o", &updated]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let results = folder.graded(&updated, &[], "again");
    let report = json(&["discover", &results, "--json", "--no-prove"]);
    assert!(!names(&report["submissions"], "unexplained").contains(&"lengths.py"), "{report:#}");
}

#[test]
fn nothing_is_proposed_for_a_class_that_is_explained() {
    let folder = Folder::new("explained");
    let problem = folder.problem();
    folder.write("class/right.py", RIGHT);
    let report = json(&["discover", &problem, &folder.path("class"), "--json"]);
    assert_eq!(report["submissions"]["graded"], 1);
    assert!(report["proposals"].as_array().is_some_and(Vec::is_empty), "{report:#}");
}

#[test]
fn a_problem_file_alone_gives_mistakes_that_it_could_name() {
    let folder = Folder::new("shapes");
    let problem = folder.problem();
    let report = json(&["discover", &problem, "--json"]);
    let all = report["proposals"].as_array().expect("proposals");
    assert!(all.iter().all(|one| one["origin"] == "shape" && one["exactly"].is_null()), "{report:#}");
    let named: Vec<&str> = all.iter().filter_map(|one| one["name"].as_str()).collect();
    for name in ["not_empty", "neighbors_only", "last_positions", "direct_only"] {
        assert!(named.contains(&name), "{name}: {named:?}");
    }
}

#[test]
fn wrong_use_is_explained_and_overwrites_nothing() {
    let folder = Folder::new("wrong-use");
    let problem = folder.problem();
    let before = fs::read_to_string(&problem).expect("read");
    for (args, message) in [
        (vec!["discover", "/nonexistent"], "does not hold results"),
        (vec!["discover", &problem, "--choose", "1", "--write", &problem], "already exists"),
        (vec!["discover", &problem, "--choose", "1", "--write", "proposal.txt"], "ends in .py"),
        (vec!["discover", &problem, "--choose", "999", "--write", "/tmp/custodiet-never.py"], "from 1 to"),
        (vec!["discover", "problems", &problem], "only be given with a problem file"),
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output));
        assert!(text(&output).contains(message), "{args:?}: {}", text(&output));
    }
    assert_eq!(fs::read_to_string(&problem).expect("read"), before);
}
