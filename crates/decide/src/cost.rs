//! Predicts which function of a problem takes a long time to compile, and a scope at which it does not.
//!
//! Loops are unrolled, and a search written by hand, such as a worklist inside a loop inside `combinations`, unrolls to
//! millions of steps from one bound to the next. Nobody sees that by reading the function. So it is tried: everything is
//! compiled with some patience. A function that exceeds it is compiled at scopes of one, two, three and more
//! elements, and the sequence of steps is continued from there (`continued`). Most functions are compiled at a glance; one
//! that is not, and whose steps at smaller scopes promise that it soon will be, is not waited for.
//!
//! The prediction is advice. It depends on the clock, so nothing else may depend on it.

use std::time::{Duration, Instant};

use circuit::Deadline;
use compile::{CompileOptions, Compiler, Refusal, RefusalKind};
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};

use crate::function::PairFunction;
use crate::oracle::compiler;
use crate::orders;

/// How many times the patience everything together may take.
const PATIENCE_IN_ALL: u32 = 5;
/// How long a function is looked at before its steps at smaller scopes are asked.
const GLANCE: Duration = Duration::from_millis(8);
/// A function that is predicted to take less than this part of the patience is not tried.
const SAFELY: u32 = 8;

/// A function that takes a long time to compile.
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
    /// No prediction, since even tiny scopes take a long time.
    MoreThan(u64),
}

/// A function that takes longer than this to compile, if there is one. It takes at most a few times as long to find out.
pub fn costly_function(problem: &Problem, scope: &Scope, patience: Duration) -> Option<CostlyFunction> {
    let functions = functions(problem);
    let trial = Trial { problem, functions: &functions, deadline: Deadline::after(PATIENCE_IN_ALL * patience) };
    if !trial.may_be_late(scope, patience) {
        return None;
    }
    let (position, reached) = trial.late(scope, patience)?;
    let known = trial.at_smaller_scopes(scope, position, patience / 2);
    let steps = match continued(&known, largest_count(scope)) {
        Some(steps) => PredictedSteps::About(steps.max(reached)),
        None => PredictedSteps::MoreThan(reached),
    };
    let one_less = trial.one_less(scope, position, patience / 4);
    let smaller = one_less.or_else(|| trial.at_most(scope, known.len()).filter(|_| !known.is_empty()));
    let smaller = smaller.map(|smaller| {
        smaller.bounds.into_iter().zip(&scope.bounds).filter(|(new, old)| new != *old).map(|(new, _)| new).collect()
    });
    Some(CostlyFunction { function: functions[position].function, steps, smaller })
}

/// About how many steps one function takes; nothing if that cannot be predicted.
pub fn predicted_steps(problem: &Problem, scope: &Scope, function: FuncId, patience: Duration) -> Option<u64> {
    let functions = functions(problem);
    let position = functions.iter().position(|known| known.function == function)?;
    let deadline = Deadline::after(PATIENCE_IN_ALL * patience);
    let trial = Trial { problem, functions: &functions, deadline };
    continued(&trial.at_smaller_scopes(scope, position, patience), largest_count(scope))
}

/// All functions, preconditions first.
fn functions(problem: &Problem) -> Vec<PairFunction> {
    problem.preconditions.iter().map(PairFunction::from).chain(orders::functions(problem)).collect()
}

struct Trial<'a> {
    problem: &'a Problem,
    functions: &'a [PairFunction],
    /// For everything together.
    deadline: Deadline,
}

impl Trial<'_> {
    fn compiler(&self, scope: &Scope) -> Option<Compiler<'_>> {
        compiler(self.problem, scope, CompileOptions { deadline: self.deadline, ..CompileOptions::default() }).ok()
    }

    /// The steps that one function takes, or took when time ran out; `None` if it is refused for another reason.
    fn steps(&self, compiler: &mut Compiler<'_>, position: usize, patience: Duration) -> Option<Result<u64, u64>> {
        compiler.set_deadline(self.deadline.earlier(Deadline::after(patience)));
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

    /// Whether some function may take longer than this, as far as a glance at each can tell.
    fn may_be_late(&self, scope: &Scope, patience: Duration) -> bool {
        let Some(mut compiler) = self.compiler(scope) else { return false };
        (0..self.functions.len()).any(|position| {
            let start = Instant::now();
            let Some(Err(reached)) = self.steps(&mut compiler, position, GLANCE) else { return false };
            let spent = start.elapsed();
            let known = self.at_smaller_scopes(scope, position, GLANCE);
            match continued(&known, largest_count(scope)) {
                Some(steps) => steps > reached.saturating_mul(times(patience / SAFELY, spent)),
                None => true,
            }
        })
    }

    /// The first function that takes longer than this, and the steps that it took until then. If all of them together
    /// take too long, the one that took most.
    fn late(&self, scope: &Scope, patience: Duration) -> Option<(usize, u64)> {
        let mut compiler = self.compiler(scope)?;
        let mut most = (0, 0);
        for position in 0..self.functions.len() {
            match self.steps(&mut compiler, position, patience) {
                Some(Ok(steps)) if steps > most.1 => most = (position, steps),
                Some(Err(steps)) if self.deadline.is_due() && steps < most.1 => return Some(most),
                Some(Err(steps)) => return Some((position, steps)),
                Some(Ok(_)) | None => {}
            }
        }
        None
    }

    /// The steps of one function, if it is compiled in time.
    fn steps_at(&self, scope: &Scope, position: usize, patience: Duration) -> Option<u64> {
        let mut compiler = self.compiler(scope)?;
        // It may rely on the preconditions before it.
        for before in 0..self.problem.preconditions.len().min(position) {
            self.steps(&mut compiler, before, patience)?.ok()?;
        }
        self.steps(&mut compiler, position, patience)?.ok()
    }

    /// The steps of one function with at most one of everything, two, three and so on, as long as that is compiled in time.
    fn at_smaller_scopes(&self, scope: &Scope, position: usize, patience: Duration) -> Vec<u64> {
        let scopes = (1..largest_count(scope)).map_while(|most| self.at_most(scope, most));
        scopes.map_while(|smaller| self.steps_at(&smaller, position, patience)).collect()
    }

    /// The scope with at most this many of everything. Ranges of many numbers stay: few loops are about all of them.
    fn at_most(&self, scope: &Scope, most: usize) -> Option<Scope> {
        let many = i64::try_from(2 * largest_count(scope)).unwrap_or(i64::MAX);
        let most_numbers = i64::try_from(most).unwrap_or(i64::MAX);
        let reduced = |bound: &Bound| match bound {
            Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| *count.min(&most)).collect()),
            Bound::Range(start, stop) if stop - start <= many => {
                Bound::Range(*start, *stop.min(&start.saturating_add(most_numbers)))
            }
            many @ Bound::Range(..) => many.clone(),
            Bound::Text(alphabet, length) => Bound::Text(alphabet.clone(), *length.min(&most)),
        };
        let bounds = scope.bounds.iter().map(|(name, bound)| (name.clone(), reduced(bound))).collect();
        apply(PairTypes::of(self.problem), bounds).ok()
    }

    /// The scope with one bound reduced by one, if that is enough.
    fn one_less(&self, scope: &Scope, position: usize, patience: Duration) -> Option<Scope> {
        let mut scopes = scope.bounds.iter().enumerate().filter_map(|(at, (_, bound))| {
            let less = |count: usize| count.saturating_sub(1).max(1);
            let mut bounds = scope.bounds.clone();
            bounds[at].1 = match bound {
                Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| less(*count)).collect()),
                Bound::Text(alphabet, length) => Bound::Text(alphabet.clone(), less(*length)),
                Bound::Range(..) => return None,
            };
            apply(PairTypes::of(self.problem), bounds).ok().filter(|smaller| smaller.bounds != scope.bounds)
        });
        scopes.find(|smaller| !self.deadline.is_due() && self.steps_at(smaller, position, patience).is_some())
    }
}

/// How many times one duration fits into another.
fn times(whole: Duration, part: Duration) -> u64 {
    u64::try_from(whole.as_micros() / part.as_micros().max(1)).unwrap_or(u64::MAX)
}

fn largest_count(scope: &Scope) -> usize {
    let counts = scope.bounds.iter().filter_map(|(_, bound)| match bound {
        Bound::Counts(counts) => counts.iter().copied().max(),
        Bound::Text(_, length) => Some(*length),
        Bound::Range(..) => None,
    });
    counts.max().unwrap_or(0)
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
