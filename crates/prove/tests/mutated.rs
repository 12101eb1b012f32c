//! Random predicates against the truth: samples and students with a few tokens changed, decided and brute-forced at tiny scopes.
//!
//! A long run: `MUTANTS=20000 SEED=1 cargo test -p custodiet-prove --test mutated -- --nocapture`. Every disagreement that was
//! found is a case of `adversarial.rs`.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;
mod truth;

use std::path::Path;

use lang::submission::SubmissionFile;
use prove::DecidedProblem;
use solver::SolverLimits;
use truth::{Tally, compare};

/// What replaces what.
const CHANGES: &[(&str, &[&str])] = &[
    (" < ", &[" <= ", " > ", " != "]),
    (" > ", &[" >= ", " < ", " == "]),
    (" <= ", &[" < ", " == "]),
    (" >= ", &[" > ", " == "]),
    (" == ", &[" != ", " >= ", " is "]),
    (" != ", &[" == ", " > "]),
    (" and ", &[" or "]),
    (" or ", &[" and "]),
    (" not in ", &[" in "]),
    (" in ", &[" not in "]),
    ("not ", &[""]),
    ("all(", &["any(", "not any(", "list("]),
    ("any(", &["all(", "sum("]),
    ("set(", &["list(", "sorted(", "frozenset("]),
    ("sorted(", &["list(", "set("]),
    ("list(", &["set(", "sorted("]),
    ("len(", &["bool(", "max("]),
    ("True", &["False", "1", "None"]),
    ("False", &["True", "0", "None"]),
    ("[0]", &["[-1]", "[1]"]),
    ("[1]", &["[0]", "[-1]"]),
    (" + 1", &["", " + 2", " - 1"]),
    (" - 1", &["", " + 1"]),
    ("break", &["continue", "pass", "return True"]),
    ("continue", &["break", "pass"]),
    (".append(", &[".remove(", ".add("]),
    (".add(", &[".discard(", ".append("]),
    ("return ", &["return not ", "assert ", "yield "]),
    ("edges", &["order", "edges[1:]", "list(reversed(edges))"]),
    ("people_out", &["people_in", "people_out[:-1]"]),
    ("people_in", &["people_out", "people_in[1:]"]),
    ("0", &["1", "-1"]),
    ("1", &["0", "2"]),
];

/// The problems whose submissions are changed.
const PROBLEMS: &[&str] = &["toposort", "sortacle", "dedupe", "two_sum", "spanning_tree", "rle", "components", "merge"];

fn mutated(text: &str, random: &mut fastrand::Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.usize(1..=3) {
        let places: Vec<(usize, &str, &[&str])> = CHANGES
            .iter()
            .flat_map(|(from, to)| text.match_indices(from).map(|(at, _)| (at, *from, *to)).collect::<Vec<_>>())
            .collect();
        if places.is_empty() {
            break;
        }
        let (at, from, to) = places[random.usize(..places.len())];
        let to = to[random.usize(..to.len())];
        text.replace_range(at..at + from.len(), to);
    }
    text
}

#[test]
fn decisions_about_mutants_are_true() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("MUTANTS", 60), number("SEED", 0));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for (turn, name) in PROBLEMS.iter().enumerate() {
        let bounds = problem::TINY.iter().find(|(known, _)| known == name).map_or("", |(_, bounds)| *bounds);
        let loaded = problem::bundled(name);
        let problem = &loaded.problem;
        let scope = problem::scoped(problem, bounds);
        let decided =
            DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem").with_versions();
        let pairs = truth::pairs_in_every_order(problem, &scope, 2_000);
        let folder = root.join("crates/custodiet/tests/students").join(name);
        let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|it| it.path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
        files.sort();
        let mut random = fastrand::Rng::with_seed(seed * 1000 + turn as u64);
        for number in 0..count / PROBLEMS.len() as u64 {
            let path = &files[random.usize(..files.len())];
            let text = mutated(&std::fs::read_to_string(path).expect("a file"), &mut random);
            let file = SubmissionFile { path: "check.py".to_owned(), text: text.clone() };
            let Ok(loaded) = submission::load(problem, &[file]) else { continue };
            let shown = format!("{name} {seed} {number} {}", path.file_name().unwrap_or_default().to_string_lossy());
            let (counts, found) = compare(&decided, &pairs, &loaded, Some(&shown));
            tally += counts;
            if !found.is_empty() {
                faults.push(format!("{}\n{text}", found.join("\n")));
            }
        }
    }
    println!("{tally:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tally.cells > 300 && tally.wrong > 50, "{tally:?}");
}
