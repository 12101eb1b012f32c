//! A time limit for the whole work. What it cuts off depends on the machine; without one nothing depends on time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use solver::SolverLimits as Limits;

/// Says whether time is up, to solvers too.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Stop {
    /// Time is up.
    pub fn is_due(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Limits of one question: so many conflicts, and the end of time.
    pub fn limits(&self, conflicts: u64) -> Limits {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        // The compiler asks the clock, solvers the flag.
        let time = left.map(|left| left.max(Duration::from_millis(1)));
        Limits { conflicts: Some(conflicts), time, stop: self.until.is_some().then(|| self.flag.clone()) }
    }
}

/// Does some work that is to end after a time.
pub fn within<T>(limit: Option<Duration>, work: impl FnOnce(&Stop) -> T) -> T {
    let Some(limit) = limit else { return work(&Stop::default()) };
    let stop = Stop { flag: Arc::default(), until: Instant::now().checked_add(limit) };
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let flag = stop.flag.clone();
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let result = work(&stop);
        // The watch ends with the channel.
        drop(done);
        result
    })
}

/// Calls a function for each number below a count, on so many threads; gives the results in order.
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
