//! Compares two functions of a file within the scope: equal, one stronger than the other, or overlapping.
//!
//! Both functions are compiled over the bits of one pair, and a solver looks for the smallest pair of each case: both
//! hold, only one holds, neither holds, one raises. `eval` confirms every pair that is returned.

use circuit::{Circuit, Lit};
use compile::{CompiledFunction, Constraint, Layout, Refusal};
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::replay::{FunctionAnswer, NoAnswer};
use pairs::{Concrete, Mismatch, Replay};
use solver::SolveResult;

use crate::function::PairFunction;
use crate::oracle::compiler;
use crate::orders;
use crate::query::{Query, bits};
use crate::session::{DecideError, DecideSettings};
use crate::size::Sizes;
use crate::smallest::smallest;

/// For each case the smallest pair, replayed by `eval`.
#[derive(Debug)]
pub struct FunctionComparison {
    pub both: SearchResult,
    pub only_first: SearchResult,
    pub only_second: SearchResult,
    pub neither: SearchResult,
    /// A valid pair on which one of them raises. Such a pair belongs to none of the other cases.
    pub raises: SearchResult,
    /// How many preconditions, in the order of the file, hold for all of these pairs.
    pub preconditions: usize,
    /// Functions that may depend on an order that Python leaves open: the solver gave up before it found out.
    pub order_undecided: Vec<FuncId>,
}

/// The result of searching the scope for a pair.
#[derive(Debug, PartialEq, Eq)]
pub enum SearchResult {
    Pair(Vec<Concrete>),
    /// The scope contains no such pair.
    None,
    /// The solver reached a limit.
    Undecided,
}

pub fn compare(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    first: &PairFunction,
    second: &PairFunction,
) -> Result<FunctionComparison, DecideError> {
    let refused = |refusal: Refusal| DecideError::Refused(vec![refusal]);
    let options = settings.compile_options();
    // A precondition is evaluated only where those before it hold; everything else where all of them hold.
    let own = |compared: &PairFunction| {
        problem.preconditions.iter().position(|property| property.function == compared.function)
    };
    let before = own(first).into_iter().chain(own(second)).min().unwrap_or(problem.preconditions.len());
    let order_undecided = orders::check(problem, scope, settings, &[first.clone(), second.clone()], before)?;
    let mut compiler = compiler(problem, scope, options).map_err(refused)?;
    let mut valid = Vec::new();
    for property in &problem.preconditions[..before] {
        valid.push(compiler.precondition(property).map_err(refused)?.holds);
    }
    let a = compiler.function(first.function, &first.params).map_err(refused)?;
    let b = compiler.function(second.function, &second.params).map_err(refused)?;
    let layout = compiler.layout.clone();
    let constraints = compiler.constraints.clone();
    let circuit = compiler.circuit();
    let sizes = Sizes::new(circuit, &layout);
    let valid = circuit.all(valid);
    let any = circuit.any([a.raises, b.raises]);
    let raises = circuit.and(valid, any);
    let valid = circuit.and(valid, !any);
    let pick = |outcome: &CompiledFunction, wanted: bool| if wanted { outcome.holds } else { !outcome.holds };
    let cases = [(true, true), (true, false), (false, true), (false, false)]
        .map(|(x, y)| (circuit.all([valid, pick(&a, x), pick(&b, y)]), x, y));
    let search = GoalSearch { circuit, layout: &layout, constraints: &constraints, sizes: &sizes, settings };
    let replay = Replay::new(problem);
    let find = |(goal, x, y): (Lit, bool, bool)| -> Result<SearchResult, DecideError> {
        search.find(goal).replayed(&replay, |pair| {
            replay.check_preconditions(pair, before)?;
            replay.check_function(pair, first.function, &first.params, &Ok(x))?;
            replay.check_function(pair, second.function, &second.params, &Ok(y))
        })
    };
    let [both, only_first, only_second, neither] = cases;
    let (both, only_first) = (find(both)?, find(only_first)?);
    let (only_second, neither) = (find(only_second)?, find(neither)?);
    let raises = search.find(raises).replayed(&replay, |pair| {
        replay.check_preconditions(pair, before)?;
        let outside = || replay.mismatch(pair, "the solver gave a pair outside the scope");
        let bits = bits(circuit, &layout, pair).ok_or_else(outside)?;
        let expected = [&a, &b].map(|outcome| circuit_answer(circuit, outcome, &bits));
        if expected.iter().all(Result::is_ok) {
            return Err(
                replay.mismatch(pair, "the solver says that one of two functions raises, but neither circuit does")
            );
        }
        replay.check_function(pair, first.function, &first.params, &expected[0])?;
        replay.check_function(pair, second.function, &second.params, &expected[1])
    })?;
    Ok(FunctionComparison { both, only_first, only_second, neither, raises, preconditions: before, order_undecided })
}

/// The answer of a function for a pair, according to its circuit.
pub(crate) fn circuit_answer(circuit: &Circuit, outcome: &CompiledFunction, bits: &[bool]) -> FunctionAnswer {
    let is_true = |lit: Lit| circuit::eval_bool(circuit, lit, bits);
    match outcome.faults.iter().find(|fault| is_true(fault.when)) {
        Some(fault) => Err(NoAnswer::Raises(fault.exception)),
        None => Ok(is_true(outcome.holds)),
    }
}

impl SearchResult {
    /// The same result, after `eval` has confirmed the pair.
    fn replayed(
        self,
        replay: &Replay<'_>,
        check: impl Fn(&[Concrete]) -> Result<(), Mismatch>,
    ) -> Result<Self, DecideError> {
        match self {
            Self::Pair(pair) => Ok(Self::Pair(replay.shown(pair, check)?.0)),
            nothing => Ok(nothing),
        }
    }
}

/// The formula that all searches of a comparison share.
struct GoalSearch<'a> {
    circuit: &'a Circuit,
    layout: &'a Layout,
    constraints: &'a [Constraint],
    sizes: &'a Sizes,
    settings: &'a DecideSettings,
}

impl GoalSearch<'_> {
    /// The smallest pair that satisfies the goal.
    fn find(&self, goal: Lit) -> SearchResult {
        if goal == Lit::FALSE {
            return SearchResult::None;
        }
        let mut query = Query::new(self.settings.solver, self.circuit, self.constraints, self.settings.symmetry);
        query.limits = self.settings.limits;
        query.assert(self.circuit, goal);
        match query.solve(&[]) {
            SolveResult::Unsat => return SearchResult::None,
            SolveResult::Unknown => return SearchResult::Undecided,
            SolveResult::Sat => {}
        }
        let found = smallest(&mut query, self.circuit, self.layout, self.sizes, &[], None);
        found.map_or(SearchResult::Undecided, |(pair, _)| SearchResult::Pair(pair))
    }
}
