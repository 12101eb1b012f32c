//! Reads the problem file that a command works on.

use std::path::Path;

use lang::diagnostic::{Code, Diagnostic};
use lang::load::load_file;
use lang::problem::Problem;
use lang::render::{render, to_json};
use lang::scope::override_bounds;
use lang::source::Source;
use serde_json::json;

use crate::error::{Error, Result};
use crate::{exit, output, style};

/// The problem, with bounds of its scope replaced.
pub fn read(file: &Path, bounds: Option<&str>, as_json: bool) -> Result<Problem> {
    let mut loaded = load_file(file);
    if loaded.has_errors() {
        let errors = loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        return Err(ProblemErrors::new(errors, &loaded.problem.source, "check", as_json).into());
    }
    if let Some(bounds) = bounds {
        loaded.problem.scope =
            override_bounds(&loaded.problem, bounds).map_err(|message| Error::usage(format!("--scope: {message}")))?;
    }
    Ok(loaded.problem)
}

/// What is wrong with a problem file, so that a command cannot do its work.
#[derive(Debug)]
pub struct ProblemErrors {
    errors: Vec<Diagnostic>,
    source: Source,
    /// The command to run again once the errors are fixed.
    command: &'static str,
    as_json: bool,
}

impl ProblemErrors {
    pub fn new(errors: Vec<Diagnostic>, source: &Source, command: &'static str, as_json: bool) -> Self {
        Self { errors, source: source.clone(), command, as_json }
    }

    pub fn code(&self) -> u8 {
        code(&self.errors)
    }

    /// Prints the diagnostics and returns the exit code.
    pub fn report(&self) -> u8 {
        let text = if self.as_json {
            let errors: Vec<_> = self.errors.iter().map(|error| to_json(error, &self.source)).collect();
            format!("{:#}\n", json!({ "diagnostics": errors }))
        } else {
            let next = next(&self.source, self.command);
            format!("{}{next}", render(&self.errors, &self.source, style::colors()))
        };
        show(&text, &self.errors, self.as_json).unwrap_or_else(|error| error.report())
    }
}

impl From<ProblemErrors> for Error {
    fn from(errors: ProblemErrors) -> Self {
        Self::Problem(Box::new(errors))
    }
}

/// Prints what is wrong and returns the exit code. An unreadable file is wrong use, as for all other files.
pub fn show(text: &str, errors: &[Diagnostic], as_json: bool) -> Result<u8> {
    let code = code(errors);
    if code == exit::USAGE && !as_json {
        remark_part!("{text}");
        return Ok(code);
    }
    output::show(text, code)
}

fn code(errors: &[Diagnostic]) -> u8 {
    if errors.iter().any(|error| error.code == Code::Unreadable) { exit::USAGE } else { exit::NO }
}

/// The line that names the command to run after the errors are fixed.
pub fn next(source: &Source, command: &str) -> String {
    if source.text.is_empty() {
        return String::new();
    }
    let next = format!("next: fix the errors above, then custodiet {command} {}", source.path);
    format!("{}\n", style::faint(&next))
}
