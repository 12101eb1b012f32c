//! Random circuits from fixed seeds, for tests.

use fastrand::Rng;

use crate::circuit::Circuit;
use crate::lit::Lit;

/// One of the literals, or its negation.
pub(crate) fn random_lit(rng: &mut Rng, lits: &[Lit]) -> Lit {
    lits[rng.usize(..lits.len())].negate_if(rng.bool())
}

/// A circuit with all kinds of gates over `inputs` inputs, and the results of `operations` operations.
pub(crate) fn random_circuit(rng: &mut Rng, inputs: usize, operations: usize) -> (Circuit, Vec<Lit>) {
    let mut circuit = Circuit::new();
    let mut lits: Vec<Lit> = (0..inputs).map(|_| circuit.input()).collect();
    for _ in 0..operations {
        let gate = random_gate(rng, &mut circuit, &lits);
        lits.push(gate);
    }
    (circuit, lits)
}

/// One more operation on some of the literals.
pub(crate) fn random_gate(rng: &mut Rng, circuit: &mut Circuit, lits: &[Lit]) -> Lit {
    let [a, b, c, d] = [(); 4].map(|()| random_lit(rng, lits));
    match rng.usize(..6) {
        0 | 1 => circuit.and(a, b),
        2 => circuit.xor(a, b),
        3 => circuit.ite(a, b, c),
        4 => circuit.all([a, b, c, d]),
        _ => circuit.any([a, b, c]),
    }
}
