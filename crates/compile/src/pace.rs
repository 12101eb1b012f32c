//! How far the compiler is, and whether it still has time.
//!
//! The clock is read once every few hundred steps and around queries to a solver, so short functions never notice it.
//! Once the deadline has passed, the function is refused, whatever was computed: a result never depends on the clock.

use std::fmt;
use std::sync::Arc;

use circuit::Deadline;
use lang::ast::FuncId;

/// Steps between two looks at the clock.
const STEPS: u64 = 256;
/// Steps between two reports.
const STEPS_PER_REPORT: u64 = 4096;

/// How far the compiler is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompileProgress<'a> {
    /// The function that is being compiled, usually a precondition, a subproperty or the reference predicate.
    pub function: FuncId,
    pub name: &'a str,
    /// Its number among all of them, from 1 on.
    pub number: usize,
    pub functions: usize,
    /// The steps that this function took so far.
    pub steps: u64,
    /// Whether it is compiled to compare orders of sets and unordered lists.
    pub orders: bool,
}

type Report = dyn Fn(CompileProgress<'_>) + Send + Sync;

/// Receives progress reports from the compiler. Nobody does by default.
#[derive(Clone, Default)]
pub struct CompileWatch(Option<Arc<Report>>);

impl CompileWatch {
    pub fn new(watch: impl Fn(CompileProgress<'_>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(watch)))
    }

    pub(crate) fn report(&self, progress: CompileProgress<'_>) {
        if let Some(watch) = &self.0 {
            watch(progress);
        }
    }
}

impl fmt::Debug for CompileWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "CompileWatch(watched)" } else { "CompileWatch(unwatched)" })
    }
}

/// The pace of one function.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    pub deadline: Deadline,
    pub steps: u64,
    late: bool,
}

/// What a step asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Nothing,
    Report,
    Stop,
}

impl Pace {
    pub fn new(deadline: Deadline) -> Self {
        Self { deadline, ..Self::default() }
    }

    pub fn step(&mut self) -> Due {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            self.look();
        }
        if self.late {
            Due::Stop
        } else if self.steps.is_multiple_of(STEPS_PER_REPORT) {
            Due::Report
        } else {
            Due::Nothing
        }
    }

    /// Reads the clock.
    pub fn look(&mut self) {
        self.late |= self.deadline.is_due();
    }

    pub fn is_late(&self) -> bool {
        self.late
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_late_stays_late_and_few_steps_never_are() {
        let mut late = Pace::new(Deadline::after(Duration::ZERO));
        assert!((1..STEPS).all(|_| late.step() == Due::Nothing));
        assert!(late.step() == Due::Stop && late.step() == Due::Stop && late.is_late());
        let mut patient = Pace::new(Deadline::after(Duration::MAX));
        assert!((1..STEPS_PER_REPORT).all(|_| patient.step() == Due::Nothing));
        assert_eq!(patient.step(), Due::Report);
    }
}
