//! Runs mutants on pairs.
//!
//! Partial views of one problem have much in common: many subproperties are seen through the same view, and a view often
//! shows the whole pair. So what a view makes of a pair is worked out once for all of them, when it is first needed, and so
//! is the answer of a subproperty for the whole pair.

use std::cell::OnceCell;

use eval::{Fault, Machine, Result, Value};
use lang::problem::Problem;
use pairs::Concrete;
use pairs::convert::values;

use crate::mutant::{Mutant, MutantTarget};
use crate::view::{PartialView, Projection};

/// Steps that a mutant may take for one pair.
const STEPS: u64 = 20_000;

/// The answer of a mutant for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutantAnswer {
    Holds,
    Fails,
    /// It raises an exception, or returns something that has no truth value.
    Raises,
    /// It exceeds the step limit.
    TimesOut,
}

/// Evaluates mutants in place of the functions that they mutate.
#[derive(Debug)]
pub struct MutantRunner<'m> {
    problem: &'m Problem,
    runs: Vec<MutantRun<'m>>,
    /// The views of all mutants, each once.
    views: Vec<&'m PartialView>,
    /// The functions as they are, for partial views.
    original: Option<Machine<'m>>,
}

#[derive(Debug)]
enum MutantRun<'m> {
    /// The edited functions. For the predicate, the mutant says which function it is.
    Edited { mutant: &'m Mutant, target: MutantTarget, machine: Box<Machine<'m>> },
    /// The original subproperty, seen through a view.
    Viewed { view: usize, subproperty: usize },
}

impl<'m> MutantRunner<'m> {
    /// Runs these mutants, each in place of one of its targets.
    pub fn new(problem: &'m Problem, mutants: impl IntoIterator<Item = (&'m Mutant, MutantTarget)>) -> Self {
        let mut runner = Self { problem, runs: Vec::new(), views: Vec::new(), original: None };
        for (mutant, target) in mutants {
            let machine = || Machine::new(&mutant.program).with_step_limit(STEPS);
            let run = match (&mutant.view, target) {
                (Some(view), MutantTarget::Subproperty(subproperty)) => {
                    runner.original.get_or_insert_with(machine);
                    MutantRun::Viewed { view: runner.view(view), subproperty }
                }
                _ => MutantRun::Edited { mutant, target, machine: Box::new(machine()) },
            };
            runner.runs.push(run);
        }
        runner
    }

    fn view(&mut self, view: &'m PartialView) -> usize {
        let known = self.views.iter().position(|known| *known == view);
        known.unwrap_or_else(|| {
            self.views.push(view);
            self.views.len() - 1
        })
    }

    /// The answer of each mutant, in the order given.
    pub fn answers(&mut self, pair: &[Concrete]) -> Vec<MutantAnswer> {
        self.answers_of(pair, |_| true).into_iter().flatten().collect()
    }

    /// The answers of some of the mutants, by their positions in the order given.
    pub fn answers_of(&mut self, pair: &[Concrete], wanted: impl Fn(usize) -> bool) -> Vec<Option<MutantAnswer>> {
        let Self { problem, runs, views, original } = self;
        let seen = SeenPair {
            problem,
            pair,
            values: values(problem, pair),
            views: vec![OnceCell::new(); views.len()],
            whole: vec![OnceCell::new(); problem.subproperties.len()],
        };
        let runs = runs.iter_mut().enumerate();
        runs.map(|(position, run)| {
            wanted(position).then(|| match run {
                MutantRun::Edited { mutant, target, machine } => seen.edited(mutant, *target, machine),
                MutantRun::Viewed { view, subproperty } => match original {
                    Some(machine) => seen.viewed(views, *view, *subproperty, machine),
                    None => MutantAnswer::Raises,
                },
            })
        })
        .collect()
    }
}

/// A pair and what has been worked out about it.
struct SeenPair<'a> {
    problem: &'a Problem,
    pair: &'a [Concrete],
    /// `None` if the pair is not a Python value; then every mutant raises.
    values: Option<Vec<Value>>,
    /// What each view makes of it.
    views: Vec<OnceCell<SeenView>>,
    /// The answer of each subproperty for the whole pair.
    whole: Vec<OnceCell<MutantAnswer>>,
}

#[derive(Clone, Debug)]
struct SeenView {
    projection: Projection,
    /// The values of each pair of the projection.
    pairs: Vec<OnceCell<Option<Vec<Value>>>>,
}

impl SeenPair<'_> {
    fn edited(&self, mutant: &Mutant, target: MutantTarget, machine: &mut Machine<'_>) -> MutantAnswer {
        let Some(values) = &self.values else { return MutantAnswer::Raises };
        match (target, mutant.predicate) {
            (MutantTarget::Subproperty(position), _) => self.holds(machine, position, values),
            (MutantTarget::Predicate, Some(predicate)) => {
                let args: Vec<Value> = values.iter().map(eval::deep_copy).collect();
                answer(machine.call_id(predicate, &args).and_then(|value| eval::truth(&value)))
            }
            (MutantTarget::Predicate, None) => MutantAnswer::Raises,
        }
    }

    fn viewed(
        &self,
        views: &[&PartialView],
        view: usize,
        subproperty: usize,
        machine: &mut Machine<'_>,
    ) -> MutantAnswer {
        let Some(values) = &self.values else { return MutantAnswer::Raises };
        let SeenView { projection, pairs } = self.views[view].get_or_init(|| SeenView::of(views[view], self.pair));
        match projection {
            Projection::Answer(holds) => answer(Ok(*holds)),
            Projection::Whole => *self.whole[subproperty].get_or_init(|| self.holds(machine, subproperty, values)),
            _ => {
                let mut answers = pairs.iter().enumerate().map(|(position, seen)| {
                    let values = seen.get_or_init(|| self.values_of(projection, position, values));
                    values.as_ref().map_or(MutantAnswer::Raises, |values| self.holds(machine, subproperty, values))
                });
                answers.find(|answer| *answer != MutantAnswer::Holds).unwrap_or(MutantAnswer::Holds)
            }
        }
    }

    /// The values of one pair of a projection. `whole`: those of the pair itself.
    fn values_of(&self, projection: &Projection, position: usize, whole: &[Value]) -> Option<Vec<Value>> {
        match projection {
            Projection::Answer(_) | Projection::Whole => None,
            Projection::Param { param, values: parts } => {
                let mut changed = whole.to_vec();
                changed[*param] = values(self.problem, &parts[position..=position])?.pop()?;
                Some(changed)
            }
            Projection::Pairs(pairs) => values(self.problem, &pairs[position]),
        }
    }

    fn holds(&self, machine: &mut Machine<'_>, subproperty: usize, values: &[Value]) -> MutantAnswer {
        answer(machine.holds(self.problem.preconditions.len() + subproperty, values))
    }
}

impl SeenView {
    fn of(view: &PartialView, pair: &[Concrete]) -> Self {
        let projection = view.project(pair);
        let number = match &projection {
            Projection::Answer(_) | Projection::Whole => 0,
            Projection::Param { values, .. } => values.len(),
            Projection::Pairs(pairs) => pairs.len(),
        };
        Self { projection, pairs: vec![OnceCell::new(); number] }
    }
}

fn answer(holds: Result<bool>) -> MutantAnswer {
    match holds {
        Ok(true) => MutantAnswer::Holds,
        Ok(false) => MutantAnswer::Fails,
        Err(fault) if matches!(*fault, Fault::Steps { .. }) => MutantAnswer::TimesOut,
        Err(_) => MutantAnswer::Raises,
    }
}
