//! Compares suites: which errors each finds in the same submissions.
//!
//! The layout follows Tables 2 and 3 of the paper: a row for each subproperty and group (errors found in buckets focused on
//! it), for correct outputs, for errors that no focused bucket finds, and totals; a column for each suite, and for each two of them
//! how many errors only the first and only the second finds.

use std::collections::BTreeSet;

use pairs::SubpropertySet;

use crate::answer_key::AnswerKey;
use crate::fingerprint::Fingerprint;

/// What one suite found.
#[derive(Debug)]
pub struct ComparedSuite<'a> {
    pub label: String,
    pub key: &'a AnswerKey,
    /// Submissions by name. Their fingerprints are what its tests show.
    pub members: Vec<(&'a str, Fingerprint<'a>)>,
    /// Submissions that are proved wrong. `None` if nothing was proved.
    pub proved_wrong: Option<BTreeSet<&'a str>>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ComparisonTable {
    pub suites: Vec<String>,
    /// Submissions that all suites graded.
    pub submissions: usize,
    pub rows: Vec<ComparisonRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ComparisonRow {
    pub group: String,
    /// For each suite, how many submissions it finds wrong here; null if it has no such test.
    pub found: Vec<Option<usize>>,
    /// For each two suites, in order.
    pub differences: Vec<SuiteDifference>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SuiteDifference {
    /// Places of both suites.
    pub first: usize,
    pub second: usize,
    /// How many errors only one of them finds.
    pub only_first: usize,
    pub only_second: usize,
    /// Names of the first few.
    pub names_first: Vec<String>,
    pub names_second: Vec<String>,
}

/// At most this many names are listed for a difference.
const NAMES: usize = 10;

/// Which errors a row counts.
enum Ask {
    Focused(SubpropertySet),
    Positive,
    Unfocused,
    /// Any negative bucket.
    Negative,
    Any,
}

impl Ask {
    fn counts(&self, member: Fingerprint<'_>) -> bool {
        match self {
            Self::Focused(on) => member.is_in_focus(*on),
            Self::Positive => member.fails_positive(),
            Self::Unfocused => member.is_unfocused(),
            Self::Negative => member.fails_negative(),
            // A suite finds the errors that were seen, and none in tests that were not run.
            Self::Any => !member.buckets.is_empty(),
        }
    }

    /// Whether the suite has a test that could find such an error.
    fn is_tested(&self, key: &AnswerKey) -> bool {
        let mut buckets = key.tests.iter().filter(|test| !test.excluded).map(|test| &key.buckets[test.bucket]);
        match self {
            Self::Focused(on) => buckets.any(|bucket| !bucket.focused_on.is_disjoint(*on)),
            Self::Positive => buckets.any(|bucket| bucket.positive),
            Self::Unfocused => buckets.any(|bucket| !bucket.positive && bucket.focused_on.is_empty()),
            Self::Negative => buckets.any(|bucket| !bucket.positive),
            Self::Any => buckets.next().is_some(),
        }
    }
}

/// Compares the suites on the submissions that all of them graded, except those that `leave_out` names.
pub fn compare(sides: &[ComparedSuite<'_>], leave_out: &dyn Fn(&str) -> bool) -> ComparisonTable {
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
    let mut rows: Vec<ComparisonRow> =
        asked(sides).into_iter().map(|(group, asks)| row(group, &asks, sides, &shared)).collect();
    if sides.iter().any(|side| side.proved_wrong.is_some()) {
        rows.push(by_proof_only(sides, &shared));
    }
    ComparisonTable { suites: sides.iter().map(|side| side.label.clone()).collect(), submissions: shared.len(), rows }
}

/// The rows, with what each counts for each suite. Subproperties are matched by name: the problem files may differ.
fn asked(sides: &[ComparedSuite<'_>]) -> Vec<(String, Vec<Ask>)> {
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
    let members = |key: &AnswerKey, label: &str, is_group: bool| {
        if is_group {
            key.groups.iter().find(|group| group.name == label).map(|group| group.members).unwrap_or_default()
        } else {
            key.names.iter().position(|name| name == label).map(SubpropertySet::one).unwrap_or_default()
        }
    };
    let mut rows: Vec<(String, Vec<Ask>)> = labels
        .iter()
        .map(|(label, is_group)| {
            let asks = sides.iter().map(|side| Ask::Focused(members(side.key, label, *is_group))).collect();
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

fn row(group: String, asks: &[Ask], sides: &[ComparedSuite<'_>], shared: &BTreeSet<&str>) -> ComparisonRow {
    let found: Vec<BTreeSet<&str>> = sides
        .iter()
        .zip(asks)
        .map(|(side, ask)| {
            let members = side.members.iter().filter(|(name, _)| shared.contains(name));
            let found = members.filter(|(_, member)| ask.counts(*member));
            found.map(|(name, _)| *name).collect()
        })
        .collect();
    let differences = differences(&found);
    let counts = found.iter().zip(sides).zip(asks);
    let found = counts.map(|((found, side), ask)| ask.is_tested(side.key).then_some(found.len())).collect();
    ComparisonRow { group, found, differences }
}

/// Submissions that are proved wrong, in which the tests of a suite find nothing.
fn by_proof_only(sides: &[ComparedSuite<'_>], shared: &BTreeSet<&str>) -> ComparisonRow {
    let found: Vec<BTreeSet<&str>> = sides
        .iter()
        .map(|side| {
            let missed = side.members.iter().filter(|(_, member)| member.buckets.is_empty()).map(|(name, _)| *name);
            let is_proved = |name: &&str| side.proved_wrong.as_ref().is_some_and(|proved| proved.contains(name));
            missed.filter(|name| shared.contains(name)).filter(is_proved).collect()
        })
        .collect();
    let differences = differences(&found);
    let counts = found.iter().zip(sides).map(|(found, side)| side.proved_wrong.as_ref().map(|_| found.len()));
    ComparisonRow { group: "found by proof only".to_owned(), found: counts.collect(), differences }
}

fn differences(found: &[BTreeSet<&str>]) -> Vec<SuiteDifference> {
    let some = |names: &BTreeSet<&str>, others: &BTreeSet<&str>| {
        names.difference(others).take(NAMES).map(|name| (*name).to_owned()).collect()
    };
    let mut differences = Vec::new();
    for first in 0..found.len() {
        for second in first + 1..found.len() {
            differences.push(SuiteDifference {
                first,
                second,
                only_first: found[first].difference(&found[second]).count(),
                only_second: found[second].difference(&found[first]).count(),
                names_first: some(&found[first], &found[second]),
                names_second: some(&found[second], &found[first]),
            });
        }
    }
    differences
}
