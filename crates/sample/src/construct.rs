//! Builds pairs of one bucket part by part, at a scope a little larger than the small one.
//!
//! Some buckets have pairs of every size, but no edit leads from the small ones to larger ones: a Latin square with a row
//! too many is not a Latin square. Walks are stuck there, and uniform sampling has no chance. So pairs are built from
//! nothing: the lengths of all lists are chosen first, then their elements. After each choice, a simulation with unknown
//! bits (`ternary`) tells whether the partial pair can still be valid and in the bucket, and those that cannot are
//! dropped (see `narrow`). This is a beam search: after each choice at most `MOST` partial pairs survive, chosen at
//! random.
//!
//! Every pair that leaves this module was put into the bucket by `eval`.

use circuit::{Deadline, Lit};
use compile::{Compiler, Refusal};
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::{Bucket, Concrete, PairEvaluator};

use crate::narrow::{ChoiceOrder, Excess, narrow};
use crate::rows::Rows;
use crate::simulated_problem::SimulatedProblem;
use crate::ternary::Ternary;

/// The greatest number of partial pairs that are kept after each choice.
const MOST: usize = 512;

#[derive(Debug)]
pub struct PairConstructor {
    subject: SimulatedProblem,
}

impl PairConstructor {
    /// Works at the scope in which every bound is one larger than in the small one, as far as the large one allows. `None`
    /// if there is no such scope, or if it has no circuit.
    pub fn new(problem: &Problem, small: &Scope, large: &Scope, deadline: Deadline) -> Option<Self> {
        let scope = next_scope(problem, small, large)?;
        Some(Self { subject: SimulatedProblem::new(problem, &scope, deadline).ok()? })
    }

    /// The same with another compiler, such as one that asks a solver how far loops go.
    pub fn with_compiler<'p>(
        problem: &'p Problem,
        small: &Scope,
        large: &Scope,
        compiler: impl FnOnce(&'p Problem, &Scope) -> Result<Compiler<'p>, Refusal>,
    ) -> Option<Self> {
        let scope = next_scope(problem, small, large)?;
        let compiler = compiler(problem, &scope).ok()?;
        Some(Self { subject: SimulatedProblem::with_compiler(problem, &scope, compiler).ok()? })
    }

    /// Pairs of the bucket, with the outputs chosen before or after the inputs.
    pub fn construct(
        &self,
        evaluator: &mut PairEvaluator<'_>,
        bucket: Bucket,
        outputs_first: bool,
        random: &mut Rng,
    ) -> Vec<Vec<Concrete>> {
        let Built { pairs, .. } = construct(&self.subject, bucket, outputs_first, random);
        pairs.into_iter().filter(|pair| evaluator.is_in(pair, bucket)).collect()
    }
}

pub(crate) struct Built {
    /// Pairs that the circuit puts into the bucket.
    pub pairs: Vec<Vec<Concrete>>,
    /// The number of gates that were simulated.
    pub work: u64,
}

/// Builds pairs of a bucket.
pub(crate) fn construct(subject: &SimulatedProblem, bucket: Bucket, outputs_first: bool, random: &mut Rng) -> Built {
    let mut conditions: Vec<Lit> = subject.of_inputs.iter().chain(&subject.of_pairs).copied().collect();
    for (position, outcome) in subject.subproperties.iter().enumerate() {
        conditions.extend([outcome.holds.negate_if(bucket.fails(position)), !outcome.raises]);
    }
    let sides = if outputs_first { [Side::Output, Side::Input] } else { [Side::Input, Side::Output] };
    let places: Vec<&Rows> = sides.into_iter().flat_map(|side| subject.params(side)).collect();
    let mut ternary = Ternary::new(&subject.circuit, &conditions, subject.width);
    let excess = Excess::Choose(random);
    let rows = narrow(&places, subject.width, &mut ternary, &conditions, MOST, excess, ChoiceOrder::LengthsFirst);
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
            (Bound::Text(alphabet, length), Some(Bound::Text(letters, most))) => {
                *alphabet = letters.clone();
                *length = (*length + 1).min(*most);
            }
            _ => {}
        }
    }
    if bounds == small.bounds {
        return None;
    }
    apply(PairTypes::of(problem), bounds).ok()
}
