//! An order of all submissions in which those that are wrong in similar buckets stand side by side.
//!
//! First those with mistakes, cluster by cluster; then the deeply flawed, in the same way; then those without a mistake;
//! then those that could not run. Inside a cluster those with the same answers come together,
//! in the order of a hash, so that a number says nothing of a name.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use crate::model::{Cluster, Submission};

pub fn order(fingerprints: &[Cluster], submissions: &[Submission]) -> Vec<usize> {
    let mut order = Vec::with_capacity(submissions.len());
    for deep in [false, true] {
        let members = |cluster: &Cluster| -> Vec<usize> {
            cluster.members.iter().copied().filter(|member| is_deep(&submissions[*member]) == deep).collect()
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
        let of = move |(_, one): &(usize, &Submission)| one.cluster.is_none() && one.statement.is_some() == ran;
        submissions.iter().enumerate().filter(of).map(|(index, _)| index)
    };
    order.extend(hashed(rest(true), submissions));
    order.extend(hashed(rest(false), submissions));
    order
}

pub fn is_deep(submission: &Submission) -> bool {
    submission.statement.as_ref().is_some_and(|statement| !statement.deeply_flawed.is_empty())
}

/// From the first on, always to the one that shares most with the last.
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

/// How much two sets share, in thousandths.
fn shared(one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> usize {
    let both = one.intersection(other).count();
    1000 * both / (one.len() + other.len() - both).max(1)
}

fn hashed(members: impl Iterator<Item = usize>, submissions: &[Submission]) -> Vec<usize> {
    let mut members: Vec<usize> = members.collect();
    members.sort_by_cached_key(|member| {
        let one = &submissions[*member];
        let text = one.source.as_ref().map_or("", |source| &source.text);
        let counts = one.statement.as_ref().map(|statement| statement.counts.clone());
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
