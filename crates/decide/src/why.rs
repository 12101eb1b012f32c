//! Why a bucket is contradictory: which subproperties, preconditions and bounds suffice for it.
//!
//! The question is asked at a scope one larger in every bound, with each bound of the file's scope as an assumption, so
//! that a bound is named only if the contradiction needs it. "Needs it" is relative to that larger scope. Where it cannot
//! be compiled, the question is asked at the scope itself, and bounds are not told apart.
//!
//! That a subproperty does not raise is a reason of its own, given only if there is no contradiction without it.

use circuit::{Circuit, Lit, count};
use compile::layout::{Layout, Place};
use compile::{CompileOptions, Compiled, Refusal};
use lang::problem::{AtomId, Problem};
use lang::scope::{Domain, Scope};
use pairs::{Bucket, Concrete};
use solver::{Answer, minimize_core};

use crate::grow::{grown, grown_except};
use crate::oracle::compiler;
use crate::orders;
use crate::query::Query;
use crate::session::{Failure, Settings};

/// What suffices for a contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// Subproperties that hold in the bucket, by position.
    pub hold: Vec<usize>,
    /// Subproperties that fail in it.
    pub fail: Vec<usize>,
    /// Preconditions, by position.
    pub preconditions: Vec<usize>,
    /// Subproperties of which it matters that they do not raise.
    pub quiet: Vec<usize>,
    /// Names of bounds.
    pub bounds: Vec<String>,
    /// Why bounds could not be told apart; then none is named.
    pub bounded: Option<String>,
    /// The solver gave up on some of it: not all of it may be needed. Otherwise none of it can be left out.
    pub perhaps_more: bool,
}

#[derive(Debug)]
pub enum Why {
    Contradictory(Reasons),
    /// Some pair of the scope is in it.
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

pub fn why(problem: &Problem, scope: &Scope, settings: &Settings, bucket: Bucket) -> Result<Why, Failure> {
    orders::check(problem, scope, settings, &orders::functions(problem))?;
    let (mut compiled, bounded) = compile(problem, scope, settings)?;
    let mut reasons: Vec<(Lit, Reason)> = Vec::new();
    for (position, outcome) in compiled.subproperties.iter().enumerate() {
        let fails = bucket.fails(position);
        let reason = if fails { Reason::Fail(position) } else { Reason::Hold(position) };
        reasons.push((if fails { !outcome.holds } else { outcome.holds }, reason));
    }
    for (position, outcome) in compiled.preconditions.iter().enumerate() {
        reasons.push((outcome.holds, Reason::Precondition(position)));
    }
    for (position, outcome) in compiled.subproperties.iter().enumerate() {
        if outcome.raises != Lit::FALSE {
            reasons.push((!outcome.raises, Reason::Quiet(position)));
        }
    }
    for (key, _) in scope.bounds.iter().filter(|_| bounded.is_none()) {
        let Some(only) = grown_except(problem, scope, 1, key) else { continue };
        let lit = within(&mut compiled.circuit, &compiled.layout, &only);
        if lit != Lit::TRUE {
            reasons.push((lit, Reason::Bound(key.clone())));
        }
    }
    let mut query = Query::new(settings.solver, &compiled.circuit, &compiled.constraints, settings.symmetry);
    query.limits = settings.limits.clone();
    let assumptions: Vec<i32> = reasons.iter().map(|(lit, _)| query.assumption(&compiled.circuit, *lit)).collect();
    // Without exceptions and bounds first: what holds without them says more, and a core of all might name one in vain.
    let ranks: Vec<u8> = reasons.iter().map(|(_, reason)| reason.rank()).collect();
    let mut asked = ranks.clone();
    asked.sort_unstable();
    asked.dedup();
    let mut answer = Answer::Unknown;
    for most in asked {
        let some: Vec<i32> =
            assumptions.iter().zip(&ranks).filter(|(_, rank)| **rank <= most).map(|(lit, _)| *lit).collect();
        answer = query.solve(&some);
        if answer == Answer::Unsat {
            break;
        }
    }
    match answer {
        Answer::Sat => return Ok(Why::Concretizable),
        Answer::Unknown => return Ok(Why::Undecided),
        Answer::Unsat => {}
    }
    let limits = query.limits.clone();
    // What comes first is dropped first: bounds, then exceptions.
    let mut core = query.failed();
    let rank = |lit: &i32| assumptions.iter().position(|known| known == lit).map_or(0, |at| ranks[at]);
    core.sort_by_key(|lit| std::cmp::Reverse(rank(lit)));
    let (core, minimal) = minimize_core(query.solver(), &core, &limits);
    let mut found = Reasons { bounded, perhaps_more: !minimal, ..Reasons::default() };
    for (position, (lit, (_, reason))) in assumptions.iter().zip(&reasons).enumerate() {
        // Of reasons that say the same, the first is enough.
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
    Ok(Why::Contradictory(found))
}

impl Reason {
    /// Those of a higher rank are named only if there is no contradiction without them.
    fn rank(&self) -> u8 {
        match self {
            Self::Hold(_) | Self::Fail(_) | Self::Precondition(_) => 0,
            Self::Quiet(_) => 1,
            Self::Bound(_) => 2,
        }
    }
}

/// The problem at a scope one larger in every bound; at the scope itself, with the reason, if that cannot be had.
fn compile(problem: &Problem, scope: &Scope, settings: &Settings) -> Result<(Compiled, Option<String>), Failure> {
    let at = |scope: &Scope| -> Result<Compiled, Vec<Refusal>> {
        let options =
            CompileOptions { symmetry: settings.symmetry, time: settings.limits.time, ..CompileOptions::default() };
        compiler(problem, scope, options).map_err(|refusal| vec![refusal])?.problem()
    };
    let why_not = match grown(problem, scope, 1) {
        None => "there is no larger scope".to_owned(),
        Some(larger) => match at(&larger) {
            Ok(compiled) => return Ok((compiled, None)),
            Err(refusals) => {
                let reason = refusals.first().map(ToString::to_string).unwrap_or_default();
                format!("a scope larger by one cannot be compiled: {reason}")
            }
        },
    };
    Ok((at(scope).map_err(Failure::Refused)?, Some(why_not)))
}

/// Whether a pair of the layout lies inside a scope that is smaller in some bounds.
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
        (Place::List(cells), Domain::List { element, max }) => {
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
        _ => Lit::TRUE,
    }
}

/// Whether a value is in a domain. How many atoms there are is counted elsewhere.
fn contains(domain: &Domain, value: &Concrete) -> bool {
    let all = |domains: &[Domain], values: &[Concrete]| domains.iter().zip(values).all(|(d, v)| contains(d, v));
    match (domain, value) {
        (Domain::Int { low, high }, Concrete::Int(number)) => low <= number && number <= high,
        (Domain::Optional(inner), value) => *value == Concrete::None || contains(inner, value),
        (Domain::Tuple(domains), Concrete::Tuple(values))
        | (Domain::Record { fields: domains, .. }, Concrete::Record(_, values)) => all(domains, values),
        (Domain::List { element, max } | Domain::Unordered { element, max }, Concrete::List(values))
        | (Domain::Set { element, max, .. }, Concrete::Set { elements: values, .. }) => {
            values.len() <= *max && values.iter().all(|value| contains(element, value))
        }
        (Domain::Dict { key, value, max }, Concrete::Dict(entries)) => {
            entries.len() <= *max && entries.iter().all(|(k, v)| contains(key, k) && contains(value, v))
        }
        _ => true,
    }
}
