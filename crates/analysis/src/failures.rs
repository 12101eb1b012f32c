//! Tests without an answer, grouped by what happened: exceptions, timeouts and so on.

use std::collections::BTreeMap;
use std::fmt;

use runner::Outcome;

use crate::answers::{SubmissionAnswers, TestAnswer};

/// Why a test got no answer. Two tests fail alike if these are equal: the message of an exception does not matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// The class of an exception, and the file and line that raised it, if they are known.
    Raised {
        class: String,
        place: Option<(String, u64)>,
    },
    TimedOut,
    OutOfMemory,
    /// How the process ended.
    Crashed(String),
    /// The type of the value that it returned.
    NotABoolean(String),
}

impl FailureKind {
    /// `None` if the outcome is an answer, or the test was not run.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        match outcome {
            Outcome::Raised(raised) => {
                let place = raised.file.clone().zip(raised.line);
                Some(Self::Raised { class: raised.class.clone(), place })
            }
            Outcome::TimedOut(_) => Some(Self::TimedOut),
            Outcome::OutOfMemory => Some(Self::OutOfMemory),
            Outcome::Crashed(_) => Some(Self::Crashed(outcome.detail())),
            Outcome::NotABoolean(ty) => Some(Self::NotABoolean(ty.clone())),
            Outcome::Accepted | Outcome::Rejected | Outcome::NotRun(_) => None,
        }
    }
}

/// `raised KeyError (sort.py:9)`
impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raised { class, place: Some((file, line)) } => write!(f, "raised {class} ({file}:{line})"),
            Self::Raised { class, place: None } => write!(f, "raised {class}"),
            Self::TimedOut => f.write_str("timed out"),
            Self::OutOfMemory => f.write_str("ran out of memory"),
            Self::Crashed(how) => write!(f, "crashed: {how}"),
            // A missing `return` in Python.
            Self::NotABoolean(ty) if ty == "NoneType" => f.write_str("returned None"),
            Self::NotABoolean(ty) => write!(f, "returned a value of type {ty}"),
        }
    }
}

/// The failures of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureGroup {
    pub kind: FailureKind,
    /// In the order of the suite.
    pub tests: Vec<usize>,
    /// By bucket of the suite, how many.
    pub buckets: BTreeMap<usize, usize>,
}

/// The most common kind first, then in alphabetical order.
pub fn failures(answers: &SubmissionAnswers<'_>) -> Vec<FailureGroup> {
    let mut kinds: BTreeMap<FailureKind, Vec<usize>> = BTreeMap::new();
    for test in answers.with(TestAnswer::Failed) {
        if let Some(kind) = FailureKind::of(&answers.outcomes[test]) {
            kinds.entry(kind).or_default().push(test);
        }
    }
    let mut all: Vec<FailureGroup> = kinds
        .into_iter()
        .map(|(kind, tests)| {
            let mut buckets = BTreeMap::new();
            for test in &tests {
                *buckets.entry(answers.key.tests[*test].bucket).or_default() += 1;
            }
            FailureGroup { kind, tests, buckets }
        })
        .collect();
    all.sort_by_cached_key(|group| (std::cmp::Reverse(group.tests.len()), group.kind.to_string()));
    all
}
