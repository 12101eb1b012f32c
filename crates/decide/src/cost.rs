//! Predicts which function of a problem takes long to compile, and a scope at which it does not.
//!
//! Loops are unrolled, and a search written by hand, such as a worklist inside a loop inside `combinations`, unrolls to
//! millions of steps from one bound to the next. Nobody sees that by reading the function. So it is tried: everything is
//! compiled with some patience. If a function exceeds it, that function is compiled at scopes of one, two, three and more
//! elements, and the number of steps is continued from there ([`continued`]).
//!
//! The prediction is advice. It depends on the clock, so nothing else may depend on it.

use std::time::Duration;

use circuit::Deadline;
use compile::{CompileOptions, Compiler, Refusal, RefusalKind};
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};

use crate::function::PairFunction;
use crate::oracle::compiler;
use crate::orders;

/// A function that takes long to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostlyFunction {
    pub function: FuncId,
    pub steps: PredictedSteps,
    /// A smaller scope at which it compiles quickly: the bounds that differ.
    pub smaller: Option<Vec<(String, Bound)>>,
}

/// How many steps a function takes to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictedSteps {
    About(u64),
    /// No prediction, since even tiny scopes take long.
    MoreThan(u64),
}

/// The first function that takes longer than this to compile.
pub fn costly_function(problem: &Problem, scope: &Scope, patience: Duration) -> Option<CostlyFunction> {
    let functions = functions(problem);
    let trial = Trial { problem, functions: &functions };
    let (position, reached) = trial.late(scope, Deadline::after(patience))?;
    let steps = trial.predict(scope, position, reached, patience / 2);
    let smaller = trial.smaller(scope, position, patience / 2);
    Some(CostlyFunction { function: functions[position].function, steps, smaller })
}

/// About how many steps one function takes; nothing if that cannot be predicted.
pub fn predicted_steps(problem: &Problem, scope: &Scope, function: FuncId, patience: Duration) -> Option<u64> {
    let functions = functions(problem);
    let position = functions.iter().position(|known| known.function == function)?;
    match (Trial { problem, functions: &functions }).predict(scope, position, 0, patience) {
        PredictedSteps::About(steps) => Some(steps),
        PredictedSteps::MoreThan(_) => None,
    }
}

/// All functions, preconditions first.
fn functions(problem: &Problem) -> Vec<PairFunction> {
    problem.preconditions.iter().map(PairFunction::from).chain(orders::functions(problem)).collect()
}

struct Trial<'a> {
    problem: &'a Problem,
    functions: &'a [PairFunction],
}

impl Trial<'_> {
    fn compiler(&self, scope: &Scope, deadline: Deadline) -> Option<Compiler<'_>> {
        compiler(self.problem, scope, CompileOptions { deadline, ..CompileOptions::default() }).ok()
    }

    /// The steps that one function takes; `None` if it is refused for another reason than time.
    fn steps(&self, compiler: &mut Compiler<'_>, position: usize) -> Option<Result<u64, u64>> {
        let compiled = match self.problem.preconditions.get(position) {
            Some(precondition) => compiler.precondition(precondition),
            None => {
                let PairFunction { function, params } = &self.functions[position];
                compiler.function(*function, params)
            }
        };
        let steps = compiler.steps_of_last();
        match compiled {
            Ok(_) => Some(Ok(steps)),
            Err(Refusal { kind: RefusalKind::Time { .. } | RefusalKind::Steps, .. }) => Some(Err(steps)),
            Err(_) => None,
        }
    }

    /// The first function that is not compiled in time, and the steps that it took until then.
    fn late(&self, scope: &Scope, deadline: Deadline) -> Option<(usize, u64)> {
        let mut compiler = self.compiler(scope, deadline)?;
        (0..self.functions.len()).find_map(|position| match self.steps(&mut compiler, position)? {
            Ok(_) => None,
            Err(steps) => Some((position, steps)),
        })
    }

    /// The steps of one function, if it is compiled in time.
    fn steps_at(&self, scope: &Scope, position: usize, patience: Duration) -> Option<u64> {
        let mut compiler = self.compiler(scope, Deadline::after(patience))?;
        // It may rely on the preconditions before it.
        for before in 0..self.problem.preconditions.len().min(position) {
            self.steps(&mut compiler, before)?.ok()?;
        }
        self.steps(&mut compiler, position)?.ok()
    }

    fn predict(&self, scope: &Scope, position: usize, reached: u64, patience: Duration) -> PredictedSteps {
        let largest = scope.bounds.iter().map(|(_, bound)| elements(bound)).max().unwrap_or(0);
        let mut known: Vec<u64> = Vec::new();
        for most in 1..largest {
            let Some(steps) = self.at_most(scope, most).and_then(|scope| self.steps_at(&scope, position, patience))
            else {
                break;
            };
            known.push(steps);
        }
        match continued(&known, largest) {
            Some(steps) => PredictedSteps::About(steps.max(reached)),
            None => PredictedSteps::MoreThan(reached),
        }
    }

    /// The scope with at most this many of everything.
    fn at_most(&self, scope: &Scope, most: usize) -> Option<Scope> {
        let bounds = scope.bounds.iter().map(|(name, bound)| (name.clone(), reduced(bound, most))).collect();
        apply(PairTypes::of(self.problem), bounds).ok()
    }

    /// One bound reduced by one, if that is enough; otherwise all of them.
    fn smaller(&self, scope: &Scope, position: usize, patience: Duration) -> Option<Vec<(String, Bound)>> {
        let largest = scope.bounds.iter().map(|(_, bound)| elements(bound)).max().unwrap_or(0);
        let one_less = scope.bounds.iter().enumerate().filter(|(_, (_, bound))| elements(bound) > 1).map(|(at, _)| {
            let mut bounds = scope.bounds.clone();
            bounds[at].1 = reduced(&bounds[at].1, elements(&bounds[at].1) - 1);
            bounds
        });
        let all_less = (1..largest).rev().filter_map(|most| Some(self.at_most(scope, most)?.bounds));
        let found = one_less.chain(all_less).find(|bounds| {
            let scope = apply(PairTypes::of(self.problem), bounds.clone()).ok();
            scope.is_some_and(|scope| self.steps_at(&scope, position, patience).is_some())
        })?;
        Some(found.into_iter().zip(&scope.bounds).filter(|(new, old)| new != *old).map(|(new, _)| new).collect())
    }
}

fn elements(bound: &Bound) -> usize {
    match bound {
        Bound::Counts(counts) => counts.iter().copied().max().unwrap_or(0),
        Bound::Range(start, stop) => usize::try_from(stop - start).unwrap_or(0),
    }
}

fn reduced(bound: &Bound, most: usize) -> Bound {
    match bound {
        Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| *count.min(&most)).collect()),
        Bound::Range(start, stop) => {
            Bound::Range(*start, *stop.min(&start.saturating_add(i64::try_from(most).unwrap_or(i64::MAX))))
        }
    }
}

/// Continues a sequence of costs at sizes 1, 2, 3 and so on up to a size. If the last factor is as large as the one before,
/// it stays: searches grow like that. If it falls, so do later ones: nested loops grow by a power of the size.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "an estimate")]
fn continued(known: &[u64], size: usize) -> Option<u64> {
    let [.., before, last] = known else { return None };
    let at = known.len();
    let factor = *last as f64 / (*before).max(1) as f64;
    let earlier = at.checked_sub(3).map_or(0.0, |first| *before as f64 / known[first].max(1) as f64);
    let steps = if factor >= earlier {
        *last as f64 * factor.powi(i32::try_from(size - at).unwrap_or(i32::MAX))
    } else {
        let power = factor.ln() / (at as f64 / (at - 1) as f64).ln();
        *last as f64 * (size as f64 / at as f64).powf(power)
    };
    Some(steps.min(1e18) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_grow_by_a_factor_and_nested_loops_by_a_power() {
        assert_eq!(continued(&[7], 5), None);
        assert_eq!(continued(&[2, 4, 8], 6), Some(64));
        assert_eq!(continued(&[1, 8, 27], 6), Some(216));
        assert_eq!(continued(&[10, 10, 10], 9), Some(10));
    }
}
