//! How long a solver may try.
//!
//! Takes limits when a call begins, gives a [`Deadline`] that the solver asks again and again.
//!
//! Invariant: a reached limit makes the answer `Unknown`, never a wrong one. Guarded by `tests/conformance.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one call. By default there are none.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// A number that makes the answer repeatable; time does not.
    pub conflicts: Option<u64>,
    pub time: Option<Duration>,
    /// Set by another thread to end the call soon.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    pub fn conflicts(conflicts: u64) -> Self {
        Limits { conflicts: Some(conflicts), ..Limits::default() }
    }

    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }

    pub(crate) fn start(&self) -> Deadline {
        // A time so long that it cannot be added up is no limit.
        let until = self.time.and_then(|time| Instant::now().checked_add(time));
        Deadline { until, stop: self.stop.clone() }
    }
}

/// What ends a call from outside: the clock and the flag.
#[derive(Clone, Default, Debug)]
pub(crate) struct Deadline {
    until: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl Deadline {
    pub fn is_reached(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    pub fn is_none(&self) -> bool {
        self.until.is_none() && self.stop.is_none()
    }
}
