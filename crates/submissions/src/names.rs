//! Names of submissions: their order, and how equal ones are made distinct.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Natural order: numbers inside names are compared by value, letters without case. A total order in which only equal names
/// are equal.
pub fn natural(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one, other);
    loop {
        let (Some(a), Some(b)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then_with(|| one.cmp(other));
        };
        let order = if a.is_ascii_digit() && b.is_ascii_digit() {
            let (number, rest) = digits(left);
            let (other_number, other_rest) = digits(right);
            (left, right) = (rest, other_rest);
            number.len().cmp(&other_number.len()).then_with(|| number.cmp(other_number))
        } else {
            (left, right) = (&left[a.len_utf8()..], &right[b.len_utf8()..]);
            a.to_lowercase().cmp(b.to_lowercase())
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// The number at the start of a text, without leading zeros, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

/// Distinct names. Equal ones get as many parent folders in front as necessary.
pub fn distinct(given: &[(&str, &Path)]) -> Vec<String> {
    let parents: Vec<Vec<String>> = given.iter().map(|(_, path)| parents(path)).collect();
    let mut names: Vec<String> = given.iter().map(|(name, _)| (*name).to_string()).collect();
    let mut taken = vec![0; given.len()];
    loop {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, name) in names.iter().enumerate() {
            by_name.entry(name).or_default().push(index);
        }
        let clashing: Vec<usize> = by_name.into_values().filter(|same| same.len() > 1).flatten().collect();
        let mut longer = false;
        for index in clashing {
            if let Some(parent) = parents[index].get(taken[index]) {
                names[index] = format!("{parent}/{}", names[index]);
                taken[index] += 1;
                longer = true;
            }
        }
        if !longer {
            return number(names);
        }
    }
}

/// The parent folders of a path, the nearest first.
fn parents(path: &Path) -> Vec<String> {
    let folders = path.ancestors().skip(1).filter_map(Path::file_name);
    folders.map(|folder| folder.to_string_lossy().into_owned()).collect()
}

/// Numbers the names that are still not distinct.
fn number(mut names: Vec<String>) -> Vec<String> {
    let mut taken: BTreeSet<String> = names.iter().cloned().collect();
    let mut seen = BTreeSet::new();
    for name in &mut names {
        if !seen.insert(name.clone()) {
            let mut fresh = (2..=usize::MAX).map(|count| format!("{name} ({count})"));
            *name = fresh.find(|fresh| !taken.contains(fresh)).unwrap_or_default();
            taken.insert(name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_value() {
        let sorted = [
            "",
            " ",
            "1",
            "01",
            "2",
            "10",
            "A",
            "a",
            "b",
            "submission_2",
            "submission_10",
            "submission_10a",
            "x1y2",
            "x1y10",
            "é",
        ];
        for (index, one) in sorted.iter().enumerate() {
            for (place, other) in sorted.iter().enumerate() {
                let expected = if (*one, *other) == ("1", "01") || (*one, *other) == ("01", "1") {
                    one.cmp(other)
                } else {
                    index.cmp(&place)
                };
                assert_eq!(natural(one, other), expected, "{one} {other}");
            }
        }
    }

    /// A total order, on random names.
    #[test]
    fn total() {
        let mut random = fastrand::Rng::with_seed(3);
        let letters = ['0', '1', '2', 'a', 'A', 'ß', '_', 'İ'];
        let mut name = || -> String { (0..random.usize(..5)).map(|_| letters[random.usize(..8)]).collect() };
        for _ in 0..50_000 {
            let (a, b, c) = (name(), name(), name());
            assert_eq!(natural(&a, &b), natural(&b, &a).reverse(), "{a} {b}");
            assert_eq!(natural(&a, &b).is_eq(), a == b, "{a} {b}");
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                assert!(natural(&a, &c).is_le(), "{a} {b} {c}");
            }
        }
    }

    fn check(given: &[(&str, &str)], expected: &[&str]) {
        let given: Vec<(&str, &Path)> = given.iter().map(|(name, path)| (*name, Path::new(*path))).collect();
        assert_eq!(distinct(&given), expected);
    }

    #[test]
    fn folders_make_names_distinct() {
        check(&[("a.py", "/x/a.py"), ("b.py", "/x/b.py")], &["a.py", "b.py"]);
        check(&[("a.py", "/x/a.py"), ("a.py", "/y/a.py"), ("b.py", "/b.py")], &["x/a.py", "y/a.py", "b.py"]);
        check(&[("a.py", "/1/x/a.py"), ("a.py", "/2/x/a.py")], &["1/x/a.py", "2/x/a.py"]);
        check(&[("a.py", "/a.py"), ("a.py", "/a.py")], &["a.py", "a.py (2)"]);
        check(&[("a", "/a"), ("a", "/a"), ("a (2)", "/b")], &["a", "a (3)", "a (2)"]);
    }
}
