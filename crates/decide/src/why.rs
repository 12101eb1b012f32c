//! Explains why a bucket is contradictory: which subproperties, preconditions and bounds suffice for the contradiction.
//!
//! Every reason is an assumption, and a minimal core of the solver's answer is the explanation. The problem is compiled
//! at a scope one larger in every bound, with each bound of the file's scope as an assumption, so that a bound is named
//! only if the contradiction needs it. "Needs it" is relative to that larger scope. If the larger scope cannot be
//! compiled, the scope itself is used and no bound is named.
//!
//! That a subproperty does not raise is a separate reason, given only if there is no contradiction without it.

use circuit::{Circuit, Lit, count};
use compile::layout::{Layout, NodeClassPlace, NodePlace, Place};
use compile::{CompileOptions, Compiled, Refusal};
use lang::ast::FuncId;
use lang::problem::{AtomId, Problem};
use lang::scope::{Domain, Scope};
use pairs::{Bucket, Concrete};
use solver::{SolveResult, minimize_core};

use crate::grow::{grown, grown_except};
use crate::oracle::compiler;
use crate::orders;
use crate::query::Query;
use crate::session::{DecideError, DecideSettings};

/// Steps that compiling the larger scope may take. It says only whether bounds are needed.
const STEPS_OF_LARGER_SCOPE: u64 = 1_000_000;

/// Reasons that together suffice for a contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContradictionReasons {
    /// Subproperties that hold in the bucket, by position.
    pub hold: Vec<usize>,
    /// Subproperties that fail in it.
    pub fail: Vec<usize>,
    /// Preconditions, by position.
    pub preconditions: Vec<usize>,
    /// Subproperties for which it matters that they do not raise.
    pub quiet: Vec<usize>,
    /// Names of bounds.
    pub bounds: Vec<String>,
    /// Why it is unknown whether bounds are needed; then none is named.
    pub bounds_unknown: Option<BoundsUnknown>,
    /// Whether the solver gave up before it had tried to leave out each reason. Otherwise every reason is needed.
    pub perhaps_more: bool,
    /// Whether all preconditions are named because a function cannot be compiled without them.
    pub assumes_preconditions: bool,
}

/// Why an explanation cannot say which bounds it needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundsUnknown {
    #[error("there is no larger scope")]
    NoLargerScope,
    #[error("a scope larger by one cannot be compiled: {reason}")]
    NotCompiled { reason: String },
}

/// Whether a bucket has a pair, and the reasons if it has none.
#[derive(Debug)]
pub enum BucketDecision {
    Contradictory(ContradictionReasons),
    /// The scope contains a pair of the bucket.
    Concretizable,
    Undecided,
}

#[derive(Clone, Debug)]
enum Reason {
    Hold(usize),
    Fail(usize),
    Precondition(usize),
    Quiet(usize),
    Bound(String),
}

/// Also returns the functions that may depend on an order that Python leaves open: then the decision holds in one order.
pub fn why(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    bucket: Bucket,
) -> Result<(BucketDecision, Vec<FuncId>), DecideError> {
    let order_undecided = orders::check_problem(problem, scope, settings)?;
    Ok((decide(problem, scope, settings, bucket)?, order_undecided))
}

fn decide(
    problem: &Problem,
    scope: &Scope,
    settings: &DecideSettings,
    bucket: Bucket,
) -> Result<BucketDecision, DecideError> {
    let ExplainedProblem { mut compiled, bounds_unknown, only_valid } = compile(problem, scope, settings)?;
    let mut reasons: Vec<(Lit, Reason)> = Vec::new();
    for (position, outcome) in compiled.subproperties.iter().enumerate() {
        let fails = bucket.fails(position);
        let reason = if fails { Reason::Fail(position) } else { Reason::Hold(position) };
        reasons.push((if fails { !outcome.holds } else { outcome.holds }, reason));
    }
    for (position, outcome) in compiled.preconditions.iter().enumerate().filter(|_| !only_valid) {
        reasons.push((outcome.holds, Reason::Precondition(position)));
    }
    for (position, outcome) in compiled.subproperties.iter().enumerate() {
        if outcome.raises != Lit::FALSE {
            reasons.push((!outcome.raises, Reason::Quiet(position)));
        }
    }
    for (key, _) in scope.bounds.iter().filter(|_| bounds_unknown.is_none()) {
        let Some(only) = grown_except(problem, scope, 1, key) else { continue };
        let lit = within(&mut compiled.circuit, &compiled.layout, &only);
        if lit != Lit::TRUE {
            reasons.push((lit, Reason::Bound(key.clone())));
        }
    }
    let mut query = Query::new(settings.solver, &compiled.circuit, &compiled.constraints, settings.symmetry);
    query.limits = settings.limits;
    for outcome in compiled.preconditions.iter().filter(|_| only_valid) {
        query.assert(&compiled.circuit, outcome.holds);
    }
    let assumptions: Vec<i32> = reasons.iter().map(|(lit, _)| query.assumption(&compiled.circuit, *lit)).collect();
    // Without exceptions and bounds first: an explanation without them says more, and a core of all assumptions might
    // name one that is not needed.
    let ranks: Vec<u8> = reasons.iter().map(|(_, reason)| reason.rank()).collect();
    let mut distinct = ranks.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let mut result = SolveResult::Unknown;
    for most in distinct {
        let some: Vec<i32> =
            assumptions.iter().zip(&ranks).filter(|(_, rank)| **rank <= most).map(|(lit, _)| *lit).collect();
        result = query.solve(&some);
        if result == SolveResult::Unsat {
            break;
        }
    }
    match result {
        SolveResult::Sat => return Ok(BucketDecision::Concretizable),
        SolveResult::Unknown => return Ok(BucketDecision::Undecided),
        SolveResult::Unsat => {}
    }
    let limits = query.limits;
    // Minimization drops what comes first: bounds, then exceptions.
    let mut core = query.failed();
    let rank = |lit: &i32| assumptions.iter().position(|known| known == lit).map_or(0, |at| ranks[at]);
    core.sort_by_key(|lit| std::cmp::Reverse(rank(lit)));
    let (core, minimal) = minimize_core(query.solver(), &core, &limits);
    let mut found = ContradictionReasons { bounds_unknown, perhaps_more: !minimal, ..ContradictionReasons::default() };
    if only_valid {
        found.preconditions = (0..compiled.preconditions.len()).collect();
        found.assumes_preconditions = !found.preconditions.is_empty();
    }
    for (position, (lit, (_, reason))) in assumptions.iter().zip(&reasons).enumerate() {
        // Of reasons with the same literal, the first is enough.
        if !core.contains(lit) || assumptions[..position].contains(lit) {
            continue;
        }
        match reason {
            Reason::Hold(position) => found.hold.push(*position),
            Reason::Fail(position) => found.fail.push(*position),
            Reason::Precondition(position) => found.preconditions.push(*position),
            Reason::Quiet(position) => found.quiet.push(*position),
            Reason::Bound(key) => found.bounds.push(key.clone()),
        }
    }
    Ok(BucketDecision::Contradictory(found))
}

impl Reason {
    /// Reasons of a higher rank are named only if there is no contradiction without them.
    fn rank(&self) -> u8 {
        match self {
            Self::Hold(_) | Self::Fail(_) | Self::Precondition(_) => 0,
            Self::Quiet(_) => 1,
            Self::Bound(_) => 2,
        }
    }
}

/// The problem as it is explained.
struct ExplainedProblem {
    compiled: Compiled,
    bounds_unknown: Option<BoundsUnknown>,
    /// The circuit means something only for pairs that satisfy the preconditions, so none of them can be left out.
    only_valid: bool,
}

/// The problem at a scope one larger in every bound; at the scope itself, with the reason, if that is not possible. Without
/// preconditions if possible, since an explanation may not need all of them.
fn compile(problem: &Problem, scope: &Scope, settings: &DecideSettings) -> Result<ExplainedProblem, DecideError> {
    let at = |scope: &Scope, only_valid: bool, most_steps: u64| -> Result<Compiled, Vec<Refusal>> {
        let options = CompileOptions { only_valid, ..settings.compile_options() };
        let mut compiler = compiler(problem, scope, options).map_err(|refusal| vec![refusal])?;
        compiler.limit_steps(most_steps);
        compiler.problem()
    };
    let either = |scope: &Scope, most_steps: u64| match at(scope, false, most_steps) {
        Ok(compiled) => Ok((compiled, false)),
        Err(_) => at(scope, true, most_steps).map(|compiled| (compiled, true)),
    };
    let unknown = match grown(problem, scope, 1) {
        None => BoundsUnknown::NoLargerScope,
        Some(larger) => match either(&larger, STEPS_OF_LARGER_SCOPE) {
            Ok((compiled, only_valid)) => return Ok(ExplainedProblem { compiled, bounds_unknown: None, only_valid }),
            Err(refusals) => {
                let reason = refusals.first().map_or_else(String::new, ToString::to_string);
                BoundsUnknown::NotCompiled { reason }
            }
        },
    };
    let (compiled, only_valid) = either(scope, u64::MAX).map_err(DecideError::Refused)?;
    Ok(ExplainedProblem { compiled, bounds_unknown: Some(unknown), only_valid })
}

/// A literal that is true if a pair of the layout lies inside a scope that is smaller in some bounds.
fn within(circuit: &mut Circuit, layout: &Layout, scope: &Scope) -> Lit {
    let mut parts = Vec::new();
    for (param, domain) in layout.params.iter().zip(&scope.params) {
        parts.push(inside(circuit, &param.place, domain));
    }
    for (ty, most) in (0..).map(AtomId).zip(&scope.atoms) {
        let number = layout.atoms.get(usize::from(ty.0)).copied().unwrap_or(0);
        if number > *most {
            let mut occurs = vec![Vec::new(); number];
            layout.params.iter().for_each(|param| crate::size::occurrences(&param.place, ty, &mut occurs));
            let occurs: Vec<Lit> = occurs.into_iter().map(|lits| circuit.any(lits)).collect();
            let total = count::count(circuit, &occurs);
            parts.push(count::at_most(&total, *most));
        }
    }
    circuit.all(parts)
}

fn inside(circuit: &mut Circuit, place: &Place, domain: &Domain) -> Lit {
    match (place, domain) {
        (Place::Listed(values), _) => {
            let outside: Vec<Lit> =
                values.iter().filter(|(_, value)| !contains(domain, value)).map(|(lit, _)| *lit).collect();
            !circuit.any(outside)
        }
        (Place::Bits { low, lits, .. }, Domain::Int { high, .. }) => {
            let most = i128::from(*high - *low);
            let width = lits.len() + 1;
            let word = circuit::bits::zero_extend(lits, width);
            circuit::bits::less_equal(circuit, &word, &circuit::bits::from_const(most, width))
        }
        (Place::Optional { inner, .. }, Domain::Optional(domain)) => inside(circuit, inner, domain),
        (
            Place::Tuple(parts) | Place::Record(_, parts),
            Domain::Tuple(domains) | Domain::Record { fields: domains, .. },
        ) => {
            let all: Vec<Lit> = parts.iter().zip(domains).map(|(part, domain)| inside(circuit, part, domain)).collect();
            circuit.all(all)
        }
        (Place::List(cells), Domain::List { element, max }) | (Place::Text(cells), Domain::Text { element, max }) => {
            let mut all: Vec<Lit> = cells.iter().skip(*max).map(|(there, _)| !*there).collect();
            for (there, cell) in cells.iter().take(*max) {
                let fits = inside(circuit, cell, element);
                all.push(circuit.implies(*there, fits));
            }
            circuit.all(all)
        }
        (
            Place::Unordered(possible, _) | Place::Set { elements: possible, .. },
            Domain::Unordered { element, max } | Domain::Set { element, max, .. },
        ) => {
            let mut all: Vec<Lit> =
                possible.iter().filter(|(_, value)| !contains(element, value)).map(|(lit, _)| !*lit).collect();
            let lits: Vec<Lit> = possible.iter().map(|(lit, _)| *lit).collect();
            let total = count::count_up_to(circuit, &lits, max + 1);
            all.push(count::at_most(&total, *max));
            circuit.all(all)
        }
        (Place::Dict(entries), Domain::Dict { key, value, max }) => {
            let mut all: Vec<Lit> = entries.iter().skip(*max).map(|(there, ..)| !*there).collect();
            for (there, k, v) in entries.iter().take(*max) {
                let (k, v) = (inside(circuit, k, key), inside(circuit, v, value));
                let fits = circuit.and(k, v);
                all.push(circuit.implies(*there, fits));
            }
            circuit.all(all)
        }
        (Place::Union(places), Domain::Union(domains)) => {
            let mut all = Vec::new();
            for ((lit, place), domain) in places.iter().zip(domains) {
                let fits = inside(circuit, place, domain);
                all.push(circuit.implies(*lit, fits));
            }
            circuit.all(all)
        }
        (Place::Nodes { pool: places, inner, .. }, Domain::Nodes { pool, inner: domain }) => {
            let mut all = vec![inside(circuit, inner, domain)];
            for (number, family) in pool.families.iter().enumerate() {
                let own = |node: &NodePlace| -> Vec<NodeClassPlace> {
                    node.classes.iter().filter(|class| class.family == number).cloned().collect()
                };
                let used: Vec<Lit> =
                    places.iter().map(|node| circuit.any(own(node).iter().map(|class| class.when))).collect();
                let total = count::count_up_to(circuit, &used, family.most + 1);
                all.push(count::at_most(&total, family.most));
                let classes: Vec<NodeClassPlace> = places.iter().flat_map(own).collect();
                for class in classes {
                    // More around it than allowed, and itself.
                    if let Some(deeper) = class.deeper.get(family.depth) {
                        let too_deep = circuit.and(class.when, *deeper);
                        all.push(!too_deep);
                    }
                }
            }
            for class in places.iter().flat_map(|node| &node.classes) {
                let Some(domains) = pool.class_of(class.record).map(|class| &pool.classes[class].fields) else {
                    continue;
                };
                for (field, domain) in class.fields.iter().zip(domains) {
                    let fits = inside(circuit, field, domain);
                    all.push(circuit.implies(class.when, fits));
                }
            }
            circuit.all(all)
        }
        _ => Lit::TRUE,
    }
}

/// Whether a value is in a domain. The number of atoms is limited in [`within`].
fn contains(domain: &Domain, value: &Concrete) -> bool {
    match (domain, value) {
        (Domain::Int { low, high }, Concrete::Int(number)) => low <= number && number <= high,
        (Domain::Optional(inner), value) => *value == Concrete::None || contains(inner, value),
        (Domain::Tuple(domains) | Domain::Record { fields: domains, .. }, value) => {
            domains.iter().zip(value.children()).all(|(domain, child)| contains(domain, child))
        }
        (
            Domain::List { element, max }
            | Domain::Text { element, max }
            | Domain::Unordered { element, max }
            | Domain::Set { element, max, .. },
            value,
        ) => value.len().is_none_or(|len| len <= *max) && value.children().all(|child| contains(element, child)),
        (Domain::Union(domains), value) => domains.iter().any(|domain| match (domain, value) {
            (Domain::Record { record, .. }, Concrete::Record(own, _)) => record == own && contains(domain, value),
            _ => false,
        }),
        (Domain::Dict { key, value, max }, Concrete::Dict(entries)) => {
            entries.len() <= *max && entries.iter().all(|(k, v)| contains(key, k) && contains(value, v))
        }
        _ => true,
    }
}
