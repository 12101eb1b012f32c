//! How much work a decision may be.

use circuit::Deadline;

/// Counted, so that the same submission gets the same decision on every machine; the deadline is a ceiling.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// Steps of the compiler for one view of atoms.
    pub steps: u64,
    /// Gates of a circuit.
    pub gates: usize,
    /// Conflicts of the solver for one question.
    pub conflicts: u64,
    /// Conflicts of the solver for all questions together.
    pub all_conflicts: u64,
    pub deadline: Deadline,
}

impl Default for ProofLimits {
    fn default() -> Self {
        Self {
            steps: 1_500_000,
            gates: 3_000_000,
            conflicts: 100_000,
            all_conflicts: 400_000,
            deadline: Deadline::NONE,
        }
    }
}
