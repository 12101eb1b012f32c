//! What a suite says about buckets: which there are, which are focused, which are contradictory.

use engine::Implication;
use lang::problem::Problem;
use pairs::Bucket;

use super::Notes;
use crate::format::{Contradictory, Suite};
use crate::judge::{bucket_words, fails};
use crate::lattice::focused_on;

/// Up to so many subproperties all buckets are gone through.
const MOST_FOR_ALL: usize = 20;

/// Checks the claims; gives the bucket of each entry, where its names are known.
pub(super) fn check(suite: &Suite, problem: &Problem, notes: &mut Notes) -> Vec<Option<Bucket>> {
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
    let listed: Vec<Bucket> = buckets.iter().copied().flatten().collect();
    let implications = implications(&suite.contradictory, problem, notes);
    let concretizable = concretizable(suite, &implications, problem, &buckets, notes);
    for (index, (entry, bucket)) in suite.buckets.iter().zip(&buckets).enumerate() {
        let Some(bucket) = *bucket else { continue };
        let place = format!("buckets[{index}]");
        let excluded = implications.iter().any(|implication| implication.excludes(bucket));
        if excluded && !entry.only_large {
            notes.add(&*place, "the bucket is listed, and an implication under `contradictory` excludes it");
        }
        if !excluded && entry.only_large && suite.contradictory.count.is_some() {
            notes.add(&*place, "`only_large` is set, and no implication under `contradictory` excludes the bucket");
        }
        // What the large scope adds is compared with all there is.
        let mut known = concretizable.clone().unwrap_or_else(|| listed.clone());
        if entry.only_large {
            known.extend(&listed);
        }
        let focused: Vec<String> =
            focused_on(bucket, &known).into_iter().flat_map(|at| fails(problem, Bucket::of([at]))).collect();
        if entry.focused_on != focused {
            let right = if focused.is_empty() { "nothing".to_owned() } else { focused.join(", ") };
            notes.add(format!("{place}.focused_on"), format!("the bucket is focused on {right}"));
        }
    }
    buckets
}

/// The bucket of a list of names.
fn named(problem: &Problem, names: &[String], place: &str, notes: &mut Notes) -> Option<Bucket> {
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
        notes.add(place, "the names are not in the order of the problem file, each once");
    }
    Some(Bucket::of(positions))
}

fn implications(contradictory: &Contradictory, problem: &Problem, notes: &mut Notes) -> Vec<Implication> {
    let mut implications = Vec::new();
    for (index, implication) in contradictory.implications.iter().enumerate() {
        let place = format!("contradictory.implications[{index}]");
        let hold = named(problem, &implication.hold, &format!("{place}.if"), notes);
        let then = named(problem, &implication.then, &format!("{place}.then"), notes);
        let (Some(hold), Some(then)) = (hold, then) else { continue };
        if hold.0 & then.0 != 0 {
            notes.add(place, "the same subproperty stands on both sides");
            continue;
        }
        implications.push(Implication { hold: hold.0, then: then.0 });
    }
    implications
}

/// The buckets that the implications leave, where it can be told; checks their number, and that all are listed if all
/// were asked for.
fn concretizable(
    suite: &Suite,
    implications: &[Implication],
    problem: &Problem,
    buckets: &[Option<Bucket>],
    notes: &mut Notes,
) -> Option<Vec<Bucket>> {
    let subproperties = problem.subproperties.len();
    let Some(count) = suite.contradictory.count else {
        if !implications.is_empty() {
            notes.add("contradictory", "there are implications, and the number of contradictory buckets is unknown");
        }
        return None;
    };
    let in_scope = suite.buckets.iter().zip(buckets).filter(|(entry, _)| !entry.only_large);
    let in_scope: Vec<Bucket> = in_scope.filter_map(|(_, bucket)| *bucket).collect();
    let all_listed = suite.options.buckets == "all" && !suite.stopped_early;
    let left = if subproperties <= MOST_FOR_ALL {
        let mut left: Vec<Bucket> = (0..1 << subproperties)
            .map(Bucket)
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
    if all_listed {
        for missing in left.iter().filter(|bucket| !in_scope.contains(bucket)) {
            let what = bucket_words(problem, *missing);
            notes.add("buckets", format!("no implication excludes the bucket in which {what}, and it is not listed"));
        }
    }
    let minimal = engine::implications::minimal(subproperties, &left);
    if minimal != implications {
        notes.add("contradictory.implications", "they are not the minimal ones, all of them, in their order");
    }
    Some(left)
}
