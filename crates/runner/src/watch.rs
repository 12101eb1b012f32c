//! How long we have been watching a program.
//!
//! A grader that looks every few milliseconds and then does not for a second was itself stopped: the machine was suspended, a container
//! was paused, or its processor was given to others. Whether the program could run meanwhile is not known, so such a gap counts as one
//! look. It cannot be made by a program, which is another process.

use std::time::{Duration, Instant};

/// Longer than a busy machine keeps a process from its processor.
const GAP: Duration = Duration::from_secs(1);
/// What counts of a gap.
const LOOK: Duration = Duration::from_millis(10);

/// Time that passed, without gaps.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    start: Instant,
    looked: Instant,
    missed: Duration,
}

impl Watch {
    pub fn start() -> Self {
        let now = Instant::now();
        Self { start: now, looked: now, missed: Duration::ZERO }
    }

    /// How long ago the last look was.
    pub fn since_look(&self) -> Duration {
        self.looked.elapsed()
    }

    /// How much time has passed, with the gap since the last look, if there is one.
    pub fn since_start(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.missed)
    }

    /// How much time has passed. To be called often: a long time since the last call is a gap.
    pub fn look(&mut self) -> Duration {
        self.look_at(Instant::now())
    }

    fn look_at(&mut self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.looked);
        if since >= GAP {
            self.missed += since.saturating_sub(LOOK);
        }
        self.looked = now;
        now.saturating_duration_since(self.start).saturating_sub(self.missed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_do_not_count() {
        let mut watch = Watch::start();
        let at = |milliseconds: u64| watch.start + Duration::from_millis(milliseconds);
        let looks = [(10, 10), (30, 30), (1020, 1020), (8020, 1030), (8030, 1040), (9029, 2039), (10_029, 2049)];
        for (now, counted) in looks.map(|(now, counted)| (at(now), Duration::from_millis(counted))) {
            assert_eq!(watch.look_at(now), counted);
        }
    }
}
