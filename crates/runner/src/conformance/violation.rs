//! What an adapter does wrong, in sentences for those who write adapters.

use std::io;

use super::NOT_APPLICABLE;
use super::case_runner::{Expect, MARK};
use crate::outcome::Outcome;
use crate::protocol::{LoadFailure, LoadFailureKind};
use crate::worker::StartError;

/// A way in which an adapter or a program of its conformance suite does not conform.
#[derive(Debug, thiserror::Error)]
pub enum Violation {
    #[error("every language can have this case, so `{NOT_APPLICABLE}` is not accepted")]
    NotOptional,
    #[error("cannot read the program: {0}")]
    Program(#[source] io::Error),
    #[error("no line is marked: write `{MARK}` in a comment on the line that the adapter has to report")]
    NoMark,
    #[error("cannot write a call as JSON: {0}")]
    Call(#[from] serde_json::Error),

    #[error("the worker cannot be started: {0}")]
    NotStarted(#[from] StartError),
    #[error("the program was not loaded: {}: {}{}", failure.why, at(&failure.message, failure.file.as_deref(), failure.line), printed_text(printed))]
    NotLoaded { failure: Box<LoadFailure>, printed: String },
    #[error("in a new worker afterwards: {0}")]
    InNewWorker(#[source] Box<Violation>),
    #[error("`ready` names the function `{name}`; expected `{}`", expected.join("` or `"))]
    ReadyName { name: String, expected: Vec<String> },
    #[error("`ready` names the file `{file}`; expected one of `files`, spelled as in the request")]
    ReadyFile { file: String },
    #[error("the worker does not exit with code 0 when its input is closed")]
    DoesNotExit,

    #[error("called with {call}: no answer, because the worker had exited")]
    NoAnswer { call: String },
    #[error("called with {call}: expected {expected}, got {}", outcome_text(outcome))]
    WrongOutcome { call: String, expected: Expect, outcome: Outcome },
    #[error("{more} more of {calls} calls are answered wrongly")]
    MoreWrongOutcomes { more: usize, calls: usize },
    #[error("the program printed {text:?}, which does not arrive on standard error")]
    NotPrinted { text: &'static str },

    #[error("raising with {message}: {problem}")]
    Raising { message: &'static str, problem: Box<Violation> },
    #[error("expected `raised`, got {}", outcome.as_ref().map_or_else(|| "nothing".to_owned(), outcome_text))]
    NotRaised { outcome: Option<Outcome> },
    #[error("`message` is `{message}`")]
    WrongMessage { message: String },
    #[error("`message` has {length} characters; up to 500 are kept")]
    ShortMessage { length: usize },
    #[error("`message` is empty")]
    NoMessage,
    #[error("`class` is missing or empty")]
    NoClass,
    #[error("expected the place ({}:{}), got {}", expected.0, expected.1, place_text(given.0.as_deref(), given.1))]
    WrongPlace { expected: (String, u64), given: (Option<String>, Option<u64>) },

    #[error("expected `failed`, got `ready` with `{name}` of {file}")]
    LoadedAnyway { name: String, file: String },
    #[error("expected `why` to be `{expected}`, got `{}`: {}{}", failure.why, failure.message, printed_text(printed))]
    WrongReason { expected: LoadFailureKind, failure: Box<LoadFailure>, printed: String },
    #[error("`candidates` is empty; expected the function that the program defines")]
    NoCandidates,
    #[error("`candidates` is [{}]; expected the files that define the predicate: {}", given.join(", "), expected.join(", "))]
    WrongCandidates { given: Vec<String>, expected: Vec<String> },
}

impl Violation {
    #[must_use]
    pub fn when_raising(self, message: &'static str) -> Self {
        Self::Raising { message, problem: Box::new(self) }
    }
}

fn at(message: &str, file: Option<&str>, line: Option<u64>) -> String {
    match file {
        None => message.to_owned(),
        Some(_) => format!("{message} {}", place_text(file, line)),
    }
}

fn place_text(file: Option<&str>, line: Option<u64>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("({file}:{line})"),
        (Some(file), None) => format!("({file})"),
        (None, Some(line)) => format!("line {line} of no file"),
        (None, None) => "nothing".to_owned(),
    }
}

fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Accepted => "the answer true".to_owned(),
        Outcome::Rejected => "the answer false".to_owned(),
        other if other.detail().is_empty() => format!("`{}`", other.word()),
        other => format!("`{}`: {}", other.word(), other.detail()),
    }
}

fn printed_text(printed: &str) -> String {
    let printed = printed.trim();
    if printed.is_empty() { String::new() } else { format!("; it printed: {printed}") }
}
