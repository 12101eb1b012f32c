//! Twins: for a test that is answered wrongly, the nearest test with the same expected answer that is answered as expected.
//!
//! Beside a correct output that is rejected stands one that is accepted; beside an incorrect one that is accepted, one that is
//! rejected. So the difference between the two is what the predicate sees and should not see, or the other way round.
//!
//! The distance between two tests is the number of tokens (brackets, names, numbers) to insert, delete or replace, in the notation
//! that people see.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::answer_key::AnswerKey;

/// Lists of candidates that were needed before. They do not depend on a submission, and a class makes few different mistakes: in a
/// report on a large class, distances would otherwise take a quarter of the time.
#[derive(Debug, Default)]
pub struct TwinCandidates(Mutex<HashMap<Wanted, Arc<[usize]>>>);

/// Whose twin is wanted, among which tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wanted {
    test: usize,
    /// The same required subproperties fail in them, or others.
    fails_alike: bool,
}

/// The nearest test with the same expected answer that is answered as expected. Prefers tests in which the same required
/// subproperties fail; then short distances, few differences in subproperties, and small tests.
pub fn twin(key: &AnswerKey, test: usize, is_as_expected: &dyn Fn(usize) -> bool) -> Option<usize> {
    let nearest = |fails_alike| {
        let candidates = candidates(key, Wanted { test, fails_alike });
        candidates.iter().copied().find(|other| is_as_expected(*other))
    };
    nearest(true).or_else(|| nearest(false))
}

/// The best candidate first.
fn candidates(key: &AnswerKey, wanted: Wanted) -> Arc<[usize]> {
    let mut known = key.twins.0.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(known.entry(wanted).or_insert_with(|| in_order(key, wanted)))
}

fn in_order(key: &AnswerKey, Wanted { test, fails_alike }: Wanted) -> Arc<[usize]> {
    let is_candidate = |other: &usize| {
        let is_alike = key.required_fails(test) == key.required_fails(*other);
        key.tests[test].expect == key.tests[*other].expect && is_alike == fails_alike
    };
    let mut all: Vec<usize> = (0..key.tests.len()).filter(is_candidate).collect();
    all.sort_by_cached_key(|other| {
        let distance = strsim::generic_levenshtein(&key.tests[test].tokens, &key.tests[*other].tokens);
        (distance, (key.fails(test) ^ key.fails(*other)).len(), key.tests[*other].rank)
    });
    all.into()
}

/// Names and numbers as a whole, everything else character by character.
pub fn tokens(shown: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in shown.chars().filter(|c| !c.is_whitespace()) {
        let of_word = c.is_alphanumeric() || c == '_' || c == '"';
        match tokens.last_mut() {
            Some(word) if of_word && in_word => word.push(c),
            _ => tokens.push(c.to_string()),
        }
        in_word = of_word;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use strsim::generic_levenshtein as distance;

    use super::*;

    #[test]
    fn distances_count_tokens() {
        let (short, long) = (tokens(r#"[("a", "b")], ["c"]"#), tokens(r#"[("a", "b")], ["c", "c"]"#));
        assert_eq!(short, ["[", "(", "\"a\"", ",", "\"b\"", ")", "]", ",", "[", "\"c\"", "]"]);
        assert_eq!(distance(&short, &short), 0);
        assert_eq!(distance(&short, &long), 2);
        assert_eq!(distance(&long, &tokens(r#"[("a", "b")], ["c", "d"]"#)), 1);
        assert_eq!(distance(&Vec::<String>::new(), &long), long.len());
    }

    /// What was needed before changes nothing: the best of all candidates, as the definition says.
    #[test]
    fn a_twin_is_the_nearest_test_that_is_answered_as_expected() {
        use crate::cases::case;

        let (mut key, _) = case("A B x=A", &[("", "++++"), ("A", "----"), ("B", "---"), ("AB", "--"), ("Ax", "---")]);
        for test in 0..key.tests.len() {
            let order = test * 7 % key.tests.len();
            key.tests[test].tokens = (0..order).map(|number| (number % 3).to_string()).collect();
            key.tests[test].rank = key.tests.len() - test;
        }
        let best = |test: usize, expected: &dyn Fn(usize) -> bool| {
            let fits = |other: &usize| key.tests[*other].expect == key.tests[test].expect && expected(*other);
            (0..key.tests.len()).filter(fits).min_by_key(|other| {
                let differs = key.required_fails(test) != key.required_fails(*other);
                let distance = distance(&key.tests[test].tokens, &key.tests[*other].tokens);
                (differs, distance, (key.fails(test) ^ key.fails(*other)).len(), key.tests[*other].rank)
            })
        };
        for few in 1..6 {
            let expected = |test: usize| test.is_multiple_of(few);
            for test in 0..key.tests.len() {
                assert_eq!(twin(&key, test, &expected), best(test, &expected), "{test} {few}");
            }
        }
    }
}
