//! How much a submission may use.

use std::time::Duration;

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Processor time for one test.
    pub test: Duration,
    /// In bytes.
    pub memory: u64,
    /// What its scratch folder may hold, in bytes.
    pub disk: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { test: Duration::from_secs(1), memory: 512 << 20, disk: 16 << 20 }
    }
}

impl Limits {
    /// How long something may wait that is given so much processor time: not for a processor, but for nothing.
    pub fn waiting(computing: Duration) -> Duration {
        computing * 3 + Duration::from_secs(1)
    }

    /// The end of all patience, whatever the machine is busy with.
    pub fn wall(computing: Duration) -> Duration {
        computing * 30 + Duration::from_mins(1)
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
