//! The clauses are exact: on every assignment of the inputs they can be satisfied when they should, and only then.
//! Random requests on random growing circuits, decided by plain search.

use super::*;
use fastrand::Rng;

use crate::random::{random_circuit, random_gate, random_lit};
use crate::simulate::eval_bool;

const INPUTS: usize = 4;

#[derive(Default)]
struct Clauses {
    vars: i32,
    clauses: Vec<Vec<i32>>,
}

impl ClauseSink for Clauses {
    fn new_var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    fn clause(&mut self, clause: &[i32]) {
        assert!(clause.iter().all(|lit| lit.abs() <= self.vars && *lit != 0));
        let mut vars: Vec<i32> = clause.iter().map(|lit| lit.abs()).collect();
        vars.sort_unstable();
        vars.dedup();
        assert_eq!(vars.len(), clause.len(), "a variable occurs twice in {clause:?}");
        self.clauses.push(clause.to_vec());
    }
}

impl Clauses {
    fn satisfiable(&self, assumptions: &[i32]) -> bool {
        let mut values = vec![None; usize::try_from(self.vars).expect("positive") + 1];
        assumptions.iter().all(|&lit| assign(&mut values, lit)) && search(&self.clauses, values)
    }
}

fn value(values: &[Option<bool>], lit: i32) -> Option<bool> {
    values[lit.unsigned_abs() as usize].map(|value| value == (lit > 0))
}

/// False if the opposite was assigned.
fn assign(values: &mut [Option<bool>], lit: i32) -> bool {
    let before = value(values, lit);
    values[lit.unsigned_abs() as usize] = Some(lit > 0);
    before != Some(false)
}

fn search(clauses: &[Vec<i32>], mut values: Vec<Option<bool>>) -> bool {
    loop {
        let mut changed = false;
        let mut branch = None;
        for clause in clauses {
            if clause.iter().any(|&lit| value(&values, lit) == Some(true)) {
                continue;
            }
            let open: Vec<i32> = clause.iter().copied().filter(|&lit| value(&values, lit).is_none()).collect();
            match open[..] {
                [] => return false,
                [lit] => changed |= assign(&mut values, lit),
                [lit, ..] => branch = Some(lit),
            }
        }
        match branch {
            _ if changed => {}
            None => return true,
            Some(lit) => {
                return [lit, -lit].into_iter().any(|lit| {
                    let mut values = values.clone();
                    assign(&mut values, lit);
                    search(clauses, values)
                });
            }
        }
    }
}

/// Requests to an encoder, with its results.
#[derive(Default)]
struct Trace {
    encoder: Encoder,
    clauses: Clauses,
    asserted: Vec<Vec<Lit>>,
    literals: Vec<(Lit, Polarity, i32)>,
}

impl Trace {
    fn assert(&mut self, circuit: &Circuit, lit: Lit) {
        self.encoder.assert(circuit, lit, &mut self.clauses);
        self.asserted.push(vec![lit]);
    }

    fn clause(&mut self, circuit: &Circuit, lits: &[Lit]) {
        self.encoder.clause(circuit, lits, &mut self.clauses);
        self.asserted.push(lits.to_vec());
    }

    fn lit(&mut self, circuit: &Circuit, lit: Lit, polarity: Polarity) {
        let literal = self.encoder.lit(circuit, lit, polarity, &mut self.clauses);
        self.literals.push((lit, polarity, literal));
    }

    fn check(&self, circuit: &Circuit) {
        let count = circuit.input_count();
        for row in 0usize..1 << count {
            let inputs: Vec<bool> = (0..count).map(|bit| row >> bit & 1 == 1).collect();
            let holds = |lit| eval_bool(circuit, lit, &inputs);
            let consistent = self.asserted.iter().all(|clause| clause.iter().any(|&lit| holds(lit)));
            let fixed: Vec<i32> = std::iter::zip(circuit.inputs(), &inputs)
                .filter_map(|(&input, &value)| Some(if value { 1 } else { -1 } * self.encoder.var(input)?))
                .collect();
            let satisfiable = |literal: i32| self.clauses.satisfiable(&[&fixed[..], &[literal]].concat());
            assert_eq!(self.clauses.satisfiable(&fixed), consistent, "{inputs:?}, {:?}", self.asserted);
            for &(lit, polarity, literal) in &self.literals {
                let (when_true, when_false) = (satisfiable(literal), satisfiable(-literal));
                let context = format!("{lit:?} {polarity:?} {inputs:?}");
                if polarity != Polarity::Negative {
                    assert_eq!(when_true, consistent && holds(lit), "{context}");
                }
                if polarity != Polarity::Positive {
                    assert_eq!(when_false, consistent && !holds(lit), "{context}");
                }
                assert_eq!(when_true || when_false, consistent, "{context}");
            }
        }
    }
}

const POLARITIES: [Polarity; 3] = [Polarity::Positive, Polarity::Negative, Polarity::Both];

#[test]
fn random_requests_are_exact() {
    for seed in 0..400 {
        let mut random = Rng::with_seed(seed);
        let (mut circuit, mut lits) = random_circuit(&mut random, INPUTS, 8);
        let mut trace = Trace::default();
        for _ in 0..=random.usize(..4) {
            lits.extend([(); 3].map(|()| random_gate(&mut random, &mut circuit, &lits)));
            // The last ones have the largest cones.
            let recent = &lits[lits.len() - 5..];
            match random.usize(..8) {
                0 => trace.assert(&circuit, random_lit(&mut random, recent)),
                1 => trace.clause(
                    &circuit,
                    &[random_lit(&mut random, recent), random_lit(&mut random, &lits), random_lit(&mut random, &lits)],
                ),
                choice => trace.lit(&circuit, random_lit(&mut random, recent), POLARITIES[choice % 3]),
            }
        }
        trace.check(&circuit);
    }
}

#[test]
fn missing_halves_are_added() {
    for seed in 0..60 {
        let mut random = Rng::with_seed(seed);
        let (circuit, lits) = random_circuit(&mut random, INPUTS, 12);
        let root = lits[lits.len() - 1];
        for first in POLARITIES {
            for second in POLARITIES {
                let mut trace = Trace::default();
                trace.lit(&circuit, root, first);
                trace.lit(&circuit, !root, second);
                trace.lit(&circuit, root, second);
                trace.check(&circuit);
                let before = trace.clauses.clauses.len();
                trace.lit(&circuit, root, first);
                assert_eq!(trace.clauses.clauses.len(), before, "nothing is emitted twice");
            }
        }
    }
}

#[test]
fn all_kinds_of_assertions_are_exact() {
    for seed in 0..200 {
        let mut random = Rng::with_seed(seed);
        let (circuit, lits) = random_circuit(&mut random, INPUTS, 10);
        let mut trace = Trace::default();
        for &lit in &lits[lits.len() - 2..] {
            trace.assert(&circuit, lit.negate_if(random.bool()));
        }
        trace.check(&circuit);
    }
}

#[test]
fn constants() {
    let mut circuit = Circuit::new();
    let input = circuit.input();
    let mut trace = Trace::default();
    trace.lit(&circuit, Lit::TRUE, Polarity::Positive);
    trace.lit(&circuit, Lit::FALSE, Polarity::Both);
    trace.assert(&circuit, Lit::TRUE);
    trace.clause(&circuit, &[input, Lit::TRUE]);
    trace.clause(&circuit, &[input, !input, Lit::FALSE]);
    trace.check(&circuit);
    assert_eq!(trace.clauses.clauses, [[-1]], "only the constant's own clause");
    trace.clause(&circuit, &[]);
    trace.assert(&circuit, Lit::FALSE);
    trace.check(&circuit);
}

fn clauses_of(build: impl Fn(&mut Circuit, &[Lit]) -> Lit, polarity: Option<Polarity>) -> Vec<Vec<i32>> {
    let mut circuit = Circuit::new();
    let inputs: Vec<Lit> = (0..4).map(|_| circuit.input()).collect();
    let root = build(&mut circuit, &inputs);
    let (mut encoder, mut clauses) = (Encoder::new(), Clauses::default());
    encoder.declare_inputs(&circuit, &mut clauses);
    match polarity {
        Some(polarity) => {
            encoder.lit(&circuit, root, polarity, &mut clauses);
        }
        None => encoder.assert(&circuit, root, &mut clauses),
    }
    clauses.clauses
}

#[test]
fn wide_gates_are_one_gate() {
    let all = |circuit: &mut Circuit, lits: &[Lit]| circuit.all(lits.iter().copied());
    let any = |circuit: &mut Circuit, lits: &[Lit]| circuit.any(lits.iter().copied());
    assert_eq!(clauses_of(all, Some(Polarity::Positive)), [[-5, 1], [-5, 2], [-5, 3], [-5, 4]]);
    assert_eq!(clauses_of(all, Some(Polarity::Negative)), [[5, -1, -2, -3, -4]]);
    assert_eq!(clauses_of(any, Some(Polarity::Positive)), [[5, 1, 2, 3, 4]]);
    assert_eq!(clauses_of(all, None), [[1], [2], [3], [4]]);
    assert_eq!(clauses_of(any, None), [[1, 2, 3, 4]]);
}

#[test]
fn xor_and_ite_are_one_gate() {
    let xor = |circuit: &mut Circuit, lits: &[Lit]| circuit.xor(lits[0], lits[1]);
    let ite = |circuit: &mut Circuit, lits: &[Lit]| circuit.ite(lits[0], lits[1], lits[2]);
    assert_eq!(clauses_of(xor, Some(Polarity::Both)).len(), 4);
    assert_eq!(clauses_of(ite, Some(Polarity::Positive)), [[-5, -1, 2], [-5, 1, 3], [-5, 2, 3]]);
    assert_eq!(clauses_of(ite, None), [[-1, 2], [1, 3]]);
    assert_eq!(clauses_of(xor, None), [[1, 2], [-1, -2]]);
}

#[test]
fn shared_conjunctions_are_asserted_once() {
    let mut circuit = Circuit::new();
    let mut root = circuit.input();
    for _ in 0..60 {
        let (a, b) = (circuit.input(), circuit.input());
        // Not simplified by two levels: both sides hold the root deep inside.
        let (left, right) = (circuit.and(root, a), circuit.and(root, b));
        root = circuit.and(left, right);
    }
    let mut trace = Trace::default();
    trace.encoder.assert(&circuit, root, &mut trace.clauses);
    assert_eq!(trace.clauses.clauses.len(), 121);
}
