//! The time limit of a run. With a limit, the result depends on the machine; without one, nothing depends on time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use solver::SolverLimits;

/// Whether time is up; solvers watch the same flag.
#[derive(Clone, Debug, Default)]
pub struct TimeLimit {
    flag: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl TimeLimit {
    /// Whether time is up.
    pub fn is_due(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The limits of one question to the solver: a number of conflicts, and the remaining time.
    pub fn limits(&self, conflicts: u64) -> SolverLimits {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        // The compiler checks the clock, solvers check the flag.
        let time = left.map(|left| left.max(Duration::from_millis(1)));
        SolverLimits { conflicts: Some(conflicts), time, stop: self.until.is_some().then(|| self.flag.clone()) }
    }
}

/// Runs some work with a time limit.
pub fn within<T>(limit: Option<Duration>, work: impl FnOnce(&TimeLimit) -> T) -> T {
    let Some(limit) = limit else { return work(&TimeLimit::default()) };
    let stop = TimeLimit { flag: Arc::default(), until: Instant::now().checked_add(limit) };
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let flag = stop.flag.clone();
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let result = work(&stop);
        // Dropping the channel ends the watching thread.
        drop(done);
        result
    })
}

/// Calls a function for each number below a count, on several threads; returns the results in order.
pub fn in_order<T: Send>(jobs: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = work(number);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
