//! Sampling without a circuit: pairs are drawn as values and decided by `eval`, one by one.

use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::{Concrete, Judge, Standing};

use crate::inputs::Method;
use crate::sampler::{Kept, Tally};
use crate::space::Space;

/// Inputs that are drawn in vain before it is given up.
const MOST_IN_VAIN: u64 = 100_000;

#[derive(Debug)]
pub(crate) struct OneByOne {
    spaces: Vec<Space>,
    sides: Vec<Side>,
    preconditions: usize,
    drawn: u64,
    valid: u64,
}

impl OneByOne {
    pub fn new(problem: &Problem, scope: &Scope) -> Self {
        let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
        Self {
            spaces: scope.params.iter().map(|domain| Space::new(domain, &scope.atoms)).collect(),
            sides: params.map(|param| param.side).collect(),
            preconditions: problem.preconditions.len(),
            drawn: 0,
            valid: 0,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a share")]
    pub fn method(&self) -> Method {
        Method::Rejection { acceptance: self.valid as f64 / self.drawn.max(1) as f64 }
    }

    pub fn run(&mut self, candidates: u64, judge: &mut Judge<'_>, random: &mut Rng, tally: &mut Tally) {
        let mut left = candidates;
        let mut in_vain = 0;
        while left > 0 && in_vain < MOST_IN_VAIN {
            let mut pair: Vec<Concrete> = self.spaces.iter().map(|space| space.draw(random)).collect();
            self.drawn += 1;
            if !judge.is_valid_input(&pair) {
                in_vain += 1;
                continue;
            }
            in_vain = 0;
            // A new output, so that what was drawn for the question does not matter.
            for ((value, space), side) in pair.iter_mut().zip(&self.spaces).zip(&self.sides) {
                if *side == Side::Output {
                    *value = space.draw(random);
                }
            }
            self.valid += 1;
            left -= 1;
            tally.candidates += 1;
            match judge.standing(&pair) {
                Some(Standing::In(bucket)) => tally.note(bucket, || Kept::Pair(pair)),
                Some(Standing::Raises(property, _)) if property >= self.preconditions => {
                    tally.raising += 1;
                    tally.raises.get_or_insert(Kept::Pair(pair));
                }
                _ => tally.excluded += 1,
            }
        }
    }
}
