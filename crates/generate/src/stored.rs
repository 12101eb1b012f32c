//! Pairs as a suite stores them: the names of their atoms, and the order of unordered lists.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use lang::problem::AtomId;
use pairs::{Concrete, PairStructure, in_reading_order};
use suite::format::TestKind;

/// The pair as it is stored. Unordered lists are shuffled. Atoms of small pairs are named in reading order; in other pairs,
/// names are random, so that a predicate that compares names does not look correct by accident.
pub fn stored(structure: &PairStructure, pair: &[Concrete], kind: TestKind, random: &mut Rng) -> Vec<Concrete> {
    let renamed = match kind {
        TestKind::Smallest | TestKind::Small => in_reading_order(pair),
        TestKind::Diverse | TestKind::Large => renamed_at_random(pair, random),
    };
    structure.reordered(&renamed, &mut |items| random.shuffle(items))
}

fn renamed_at_random(pair: &[Concrete], random: &mut Rng) -> Vec<Concrete> {
    let mut known: BTreeMap<AtomId, BTreeSet<u32>> = BTreeMap::new();
    pair.iter().for_each(|value| {
        value.visit_atoms(&mut |ty, id| {
            known.entry(ty).or_default().insert(id);
        });
    });
    let mut numbers: BTreeMap<(AtomId, u32), u32> = BTreeMap::new();
    for (ty, ids) in known {
        let mut fresh: Vec<u32> = (0..).take(ids.len()).collect();
        random.shuffle(&mut fresh);
        numbers.extend(ids.into_iter().zip(fresh).map(|(id, number)| ((ty, id), number)));
    }
    pair.iter().map(|value| value.rename(&|atom| numbers.get(&atom).copied().unwrap_or(atom.1))).collect()
}
