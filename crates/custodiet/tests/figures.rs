//! Every figure that people or programs can read in more than one place has one value.
//!
//! Grades each bundled class and each class of fixtures, collects the figures of every command and file, and compares them.
//! Figures are also counted anew from the raw outcomes of `results.json`, so that all places cannot be wrong together.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

#[path = "figures/files.rs"]
mod files;
mod folder;
#[path = "figures/loading.rs"]
mod loading;
#[path = "figures/page.rs"]
mod page;
#[path = "figures/places.rs"]
mod places;

use files::{outcomes, report_json, results, tables};
use folder::Folder;
use page::page;
use places::{
    compared, count, errors, feedback, list, number, regraded, remarks, summary, terminal_counts, terminal_lists,
    terminal_not_checked,
};

const TOPOSORT: &str = "docs/examples/toposort-suite.json";

fn run(args: &[&str]) -> String {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let output = Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(args)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}\n{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn run_json(args: &[&str]) -> Json {
    serde_json::from_str(&run(&[args, &["--json"]].concat())).expect("JSON")
}

/// Figures count all submissions, or all but the deeply flawed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Views {
    All,
    WithoutDeep,
}

impl Views {
    /// Whether a submission counts.
    fn shows(self, deep: bool) -> bool {
        self == Self::All || !deep
    }

    fn named(self, figure: &str) -> String {
        if self == Self::All { figure.to_owned() } else { format!("{figure}, without deep") }
    }
}

/// The name of a figure, then where it was read and what it was there.
#[derive(Default)]
struct Figures(BTreeMap<String, Vec<(&'static str, String)>>);

impl Figures {
    fn add(&mut self, place: &'static str, figure: impl Into<String>, value: &dyn ToString) {
        self.0.entry(figure.into()).or_default().push((place, value.to_string()));
    }

    fn add_both(&mut self, place: &'static str, figure: &str, value: impl Fn(Views) -> usize) {
        for view in [Views::All, Views::WithoutDeep] {
            self.add(place, view.named(figure), &value(view));
        }
    }

    /// What is read in one place only, and what has two values.
    fn disagreements(&self) -> Vec<String> {
        // If no submission could run, there is nothing to compare and draw. Without Pyret, that is so for matcher.
        let some_ran = self.0["ran"].iter().all(|(_, ran)| ran != "0");
        let differ = |values: &[(&str, String)]| values.iter().any(|(_, value)| *value != values[0].1);
        let is_alone = |values: &[(&str, String)]| some_ran && values.iter().all(|(place, _)| *place == values[0].0);
        let all = self.0.iter().filter(|(_, values)| differ(values) || is_alone(values));
        all.map(|(figure, values)| format!("{figure}: {values:?}")).collect()
    }
}

/// Everything that can be read of a folder of results.
fn collect(folder: &Folder, shown: &str, printed: &Json) -> Figures {
    let mut figures = Figures::default();
    let dir = folder.path("results");
    let report = folder.json("results/report.json");
    terminal_counts("grade", shown, &mut figures);
    terminal_not_checked("grade", shown, &report, &mut figures);
    remarks(shown, &mut figures);
    loading::sentences("grade", shown, &mut figures);
    loading::lists("grade --json", printed, &mut figures);
    summary("grade --json", printed, &mut figures);
    figures.add("grade --json", "tests", &count(&printed["tests"]));
    errors("grade --json", &report, &printed["subproperties"], &mut figures);
    let names =
        |list_: &Json, figure: &str, figures: &mut Figures| figures.add("grade --json", figure, &list(list_).len());
    names(&printed["cut_short"], "cut_short", &mut figures);
    let reasons: usize = printed["reasons"].as_object().expect("reasons").values().map(|names| list(names).len()).sum();
    figures.add("grade --json", "could_not_run", &reasons);
    let shown = run(&["report", &dir]);
    terminal_counts("report", &shown, &mut figures);
    terminal_not_checked("report", &shown, &report, &mut figures);
    let printed = run_json(&["report", &dir]);
    terminal_lists(&shown, &mut figures);
    loading::sentences("report", &shown, &mut figures);
    loading::lists("report --json", &printed, &mut figures);
    loading::lists("report.json", &report, &mut figures);
    loading::sentences("page", &folder.text("results/report.html"), &mut figures);
    loading::recount(folder, &mut figures);
    summary("report --json", &printed, &mut figures);
    figures.add("report --json", "tests", &count(&printed["tests"]));
    errors("report --json", &report, &printed["subproperties"], &mut figures);
    report_json(&report, &mut figures);
    results(folder, &report, &mut figures);
    outcomes(folder, &mut figures);
    tables(folder, &report, &mut figures);
    page(folder, &report, &mut figures);
    feedback(folder, &report, &mut figures);
    let summary = &report["summary"];
    let ran = count(&summary["submissions"]) - count(&summary["could_not_run"]);
    figures.add("report.json", "ran", &ran);
    if ran > 0 {
        compared(folder, &mut figures);
    }
    figures
}

/// Grades twice, since text and JSON are printed by separate runs; the second runs nothing.
fn graded(folder: &Folder, suite: &str, submissions: &[&str]) -> Figures {
    let dir = folder.path("results");
    let args = [&["grade", "--no-prove", suite][..], submissions, &["-o", &dir, "--time", "0.2"]].concat();
    let shown = run(&args);
    let printed = run_json(&args);
    collect(folder, &shown, &printed)
}

fn check(figures: &Figures) {
    let disagreements = figures.disagreements();
    assert!(
        disagreements.is_empty(),
        "{} of {} figures:\n{}",
        disagreements.len(),
        figures.0.len(),
        disagreements.join("\n")
    );
}

/// The value that every place agrees on.
fn value(figures: &Figures, figure: &str) -> usize {
    number(&figures.0[figure][0].1)
}

fn suite_of(folder: &Folder, problem: &str) -> String {
    let suite = folder.path("suite.json");
    run(&["suite", &format!("problems/{problem}.py"), "--tests", "2", "--engine", "solver", "-o", &suite]);
    suite
}

/// The bundled class with one of everything: unstable, cut short, not loading, raising. What disagreed here: an unstable
/// submission without a mistake was counted with those without a mistake in `report` and apart from them in `grade`; `missed`
/// in `grade --json` counted wrong answers in focused buckets, and the table `not checked` of `grade` what is not checked.
#[test]
fn of_the_toposort_samples() {
    let folder = Folder::new("toposort");
    let figures = graded(&folder, TOPOSORT, &["submissions/toposort"]);
    check(&figures);
    for figure in
        ["no_mistake_found", "unstable", "faulty", "could_not_run", "cut_short", "raising", "too_lax", "no_answer"]
    {
        assert!(value(&figures, figure) > 0, "the class has none that is {figure}");
    }
    assert_eq!((value(&figures, "no_mistake_found"), value(&figures, "unstable")), (2, 1));
    // With tests taken out.
    let dir = folder.path("results");
    let printed = run_json(&["regrade", &dir, "--exclude", "uniqueness", "--reason", "not taught yet"]);
    let mut without = graded(&folder, TOPOSORT, &["submissions/toposort"]);
    regraded(&printed, &mut without);
    check(&without);
    assert!(!list(&printed["changes"]).is_empty());
    assert_eq!(count(&printed["tests_before"]), value(&figures, "tests"));
    assert!(value(&without, "tests") < value(&figures, "tests"));
    assert!(value(&without, "no_mistake_found") > value(&figures, "no_mistake_found"));
}

/// Submissions in a language that this machine may lack are counted as well.
#[test]
fn of_the_sortacle_and_matcher_samples() {
    for problem in ["sortacle", "matcher"] {
        let folder = Folder::new(problem);
        let suite = suite_of(&folder, problem);
        // A class in one language is refused if that is not installed.
        let other = format!("crates/custodiet/tests/predicates/{problem}");
        check(&graded(&folder, &suite, &[&format!("submissions/{problem}"), &other]));
    }
}

#[test]
fn of_the_fixtures() {
    for problem in ["toposort", "sortacle", "matcher"] {
        let folder = Folder::new(&format!("fixtures-{problem}"));
        let suite = suite_of(&folder, problem);
        check(&graded(&folder, &suite, &[&format!("crates/custodiet/tests/predicates/{problem}")]));
    }
}

/// Names that nothing defines, and notes about how submissions were loaded.
#[test]
fn of_a_class_that_lacks_names() {
    let folder = Folder::new("lacks");
    fs::create_dir_all(folder.0.join("class")).expect("a folder");
    let write = |name: &str, reply: &Json| {
        fs::write(folder.0.join("class").join(format!("{name}.scripted")), reply.to_string()).expect("written");
    };
    let lacks = |name: &str, names: &[&str], why: &str| {
        let undefined: Vec<Json> =
            names.iter().map(|name| json!({ "name": name, "sketch": format!("fun {name}") })).collect();
        let failed = json!({ "why": why, "message": "m", "undefined": undefined, "notes": ["one", "two"] });
        write(name, &json!({ "failed": failed }));
    };
    lacks("a", &["all", "concat"], "invalid");
    lacks("b", &["concat"], "invalid");
    lacks("c", &["concat", "pick"], "import");
    let ready = |notes: &[&str]| json!({ "ready": { "file": "d.scripted", "name": "is-valid", "notes": notes } });
    write("d", &ready(&["two", "three"]));
    let adapter = "crates/custodiet/tests/scripted";
    let figures = graded(&folder, TOPOSORT, &[&folder.path("class"), "--adapter", adapter]);
    check(&figures);
    for (figure, number) in [
        ("undefined concat", 3),
        ("undefined all", 1),
        ("undefined pick", 1),
        ("note one", 3),
        ("note two", 4),
        ("note three", 1),
    ] {
        assert_eq!((value(&figures, figure), figures.0[figure].len()), (number, 8), "{figure}");
    }
}

/// Faulty and unstable at once; only unstable; raising only where nothing counts.
#[test]
fn of_a_class_that_is_hard_to_count() {
    let folder = Folder::new("hard");
    let write = |name: &str, text: &str| {
        fs::create_dir_all(folder.0.join("class")).expect("a folder");
        fs::write(folder.0.join("class").join(name), text).expect("written");
    };
    write("faulty_and_unstable.py", "import random\n\ndef is_valid(edges, order):\n    return random.random() < 0.5\n");
    write("always.py", "def is_valid(edges, order):\n    return True\n");
    write("never.py", "def is_valid(edges, order):\n    return False\n");
    write("nothing.py", "x = 1\n");
    write("empty.py", "");
    write("two words, and more.py", "def is_valid(edges, order):\n    return len(order) == len(set(order))\n");
    // Right answers only, as far as it gets; wrong ones before; all tests but a few time out.
    let slow = |answer: &str| {
        format!("import time\n\ndef is_valid(edges, order):\n    time.sleep(0.55)\n    return {answer}\n")
    };
    let right = "sorted(set(order)) == sorted({v for e in edges for v in e}) and len(set(order)) == len(order) and \
                 all(order.index(a) < order.index(b) for a, b in edges)";
    write("slow_and_right.py", &slow(right));
    write("slow_and_wrong.py", &slow("True"));
    write("raises.py", "def is_valid(edges, order):\n    return order[0] == edges[0][0]\n");
    let figures = graded(&folder, TOPOSORT, &[&folder.path("class")]);
    check(&figures);
    assert_eq!(value(&figures, "unstable_and_faulty"), 1);
    assert_eq!((value(&figures, "cut_short"), value(&figures, "no_mistake_found")), (2, 0));
    assert_eq!(value(&figures, "faulty"), value(&figures, "with fingerprint") + 1);
    assert_eq!(value(&figures, "wrong of slow_and_right.py"), value(&figures, "not run of slow_and_right.py"));
    assert!(value(&figures, "could_not_run") >= 1);
}
