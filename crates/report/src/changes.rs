//! What a regrade changed, and for whom.

use analysis::Verdict;
use analysis::attribute::CheckStatus;
use serde::Serialize;

use crate::model::{ClassReport, SubmissionReport};

/// A submission whose grade changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradeChange {
    pub name: String,
    pub before: Grade,
    pub after: Grade,
    /// Subproperties whose status changed: name, before, after.
    pub subproperties: Vec<(String, CheckStatus, CheckStatus)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    pub verdict: Verdict,
    pub wrong: usize,
    pub tests: usize,
}

/// Submissions whose verdict, number of wrong answers, or status of a subproperty changed; in the order of the report.
pub fn changes(before: &ClassReport, after: &ClassReport) -> Vec<GradeChange> {
    before.submissions.iter().zip(&after.submissions).filter_map(|(old, new)| change(before, old, new)).collect()
}

fn change(report: &ClassReport, old: &SubmissionReport, new: &SubmissionReport) -> Option<GradeChange> {
    let (before, after) = (old.diagnosis.as_ref()?, new.diagnosis.as_ref()?);
    let findings = before.subproperties.iter().zip(&after.subproperties);
    let subproperties: Vec<(String, CheckStatus, CheckStatus)> = findings
        .filter(|(first, then)| first.status != then.status)
        .map(|(first, then)| (report.subproperties[first.subproperty].shown.clone(), first.status, then.status))
        .collect();
    let is_same = old.verdict == new.verdict && before.wrong == after.wrong && subproperties.is_empty();
    (!is_same).then(|| GradeChange {
        name: new.name.clone(),
        before: Grade { verdict: old.verdict, wrong: before.wrong, tests: before.tests },
        after: Grade { verdict: new.verdict, wrong: after.wrong, tests: after.tests },
        subproperties,
    })
}
