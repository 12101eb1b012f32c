//! The class in a few sentences, and its progress since an earlier grading.
//!
//! Takes the model; returns sentences. In a report for others than staff, a number below five is not said.

use analysis::class::CheckCounts;
use analysis::progress::{ClassProgress, Standing, progress};
use analysis::{ClassCount, ClassSummary};

use crate::model::{ClassReport, SubmissionReport};
use crate::words::{clause, count, percent};

/// Figures about fewer students are not shown to others than staff.
pub const FEWEST: usize = 5;

/// Which submissions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedView {
    All,
    WithoutDeep,
}

impl CountedView {
    pub fn of(self, count: ClassCount) -> usize {
        match self {
            Self::All => count.all,
            Self::WithoutDeep => count.without_deep,
        }
    }

    pub fn summary(self, report: &ClassReport) -> &ClassSummary {
        match self {
            Self::All => &report.summary,
            Self::WithoutDeep => &report.summary_without_deep,
        }
    }

    /// How many submissions never check something, or only in some cases.
    pub fn not_checked(self, errors: CheckCounts) -> usize {
        self.of(errors.missed) + self.of(errors.in_part)
    }
}

/// What stands below the number of faulty submissions: the most common mistake, then what changed or what to review.
pub fn story(report: &ClassReport, view: CountedView) -> Vec<String> {
    let summary = view.summary(report);
    let is_shown = |number: usize| number > 0 && !(report.shared && number < FEWEST);
    let share = |number: usize| format!("{} ({})", percent(number, summary.submissions), count(number, "submission"));
    let mut sentences = Vec::new();
    let required = report.subproperties.iter().filter(|one| one.required);
    let most = required.rev().max_by_key(|one| view.not_checked(one.errors));
    let most = most.map(|one| (one, view.not_checked(one.errors))).filter(|(_, number)| *number >= summary.positive);
    match most {
        Some((one, number)) if is_shown(number) => {
            let in_part = if view.of(one.errors.in_part) > 0 { ", or only in some cases" } else { "" };
            let what = one.doc.as_deref().map(clause).filter(|words| !words.is_empty());
            let what = what.unwrap_or_else(|| one.shown.clone());
            sentences
                .push(format!("The most common mistake, {}, is not to check this{in_part}: {what}.", share(number)));
        }
        None if is_shown(summary.positive) => {
            sentences.push(format!(
                "The most common mistake, {}, is not to accept some correct outputs.",
                share(summary.positive)
            ));
        }
        _ => {}
    }
    match &report.progress {
        Some(progress) => sentences.extend(since(report, progress)),
        None if is_shown(summary.unrecognized) => {
            let (number, total) = (summary.unrecognized, summary.faulty);
            let verb = if number == 1 { "makes a mistake" } else { "make mistakes" };
            sentences.push(format!(
                "Of the {total} with mistakes, {number} {verb} that no subproperty explains: review these first."
            ));
        }
        None => {}
    }
    sentences
}

/// `Since the last grading, 41 of 230 fixed a mistake, and nobody introduced one.`
fn since(report: &ClassReport, progress: &ClassProgress) -> Option<String> {
    let (fixed, worse) = (progress.fixed(), progress.worse.len());
    let is_hidden = |number: usize| report.shared && (1..FEWEST).contains(&number);
    if progress.both == 0 || is_hidden(progress.both) {
        return None;
    }
    let of = match fixed {
        0 => "nobody".to_owned(),
        number if is_hidden(number) => format!("fewer than {FEWEST} of {}", progress.both),
        number => format!("{number} of {}", progress.both),
    };
    let introduced = match worse {
        0 => "nobody introduced one".to_owned(),
        number if is_hidden(number) => format!("fewer than {FEWEST} introduced one"),
        number => format!("{number} introduced one"),
    };
    Some(format!("Since the last grading, {of} fixed a mistake, and {introduced}."))
}

/// What changed since an earlier grading of the class.
pub fn progress_since(before: &ClassReport, now: &ClassReport) -> ClassProgress {
    progress(&standings(before), &standings(now))
}

fn standings(report: &ClassReport) -> Vec<Standing<'_>> {
    let checks = |one: &SubmissionReport| {
        let findings = one.diagnosis.iter().flat_map(|diagnosis| &diagnosis.subproperties);
        findings.map(|finding| (&*report.subproperties[finding.subproperty].shown, finding.status)).collect()
    };
    report
        .submissions
        .iter()
        .map(|one| Standing { name: &one.name, verdict: one.verdict, checks: checks(one) })
        .collect()
}
