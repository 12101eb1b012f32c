//! How long a function may take to compile.
//!
//! The clock is read once every few hundred steps and around queries to a solver, so short functions never notice it.
//! Once the limit is exceeded the result is discarded, whatever was computed: a result never depends on the clock.

use std::time::{Duration, Instant};

use lang::ast::FuncId;

/// Steps between two looks at the clock.
const STEPS: u64 = 256;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    until: Option<Instant>,
    limit: Option<FunctionTimeLimit>,
    steps: u64,
    missed: bool,
}

/// How long a function may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FunctionTimeLimit {
    pub function: FuncId,
    pub time: Duration,
}

impl Deadline {
    pub fn new(limit: Option<FunctionTimeLimit>) -> Self {
        // A time too long to be added to the clock is no limit.
        Self { until: limit.and_then(|limit| Instant::now().checked_add(limit.time)), limit, ..Self::default() }
    }

    /// Counts a step; returns the limit if the step came too late.
    pub fn step(&mut self) -> Option<FunctionTimeLimit> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            self.look();
        }
        self.missed()
    }

    pub fn look(&mut self) {
        self.missed |= self.until.is_some_and(|until| Instant::now() >= until);
    }

    /// The limit, if it was exceeded.
    pub fn missed(&self) -> Option<FunctionTimeLimit> {
        self.limit.filter(|_| self.missed)
    }

    /// What is left.
    pub fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_late_stays_late_and_few_steps_never_are() {
        let limit = |time| Some(FunctionTimeLimit { function: FuncId(0), time });
        let mut deadline = Deadline::new(limit(Duration::from_nanos(1)));
        assert!((1..STEPS).all(|_| deadline.step().is_none()));
        assert!(deadline.step().is_some() && deadline.step().is_some() && deadline.missed().is_some());
        let mut patient = Deadline::new(limit(Duration::MAX));
        assert!((0..10 * STEPS).all(|_| patient.step().is_none()));
        assert_eq!(patient.left(), None);
    }
}
