//! Finds the buckets of a problem, and pairs of them from which the rest is reached.
//!
//! Invariant: if [`Survey::complete`], every other bucket is contradictory within the small scope; a drawn pair that says
//! otherwise is a `Mismatch`.

use std::collections::BTreeMap;
use std::time::Duration;

use circuit::Deadline;
use compile::{CompileWatch, Refusal, RefusalKind};
use decide::analysis::{AnalysisStep, enumerate};
use decide::{Blueprint, DecideError, DecideSettings, Session, orders};
use fastrand::Rng;
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::{Bucket, Concrete, Replay};
use sample::{Sampler, Walker};
use solver::SolverLimits;

use crate::build::{BuildStep, Engines};
use crate::faults::Faults;
use crate::fill::seed_for;
use pairs::is_beyond;

/// Conflicts for each question while the buckets are enumerated.
const CONFLICTS: u64 = 2_000_000;
/// The same for what is wrong with the problem file.
const CONFLICTS_OF_FAULTS: u64 = 100_000;
/// Pairs drawn, where a circuit decides them and where it does not.
const CANDIDATES: u64 = 1 << 20;
const CANDIDATES_ONE_BY_ONE: u64 = 20_000;
/// The same where no time is left.
const CANDIDATES_IN_HASTE: u64 = 2_000;
const IN_HASTE: Duration = Duration::from_millis(500);
/// Drawn pairs that are kept of each bucket.
const KEPT: usize = 64;
/// The same for pairs of smaller scopes, and how many of them are drawn: uniform pairs are nearly all as long as can be.
const KEPT_SMALLER: usize = 40;
const CANDIDATES_SMALLER: u64 = 1 << 17;
/// If time is limited: each of the steps in which buckets are found may take this share of the time that is left.
const SHARE_OF_TIME: f64 = 0.6;
/// Steps to find further buckets in the large scope.
const EXPLORED: usize = 20_000;

/// What is known of the buckets before tests are looked for.
#[derive(Debug, Default)]
pub struct Survey {
    pub blueprint: Option<Blueprint>,
    /// All concretizable buckets of the small scope are known.
    pub complete: bool,
    /// A pair of each.
    pub starts: BTreeMap<Bucket, Vec<Concrete>>,
    pub drawn: BTreeMap<Bucket, Vec<Vec<Concrete>>>,
    pub candidates: u64,
    /// Buckets of which no pair is in the small scope, with one of the large scope.
    pub only_large: BTreeMap<Bucket, Vec<Concrete>>,
    /// Functions that may depend on an order that Python leaves open.
    pub order_undecided: Vec<String>,
}

pub struct Surveyor<'a> {
    pub problem: &'a Problem,
    pub large: &'a Scope,
    pub engines: Engines,
    pub seed: u64,
    pub deadline: Deadline,
    pub on_step: &'a (dyn Fn(BuildStep) + Sync),
    pub faults: &'a Faults<'a>,
    pub watch: CompileWatch,
}

impl Surveyor<'_> {
    pub fn survey(&self) -> Result<Survey, DecideError> {
        let mut survey = Survey::default();
        let compiled = match self.engines {
            Engines::Random => {
                self.check_orders(&mut survey)?;
                true
            }
            Engines::Solver | Engines::Both => self.ask_solver(&mut survey)?,
        };
        if self.engines != Engines::Solver {
            self.draw(&mut survey, compiled)?;
            self.explore(&mut survey)?;
        }
        if survey.starts.is_empty() && self.deadline.is_due() {
            self.draw_a_few(&mut survey)?;
        }
        Ok(survey)
    }

    /// Whether a function depends on an order. Random pairs show that only by chance, so a solver decides it for them too.
    fn check_orders(&self, survey: &mut Survey) -> Result<(), DecideError> {
        match orders::check_problem(self.problem, &self.problem.scope, &self.settings(self.deadline)) {
            Ok(undecided) => survey.order_undecided = self.names(&undecided),
            // Without a circuit, pairs are drawn and evaluated one by one, unless that does not end.
            Err(DecideError::Refused(refusals)) if !refusals.iter().any(is_endless) => {}
            Err(found) => return Err(found),
        }
        Ok(())
    }

    fn settings(&self, deadline: Deadline) -> DecideSettings {
        let limits = SolverLimits { deadline, ..SolverLimits::conflicts(CONFLICTS) };
        DecideSettings { limits, watch: self.watch.clone(), ..DecideSettings::default() }
    }

    fn names(&self, functions: &[FuncId]) -> Vec<String> {
        functions.iter().map(|function| self.problem.module.function(*function).name.name.to_string()).collect()
    }

    /// The concretizable buckets of the small scope. `false` if there was no time to compile the problem.
    fn ask_solver(&self, survey: &mut Survey) -> Result<bool, DecideError> {
        (self.on_step)(BuildStep::Compiling);
        // Finding the buckets may not take all the time: tests are chosen after that.
        let deadline = self.deadline.share(SHARE_OF_TIME);
        let mut session = match Session::new(self.problem, &self.problem.scope, &self.settings(deadline)) {
            // Refused for want of time: pairs can still be drawn.
            Err(DecideError::Refused(found))
                if deadline.is_due() && self.engines == Engines::Both && !found.iter().any(is_endless) =>
            {
                return Ok(false);
            }
            session => session?,
        };
        let (found, open) = enumerate(&mut session, &mut |step| {
            if let AnalysisStep::Buckets(number) = step {
                (self.on_step)(BuildStep::Buckets(number));
            }
        })?;
        survey.complete = !open;
        survey.order_undecided = self.names(&session.order_undecided);
        survey.starts = found.into_iter().collect();
        survey.blueprint = Some(session.blueprint());
        session.settings.limits.conflicts = Some(CONFLICTS_OF_FAULTS);
        self.faults.of_scope(&mut session)?;
        Ok(true)
    }

    /// Pairs drawn from the small scope, one by one if there is no time to compile.
    fn draw(&self, survey: &mut Survey, compiles: bool) -> Result<(), DecideError> {
        if self.deadline.is_due() {
            return Ok(());
        }
        (self.on_step)(BuildStep::Drawing);
        let deadline = self.deadline.share(SHARE_OF_TIME);
        let seed = seed_for(self.seed, Bucket::ALL_HOLD, 3);
        let (problem, scope) = (self.problem, &self.problem.scope);
        // The solver's circuit serves here too: the engines check each other in `cross`, not while a suite is made.
        let mut sampler = match &survey.blueprint {
            Some(blueprint) => Sampler::from_compiled(problem, scope, blueprint.compiled(), KEPT, seed, deadline),
            None if compiles => Sampler::within(problem, scope, KEPT, seed, deadline).map_err(failure)?,
            None => Sampler::plain(problem, scope, KEPT, seed, deadline),
        };
        let most = if sampler.has_circuit() { CANDIDATES } else { CANDIDATES_ONE_BY_ONE };
        sampler.run(most);
        let sampling = sampler.sampling().map_err(failure)?;
        survey.candidates = sampling.candidates;
        for (bucket, found) in sampling.buckets {
            if let Some(pair) = found.pairs.first() {
                self.check_known(survey, bucket, pair)?;
                survey.starts.entry(bucket).or_insert_with(|| pair.clone());
            }
            for pair in &found.pairs {
                self.faults.of_pair(pair, bucket)?;
            }
            survey.drawn.insert(bucket, found.pairs);
        }
        if let Some(pair) = &sampling.raises {
            self.faults.of_raising(pair)?;
        }
        for (eighths, purpose) in [(4, 9), (6, 10)] {
            self.draw_smaller(survey, &sampler, eighths, purpose)?;
        }
        if self.engines == Engines::Random {
            let mut random = Rng::with_seed(seed_for(self.seed, Bucket::ALL_HOLD, 6));
            survey.candidates += sampler.seek(&mut survey.starts, &mut random);
        }
        Ok(())
    }

    /// Pairs of a scope with this many eighths of the elements.
    fn draw_smaller(
        &self,
        survey: &mut Survey,
        whole: &Sampler<'_>,
        eighths: usize,
        purpose: u64,
    ) -> Result<(), DecideError> {
        let Some(scope) = smaller(self.problem, eighths).filter(|_| !self.deadline.is_due()) else { return Ok(()) };
        let seed = seed_for(self.seed, Bucket::ALL_HOLD, purpose);
        let mut sampler = whole.restricted(&scope, KEPT_SMALLER, seed);
        sampler.run(if sampler.has_circuit() { CANDIDATES_SMALLER } else { CANDIDATES_ONE_BY_ONE / 8 });
        for (bucket, found) in sampler.sampling().map_err(failure)?.buckets {
            if let Some(pair) = found.pairs.first() {
                self.check_known(survey, bucket, pair)?;
                survey.starts.entry(bucket).or_insert_with(|| pair.clone());
            }
            survey.drawn.entry(bucket).or_default().extend(found.pairs);
        }
        Ok(())
    }

    /// Time is up before anything is there: a few pairs that need no circuit are better than nothing.
    fn draw_a_few(&self, survey: &mut Survey) -> Result<(), DecideError> {
        let seed = seed_for(self.seed, Bucket::ALL_HOLD, 3);
        let mut sampler = Sampler::plain(self.problem, &self.problem.scope, 1, seed, Deadline::after(IN_HASTE));
        sampler.run(CANDIDATES_IN_HASTE);
        let sampling = sampler.sampling().map_err(failure)?;
        survey.candidates = sampling.candidates;
        for (bucket, found) in sampling.buckets {
            survey.starts.extend(found.pairs.into_iter().map(|pair| (bucket, pair)));
        }
        Ok(())
    }

    /// Further buckets in the large scope.
    fn explore(&self, survey: &mut Survey) -> Result<(), DecideError> {
        if self.deadline.is_due() {
            return Ok(());
        }
        (self.on_step)(BuildStep::Exploring);
        let replay = Replay::new(self.problem);
        let mut random = Rng::with_seed(seed_for(self.seed, Bucket::ALL_HOLD, 4));
        let mut known = survey.starts.clone();
        Walker::new(&replay, self.large).until(self.deadline.share(SHARE_OF_TIME)).explore(
            &mut known,
            EXPLORED,
            &mut random,
        );
        for (bucket, pair) in known {
            if survey.starts.contains_key(&bucket) {
                continue;
            }
            if is_beyond(self.problem, &self.problem.scope, &pair) {
                survey.only_large.insert(bucket, pair);
            } else {
                self.check_known(survey, bucket, &pair)?;
                survey.starts.insert(bucket, pair);
            }
        }
        Ok(())
    }

    /// A bucket that the solver calls contradictory has no pair in the scope.
    fn check_known(&self, survey: &Survey, bucket: Bucket, pair: &[Concrete]) -> Result<(), DecideError> {
        if survey.complete && !survey.starts.contains_key(&bucket) {
            let what = format!("the solver says that the bucket {bucket:?} is contradictory, and this pair is in it");
            return Err(Replay::new(self.problem).mismatch(pair, what).into());
        }
        Ok(())
    }
}

/// The scope of a problem with this many eighths of the elements. Their values stay.
fn smaller(problem: &Problem, eighths: usize) -> Option<Scope> {
    let mut bounds = problem.scope.bounds.clone();
    for (_, bound) in &mut bounds {
        match bound {
            Bound::Counts(counts) => counts.iter_mut().for_each(|count| *count = (*count * eighths).div_ceil(8)),
            Bound::Text(_, length) => *length = (*length * eighths).div_ceil(8),
            Bound::Range(..) => {}
        }
    }
    apply(PairTypes::of(problem), bounds).ok().filter(|scope| scope.bounds != problem.scope.bounds)
}

fn is_endless(refusal: &Refusal) -> bool {
    matches!(refusal.kind, RefusalKind::Endless { .. })
}

fn failure(failure: sample::sampler::SampleError) -> DecideError {
    match failure {
        sample::sampler::SampleError::Mismatch(mismatch) => DecideError::Mismatch(mismatch),
        sample::sampler::SampleError::TooMany { found } => DecideError::TooMany { found },
    }
}
