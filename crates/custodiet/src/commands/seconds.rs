//! Seconds on the command line.

use std::time::Duration;

/// The most that an option takes: a day.
const MOST: f64 = 86_400.0;
/// The least that a program gets.
const LEAST: f64 = 0.05;

/// For a limit on work that stops whenever it is due.
pub fn time_limit(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= MOST);
    number.map(Duration::from_secs_f64).ok_or_else(|| format!("pass a number of seconds above 0, up to {MOST}"))
}

/// For a limit on a program, which needs some time to answer at all.
pub fn milliseconds(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    let time = number.map(Duration::from_secs_f64);
    let time = time.ok_or_else(|| format!("pass a number of seconds between {LEAST} and {MOST}"))?;
    Ok(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
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
        assert_eq!(time_limit("0"), Err("pass a number of seconds above 0, up to 86400".to_owned()));
    }
}
