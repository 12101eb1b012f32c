//! `custodiet check FILE`: what is wrong with a problem file, and what it declares.

pub mod cost;
mod decomposition;
mod json;

use std::fmt::Write;
use std::path::PathBuf;

use lang::diagnostic::Severity;
use lang::load::{Loaded, load_file};
use lang::render::render;

use super::problem;
use crate::error::Result;
use crate::input::for_shell;
use crate::words::count;
use crate::{exit, output, style};

/// Diagnostics shown at once.
const MAX_SHOWN: usize = 50;

/// Check a problem file and show its decomposition
///
/// Does not execute anything in the file. Exits with 1 if there are errors; warnings are allowed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet check problems/toposort.py")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let mut loaded = load_file(&args.file);
    if !loaded.has_errors() && loaded.problem.predicate.is_some() {
        loaded.diagnostics.extend(cost::warning(&loaded.problem));
    }
    let text = if args.json { format!("{:#}\n", json::report(&loaded)) } else { report(&loaded) };
    if loaded.has_errors() {
        return problem::show(&text, &loaded.diagnostics, args.json);
    }
    output::show(&text, exit::FINE)
}

fn report(loaded: &Loaded) -> String {
    let problem = &loaded.problem;
    let shown = loaded.diagnostics.get(..MAX_SHOWN).unwrap_or(&loaded.diagnostics);
    let mut text = render(shown, &problem.source, style::colors());
    let hidden = loaded.diagnostics.len() - shown.len();
    if hidden > 0 {
        let _ = write!(text, "… and {hidden} more; fix these first\n\n");
    }
    text.push_str(&decomposition::show(problem, style::width()));
    text.push_str(&summary(loaded));
    text.push_str(&next(loaded));
    text
}

/// `1 error, 1 warning · 5 subproperties read`
fn summary(loaded: &Loaded) -> String {
    let number = |severity| loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let (errors, warnings) = (number(Severity::Error), number(Severity::Warning));
    let found = match (errors, warnings) {
        (0, 0) => style::good("no errors"),
        (0, _) => style::doubtful(&count(warnings, "warning")),
        (_, 0) => style::bad(&count(errors, "error")),
        _ => format!("{}, {}", style::bad(&count(errors, "error")), style::doubtful(&count(warnings, "warning"))),
    };
    format!("{found} · {} read\n", count(loaded.problem.subproperties.len(), "subproperty"))
}

fn next(loaded: &Loaded) -> String {
    let source = &loaded.problem.source;
    if loaded.has_errors() {
        return problem::next(source, "check");
    }
    format!("{}\n", style::faint(&format!("next: custodiet analyze {}", for_shell(&source.path))))
}
