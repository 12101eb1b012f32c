//! `custodiet demo`: the whole job on a bundled problem.

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
use super::explain::explanation::{Explanation, explain};
use super::explain::layout::hanging;
use super::explain::text::{answer, call, to_explain};
use crate::error::{Error, Result};
use crate::style::{faint, strong};
use crate::table::table;
use crate::words::{count, first_sentence};
use crate::{exit, output, style};

const PROBLEM: &str = include_str!("../../../../problems/toposort.py");

/// What each pair shows, and the pair.
const PAIRS: &[(&str, &str)] = &[
    (
        "Getting dressed in a correct order.",
        r#"{"input": {"edges": [["shirt", "tie"], ["tie", "jacket"], ["trousers", "shoes"], ["trousers", "jacket"]]},
            "output": {"order": ["shirt", "trousers", "tie", "shoes", "jacket"]}}"#,
    ),
    (
        "The tie twice. Easy to miss: the vertices are right, and so is their order.",
        r#"{"input": {"edges": [["shirt", "tie"]]}, "output": {"order": ["shirt", "tie", "tie"]}}"#,
    ),
    (
        "Several mistakes at once.",
        r#"{"input": {"edges": [["shirt", "tie"], ["tie", "jacket"]]}, "output": {"order": ["jacket", "hat", "shirt"]}}"#,
    ),
    (
        "Larger than the scope. It is evaluated anyway.",
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

/// Show the whole job on a bundled problem
///
/// Checks and analyzes a bundled problem file, explains a few pairs, grades and proves three predicates and writes a report.
/// The last lines say where the report is.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet demo")]
pub struct Args {}

pub fn run(_: &Args) -> Result<u8> {
    let loaded = load(Source::new("toposort.py", PROBLEM), Mode::Problem);
    if loaded.has_errors() {
        return output::show(&render(&loaded.diagnostics, &loaded.problem.source, style::colors()), exit::NO);
    }
    output::show(&text(&loaded.problem, style::width())?, exit::FINE)
}

fn text(problem: &Problem, width: usize) -> Result<String> {
    let mut text = opening(problem, width);
    let question = "Which subproperties can fail together, over all pairs within this scope? What follows from that?";
    text.push_str(&hanging("", question, width));
    text.push('\n');
    text.push_str(&analyze::text(problem, width)?);
    let question = "What holds for a few pairs (each is one input with one output), and where does the rest fail?";
    let _ = write!(text, "\n{}\n", hanging("", question, width));
    let program = Program::new(problem);
    for (number, (title, json)) in (1..).zip(PAIRS) {
        let pair = bundled_pair(problem, json).ok_or_else(|| Error::internal("a bundled pair is invalid"))?;
        text.push_str(&hanging(&format!("{number}  "), &strong(title), width));
        text.push_str(&explained(&explain(problem, &program, &pair), width));
        text.push('\n');
    }
    text.push_str(&samples::text(problem, width)?);
    text.push_str("\nTry next, in a folder of your own:\n");
    text.push_str(&alias());
    text.push_str(NEXT);
    Ok(text)
}

fn bundled_pair(problem: &Problem, json: &str) -> Option<Pair> {
    Pair::read(problem, &serde_json::from_str(json).ok()?).ok()
}

/// A line that makes `custodiet` a command, if it is not on the path, as after `cargo run`.
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
        "The problem file is ordinary Python. It splits correctness into {} and names {}:",
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

/// The pair as a call, the answer, and a line for each failure.
fn explained(explanation: &Explanation<'_>, width: usize) -> String {
    let mut text = hanging("   ", &call(explanation), width);
    for line in answer(explanation) {
        text.push_str(&hanging("   ", &line, width));
    }
    for beyond in &explanation.beyond {
        text.push_str(&hanging("     ", &faint(beyond), width));
    }
    for line in to_explain(explanation).filter_map(|result| brief(explanation, result)) {
        text.push_str(&hanging("     ", &line, width));
    }
    text
}
