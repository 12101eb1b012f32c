//! Twins: for a test that is answered wrongly, a near one that is answered rightly.
//!
//! Two tests are as far apart as there are tokens (brackets, names, numbers) to insert, delete or replace to make one of the
//! other, as they are shown.

use crate::key::Key;

/// The nearest test that differs in exactly one required subproperty and is answered rightly: in `position`, the one that is
/// missed, if there is such a test. Of several, the one with the fewest differences in error subproperties, then the smallest.
pub fn twin(key: &Key, test: usize, position: Option<usize>, right: &dyn Fn(usize) -> bool) -> Option<usize> {
    let fails = key.fails(test);
    let mut best: Option<((bool, usize, u32, usize), usize)> = None;
    for other in 0..key.tests.len() {
        let difference = fails ^ key.fails(other);
        if !(difference & key.required).is_power_of_two() || !right(other) {
            continue;
        }
        let elsewhere = position.is_some_and(|position| difference >> position & 1 == 0);
        // Most are out before the distance is told.
        if best.as_ref().is_some_and(|((least, ..), _)| elsewhere && !*least) {
            continue;
        }
        let distance = distance(&key.tests[test].tokens, &key.tests[other].tokens);
        let rank = (elsewhere, distance, (difference & !key.required).count_ones(), key.tests[other].rank);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, other));
        }
    }
    best.map(|(_, other)| other)
}

/// Names, numbers, and everything else by characters.
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

/// Insertions, deletions and replacements that lead from one to the other.
fn distance(left: &[String], right: &[String]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, token) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(token != other);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        let (short, long) = (tokens(r#"[("a", "b")], ["c"]"#), tokens(r#"[("a", "b")], ["c", "c"]"#));
        assert_eq!(short, ["[", "(", "\"a\"", ",", "\"b\"", ")", "]", ",", "[", "\"c\"", "]"]);
        assert_eq!(distance(&short, &short), 0);
        assert_eq!(distance(&short, &long), 2);
        assert_eq!(distance(&long, &tokens(r#"[("a", "b")], ["c", "d"]"#)), 1);
        assert_eq!(distance(&[], &long), long.len());
    }
}
