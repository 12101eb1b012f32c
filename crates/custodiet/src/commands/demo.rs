//! `custodiet demo`: the main job on a bundled problem and a few pairs.

mod samples;

use std::fmt::Write;

use eval::{Pair, Program};
use lang::load::{Mode, load};
use lang::problem::{Problem, PropertyKind, display_name};
use lang::render::render;
use lang::scope::PairTypes;
use lang::source::Source;

use super::analyze;
use super::explain::evidence::brief;
use super::explain::layout::hanging;
use super::explain::text::{answer, call, telling};
use super::explain::verdict::{Verdict, judge};
use crate::style::{faint, strong};
use crate::table::table;
use crate::words::{count, first_sentence};
use crate::{exit, output, style};

const PROBLEM: &str = include_str!("../../../../problems/toposort.py");

/// What each pair shows, and the pair.
const PAIRS: &[(&str, &str)] = &[
    (
        "Dressed in a good order.",
        r#"{"input": {"edges": [["shirt", "tie"], ["tie", "jacket"], ["trousers", "shoes"], ["trousers", "jacket"]]},
            "output": {"order": ["shirt", "trousers", "tie", "shoes", "jacket"]}}"#,
    ),
    (
        "The tie twice. Easily missed: the vertices are the right ones, and the order is kept.",
        r#"{"input": {"edges": [["shirt", "tie"]]}, "output": {"order": ["shirt", "tie", "tie"]}}"#,
    ),
    (
        "Several mistakes at once.",
        r#"{"input": {"edges": [["shirt", "tie"], ["tie", "jacket"]]}, "output": {"order": ["jacket", "hat", "shirt"]}}"#,
    ),
    (
        "More than the scope holds. It is evaluated all the same.",
        r#"{"input": {"edges": [["shirt", "tie"], ["tie", "jacket"], ["trousers", "shoes"], ["socks", "shoes"],
            ["trousers", "belt"], ["belt", "jacket"]]},
            "output": {"order": ["socks", "shirt", "trousers", "tie", "belt", "shoes", "jacket"]}}"#,
    ),
    (
        "An input that the problem does not allow.",
        r#"{"input": {"edges": [["shirt", "tie"], ["tie", "shirt"]]}, "output": {"order": ["shirt", "tie"]}}"#,
    ),
];

const NEXT: &str = r#"  custodiet new my_problem
  custodiet check my_problem.py
  custodiet analyze my_problem.py
  echo '{"input": {"before": ["a"], "unwanted": "a"}, "output": {"after": []}}' |
    custodiet explain my_problem.py -
"#;

/// Show the main job on a bundled problem
///
/// Checks and analyses a problem file that comes with the program, explains a few pairs, grades three predicates and reports on
/// them. The report is in the temporary folder that is named at the end.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet demo")]
pub struct Args {}

pub fn run(_: &Args) -> u8 {
    let loaded = load(Source::new("toposort.py", PROBLEM), Mode::Problem);
    if loaded.has_errors() {
        return output::print(&render(&loaded.diagnostics, &loaded.problem.source, style::colors()), exit::NO);
    }
    match show(&loaded.problem, style::width()) {
        Ok(text) => output::print(&text, exit::FINE),
        Err(message) => {
            eprintln!("{} {message}", style::bad("error:"));
            exit::INTERNAL
        }
    }
}

fn show(problem: &Problem, width: usize) -> Result<String, String> {
    let mut text = opening(problem, width);
    let all = "Of every pair within this scope: which of the subproperties can fail together, and what does that say?";
    text.push_str(&hanging("", all, width));
    text.push('\n');
    text.push_str(&analyze::shown(problem, width)?);
    let pairs = "What holds of a few pairs, each one input with one output, and where does the rest fail?";
    let _ = write!(text, "\n{}\n", hanging("", pairs, width));
    let program = Program::new(problem);
    for (number, (title, json)) in (1..).zip(PAIRS) {
        let json = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let pair = Pair::read(problem, &json).map_err(|error| error.to_string())?;
        text.push_str(&hanging(&format!("{number}  "), &strong(title), width));
        text.push_str(&explained(&judge(problem, &program, &pair), width));
        text.push('\n');
    }
    text.push_str(&samples::shown(problem, width)?);
    text.push_str("\nTry next, in a directory of your own:\n");
    text.push_str(&alias());
    text.push_str(NEXT);
    Ok(text)
}

/// A line that makes `custodiet` a command, where it is none yet: after `cargo run` it is not on the path.
fn alias() -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::env::split_paths(&path).any(|directory| directory.join("custodiet").is_file());
    match std::env::current_exe() {
        Ok(program) if !installed => format!("  alias custodiet='{}'\n", program.display()),
        _ => String::new(),
    }
}

fn opening(problem: &Problem, width: usize) -> String {
    let doc = problem.doc.as_deref().map(first_sentence).unwrap_or_default();
    let mut text = hanging("", &format!("{} · {doc}", strong(&problem.name)), width);
    let of = |kind| problem.subproperties.iter().filter(|property| property.kind == kind).count();
    let intro = format!(
        "The problem file is ordinary Python. It takes correctness apart into {} and names {}:",
        count(of(PropertyKind::Required), "required subproperty"),
        count(of(PropertyKind::Error), "known mistake"),
    );
    text.push_str(&hanging("", &intro, width));
    let rows: Vec<Vec<String>> = problem
        .subproperties
        .iter()
        .map(|property| {
            let doc = property.doc.as_deref().map(first_sentence).unwrap_or_default();
            vec![strong(&display_name(&property.name, property.kind)), doc]
        })
        .collect();
    let scope = format!("no errors · scope: {}", problem.scope.describe(PairTypes::of(problem)));
    format!("{text}\n{}\n{}\n", table(&rows, width), hanging("", &scope, width))
}

/// The pair as a call, the answer, and one line for each thing that fails.
fn explained(verdict: &Verdict<'_>, width: usize) -> String {
    let mut text = hanging("   ", &call(verdict), width);
    for line in answer(verdict) {
        text.push_str(&hanging("   ", &line, width));
    }
    for beyond in &verdict.beyond {
        text.push_str(&hanging("     ", &faint(beyond), width));
    }
    for line in telling(verdict).filter_map(|answer| brief(verdict, answer)) {
        text.push_str(&hanging("     ", &line, width));
    }
    text
}
