//! Twins: for a test that is answered wrongly, a near one that is answered rightly.
//!
//! Two tests are as far apart as there are tokens (brackets, names, numbers) to insert, delete or replace to make one of the
//! other.

use serde_json::Value as Json;

use crate::key::Key;

/// The nearest test that differs in exactly one required subproperty and is answered rightly. Of several, the one with fewest
/// differences in error subproperties, then the nearest, then the smallest.
pub fn twin(key: &Key, test: usize, right: &dyn Fn(usize) -> bool) -> Option<usize> {
    let fails = key.fails(test);
    let differs = |other: usize| {
        let difference = fails ^ key.fails(other);
        (difference & key.required).is_power_of_two().then(|| (difference & !key.required).count_ones())
    };
    let mut best: Option<((u32, usize, usize), usize)> = None;
    for other in 0..key.tests.len() {
        let Some(more) = differs(other).filter(|_| right(other)) else { continue };
        // Most are out before the distance is told.
        if best.as_ref().is_some_and(|((least, _, _), _)| more > *least) {
            continue;
        }
        let distance = distance(&key.tests[test].tokens, &key.tests[other].tokens);
        let rank = (more, distance, key.tests[other].rank);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, other));
        }
    }
    best.map(|(_, other)| other)
}

/// The values one after the other, as tokens.
pub fn tokens<'a>(values: impl Iterator<Item = &'a Json>) -> Vec<String> {
    let mut tokens = Vec::new();
    values.for_each(|value| read(value, &mut tokens));
    tokens
}

fn read(value: &Json, tokens: &mut Vec<String>) {
    match value {
        Json::Array(items) => {
            tokens.push("[".to_owned());
            items.iter().for_each(|item| read(item, tokens));
            tokens.push("]".to_owned());
        }
        Json::Object(entries) => {
            tokens.push("{".to_owned());
            entries.values().for_each(|item| read(item, tokens));
            tokens.push("}".to_owned());
        }
        other => tokens.push(other.to_string()),
    }
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
    use serde_json::json;

    use super::*;

    #[test]
    fn distances_count_edits() {
        let of = |value: Json| tokens(std::iter::once(&value));
        let (short, long) = (of(json!([["a", "b"], ["c"]])), of(json!([["a", "b"], ["c", "c"]])));
        assert_eq!(short, ["[", "[", "\"a\"", "\"b\"", "]", "[", "\"c\"", "]", "]"]);
        assert_eq!(distance(&short, &short), 0);
        assert_eq!(distance(&short, &long), 1);
        assert_eq!(distance(&long, &of(json!([["a", "b"], ["c", "d"]]))), 1);
        assert_eq!(distance(&[], &long), long.len());
    }
}
