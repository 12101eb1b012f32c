//! Pairs as a suite stores them: under which names, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use lang::problem::AtomId;
use pairs::{Concrete, Forms, in_reading_order};
use suite::format::Kind;

/// The pair as it is stored. Lists without order are shuffled. Small pairs have their atoms named in reading order; in
/// the others names say nothing, lest a predicate that compares them looks right.
pub fn stored(forms: &Forms, pair: &[Concrete], kind: Kind, random: &mut Rng) -> Vec<Concrete> {
    let renamed = match kind {
        Kind::Smallest | Kind::Small => in_reading_order(pair),
        Kind::Diverse | Kind::Large => renamed_at_random(pair, random),
    };
    forms.reordered(&renamed, &mut |items| random.shuffle(items))
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
