//! From the files of a submission to a program that answers pairs as the Python adapter lets it answer.
//!
//! Takes the problem, the names of the predicate, and the files; gives a [`SubmissionProgram`]: a [`Problem`] whose module is the
//! whole program and whose predicate asks the submission's, so that `eval` and `compile` run it like any other function.
//! Nothing is executed here. `docs/loading.md` has the rules; `adapters/python/worker.py` follows them, too, and
//! `crates/decide/tests/submissions.rs` compares the two.
//!
//! Invariant: what the language does not have prevents nothing as long as it is not reached. It is a fault where it is.

mod bindings;
mod classes;
mod encoding;
mod entry;
mod glue;
mod imports;
mod link;
mod modules;
mod python;
mod records;
mod types;

use std::collections::HashMap;

use crate::ast::{FuncId, Module, Name, Span};
use crate::diagnostic::Diagnostic;
use crate::globals::GlobalId;
use crate::library;
use crate::parse::whole_file::{FileParser, Tests};
use crate::problem::Problem;
use crate::source::Source;

pub use encoding::text_of;
pub use python::hides_builtin;

/// A file that was handed in, or that the instructor supplies.
#[derive(Clone, Debug)]
pub struct SubmissionFile {
    /// Relative to its folder, with `/`.
    pub path: String,
    pub text: String,
}

/// What is loaded, and for which problem.
#[derive(Clone, Copy, Debug)]
pub struct Handed<'a> {
    pub problem: &'a Problem,
    /// The names of the predicate: the problem's first, then other ones that are allowed.
    pub predicate: &'a [String],
    pub files: &'a [SubmissionFile],
    /// Files that the submission can import and that are not its own.
    pub support: &'a [SubmissionFile],
}

/// Why a submission cannot be loaded, as far as this is known without executing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmissionFailure {
    Syntax {
        file: String,
        line: usize,
        message: String,
    },
    /// No file defines the predicate.
    Missing {
        candidates: Vec<String>,
    },
    /// Several files define it.
    Ambiguous {
        candidates: Vec<String>,
    },
    /// It does not take as many arguments as the problem has parameters.
    Arity {
        file: String,
        line: usize,
    },
    TooLarge,
}

/// A submission that can be run.
#[derive(Debug)]
pub struct SubmissionProgram {
    /// Its predicate takes the values of a pair and gives what the submission's answers.
    pub problem: Problem,
    /// The file that defines the predicate, and the name it uses.
    pub file: String,
    pub name: String,
    /// The constructs and names outside the language, sorted by place.
    pub outside: Vec<Diagnostic>,
    /// Why nothing about it should be proved: see `parse::doubts`.
    pub doubt: Option<Diagnostic>,
    files: Vec<FilePlace>,
}

/// Where a file stands in the text of all files.
#[derive(Clone, Debug)]
struct FilePlace {
    start: u32,
    path: String,
}

/// What names mean at the top level of each file, for `resolve`.
#[derive(Debug, Default)]
pub(crate) struct FileNames {
    /// In the order of the files' places.
    pub files: Vec<NamesOfFile>,
    /// Names that imports inside functions bind.
    pub aliases: HashMap<FuncId, HashMap<Name, GlobalId>>,
}

#[derive(Debug, Default)]
pub(crate) struct NamesOfFile {
    pub start: u32,
    pub by_name: HashMap<Name, GlobalId>,
    /// `import *` from something outside the language: any name may be defined.
    pub open: bool,
}

impl FileNames {
    pub fn of(&self, span: Span) -> Option<&NamesOfFile> {
        let behind = self.files.partition_point(|file| file.start <= span.start);
        self.files.get(behind.checked_sub(1)?)
    }
}

/// Whether Python has this name although no file defines it.
pub fn is_python_builtin(name: &str) -> bool {
    python::is_builtin(name)
}

/// Loads a submission.
pub fn load_submission(handed: Handed<'_>) -> Result<SubmissionProgram, SubmissionFailure> {
    let files = handed.files.iter().chain(handed.support);
    if files.map(|file| file.text.len() + 1).sum::<usize>() >= crate::load::MAX_SIZE / 2 {
        return Err(SubmissionFailure::TooLarge);
    }
    let (file, name) = entry::find(handed)?;
    let program = link::link(handed, &file, &name)?;
    let link::Program { mut module, names, mut globals, records, ask, text, files, mut outside, doubt } = program;
    module.is_executed = true;
    let source = Source::new(file.clone(), text);
    library::link(&source, &mut module, &mut globals);
    let resolutions = crate::resolve::resolve_files(&module, globals, &names, &mut outside);
    outside.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
    let problem = program_of(handed.problem, source, module, resolutions, records, ask);
    Ok(SubmissionProgram { problem, file, name, outside, doubt, files })
}

fn program_of(
    problem: &Problem,
    source: Source,
    module: Module,
    resolutions: crate::resolve::Resolutions,
    records: Vec<crate::problem::RecordClass>,
    ask: FuncId,
) -> Problem {
    let predicate = problem.predicate.as_ref().map(|predicate| crate::problem::Predicate {
        name: predicate.name.clone(),
        function: ask,
        params: predicate.params.clone(),
        has_reference: true,
    });
    Problem {
        name: problem.name.clone(),
        doc: None,
        source,
        module,
        resolutions,
        atoms: problem.atoms.clone(),
        numbers: problem.numbers.clone(),
        records,
        predicate,
        preconditions: Vec::new(),
        subproperties: Vec::new(),
        groups: Vec::new(),
        scope: problem.scope.clone(),
        large_scope: problem.large_scope.clone(),
    }
}

impl SubmissionProgram {
    /// The function that asks the predicate.
    pub fn ask(&self) -> Option<FuncId> {
        self.problem.predicate.as_ref().map(|predicate| predicate.function)
    }

    /// File and line of a place, unless it is not in a file of the submission.
    pub fn place(&self, span: Span) -> Option<(&str, usize)> {
        let behind = self.files.partition_point(|file| file.start <= span.start);
        let file = self.files.get(behind.checked_sub(1)?)?;
        if file.path.is_empty() || span.is_library() {
            return None;
        }
        let source = &self.problem.source;
        Some((&file.path, source.line(span.start) + 1 - source.line(file.start)))
    }

    /// What is outside the language in a statement or expression.
    pub fn construct_in(&self, span: Span) -> Option<&Diagnostic> {
        let inside = |diagnostic: &&Diagnostic| {
            let label = diagnostic.primary.as_ref().map(|label| label.span);
            label.is_some_and(|label| span.start <= label.start && label.start <= span.end)
        };
        self.outside.iter().find(inside)
    }
}

/// The name of the module that a file is loaded as.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".py").unwrap_or(file)
}

/// As Python reads it: without a byte order mark, every line ended by a line feed.
fn normalized(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

/// The first syntax error of a text, with its line. The text is not executed.
pub fn syntax_error(text: &str) -> Option<(usize, String)> {
    let text = normalized(text);
    let fault = FileParser::default().file(&text, 0, Tests::Kept).err()?;
    match syntax("", &text, 0, &fault) {
        SubmissionFailure::Syntax { line, message, .. } => Some((line, message)),
        _ => None,
    }
}

/// The first syntax error of a file, as a failure.
fn syntax(file: &str, text: &str, base: u32, fault: &Diagnostic) -> SubmissionFailure {
    let at = fault.primary.as_ref().map_or(0, |label| label.span.start.saturating_sub(base));
    let line = Source::new("", text).line(at);
    SubmissionFailure::Syntax { file: file.to_owned(), line, message: fault.message.clone() }
}

#[cfg(test)]
mod tests;
