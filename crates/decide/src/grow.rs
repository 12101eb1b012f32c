//! Larger scopes, to find out whether implications hold beyond the scope of the file.

use lang::problem::Problem;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};

use crate::{Analysis, Bucket};
use pairs::implications::Implication;

/// The scope with every bound increased; `None` if that is too large.
pub fn grown(problem: &Problem, scope: &Scope, by: usize) -> Option<Scope> {
    let bounds = scope.bounds.iter().map(|(key, bound)| (key.clone(), larger(bound, by))).collect();
    apply(PairTypes::of(problem), bounds).ok()
}

/// The scope with every bound increased except one.
pub(crate) fn grown_except(problem: &Problem, scope: &Scope, by: usize, fixed: &str) -> Option<Scope> {
    let bounds = scope
        .bounds
        .iter()
        .map(|(key, bound)| (key.clone(), if key == fixed { bound.clone() } else { larger(bound, by) }));
    apply(PairTypes::of(problem), bounds.collect()).ok()
}

fn larger(bound: &Bound, by: usize) -> Bound {
    match bound {
        Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| count + by).collect()),
        Bound::Range(start, stop) => Bound::Range(*start, stop + i64::try_from(by).unwrap_or(0)),
        Bound::Text(alphabet, length) => Bound::Text(alphabet.clone(), length + by),
    }
}

/// Implications of a smaller scope that do not hold in a larger one, each with a bucket that violates it.
pub fn vanished(implications: &[Implication], larger: &Analysis) -> Vec<(Implication, Bucket)> {
    let violation = |implication: &Implication| {
        larger.concretizable.iter().map(|(bucket, _)| *bucket).find(|bucket| implication.excludes(*bucket))
    };
    implications.iter().filter_map(|implication| Some((*implication, violation(implication)?))).collect()
}
