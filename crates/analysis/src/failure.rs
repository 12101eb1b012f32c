//! Tests without an answer: exceptions, time-outs and the like, by kind.

use std::collections::BTreeMap;

use runner::Outcome;

use crate::answers::{Answer, Answers};

/// Failures of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    /// `raised KeyError (sort.py:9)`
    pub kind: String,
    /// In the order of the suite.
    pub tests: Vec<usize>,
    /// By bucket of the suite, how many.
    pub buckets: BTreeMap<usize, usize>,
}

/// What failures of one kind have in common: the exception and its line, but not its message.
pub fn failure(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Raised(raised) => match (&raised.file, raised.line) {
            (Some(file), Some(line)) => format!("raised {} ({file}:{line})", raised.class),
            _ => format!("raised {}", raised.class),
        },
        Outcome::TimedOut(_) => "timed out".to_owned(),
        Outcome::OutOfMemory => "ran out of memory".to_owned(),
        Outcome::Crashed(_) => format!("crashed: {}", outcome.detail()),
        Outcome::NotABoolean(ty) => format!("returned a value of type {ty}"),
        Outcome::Accepted | Outcome::Rejected | Outcome::NotRun(_) => String::new(),
    }
}

/// The most common kind first.
pub fn failures(answers: &Answers<'_>) -> Vec<Failures> {
    let mut kinds: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for test in answers.with(Answer::Failed) {
        kinds.entry(failure(&answers.outcomes[test])).or_default().push(test);
    }
    let mut all: Vec<Failures> = kinds
        .into_iter()
        .map(|(kind, tests)| {
            let mut buckets = BTreeMap::new();
            for test in &tests {
                *buckets.entry(answers.key.tests[*test].bucket).or_default() += 1;
            }
            Failures { kind, tests, buckets }
        })
        .collect();
    all.sort_by_key(|failures| std::cmp::Reverse(failures.tests.len()));
    all
}
