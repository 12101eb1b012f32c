//! Pairs of one bucket built up part by part, at a scope a little larger than the small one.
//!
//! For buckets from whose small pairs no edit leads to longer ones. First come the lengths of all lists, then what they
//! hold; after each choice a simulation with unknown bits says whether the pair can still be valid and in the bucket.
//! What comes out was put into the bucket by `eval`.

use circuit::Lit;
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::{Bucket, Concrete, Judge};

use crate::narrow::{Excess, Order, narrow};
use crate::rows::Rows;
use crate::subject::Subject;
use crate::ternary::Ternary;

/// Partial pairs that are kept after each choice.
const MOST: usize = 512;

#[derive(Debug)]
pub struct Constructor {
    subject: Subject,
}

impl Constructor {
    /// At the scope in which everything is one larger than in the small one, if the large one allows it. Nothing if
    /// there is no such scope, or if it has no circuit.
    pub fn new(problem: &Problem, small: &Scope, large: &Scope) -> Option<Self> {
        let scope = next_scope(problem, small, large)?;
        Some(Self { subject: Subject::new(problem, &scope).ok()? })
    }

    /// Pairs of the bucket, the outputs chosen before the inputs or after them.
    pub fn construct(
        &self,
        judge: &mut Judge<'_>,
        bucket: Bucket,
        outputs_first: bool,
        random: &mut Rng,
    ) -> Vec<Vec<Concrete>> {
        let Built { pairs, .. } = construct(&self.subject, bucket, outputs_first, random);
        pairs.into_iter().filter(|pair| judge.is_in(pair, bucket)).collect()
    }
}

pub(crate) struct Built {
    /// By the circuit they are in the bucket.
    pub pairs: Vec<Vec<Concrete>>,
    /// Gates that were simulated for it.
    pub work: u64,
}

/// Builds up pairs of a bucket.
pub(crate) fn construct(subject: &Subject, bucket: Bucket, outputs_first: bool, random: &mut Rng) -> Built {
    let mut conditions: Vec<Lit> = subject.of_inputs.iter().chain(&subject.of_pairs).copied().collect();
    for (position, outcome) in subject.subproperties.iter().enumerate() {
        conditions.extend([outcome.holds.negate_if(bucket.fails(position)), !outcome.raises]);
    }
    let sides = if outputs_first { [Side::Output, Side::Input] } else { [Side::Input, Side::Output] };
    let places: Vec<&Rows> = sides.into_iter().flat_map(|side| subject.params(side)).collect();
    let mut ternary = Ternary::new(&subject.circuit, &conditions, subject.width);
    let excess = Excess::Choose(random);
    let rows = narrow(&places, subject.width, &mut ternary, &conditions, MOST, excess, Order::LengthsFirst);
    let rows = rows.unwrap_or_default();
    let pairs = rows.chunks(subject.width).map(|row| subject.pair(row)).collect();
    Built { pairs, work: ternary.work }
}

fn next_scope(problem: &Problem, small: &Scope, large: &Scope) -> Option<Scope> {
    let mut bounds = small.bounds.clone();
    for (name, bound) in &mut bounds {
        match (bound, large.bound(name)) {
            (Bound::Counts(counts), Some(Bound::Counts(most))) => {
                counts.iter_mut().zip(most).for_each(|(count, most)| *count = (*count + 1).min(*most));
            }
            (Bound::Range(low, high), Some(Bound::Range(least, most))) => {
                *low = (*low - 1).max(*least);
                *high = (*high + 1).min(*most);
            }
            _ => {}
        }
    }
    if bounds == small.bounds {
        return None;
    }
    apply(PairTypes::of(problem), bounds).ok()
}
