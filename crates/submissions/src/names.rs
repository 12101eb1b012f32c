//! Names of submissions: their order, how equal ones are made distinct, and how long ones are shortened.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The longest name of a file or folder, in bytes. Archives can contain longer ones.
pub const LONGEST: usize = 255;

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

/// What stands for a name that is too long. It is too long itself, so no valid name is the same, and it contains a hash of the
/// whole name, so no other name has the same stand-in.
pub fn stand_in(name: &str) -> String {
    cut(name, 200, 64)
}

/// A name that is short enough to be shown. Long names that are brought to the same one are improbable, but possible.
pub fn brief(name: &str) -> String {
    if name.len() > LONGEST { cut(name, SHOWN, DIGITS) } else { name.into() }
}

/// Shortens names that are too long. None becomes the same as another name.
pub fn shorten<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut names: Vec<&mut String> = names.collect();
    let mut taken: BTreeSet<String> = names.iter().map(|name| (**name).clone()).collect();
    for name in names.iter_mut().filter(|name| name.len() > LONGEST) {
        let mut shorter = (DIGITS..=64).map(|digits| cut(name, SHOWN, digits));
        if let Some(free) = shorter.find(|short| taken.insert(short.clone())) {
            **name = free;
        }
    }
}

/// How much is shown of a name that is too long: bytes of its start, and digits of its hash, if these are enough.
const SHOWN: usize = 100;
const DIGITS: usize = 8;

/// The start of a name, digits of its hash, and its extension.
fn cut(name: &str, bytes: usize, digits: usize) -> String {
    let hash = hex::encode(Sha256::digest(name));
    let extension = name.rfind('.').map_or("", |dot| &name[dot..]);
    let extension = if extension.len() <= 10 { extension } else { "" };
    format!("{}…{}{extension}", &name[..name.floor_char_boundary(bytes)], &hash[..digits])
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

    #[test]
    fn long_names_are_shortened() {
        let long = format!("{}.py", "é".repeat(200));
        let (short, longer) = (brief(&long), cut(&long, SHOWN, DIGITS + 1));
        assert!(
            short.starts_with(&"é".repeat(50)) && short.strip_suffix(".py").is_some() && short.len() < 130,
            "{short}"
        );
        // Another submission has the very name that this one would get.
        let mut names = [long.clone(), short.clone(), "a.py".into(), "x".repeat(LONGEST)];
        shorten(names.iter_mut());
        assert_eq!(names, [longer, short, "a.py".into(), "x".repeat(LONGEST)]);
        assert!(stand_in(&long).len() > LONGEST && stand_in(&"…".repeat(100)).len() > LONGEST);
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
