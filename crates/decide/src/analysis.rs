//! Everything about the buckets of a problem at one scope.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use circuit::Lit;
use lang::ast::FuncId;
use lang::builtins::Exception;
use lang::problem::{Predicate, PropertyKind};
use pairs::replay::NoAnswer;
use pairs::{Bucket, Concrete, Mismatch};
use solver::Answer;

use crate::query::bits;
use crate::session::{Failure, Session};
use crate::smallest::smallest;
use pairs::implications::{Implication, basis, minimal};

/// What was found. Every claim is made within the scope.
#[derive(Debug)]
pub struct Analysis {
    /// In order, each with a pair.
    pub concretizable: Vec<(Bucket, Vec<Concrete>)>,
    /// The solver gave up before all buckets were decided: more may be concretizable.
    pub open: bool,
    /// All minimal ones. Empty if `open`.
    pub implications: Vec<Implication>,
    pub basis: Vec<Implication>,
    /// Whether the required subproperties together equal the reference predicate; `None` without one, or undecided.
    pub complete: Option<bool>,
    /// A pair on which they differ.
    pub difference: Option<Difference>,
    pub raises: Vec<Raising>,
    /// Functions and what they might raise: the solver gave up before it knew.
    pub may_raise: Vec<(String, Exception)>,
    /// Functions of which the solver could not say whether they depend on an order that Python leaves open.
    pub order_undecided: Vec<String>,
    pub times: Vec<(&'static str, Duration)>,
    pub figures: Figures,
}

/// A pair that shows that the required subproperties together are not the reference predicate.
#[derive(Debug)]
pub struct Difference {
    pub pair: Vec<Concrete>,
    /// The reference predicate accepts it, and some required subproperty fails; otherwise it is the other way round.
    pub accepted: bool,
    /// The pair is proven to be the smallest.
    pub proven: bool,
}

/// A function that raises on some pair of the scope.
#[derive(Debug)]
pub struct Raising {
    pub function: String,
    pub exception: Exception,
    pub pair: Vec<Concrete>,
    /// The pair is proven to be the smallest.
    pub proven: bool,
    pub at: lang::ast::Span,
}

/// How large the question was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub inputs: usize,
    pub gates: usize,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
}

/// How far an analysis has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many concretizable buckets are known.
    Buckets(usize),
    Implications,
    Exceptions,
    Completeness,
}

/// Decides all buckets.
pub fn analyze(session: &mut Session<'_>) -> Result<Analysis, Failure> {
    analyze_with(session, &mut |_| {})
}

/// Decides all buckets and tells how far it has come.
pub fn analyze_with(session: &mut Session<'_>, tell: &mut dyn FnMut(Step)) -> Result<Analysis, Failure> {
    let mut times = vec![("order", session.order_time), ("compile", session.compile_time)];
    let mut timed = |name: &'static str, started: Instant| times.push((name, started.elapsed()));

    let started = Instant::now();
    let stats = session.query.stats();
    let (concretizable, open) = enumerate(session, tell)?;
    timed("buckets", started);

    tell(Step::Implications);
    let started = Instant::now();
    let buckets: Vec<Bucket> = concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let count = session.subproperty_count();
    let implications = if open { Vec::new() } else { minimal(count, &buckets) };
    let basis = basis(count, &implications);
    timed("implications", started);

    tell(Step::Exceptions);
    let started = Instant::now();
    let (raises, may_raise) = raising(session)?;
    timed("exceptions", started);

    tell(Step::Completeness);
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
        times,
        figures,
    })
}

/// A bucket with a pair of it.
pub type Concretizable = (Bucket, Vec<Concrete>);

/// All concretizable buckets, each with a pair: models projected on the selectors. Contradictory ones are never visited.
/// The second part says that the solver gave up before all were found.
pub fn enumerate(session: &mut Session<'_>, tell: &mut dyn FnMut(Step)) -> Result<(Vec<Concretizable>, bool), Failure> {
    let active = session.query.new_var();
    let mut found: BTreeMap<Bucket, Vec<Concrete>> = BTreeMap::new();
    let open = loop {
        tell(Step::Buckets(found.len()));
        match session.query.solve(&[active]) {
            Answer::Sat => {}
            Answer::Unsat => break false,
            Answer::Unknown => break true,
        }
        let (bucket, pair) = session.found()?;
        // Another bucket next time.
        let mut clause: Vec<i32> = session.assumptions(bucket).iter().map(|lit| -lit).collect();
        clause.push(-active);
        session.query.add_clause(&clause);
        found.insert(bucket, pair);
    };
    session.query.add_clause(&[-active]);
    Ok((found.into_iter().collect(), open))
}

/// What functions raise, and what they might raise where the solver gave up.
pub type Raises = (Vec<Raising>, Vec<(String, Exception)>);

/// The functions that can raise, each with the smallest pair.
pub fn raising(session: &mut Session<'_>) -> Result<Raises, Failure> {
    let mut found = (Vec::new(), Vec::new());
    let mut before = Before { hold: Lit::TRUE, preconditions: 0 };
    let preconditions = session.compiled.preconditions.clone();
    for (property, outcome) in session.problem.preconditions.iter().zip(&preconditions) {
        // A precondition is asked only where those before it hold.
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

/// The preconditions that hold wherever a function is asked.
#[derive(Clone, Copy, Debug)]
struct Before {
    hold: Lit,
    /// So many, the first ones of the file.
    preconditions: usize,
}

fn raising_of(
    session: &mut Session<'_>,
    function: FuncId,
    params: &[usize],
    outcome: &compile::CompiledFunction,
    before: Before,
    (found, open): &mut Raises,
) -> Result<(), Failure> {
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
            Answer::Unsat => continue,
            Answer::Unknown => {
                open.push((name(), exception));
                continue;
            }
            Answer::Sat => {}
        }
        let (circuit, layout) = (&session.compiled.circuit, &session.compiled.layout);
        let Some((pair, proven)) = smallest(&mut query, circuit, layout, &session.sizes, &[], None) else {
            open.push((name(), exception));
            continue;
        };
        let replay = &session.replay;
        let (pair, at) = replay.shown(pair, |pair| {
            replay.check_preconditions(pair, before.preconditions)?;
            replay.check_function(pair, function, params, &Err(NoAnswer::Raises(exception)))?;
            let bits = bits(circuit, layout, pair);
            let bits = bits.ok_or_else(|| replay.mismatch(pair, "the solver gave a pair outside the scope"))?;
            let at = faults.iter().find(|fault| circuit::eval_bool(circuit, fault.when, &bits));
            let nowhere = || format!("the solver says that `{}` raises {exception}, and its circuit does not", name());
            at.map(|fault| fault.at).ok_or_else(|| replay.mismatch(pair, nowhere()))
        })?;
        found.push(Raising { function: name(), exception, pair, proven, at });
    }
    Ok(())
}

/// Whether the required subproperties together say what the reference predicate says, and a pair on which they do not.
/// Nothing without one, or if the solver gave up.
pub fn completeness(session: &mut Session<'_>) -> Result<(Option<bool>, Option<Difference>), Failure> {
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
    // A solver of its own: what the other one learnt about buckets hinders more than it helps (measured on sortacle).
    let mut query = session.fresh_query(session.settings.symmetry);
    for outcome in &session.compiled.preconditions {
        query.assert(&session.compiled.circuit, outcome.holds);
    }
    for outcome in &session.compiled.subproperties {
        query.assert(&session.compiled.circuit, !outcome.raises);
    }
    query.assert(&session.compiled.circuit, differs);
    match query.solve(&[]) {
        Answer::Unsat => return Ok((Some(true), None)),
        Answer::Unknown => return Ok((None, None)),
        Answer::Sat => {}
    }
    let (circuit, layout) = (&session.compiled.circuit, &session.compiled.layout);
    let Some((pair, proven)) = smallest(&mut query, circuit, layout, &session.sizes, &[], None) else {
        return Ok((None, None));
    };
    let (pair, accepted) = session.replay.shown(pair, |pair| check_difference(session, predicate, pair))?;
    Ok((Some(false), Some(Difference { pair, accepted, proven })))
}

/// Checks that a pair is valid, that every subproperty answers, and that the reference predicate says the opposite of
/// the required ones; gives what it says.
fn check_difference(session: &Session<'_>, predicate: &Predicate, pair: &[Concrete]) -> Result<bool, Mismatch> {
    let replay = &session.replay;
    replay.check_valid(pair)?;
    let mut correct = true;
    for (property, holds) in session.problem.subproperties.iter().zip(replay.answers(pair)?.subproperties) {
        let says =
            |error: NoAnswer| format!("the solver says that `{}` answers, and evaluation says {error}", property.name);
        let holds = holds.map_err(|error| replay.mismatch(pair, says(error)))?;
        correct &= holds || property.kind == PropertyKind::Error;
    }
    let params: Vec<usize> = (0..predicate.params.len()).collect();
    replay.check_function(pair, predicate.function, &params, &Ok(!correct))?;
    Ok(!correct)
}
