//! Which required subproperties a submission checks, misses, or checks in part.
//!
//! A predicate that checks A accepts no pair in which A fails. So one acceptance shows that A is not checked, or not always;
//! whether it is checked at all is shown only by rejections that nothing else explains. Error subproperties explain, and are
//! never missed themselves. Of a predicate that accepts nothing, nothing can be said.

use std::collections::{BTreeMap, BTreeSet};

use crate::answers::{Answer, Answers, Counts};
use crate::failure::failure;
use crate::key::positions;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Checked,
    InPart,
    Missed,
    /// The suite has not asked enough to tell.
    Untested,
}

/// What is known about one required subproperty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub position: usize,
    pub standing: Standing,
    /// Tests in which it fails, and which were accepted all the same.
    pub accepted: Vec<usize>,
    /// Tests in which it fails, and which were rejected for no other reason that is known. If it is checked and always fails
    /// together with others that are, all that were rejected.
    pub rejected: Vec<usize>,
    /// Tests in which it fails, and which got no answer for no other reason that is known.
    pub failed: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribution {
    /// Required subproperties, in the order of the file.
    pub findings: Vec<Finding>,
    /// Subproperties, error ones too, in which nothing that fails is accepted.
    pub evident: u32,
    /// Error subproperties that it seems to check in place of required ones.
    pub instead: u32,
    /// Error subproperties by which it seems to demand too much.
    pub stricter: u32,
}

pub fn attribute(answers: &Answers<'_>) -> Attribution {
    let key = answers.key;
    let accepted: Vec<usize> = answers.with(Answer::Accepted).collect();
    let rejected: Vec<usize> = answers.with(Answer::Rejected).collect();
    let failed: Vec<usize> = answers.with(Answer::Failed).collect();
    let passed = accepted.iter().fold(0, |mask, test| mask | key.fails(*test));
    let accepts_some = !accepted.is_empty();
    let stopped = rejected.iter().fold(0, |mask, test| mask | key.fails(*test));
    // One that accepts nothing at all shows nothing by rejecting.
    let evident = if accepts_some { stopped & !passed } else { 0 };
    // Rejections that nothing evident explains, and of them those that blame the fewest.
    let of = |test: usize| key.fails(test) & key.required;
    let open = |test: &&usize| key.fails(**test) & evident == 0 && of(**test) != 0;
    let accepts = |set: u32| shows(answers, set, |counts| counts.accepted == counts.run());
    let blamed_for_rejecting = cleared(least(rejected.iter().filter(open).map(|test| of(*test))), accepts);
    let kinds: BTreeSet<String> = failed.iter().map(|test| failure(&answers.outcomes[*test])).collect();
    // Failures of one kind have one cause: an exception that right pairs raise too says nothing about subproperties.
    let blamed_for_failing: BTreeMap<String, Vec<u32>> = kinds
        .into_iter()
        .map(|kind| {
            let alike = failed.iter().filter(|test| failure(&answers.outcomes[**test]) == kind);
            let sets = least(alike.map(|test| of(*test)));
            let answers_it = |set: u32| shows(answers, set, |counts| counts.failed == 0);
            (kind, cleared(sets, answers_it))
        })
        .collect();
    // A test goes to the least sets that are part of what fails in it.
    let blamed = |sets: &[u32], test: usize, position: usize| {
        sets.iter().any(|set| set & of(test) == *set && set >> position & 1 == 1)
    };
    // What shows that a subproperty is checked.
    let alone = |position: usize| {
        let fails: Vec<usize> = rejected.iter().copied().filter(|test| key.fails(*test) >> position & 1 == 1).collect();
        let others = evident & key.required & !(1 << position);
        let alone: Vec<usize> = fails.iter().copied().filter(|test| key.fails(*test) & others == 0).collect();
        if alone.is_empty() { fails } else { alone }
    };
    let findings = key
        .required_ones()
        .map(|position| {
            let fails = |test: &usize| key.fails(*test) >> position & 1 == 1;
            let accepted: Vec<usize> = accepted.iter().copied().filter(fails).collect();
            let rejected: Vec<usize> = rejected
                .iter()
                .filter(open)
                .copied()
                .filter(|test| blamed(&blamed_for_rejecting, *test, position))
                .collect();
            let for_failing = |test: &usize| {
                let sets = blamed_for_failing.get(&failure(&answers.outcomes[*test]));
                sets.is_some_and(|sets| blamed(sets, *test, position))
            };
            let failed: Vec<usize> = failed.iter().copied().filter(for_failing).collect();
            let standing = if !accepted.is_empty() {
                if rejected.is_empty() { Standing::Missed } else { Standing::InPart }
            } else if !failed.is_empty() && accepts_some {
                Standing::InPart
            } else if evident >> position & 1 == 1 && key.exercised[position] {
                Standing::Checked
            } else {
                Standing::Untested
            };
            let rejected = if standing == Standing::Checked { alone(position) } else { rejected };
            Finding { position, standing, accepted, rejected, failed }
        })
        .collect::<Vec<_>>();
    let with = |standing: Standing| {
        let of = findings.iter().filter(|finding| finding.standing == standing);
        of.fold(0, |mask, finding| mask | 1 << finding.position)
    };
    // One that rejects right pairs as well may reject what it does not check for the same reason.
    let strict = rejected.iter().any(|test| key.tests[*test].expect);
    let missed = with(Standing::Missed) | if strict { with(Standing::InPart) } else { 0 };
    let (instead, stricter) = explaining(answers, evident, missed);
    Attribution { findings, evident, instead, stricter }
}

/// Error subproperties that explain what the required ones do not.
///
/// One stands in place of what is missed, not of what is checked in part: of that it would not be the whole truth.
fn explaining(answers: &Answers<'_>, evident: u32, missed: u32) -> (u32, u32) {
    let key = answers.key;
    let (mut instead, mut stricter) = (0, 0);
    for position in key.error_ones().filter(|position| evident >> position & 1 == 1) {
        let property = &key.subproperties[position];
        let rejected = |test: &usize| answers.of(*test) == Answer::Rejected;
        let fails = |test: &usize| key.fails(*test) >> position & 1 == 1;
        let mut shows = (0..key.tests.len()).filter(rejected).filter(fails);
        if shows.clone().any(|test| key.tests[test].expect) {
            stricter |= 1 << position;
        }
        // A rejection that no required subproperty accounts for.
        let alone = shows.any(|test| !key.tests[test].expect && key.fails(test) & evident & key.required == 0);
        if alone && property.instead_of & missed != 0 {
            instead |= 1 << position;
        }
    }
    (instead, stricter)
}

/// The sets that contain no other one.
fn least(sets: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut all: Vec<u32> = sets.collect();
    all.sort_unstable_by_key(|set| (set.count_ones(), *set));
    all.dedup();
    let mut least: Vec<u32> = Vec::new();
    for set in all {
        if !least.iter().any(|smaller| smaller & set == *smaller) {
            least.push(set);
        }
    }
    least
}

/// There are tests in which, of the required ones, exactly `set` fails, and all are as wanted.
fn shows(answers: &Answers<'_>, set: u32, wanted: impl Fn(Counts) -> bool) -> bool {
    let key = answers.key;
    let buckets = key.buckets.iter().zip(&answers.counts);
    let mut of = buckets.filter(|(bucket, counts)| bucket.fails & key.required == set && counts.run() > 0).peekable();
    of.peek().is_some() && of.all(|(_, counts)| wanted(*counts))
}

/// Takes out of each set those that are seen to be harmless in a smaller one, unless nobody would be left to blame.
fn cleared(sets: Vec<u32>, harmless: impl Fn(u32) -> bool) -> Vec<u32> {
    let clear = |set: u32| {
        if set == 0 {
            return 0;
        }
        // The parts of a set, without itself and nothing.
        let mut parts = std::iter::successors(Some(set), |part| Some((part - 1) & set).filter(|part| *part != 0));
        parts.next();
        let innocent = parts.take(MOST_PARTS).filter(|part| harmless(*part)).fold(0, |all, part| all | part);
        if set & !innocent == 0 { set } else { set & !innocent }
    };
    sets.into_iter().map(clear).collect()
}

/// Sets of more than twelve are not gone through to the end.
const MOST_PARTS: usize = 4096;

/// What is said of several together: checked if all are, missed if all are, else in part.
pub fn together(findings: &[Finding], members: u32) -> Standing {
    let of: Vec<Standing> = positions(members)
        .filter_map(|position| findings.iter().find(|finding| finding.position == position))
        .map(|finding| finding.standing)
        .collect();
    let all = |standing: Standing| of.iter().all(|one| *one == standing);
    if of.is_empty() || (of.contains(&Standing::Untested) && !of.iter().any(|one| is_lacking(*one))) {
        Standing::Untested
    } else if all(Standing::Checked) {
        Standing::Checked
    } else if all(Standing::Missed) {
        Standing::Missed
    } else {
        Standing::InPart
    }
}

/// Missed, or checked in part.
pub fn is_lacking(standing: Standing) -> bool {
    matches!(standing, Standing::Missed | Standing::InPart)
}
