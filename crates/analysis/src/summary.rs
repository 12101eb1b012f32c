//! A class in numbers: how many submissions have each verdict and each mark.

use serde::Serialize;

use crate::class::AnalyzedSubmission;
use crate::verdict::Verdict;

/// How many submissions there are of each kind. The first four kinds below are the whole class; the next four are the faulty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClassSummary {
    pub submissions: usize,
    pub no_mistake_found: usize,
    /// No wrong answer, but different answers when asked again.
    pub unstable: usize,
    pub faulty: usize,
    pub could_not_run: usize,
    pub too_lax: usize,
    pub too_strict: usize,
    pub both: usize,
    pub no_answer: usize,
    /// Faulty ones that also answer differently when asked again.
    pub unstable_and_faulty: usize,
    /// Wrong in negative buckets, but in none that is focused on a subproperty.
    pub unfocused: usize,
    /// Do not accept some correct output.
    pub positive: usize,
    pub deeply_flawed: usize,
    /// With a mistake that no subproperty explains.
    pub unrecognized: usize,
    /// Some tests were not run.
    pub cut_short: usize,
    /// Raise an exception on some test.
    pub raising: usize,
    /// Different sets of buckets in which a submission is wrong.
    pub distinct_fingerprints: usize,
}

impl ClassSummary {
    pub fn new(members: &[&AnalyzedSubmission<'_>], could_not_run: usize) -> Self {
        let how_many = |is: &dyn Fn(&AnalyzedSubmission<'_>) -> bool| members.iter().filter(|one| is(one)).count();
        let with = |verdict: Verdict| how_many(&|one| one.diagnosis.verdict == verdict);
        let faulty = |one: &AnalyzedSubmission<'_>| one.diagnosis.verdict.is_faulty();
        let fingerprints: std::collections::BTreeSet<&[usize]> =
            members.iter().filter(|one| one.has_fingerprint()).map(|one| &*one.diagnosis.fingerprint).collect();
        Self {
            submissions: members.len() + could_not_run,
            no_mistake_found: with(Verdict::NoMistakeFound),
            unstable: with(Verdict::Unstable),
            faulty: how_many(&faulty),
            could_not_run,
            too_lax: with(Verdict::TooLax),
            too_strict: with(Verdict::TooStrict),
            both: with(Verdict::TooLaxAndTooStrict),
            no_answer: with(Verdict::NoAnswer),
            unstable_and_faulty: how_many(&|one| faulty(one) && one.unstable),
            unfocused: how_many(&|one| one.is_unfocused()),
            positive: how_many(&|one| one.fails_positive()),
            deeply_flawed: how_many(&|one| one.is_deeply_flawed()),
            unrecognized: how_many(&|one| !one.diagnosis.unrecognized.is_empty()),
            cut_short: how_many(&|one| one.diagnosis.not_run > 0),
            raising: how_many(&|one| one.diagnosis.raises()),
            distinct_fingerprints: fingerprints.len(),
        }
    }
}

impl ClassSummary {
    /// All that answered differently when some test was run again, faulty or not.
    pub fn all_unstable(&self) -> usize {
        self.unstable + self.unstable_and_faulty
    }

    /// How many submissions have this verdict.
    pub fn with(&self, verdict: Verdict) -> usize {
        match verdict {
            Verdict::NoMistakeFound => self.no_mistake_found,
            Verdict::Unstable => self.unstable,
            Verdict::TooLax => self.too_lax,
            Verdict::TooStrict => self.too_strict,
            Verdict::TooLaxAndTooStrict => self.both,
            Verdict::NoAnswer => self.no_answer,
            Verdict::CouldNotRun => self.could_not_run,
        }
    }
}

/// How many submissions: all, and without the deeply flawed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClassCount {
    pub all: usize,
    pub without_deep: usize,
}

impl ClassCount {
    /// How many of these sizes are as wanted.
    pub fn of_sizes(sizes: impl Iterator<Item = Self>, wanted: impl Fn(usize) -> bool) -> Self {
        sizes.fold(Self::default(), |sum, size| Self {
            all: sum.all + usize::from(wanted(size.all)),
            without_deep: sum.without_deep + usize::from(wanted(size.without_deep)),
        })
    }
}
