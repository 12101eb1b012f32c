//! A problem at one scope, compiled and ready to be asked.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use circuit::Lit;
use compile::{CompileOptions, Compiled, Refusal};
use lang::ast::FuncId;
use lang::problem::{Problem, PropertyKind};
use lang::scope::Scope;
use pairs::{Bucket, Concrete, Mismatch, Replay};
use solver::{Kind, Limits};

use crate::analysis::Difference;
use crate::oracle::compiler;
use crate::orders::{self, OrderDependence};
use crate::query::Query;
use crate::size::Sizes;
use crate::smallest::smallest;

/// How a problem is decided.
#[derive(Clone, Debug)]
pub struct Settings {
    pub solver: Kind,
    /// Leave out pairs that are renamings of others.
    pub symmetry: bool,
    /// For each single question.
    pub limits: Limits,
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { solver: Kind::Cadical, symmetry: true, limits: Limits::default(), seed: 0 }
    }
}

/// Why there is no answer at all.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Functions that have no circuit.
    #[error("the problem cannot be compiled")]
    Refused(Vec<Refusal>),
    #[error("what a function says depends on an order that Python leaves open")]
    DependsOnOrder(Vec<OrderDependence>),
    #[error("the required subproperties together do not equal the reference predicate")]
    Contradicts(Box<Difference>),
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    #[error("a problem may have at most {most} subproperties, and this one has {found}", most = pairs::subproperties::MOST_SUBPROPERTIES)]
    TooMany { found: usize },
}

#[derive(Debug)]
pub struct Session<'p> {
    pub problem: &'p Problem,
    pub scope: Scope,
    pub settings: Settings,
    pub compiled: Compiled,
    pub replay: Replay<'p>,
    pub sizes: Sizes,
    /// Pairs that satisfy the preconditions and on which nothing raises.
    pub query: Query,
    /// The variable of each subproperty: true if it holds.
    pub selectors: Vec<i32>,
    /// All preconditions hold and no subproperty raises.
    regular: Lit,
    /// The same with selectors of its own, for small pairs, once asked for: the size order has as many clauses as a
    /// problem, and other questions are answered sooner without them.
    small: Option<(Query, Vec<i32>)>,
    /// Pairs of buckets, from which smaller ones are looked for. They need not be there, and must be right.
    pub known: BTreeMap<Bucket, Vec<Concrete>>,
    pub compile_time: Duration,
    /// Functions of which the solver could not say whether they depend on an order.
    pub order_undecided: Vec<FuncId>,
    pub order_time: Duration,
}

impl<'p> Session<'p> {
    pub fn new(problem: &'p Problem, scope: &Scope, settings: &Settings) -> Result<Self, Failure> {
        let found = problem.subproperties.len();
        if found > pairs::subproperties::MOST_SUBPROPERTIES {
            return Err(Failure::TooMany { found });
        }
        let started = Instant::now();
        let order_undecided = orders::check(problem, scope, settings, &orders::functions(problem))?;
        let order_time = started.elapsed();
        let started = Instant::now();
        let options =
            CompileOptions { symmetry: settings.symmetry, time: settings.limits.time, ..CompileOptions::default() };
        let compiler = compiler(problem, scope, options).map_err(|refusal| Failure::Refused(vec![refusal]))?;
        let mut compiled = compiler.problem().map_err(Failure::Refused)?;
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

    /// What another session can be made of without compiling again.
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
    pub fn found(&self) -> Result<(Bucket, Vec<Concrete>), Failure> {
        let failing = self.selectors.iter().enumerate().filter(|(_, selector)| !self.query.value(**selector));
        let bucket = Bucket::of(failing.map(|(position, _)| position));
        let pair = self.query.pair(&self.compiled.layout);
        let (pair, ()) = self.replay.shown(pair, |pair| self.replay.check_bucket(pair, bucket))?;
        Ok((bucket, pair))
    }

    /// What says that a pair is in a bucket.
    pub fn assumptions(&self, bucket: Bucket) -> Vec<i32> {
        in_bucket(&self.selectors, bucket)
    }

    /// The smallest pair of a bucket, and whether it is proven to be.
    pub fn smallest(&mut self, bucket: Bucket) -> Result<Option<(Vec<Concrete>, bool)>, Failure> {
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

    /// The solver for small pairs, to be given back, and its selectors.
    pub(crate) fn take_small(&mut self) -> (Query, Vec<i32>) {
        let known = self.small.take();
        known.unwrap_or_else(|| about_buckets(&self.compiled, &self.settings, self.regular))
    }

    pub(crate) fn give_back(&mut self, small: (Query, Vec<i32>)) {
        self.small = Some(small);
    }

    /// A solver of its own that knows only which bits are pairs.
    pub fn fresh_query(&self, symmetry: bool) -> Query {
        let mut query = Query::new(self.settings.solver, &self.compiled.circuit, &self.compiled.constraints, symmetry);
        query.limits = self.settings.limits.clone();
        query
    }
}

/// A compiled problem, to be shared between threads.
#[derive(Clone, Debug)]
pub struct Blueprint {
    scope: Scope,
    settings: Settings,
    compiled: Compiled,
    sizes: Sizes,
    regular: Lit,
    order_undecided: Vec<FuncId>,
}

impl Blueprint {
    /// A session whose solvers were asked nothing yet, so that its answers do not depend on what other sessions did.
    pub fn session<'p>(&self, problem: &'p Problem, settings: Settings) -> Session<'p> {
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

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }
}

/// A solver for pairs that are in a bucket, and the variables of the subproperties.
fn about_buckets(compiled: &Compiled, settings: &Settings, regular: Lit) -> (Query, Vec<i32>) {
    let circuit = &compiled.circuit;
    let mut query = Query::seeded(settings.solver, circuit, &compiled.constraints, settings.symmetry, settings.seed);
    query.limits = settings.limits.clone();
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
