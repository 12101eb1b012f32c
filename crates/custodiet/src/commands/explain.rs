//! `custodiet explain FILE PAIR`: what holds of a pair, and where the rest fails.

pub mod evidence;
mod example;
mod json;
pub mod layout;
mod read;
pub mod text;
pub mod verdict;

use std::path::PathBuf;

use eval::Program;
use lang::diagnostic::Diagnostic;
use lang::load::{Loaded, load_file};
use lang::render::{render, to_json};
use lang::scope::override_bounds;
use serde_json::json;

use crate::{exit, output, style};

/// Say which subproperties hold of a pair, and where each failing one fails
///
/// A pair is one input with one output: {"input": {…}, "output": {…}}, with one entry per parameter of the predicate.
/// Exits with 1 if the pair is wrong or the problem does not apply to it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet explain problems/toposort.py pair.json\n  \
    echo '{\"input\": {\"edges\": [[\"a\", \"b\"]]}, \"output\": {\"order\": [\"a\", \"b\", \"b\"]}}' |\n    \
    custodiet explain problems/toposort.py -")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// A JSON file that holds the pair, or `-` for standard input
    pair: PathBuf,

    /// Bounds to use instead of the file's, such as `Vertex=8,edges=12`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> u8 {
    let mut loaded = load_file(&args.file);
    if loaded.has_errors() {
        return output::print(&errors(&loaded, args.json), exit::NO);
    }
    if let Some(bounds) = &args.scope {
        match override_bounds(&loaded.problem, bounds) {
            Ok(scope) => loaded.problem.scope = scope,
            Err(message) => {
                eprintln!("{} --scope: {message}", style::bad("error:"));
                return exit::USAGE;
            }
        }
    }
    let problem = &loaded.problem;
    let pair = match read::pair(problem, &args.pair) {
        Ok(pair) => pair,
        Err(message) => {
            eprintln!("{} {message}", style::bad("error:"));
            return exit::USAGE;
        }
    };
    let program = Program::new(problem);
    let verdict = verdict::judge(problem, &program, &pair);
    let shown =
        if args.json { format!("{:#}\n", json::report(&verdict)) } else { text::report(&verdict, style::width()) };
    output::print(&shown, if verdict.is_fine() { exit::FINE } else { exit::NO })
}

/// A problem file with errors says nothing about a pair.
fn errors(loaded: &Loaded, as_json: bool) -> String {
    let source = &loaded.problem.source;
    let errors: Vec<Diagnostic> = loaded.diagnostics.iter().filter(|found| found.is_error()).cloned().collect();
    if as_json {
        let errors: Vec<_> = errors.iter().map(|error| to_json(error, source)).collect();
        return format!("{:#}\n", json!({ "diagnostics": errors }));
    }
    let mut text = render(&errors, source, style::colors());
    if !source.text.is_empty() {
        let next = format!("next: correct the errors above, then custodiet check {}", source.path);
        text.push_str(&style::faint(&next));
        text.push('\n');
    }
    text
}
