//! A report for showing in class: nothing in it was written by a submission, and nothing says who handed it in.
//!
//! Takes a report; gives the same one with numbers for names, without sources and printed text, with the words of the
//! problem and of this program alone. Its submissions are in the order of their numbers.
//!
//! Guarded by `tests/pages.rs`, which looks for all that a submission can say.

use std::collections::BTreeMap;

use crate::model::{Report, Statement, Submission};

/// What a submission is called.
pub fn called(number: usize) -> String {
    format!("submission {number}")
}

pub fn share(mut report: Report) -> Report {
    let numbers: BTreeMap<String, usize> =
        report.submissions.iter().map(|one| (one.name.clone(), one.number)).collect();
    for one in &mut report.excluded {
        one.reason.clear();
    }
    let mut places = vec![0; report.order.len()];
    for (place, index) in report.order.iter().enumerate() {
        places[*index] = place;
    }
    let moved = |members: &mut Vec<usize>| {
        members.iter_mut().for_each(|member| *member = places[*member]);
        members.sort_unstable();
    };
    report.fingerprints.iter_mut().for_each(|one| moved(&mut one.members));
    report.behaviours.iter_mut().for_each(|one| moved(&mut one.members));
    report.candidates.iter_mut().for_each(|one| moved(&mut one.submissions));
    let mut submissions: Vec<Submission> = report.submissions.into_iter().map(|one| nameless(one, &numbers)).collect();
    submissions.sort_by_key(|one| one.number);
    report.submissions = submissions;
    report.order = (0..places.len()).collect();
    report
}

fn nameless(one: Submission, numbers: &BTreeMap<String, usize>) -> Submission {
    Submission {
        number: one.number,
        name: called(one.number),
        language: one.language,
        submitters: Vec::new(),
        statement: one.statement.map(wordless),
        reason: one.reason.map(|reason| why_it_did_not_run(&reason).to_owned()),
        reason_for_student: None,
        cluster: one.cluster,
        behaviour: one.behaviour,
        same_as: one.same_as.and_then(|name| numbers.get(&name).copied()).map(called),
        notes: Vec::new(),
        printed: String::new(),
        source: None,
    }
}

fn wordless(mut statement: Statement) -> Statement {
    for mistake in &mut statement.mistakes {
        if mistake.kind == crate::model::MistakeKind::Fails {
            neutral(&mistake.words).clone_into(&mut mistake.words);
        }
        neutral(&mistake.given).clone_into(&mut mistake.given);
        if let Some(twin) = &mut mistake.twin {
            neutral(&twin.given).clone_into(&mut twin.given);
        }
    }
    for failure in &mut statement.failures {
        neutral(&failure.kind).clone_into(&mut failure.kind);
        failure.message.clear();
        failure.line = None;
    }
    for unstable in &mut statement.unstable {
        for answer in &mut unstable[1..] {
            *answer = neutral(answer).to_owned();
        }
    }
    statement
}

/// What it did, without what it said.
fn neutral(said: &str) -> &'static str {
    let known = [
        ("accepted", "accepted"),
        ("rejected", "rejected"),
        ("raised", "raised an exception"),
        ("timed out", "timed out"),
        ("timed_out", "timed out"),
        ("out of memory", "ran out of memory"),
        ("out_of_memory", "ran out of memory"),
        ("ran out of memory", "ran out of memory"),
        ("crashed", "crashed"),
        ("not a boolean", "did not return a Boolean"),
        ("not_a_boolean", "did not return a Boolean"),
        ("returned", "did not return a Boolean"),
        ("not run", "not run"),
        ("not_run", "not run"),
    ];
    known.iter().find(|(start, _)| said.starts_with(start)).map_or("gave no answer", |(_, words)| words)
}

fn why_it_did_not_run(reason: &str) -> &'static str {
    let known = [
        ("syntax error", "syntax error"),
        ("cannot be compiled", "cannot be compiled"),
        ("import error", "import error"),
        ("raised", "raised an exception when loaded"),
        ("no function", "does not define the predicate"),
    ];
    known.iter().find(|(start, _)| reason.starts_with(start)).map_or("could not run", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_did_stays_and_what_it_said_goes() {
        let said = ["raised AnnError: Ann (ann.py:3)", "crashed: it broke the protocol: Ann", "rejected"];
        assert_eq!(said.map(neutral), ["raised an exception", "crashed", "rejected"]);
        assert_eq!(neutral("returned a value of type Ann"), "did not return a Boolean");
        assert_eq!(neutral("Ann"), "gave no answer");
        assert_eq!(why_it_did_not_run("syntax error: Ann (ann.py:2)"), "syntax error");
        assert_eq!(why_it_did_not_run("Ann"), "could not run");
    }
}
