//! A session: a problem compiled at one scope, with the solvers that answer questions about it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use circuit::Lit;
use compile::{CompileOptions, CompileWatch, Compiled, Refusal};
use lang::ast::FuncId;
use lang::problem::{Problem, PropertyKind};
use lang::scope::Scope;
use pairs::{Bucket, Concrete, Mismatch, Replay};
use solver::{SolverKind, SolverLimits};

use crate::analysis::ReferenceDifference;
use crate::oracle::compiler;
use crate::orders::{self, OrderDependence};
use crate::query::Query;
use crate::size::Sizes;
use crate::smallest::smallest;

/// How the solver engine decides.
#[derive(Clone, Debug)]
pub struct DecideSettings {
    pub solver: SolverKind,
    /// Break symmetry: leave out pairs that are renamings of others.
    pub symmetry: bool,
    /// The conflicts are for each single call of the solver, the deadline is for everything.
    pub limits: SolverLimits,
    pub seed: u64,
    /// Receives progress reports from the compiler.
    pub watch: CompileWatch,
}

impl DecideSettings {
    pub(crate) fn compile_options(&self) -> CompileOptions {
        CompileOptions {
            symmetry: self.symmetry,
            deadline: self.limits.deadline,
            watch: self.watch.clone(),
            ..CompileOptions::default()
        }
    }
}

impl Default for DecideSettings {
    fn default() -> Self {
        Self {
            solver: SolverKind::Cadical,
            symmetry: true,
            limits: SolverLimits::default(),
            seed: 0,
            watch: CompileWatch::default(),
        }
    }
}

/// Why a problem cannot be decided at all.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    /// Functions that cannot be compiled.
    #[error("the problem cannot be compiled")]
    Refused(Vec<Refusal>),
    #[error("the answer of a function depends on an order that Python leaves open")]
    DependsOnOrder(Vec<OrderDependence>),
    #[error("the required subproperties together do not equal the reference predicate")]
    Contradicts(Box<ReferenceDifference>),
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    #[error("a problem may have at most {most} subproperties, and this one has {found}", most = pairs::subproperties::MOST_SUBPROPERTIES)]
    TooMany { found: usize },
}

#[derive(Debug)]
pub struct Session<'p> {
    pub problem: &'p Problem,
    pub scope: Scope,
    pub settings: DecideSettings,
    pub compiled: Compiled,
    pub replay: Replay<'p>,
    pub sizes: Sizes,
    /// A solver for pairs that satisfy the preconditions and on which no subproperty raises.
    pub query: Query,
    /// For each subproperty the variable that is true if it holds.
    pub selectors: Vec<i32>,
    /// All preconditions hold and no subproperty raises.
    regular: Lit,
    /// A second solver with its own selectors, created when small pairs are first asked for. The size order has as many
    /// clauses as the problem itself, and other questions are answered faster without them.
    small: Option<(Query, Vec<i32>)>,
    /// Known pairs of buckets, where the search for smaller pairs starts. Optional, but they must be in their buckets.
    pub known: BTreeMap<Bucket, Vec<Concrete>>,
    pub compile_time: Duration,
    /// Functions that may depend on an order: the solver gave up before it found out.
    pub order_undecided: Vec<FuncId>,
    pub order_time: Duration,
}

impl<'p> Session<'p> {
    pub fn new(problem: &'p Problem, scope: &Scope, settings: &DecideSettings) -> Result<Self, DecideError> {
        let found = problem.subproperties.len();
        if found > pairs::subproperties::MOST_SUBPROPERTIES {
            return Err(DecideError::TooMany { found });
        }
        let started = Instant::now();
        let order_undecided = orders::check_problem(problem, scope, settings)?;
        let order_time = started.elapsed();
        let started = Instant::now();
        let compiler = compiler(problem, scope, settings.compile_options())
            .map_err(|refusal| DecideError::Refused(vec![refusal]))?;
        let mut compiled = compiler.problem().map_err(DecideError::Refused)?;
        let sizes = Sizes::new(&mut compiled.circuit, &compiled.layout);
        let regular = regular(&mut compiled);
        let (query, selectors) = about_buckets(&compiled, settings, regular);
        Ok(Self {
            problem,
            scope: scope.clone(),
            settings: settings.clone(),
            replay: Replay::new(problem),
            sizes,
            query,
            selectors,
            regular,
            small: None,
            known: BTreeMap::new(),
            compiled,
            compile_time: started.elapsed(),
            order_undecided,
            order_time,
        })
    }

    /// The compiled problem, from which other sessions are created without compiling again.
    pub fn blueprint(&self) -> Blueprint {
        Blueprint {
            scope: self.scope.clone(),
            settings: self.settings.clone(),
            compiled: self.compiled.clone(),
            sizes: self.sizes.clone(),
            regular: self.regular,
            order_undecided: self.order_undecided.clone(),
        }
    }

    pub fn subproperty_count(&self) -> usize {
        self.selectors.len()
    }

    /// Whether all required subproperties hold in a bucket.
    pub fn is_positive(&self, bucket: Bucket) -> bool {
        let mut required = self.problem.subproperties.iter().enumerate();
        required.all(|(position, property)| property.kind == PropertyKind::Error || !bucket.fails(position))
    }

    /// The bucket of the last model, with its pair, replayed.
    pub fn found(&self) -> Result<(Bucket, Vec<Concrete>), DecideError> {
        let failing = self.selectors.iter().enumerate().filter(|(_, selector)| !self.query.value(**selector));
        let bucket = Bucket::of(failing.map(|(position, _)| position));
        let pair = self.query.pair(&self.compiled.layout);
        let (pair, ()) = self.replay.shown(pair, |pair| self.replay.check_bucket(pair, bucket))?;
        Ok((bucket, pair))
    }

    /// Assumptions that put a pair into a bucket.
    pub fn assumptions(&self, bucket: Bucket) -> Vec<i32> {
        in_bucket(&self.selectors, bucket)
    }

    /// The smallest pair of a bucket, and whether it is proven smallest.
    pub fn smallest(&mut self, bucket: Bucket) -> Result<Option<(Vec<Concrete>, bool)>, DecideError> {
        let (mut query, selectors) = self.take_small();
        let assumptions = in_bucket(&selectors, bucket);
        let Compiled { circuit, layout, .. } = &self.compiled;
        let known = self.known.get(&bucket).map(Vec::as_slice);
        let found = smallest(&mut query, circuit, layout, &self.sizes, &assumptions, known);
        self.give_back((query, selectors));
        let Some((pair, proven)) = found else { return Ok(None) };
        let (pair, ()) = self.replay.shown(pair, |pair| self.replay.check_bucket(pair, bucket))?;
        Ok(Some((pair, proven)))
    }

    /// The solver for small pairs and its selectors. The caller must give it back.
    pub(crate) fn take_small(&mut self) -> (Query, Vec<i32>) {
        let known = self.small.take();
        known.unwrap_or_else(|| about_buckets(&self.compiled, &self.settings, self.regular))
    }

    pub(crate) fn give_back(&mut self, small: (Query, Vec<i32>)) {
        self.small = Some(small);
    }

    /// A fresh solver that knows only which bits are pairs.
    pub fn fresh_query(&self, symmetry: bool) -> Query {
        let mut query = Query::new(self.settings.solver, &self.compiled.circuit, &self.compiled.constraints, symmetry);
        query.limits = self.settings.limits;
        query
    }
}

/// A compiled problem that threads share.
#[derive(Clone, Debug)]
pub struct Blueprint {
    scope: Scope,
    settings: DecideSettings,
    compiled: Compiled,
    sizes: Sizes,
    regular: Lit,
    order_undecided: Vec<FuncId>,
}

impl Blueprint {
    /// A session with fresh solvers, so that its answers do not depend on what other sessions did.
    pub fn session<'p>(&self, problem: &'p Problem, settings: DecideSettings) -> Session<'p> {
        let (query, selectors) = about_buckets(&self.compiled, &settings, self.regular);
        Session {
            problem,
            scope: self.scope.clone(),
            settings,
            replay: Replay::new(problem),
            sizes: self.sizes.clone(),
            query,
            selectors,
            regular: self.regular,
            small: None,
            known: BTreeMap::new(),
            compiled: self.compiled.clone(),
            compile_time: Duration::ZERO,
            order_undecided: self.order_undecided.clone(),
            order_time: Duration::ZERO,
        }
    }

    pub fn settings(&self) -> &DecideSettings {
        &self.settings
    }

    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }
}

/// A solver for pairs that are in some bucket, and the variables of the subproperties.
fn about_buckets(compiled: &Compiled, settings: &DecideSettings, regular: Lit) -> (Query, Vec<i32>) {
    let circuit = &compiled.circuit;
    let mut query = Query::seeded(settings.solver, circuit, &compiled.constraints, settings.symmetry, settings.seed);
    query.limits = settings.limits;
    query.assert(circuit, regular);
    let selectors = compiled.subproperties.iter().map(|outcome| query.both(circuit, outcome.holds)).collect();
    (query, selectors)
}

pub(crate) fn in_bucket(selectors: &[i32], bucket: Bucket) -> Vec<i32> {
    let selectors = selectors.iter().enumerate();
    selectors.map(|(position, var)| if bucket.fails(position) { -*var } else { *var }).collect()
}

/// All preconditions hold and no subproperty raises.
fn regular(compiled: &mut Compiled) -> Lit {
    let holds = compiled.preconditions.iter().map(|outcome| outcome.holds);
    let quiet = compiled.subproperties.iter().map(|outcome| !outcome.raises);
    let all: Vec<Lit> = holds.chain(quiet).collect();
    compiled.circuit.all(all)
}
