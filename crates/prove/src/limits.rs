//! How much work a decision may be.
//!
//! Work is counted in steps of the compiler, gates and ticks of the solver, so that the same submission gets the same decision
//! on every machine. What remains after one way to show atoms is left for the next one. The deadline is a ceiling, for what is
//! not counted: `docs/prove.md` says how far the budget is from it.

use circuit::Deadline;

use crate::phases::ProofWatch;

#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// Steps of the compiler for all views of atoms together.
    pub steps: u64,
    /// Gates of a circuit.
    pub gates: usize,
    /// Ticks of the solver for one question: see [`solver::Stats`].
    pub ticks: u64,
    /// Ticks of the solver for all questions together.
    pub all_ticks: u64,
    /// Ticks of the solver for making the pairs that show mistakes small, beside those.
    pub small_ticks: u64,
    pub deadline: Deadline,
    pub watch: ProofWatch,
}

impl Default for ProofLimits {
    fn default() -> Self {
        Self {
            steps: 1_000_000,
            gates: 600_000,
            ticks: 60_000_000,
            all_ticks: 75_000_000,
            small_ticks: 15_000_000,
            deadline: Deadline::NONE,
            watch: ProofWatch::default(),
        }
    }
}

/// What is left of the work that a decision may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub steps: u64,
    pub ticks: u64,
    pub small_ticks: u64,
}

impl Budget {
    pub fn new(limits: &ProofLimits) -> Self {
        Self { steps: limits.steps, ticks: limits.all_ticks, small_ticks: limits.small_ticks }
    }
}
