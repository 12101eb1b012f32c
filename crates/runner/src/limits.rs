//! How much time, memory and disk space a submission may use.

use std::ops::AddAssign;
use std::time::Duration;

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RunLimits {
    /// Processor time for one test.
    pub test: Duration,
    /// Processor time for all tests together, loading included.
    pub budget: Duration,
    /// In bytes.
    pub memory: u64,
    /// The size of its scratch folder, in bytes.
    pub disk: u64,
}

impl Default for RunLimits {
    fn default() -> Self {
        let test = Duration::from_secs(1);
        Self { test, budget: Self::usual_budget(test), memory: 512 << 20, disk: 16 << 20 }
    }
}

impl RunLimits {
    /// The default budget: as many tests may use up their time.
    pub fn usual_budget(test: Duration) -> Duration {
        test * 60
    }

    /// How long a program with this much processor time may wait for anything but a processor.
    pub fn waiting(computing: Duration) -> Duration {
        computing * 3 + Duration::from_secs(1)
    }

    /// How long a program with this much processor time may take in all, however busy the machine is.
    pub fn wall(computing: Duration) -> Duration {
        computing * 30 + Duration::from_mins(1)
    }
}

/// How much time a submission has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// On a processor.
    pub computed: Duration,
    /// Neither on a processor nor waiting for one.
    pub waited: Duration,
}

impl Spent {
    /// Whether the budget is used up.
    pub fn exhausts(&self, budget: Duration) -> bool {
        self.computed >= budget || self.waited >= RunLimits::waiting(budget)
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, more: Self) {
        self.computed += more.computed;
        self.waited += more.waited;
    }
}

/// How many files a worker may have open.
pub const OPEN_FILES: u64 = 256;
/// How many entries a scratch folder may have.
pub const SCRATCH_ENTRIES: u64 = 1000;
/// How many threads a worker may have.
pub const THREADS: u64 = 256;
/// How many bytes of a submission's output are kept.
pub const PRINTED: usize = 16 << 10;
/// After this many time-outs, only one further test of each bucket is run.
pub const TIME_OUTS: usize = 5;
