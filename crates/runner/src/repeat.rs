//! Which tests of a submission are run again, to see whether its answers change.
//!
//! Takes what the submission did on each test; gives tests in the order in which they are run again. A worker sees both the choice
//! and the order, so neither may depend on the answers that are expected: they are not known here. What decides is the seed, and what
//! the submission knows anyway, its own outcomes. Guarded by the tests below.

use std::collections::{BTreeMap, VecDeque};

use crate::outcome::Outcome;
use crate::prepared::shuffled;

/// How many tests are run again.
const SAMPLE: usize = 60;
/// How many of them ended the worker: each needs a new one.
const COSTLY_SAMPLE: usize = 2;

/// The tests to run again. Outcomes of each kind get their turn: a predicate often changes the answer that it rarely gives.
pub(crate) fn run_again(outcomes: &[Outcome], seed: u64) -> Vec<usize> {
    let runs_again = |outcome: &Outcome| !matches!(outcome, Outcome::TimedOut(_) | Outcome::NotRun(_));
    let is_costly = |outcome: &Outcome| matches!(outcome, Outcome::Crashed(_) | Outcome::OutOfMemory);
    let mut sample = Vec::new();
    let mut kinds: BTreeMap<(&str, &str), VecDeque<usize>> = BTreeMap::new();
    for test in shuffled(outcomes.len(), seed ^ 0x5eed).into_iter().filter(|test| runs_again(&outcomes[*test])) {
        if !is_costly(&outcomes[test]) {
            kinds.entry(kind(&outcomes[test])).or_default().push_back(test);
        } else if sample.len() < COSTLY_SAMPLE {
            sample.push(test);
        }
    }
    while sample.len() < SAMPLE && !kinds.is_empty() {
        let room = SAMPLE - sample.len();
        sample.extend(kinds.values_mut().filter_map(VecDeque::pop_front).take(room));
        kinds.retain(|_, left| !left.is_empty());
    }
    shuffled(sample.len(), seed ^ 0xa9a1).into_iter().map(|place| sample[place]).collect()
}

/// The answer, or the class of an exception.
fn kind(outcome: &Outcome) -> (&str, &str) {
    let class = if let Outcome::Raised(raised) = outcome { &*raised.class } else { "" };
    (outcome.word(), class)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::outcome::{Crash, NotRunReason, RaisedException, TimeoutKind};

    fn raised(class: &str) -> Outcome {
        Outcome::Raised(RaisedException { class: class.to_owned(), ..RaisedException::default() })
    }

    /// How many tests with each outcome are run again, of a suite of 400.
    fn counts(outcome: impl Fn(usize) -> Outcome) -> BTreeMap<String, usize> {
        let outcomes: Vec<Outcome> = (0..400).map(outcome).collect();
        let sample = run_again(&outcomes, 7);
        assert_eq!(sample.iter().collect::<BTreeSet<_>>().len(), sample.len(), "no test twice");
        let mut counts = BTreeMap::new();
        for test in sample {
            let (word, class) = kind(&outcomes[test]);
            *counts.entry(format!("{word} {class}").trim().to_owned()).or_default() += 1;
        }
        counts
    }

    fn check(expected: &[(&str, usize)], outcome: impl Fn(usize) -> Outcome) {
        let expected = expected.iter().map(|(word, number)| ((*word).to_owned(), *number)).collect();
        assert_eq!(counts(outcome), expected);
    }

    #[test]
    fn rare_outcomes_are_run_again_too() {
        check(&[("accepted", 60)], |_| Outcome::Accepted);
        check(&[("accepted", 3), ("rejected", 57)], |test| match test {
            ..3 => Outcome::Accepted,
            _ => Outcome::Rejected,
        });
        check(
            &[("accepted", 29), ("raised KeyError", 2), ("raised IndexError", 1), ("rejected", 28)],
            |test| match test {
                ..2 => raised("KeyError"),
                2 => raised("IndexError"),
                3..200 => Outcome::Accepted,
                _ => Outcome::Rejected,
            },
        );
    }

    #[test]
    fn what_takes_long_is_run_again_rarely_or_not_at_all() {
        check(&[("crashed", 2), ("accepted", 58)], |test| match test % 4 {
            0 => Outcome::TimedOut(TimeoutKind::Computing),
            1 => Outcome::NotRun(NotRunReason::Budget),
            2 => Outcome::Crashed(Crash::Exit(1)),
            _ => Outcome::Accepted,
        });
        check(&[], |_| Outcome::TimedOut(TimeoutKind::Waiting));
    }

    /// Places in the order say nothing about outcomes: both halves have about as many of each.
    #[test]
    fn the_order_is_mixed() {
        let outcomes: Vec<Outcome> =
            (0..400).map(|test| if test < 20 { Outcome::Accepted } else { Outcome::Rejected }).collect();
        for seed in 0..20 {
            let sample = run_again(&outcomes, seed);
            let accepted = sample[..30].iter().filter(|test| outcomes[**test] == Outcome::Accepted).count();
            assert!((4..=16).contains(&accepted), "{accepted} of 20 in the first half");
        }
    }
}
