//! Random circuits from fixed seeds, for tests.

use crate::circuit::Circuit;
use crate::lit::Lit;

/// `SplitMix64`.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % bound
    }

    /// One of the literals, or its negation.
    pub fn pick(&mut self, lits: &[Lit]) -> Lit {
        let lit = lits[self.below(lits.len())];
        lit.negate_if(self.below(2) == 1)
    }
}

/// A circuit with all kinds of gates over `inputs` inputs, and the results of `operations` operations.
pub(crate) fn random_circuit(random: &mut Random, inputs: usize, operations: usize) -> (Circuit, Vec<Lit>) {
    let mut circuit = Circuit::new();
    let mut lits: Vec<Lit> = (0..inputs).map(|_| circuit.input()).collect();
    for _ in 0..operations {
        let gate = random_gate(random, &mut circuit, &lits);
        lits.push(gate);
    }
    (circuit, lits)
}

/// One more operation on some of the literals.
pub(crate) fn random_gate(random: &mut Random, circuit: &mut Circuit, lits: &[Lit]) -> Lit {
    let [a, b, c, d] = [(); 4].map(|()| random.pick(lits));
    match random.below(6) {
        0 | 1 => circuit.and(a, b),
        2 => circuit.xor(a, b),
        3 => circuit.ite(a, b, c),
        4 => circuit.all([a, b, c, d]),
        _ => circuit.any([a, b, c]),
    }
}
