//! Which required subproperties a submission checks, misses, or checks in part.
//!
//! A predicate that checks A accepts no pair in which A fails. So one acceptance shows that A is not checked, or not always;
//! only rejections that nothing else explains show that A is checked at all. Error subproperties explain, and are never
//! missed themselves. A predicate that rejects everything is not analyzed further.
//!
//! Feedback for students rests on this module. Each rule of `docs/reports.md` has a case in `attribute/tests.rs`.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use pairs::SubpropertySet;

use crate::answers::{AnswerCounts, SubmissionAnswers, TestAnswer};
use crate::failures::FailureKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckStatus {
    Checked,
    InPart,
    Missed,
    /// Too few tests were run to decide.
    Untested,
}

impl CheckStatus {
    /// Missed, or checked only in part.
    pub fn is_lacking(self) -> bool {
        matches!(self, Self::Missed | Self::InPart)
    }
}

/// What the tests show about one required subproperty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub position: usize,
    pub status: CheckStatus,
    /// It is proved that no pair of the scope in which it fails is accepted or gets no answer.
    pub proved: bool,
    /// Tests in which it fails that were accepted.
    pub accepted: Vec<usize>,
    /// Tests in which it fails that were rejected for no other known reason. If it is checked but only ever fails together
    /// with others that are checked, all rejected tests in which it fails.
    pub rejected: Vec<usize>,
    /// Tests in which it fails that got no answer for no other known reason.
    pub failed: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribution {
    /// Required subproperties, in the order of the file.
    pub findings: Vec<Finding>,
    /// Subproperties, error ones too, of which a failure was rejected and none was accepted.
    pub evident: SubpropertySet,
    /// Error subproperties that it seems to check in place of required ones.
    pub instead: SubpropertySet,
    /// Error subproperties that make it too strict.
    pub stricter: SubpropertySet,
}

impl Attribution {
    pub fn with(&self, status: CheckStatus) -> SubpropertySet {
        self.findings.iter().filter(|finding| finding.status == status).map(|finding| finding.position).collect()
    }
}

pub fn attribute(answers: &SubmissionAnswers<'_>) -> Attribution {
    let key = answers.key;
    let accepted: Vec<usize> = answers.with(TestAnswer::Accepted).collect();
    let rejected: Vec<usize> = answers.with(TestAnswer::Rejected).collect();
    let failed: Vec<usize> = answers.with(TestAnswer::Failed).collect();
    let all_of = |tests: &[usize]| tests.iter().fold(SubpropertySet::EMPTY, |all, test| all | key.fails(*test));
    let accepts_some = !accepted.is_empty();
    // A predicate that accepts nothing proves nothing by rejecting.
    let evident = if accepts_some { all_of(&rejected) - all_of(&accepted) } else { SubpropertySet::EMPTY };
    // Rejections that nothing evident explains; the sets with the fewest failing subproperties are blamed for them.
    let is_unexplained =
        |test: &&usize| key.fails(**test).is_disjoint(evident) && !key.required_fails(**test).is_empty();
    let unexplained: Vec<usize> = rejected.iter().filter(is_unexplained).copied().collect();
    let blamed_for_rejecting =
        without_harmless(minimal_sets(unexplained.iter().map(|test| key.required_fails(*test))), |set| {
            all_tests(answers, set, |counts| counts.accepted == counts.run())
        });
    let blamed_for_failing = blamed_for_failing(answers, &failed);
    let is_blamed = |sets: &[SubpropertySet], test: usize, position: usize| {
        sets.iter().any(|set| set.contains(position) && set.is_subset(key.required_fails(test)))
    };
    let finding = |position: usize| {
        let fails = |test: &usize| key.fails(*test).contains(position);
        let accepted: Vec<usize> = accepted.iter().copied().filter(fails).collect();
        let blamed = unexplained.iter().copied().filter(|test| is_blamed(&blamed_for_rejecting, *test, position));
        let blamed: Vec<usize> = blamed.collect();
        let is_failure = |test: &usize| {
            let kind = FailureKind::of(&answers.outcomes[*test]);
            let sets = kind.and_then(|kind| blamed_for_failing.get(&kind));
            sets.is_some_and(|sets| is_blamed(sets, *test, position))
        };
        let failed: Vec<usize> = failed.iter().copied().filter(is_failure).collect();
        let status = if !accepted.is_empty() {
            if blamed.is_empty() { CheckStatus::Missed } else { CheckStatus::InPart }
        } else if !failed.is_empty() && accepts_some {
            CheckStatus::InPart
        } else if evident.contains(position) && is_exercised(answers, position) {
            CheckStatus::Checked
        } else {
            CheckStatus::Untested
        };
        let rejected =
            if status == CheckStatus::Checked { evidence(answers, &rejected, position, evident) } else { blamed };
        Finding { position, status, proved: false, accepted, rejected, failed }
    };
    let findings: Vec<Finding> = key.required.iter().map(finding).collect();
    let mut attribution =
        Attribution { findings, evident, instead: SubpropertySet::EMPTY, stricter: SubpropertySet::EMPTY };
    (attribution.instead, attribution.stricter) = explanations(answers, &attribution, &rejected);
    attribution
}

/// Whether the suite has tests of every focused bucket of a subproperty, and some of each were run, except excluded ones.
fn is_exercised(answers: &SubmissionAnswers<'_>, position: usize) -> bool {
    let key = answers.key;
    let buckets = key.buckets.iter().zip(&answers.counts);
    let mut focused = buckets.filter(|(bucket, _)| bucket.focused_on.contains(position) && bucket.tests > 0);
    key.exercised.contains(position) && focused.all(|(_, counts)| counts.run() > 0)
}

/// Tests that show that a subproperty is checked: those in which no other evident one fails, if there are any.
fn evidence(
    answers: &SubmissionAnswers<'_>,
    rejected: &[usize],
    position: usize,
    evident: SubpropertySet,
) -> Vec<usize> {
    let key = answers.key;
    let fails: Vec<usize> = rejected.iter().copied().filter(|test| key.fails(*test).contains(position)).collect();
    let others = (evident & key.required).without(position);
    let alone: Vec<usize> = fails.iter().copied().filter(|test| key.fails(*test).is_disjoint(others)).collect();
    if alone.is_empty() { fails } else { alone }
}

/// For each kind of failure, the sets of subproperties that cause it. Failures of one kind have one cause, so an exception that
/// correct outputs raise too says nothing about subproperties: the empty set is blamed, and contains no position.
fn blamed_for_failing(answers: &SubmissionAnswers<'_>, failed: &[usize]) -> BTreeMap<FailureKind, Vec<SubpropertySet>> {
    let kind = |test: &usize| FailureKind::of(&answers.outcomes[*test]);
    let kinds: BTreeSet<FailureKind> = failed.iter().filter_map(kind).collect();
    let blamed = |wanted: FailureKind| {
        let alike = failed.iter().filter(|test| kind(test).as_ref() == Some(&wanted));
        let sets = minimal_sets(alike.map(|test| answers.key.required_fails(*test)));
        let cleared = without_harmless(sets, |set| all_tests(answers, set, |counts| counts.failed == 0));
        (wanted, cleared)
    };
    kinds.into_iter().map(blamed).collect()
}

/// Error subproperties that explain what the required ones do not: those used instead, and those that make it too strict.
///
/// One is used in place of what is missed. It would explain only half of what is checked in part, unless the predicate also
/// rejects correct outputs, perhaps for the same reason.
fn explanations(
    answers: &SubmissionAnswers<'_>,
    attribution: &Attribution,
    rejected: &[usize],
) -> (SubpropertySet, SubpropertySet) {
    let key = answers.key;
    let expects = |test: &usize| key.tests[*test].expect;
    let mut lacking = attribution.with(CheckStatus::Missed);
    if rejected.iter().any(expects) {
        lacking |= attribution.with(CheckStatus::InPart);
    }
    let (mut instead, mut stricter) = (SubpropertySet::EMPTY, SubpropertySet::EMPTY);
    for position in key.error_subproperties() & attribution.evident {
        let evidence: Vec<usize> =
            rejected.iter().copied().filter(|test| key.fails(*test).contains(position)).collect();
        if evidence.iter().any(expects) {
            stricter.insert(position);
        }
        let nothing_else = |test: &usize| key.required_fails(*test).is_disjoint(attribution.evident);
        let stands_for = key.subproperties[position].instead_of;
        if !stands_for.is_disjoint(lacking) && evidence.iter().any(|test| !expects(test) && nothing_else(test)) {
            instead.insert(position);
        }
    }
    (instead, stricter)
}

/// The sets that contain no other one, smaller ones first.
fn minimal_sets(sets: impl Iterator<Item = SubpropertySet>) -> Vec<SubpropertySet> {
    let mut all: Vec<SubpropertySet> = sets.collect();
    all.sort_unstable_by_key(|set| (set.len(), *set));
    all.dedup();
    let mut minimal: Vec<SubpropertySet> = Vec::new();
    for set in all {
        if !minimal.iter().any(|smaller| smaller.is_subset(set)) {
            minimal.push(set);
        }
    }
    minimal
}

/// Whether there are tests in which exactly `set` of the required subproperties fail, and all their buckets are as wanted.
fn all_tests(answers: &SubmissionAnswers<'_>, set: SubpropertySet, wanted: impl Fn(AnswerCounts) -> bool) -> bool {
    let key = answers.key;
    let buckets = key.buckets.iter().zip(&answers.counts);
    let mut run = buckets.filter(|(bucket, counts)| bucket.fails & key.required == set && counts.run() > 0).peekable();
    run.peek().is_some() && run.all(|(_, counts)| wanted(*counts))
}

/// Removes from each set what a smaller set shows to be harmless, unless nothing would be left to blame.
fn without_harmless(sets: Vec<SubpropertySet>, harmless: impl Fn(SubpropertySet) -> bool) -> Vec<SubpropertySet> {
    let clear = |set: SubpropertySet| {
        let parts = set.subsets().skip(1).filter(|part| !part.is_empty()).take(MOST_SUBSETS);
        let innocent = parts.filter(|part| harmless(*part)).fold(SubpropertySet::EMPTY, |all, part| all | part);
        if set.is_subset(innocent) { set } else { set - innocent }
    };
    sets.into_iter().map(clear).collect()
}

/// Not all subsets of sets with more than twelve members are tried.
const MOST_SUBSETS: usize = 4096;

/// The status of a group: checked if all members are, missed if all are, else in part.
pub fn group_status(findings: &[Finding], members: SubpropertySet) -> CheckStatus {
    let found = findings.iter().filter(|finding| members.contains(finding.position));
    let statuses: Vec<CheckStatus> = found.map(|finding| finding.status).collect();
    let all = |status: CheckStatus| statuses.iter().all(|one| *one == status);
    let lacks_some = statuses.iter().any(|one| one.is_lacking());
    if statuses.is_empty() || (statuses.contains(&CheckStatus::Untested) && !lacks_some) {
        CheckStatus::Untested
    } else if all(CheckStatus::Checked) {
        CheckStatus::Checked
    } else if all(CheckStatus::Missed) {
        CheckStatus::Missed
    } else {
        CheckStatus::InPart
    }
}
