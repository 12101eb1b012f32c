//! Finds functions whose answer depends on an order that Python leaves open: the order of a set, or of a list declared
//! `Unordered`. Such a function does not have one answer per pair, so nothing can be claimed about it.
//!
//! Every function is compiled in a few orders at once, and the solver looks for a pair on which its answers differ.
//! `eval` must confirm the pair: it iterates over sets, and receives unordered lists, in other orders until two answers
//! differ.
//!
//! The search covers all pairs of a smaller scope. Two or three elements show the effect of an order, and more only make
//! it slow to prove that there is none. If three elements take too long, two must do; if no pair that small satisfies
//! the preconditions, the scope itself is searched. So this is a search, not a proof; `docs/proofs.md` says so.

use circuit::Lit;
use compile::{CompileOptions, Layout};
use eval::SetOrder;
use fastrand::Rng;
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::replay::FunctionAnswer;
use pairs::{Concrete, Replay};
use solver::SolveResult;

use crate::function::PairFunction;
use crate::oracle::compiler;
use crate::query::Query;
use crate::session::{DecideError, DecideSettings};
use crate::size::Sizes;
use crate::smallest::smallest;

/// Smaller scopes, tried in turn until every function is decided, with the number of conflicts allowed per function.
const SMALLER: [(Bounds, u64); 2] =
    [(Bounds { elements: 3, atoms: 4, numbers: 8 }, 1_000), (Bounds { elements: 2, atoms: 3, numbers: 4 }, 20_000)];

/// Upper limits for the bounds of a smaller scope.
struct Bounds {
    elements: usize,
    atoms: usize,
    numbers: i64,
}

/// How many orders `eval` tries to confirm a pair. Pairs are small, so these include most of their orders.
const ORDERS: u64 = 400;

/// A function that gives two answers for one pair.
#[derive(Debug)]
pub struct OrderDependence {
    pub function: FuncId,
    pub pair: Vec<Concrete>,
    /// Whether it holds, or what it raises.
    pub answer: FunctionAnswer,
    /// The same pair with its unordered lists in another order. Equal to `pair` if a set is the cause.
    pub other_pair: Vec<Concrete>,
    pub other_answer: FunctionAnswer,
}

/// All functions that an analysis evaluates, apart from preconditions.
pub(crate) fn functions(problem: &Problem) -> Vec<PairFunction> {
    let reference = problem.predicate.iter().filter(|predicate| predicate.has_reference);
    problem.subproperties.iter().map(PairFunction::from).chain(reference.map(PairFunction::from)).collect()
}

/// Fails with the functions that depend on an order, preconditions included. Returns those that the solver could not
/// decide.
pub(crate) fn check(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    functions: &[PairFunction],
) -> Result<Vec<FuncId>, DecideError> {
    let mut open: Vec<PairFunction> = functions.to_vec();
    let mut last = None;
    for (bounds, conflicts) in &SMALLER {
        let Some(smaller) = smaller(problem, scope, bounds) else { continue };
        match check_at(problem, &smaller, settings, &open, *conflicts) {
            Ok(Some(undecided)) if undecided.is_empty() => return Ok(undecided),
            Ok(Some(undecided)) => {
                open.retain(|open| undecided.contains(&open.function));
                last = Some(undecided);
            }
            Err(failure @ (DecideError::DependsOnOrder(_) | DecideError::Mismatch(_))) => return Err(failure),
            // Callers compile the problem themselves and report what cannot be compiled.
            Ok(None) | Err(_) => {}
        }
    }
    if let Some(undecided) = last {
        return Ok(undecided);
    }
    let [.., (_, conflicts)] = SMALLER;
    Ok(check_at(problem, scope, settings, functions, conflicts)?.unwrap_or_default())
}

/// The scope with its bounds reduced, if that changes it.
fn smaller(problem: &Problem, scope: &Scope, bounds: &Bounds) -> Option<Scope> {
    let is_atom = |key: &str| problem.atoms.iter().any(|atom| *atom.name == *key);
    let reduced = |(key, bound): &(String, Bound)| {
        let most = if is_atom(key) { bounds.atoms } else { bounds.elements };
        let bound = match bound {
            Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| *count.min(&most)).collect()),
            Bound::Range(start, stop) => Bound::Range(*start, *stop.min(&start.saturating_add(bounds.numbers))),
        };
        (key.clone(), bound)
    };
    let smaller = apply(PairTypes::of(problem), scope.bounds.iter().map(reduced).collect()).ok()?;
    (smaller != *scope).then_some(smaller)
}

/// The same at one scope; `None` if none of its pairs satisfies the preconditions.
fn check_at(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    functions: &[PairFunction],
    conflicts: u64,
) -> Result<Option<Vec<FuncId>>, DecideError> {
    let refused = |refusal| DecideError::Refused(vec![refusal]);
    let options = CompileOptions { symmetry: settings.symmetry, orders: true, time: settings.limits.time };
    let mut compiler = compiler(problem, scope, options).map_err(refused)?;
    let mut suspects: Vec<(&PairFunction, Lit)> = Vec::new();
    let mut valid = Lit::TRUE;
    let preconditions: Vec<PairFunction> = problem.preconditions.iter().map(PairFunction::from).collect();
    for (position, function) in preconditions.iter().chain(functions).enumerate() {
        let outcome = compiler.function(function.function, &function.params).map_err(refused)?;
        // A function is evaluated only where the preconditions before it hold.
        let when = compiler.circuit().and(valid, outcome.depends_on_order);
        suspects.push((function, when));
        if position < preconditions.len() {
            valid = compiler.circuit().and(valid, outcome.holds);
        }
    }
    if valid == Lit::FALSE {
        return Ok(None);
    }
    suspects.retain(|(_, when)| *when != Lit::FALSE);
    if suspects.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let layout = compiler.layout.clone();
    let sizes = Sizes::new(compiler.circuit(), &layout);
    let constraints = std::mem::take(&mut compiler.constraints);
    let circuit = &*compiler.circuit();
    let mut query = Query::new(settings.solver, circuit, &constraints, settings.symmetry);
    query.limits = settings.limits.clone();
    query.limits.conflicts = Some(query.limits.conflicts.map_or(conflicts, |most| most.min(conflicts)));
    let valid = query.assumption(circuit, valid);
    if query.solve(&[valid]) == SolveResult::Unsat {
        return Ok(None);
    }
    let replay = Replay::new(problem);
    let (mut found, mut undecided) = (Vec::new(), Vec::new());
    for (function, when) in suspects {
        let when = query.assumption(circuit, when);
        let pair = match query.solve(&[when]) {
            SolveResult::Unsat => continue,
            SolveResult::Unknown => None,
            SolveResult::Sat => smallest(&mut query, circuit, &layout, &sizes, &[when], None),
        };
        match pair {
            Some((pair, _)) => found.push(confirm(&layout, &replay, function, pair)?),
            None => undecided.push(function.function),
        }
    }
    if found.is_empty() { Ok(Some(undecided)) } else { Err(DecideError::DependsOnOrder(found)) }
}

/// Finds two orders in which `eval` gives different answers.
fn confirm(
    layout: &Layout,
    replay: &Replay<'_>,
    PairFunction { function, params }: &PairFunction,
    pair: Vec<Concrete>,
) -> Result<OrderDependence, DecideError> {
    let answer = replay.answer(&pair, *function, params, None)?;
    let structure = layout.structure();
    // Lists alone first: their order can be shown to the user.
    for (lists, sets) in [(true, false), (false, true), (true, true)] {
        for seed in 0..ORDERS {
            let mut random = Rng::with_seed(seed);
            let other_pair =
                if lists { structure.reordered(&pair, &mut |items| random.shuffle(items)) } else { pair.clone() };
            let other_answer = replay.answer(&other_pair, *function, params, sets.then_some(SetOrder(seed)))?;
            if other_answer != answer {
                return Ok(OrderDependence { function: *function, pair, answer, other_pair, other_answer });
            }
        }
    }
    let name = &replay.problem().module.function(*function).name.name;
    let what =
        format!("the solver says that `{name}` depends on the order of a set, but evaluation does not confirm it");
    Err(replay.mismatch(&pair, what).into())
}
