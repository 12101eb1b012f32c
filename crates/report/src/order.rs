//! An order of all submissions in which similar ones stand side by side.
//!
//! Those with mistakes come first, cluster by cluster; then the deeply flawed, in the same way; then those without a mistake;
//! then those that could not run. Inside a cluster, submissions with the same answers come together, in the order of a hash, so
//! that numbers reveal nothing about names.

use std::collections::BTreeSet;
use std::sync::Arc;

use grading::SubmissionResult;
use sha2::{Digest, Sha256};

use crate::model::{ClusterReport, SubmissionReport};

/// What decides the place of a submission inside its cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderKey {
    /// Answers by bucket; most submissions share them with others.
    pub counts: Arc<Vec<[usize; 3]>>,
    hash: [u8; 32],
}

impl OrderKey {
    pub fn new(counts: Arc<Vec<[usize; 3]>>, one: &SubmissionResult) -> Self {
        let text = one.stored.source.as_ref().map_or("", |source| &source.text);
        Self { counts, hash: Sha256::digest(format!("{text}\n{}", one.stored.name)).into() }
    }
}

pub fn order(fingerprints: &[ClusterReport], submissions: &[SubmissionReport], keys: &[OrderKey]) -> Vec<usize> {
    let mut order = Vec::with_capacity(submissions.len());
    for deep in [false, true] {
        let members = |cluster: &ClusterReport| -> Vec<usize> {
            cluster.members.iter().copied().filter(|member| submissions[*member].is_deeply_flawed() == deep).collect()
        };
        let clusters: Vec<(BTreeSet<usize>, Vec<usize>)> = fingerprints
            .iter()
            .map(|cluster| (cluster.fingerprint.iter().copied().collect(), members(cluster)))
            .filter(|(_, members): &(_, Vec<usize>)| !members.is_empty())
            .collect();
        for place in chain(&clusters.iter().map(|(fingerprint, _)| fingerprint).collect::<Vec<_>>()) {
            order.extend(hashed(clusters[place].1.iter().copied(), keys));
        }
    }
    let rest = |ran: bool| {
        let of = move |(_, one): &(usize, &SubmissionReport)| one.cluster.is_none() && one.diagnosis.is_some() == ran;
        submissions.iter().enumerate().filter(of).map(|(index, _)| index)
    };
    order.extend(hashed(rest(true), keys));
    order.extend(hashed(rest(false), keys));
    order
}

/// Starts with the first set; each next one is the most similar to the one before.
fn chain(sets: &[&BTreeSet<usize>]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..sets.len()).collect();
    let mut chain: Vec<usize> = Vec::with_capacity(sets.len());
    while !left.is_empty() {
        let nearest = match chain.last() {
            None => 0,
            Some(last) => {
                let nearer = |(_, one): &(usize, &usize)| std::cmp::Reverse(shared(sets[*last], sets[**one]));
                left.iter().enumerate().min_by_key(nearer).map_or(0, |(place, _)| place)
            }
        };
        chain.push(left.remove(nearest));
    }
    chain
}

/// The similarity of two sets (Jaccard index), in thousandths.
fn shared(one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> usize {
    let both = one.intersection(other).count();
    1000 * both / (one.len() + other.len() - both).max(1)
}

fn hashed(members: impl Iterator<Item = usize>, keys: &[OrderKey]) -> Vec<usize> {
    let mut members: Vec<usize> = members.collect();
    members.sort_by_key(|member| (&keys[*member], *member));
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_sets_stand_side_by_side() {
        let sets: Vec<BTreeSet<usize>> =
            [vec![1, 2], vec![7, 8, 9], vec![1, 2, 3], vec![8, 9], vec![1]].map(BTreeSet::from_iter).into();
        assert_eq!(chain(&sets.iter().collect::<Vec<_>>()), [0, 2, 4, 1, 3]);
        assert!(chain(&[]).is_empty());
    }
}
