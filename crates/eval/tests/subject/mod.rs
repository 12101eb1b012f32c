//! `eval` as the subject of the differential test.

use std::panic::{AssertUnwindSafe, catch_unwind};

use eval::{Fault, Machine, Program, canon};
use fuzz::cpython::SourceRange;
use fuzz::differ::{Complaint, Implementation, Judgment};
use lang::ast::Span;
use lang::diagnostic::{Code, Diagnostic};
use lang::load::{Mode, load};
use lang::source::Source;

/// Loads the source and calls its cases.
#[derive(Debug)]
pub struct Eval;

/// Few programs take more than some thousand steps.
const STEPS: u64 = 3_000_000;

/// The declared limits of the language, as their faults begin.
const LIMITS: &[&str] = &[
    "a hash or an identity is compared with a number",
    "a range beyond 64 bits",
    "an iterator, method or exception is used as a key",
    "keys of a dict are removed and added while it is iterated over",
    "`name` of an exception",
    "`value` of an exception",
    "the name of a class that has no name",
    "the text of a function",
    "elements of a set are removed and others added",
    "half of a surrogate pair",
];

impl Implementation for Eval {
    fn judge(&mut self, source: &str, cases: usize) -> Judgment {
        catch_unwind(AssertUnwindSafe(|| judge(source, cases)))
            .unwrap_or_else(|_| Judgment { complaints: Vec::new(), results: vec!["!!panic".into(); cases] })
    }
}

fn judge(source: &str, cases: usize) -> Judgment {
    let loaded = load(Source::new("program.py", source), Mode::Language);
    let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let complaints: Vec<Complaint> = errors.map(|error| complaint(error, source)).collect();
    // What is outside the language has no meaning here. What would raise has one: it raises.
    if complaints.iter().any(|complaint| !complaint.predicts_exception) {
        return Judgment { complaints, results: Vec::new() };
    }
    let program = Program::new(&loaded.problem);
    let mut machine = Machine::new(&program).with_step_limit(STEPS);
    let results = (0..cases).map(|case| result(&program, &mut machine, case)).collect();
    Judgment { complaints, results }
}

fn result(program: &Program, machine: &mut Machine<'_>, case: usize) -> String {
    match machine.call(&format!("case_{case}"), &[]) {
        Ok(value) => canon(program, &value, &|_| "an atom".into()),
        Err(fault) => match *fault {
            Fault::Raised(raised) => format!("!{}", raised.exception.name()),
            Fault::Steps { .. } => "!!steps".into(),
            Fault::TooLarge { what, .. } => format!("!!large: {what}"),
            Fault::Outside { what, .. } if LIMITS.iter().any(|limit| what.starts_with(limit)) => "!!limit".into(),
            Fault::Outside { what, .. } => format!("!!outside: {what}"),
        },
    }
}

fn complaint(diagnostic: &Diagnostic, source: &str) -> Complaint {
    Complaint {
        code: diagnostic.code.as_str().to_owned(),
        message: diagnostic.message.clone(),
        place: diagnostic.primary.as_ref().map(|label| place(label.span, source)),
        predicts_exception: matches!(diagnostic.code, Code::WrongArguments | Code::WrongType | Code::UnknownAttribute),
    }
}

fn place(span: Span, source: &str) -> SourceRange {
    let (line, column) = position(span.start, source);
    let (end_line, end_column) = position(span.end, source);
    [line, column, end_line, end_column]
}

fn position(offset: u32, source: &str) -> (usize, usize) {
    let before = &source[..(offset as usize).min(source.len())];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before.len() - start)
}
