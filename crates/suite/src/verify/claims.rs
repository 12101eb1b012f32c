//! Checks the claims of a suite about buckets: which exist, which are focused, which are contradictory.

use lang::problem::Problem;
use pairs::{Bucket, Implication, SubpropertySet};

use super::VerificationNotes;
use crate::classify::suite::GIVEN;
use crate::format::{Contradictory, Suite};
use crate::select::BucketSelection;
use pairs::focused_on;
use pairs::names::{bucket_words, python_names};

/// The greatest number of subproperties for which all buckets are enumerated.
const MOST_FOR_ALL: usize = 20;

/// The claims of a suite about buckets, as far as they can be read.
#[derive(Debug)]
pub struct Claims {
    /// The bucket of each entry; `None` if a name is unknown.
    pub buckets: Vec<Option<Bucket>>,
    /// The buckets that have a pair in the scope, if the suite claims to know all of them.
    pub concretizable: Option<Vec<Bucket>>,
    /// For each entry, whether its tests were requested; `None` if that cannot be determined.
    pub asked: Vec<Option<bool>>,
}

/// Checks the claims that can be compared with each other.
pub(super) fn check(suite: &Suite, problem: &Problem, notes: &mut VerificationNotes) -> Claims {
    let buckets: Vec<Option<Bucket>> = suite
        .buckets
        .iter()
        .enumerate()
        .map(|(index, bucket)| named(problem, &bucket.fails, &format!("buckets[{index}].fails"), notes))
        .collect();
    for (index, pair) in buckets.windows(2).enumerate() {
        if let [Some(before), Some(after)] = pair
            && before >= after
        {
            let what = if before == after { "the bucket is listed twice" } else { "the bucket is out of order" };
            notes.add(format!("buckets[{}]", index + 1), what);
        }
    }
    let which = match &*suite.options.buckets {
        GIVEN => Ok(BucketSelection::Given),
        asked => BucketSelection::parse(problem, asked),
    };
    if let Err(why) = &which {
        notes.add("options.buckets", why.to_string());
    }
    let which = which.ok();
    let implications = implications(&suite.contradictory, problem, notes);
    let concretizable = concretizable(suite, &implications, problem, (&buckets, which.as_ref()), notes);
    let mut asked = Vec::new();
    for (index, (entry, bucket)) in suite.buckets.iter().zip(&buckets).enumerate() {
        let Some(bucket) = *bucket else {
            asked.push(None);
            continue;
        };
        let place = format!("buckets[{index}]");
        let excluded = implications.iter().any(|implication| implication.excludes(bucket));
        if excluded && !entry.only_large {
            notes.add(&*place, "the bucket is listed, but an implication under `contradictory` excludes it");
        }
        if !excluded && entry.only_large && suite.contradictory.count.is_some() {
            notes.add(&*place, "`only_large` is set, but no implication under `contradictory` excludes the bucket");
        }
        let (known, all) = among(suite, &buckets, concretizable.as_deref(), which.as_ref(), entry.only_large);
        let focused: Vec<String> = python_names(problem, focused_on(bucket, &known));
        // With further buckets it may be focused on fewer subproperties.
        let possible = entry.focused_on.iter().all(|name| focused.contains(name));
        if entry.focused_on != focused && (all || !possible) {
            let right = if focused.is_empty() { "nothing".to_owned() } else { focused.join(", ") };
            notes.add(format!("{place}.focused_on"), format!("the bucket is focused on {right}"));
        }
        let selected = which.as_ref().map(|which| which.selects(problem, bucket, &known));
        asked.push(selected.filter(|_| all || which == Some(BucketSelection::All)));
    }
    Claims { buckets, concretizable, asked }
}

/// The buckets with which one is compared to determine its focus, and whether these are all.
fn among(
    suite: &Suite,
    buckets: &[Option<Bucket>],
    concretizable: Option<&[Bucket]>,
    which: Option<&BucketSelection>,
    only_large: bool,
) -> (Vec<Bucket>, bool) {
    let listed = suite.buckets.iter().zip(buckets).filter(|(entry, _)| only_large || !entry.only_large);
    let listed = listed.filter_map(|(_, bucket)| *bucket);
    let all_listed = which == Some(&BucketSelection::All);
    match concretizable {
        Some(known) if !only_large => (known.to_vec(), true),
        // Buckets of the large scope are compared with all others.
        Some(known) => (known.iter().copied().chain(listed).collect(), all_listed),
        None => (listed.collect(), all_listed),
    }
}

/// The bucket of a list of names.
fn named(problem: &Problem, names: &[String], place: &str, notes: &mut VerificationNotes) -> Option<Bucket> {
    let mut positions = Vec::new();
    for name in names {
        match problem.subproperties.iter().position(|property| *property.name == **name) {
            Some(position) => positions.push(position),
            None => {
                notes.add(place, format!("there is no subproperty `{name}`"));
                return None;
            }
        }
    }
    if !positions.is_sorted_by(|left, right| left < right) {
        notes.add(place, "each name must be given once, in the order of the problem file");
    }
    Some(Bucket::of(positions))
}

fn implications(contradictory: &Contradictory, problem: &Problem, notes: &mut VerificationNotes) -> Vec<Implication> {
    let mut implications = Vec::new();
    for (index, implication) in contradictory.implications.iter().enumerate() {
        let place = format!("contradictory.implications[{index}]");
        let hold = named(problem, &implication.hold, &format!("{place}.if"), notes);
        let then = named(problem, &implication.then, &format!("{place}.then"), notes);
        let (Some(hold), Some(then)) = (hold, then) else { continue };
        let (hold, then) = (hold.failing(), then.failing());
        if !hold.is_disjoint(then) {
            notes.add(place, "a subproperty is on both sides");
            continue;
        }
        implications.push(Implication { hold, then });
    }
    implications
}

/// Listed buckets were found; if all were requested, no others were.
fn not_found(suite: &Suite, subproperties: usize, all: bool, notes: &mut VerificationNotes) {
    let Some(said) = suite.contradictory.not_found else { return };
    let others = (1_u64 << subproperties).saturating_sub(suite.buckets.len() as u64);
    if said.buckets > others || (all && said.buckets < others) {
        notes.add("contradictory.not_found.buckets", format!("{others} buckets are not listed"));
    }
}

/// The buckets that the implications do not exclude, if that can be determined. Checks their number, and that all are listed
/// if all were requested.
fn concretizable(
    suite: &Suite,
    implications: &[Implication],
    problem: &Problem,
    (buckets, which): (&[Option<Bucket>], Option<&BucketSelection>),
    notes: &mut VerificationNotes,
) -> Option<Vec<Bucket>> {
    let subproperties = problem.subproperties.len();
    let Some(count) = suite.contradictory.count else {
        if !implications.is_empty() {
            notes.add("contradictory", "there are implications, but the number of contradictory buckets is unknown");
        }
        let all = which == Some(&BucketSelection::All) && !suite.stopped_early;
        not_found(suite, subproperties, all, notes);
        return None;
    };
    if suite.contradictory.not_found.is_some() {
        notes.add("contradictory.not_found", "must be absent: `count` says that all other buckets are contradictory");
    }
    let in_scope = suite.buckets.iter().zip(buckets).filter(|(entry, _)| !entry.only_large);
    let in_scope: Vec<Bucket> = in_scope.filter_map(|(_, bucket)| *bucket).collect();
    let all_listed = which == Some(&BucketSelection::All) && !suite.stopped_early;
    let left = if subproperties <= MOST_FOR_ALL {
        let mut left: Vec<Bucket> = SubpropertySet::all_of_first(subproperties)
            .map(Bucket::new)
            .filter(|bucket| !implications.iter().any(|one| one.excludes(*bucket)))
            .collect();
        left.sort();
        left
    } else if all_listed {
        in_scope.clone()
    } else {
        return None;
    };
    let excluded = (1_u64 << subproperties) - left.len() as u64;
    if excluded != count {
        notes.add("contradictory.count", format!("{excluded} buckets are contradictory"));
    }
    if let Some(which) = which.filter(|_| !suite.stopped_early) {
        let selected = left.iter().filter(|bucket| which.selects(problem, **bucket, &left));
        for missing in selected.filter(|bucket| !in_scope.contains(bucket)) {
            let what = bucket_words(problem, *missing);
            notes.add("buckets", format!("no implication excludes the bucket in which {what}, but it is not listed"));
        }
    }
    let minimal = pairs::implications::minimal(subproperties, &left);
    if minimal != implications {
        notes.add("contradictory.implications", "these are not all minimal implications in their order");
    }
    Some(left)
}
