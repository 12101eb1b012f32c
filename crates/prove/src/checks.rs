//! Pairs on which the circuit and the submission itself are compared before a decision is believed.
//!
//! Some of every bucket, and one for every statement and exception that a pair can reach. What the circuit says of each is
//! predicted here, by simulation; whoever runs the submission compares it with what Python says. Where names play no part,
//! the pairs are shown under other names than those that the solver chose.

use std::collections::{BTreeMap, BTreeSet};

use circuit::Lit;
use circuit::simulate::Simulator;
use decision::{Answer, Claim, DecidedPair, PairPurpose};
use eval::AtomName;
use lang::problem::{AtomKind, AtomType, Problem};
use pairs::notation::pair_json;
use pairs::{Bucket, Concrete};
use serde_json::{Map, Value as Json};
use solver::SolveResult;

use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;
use crate::prover::Prover;

/// How many pairs are looked for that reach a statement or an exception.
const MOST_REACHED: usize = 60;
/// The number of names that atoms are given; up to `z`, names sort like their numbers.
const NAMES: u32 = 26;

/// Adds the pairs, shown with each kind of atoms in turn.
pub(crate) fn add(prover: &mut Prover<'_, '_>) {
    let mut all: Vec<(Bucket, Vec<Concrete>)> = prover.decided.checks.clone();
    all.extend(reaching(prover));
    let pairs: Vec<Vec<Concrete>> = all.iter().map(|(_, pair)| pair.clone()).collect();
    let predicted = predicted(prover.circuit, &pairs);
    let kinds = prover.decided.kinds();
    let claim = prover.circuit.claim();
    for (number, ((bucket, pair), predicted)) in all.iter().zip(predicted).enumerate() {
        // Where the names count, they are those of one kind.
        let turn = number % kinds.len().max(1);
        let kinds = if prover.circuit.holds_for_all_kinds() { &*kinds[turn] } else { prover.kinds };
        let shown = renamed(pair, claim, number);
        let pair = pair_of(prover.decided, (*bucket, &shown), kinds, predicted, PairPurpose::Check);
        prover.pairs.push(pair);
    }
}

/// Adds tests of a suite, as far as they are pairs of the scope with names that the claim covers. Notes which ones.
pub(crate) fn add_tests(prover: &mut Prover<'_, '_>, tests: &[DecidedPair], added: &mut BTreeSet<usize>) {
    let claim = prover.circuit.claim();
    let mut all = Vec::new();
    for (number, test) in tests.iter().enumerate() {
        let kind = |atom: &AtomType| test.atoms.get(&*atom.name).copied();
        let kinds: Vec<AtomKind> = prover.decided.problem.atoms.iter().filter_map(kind).collect();
        if claim == Claim::Values && kinds != prover.kinds {
            continue;
        }
        let Some(pair) = concrete(prover.decided.problem, test) else { continue };
        let pair = named_in_scope(&pair, claim);
        if prover.circuit.layout.encode(&pair).is_some() {
            all.push((number, pair));
        }
    }
    let pairs: Vec<Vec<Concrete>> = all.iter().map(|(_, pair)| pair.clone()).collect();
    for ((number, _), predicted) in all.iter().zip(predicted(prover.circuit, &pairs)) {
        added.insert(*number);
        prover.pairs.push(DecidedPair { predicted, purpose: PairPurpose::Check, ..tests[*number].clone() });
    }
}

/// The values of a test, with the numbers that the names of its atoms stand for.
pub(crate) fn concrete(problem: &Problem, test: &DecidedPair) -> Option<Vec<Concrete>> {
    let sides = [("input", &test.input), ("output", &test.output)];
    let json = sides.map(|(name, side)| (name.to_owned(), Json::Object(side.clone())));
    let read = eval::Pair::read(problem, &Json::Object(Map::from_iter(json))).ok()?;
    let values = pairs::convert::concrete(problem, &read)?;
    let number = |(ty, id)| match read.atom_name(eval::Atom { ty, id }) {
        AtomName::Int(number) => u32::try_from(number).unwrap_or(u32::MAX),
        AtomName::Str(name) => pairs::notation::number_of(&name).unwrap_or(u32::MAX),
    };
    let named: Vec<Concrete> = values.iter().map(|value| value.rename(&number)).collect();
    let mut is_known = true;
    named.iter().for_each(|value| value.visit_atoms(&mut |_, id| is_known &= id != u32::MAX));
    is_known.then_some(named)
}

/// The same pair with the first names, as far as the claim does not tell them apart.
fn named_in_scope(pair: &[Concrete], claim: Claim) -> Vec<Concrete> {
    let mut used: BTreeMap<_, BTreeSet<u32>> = BTreeMap::new();
    for value in pair {
        value.visit_atoms(&mut |ty, id| {
            used.entry(ty).or_default().insert(id);
        });
    }
    let rank = |(ty, id)| {
        let rank = used.get(&ty).and_then(|ids| ids.iter().position(|known| *known == id));
        rank.and_then(|rank| u32::try_from(rank).ok()).unwrap_or(id)
    };
    match claim {
        Claim::Values => pair.to_vec(),
        Claim::Order | Claim::Equality => pair.iter().map(|value| value.rename(&rank)).collect(),
    }
}

/// A pair for every statement and every exception that a valid pair can reach.
fn reaching(prover: &mut Prover<'_, '_>) -> Vec<(Bucket, Vec<Concrete>)> {
    let circuit = prover.circuit;
    let faults = circuit.answer().faults.iter().map(|fault| fault.when);
    let reached = circuit.compiled.reached.iter().map(|statement| statement.when);
    // What a finding rests on comes first.
    let lits = faults.chain([circuit.answer().other]).chain(reached).filter(|lit| *lit != Lit::FALSE);
    let (mut asked, mut found) = (BTreeSet::new(), Vec::new());
    for lit in lits {
        if asked.len() < MOST_REACHED && asked.insert(lit) && prover.can_be(lit) == SolveResult::Sat {
            found.push(prover.found());
        }
    }
    found
}

/// The same pair under other names that the claim covers.
fn renamed(pair: &[Concrete], claim: Claim, number: usize) -> Vec<Concrete> {
    let mut used: BTreeMap<_, BTreeSet<u32>> = BTreeMap::new();
    for value in pair {
        value.visit_atoms(&mut |ty, id| {
            used.entry(ty).or_default().insert(id);
        });
    }
    let mut random = fastrand::Rng::with_seed(u64::try_from(number).unwrap_or(0));
    let mut names = BTreeMap::new();
    for (ty, ids) in used {
        let mut free: Vec<u32> = (0..NAMES.max(u32::try_from(ids.len()).unwrap_or(NAMES))).collect();
        random.shuffle(&mut free);
        free.truncate(ids.len());
        match claim {
            Claim::Values => free = ids.iter().copied().collect(),
            Claim::Order => free.sort_unstable(),
            Claim::Equality => {}
        }
        names.extend(ids.into_iter().map(|id| (ty, id)).zip(free));
    }
    pair.iter().map(|value| value.rename(&|atom| names.get(&atom).copied().unwrap_or(atom.1))).collect()
}

/// A pair as data.
pub(crate) fn pair_of(
    decided: &DecidedProblem<'_>,
    (bucket, pair): (Bucket, &[Concrete]),
    kinds: &[AtomKind],
    predicted: Option<Answer>,
    purpose: PairPurpose,
) -> DecidedPair {
    let mut sides = match pair_json(decided.problem, pair) {
        Json::Object(sides) => sides,
        _ => Map::new(),
    };
    let mut side = |name: &str| match sides.remove(name) {
        Some(Json::Object(side)) => side,
        _ => Map::new(),
    };
    let atoms = decided.problem.atoms.iter().zip(kinds).map(|(atom, kind)| (atom.name.to_string(), *kind));
    DecidedPair {
        input: side("input"),
        output: side("output"),
        atoms: atoms.collect(),
        fails: decided.fails(bucket),
        expect: decided.is_positive(bucket),
        predicted,
        purpose,
    }
}

/// Of which pairs this is true, as far as they lie in the scope.
pub(crate) fn where_true(circuit: &SubmissionCircuit, lit: Lit, pairs: &[Vec<Concrete>]) -> Vec<bool> {
    let mut simulator: Simulator<1> = Simulator::new(&circuit.circuit, &[lit]);
    let mut all = Vec::new();
    for chunk in pairs.chunks(64) {
        let (words, inside) = encoded(circuit, chunk);
        simulator.run(&words);
        let value = simulator.value(lit)[0];
        all.extend(inside.iter().enumerate().map(|(bit, inside)| *inside && value >> bit & 1 == 1));
    }
    all
}

/// At most 64 pairs as inputs of the circuit, and which of them lie in the scope.
fn encoded(circuit: &SubmissionCircuit, pairs: &[Vec<Concrete>]) -> (Vec<[u64; 1]>, Vec<bool>) {
    let gates = &circuit.circuit;
    let mut words = vec![[0_u64]; gates.input_count()];
    let mut inside = Vec::new();
    for (bit, pair) in pairs.iter().enumerate() {
        let encoded = circuit.layout.encode(pair);
        inside.push(encoded.is_some());
        for lit in encoded.unwrap_or_default() {
            if let Some(input) = gates.input_of(lit) {
                words[input][0] |= 1 << bit;
            }
        }
    }
    (words, inside)
}

/// What the circuit says about pairs; `None` where it says nothing.
pub(crate) fn predicted(circuit: &SubmissionCircuit, pairs: &[Vec<Concrete>]) -> Vec<Option<Answer>> {
    let answer = &circuit.compiled.answer;
    let unknown = answer.unknown.iter().map(|unknown| unknown.when);
    let mut roots: Vec<Lit> = vec![answer.accepts, answer.rejects, answer.other];
    roots.extend(answer.faults.iter().map(|fault| fault.when));
    roots.extend(unknown.clone());
    let gates = &circuit.circuit;
    let mut simulator: Simulator<1> = Simulator::new(gates, &roots);
    let mut all = Vec::new();
    for chunk in pairs.chunks(64) {
        let (words, inside) = encoded(circuit, chunk);
        simulator.run(&words);
        for (bit, inside) in inside.into_iter().enumerate() {
            let holds = |lit: Lit| simulator.value(lit)[0] >> bit & 1 == 1;
            let open = !inside || circuit.compiled.any_sets.is_some() || unknown.clone().any(holds);
            let raised = answer.faults.iter().find(|fault| holds(fault.when));
            all.push(match raised {
                _ if open => None,
                Some(fault) => Some(Answer::Raised(fault.exception.to_string())),
                None if holds(answer.accepts) => Some(Answer::Accepted),
                None if holds(answer.rejects) => Some(Answer::Rejected),
                None => Some(Answer::NotBoolean(None)),
            });
        }
    }
    all
}
