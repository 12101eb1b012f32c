//! What the buckets reveal about a decomposition. Every claim is made within the scope.

use decide::{Analysis, Bucket, DecideError, Implication, Session};
use lang::problem::PropertyKind;
use pairs::{Concrete, SubpropertySet};

/// Subproperties are given by position.
#[derive(Debug, Default)]
pub struct Findings {
    /// They fail in no bucket.
    pub always_true: Vec<usize>,
    /// Required ones that others imply: without any one of them, correctness stays the same.
    pub redundant: Vec<Redundant>,
    /// Redundant ones that can be removed together, chosen in the order of the file.
    pub spare: Vec<usize>,
    /// Required ones that fail, but never alone.
    pub never_alone: Vec<NeverAlone>,
    /// Error subproperties that fail on some correct pair.
    pub not_implied: Vec<NotImplied>,
    /// Every subproperty, error subproperties included, fails alone in some bucket; `None` if undecided.
    pub independent: Option<bool>,
    /// Required ones that fail on the pair that shows the difference from the reference predicate.
    pub difference_fails: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Redundant {
    pub position: usize,
    /// Required ones that imply it; empty if the others never hold together.
    pub by: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct NeverAlone {
    pub position: usize,
    /// The minimal sets that fail with it.
    pub with: Vec<Bucket>,
}

#[derive(Debug)]
pub struct NotImplied {
    pub position: usize,
    /// The first positive bucket in which it fails.
    pub bucket: Bucket,
    /// The smallest pair of the bucket that was found.
    pub pair: Option<Vec<Concrete>>,
}

impl Findings {
    pub fn of(session: &mut Session<'_>, analysis: &Analysis) -> Result<Self, DecideError> {
        let kinds: Vec<PropertyKind> = session.problem.subproperties.iter().map(|property| property.kind).collect();
        let buckets: Vec<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
        let mut findings = read_off(&kinds, &buckets, &analysis.implications, analysis.open);
        for found in &mut findings.not_implied {
            found.pair = session.smallest(found.bucket)?.map(|(pair, _)| pair);
        }
        if let Some(difference) = &analysis.difference {
            let answers = session.replay.answers(&difference.pair)?;
            let fails = answers.subproperties.iter().enumerate().filter(|(_, holds)| **holds == Ok(false));
            let required = fails.map(|(position, _)| position).filter(|at| kinds[*at] == PropertyKind::Required);
            findings.difference_fails = required.collect();
        }
        Ok(findings)
    }
}

fn read_off(kinds: &[PropertyKind], buckets: &[Bucket], implications: &[Implication], open: bool) -> Findings {
    let required: SubpropertySet =
        (0..kinds.len()).filter(|position| kinds[*position] == PropertyKind::Required).collect();
    let strict = |position: &usize| kinds[*position] == PropertyKind::Error;
    let not_implied = (0..kinds.len()).filter(strict).filter_map(|position| {
        let positive = buckets.iter().find(|bucket| bucket.fails(position) && bucket.failing().is_disjoint(required));
        positive.map(|bucket| NotImplied { position, bucket: *bucket, pair: None })
    });
    let mut findings = Findings { not_implied: not_implied.collect(), ..Findings::default() };
    // The rest relies on there being no other bucket; without any bucket it would hold of everything.
    if open || buckets.is_empty() {
        return findings;
    }
    let fails = |position: usize| buckets.iter().any(|bucket| bucket.fails(position));
    let alone = |position: usize| buckets.contains(&Bucket::of([position]));
    findings.always_true = (0..kinds.len()).filter(|position| !fails(*position)).collect();
    findings.independent = Some((0..kinds.len()).all(alone));
    for position in required.iter().filter(|position| fails(*position)) {
        let one = SubpropertySet::one(position);
        if !buckets.iter().any(|bucket| bucket.failing() & required == one) {
            let implies = |known: &&Implication| known.then == one && known.hold.is_subset(required);
            let by = implications.iter().find(implies).map_or(Vec::new(), |known| known.hold.iter().collect());
            findings.redundant.push(Redundant { position, by });
        }
        if !alone(position) {
            findings.never_alone.push(NeverAlone { position, with: companions(position, buckets) });
        }
    }
    findings.spare = spare(&findings.redundant, required, buckets);
    findings
}

fn spare(redundant: &[Redundant], required: SubpropertySet, buckets: &[Bucket]) -> Vec<usize> {
    let mut dropped = SubpropertySet::EMPTY;
    for found in redundant {
        let without = dropped.with(found.position);
        // Every wrong pair still fails one of the remaining ones.
        if buckets
            .iter()
            .map(|bucket| bucket.failing() & required)
            .all(|fails| fails.is_empty() || !fails.is_subset(without))
        {
            dropped = without;
        }
    }
    dropped.iter().collect()
}

/// The minimal sets of others that fail with a subproperty.
fn companions(position: usize, buckets: &[Bucket]) -> Vec<Bucket> {
    let mut least: Vec<Bucket> = Vec::new();
    // Small buckets come first.
    for bucket in buckets.iter().filter(|bucket| bucket.fails(position)) {
        let others = bucket.failing().without(position);
        if !least.iter().any(|known| known.failing().is_subset(others)) {
            least.push(Bucket::new(others));
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use PropertyKind::{Error, Required};

    use super::*;

    fn of(kinds: &[PropertyKind], buckets: &[&[usize]]) -> Findings {
        let mut buckets: Vec<Bucket> = buckets.iter().map(|failing| Bucket::of(failing.iter().copied())).collect();
        buckets.sort();
        let implications = pairs::implications::minimal(kinds.len(), &buckets);
        read_off(kinds, &buckets, &implications, false)
    }

    #[test]
    fn independent_subproperties() {
        let found = of(&[Required, Required], &[&[], &[0], &[1], &[0, 1]]);
        assert_eq!(found.independent, Some(true));
        assert!(found.redundant.is_empty() && found.never_alone.is_empty() && found.always_true.is_empty());
    }

    #[test]
    fn what_others_imply_is_redundant() {
        let found = of(&[Required, Required, Required], &[&[], &[0], &[0, 1], &[0, 1, 2]]);
        assert_eq!(found.independent, Some(false));
        assert_eq!(found.redundant, [Redundant { position: 1, by: vec![0] }, Redundant { position: 2, by: vec![0] }]);
        assert_eq!(found.spare, [1, 2]);
        assert_eq!(found.never_alone[1], NeverAlone { position: 2, with: vec![Bucket::of([0, 1])] });
    }

    /// Two that mean the same are both redundant, and one of them is needed.
    #[test]
    fn not_everything_redundant_can_be_removed() {
        let found = of(&[Required, Required, Required], &[&[], &[0, 1], &[2], &[0, 1, 2]]);
        let redundant: Vec<usize> = found.redundant.iter().map(|found| found.position).collect();
        assert_eq!((redundant, found.spare), (vec![0, 1], vec![0]));
    }

    #[test]
    fn an_error_subproperty_makes_nothing_redundant() {
        let found = of(&[Required, Error, Error], &[&[], &[0, 1], &[0, 2], &[0, 1, 2]]);
        assert!(found.redundant.is_empty());
        assert_eq!(found.never_alone, [NeverAlone { position: 0, with: vec![Bucket::of([1]), Bucket::of([2])] }]);
    }

    #[test]
    fn too_strict_ones_fail_in_a_positive_bucket() {
        let found = of(&[Required, Error], &[&[], &[1], &[0, 1]]);
        assert_eq!((found.not_implied[0].position, found.not_implied[0].bucket), (1, Bucket::of([1])));
    }

    #[test]
    fn nothing_is_claimed_about_undecided_buckets() {
        let found = read_off(&[Required, Required], &[Bucket::of([])], &[], true);
        assert!(found.always_true.is_empty() && found.independent.is_none());
    }
}
