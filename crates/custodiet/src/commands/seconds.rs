//! Seconds on the command line.

use std::time::Duration;

/// The most that an option takes: a day.
const MOST: f64 = 86_400.0;

/// For a limit on work that stops whenever it is due.
pub fn time_limit(text: &str) -> Result<Duration, String> {
    seconds(text, 0.000_000_001)
}

/// For a limit on a program, which needs some time to answer at all.
pub fn milliseconds(text: &str) -> Result<u64, String> {
    seconds(text, 0.05).map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn seconds(text: &str, least: f64) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| (least..=MOST).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| format!("pass a number of seconds between {least} and {MOST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_within_their_bounds() {
        assert_eq!(time_limit("0.000000001"), Ok(Duration::from_nanos(1)));
        assert_eq!((milliseconds("0.29"), milliseconds("86400")), (Ok(290), Ok(86_400_000)));
        for text in ["0.04", "86401", "1e99", "-1", "NaN", "inf", "soon", ""] {
            assert_eq!(milliseconds(text), Err("pass a number of seconds between 0.05 and 86400".to_owned()), "{text}");
        }
        assert_eq!(time_limit("0"), Err("pass a number of seconds between 0.000000001 and 86400".to_owned()));
    }
}
