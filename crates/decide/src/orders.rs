//! Functions whose answer depends on an order that Python leaves open: that of a set, or of a list without order.
//!
//! A function is compiled in a few orders, and a pair is looked for on which its answers differ. `eval` must confirm it:
//! it goes through sets, and gets lists without order, in other orders until two answers differ. What is found has no
//! meaning of its own, and nothing is claimed about it.
//!
//! The pairs looked at are all of a smaller scope: two or three elements show what an order does, and more only make
//! it slow to prove that there is nothing to show. Where three take too long, two must do; where no pair with so few
//! satisfies the preconditions, the scope itself is taken. So this is a search, not a proof; `docs/proofs.md` says so.

use circuit::Lit;
use compile::{Layout, Options};
use eval::SetOrder;
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::replay::FunctionAnswer;
use pairs::{Concrete, Replay};
use solver::Answer;

use crate::oracle::compiler;
use crate::query::Query;
use crate::session::{Failure, Settings};
use crate::size::Sizes;
use crate::smallest::smallest;
use crate::tests_of_bucket::Random;

/// Smaller scopes to look at, one after the other, until one gives an answer within its conflicts for each function.
const SMALLER: [(Bounds, u64); 2] =
    [(Bounds { elements: 3, atoms: 4, numbers: 8 }, 1_000), (Bounds { elements: 2, atoms: 3, numbers: 4 }, 20_000)];

/// What the bounds of a scope are cut down to.
struct Bounds {
    elements: usize,
    atoms: usize,
    numbers: i64,
}

/// Orders in which `eval` tries to confirm what was found. Pairs are small, so most of theirs are among them.
const ORDERS: u64 = 400;

/// A function that gives two answers for one pair.
#[derive(Debug)]
pub struct OrderDependence {
    pub function: FuncId,
    pub pair: Vec<Concrete>,
    /// What it says: whether it holds, or what it raises.
    pub answer: FunctionAnswer,
    /// The same pair with its lists without order in another one. The same as `pair` where a set is to blame.
    pub other_pair: Vec<Concrete>,
    pub other_answer: FunctionAnswer,
}

/// A function of the file, and which of the predicate's parameters each of its own is.
pub(crate) type Function = (FuncId, Vec<usize>);

/// All functions that an analysis asks, apart from preconditions.
pub(crate) fn functions(problem: &Problem) -> Vec<Function> {
    let subproperties = problem.subproperties.iter().map(|property| (property.function, property.params.clone()));
    let reference = problem.predicate.iter().filter(|predicate| predicate.has_reference);
    let reference = reference.map(|predicate| (predicate.function, (0..predicate.params.len()).collect()));
    subproperties.chain(reference).collect()
}

/// Fails with the functions that depend on an order, preconditions included. Gives those of which the solver could not
/// say.
pub(crate) fn check(
    problem: &Problem,
    scope: &Scope,
    settings: &Settings,
    functions: &[Function],
) -> Result<Vec<FuncId>, Failure> {
    let mut open: Vec<Function> = functions.to_vec();
    let mut last = None;
    for (bounds, conflicts) in &SMALLER {
        let Some(smaller) = smaller(problem, scope, bounds) else { continue };
        match check_at(problem, &smaller, settings, &open, *conflicts) {
            Ok(Some(undecided)) if undecided.is_empty() => return Ok(undecided),
            Ok(Some(undecided)) => {
                open.retain(|(function, _)| undecided.contains(function));
                last = Some(undecided);
            }
            Err(failure @ (Failure::DependsOnOrder(_) | Failure::Mismatch(_))) => return Err(failure),
            // What cannot be compiled is said by those who need it.
            Ok(None) | Err(_) => {}
        }
    }
    if let Some(undecided) = last {
        return Ok(undecided);
    }
    let [.., (_, conflicts)] = SMALLER;
    Ok(check_at(problem, scope, settings, functions, conflicts)?.unwrap_or_default())
}

/// The scope with its bounds cut down, if that changes anything.
fn smaller(problem: &Problem, scope: &Scope, bounds: &Bounds) -> Option<Scope> {
    let is_atom = |key: &str| problem.atoms.iter().any(|atom| *atom.name == *key);
    let cut = |(key, bound): &(String, Bound)| {
        let most = if is_atom(key) { bounds.atoms } else { bounds.elements };
        let bound = match bound {
            Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| *count.min(&most)).collect()),
            Bound::Range(start, stop) => Bound::Range(*start, *stop.min(&start.saturating_add(bounds.numbers))),
        };
        (key.clone(), bound)
    };
    let smaller = apply(PairTypes::of(problem), scope.bounds.iter().map(cut).collect()).ok()?;
    (smaller != *scope).then_some(smaller)
}

/// The same at one scope; `None` if no pair of it satisfies the preconditions.
fn check_at(
    problem: &Problem,
    scope: &Scope,
    settings: &Settings,
    functions: &[Function],
    conflicts: u64,
) -> Result<Option<Vec<FuncId>>, Failure> {
    let refused = |refusal| Failure::Refused(vec![refusal]);
    let options = Options { symmetry: settings.symmetry, orders: true, time: settings.limits.time };
    let mut compiler = compiler(problem, scope, options).map_err(refused)?;
    let mut suspects: Vec<(&Function, Lit)> = Vec::new();
    let mut valid = Lit::TRUE;
    let preconditions: Vec<Function> =
        problem.preconditions.iter().map(|property| (property.function, property.params.clone())).collect();
    for (position, function) in preconditions.iter().chain(functions).enumerate() {
        let outcome = compiler.function(function.0, &function.1).map_err(refused)?;
        // A function is only asked where the preconditions before it hold.
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
    if query.solve(&[valid]) == Answer::Unsat {
        return Ok(None);
    }
    let replay = Replay::new(problem);
    let (mut found, mut undecided) = (Vec::new(), Vec::new());
    for (function, when) in suspects {
        let when = query.assumption(circuit, when);
        let pair = match query.solve(&[when]) {
            Answer::Unsat => continue,
            Answer::Unknown => None,
            Answer::Sat => smallest(&mut query, circuit, &layout, &sizes, &[when], None),
        };
        match pair {
            Some((pair, _)) => found.push(confirm(&layout, &replay, function, pair)?),
            None => undecided.push(function.0),
        }
    }
    if found.is_empty() { Ok(Some(undecided)) } else { Err(Failure::DependsOnOrder(found)) }
}

/// Two orders in which `eval` gives two answers.
fn confirm(
    layout: &Layout,
    replay: &Replay<'_>,
    (function, params): &Function,
    pair: Vec<Concrete>,
) -> Result<OrderDependence, Failure> {
    let answer = replay.answer(&pair, *function, params, None)?;
    let structure = layout.structure();
    // Lists alone first: their order can be shown.
    for (lists, sets) in [(true, false), (false, true), (true, true)] {
        for seed in 0..ORDERS {
            let mut random = Random::new(seed);
            let other_pair =
                if lists { structure.reordered(&pair, &mut |items| random.shuffle(items)) } else { pair.clone() };
            let other_answer = replay.answer(&other_pair, *function, params, sets.then_some(SetOrder(seed)))?;
            if other_answer != answer {
                return Ok(OrderDependence { function: *function, pair, answer, other_pair, other_answer });
            }
        }
    }
    let name = &replay.problem().module.function(*function).name.name;
    let what = format!("the solver says that `{name}` depends on the order of a set, and evaluation does not show it");
    Err(replay.mismatch(&pair, what).into())
}
