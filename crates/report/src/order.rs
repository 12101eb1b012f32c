//! An order of all submissions in which similar ones stand side by side.
//!
//! Those with mistakes come first, cluster by cluster; then the deeply flawed, in the same way; then those without a mistake;
//! then those that could not run. Inside a cluster, submissions with the same answers come together, in the order of a hash, so
//! that numbers reveal nothing about names.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use crate::model::{ClusterReport, SubmissionReport};

pub fn order(fingerprints: &[ClusterReport], submissions: &[SubmissionReport]) -> Vec<usize> {
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
            order.extend(hashed(clusters[place].1.iter().copied(), submissions));
        }
    }
    let rest = |ran: bool| {
        let of = move |(_, one): &(usize, &SubmissionReport)| one.cluster.is_none() && one.diagnosis.is_some() == ran;
        submissions.iter().enumerate().filter(of).map(|(index, _)| index)
    };
    order.extend(hashed(rest(true), submissions));
    order.extend(hashed(rest(false), submissions));
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

fn hashed(members: impl Iterator<Item = usize>, submissions: &[SubmissionReport]) -> Vec<usize> {
    let mut members: Vec<usize> = members.collect();
    members.sort_by_cached_key(|member| {
        let one = &submissions[*member];
        let text = one.source.as_ref().map_or("", |source| &source.text);
        let counts = one.diagnosis.as_ref().map(|diagnosis| diagnosis.counts.clone());
        (counts, Sha256::digest(format!("{text}\n{}", one.name)).to_vec(), *member)
    });
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
