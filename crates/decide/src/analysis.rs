//! The analysis of a problem at one scope: concretizable buckets, implications, exceptions, completeness.
//!
//! Buckets are enumerated as models projected on the selectors: each model excludes its own bucket until none is left. So
//! contradictory buckets are never visited, and implications are read off the concretizable ones.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use circuit::Lit;
use lang::ast::FuncId;
use lang::builtins::Exception;
use lang::problem::{Predicate, PropertyKind};
use pairs::replay::NoAnswer;
use pairs::{Bucket, Concrete, Mismatch};
use solver::SolveResult;

use crate::orders::OrderCaveat;
use crate::query::bits;
use crate::session::{DecideError, Session};
use crate::smallest::smallest;
use pairs::implications::{Implication, basis, minimal};

/// The result of an analysis. Every claim is made within the scope.
#[derive(Debug)]
pub struct Analysis {
    /// The concretizable buckets in order, each with a pair.
    pub concretizable: Vec<(Bucket, Vec<Concrete>)>,
    /// The solver gave up before all buckets were decided: more may be concretizable.
    pub open: bool,
    /// All minimal implications. Empty if `open`.
    pub implications: Vec<Implication>,
    pub basis: Vec<Implication>,
    /// Whether the required subproperties together equal the reference predicate; `None` if there is none, or undecided.
    pub complete: Option<bool>,
    /// A pair on which they differ, if they do.
    pub difference: Option<ReferenceDifference>,
    pub raises: Vec<Raising>,
    /// Functions and the exceptions they might raise: the solver gave up before it found out.
    pub may_raise: Vec<(String, Exception)>,
    /// Functions that may depend on an order that Python leaves open: the solver gave up before it found out.
    pub order_undecided: Vec<String>,
    /// Which implications may fail in another order.
    pub order_caveat: OrderCaveat,
    pub times: Vec<(&'static str, Duration)>,
    pub figures: Figures,
}

/// A pair on which the required subproperties together differ from the reference predicate.
#[derive(Debug)]
pub struct ReferenceDifference {
    pub pair: Vec<Concrete>,
    /// Whether the reference predicate accepts the pair although a required subproperty fails, or rejects it although
    /// all of them hold.
    pub accepted: bool,
    /// Whether the pair is proven smallest.
    pub proven: bool,
}

/// A function that raises on some pair of the scope.
#[derive(Debug)]
pub struct Raising {
    pub function: String,
    pub exception: Exception,
    pub pair: Vec<Concrete>,
    /// Whether the pair is proven smallest.
    pub proven: bool,
    pub at: lang::ast::Span,
}

/// The size of the formula and the work of the solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub inputs: usize,
    pub gates: usize,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
}

/// Progress of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisStep {
    /// The number of concretizable buckets found so far.
    Buckets(usize),
    Implications,
    Exceptions,
    Completeness,
}

/// Decides all buckets.
pub fn analyze(session: &mut Session<'_>) -> Result<Analysis, DecideError> {
    analyze_with(session, &mut |_| {})
}

/// Decides all buckets and reports progress.
pub fn analyze_with(session: &mut Session<'_>, report: &mut dyn FnMut(AnalysisStep)) -> Result<Analysis, DecideError> {
    let mut times = vec![("order", session.order_time), ("compile", session.compile_time)];
    let mut timed = |name: &'static str, started: Instant| times.push((name, started.elapsed()));

    let started = Instant::now();
    let stats = session.query.stats();
    let (concretizable, open) = enumerate(session, report)?;
    timed("buckets", started);

    report(AnalysisStep::Implications);
    let started = Instant::now();
    let buckets: Vec<Bucket> = concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let count = session.subproperty_count();
    let implications = if open { Vec::new() } else { minimal(count, &buckets) };
    let basis = basis(count, &implications);
    timed("implications", started);

    report(AnalysisStep::Exceptions);
    let started = Instant::now();
    let RaisedExceptions { found: raises, undecided: may_raise } = raising(session)?;
    timed("exceptions", started);

    report(AnalysisStep::Completeness);
    let started = Instant::now();
    let (complete, difference) = completeness(session)?;
    timed("completeness", started);

    let figures = Figures {
        inputs: session.compiled.circuit.input_count(),
        gates: session.compiled.circuit.and_count(),
        variables: stats.variables,
        clauses: stats.clauses,
        conflicts: session.query.stats().conflicts,
    };
    let name = |function: &FuncId| session.problem.module.function(*function).name.name.to_string();
    let order_undecided = session.order_undecided.iter().map(name).collect();
    let order_caveat = OrderCaveat::new(session.problem, &session.compiled, &session.order_undecided);
    Ok(Analysis {
        concretizable,
        open,
        implications,
        basis,
        complete,
        difference,
        raises,
        may_raise,
        order_undecided,
        order_caveat,
        times,
        figures,
    })
}

/// A bucket and one of its pairs.
pub type Concretizable = (Bucket, Vec<Concrete>);

/// All concretizable buckets, each with a pair, and whether the solver gave up before it had found all of them.
pub fn enumerate(
    session: &mut Session<'_>,
    report: &mut dyn FnMut(AnalysisStep),
) -> Result<(Vec<Concretizable>, bool), DecideError> {
    let active = session.query.new_var();
    let mut found: BTreeMap<Bucket, Vec<Concrete>> = BTreeMap::new();
    let open = loop {
        report(AnalysisStep::Buckets(found.len()));
        match session.query.solve(&[active]) {
            SolveResult::Sat => {}
            SolveResult::Unsat => break false,
            SolveResult::Unknown => break true,
        }
        let (bucket, pair) = session.found()?;
        // The next model must be in another bucket.
        let mut clause: Vec<i32> = session.assumptions(bucket).iter().map(|lit| -lit).collect();
        clause.push(-active);
        session.query.add_clause(&clause);
        found.insert(bucket, pair);
    };
    session.query.add_clause(&[-active]);
    Ok((found.into_iter().collect(), open))
}

/// Exceptions that the functions of a file raise on valid pairs.
#[derive(Debug, Default)]
pub struct RaisedExceptions {
    pub found: Vec<Raising>,
    /// Functions and the exceptions they might raise: the solver gave up before it found out.
    pub undecided: Vec<(String, Exception)>,
}

/// The functions that can raise, each with the smallest pair.
pub fn raising(session: &mut Session<'_>) -> Result<RaisedExceptions, DecideError> {
    let mut found = RaisedExceptions::default();
    let mut before = Before { hold: Lit::TRUE, preconditions: 0 };
    let preconditions = session.compiled.preconditions.clone();
    for (property, outcome) in session.problem.preconditions.iter().zip(&preconditions) {
        // A precondition is evaluated only where those before it hold.
        raising_of(session, property.function, &property.params, outcome, before, &mut found)?;
        before.hold = session.compiled.circuit.and(before.hold, outcome.holds);
        before.preconditions += 1;
    }
    let subproperties = session.compiled.subproperties.clone();
    for (property, outcome) in session.problem.subproperties.iter().zip(&subproperties) {
        raising_of(session, property.function, &property.params, outcome, before, &mut found)?;
    }
    if let (Some(predicate), Some(outcome)) = (&session.problem.predicate, session.compiled.reference.clone()) {
        let params: Vec<usize> = (0..predicate.params.len()).collect();
        raising_of(session, predicate.function, &params, &outcome, before, &mut found)?;
    }
    Ok(found)
}

/// The preconditions that hold wherever a function is evaluated.
#[derive(Clone, Copy, Debug)]
struct Before {
    hold: Lit,
    /// How many, counted from the first one of the file.
    preconditions: usize,
}

fn raising_of(
    session: &mut Session<'_>,
    function: FuncId,
    params: &[usize],
    outcome: &compile::CompiledFunction,
    before: Before,
    all: &mut RaisedExceptions,
) -> Result<(), DecideError> {
    let mut exceptions: Vec<Exception> = outcome.faults.iter().map(|fault| fault.exception).collect();
    exceptions.sort_unstable();
    exceptions.dedup();
    for exception in exceptions {
        let faults: Vec<&compile::PossibleException> =
            outcome.faults.iter().filter(|fault| fault.exception == exception).collect();
        let when = session.compiled.circuit.any(faults.iter().map(|fault| fault.when));
        let when = session.compiled.circuit.and(before.hold, when);
        if when == Lit::FALSE {
            continue;
        }
        let name = || session.problem.module.function(function).name.name.to_string();
        let mut query = session.fresh_query(session.settings.symmetry);
        query.assert(&session.compiled.circuit, when);
        match query.solve(&[]) {
            SolveResult::Unsat => continue,
            SolveResult::Unknown => {
                all.undecided.push((name(), exception));
                continue;
            }
            SolveResult::Sat => {}
        }
        let (circuit, layout) = (&session.compiled.circuit, &session.compiled.layout);
        let Some((pair, proven)) = smallest(&mut query, circuit, layout, &session.sizes, &[], None) else {
            all.undecided.push((name(), exception));
            continue;
        };
        let replay = &session.replay;
        let (pair, at) = replay.shown(pair, |pair| {
            replay.check_preconditions(pair, before.preconditions)?;
            replay.check_function(pair, function, params, &Err(NoAnswer::Raises(exception)))?;
            let bits = bits(circuit, layout, pair);
            let bits = bits.ok_or_else(|| replay.mismatch(pair, "the solver gave a pair outside the scope"))?;
            let at = faults.iter().find(|fault| circuit::eval_bool(circuit, fault.when, &bits));
            let not_raised =
                || format!("the solver says that `{}` raises {exception}, but its circuit does not", name());
            at.map(|fault| fault.at).ok_or_else(|| replay.mismatch(pair, not_raised()))
        })?;
        all.found.push(Raising { function: name(), exception, pair, proven, at });
    }
    Ok(())
}

/// Whether the required subproperties together equal the reference predicate, and a pair on which they differ. `None`
/// without a reference predicate, or if the solver gave up.
pub fn completeness(session: &mut Session<'_>) -> Result<(Option<bool>, Option<ReferenceDifference>), DecideError> {
    let (Some(predicate), Some(reference)) = (&session.problem.predicate, session.compiled.reference.clone()) else {
        return Ok((None, None));
    };
    let required: Vec<Lit> = session
        .problem
        .subproperties
        .iter()
        .zip(&session.compiled.subproperties)
        .filter(|(property, _)| property.kind == PropertyKind::Required)
        .map(|(_, outcome)| outcome.holds)
        .collect();
    let circuit = &mut session.compiled.circuit;
    let correct = circuit.all(required);
    let differs = circuit.xor(correct, reference.holds);
    let differs = circuit.and(differs, !reference.raises);
    // A fresh solver: what the other one learned about buckets hinders more than it helps (measured on sortacle).
    let mut query = session.fresh_query(session.settings.symmetry);
    for outcome in &session.compiled.preconditions {
        query.assert(&session.compiled.circuit, outcome.holds);
    }
    for outcome in &session.compiled.subproperties {
        query.assert(&session.compiled.circuit, !outcome.raises);
    }
    query.assert(&session.compiled.circuit, differs);
    match query.solve(&[]) {
        SolveResult::Unsat => return Ok((Some(true), None)),
        SolveResult::Unknown => return Ok((None, None)),
        SolveResult::Sat => {}
    }
    let (circuit, layout) = (&session.compiled.circuit, &session.compiled.layout);
    let Some((pair, proven)) = smallest(&mut query, circuit, layout, &session.sizes, &[], None) else {
        return Ok((None, None));
    };
    let (pair, accepted) = session.replay.shown(pair, |pair| check_difference(session, predicate, pair))?;
    Ok((Some(false), Some(ReferenceDifference { pair, accepted, proven })))
}

/// Checks that a pair is valid, that every subproperty answers, and that the reference predicate answers the opposite of
/// the required ones; returns its answer.
fn check_difference(session: &Session<'_>, predicate: &Predicate, pair: &[Concrete]) -> Result<bool, Mismatch> {
    let replay = &session.replay;
    let mut correct = true;
    replay.check_subproperties(pair, |position, holds| {
        correct &= holds || session.problem.subproperties[position].kind == PropertyKind::Error;
        true
    })?;
    let params: Vec<usize> = (0..predicate.params.len()).collect();
    replay.check_function(pair, predicate.function, &params, &Ok(!correct))?;
    Ok(!correct)
}
