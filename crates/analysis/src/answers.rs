//! What one submission answered, test by test and bucket by bucket.

use runner::Outcome;

use crate::key::Key;

/// What counts about an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Accepted,
    Rejected,
    /// No answer: it raised, took too long, crashed, returned no Boolean.
    Failed,
    /// Not asked, or excluded.
    None,
}

impl Answer {
    pub fn is_wrong(self, expect: bool) -> bool {
        match self {
            Self::Accepted => !expect,
            Self::Rejected => expect,
            Self::Failed => true,
            Self::None => false,
        }
    }
}

#[derive(Debug)]
pub struct Answers<'a> {
    pub key: &'a Key,
    /// By test.
    pub outcomes: &'a [Outcome],
    given: Vec<Answer>,
    /// By bucket.
    pub counts: Vec<Counts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    pub accepted: usize,
    pub rejected: usize,
    pub failed: usize,
}

impl Counts {
    pub fn run(self) -> usize {
        self.accepted + self.rejected + self.failed
    }

    /// What most of the answers say; of a tie, what is wrong. `None` where nothing was run.
    pub fn majority(self, positive: bool) -> Option<bool> {
        let not = self.rejected + self.failed;
        (self.run() > 0).then_some(if self.accepted == not { !positive } else { self.accepted > not })
    }

    /// How many answers are other than most.
    pub fn exceptions(self) -> usize {
        self.accepted.min(self.rejected + self.failed)
    }
}

impl<'a> Answers<'a> {
    /// `outcomes` are those of the tests of the key, in its order.
    pub fn new(key: &'a Key, outcomes: &'a [Outcome]) -> Self {
        let answer = |(test, outcome): (&crate::key::TestKey, &Outcome)| match outcome {
            _ if test.excluded => Answer::None,
            Outcome::NotRun(_) => Answer::None,
            Outcome::Accepted => Answer::Accepted,
            Outcome::Rejected => Answer::Rejected,
            _ => Answer::Failed,
        };
        let given: Vec<Answer> = key.tests.iter().zip(outcomes).map(answer).collect();
        let mut counts = vec![Counts::default(); key.buckets.len()];
        for (test, answer) in key.tests.iter().zip(&given) {
            let counts = &mut counts[test.bucket];
            match answer {
                Answer::Accepted => counts.accepted += 1,
                Answer::Rejected => counts.rejected += 1,
                Answer::Failed => counts.failed += 1,
                Answer::None => {}
            }
        }
        Self { key, outcomes, given, counts }
    }

    pub fn of(&self, test: usize) -> Answer {
        self.given.get(test).copied().unwrap_or(Answer::None)
    }

    pub fn is_wrong(&self, test: usize) -> bool {
        self.of(test).is_wrong(self.key.tests[test].expect)
    }

    /// It was asked, and answered as it should.
    pub fn is_right(&self, test: usize) -> bool {
        self.of(test) != Answer::None && !self.is_wrong(test)
    }

    pub fn wrong(&self) -> impl Iterator<Item = usize> {
        (0..self.given.len()).filter(|test| self.is_wrong(*test))
    }

    /// Tests with this answer.
    pub fn with(&self, answer: Answer) -> impl Iterator<Item = usize> {
        (0..self.given.len()).filter(move |test| self.given[*test] == answer)
    }

    pub fn run(&self) -> usize {
        self.counts.iter().map(|counts| counts.run()).sum()
    }

    /// Buckets in which something is wrong, in the order of the suite.
    pub fn fingerprint(&self) -> Vec<usize> {
        let is_wrong = |bucket: &usize| {
            let counts = self.counts[*bucket];
            counts.failed > 0
                || if self.key.buckets[*bucket].positive { counts.rejected > 0 } else { counts.accepted > 0 }
        };
        (0..self.counts.len()).filter(is_wrong).collect()
    }
}
