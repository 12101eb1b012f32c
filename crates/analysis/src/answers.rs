//! What one submission answered, test by test and bucket by bucket.
//!
//! This is the only place that decides what counts as wrong. Two questions are kept apart. *Wrong* is an answer that was seen:
//! fingerprint, attribution and mistakes stand on these alone. *Lost* is also a test that was not run because of the submission:
//! it costs what a wrong answer costs, so that avoiding tests never pays.

use runner::Outcome;

use crate::answer_key::{AnswerKey, TestKey};

/// What counts about an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestAnswer {
    Accepted,
    Rejected,
    /// It raised, timed out, crashed or did not return a Boolean.
    Failed,
    /// It was not run because of the submission, so nothing was seen.
    NotRun,
    Excluded,
}

impl TestAnswer {
    /// To a test that counts.
    pub fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Accepted => Self::Accepted,
            Outcome::Rejected => Self::Rejected,
            Outcome::NotRun(_) => Self::NotRun,
            Outcome::Raised(_)
            | Outcome::TimedOut(_)
            | Outcome::OutOfMemory
            | Outcome::Crashed(_)
            | Outcome::NotABoolean(_) => Self::Failed,
        }
    }

    /// What was seen is not what was expected.
    pub fn is_wrong(self, expect: bool) -> bool {
        match self {
            Self::Accepted => !expect,
            Self::Rejected => expect,
            Self::Failed => true,
            Self::NotRun | Self::Excluded => false,
        }
    }

    /// Counts against the submission: wrong, or not run because of it.
    pub fn is_lost(self, expect: bool) -> bool {
        self == Self::NotRun || self.is_wrong(expect)
    }
}

/// The answers of one submission, without those to excluded tests.
#[derive(Debug)]
pub struct SubmissionAnswers<'a> {
    pub key: &'a AnswerKey,
    /// By test.
    pub outcomes: &'a [Outcome],
    given: Vec<TestAnswer>,
    /// By bucket.
    pub counts: Vec<AnswerCounts>,
}

/// The answers to the tests of one bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AnswerCounts {
    pub accepted: usize,
    pub rejected: usize,
    pub failed: usize,
}

impl AnswerCounts {
    pub fn run(self) -> usize {
        self.accepted + self.rejected + self.failed
    }

    /// What most of the answers say; the wrong answer if there is a tie. `None` if no test was run.
    pub fn majority(self, positive: bool) -> Option<bool> {
        let not_accepted = self.rejected + self.failed;
        (self.run() > 0).then_some(if self.accepted == not_accepted { !positive } else { self.accepted > not_accepted })
    }

    pub fn is_mixed(self) -> bool {
        self.accepted > 0 && self.rejected > 0
    }
}

impl<'a> SubmissionAnswers<'a> {
    /// `outcomes` are those of the tests of the key, in its order.
    pub fn new(key: &'a AnswerKey, outcomes: &'a [Outcome]) -> Self {
        let answer = |(test, outcome): (&TestKey, &Outcome)| {
            if test.excluded { TestAnswer::Excluded } else { TestAnswer::of(outcome) }
        };
        let given: Vec<TestAnswer> = key.tests.iter().zip(outcomes).map(answer).collect();
        let mut counts = vec![AnswerCounts::default(); key.buckets.len()];
        for (test, answer) in key.tests.iter().zip(&given) {
            let counts = &mut counts[test.bucket];
            match answer {
                TestAnswer::Accepted => counts.accepted += 1,
                TestAnswer::Rejected => counts.rejected += 1,
                TestAnswer::Failed => counts.failed += 1,
                TestAnswer::NotRun | TestAnswer::Excluded => {}
            }
        }
        Self { key, outcomes, given, counts }
    }

    pub fn to(&self, test: usize) -> TestAnswer {
        self.given.get(test).copied().unwrap_or(TestAnswer::Excluded)
    }

    pub fn is_wrong(&self, test: usize) -> bool {
        self.to(test).is_wrong(self.key.tests[test].expect)
    }

    /// The test was run and answered as expected.
    pub fn is_as_expected(&self, test: usize) -> bool {
        let answer = self.to(test);
        matches!(answer, TestAnswer::Accepted | TestAnswer::Rejected) && !self.is_wrong(test)
    }

    /// The test was run, and something was seen.
    pub fn is_answered(&self, test: usize) -> bool {
        !matches!(self.to(test), TestAnswer::NotRun | TestAnswer::Excluded)
    }

    /// Tests that were run and answered wrongly or not at all.
    pub fn wrong(&self) -> impl Iterator<Item = usize> {
        (0..self.given.len()).filter(|test| self.is_wrong(*test))
    }

    /// Tests that count against it: those that are wrong, and those that were not run because of it.
    pub fn lost(&self) -> impl Iterator<Item = usize> {
        (0..self.given.len()).filter(|test| self.to(*test).is_lost(self.key.tests[*test].expect))
    }

    /// Tests with this answer.
    pub fn with(&self, answer: TestAnswer) -> impl Iterator<Item = usize> {
        (0..self.given.len()).filter(move |test| self.given[*test] == answer)
    }

    /// How many tests that count were run.
    pub fn run(&self) -> usize {
        self.counts.iter().map(|counts| counts.run()).sum()
    }

    /// Buckets in which some answer is wrong, in the order of the suite.
    pub fn fingerprint(&self) -> Vec<usize> {
        let is_wrong = |bucket: &usize| {
            let counts = self.counts[*bucket];
            counts.failed > 0
                || if self.key.buckets[*bucket].positive { counts.rejected > 0 } else { counts.accepted > 0 }
        };
        (0..self.counts.len()).filter(is_wrong).collect()
    }

    /// For each subproperty, how many tests of its focused buckets count against it.
    pub fn lost_in_focused_buckets(&self) -> Vec<usize> {
        let mut wrong = vec![0; self.key.subproperties.len()];
        for test in self.lost() {
            for position in self.key.buckets[self.key.tests[test].bucket].focused_on {
                wrong[position] += 1;
            }
        }
        wrong
    }

    /// Of the tests that are answered wrongly, the smallest.
    pub fn smallest_wrong(&self) -> Option<usize> {
        self.wrong().min_by_key(|test| self.key.tests[*test].rank)
    }
}
