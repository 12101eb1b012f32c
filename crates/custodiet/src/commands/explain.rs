//! `custodiet explain FILE PAIR`: what holds of a pair, and where the rest fails.

pub mod evidence;
pub mod example;
mod json;
pub mod layout;
mod read;
pub mod text;
pub mod verdict;

use std::path::PathBuf;

use eval::Program;

use super::problem;
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
    let problem = match problem::read(&args.file, args.scope.as_deref(), args.json) {
        Ok(problem) => problem,
        Err(code) => return code,
    };
    let problem = &problem;
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
