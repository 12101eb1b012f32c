//! `custodiet explain FILE PAIR`: which subproperties hold for a pair, and where the others fail.

pub mod evidence;
pub mod example;
pub mod explanation;
mod json;
pub mod layout;
mod read;
pub mod text;

use std::path::PathBuf;

use eval::Program;

use super::problem;
use crate::error::Result;
use crate::{exit, output, style};

/// Show which subproperties hold for a pair, and where each failing one fails
///
/// A pair is one input with one output: {"input": {…}, "output": {…}}, with one entry per parameter of the predicate.
/// Exits with 1 if the pair is wrong or violates a precondition.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet explain problems/toposort.py pair.json\n  \
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

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let problem = problem::read(&args.file, args.scope.as_deref(), args.json)?;
    let pair = read::pair(&problem, &args.pair)?;
    let program = Program::new(&problem);
    let explanation = explanation::explain(&problem, &program, &pair);
    let shown = if args.json {
        format!("{:#}\n", json::report(&explanation))
    } else {
        text::report(&explanation, style::width())
    };
    output::show(&shown, if explanation.is_fine() { exit::FINE } else { exit::NO })
}
