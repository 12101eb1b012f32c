//! How long a function may take to compile.
//!
//! The clock is read once in many steps and around questions to a solver, so short functions never notice it. Once it was
//! found to be late there is no result any more, whatever was worked out: a result never depends on the clock.

use std::time::{Duration, Instant};

/// Steps between two looks at the clock.
const STEPS: u64 = 256;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    until: Option<Instant>,
    steps: u64,
    missed: bool,
}

impl Deadline {
    pub fn after(time: Option<Duration>) -> Self {
        // A time so long that it cannot be added up is no limit.
        Self { until: time.and_then(|time| Instant::now().checked_add(time)), ..Self::default() }
    }

    /// Counts a step; says whether it came too late.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            self.look();
        }
        self.missed
    }

    pub fn look(&mut self) {
        self.missed |= self.until.is_some_and(|until| Instant::now() >= until);
    }

    pub fn is_missed(&self) -> bool {
        self.missed
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
        let mut deadline = Deadline::after(Some(Duration::from_nanos(1)));
        assert!((1..STEPS).all(|_| !deadline.step()));
        assert!(deadline.step() && deadline.step() && deadline.is_missed());
        let mut patient = Deadline::after(Some(Duration::MAX));
        assert!((0..10 * STEPS).all(|_| !patient.step()));
        assert_eq!(patient.left(), None);
    }
}
