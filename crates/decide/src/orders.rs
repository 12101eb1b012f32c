//! Decides whether the answer of a function depends on an order that Python leaves open: the order of a set, or of a list
//! declared `Unordered`. Such a function does not have one answer per pair, so nothing can be claimed about it.
//!
//! The solver looks for a pair and two orders with different answers, over the whole scope (`order_questions`). If there
//! are none, everything that is said of the circuit, which follows one order, holds in all of them. `eval` must confirm
//! what is found.
//!
//! What the solver cannot decide within its limits is returned, and every claim that rests on it says so. For these
//! functions smaller scopes are searched as well: two or three elements usually show the effect of an order.

use circuit::Lit;
use compile::{Compiled, OtherOrder};
use eval::SetOrder;
use lang::ast::FuncId;
use lang::problem::{Problem, Property};
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::replay::FunctionAnswer;
use pairs::{Concrete, Implication, Mismatch, PairStructure, Replay, SubpropertySet};
use solver::{SolveResult, SolverLimits};

use crate::function::PairFunction;
use crate::order_questions::{OrderQuestion, OrderQuestions};
use crate::query::Query;
use crate::session::{DecideError, DecideSettings};
use crate::size::Sizes;
use crate::smallest::smallest;

/// The number of conflicts allowed per question.
const MOST_CONFLICTS: u64 = 50_000;

/// If time is limited, the share of it that orders may take.
const SHARE_OF_TIME: f64 = 0.4;

/// With at least as many conflicts, what a question proved is worth knowing for later ones.
const HARD: u64 = 2_000;

/// Smaller scopes for functions that are not decided.
const SMALLER: [Bounds; 2] =
    [Bounds { elements: 3, atoms: 4, numbers: 8 }, Bounds { elements: 2, atoms: 3, numbers: 4 }];

/// Upper limits for the bounds of a smaller scope.
struct Bounds {
    elements: usize,
    atoms: usize,
    numbers: i64,
}

/// How many orders `eval` tries where the order of sets makes the difference.
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

/// Which claims about all pairs may fail in another order of sets and unordered lists, because it is undecided whether
/// some functions depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderCaveat {
    /// A precondition is undecided, or whether a subproperty raises: then that concerns every bucket.
    everything: bool,
    subproperties: SubpropertySet,
}

impl OrderCaveat {
    pub(crate) fn new(problem: &Problem, compiled: &Compiled, undecided: &[FuncId]) -> Self {
        let is_undecided = |property: &Property| undecided.contains(&property.function);
        let outcomes = problem.subproperties.iter().zip(&compiled.subproperties).enumerate();
        let affected: Vec<(usize, Lit)> = outcomes
            .filter(|(_, (property, _))| is_undecided(property))
            .map(|(position, (_, outcome))| (position, outcome.raises))
            .collect();
        let raises = affected.iter().any(|(_, raises)| *raises != Lit::FALSE);
        Self {
            everything: raises || problem.preconditions.iter().any(is_undecided),
            subproperties: affected.iter().map(|(position, _)| *position).collect(),
        }
    }

    /// Whether an implication may fail in another order.
    pub fn concerns(self, implication: Implication) -> bool {
        self.everything || !((implication.hold | implication.then) & self.subproperties).is_empty()
    }
}

/// All functions that an analysis evaluates, apart from preconditions.
pub(crate) fn functions(problem: &Problem) -> Vec<PairFunction> {
    let reference = problem.predicate.iter().filter(|predicate| predicate.has_reference);
    problem.subproperties.iter().map(PairFunction::from).chain(reference.map(PairFunction::from)).collect()
}

/// Fails with the functions that depend on an order, where the first `before` preconditions hold; these are asked about,
/// too. Returns those that could not be decided, in the order of the questions.
pub(crate) fn check(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    functions: &[PairFunction],
    before: usize,
) -> Result<Vec<FuncId>, DecideError> {
    // What follows needs time, too, and says which claims hold in one order only.
    let deadline = settings.limits.deadline.share(SHARE_OF_TIME);
    let settings = &DecideSettings { limits: SolverLimits { deadline, ..settings.limits }, ..settings.clone() };
    let undecided = check_at(problem, scope, settings, (functions, before), |_| true)?;
    if !undecided.is_empty() {
        let is_undecided = |function: FuncId| undecided.contains(&function);
        let open: Vec<PairFunction> = functions.iter().filter(|one| is_undecided(one.function)).cloned().collect();
        for bounds in &SMALLER {
            if let Some(smaller) = smaller(problem, scope, bounds).filter(|_| !deadline.is_due()) {
                check_at(problem, &smaller, settings, (&open, before), is_undecided)?;
            }
        }
    }
    Ok(undecided)
}

/// The same about all functions of a problem.
pub fn check_problem(problem: &Problem, scope: &Scope, settings: &DecideSettings) -> Result<Vec<FuncId>, DecideError> {
    check(problem, scope, settings, &functions(problem), problem.preconditions.len())
}

/// A function that answers differently on this pair in another order, among some orders tried at random. Unlike
/// [`check_problem`], this needs no circuit and is no proof: it is for pairs beyond the scope.
pub fn dependence_on_pair(
    replay: &Replay<'_>,
    structure: &PairStructure,
    pair: &[Concrete],
    orders: u64,
) -> Result<Option<OrderDependence>, Mismatch> {
    let problem = replay.problem();
    let preconditions = problem.preconditions.iter().map(PairFunction::from);
    for (position, PairFunction { function, params }) in preconditions.chain(functions(problem)).enumerate() {
        let answer = replay.answer(pair, function, &params, None)?;
        for seed in 0..orders {
            let mut random = fastrand::Rng::with_seed(seed);
            let other_pair = structure.reordered(pair, &mut |items| random.shuffle(items));
            let other_answer = replay.answer(&other_pair, function, &params, Some(SetOrder(seed)))?;
            if other_answer != answer {
                // If the lists alone are not the cause, it is a set.
                let by_lists = replay.answer(&other_pair, function, &params, None)? != answer;
                let other_pair = if by_lists { other_pair } else { pair.to_vec() };
                return Ok(Some(OrderDependence { function, pair: pair.to_vec(), answer, other_pair, other_answer }));
            }
        }
        // What comes after a precondition is not evaluated where it fails.
        if position < problem.preconditions.len() && answer != Ok(true) {
            break;
        }
    }
    Ok(None)
}

/// The scope with its bounds reduced, if that changes it.
fn smaller(problem: &Problem, scope: &Scope, bounds: &Bounds) -> Option<Scope> {
    let is_atom = |key: &str| problem.atoms.iter().any(|atom| *atom.name == *key);
    let reduced = |(key, bound): &(String, Bound)| {
        let most = if is_atom(key) { bounds.atoms } else { bounds.elements };
        let bound = match bound {
            Bound::Counts(counts) => Bound::Counts(counts.iter().map(|count| *count.min(&most)).collect()),
            Bound::Range(start, stop) => Bound::Range(*start, *stop.min(&start.saturating_add(bounds.numbers))),
            Bound::Text(alphabet, length) => Bound::Text(alphabet.clone(), *length.min(&most)),
        };
        (key.clone(), bound)
    };
    let smaller = apply(PairTypes::of(problem), scope.bounds.iter().map(reduced).collect()).ok()?;
    (smaller != *scope).then_some(smaller)
}

/// Asks about the preconditions and `functions`, apart from those that `asked` excludes. A precondition that is not asked
/// about still restricts the pairs.
fn check_at(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    (functions, before): (&[PairFunction], usize),
    asked: impl Fn(FuncId) -> bool,
) -> Result<Vec<FuncId>, DecideError> {
    let mut questions = OrderQuestions::new(problem, scope, settings.compile_options(), functions, before)
        .map_err(|refusal| DecideError::Refused(vec![refusal]))?;
    // What cannot be compiled at all is reported by whoever compiles the problem.
    let mut undecided = questions.refused.clone();
    let all = std::mem::take(&mut questions.questions);
    let sizes = Sizes::new(&mut questions.circuit, &questions.layout);
    let mut search = Search { replay: Replay::new(problem), questions, sizes, settings, hard: Vec::new() };
    let mut found: Vec<OrderDependence> = Vec::new();
    for question in all {
        let function = question.function.function;
        if !asked(function) || found.iter().any(|known| known.function == function) {
            continue;
        }
        match search.ask(&question)? {
            Order::DoesNotMatter => {}
            Order::Undecided => undecided.push(function),
            Order::Matters(dependence) => found.push(*dependence),
        }
    }
    undecided.dedup();
    if found.is_empty() { Ok(undecided) } else { Err(DecideError::DependsOnOrder(found)) }
}

enum Order {
    DoesNotMatter,
    Undecided,
    Matters(Box<OrderDependence>),
}

/// Finds pairs and orders.
struct Search<'a> {
    replay: Replay<'a>,
    questions: OrderQuestions,
    sizes: Sizes,
    settings: &'a DecideSettings,
    /// Hard questions whose answer is that nothing differs.
    hard: Vec<OrderQuestion>,
}

impl Search<'_> {
    fn ask(&mut self, question: &OrderQuestion) -> Result<Order, DecideError> {
        let OrderQuestions { circuit, constraints, preconditions, .. } = &self.questions;
        let DecideSettings { solver, symmetry, limits, .. } = self.settings;
        // A solver of its own: what was learned from another question hinders more than it helps.
        let mut query = Query::new(*solver, circuit, constraints, *symmetry);
        query.limits = *limits;
        query.limits.conflicts = Some(limits.conflicts.map_or(MOST_CONFLICTS, |most| most.min(MOST_CONFLICTS)));
        for holds in &preconditions[..question.preconditions] {
            query.assert(circuit, *holds);
        }
        // Functions have parts in common: the predicate repeats what subproperties say.
        let known = self.hard.iter().filter(|hard| hard.other == question.other);
        for hard in known.filter(|hard| hard.preconditions <= question.preconditions) {
            query.assert(circuit, !hard.differs);
        }
        query.assert(circuit, question.differs);
        Ok(match query.solve(&[]) {
            SolveResult::Unsat => {
                if query.stats().conflicts >= HARD {
                    self.hard.push(question.clone());
                }
                Order::DoesNotMatter
            }
            SolveResult::Unknown => Order::Undecided,
            SolveResult::Sat => match self.confirm(query, question)? {
                Some(dependence) => Order::Matters(Box::new(dependence)),
                None => Order::Undecided,
            },
        })
    }

    /// Finds a small pair and two orders in which `eval` gives different answers.
    fn confirm(&self, mut query: Query, question: &OrderQuestion) -> Result<Option<OrderDependence>, DecideError> {
        let Self { replay, questions: OrderQuestions { circuit, layout, .. }, sizes, .. } = self;
        let Some((pair, _)) = smallest(&mut query, circuit, layout, sizes, &[], None) else { return Ok(None) };
        // The bits of this pair, not those of the last model.
        let bits = layout.encode(&pair).unwrap_or_default();
        let assumptions: Vec<i32> = bits.into_iter().map(|lit| query.assumption(circuit, lit)).collect();
        if query.solve(&assumptions) != SolveResult::Sat {
            return Ok(None);
        }
        let holds = |lit: Lit| query.input_value(lit);
        let (other_pair, by_sets) = match question.other {
            OtherOrder::Exchanged(exchange) => (layout.decode_exchanged(&holds, exchange), false),
            OtherOrder::Sets => (pair.clone(), true),
        };
        // A precondition without a circuit is not part of the question.
        let valid = |pair: &[Concrete]| replay.check_preconditions(pair, question.preconditions).is_ok();
        if !valid(&pair) || !valid(&other_pair) {
            return Ok(None);
        }
        let PairFunction { function, params } = &question.function;
        let answer = replay.answer(&pair, *function, params, None)?;
        // The order of sets inside may matter as well; `eval` and the circuit start with different ones.
        for seed in 0..ORDERS {
            let sets = (seed > 0 || by_sets).then_some(SetOrder(seed));
            let other_answer = replay.answer(&other_pair, *function, params, sets)?;
            if other_answer != answer {
                return Ok(Some(OrderDependence { function: *function, pair, answer, other_pair, other_answer }));
            }
        }
        Ok(None)
    }
}
