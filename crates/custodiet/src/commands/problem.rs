//! Reads the problem file that a command works on.

use std::path::Path;

use lang::diagnostic::Diagnostic;
use lang::load::load_file;
use lang::problem::Problem;
use lang::render::{render, to_json};
use lang::scope::override_bounds;
use lang::source::Source;
use serde_json::json;

use crate::{exit, output, style};

/// The problem, with bounds of its scope replaced. If there is none to work on, says why and gives the exit code.
pub fn read(file: &Path, bounds: Option<&str>, as_json: bool) -> Result<Problem, u8> {
    let mut loaded = load_file(file);
    if loaded.has_errors() {
        let errors: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        return Err(output::print(&faults(&errors, &loaded.problem.source, "check", as_json), exit::NO));
    }
    if let Some(bounds) = bounds {
        match override_bounds(&loaded.problem, bounds) {
            Ok(scope) => loaded.problem.scope = scope,
            Err(message) => {
                eprintln!("{} --scope: {message}", style::bad("error:"));
                return Err(exit::USAGE);
            }
        }
    }
    Ok(loaded.problem)
}

/// What keeps a command from its work, and the command to run after it is corrected.
pub fn faults(errors: &[Diagnostic], source: &Source, command: &str, as_json: bool) -> String {
    if as_json {
        let errors: Vec<_> = errors.iter().map(|error| to_json(error, source)).collect();
        return format!("{:#}\n", json!({ "diagnostics": errors }));
    }
    let mut text = render(errors, source, style::colors());
    if !source.text.is_empty() {
        let next = format!("next: correct the errors above, then custodiet {command} {}", source.path);
        text.push_str(&style::faint(&next));
        text.push('\n');
    }
    text
}
