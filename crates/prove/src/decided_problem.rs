//! What is known about a problem before any submission is decided: its concretizable buckets, and its circuit.
//!
//! Unordered lists are laid out in any order here, since a submission sees them in one and must answer correctly in all.
//! The functions of the problem do not depend on it; `decide` has made sure of that, or says that it has not.

use std::collections::BTreeMap;

use circuit::Lit;
use compile::{CompileOptions, Compiled, ListOrder};
use decide::tests_of_bucket::{TestCounts, tests_of};
use decide::{DecideError, DecideSettings, Session};
use decision::Claim;
use lang::problem::{AtomKind, AtomType, Problem};
use lang::scope::Scope;
use pairs::{Bucket, Concrete};
use solver::SolverLimits;

use crate::versions::Versions;

/// How many pairs of each bucket every submission is compared on.
const CHECKED: TestCounts = TestCounts { small: 2, diverse: 6 };
/// More combinations of kinds of atoms than this are not decided one by one.
const MOST_KINDS: usize = 16;

/// A problem, compiled once for all submissions.
#[derive(Debug)]
pub struct DecidedProblem<'p> {
    pub problem: &'p Problem,
    pub scope: Scope,
    /// With unordered lists in any order.
    pub(crate) compiled: Compiled,
    /// All preconditions hold.
    pub(crate) valid: Lit,
    /// And no subproperty raises.
    pub(crate) regular: Lit,
    /// The concretizable buckets, in order.
    pub buckets: Vec<Bucket>,
    /// Pairs on which every submission is compared with its circuit, with their buckets.
    pub(crate) checks: Vec<(Bucket, Vec<Concrete>)>,
    versions: Option<Versions>,
}

/// Why nothing can be decided about the submissions of a problem.
#[derive(Debug, thiserror::Error)]
pub enum UndecidedProblem {
    #[error(transparent)]
    Decide(#[from] DecideError),
    #[error("the solver gave up before it had found all buckets; pass a smaller scope")]
    Buckets,
    #[error(
        "whether `{0}` depends on the order of a set or an unordered list could not be decided; pass a smaller scope"
    )]
    Order(String),
    #[error("the problem file does not declare a predicate")]
    NoPredicate,
    #[error("its atoms have too many combinations of kinds")]
    Kinds,
}

impl<'p> DecidedProblem<'p> {
    pub fn new(problem: &'p Problem, scope: &Scope, limits: SolverLimits) -> Result<Self, UndecidedProblem> {
        if problem.predicate.is_none() {
            return Err(UndecidedProblem::NoPredicate);
        }
        let settings = DecideSettings { limits, ..DecideSettings::default() };
        let mut session = Session::new(problem, scope, &settings)?;
        if let Some(function) = session.order_undecided.first() {
            let name = &problem.module.function(*function).name.name;
            return Err(UndecidedProblem::Order(name.to_string()));
        }
        let (found, open) = decide::analysis::enumerate(&mut session, &mut |_| {})?;
        if open {
            return Err(UndecidedProblem::Buckets);
        }
        let buckets: Vec<Bucket> = found.into_iter().map(|(bucket, _)| bucket).collect();
        let mut checks = Vec::new();
        for bucket in &buckets {
            let tests = tests_of(&mut session, *bucket, CHECKED, 0)?;
            checks.extend(tests.small.into_iter().chain(tests.diverse).map(|pair| (*bucket, pair)));
        }
        let decided = Self::without_buckets(problem, scope, limits)?;
        Ok(Self { buckets, checks, ..decided })
    }

    /// Only compiled: enough to say what a proof is about.
    pub fn without_buckets(
        problem: &'p Problem,
        scope: &Scope,
        limits: SolverLimits,
    ) -> Result<Self, UndecidedProblem> {
        if problem.predicate.is_none() {
            return Err(UndecidedProblem::NoPredicate);
        }
        let mut compiled = in_any_order(problem, scope, limits)?;
        let holds: Vec<Lit> = compiled.preconditions.iter().map(|outcome| outcome.holds).collect();
        let valid = compiled.circuit.all(holds);
        let quiet: Vec<Lit> = compiled.subproperties.iter().map(|outcome| !outcome.raises).collect();
        let quiet = compiled.circuit.all(quiet);
        let regular = compiled.circuit.and(valid, quiet);
        let (buckets, checks) = (Vec::new(), Vec::new());
        let decided = Self { problem, scope: scope.clone(), compiled, valid, regular, buckets, checks, versions: None };
        if decided.kinds().len() > MOST_KINDS { Err(UndecidedProblem::Kinds) } else { Ok(decided) }
    }

    /// The same, for telling which versions of its subproperties a submission checks.
    #[must_use]
    pub fn with_versions(mut self) -> Self {
        self.versions = Some(Versions::new(&self));
        self
    }

    pub fn versions(&self) -> Option<&Versions> {
        self.versions.as_ref()
    }

    pub fn is_positive(&self, bucket: Bucket) -> bool {
        pairs::is_positive(self.problem, bucket)
    }

    /// The names of the subproperties that fail.
    pub fn fails(&self, bucket: Bucket) -> Vec<String> {
        let name = |position: usize| self.problem.subproperties[position].name.to_string();
        bucket.failing().iter().map(name).collect()
    }

    /// The buckets by name.
    pub fn all_fails(&self) -> Vec<Vec<String>> {
        self.buckets.iter().map(|bucket| self.fails(*bucket)).collect()
    }

    /// The subproperties that may raise within the scope.
    pub(crate) fn may_raise(&self) -> Vec<String> {
        let all = self.problem.subproperties.iter().zip(&self.compiled.subproperties);
        all.filter(|(_, outcome)| outcome.raises != Lit::FALSE).map(|(property, _)| property.name.to_string()).collect()
    }

    /// The buckets in which these fail; `None` if a name is unknown.
    pub(crate) fn named(&self, all: &[Vec<String>]) -> Option<Vec<Bucket>> {
        let position = |name: &String| self.problem.subproperties.iter().position(|known| *known.name == **name);
        let bucket = |fails: &Vec<String>| {
            let positions: Option<Vec<usize>> = fails.iter().map(position).collect();
            positions.map(Bucket::of)
        };
        all.iter().map(bucket).collect()
    }

    /// The ways to show atoms that a claim is decided for one by one.
    pub(crate) fn kinds_of(&self, claim: Claim) -> Vec<Vec<AtomKind>> {
        match claim {
            Claim::Values => self.kinds(),
            Claim::Equality | Claim::Order => self.kinds().into_iter().take(1).collect(),
        }
    }

    /// The kind of each type of atoms, if the claim is about values.
    pub(crate) fn shown_kinds(&self, claim: Claim, kinds: &[AtomKind]) -> BTreeMap<String, AtomKind> {
        let atoms = self.problem.atoms.iter().zip(kinds);
        match claim {
            Claim::Values => atoms.map(|(atom, kind)| (atom.name.to_string(), *kind)).collect(),
            Claim::Equality | Claim::Order => BTreeMap::new(),
        }
    }

    /// All ways to show the atoms of a pair: every combination of a kind for each atom type.
    pub(crate) fn kinds(&self) -> Vec<Vec<AtomKind>> {
        let mut all = vec![Vec::new()];
        for AtomType { kinds, .. } in &self.problem.atoms {
            let with = |known: &Vec<AtomKind>| {
                let known = known.clone();
                kinds.iter().map(move |kind| [known.as_slice(), &[*kind]].concat())
            };
            all = all.iter().flat_map(with).take(MOST_KINDS + 1).collect();
        }
        all
    }
}

/// Without symmetry: what a submission does may depend on names.
fn in_any_order(problem: &Problem, scope: &Scope, limits: SolverLimits) -> Result<Compiled, DecideError> {
    let options = CompileOptions {
        symmetry: false,
        order: ListOrder::Any,
        deadline: limits.deadline,
        ..CompileOptions::default()
    };
    let refused = |refusal| DecideError::Refused(vec![refusal]);
    decide::compiler(problem, scope, options).map_err(refused)?.problem().map_err(DecideError::Refused)
}
