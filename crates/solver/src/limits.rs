//! Limits of a solver call.
//!
//! Invariant: reaching a limit makes the result `Unknown`, never wrong. Guarded by `tests/conformance.rs`.

use std::time::Duration;

use circuit::Deadline;

/// Limits of one call. None by default.
#[derive(Clone, Copy, Default, Debug)]
pub struct SolverLimits {
    /// The most conflicts. This makes the result reproducible; a deadline does not.
    pub conflicts: Option<u64>,
    /// The most ticks, as in [`Stats::ticks`](crate::Stats::ticks). Reproducible, too, and closer to time than conflicts. A
    /// solver that does not count ticks ignores it.
    pub ticks: Option<u64>,
    pub deadline: Deadline,
}

impl SolverLimits {
    pub fn conflicts(conflicts: u64) -> Self {
        SolverLimits { conflicts: Some(conflicts), ..SolverLimits::default() }
    }

    /// Until this time from now.
    pub fn time(time: Duration) -> Self {
        SolverLimits { deadline: Deadline::after(time), ..SolverLimits::default() }
    }
}
