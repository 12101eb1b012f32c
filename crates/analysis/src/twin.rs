//! Twins: for a test that is answered wrongly, the nearest similar test that is answered as expected.
//!
//! The distance between two tests is the number of tokens (brackets, names, numbers) to insert, delete or replace, in the notation
//! that people see.

use crate::answer_key::AnswerKey;

/// The nearest test that differs in exactly one required subproperty and is answered as expected. Prefers tests that differ in
/// `position`, the subproperty that is missed; then short distances, few differences in error subproperties, and small tests.
pub fn twin(
    key: &AnswerKey,
    test: usize,
    position: Option<usize>,
    is_as_expected: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let mut best: Option<((bool, usize, usize, usize), usize)> = None;
    for other in 0..key.tests.len() {
        let difference = key.fails(test) ^ key.fails(other);
        if (difference & key.required).len() != 1 || !is_as_expected(other) {
            continue;
        }
        let elsewhere = position.is_some_and(|position| !difference.contains(position));
        // Distances are expensive, and most tests are out of the question without them.
        if best.as_ref().is_some_and(|((least, ..), _)| elsewhere && !*least) {
            continue;
        }
        let distance = strsim::generic_levenshtein(&key.tests[test].tokens, &key.tests[other].tokens);
        let rank = (elsewhere, distance, (difference - key.required).len(), key.tests[other].rank);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, other));
        }
    }
    best.map(|(_, other)| other)
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
}
