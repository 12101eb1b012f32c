//! Reads the problem file that a command works on.

use std::path::Path;

use lang::diagnostic::{Code, Diagnostic};
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
        let text = faults(&errors, &loaded.problem.source, "check", as_json);
        return Err(complain(&text, &errors, as_json));
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

/// Prints what is wrong and gives the exit code. A file that cannot be read is wrong use, as for all other files.
pub fn complain(text: &str, errors: &[Diagnostic], as_json: bool) -> u8 {
    let code = if is_unreadable(errors) { exit::USAGE } else { exit::NO };
    if code == exit::USAGE && !as_json {
        eprint!("{text}");
        return code;
    }
    output::print(text, code)
}

pub fn is_unreadable(errors: &[Diagnostic]) -> bool {
    errors.iter().any(|error| error.code == Code::Unreadable)
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
