//! A report to show in class: without names, and without a word that a submission controls.
//!
//! Takes a report; returns the same one with numbers instead of names, without sources and printed text. Its submissions are in the
//! order of their numbers.
//!
//! Guarded by `tests/pages.rs`, which looks for everything that a submission can say.

use std::collections::BTreeMap;

use analysis::class::SharedUndecided;
use decision::Undecided;

use crate::model::{ClassReport, DiagnosisReport, SubmissionReport};
use crate::sentences::undecided_in_general;

/// The name of a submission in class.
pub fn called(number: usize) -> String {
    format!("submission {number}")
}

pub fn share(mut report: ClassReport) -> ClassReport {
    let numbers: BTreeMap<String, usize> =
        report.submissions.iter().map(|one| (one.name.clone(), one.number)).collect();
    for one in &mut report.excluded {
        one.reason.clear();
    }
    report.reasons.clear();
    report.undefined.clear();
    report.notes.clear();
    report.undecided = in_general_reasons(&report.undecided);
    let mut places = vec![0; report.order.len()];
    for (place, index) in report.order.iter().enumerate() {
        places[*index] = place;
    }
    let renumber = |members: &mut Vec<usize>| {
        members.iter_mut().for_each(|member| *member = places[*member]);
        members.sort_unstable();
    };
    report.fingerprints.iter_mut().for_each(|one| renumber(&mut one.members));
    report.behaviors.iter_mut().for_each(|one| renumber(&mut one.members));
    report.candidates.iter_mut().for_each(|one| renumber(&mut one.submissions));
    if let Some(progress) = &mut report.progress {
        [&mut progress.corrected, &mut progress.improved, &mut progress.worse].into_iter().for_each(renumber);
    }
    let mut submissions: Vec<SubmissionReport> =
        report.submissions.into_iter().map(|one| anonymous(one, &numbers)).collect();
    submissions.sort_by_key(|one| one.number);
    report.submissions = submissions;
    report.order = (0..places.len()).collect();
    (report.shared, report.names) = (true, false);
    report
}

/// Reasons for which submissions could not be decided, by kind.
fn in_general_reasons(all: &[SharedUndecided]) -> Vec<SharedUndecided> {
    let mut kinds: BTreeMap<Undecided, usize> = BTreeMap::new();
    for one in all {
        *kinds.entry(one.kind).or_default() += one.submissions.len();
    }
    let mut reasons: Vec<SharedUndecided> = Vec::new();
    for (kind, number) in kinds {
        // Numbers of submissions are all that the page says about them.
        let message = undecided_in_general(kind).to_owned();
        reasons.push(SharedUndecided { kind, message, submissions: vec![0; number] });
    }
    reasons.sort_by_key(|one| std::cmp::Reverse(one.submissions.len()));
    reasons
}

/// One submission of a class that is too large to be held.
pub fn anonymous_of(one: SubmissionReport, report: &ClassReport) -> SubmissionReport {
    let same = one.same_as.as_ref().and_then(|name| report.submissions.iter().find(|other| other.name == *name));
    let numbers = same.map(|other| (other.name.clone(), other.number)).into_iter().collect();
    anonymous(one, &numbers)
}

fn anonymous(one: SubmissionReport, numbers: &BTreeMap<String, usize>) -> SubmissionReport {
    SubmissionReport {
        number: one.number,
        name: called(one.number),
        language: one.language,
        submitters: Vec::new(),
        verdict: one.verdict,
        diagnosis: one.diagnosis.map(in_general),
        reason: one.reason_in_general.map(str::to_owned),
        reason_for_student: None,
        public_reason: None,
        reason_in_general: one.reason_in_general,
        not_started: one.not_started,
        undefined: Vec::new(),
        cluster: one.cluster,
        behavior: one.behavior,
        same_as: one.same_as.and_then(|name| numbers.get(&name).copied()).map(called),
        notes: Vec::new(),
        printed: String::new(),
        source: None,
    }
}

/// The diagnosis without a word that the submission controls.
fn in_general(mut diagnosis: DiagnosisReport) -> DiagnosisReport {
    for mistake in &mut diagnosis.mistakes {
        if mistake.failure.take().is_some() {
            mistake.given_in_general.clone_into(&mut mistake.words);
        }
        mistake.given_in_general.clone_into(&mut mistake.given);
    }
    let proof = &mut diagnosis.proof;
    for witness in &mut proof.witnesses {
        witness.given_in_general.clone_into(&mut witness.given);
    }
    if let Some(reason) = &mut proof.reason {
        undecided_in_general(reason.kind).clone_into(&mut reason.message);
        reason.at = None;
    }
    proof.findings.clear();
    for failure in &mut diagnosis.failures {
        failure.kind_in_general.clone_into(&mut failure.kind);
        failure.message.clear();
        failure.line = None;
    }
    for [_, first, then] in &mut diagnosis.unstable {
        first.clear();
        then.clear();
    }
    diagnosis
}
