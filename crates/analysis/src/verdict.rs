//! The verdict on one submission: every count of submissions, wherever it is shown, counts these.
//!
//! It follows from tests and from proofs. How many tests count against a submission never depends on proofs.

use serde::Serialize;

/// What tests and proofs say about a submission as a whole. Each submission has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Correct on every pair of the scope, and in all tests.
    ProvedCorrect,
    /// By tests alone.
    NoMistakeFound,
    /// No wrong answer, but different answers when the same test was run again.
    Unstable,
    /// Accepts incorrect outputs.
    TooLax,
    /// Does not accept some correct outputs.
    TooStrict,
    #[serde(rename = "both")]
    TooLaxAndTooStrict,
    /// Neither, but some tests get no answer: for incorrect outputs it raises, times out or does not return a Boolean, or it was
    /// cut short.
    NoAnswer,
    CouldNotRun,
}

impl Verdict {
    /// In the order in which people see them.
    pub const ALL: [Self; 8] = [
        Self::ProvedCorrect,
        Self::NoMistakeFound,
        Self::Unstable,
        Self::TooLax,
        Self::TooStrict,
        Self::TooLaxAndTooStrict,
        Self::NoAnswer,
        Self::CouldNotRun,
    ];

    /// Proved correct, or no mistake found by tests.
    pub fn is_fine(self) -> bool {
        matches!(self, Self::ProvedCorrect | Self::NoMistakeFound)
    }

    /// Whether it answers some pair incorrectly or not at all, or was cut short.
    pub fn is_faulty(self) -> bool {
        matches!(self, Self::TooLax | Self::TooStrict | Self::TooLaxAndTooStrict | Self::NoAnswer)
    }

    /// The word that files and the page use.
    pub fn word(self) -> &'static str {
        match self {
            Self::ProvedCorrect => "proved_correct",
            Self::NoMistakeFound => "no_mistake_found",
            Self::Unstable => "unstable",
            Self::TooLax => "too_lax",
            Self::TooStrict => "too_strict",
            Self::TooLaxAndTooStrict => "both",
            Self::NoAnswer => "no_answer",
            Self::CouldNotRun => "could_not_run",
        }
    }

    /// The words that people read.
    pub fn words(self) -> &'static str {
        match self {
            Self::ProvedCorrect => "proved correct",
            Self::NoMistakeFound => "no mistake found",
            Self::Unstable => "unstable",
            Self::TooLax => "too lax",
            Self::TooStrict => "too strict",
            Self::TooLaxAndTooStrict => "too lax and too strict",
            Self::NoAnswer => "no answer",
            Self::CouldNotRun => "could not run",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_use_the_words_of_the_verdicts() {
        for verdict in Verdict::ALL {
            assert_eq!(serde_json::json!(verdict), verdict.word());
        }
    }
}
