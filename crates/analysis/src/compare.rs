//! Suites against suites: which errors each finds among the same submissions.
//!
//! The shape is that of the paper's Tables 2 and 3: a row for each subproperty and group (errors found in buckets focused on
//! it), for right pairs, for errors that no focused bucket finds, and totals; a column for each suite, and for each two of them
//! how many errors only the one and only the other finds.

use std::collections::BTreeSet;

use crate::class::{Member, is_focused, is_unfocused};
use crate::key::Key;

/// What one suite found.
#[derive(Debug)]
pub struct Side<'a> {
    pub label: String,
    pub key: &'a Key,
    /// Name of the submission, and what was said of it.
    pub members: Vec<(&'a str, &'a Member<'a>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Table {
    pub suites: Vec<String>,
    /// Submissions that all suites were run on.
    pub submissions: usize,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Row {
    pub group: String,
    /// By suite, how many submissions are wrong here; null where the suite has no test of this kind.
    pub found: Vec<Option<usize>>,
    /// For each two suites, in order: the positions of both, and how many only the first and only the second finds.
    pub differences: Vec<Difference>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    pub first: usize,
    pub second: usize,
    pub only_first: usize,
    pub only_second: usize,
    /// The first few by name, to look at.
    pub names_first: Vec<String>,
    pub names_second: Vec<String>,
}

/// Names that are listed for a difference.
const NAMES: usize = 10;

/// What a row asks of a fingerprint.
enum Ask {
    Focused(u32),
    Positive,
    Unfocused,
    /// Any negative bucket.
    Negative,
    Any,
}

impl Ask {
    fn found(&self, key: &Key, fingerprint: &[usize]) -> bool {
        let positive = |bucket: &usize| key.buckets[*bucket].positive;
        match self {
            Self::Focused(on) => is_focused(key, fingerprint, *on),
            Self::Positive => fingerprint.iter().any(positive),
            Self::Unfocused => is_unfocused(key, fingerprint),
            Self::Negative => !fingerprint.iter().all(positive),
            Self::Any => !fingerprint.is_empty(),
        }
    }

    /// Whether the suite has a test that could find something.
    fn is_asked(&self, key: &Key) -> bool {
        let mut buckets = key.tests.iter().filter(|test| !test.excluded).map(|test| &key.buckets[test.bucket]);
        match self {
            Self::Focused(on) => buckets.any(|bucket| bucket.focused_on & on != 0),
            Self::Positive => buckets.any(|bucket| bucket.positive),
            Self::Unfocused => buckets.any(|bucket| !bucket.positive && bucket.focused_on == 0),
            Self::Negative => buckets.any(|bucket| !bucket.positive),
            Self::Any => buckets.next().is_some(),
        }
    }
}

/// Compares on the submissions that all have; `leave_out` says of a name whether it is left out.
pub fn compare(sides: &[Side<'_>], leave_out: &dyn Fn(&str) -> bool) -> Table {
    let names: Vec<BTreeSet<&str>> = sides
        .iter()
        .map(|side| side.members.iter().map(|(name, _)| *name).filter(|name| !leave_out(name)).collect())
        .collect();
    let shared: BTreeSet<&str> = match names.split_first() {
        Some((first, rest)) => {
            first.iter().copied().filter(|name| rest.iter().all(|other| other.contains(name))).collect()
        }
        None => BTreeSet::new(),
    };
    let rows = asked(sides).into_iter().map(|(group, asks)| row(group, &asks, sides, &shared)).collect();
    Table { suites: sides.iter().map(|side| side.label.clone()).collect(), submissions: shared.len(), rows }
}

/// The rows, with what each asks of each suite. Subproperties go by their names: files may differ.
fn asked(sides: &[Side<'_>]) -> Vec<(String, Vec<Ask>)> {
    let mut labels: Vec<(String, bool)> = Vec::new();
    for side in sides {
        let groups = side.key.groups.iter().map(|group| (group.name.clone(), true));
        for label in side.key.names.iter().cloned().map(|name| (name, false)).chain(groups) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    labels.sort_by_key(|(_, is_group)| *is_group);
    let mask = |key: &Key, label: &str, is_group: bool| {
        if is_group {
            key.groups.iter().find(|group| group.name == label).map_or(0, |group| group.members)
        } else {
            key.names.iter().position(|name| name == label).map_or(0, |position| 1 << position)
        }
    };
    let mut rows: Vec<(String, Vec<Ask>)> = labels
        .iter()
        .map(|(label, is_group)| {
            let asks = sides.iter().map(|side| Ask::Focused(mask(side.key, label, *is_group))).collect();
            (label.clone(), asks)
        })
        .collect();
    let mut add = |label: &str, ask: fn() -> Ask| rows.push((label.to_owned(), sides.iter().map(|_| ask()).collect()));
    add("unfocused", || Ask::Unfocused);
    add("positive", || Ask::Positive);
    add("total without positive", || Ask::Negative);
    add("total", || Ask::Any);
    rows
}

fn row(group: String, asks: &[Ask], sides: &[Side<'_>], shared: &BTreeSet<&str>) -> Row {
    let found: Vec<BTreeSet<&str>> = sides
        .iter()
        .zip(asks)
        .map(|(side, ask)| {
            let members = side.members.iter().filter(|(name, _)| shared.contains(name));
            let found = members.filter(|(_, member)| ask.found(side.key, &member.statement.fingerprint));
            found.map(|(name, _)| *name).collect()
        })
        .collect();
    let some = |names: &BTreeSet<&str>, others: &BTreeSet<&str>| {
        names.difference(others).take(NAMES).map(|name| (*name).to_owned()).collect()
    };
    let mut differences = Vec::new();
    for first in 0..found.len() {
        for second in first + 1..found.len() {
            differences.push(Difference {
                first,
                second,
                only_first: found[first].difference(&found[second]).count(),
                only_second: found[second].difference(&found[first]).count(),
                names_first: some(&found[first], &found[second]),
                names_second: some(&found[second], &found[first]),
            });
        }
    }
    let counts = found.iter().zip(sides).zip(asks);
    let found = counts.map(|((found, side), ask)| ask.is_asked(side.key).then_some(found.len())).collect();
    Row { group, found, differences }
}
