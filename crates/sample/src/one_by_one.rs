//! Samples without a circuit: pairs are drawn as values and evaluated one by one.

use circuit::Deadline;
use fastrand::Rng;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::{Concrete, PairEvaluator, Placement};

use crate::inputs::InputMethod;
use crate::sampler::{KeptPair, SampleTally};
use crate::space::Space;

/// The number of invalid inputs in a row after which sampling gives up.
const MOST_IN_VAIN: u64 = 100_000;
/// The number of inputs, valid or not, after which sampling gives up: where few are valid, walks from those that were
/// found reach more than further draws.
const MOST_DRAWN: u64 = 1 << 19;

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
    pub fn method(&self) -> InputMethod {
        InputMethod::Rejection { acceptance: self.valid as f64 / self.drawn.max(1) as f64 }
    }

    pub fn run(
        &mut self,
        candidates: u64,
        evaluator: &mut PairEvaluator<'_>,
        random: &mut Rng,
        tally: &mut SampleTally,
        deadline: Deadline,
    ) {
        let mut left = candidates;
        let mut in_vain = 0;
        while left > 0 && in_vain < MOST_IN_VAIN && self.drawn < MOST_DRAWN && !deadline.is_due() {
            let mut pair: Vec<Concrete> = self.spaces.iter().map(|space| space.draw(random)).collect();
            self.drawn += 1;
            if !evaluator.is_valid_input(&pair) {
                in_vain += 1;
                continue;
            }
            in_vain = 0;
            // A new output, independent of the one with which the input was checked.
            for ((value, space), side) in pair.iter_mut().zip(&self.spaces).zip(&self.sides) {
                if *side == Side::Output {
                    *value = space.draw(random);
                }
            }
            self.valid += 1;
            left -= 1;
            tally.candidates += 1;
            match evaluator.placement(&pair) {
                Some(Placement::In(bucket)) => tally.note(bucket, || KeptPair::Pair(pair)),
                Some(Placement::Raises(property, _)) if property >= self.preconditions => {
                    tally.raising += 1;
                    tally.raises.get_or_insert(KeptPair::Pair(pair));
                }
                _ => tally.excluded += 1,
            }
        }
    }
}
