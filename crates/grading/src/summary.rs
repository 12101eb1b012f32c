//! A class in numbers.

use std::collections::{BTreeMap, BTreeSet};

use runner::outcome::NotRunReason;
use runner::prepared::PreparedSuite;

use crate::results::{Verdict, reason};
use crate::store::{Entry, Status};

/// A failure to load that so large a part of the class shares is probably not the students'.
const SHARED: usize = 10;

#[derive(Debug, Default)]
pub struct Summary {
    pub submissions: usize,
    pub no_mistake: usize,
    /// No mistake found, but not always the same answers either.
    pub only_unstable: usize,
    pub faulty: usize,
    pub too_lax: usize,
    pub too_strict: usize,
    pub both: usize,
    /// Wrong in no other way than by raising, taking too long, and so on.
    pub only_failing: usize,
    pub could_not_run: usize,
    /// Reasons, each with the submissions that it concerns.
    pub reasons: BTreeMap<String, Vec<String>>,
    /// Those of them that concern submissions in Pyret.
    pub pyret: BTreeSet<String>,
    /// By subproperty, submissions that are wrong in one of its focused buckets.
    pub missed: Vec<usize>,
    pub unstable: Vec<String>,
    /// Submissions some of whose tests were not run, by the reason.
    pub cut_short: BTreeMap<NotRunReason, Vec<String>>,
    /// With at least one exception.
    pub raising: usize,
}

impl Summary {
    pub fn new(exam: &PreparedSuite) -> Self {
        Self { missed: vec![0; exam.subproperties.len()], ..Self::default() }
    }

    pub fn add(&mut self, exam: &PreparedSuite, entry: &Entry, verdict: &Verdict) {
        self.submissions += 1;
        if !matches!(entry.status, Status::Graded(_)) {
            self.could_not_run += 1;
            let why = kind(&entry.status);
            if entry.language == "pyret" {
                self.pyret.insert(why.clone());
            }
            self.reasons.entry(why).or_default().push(entry.name.clone());
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
            let sure = entry.unstable.is_empty();
            *(if sure { &mut self.no_mistake } else { &mut self.only_unstable }) += 1;
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

/// What failures have in common: the reason without the place. Names are part of it.
fn kind(status: &Status) -> String {
    match status {
        Status::Failed(failed) => {
            let message = without_places(&failed.message);
            let bare = runner::protocol::LoadFailure { file: None, line: None, message, ..(**failed).clone() };
            reason(&Status::Failed(Box::new(bare))).unwrap_or_default()
        }
        other => reason(other).unwrap_or_default(),
    }
}

/// A message without the numbers of lines and columns: `after 'if' statement on line …`, `at prelude:…`
fn without_places(message: &str) -> String {
    let mut before = "";
    let words = message.split(' ').map(|word| {
        let counted = matches!(before, "line" | "lines" | "column") && word.starts_with(|c: char| c.is_ascii_digit());
        before = word;
        if counted {
            return format!("…{}", word.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        let place = word.match_indices(':').find(|(at, _)| word[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
        place.map_or_else(|| word.to_owned(), |(at, _)| format!("{}:…", &word[..at]))
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use runner::protocol::{LoadFailure, LoadFailureKind};

    use super::*;

    fn failed(why: LoadFailureKind, message: &str, line: u64) -> String {
        let (file, line) = (Some(format!("s{line}.py")), Some(line));
        let failed = LoadFailure { file, line, ..LoadFailure::new(why, message.to_owned()) };
        kind(&Status::Failed(Box::new(failed)))
    }

    #[test]
    fn only_what_is_the_same_is_one_reason() {
        let same = [
            failed(LoadFailureKind::Syntax, "expected an indented block after 'if' statement on line 3", 4),
            failed(LoadFailureKind::Syntax, "expected an indented block after 'if' statement on line 17", 18),
        ];
        assert_eq!(same[0], "syntax error: expected an indented block after 'if' statement on line …");
        assert_eq!(same[0], same[1]);
        assert_ne!(
            failed(LoadFailureKind::Syntax, "expected ':'", 1),
            failed(LoadFailureKind::Syntax, "'(' was never closed", 1)
        );
        assert_ne!(
            failed(LoadFailureKind::Import, "No module named 'a'", 1),
            failed(LoadFailureKind::Import, "No module named 'b'", 1)
        );
        assert_eq!(
            failed(LoadFailureKind::Invalid, "`f` at prelude:2:32-2:41 shadows", 1),
            "cannot be compiled: `f` at prelude:… shadows"
        );
        assert_eq!(without_places("ratio 1:2 of lines: 3 é:4"), "ratio 1:… of lines: 3 é:…");
    }
}
