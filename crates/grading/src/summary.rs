//! A class in numbers.

use std::collections::BTreeMap;

use runner::exam::Exam;
use runner::outcome::Unasked;

use crate::results::{Verdict, reason};
use crate::store::{Entry, Status};

/// A failure to load that so large a part of the class shares is probably not the students'.
const SHARED: usize = 10;

#[derive(Debug, Default)]
pub struct Summary {
    pub submissions: usize,
    pub no_mistake: usize,
    pub faulty: usize,
    pub too_lax: usize,
    pub too_strict: usize,
    pub both: usize,
    /// Wrong in no other way than by raising, taking too long, and so on.
    pub only_failing: usize,
    pub could_not_run: usize,
    /// Reasons, each with the submissions that it concerns.
    pub reasons: BTreeMap<String, Vec<String>>,
    /// By subproperty, submissions that are wrong in one of its focused buckets.
    pub missed: Vec<usize>,
    /// Wrong in buckets that are focused on nothing, and in no other.
    pub unfocused: usize,
    pub unstable: Vec<String>,
    /// Submissions some of whose tests were not run, by the reason.
    pub cut_short: BTreeMap<Unasked, Vec<String>>,
    /// With at least one exception.
    pub raising: usize,
}

impl Summary {
    pub fn new(exam: &Exam) -> Self {
        Self { missed: vec![0; exam.subproperties.len()], ..Self::default() }
    }

    pub fn add(&mut self, exam: &Exam, entry: &Entry, verdict: &Verdict) {
        self.submissions += 1;
        if !matches!(entry.status, Status::Graded(_)) {
            self.could_not_run += 1;
            self.reasons.entry(kind(&entry.status)).or_default().push(entry.name.clone());
            return;
        }
        if !entry.unstable.is_empty() {
            self.unstable.push(entry.name.clone());
        }
        if let Some(why) = verdict.cut_short {
            self.cut_short.entry(why).or_default().push(entry.name.clone());
        }
        self.raising += usize::from(verdict.raises());
        if verdict.wrong == 0 {
            self.no_mistake += 1;
            return;
        }
        self.faulty += 1;
        let which = match (verdict.lax > 0, verdict.strict > 0) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.too_lax,
            (false, true) => &mut self.too_strict,
            (false, false) => &mut self.only_failing,
        };
        *which += 1;
        let missed = verdict.missed(exam);
        for (sum, count) in self.missed.iter_mut().zip(&missed) {
            *sum += usize::from(*count > 0);
        }
        self.unfocused += usize::from(verdict.strict == 0 && missed.iter().all(|count| *count == 0));
    }

    /// Failures that a tenth of the class shares, the most common first.
    pub fn shared(&self) -> Vec<(&str, &[String])> {
        let most = |names: &&Vec<String>| names.len() >= 2 && names.len() * SHARED >= self.submissions;
        let mut shared: Vec<(&str, &[String])> =
            self.reasons.iter().filter(|(_, names)| most(names)).map(|(why, names)| (&**why, &**names)).collect();
        shared.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        shared
    }
}

/// What failures have in common: the reason without the place.
fn kind(status: &Status) -> String {
    match status {
        Status::Failed(failed) if failed.why == "syntax" => "syntax error".to_owned(),
        Status::Failed(failed) => {
            let bare = runner::protocol::Failed { file: None, line: None, ..(**failed).clone() };
            reason(&Status::Failed(Box::new(bare))).unwrap_or_default()
        }
        other => reason(other).unwrap_or_default(),
    }
}
