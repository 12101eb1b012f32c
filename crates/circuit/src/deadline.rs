//! When work must end.
//!
//! Every engine spends its time building, encoding or simulating circuits, so the one type that all of them poll lives
//! here. A deadline is a point in time for a whole command, never a duration for one of its parts: parts that each take
//! "at most N seconds" add up to much more.

use std::time::{Duration, Instant};

/// A point in time after which work stops, if there is one. Without one, nothing ever depends on the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// None: work ends when it is done.
    pub const NONE: Self = Self(None);

    /// After this time from now. A time too long to be added to the clock is not a limit.
    pub fn after(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    /// The same if a time is given.
    pub fn after_some(time: Option<Duration>) -> Self {
        time.map_or(Self::NONE, Self::after)
    }

    pub fn is_due(self) -> bool {
        self.0.is_some_and(|until| Instant::now() >= until)
    }

    pub fn is_none(self) -> bool {
        self.0.is_none()
    }

    /// The time left, zero if it is due.
    pub fn left(self) -> Option<Duration> {
        self.0.map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// For a part of the work, which gets at most this share of the time left.
    #[must_use]
    pub fn share(self, share: f64) -> Self {
        self.left().map_or(self, |left| Self::after(left.mul_f64(share.clamp(0.0, 1.0))))
    }

    /// The earlier one.
    #[must_use]
    pub fn earlier(self, other: Self) -> Self {
        Self([self.0, other.0].into_iter().flatten().min())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_due_once_its_time_is_over() {
        assert!(!Deadline::NONE.is_due() && Deadline::NONE.left().is_none());
        assert!(Deadline::after(Duration::ZERO).is_due());
        assert!(!Deadline::after(Duration::from_hours(1)).is_due());
        assert!(Deadline::after(Duration::MAX).is_none());
    }

    #[test]
    fn a_part_ends_no_later_than_the_whole() {
        let whole = Deadline::after(Duration::from_hours(1));
        assert!(whole.share(0.5).left() < whole.left());
        assert!(whole.share(2.0).left() <= Some(Duration::from_hours(1)));
        assert!(Deadline::NONE.share(0.5).is_none());
        assert_eq!(whole.earlier(Deadline::NONE), whole);
        assert!(whole.earlier(Deadline::after(Duration::ZERO)).is_due());
    }
}
