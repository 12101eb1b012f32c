//! Progress between two gradings of a class: who fixed what.
//!
//! Takes what both found about each submission; submissions and subproperties are matched by name. Counts concern those that were
//! graded both times.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::attribute::CheckStatus;
use crate::verdict::Verdict;

/// What a grading found about a submission.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    pub name: &'a str,
    pub verdict: Verdict,
    /// Required subproperties by name. Empty if it could not run.
    pub checks: Vec<(&'a str, CheckStatus)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClassProgress {
    /// Submissions that were graded both times, only now, and only then.
    pub both: usize,
    pub new: usize,
    pub gone: usize,
    /// Those that have no mistake any more, as places in the later list.
    pub corrected: Vec<usize>,
    /// Those that fixed something, and have other mistakes.
    pub improved: Vec<usize>,
    /// Those that lack something that they checked before, or had no mistake before.
    pub worse: Vec<usize>,
    pub subproperties: Vec<SubpropertyProgress>,
}

/// How many submissions do not check a subproperty, or only in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubpropertyProgress {
    pub name: String,
    pub before: usize,
    pub now: usize,
    pub fixed: usize,
    pub introduced: usize,
}

impl ClassProgress {
    /// How many fixed something.
    pub fn fixed(&self) -> usize {
        self.corrected.len() + self.improved.len()
    }
}

pub fn progress(before: &[Standing<'_>], now: &[Standing<'_>]) -> ClassProgress {
    let known: BTreeMap<&str, &Standing<'_>> = before.iter().map(|one| (one.name, one)).collect();
    let mut all = ClassProgress::default();
    let mut counts: Vec<SubpropertyProgress> = Vec::new();
    for (place, one) in now.iter().enumerate() {
        let Some(old) = known.get(one.name) else {
            all.new += 1;
            continue;
        };
        all.both += 1;
        let (mut fixed, mut introduced) = (false, false);
        for (name, status) in &one.checks {
            let Some((_, earlier)) = old.checks.iter().find(|(other, _)| other == name) else { continue };
            let (was_lacking, is_lacking) = (earlier.is_lacking(), status.is_lacking());
            let is_same = |count: &SubpropertyProgress| count.name == *name;
            let at = counts.iter().position(is_same).unwrap_or_else(|| {
                let name = (*name).to_owned();
                counts.push(SubpropertyProgress { name, before: 0, now: 0, fixed: 0, introduced: 0 });
                counts.len() - 1
            });
            let count = &mut counts[at];
            count.before += usize::from(was_lacking);
            count.now += usize::from(is_lacking);
            count.fixed += usize::from(was_lacking && *status == CheckStatus::Checked);
            count.introduced += usize::from(is_lacking && *earlier == CheckStatus::Checked);
            fixed |= was_lacking && *status == CheckStatus::Checked;
            introduced |= is_lacking && *earlier == CheckStatus::Checked;
        }
        let (was_fine, is_fine) = (old.verdict.is_fine(), one.verdict.is_fine());
        if is_fine && !was_fine {
            all.corrected.push(place);
        } else if was_fine && !is_fine || introduced {
            all.worse.push(place);
        } else if fixed || old.verdict == Verdict::CouldNotRun && one.verdict != Verdict::CouldNotRun {
            all.improved.push(place);
        }
    }
    all.gone = before.len() - all.both;
    all.subproperties = counts;
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &'static str, verdict: Verdict, checks: &[CheckStatus]) -> Standing<'static> {
        Standing { name, verdict, checks: ["A", "B"].into_iter().zip(checks.iter().copied()).collect() }
    }

    #[test]
    fn who_fixed_what() {
        use CheckStatus::{Checked, InPart, Missed};
        use Verdict::{CouldNotRun, NoMistakeFound, ProvedCorrect, TooLax};

        let before = [
            one("a", TooLax, &[Missed, Checked]),
            one("b", TooLax, &[Missed, InPart]),
            one("c", NoMistakeFound, &[Checked, Checked]),
            one("d", CouldNotRun, &[]),
            one("e", TooLax, &[Missed, Checked]),
            one("gone", TooLax, &[Missed, Checked]),
        ];
        let now = [
            one("new", TooLax, &[Missed, Missed]),
            one("a", ProvedCorrect, &[Checked, Checked]),
            one("b", TooLax, &[Checked, InPart]),
            one("c", TooLax, &[Checked, Missed]),
            one("d", TooLax, &[Missed, Checked]),
            one("e", TooLax, &[Missed, Checked]),
        ];
        let found = progress(&before, &now);
        assert_eq!((found.both, found.new, found.gone), (5, 1, 1));
        assert_eq!(
            (found.corrected.clone(), found.improved.clone(), found.worse.clone()),
            (vec![1], vec![2, 4], vec![3])
        );
        assert_eq!(found.fixed(), 3);
        let counts: Vec<_> = found
            .subproperties
            .iter()
            .map(|one| (&*one.name, one.before, one.now, one.fixed, one.introduced))
            .collect();
        assert_eq!(counts, [("A", 3, 1, 2, 0), ("B", 1, 2, 0, 1)]);
    }
}
