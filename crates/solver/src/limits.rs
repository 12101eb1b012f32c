//! Limits of a solver call.
//!
//! When a call begins, its limits become a [`SolveDeadline`] that the solver polls.
//!
//! Invariant: reaching a limit makes the result `Unknown`, never wrong. Guarded by `tests/conformance.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one call. None by default.
#[derive(Clone, Default, Debug)]
pub struct SolverLimits {
    /// The most conflicts. This makes the result reproducible; a time limit does not.
    pub conflicts: Option<u64>,
    pub time: Option<Duration>,
    /// Set by another thread to end the call soon.
    pub stop: Option<Arc<AtomicBool>>,
}

impl SolverLimits {
    pub fn conflicts(conflicts: u64) -> Self {
        SolverLimits { conflicts: Some(conflicts), ..SolverLimits::default() }
    }

    pub fn time(time: Duration) -> Self {
        SolverLimits { time: Some(time), ..SolverLimits::default() }
    }

    pub(crate) fn start(&self) -> SolveDeadline {
        // A time that overflows the clock is not a limit.
        let until = self.time.and_then(|time| Instant::now().checked_add(time));
        SolveDeadline { until, stop: self.stop.clone() }
    }
}

/// What ends a call from outside: the clock and the stop flag.
#[derive(Clone, Default, Debug)]
pub(crate) struct SolveDeadline {
    until: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl SolveDeadline {
    pub fn is_reached(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    pub fn is_none(&self) -> bool {
        self.until.is_none() && self.stop.is_none()
    }
}
