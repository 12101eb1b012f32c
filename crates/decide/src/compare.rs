//! Two functions of a file compared within the scope: equal, one stronger, or overlapping.

use circuit::{Circuit, Lit};
use compile::{CompileOptions, CompiledFunction, Constraint, Layout, Refusal};
use lang::ast::FuncId;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::replay::{FunctionAnswer, NoAnswer};
use pairs::{Concrete, Mismatch, Replay};
use solver::Answer;

use crate::oracle::compiler;
use crate::orders;
use crate::query::{Query, bits};
use crate::session::{Failure, Settings};
use crate::size::Sizes;
use crate::smallest::smallest;

/// What pairs there are: for each case the smallest, replayed.
#[derive(Debug)]
pub struct Comparison {
    pub both: Found,
    pub only_first: Found,
    pub only_second: Found,
    pub neither: Found,
    /// A valid pair on which one of them raises; such a pair is none of the others.
    pub raises: Found,
    /// So many preconditions, in the order of the file, are taken to hold.
    pub preconditions: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    Pair(Vec<Concrete>),
    /// No pair of the scope.
    None,
    Undecided,
}

/// A function with the parameters of the predicate it takes.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub function: FuncId,
    pub params: Vec<usize>,
}

impl Candidate {
    /// The function of that name, if its parameters are the predicate's.
    pub fn find(problem: &Problem, name: &str) -> Result<Self, String> {
        let found = problem.module.body.iter().find_map(|stmt| match &stmt.kind {
            lang::ast::StmtKind::Function(id) if *problem.module.function(*id).name.name == *name => Some(*id),
            _ => None,
        });
        let Some(function) = found else { return Err(format!("the file has no function `{name}`")) };
        let predicate = problem.predicate.as_ref().ok_or("the file declares no predicate")?;
        let mut params = Vec::new();
        for param in &problem.module.function(function).params {
            match predicate.params.iter().position(|known| known.name == param.name.name) {
                Some(position) => params.push(position),
                None => {
                    return Err(format!(
                        "`{name}` takes `{}`, which is no parameter of `{}`",
                        param.name.name, predicate.name
                    ));
                }
            }
        }
        Ok(Self { function, params })
    }
}

pub fn compare(
    problem: &Problem,
    scope: &Scope,
    settings: &Settings,
    first: &Candidate,
    second: &Candidate,
) -> Result<Comparison, Failure> {
    let functions = [first, second].map(|candidate| (candidate.function, candidate.params.clone()));
    orders::check(problem, scope, settings, &functions)?;
    let refused = |refusal: Refusal| Failure::Refused(vec![refusal]);
    let options =
        CompileOptions { symmetry: settings.symmetry, time: settings.limits.time, ..CompileOptions::default() };
    let mut compiler = compiler(problem, scope, options).map_err(refused)?;
    // A precondition is asked only where those before it hold; all else where all do.
    let own = |candidate: &Candidate| {
        problem.preconditions.iter().position(|property| property.function == candidate.function)
    };
    let before = own(first).into_iter().chain(own(second)).min().unwrap_or(problem.preconditions.len());
    let mut valid = Vec::new();
    for property in &problem.preconditions[..before] {
        valid.push(compiler.property(property).map_err(refused)?.holds);
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
    let asked = Asked { circuit, layout: &layout, constraints: &constraints, sizes: &sizes, settings };
    let replay = Replay::new(problem);
    let find = |(goal, x, y): (Lit, bool, bool)| -> Result<Found, Failure> {
        asked.find(goal).replayed(&replay, |pair| {
            replay.check_preconditions(pair, before)?;
            replay.check_function(pair, first.function, &first.params, &Ok(x))?;
            replay.check_function(pair, second.function, &second.params, &Ok(y))
        })
    };
    let [both, only_first, only_second, neither] = cases;
    let (both, only_first) = (find(both)?, find(only_first)?);
    let (only_second, neither) = (find(only_second)?, find(neither)?);
    let raises = asked.find(raises).replayed(&replay, |pair| {
        replay.check_preconditions(pair, before)?;
        let outside = || replay.mismatch(pair, "the solver gave a pair outside the scope");
        let bits = bits(circuit, &layout, pair).ok_or_else(outside)?;
        let expected = [&a, &b].map(|outcome| said(circuit, outcome, &bits));
        if expected.iter().all(Result::is_ok) {
            return Err(replay.mismatch(pair, "the solver says that one of two functions raises, and no circuit does"));
        }
        replay.check_function(pair, first.function, &first.params, &expected[0])?;
        replay.check_function(pair, second.function, &second.params, &expected[1])
    })?;
    Ok(Comparison { both, only_first, only_second, neither, raises, preconditions: before })
}

/// What a circuit says of a pair.
pub(crate) fn said(circuit: &Circuit, outcome: &CompiledFunction, bits: &[bool]) -> FunctionAnswer {
    let is_true = |lit: Lit| circuit::eval_bool(circuit, lit, bits);
    match outcome.faults.iter().find(|fault| is_true(fault.when)) {
        Some(fault) => Err(NoAnswer::Raises(fault.exception)),
        None => Ok(is_true(outcome.holds)),
    }
}

impl Found {
    /// The same, after `eval` has confirmed what the solver says.
    fn replayed(
        self,
        replay: &Replay<'_>,
        check: impl Fn(&[Concrete]) -> Result<(), Mismatch>,
    ) -> Result<Self, Failure> {
        match self {
            Self::Pair(pair) => Ok(Self::Pair(replay.shown(pair, check)?.0)),
            nothing => Ok(nothing),
        }
    }
}

/// What all questions share.
struct Asked<'a> {
    circuit: &'a Circuit,
    layout: &'a Layout,
    constraints: &'a [Constraint],
    sizes: &'a Sizes,
    settings: &'a Settings,
}

impl Asked<'_> {
    /// The smallest pair for which the goal is true.
    fn find(&self, goal: Lit) -> Found {
        if goal == Lit::FALSE {
            return Found::None;
        }
        let mut query = Query::new(self.settings.solver, self.circuit, self.constraints, self.settings.symmetry);
        query.limits = self.settings.limits.clone();
        query.assert(self.circuit, goal);
        match query.solve(&[]) {
            Answer::Unsat => return Found::None,
            Answer::Unknown => return Found::Undecided,
            Answer::Sat => {}
        }
        let found = smallest(&mut query, self.circuit, self.layout, self.sizes, &[], None);
        found.map_or(Found::Undecided, |(pair, _)| Found::Pair(pair))
    }
}
