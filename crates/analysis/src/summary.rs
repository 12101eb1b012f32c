//! A class in numbers: how many submissions have each verdict and each mark.

use serde::Serialize;

use crate::class::AnalyzedSubmission;
use crate::proof::ProofStatus;
use crate::verdict::Verdict;

/// How many submissions there are of each kind. The first five kinds below are the whole class; the next four are the faulty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClassSummary {
    pub submissions: usize,
    /// Correct on every pair of the scope, and in all tests.
    pub proved_correct: usize,
    /// By tests alone.
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
    /// Faulty ones of which no test shows it, only a proof.
    pub found_by_proof_only: usize,
    /// What proofs say of those that could be run.
    #[serde(flatten)]
    pub proofs: ProofCounts,
    /// Different sets of buckets in which a submission is wrong.
    pub distinct_fingerprints: usize,
}

/// How many submissions that could be run have which status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProofCounts {
    pub proved: usize,
    pub refuted: usize,
    pub undecided: usize,
    /// Of which nothing was asked.
    pub tests_only: usize,
}

impl ProofCounts {
    fn add(&mut self, status: ProofStatus) {
        let count = match status {
            ProofStatus::Proved => &mut self.proved,
            ProofStatus::Refuted => &mut self.refuted,
            ProofStatus::Undecided => &mut self.undecided,
            ProofStatus::TestsOnly => &mut self.tests_only,
        };
        *count += 1;
    }

    /// How many were to be decided.
    pub fn asked(self) -> usize {
        self.proved + self.refuted + self.undecided
    }
}

impl ClassSummary {
    /// Counts one that could not be run.
    pub(crate) fn add_unrun(&mut self) {
        self.submissions += 1;
        self.could_not_run += 1;
    }

    /// Counts one that could be run. Different fingerprints are counted by the clusters.
    pub(crate) fn add(&mut self, one: &AnalyzedSubmission<'_>) {
        let (diagnosis, fingerprint) = (&one.diagnosis, one.fingerprint());
        let is_faulty = diagnosis.verdict.is_faulty();
        self.submissions += 1;
        let verdict = match diagnosis.verdict {
            Verdict::ProvedCorrect => &mut self.proved_correct,
            Verdict::NoMistakeFound => &mut self.no_mistake_found,
            Verdict::Unstable => &mut self.unstable,
            Verdict::TooLax => &mut self.too_lax,
            Verdict::TooStrict => &mut self.too_strict,
            Verdict::TooLaxAndTooStrict => &mut self.both,
            Verdict::NoAnswer => &mut self.no_answer,
            Verdict::CouldNotRun => &mut self.could_not_run,
        };
        *verdict += 1;
        self.proofs.add(diagnosis.proof.status);
        for (count, is) in [
            (&mut self.faulty, is_faulty),
            (&mut self.unstable_and_faulty, is_faulty && one.unstable),
            (&mut self.unfocused, fingerprint.is_unfocused()),
            (&mut self.positive, fingerprint.fails_positive()),
            (&mut self.deeply_flawed, one.is_deeply_flawed()),
            (&mut self.unrecognized, !diagnosis.unrecognized.is_empty()),
            (&mut self.cut_short, diagnosis.not_run > 0),
            (&mut self.raising, diagnosis.raises()),
            (&mut self.found_by_proof_only, diagnosis.is_found_by_proof_only()),
        ] {
            *count += usize::from(is);
        }
    }
}

impl ClassSummary {
    /// Those without a mistake, proved or not.
    pub fn fine(&self) -> usize {
        self.proved_correct + self.no_mistake_found
    }

    /// All that answered differently when some test was run again, faulty or not.
    pub fn all_unstable(&self) -> usize {
        self.unstable + self.unstable_and_faulty
    }

    /// How many submissions have this verdict.
    pub fn with(&self, verdict: Verdict) -> usize {
        match verdict {
            Verdict::ProvedCorrect => self.proved_correct,
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
    /// Counts a submission, which is deeply flawed or not.
    pub(crate) fn add(&mut self, is_deeply_flawed: bool) {
        self.all += 1;
        self.without_deep += usize::from(!is_deeply_flawed);
    }

    pub(crate) fn add_if(&mut self, is: bool, is_deeply_flawed: bool) {
        if is {
            self.add(is_deeply_flawed);
        }
    }

    /// How many of these sizes are as wanted.
    pub fn of_sizes(sizes: impl Iterator<Item = Self>, wanted: impl Fn(usize) -> bool) -> Self {
        sizes.fold(Self::default(), |sum, size| Self {
            all: sum.all + usize::from(wanted(size.all)),
            without_deep: sum.without_deep + usize::from(wanted(size.without_deep)),
        })
    }
}
