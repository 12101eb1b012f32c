//! Answer keys and answers that are small enough to work out by hand, for the tests of this crate.
//!
//! Upper-case letters are required subproperties, lower-case ones error subproperties: `x=AB` is checked in place of A and B. A test
//! is written as the letters that fail in it, with its outcomes: `+` accepted, `-` rejected, `!` and `?` two different exceptions,
//! `;` the first of them on another line, `.` not run.

use pairs::focused_on;
use pairs::{Bucket, SubpropertySet};
use runner::Outcome;
use runner::outcome::{NotRunReason, RaisedException};
use suite::format::{TestKind, TestSource};

use crate::answer_key::{AnswerKey, BucketKey, SubpropertyKey, TestKey};
use crate::twin::TwinCandidates;

fn outcome(letter: char) -> Outcome {
    let raised = |class: &str, line| {
        Outcome::Raised(RaisedException {
            class: class.to_owned(),
            message: String::new(),
            file: Some("a.py".to_owned()),
            line: Some(line),
        })
    };
    match letter {
        '+' => Outcome::Accepted,
        '-' => Outcome::Rejected,
        '!' => raised("KeyError", 1),
        ';' => raised("KeyError", 9),
        '?' => raised("IndexError", 2),
        '.' => Outcome::NotRun(NotRunReason::Budget),
        other => panic!("no outcome: {other}"),
    }
}

/// The key for `A B x=AB`, with one bucket per entry of `answers`, and the outcomes.
pub fn case(subproperties: &str, answers: &[(&str, &str)]) -> (AnswerKey, Vec<Outcome>) {
    let specs: Vec<&str> = subproperties.split(' ').collect();
    let names: Vec<String> = specs.iter().map(|spec| spec[..1].to_owned()).collect();
    let set = |letters: &str| -> SubpropertySet {
        let position = |letter: char| names.iter().position(|name| name.starts_with(letter)).expect("a subproperty");
        letters.chars().map(position).collect()
    };
    let is_required = |name: &str| name.chars().all(char::is_uppercase);
    let required: SubpropertySet = (0..names.len()).filter(|at| is_required(&names[*at])).collect();
    let all: Vec<Bucket> = answers.iter().map(|(fails, _)| Bucket::new(set(fails))).collect();
    let bucket = |bucket: &Bucket, given: &str| BucketKey {
        fails: bucket.failing(),
        focused_on: focused_on(*bucket, &all),
        positive: bucket.failing().is_disjoint(required),
        tests: given.chars().count(),
        excluded: false,
    };
    let buckets: Vec<BucketKey> = all.iter().zip(answers).map(|(one, (_, given))| bucket(one, given)).collect();
    let mut tests = Vec::new();
    let mut outcomes = Vec::new();
    for (bucket, (_, given)) in answers.iter().enumerate() {
        for letter in given.chars() {
            tests.push(TestKey {
                id: tests.len().to_string(),
                bucket,
                expect: buckets[bucket].positive,
                engine: TestSource::Solver,
                kind: TestKind::Small,
                positive_kind: None,
                rank: tests.len(),
                excluded: false,
                beyond_scope: false,
                tokens: Vec::new(),
                input: 0,
                traits: Vec::new(),
            });
            outcomes.push(outcome(letter));
        }
    }
    let key = AnswerKey {
        subproperties: specs
            .iter()
            .map(|spec| SubpropertyKey {
                name: spec[..1].to_owned(),
                required: is_required(&spec[..1]),
                doc: None,
                hint: None,
                instead_of: spec.split_once('=').map(|(_, of)| set(of)).unwrap_or_default(),
                stricter_than: SubpropertySet::EMPTY,
            })
            .collect(),
        exercised: SubpropertySet::first(names.len()),
        names,
        groups: Vec::new(),
        required,
        buckets,
        tests,
        traits: Vec::new(),
        twins: TwinCandidates::default(),
    };
    (key, outcomes)
}
