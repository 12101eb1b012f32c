//! Builds the suite of a problem.
//!
//! ```text
//! solver: concretizable buckets ─┐
//! random: drawn pairs ───────────┴─ a job for each bucket ─ fill ─ tests ─ rendered, in order
//! ```
//!
//! Invariant: same release, problem, seed and options give the same suite, whatever the number of jobs, unless a time
//! limit strikes. Guarded by `tests/building.rs`.

use std::collections::{BTreeMap, BTreeSet};

use circuit::Deadline;
use compile::CompileWatch;
use decide::{Blueprint, DecideError, DecideSettings, Session};
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::{Bucket, Concrete, PairStructure, Replay, focused_on, is_beyond, is_positive};
use sample::shrink;
use solver::SolverLimits;

use crate::exposure::useful;
use crate::faults::{Faults, RaisingFunction};
use crate::fill::{BucketJob, FillContext, FilledBucket, TestDraft, fill, seed_for};
use crate::near::near_misses;
use crate::outside::outside;
use crate::parallel::in_order;
use crate::survey::{Survey, Surveyor};
use crate::update::{KeptTests, OldTests};
use pairs::names::python_names;
use suite::families::gather;
use suite::format::{self, Contradictory, FORMAT, Mix, NotFound, ProblemFile, Suite, Test, TestKind};
use suite::id::id;
use suite::render::{input_text, kinds, sides};
use suite::select::BucketSelection;

/// Buckets that share a solver.
const BUCKETS_PER_SOLVER: usize = 16;

/// Which engines are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engines {
    Both,
    Solver,
    Random,
}

impl Engines {
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Solver => "solver",
            Self::Random => "random",
        }
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    pub engines: Engines,
    pub which: BucketSelection,
    /// The same as on the command line.
    pub buckets: String,
    pub tests: usize,
    pub mix: Mix,
    pub outside: usize,
    pub seed: u64,
    pub jobs: usize,
    pub deadline: Deadline,
    /// Receives progress reports from the compiler.
    pub watch: CompileWatch,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            engines: Engines::Both,
            which: BucketSelection::All,
            buckets: "all".to_owned(),
            tests: 10,
            mix: Mix::default(),
            outside: 0,
            seed: 0,
            jobs: 1,
            deadline: Deadline::NONE,
            watch: CompileWatch::default(),
        }
    }
}

/// How far it has come, and what was seen on the way.
#[derive(Clone, Debug)]
pub enum BuildStep {
    Compiling,
    /// This many buckets are known.
    Buckets(usize),
    Drawing,
    Exploring,
    /// Mutants are tried on pairs.
    Mutants,
    /// Correct pairs are edited.
    NearMisses,
    /// How many buckets have their tests, and of how many.
    Filled(usize, usize),
    Outside,
    /// A function of the problem file raises on a valid pair.
    Raises(RaisingFunction),
}

/// Builds a suite. `old` holds tests to be kept. If the reference predicate contradicts the required subproperties on a
/// pair that is seen, there is no suite, because the correct answer is unknown.
pub fn build(
    problem: &Problem,
    options: &BuildOptions,
    old: Option<&Suite>,
    on_step: &(dyn Fn(BuildStep) + Sync),
) -> Result<Suite, DecideError> {
    let large = suite::large_scope(problem);
    let forms = PairStructure::of_scope(problem, &large);
    let faults = Faults::new(problem, on_step);
    let deadline = options.deadline;
    let builder = Builder { problem, options, large: &large, forms: &forms, deadline, on_step, faults: &faults };
    builder.build(old)
}

struct Builder<'a> {
    problem: &'a Problem,
    options: &'a BuildOptions,
    large: &'a Scope,
    forms: &'a PairStructure,
    deadline: Deadline,
    on_step: &'a (dyn Fn(BuildStep) + Sync),
    faults: &'a Faults<'a>,
}

impl Builder<'_> {
    fn build(&self, old: Option<&Suite>) -> Result<Suite, DecideError> {
        let surveyor = Surveyor {
            problem: self.problem,
            large: self.large,
            engines: self.options.engines,
            seed: self.options.seed,
            deadline: self.deadline,
            on_step: self.on_step,
            faults: self.faults,
            watch: self.options.watch.clone(),
        };
        let survey = surveyor.survey()?;
        let mut kept = OldTests::read(self.problem, self.forms, self.large, old)?;
        let small: Vec<Bucket> = survey.starts.keys().copied().collect();
        let mut concretizable = small.clone();
        concretizable.extend(survey.only_large.keys());
        concretizable.extend(kept.buckets());
        concretizable.sort();
        concretizable.dedup();
        let jobs = self.jobs(&survey, [&small, &concretizable], &kept);
        let filled = self.fill(&survey, &jobs)?;
        kept.classify(survey.blueprint.as_ref().map(|blueprint| self.session(blueprint)).as_ref())?;
        let buckets = self.buckets(&jobs, filled, [&small, &concretizable], &mut kept)?;
        let outside = self.outside(&survey)?;
        let contradictory = self.contradictory(&survey, &small, concretizable.len());
        Ok(Suite {
            format: FORMAT,
            problem: ProblemFile::of(self.problem),
            scope: self.problem.scope.to_json(),
            large_scope: self.large.to_json(),
            seed: self.options.seed,
            options: format::SuiteOptions {
                engine: self.options.engines.name().to_owned(),
                buckets: self.options.buckets.clone(),
                tests: self.options.tests,
                mix: self.options.mix,
                outside: self.options.outside,
            },
            subproperties: self.problem.subproperties.iter().map(|property| property.name.to_string()).collect(),
            buckets,
            outside,
            contradictory,
            order_undecided: survey.order_undecided.clone(),
            stopped_early: self.deadline.is_due(),
        })
    }

    fn session(&self, blueprint: &Blueprint) -> Session<'_> {
        let limits = SolverLimits { deadline: self.deadline, ..SolverLimits::conflicts(crate::fill::CONFLICTS) };
        let settings = DecideSettings { limits, ..blueprint.settings().clone() };
        blueprint.session(self.problem, settings)
    }

    /// `known`: the buckets of the small scope, and all. What the large scope adds changes nothing for the others.
    fn jobs(&self, survey: &Survey, known: [&[Bucket]; 2], kept: &OldTests) -> Vec<BucketJob> {
        let BuildOptions { which, tests, mix, .. } = self.options;
        let mut jobs = Vec::new();
        for bucket in known[1].iter().copied() {
            let among = known[usize::from(!survey.starts.contains_key(&bucket))];
            let asked = which.selects(self.problem, bucket, among);
            let old = kept.of(bucket);
            if !asked && old.is_none() {
                continue;
            }
            let positive = is_positive(self.problem, bucket);
            let mut wanted = mix.divide(if asked { *tests } else { 0 });
            // Twice as many where everything required holds: too few of these let predicates pass that are too strict.
            let mut more = if asked && positive { *tests } else { 0 };
            if self.options.engines == Engines::Solver {
                wanted.diverse += std::mem::take(&mut wanted.large);
            }
            if let Some(old) = old {
                let all = wanted.total() + more;
                wanted = wanted.without(old.mix());
                // More of one kind than asked for count for the others.
                let lacking = all.saturating_sub(old.len());
                more = more.min(lacking);
                wanted = cut(wanted, lacking - more);
            }
            let large = survey.only_large.get(&bucket);
            jobs.push(BucketJob {
                bucket,
                starts: survey.starts.get(&bucket).or(large).into_iter().cloned().collect(),
                drawn: survey.drawn.get(&bucket).cloned().unwrap_or_default(),
                only_large: !survey.starts.contains_key(&bucket),
                positive,
                wanted,
                more,
                kept: old.map(KeptTests::canonical).unwrap_or_default(),
                candidates: survey.candidates,
            });
        }
        jobs
    }

    fn fill(&self, survey: &Survey, jobs: &[BucketJob]) -> Result<Vec<FilledBucket>, DecideError> {
        use std::sync::atomic::{AtomicUsize, Ordering};
        (self.on_step)(BuildStep::Mutants);
        let mut shared = FillContext {
            problem: self.problem,
            small: &self.problem.scope,
            large: self.large,
            structure: self.forms,
            random: self.options.engines != Engines::Solver,
            solver: self.options.engines != Engines::Random,
            seed: self.options.seed,
            deadline: self.deadline,
            constructor: std::sync::OnceLock::new(),
            near: BTreeMap::new(),
            mutants: useful(self.problem, survey, self.deadline),
        };
        (self.on_step)(BuildStep::NearMisses);
        shared.near = near_misses(&shared, survey, self.options.jobs);
        let done = AtomicUsize::new(0);
        (self.on_step)(BuildStep::Filled(0, jobs.len()));
        // What a solver learnt of one bucket helps with the next. Who shares one depends on the buckets alone.
        let together: Vec<&[BucketJob]> = jobs.chunks(BUCKETS_PER_SOLVER).collect();
        let filled = in_order(self.options.jobs, together.len(), |number| {
            let mut session = survey.blueprint.as_ref().map(|blueprint| self.session(blueprint));
            let mut filled = Vec::new();
            for job in together[number] {
                if let Some(session) = &mut session {
                    self.start_small(session, job);
                }
                filled.push(fill(&shared, job, session.as_mut())?);
                (self.on_step)(BuildStep::Filled(done.fetch_add(1, Ordering::Relaxed) + 1, jobs.len()));
            }
            Ok(filled)
        });
        Ok(filled.into_iter().collect::<Result<Vec<_>, DecideError>>()?.into_iter().flatten().collect())
    }

    /// Shows the solver a small pair of a bucket: most of its work is then to prove that none is smaller.
    fn start_small(&self, session: &mut Session<'_>, job: &BucketJob) {
        let Some(start) = job.starts.first().filter(|_| !job.only_large && !self.deadline.is_due()) else { return };
        let start = if self.options.engines == Engines::Solver {
            start.clone()
        } else {
            let replay = Replay::new(self.problem);
            shrink(&self.problem.scope, self.forms, &mut replay.evaluator(), start, job.bucket)
        };
        session.known.insert(job.bucket, start);
    }

    fn buckets(
        &self,
        jobs: &[BucketJob],
        filled: Vec<FilledBucket>,
        known_buckets: [&[Bucket]; 2],
        kept: &mut OldTests,
    ) -> Result<Vec<format::SuiteBucket>, DecideError> {
        let mut ids: BTreeSet<String> = BTreeSet::new();
        // Without a solver, what was found in the large scope first may turn out to be in the small one too.
        let mut small: BTreeSet<Bucket> = known_buckets[0].iter().copied().collect();
        let mut buckets = Vec::new();
        for (number, (job, filled)) in jobs.iter().zip(filled).enumerate() {
            let mut tests = kept.take(job.bucket);
            ids.extend(tests.iter().map(|(test, _)| test.id.clone()));
            let mut known = job.kept.clone();
            let mut kinds_of_input = BTreeMap::new();
            for draft in filled.tests {
                if !known.insert(draft.canonical.clone()) {
                    continue;
                }
                let mut test = self.test(&draft, job.positive, kinds(self.problem, number + tests.len()));
                if !ids.insert(test.id.clone()) {
                    continue;
                }
                if job.positive {
                    // One input is shown in one way.
                    let kinds = kinds_of_input.entry(input_text(&test)).or_insert_with(|| test.atoms.clone());
                    test.atoms.clone_from(kinds);
                }
                tests.push((test, draft.pair));
            }
            for (_, pair) in &tests {
                self.faults.of_pair(pair, job.bucket)?;
                self.faults.of_order(self.forms, pair)?;
            }
            let inside: Vec<bool> =
                tests.iter().map(|(_, pair)| !is_beyond(self.problem, &self.problem.scope, pair)).collect();
            let only_large = job.only_large && !inside.contains(&true);
            if !only_large {
                small.insert(job.bucket);
                let beyond = tests.iter_mut().zip(&inside).filter(|(_, inside)| !**inside);
                beyond.for_each(|((test, _), _)| test.kind = TestKind::Large);
            }
            self.name_smallest(&mut tests, filled.smallest.as_ref());
            let mut tests: Vec<Test> = tests.into_iter().map(|(test, _)| test).collect();
            gather(&mut tests);
            tests.sort_by_key(|test| test.kind);
            let fails = python_names(self.problem, job.bucket.failing());
            buckets.push(format::SuiteBucket { fails, focused_on: Vec::new(), only_large, short: filled.short, tests });
        }
        let small: Vec<Bucket> = small.into_iter().collect();
        for (job, bucket) in jobs.iter().zip(&mut buckets) {
            let known = if bucket.only_large { known_buckets[1] } else { &small };
            bucket.focused_on = python_names(self.problem, focused_on(job.bucket, known));
        }
        Ok(buckets)
    }

    /// One test of a bucket is its smallest, if any is to be: none of the others inside the scope is smaller. Kept tests
    /// and such as were found without a solver may have to change places. `smallest` is what the solver says now.
    fn name_smallest(&self, tests: &mut [(Test, Vec<Concrete>)], smallest: Option<&(Vec<Concrete>, bool)>) {
        let named = tests.iter().any(|(test, _)| test.kind == TestKind::Smallest);
        if !named && self.options.mix.smallest == 0 {
            return;
        }
        let is_smallest = |pair: &[Concrete]| smallest.is_some_and(|(least, _)| self.forms.canonical(pair) == *least);
        let size = |(test, pair): &(Test, Vec<Concrete>)| {
            (self.forms.measure(pair), !is_smallest(pair), test.kind, test.proven != Some(true))
        };
        let inside = (0..tests.len()).filter(|index| tests[*index].0.kind != TestKind::Large);
        let Some(least) = inside.min_by_key(|index| size(&tests[*index])) else { return };
        for (index, (test, pair)) in tests.iter_mut().enumerate() {
            if index == least {
                test.kind = TestKind::Smallest;
                let proven = is_smallest(pair) && smallest.is_some_and(|(_, proven)| *proven);
                test.proven = Some(proven || test.proven == Some(true));
            } else if test.kind == TestKind::Smallest {
                (test.kind, test.proven) = (TestKind::Small, None);
            } else {
                test.proven = None;
            }
        }
    }

    fn test(&self, draft: &TestDraft, expect: bool, atoms: BTreeMap<String, format::AtomKind>) -> Test {
        let (input, output) = sides(self.problem, &draft.pair);
        Test {
            id: id(self.problem, self.forms, &draft.pair),
            input,
            output,
            expect,
            engine: draft.engine,
            kind: draft.kind,
            proven: draft.proven,
            positive_kind: draft.positive_kind,
            atoms,
            family: None,
            shape: draft.shape.clone(),
        }
    }

    fn outside(&self, survey: &Survey) -> Result<Vec<format::OutsideTest>, DecideError> {
        if self.options.outside == 0 || self.deadline.is_due() {
            return Ok(Vec::new());
        }
        (self.on_step)(BuildStep::Outside);
        let starts: Vec<Vec<Concrete>> = survey.starts.values().cloned().collect();
        let seed = seed_for(self.options.seed, Bucket::ALL_HOLD, 5);
        Ok(outside(self.problem, &self.problem.scope, self.forms, &starts, self.options.outside, seed, self.deadline)?)
    }

    /// `found`: the number of buckets with a known pair, in either scope.
    fn contradictory(&self, survey: &Survey, concretizable: &[Bucket], found: usize) -> Contradictory {
        let count = self.problem.subproperties.len();
        if !survey.complete {
            let not_found = NotFound { buckets: (1_u64 << count) - found as u64, candidates: survey.candidates };
            let not_found = Some(not_found).filter(|said| said.candidates > 0);
            return Contradictory { count: None, implications: Vec::new(), not_found };
        }
        Contradictory::of(self.problem, concretizable)
    }
}

/// At most this many of these; kinds that come first are kept first.
fn cut(mix: Mix, most: usize) -> Mix {
    let mut left = most;
    let mut take = |number: usize| {
        let taken = number.min(left);
        left -= taken;
        taken
    };
    let Mix { smallest, small, diverse, large } = mix;
    let (smallest, small, diverse, large) = (take(smallest), take(small), take(diverse), take(large));
    Mix { smallest, small, diverse: diverse + left, large }
}
