//! How much a submission may use.

use std::ops::AddAssign;
use std::time::Duration;

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Processor time for one test.
    pub test: Duration,
    /// Processor time for all tests together, loading included.
    pub budget: Duration,
    /// In bytes.
    pub memory: u64,
    /// What its scratch folder may hold, in bytes.
    pub disk: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let test = Duration::from_secs(1);
        Self { test, budget: Self::usual_budget(test), memory: 512 << 20, disk: 16 << 20 }
    }
}

impl Limits {
    /// Where nobody says otherwise, so many tests may take all the time that one may take.
    pub fn usual_budget(test: Duration) -> Duration {
        test * 60
    }

    /// How long something may wait that is given so much processor time: not for a processor, but for nothing.
    pub fn waiting(computing: Duration) -> Duration {
        computing * 3 + Duration::from_secs(1)
    }

    /// The end of all patience, whatever the machine is busy with.
    pub fn wall(computing: Duration) -> Duration {
        computing * 30 + Duration::from_mins(1)
    }
}

/// What a submission has used of its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// On processors.
    pub computed: Duration,
    /// Doing nothing; not for a processor.
    pub waited: Duration,
}

impl Spent {
    /// Whether it is as much as the budget allows.
    pub fn is_all_of(&self, budget: Duration) -> bool {
        self.computed >= budget || self.waited >= Limits::waiting(budget)
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, more: Self) {
        self.computed += more.computed;
        self.waited += more.waited;
    }
}

/// Files that one worker may have open.
pub const OPEN_FILES: u64 = 256;
/// Entries that a scratch folder may have.
pub const SCRATCH_ENTRIES: u64 = 1000;
/// Threads of one worker.
pub const THREADS: u64 = 256;
/// Of what a submission prints, so much is kept.
pub const PRINTED: usize = 16 << 10;
/// After so many tests that took too long, only one further test of each bucket is run.
pub const TIME_OUTS: usize = 5;
