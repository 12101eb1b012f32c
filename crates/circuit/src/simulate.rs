//! Bit-parallel evaluation of circuits: a machine word holds 64 assignments.
//!
//! Takes a circuit and the literals of interest, compiles their cone into straight-line code, and runs it on blocks of
//! `64 * N` assignments. `N` is a constant so that the compiler can use the widest registers.
//!
//! Invariant: bit `i` of every value is what [`eval_bool`] returns for the assignment in bit `i` of the inputs. Guarded by
//! the tests below, on random circuits.

use crate::circuit::{Circuit, Node};
use crate::lit::Lit;

/// Not in the cone.
const ABSENT: u32 = u32::MAX;

/// A compiled cone. `N` words hold `64 * N` assignments.
#[derive(Clone, Debug)]
pub struct Simulator<const N: usize> {
    /// The place of each node among the values.
    places: Vec<u32>,
    /// The input in each of the places from 1 on.
    inputs: Vec<u32>,
    /// The gates in order, in the places after the inputs.
    gates: Vec<Gate>,
    values: Vec<[u64; N]>,
}

/// Two places, each with a sign in its lowest bit.
#[derive(Clone, Copy, Debug)]
struct Gate {
    a: u32,
    b: u32,
}

impl<const N: usize> Simulator<N> {
    pub fn new(circuit: &Circuit, roots: &[Lit]) -> Self {
        let cone = circuit.cone(roots);
        let mut places = vec![ABSENT; cone.last().map_or(1, |last| last.index() + 1)];
        // The constant has place 0 whether it is used or not.
        places[0] = 0;
        let mut used = 0;
        let mut next = || {
            used += 1;
            used
        };
        let mut inputs = Vec::new();
        for &node in &cone {
            if let Node::Input(number) = circuit.fan_in(node) {
                places[node.index()] = next();
                inputs.push(number);
            }
        }
        let mut gates = Vec::new();
        for &node in &cone {
            if let Node::And(a, b) = circuit.fan_in(node) {
                let place = |lit: Lit| places[lit.node().index()] << 1 | u32::from(lit.is_negated());
                gates.push(Gate { a: place(a), b: place(b) });
                places[node.index()] = next();
            }
        }
        let values = vec![[0; N]; 1 + inputs.len() + gates.len()];
        Simulator { places, inputs, gates, values }
    }

    /// Computes all values. `inputs` has a block for each input of the circuit, in order; inputs that no root depends on
    /// are ignored.
    pub fn run(&mut self, inputs: &[[u64; N]]) {
        for (value, &number) in self.values[1..].iter_mut().zip(&self.inputs) {
            *value = inputs[number as usize];
        }
        let first = 1 + self.inputs.len();
        for (index, gate) in self.gates.iter().enumerate() {
            let (a, b) = (self.values[(gate.a >> 1) as usize], self.values[(gate.b >> 1) as usize]);
            let (flip_a, flip_b) = (mask(gate.a), mask(gate.b));
            self.values[first + index] = std::array::from_fn(|word| (a[word] ^ flip_a) & (b[word] ^ flip_b));
        }
    }

    /// The values of a literal in the last run.
    ///
    /// # Panics
    /// If no root depends on the literal.
    pub fn value(&self, lit: Lit) -> [u64; N] {
        let place = self.places.get(lit.node().index()).copied().unwrap_or(ABSENT);
        assert!(place != ABSENT, "no root of the simulator depends on {lit:?}");
        let flip = mask(u32::from(lit.is_negated()));
        self.values[place as usize].map(|word| word ^ flip)
    }

    /// How many gates a run computes.
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }
}

/// All ones if the sign is set.
#[inline]
fn mask(signed: u32) -> u64 {
    u64::from(signed & 1).wrapping_neg()
}

/// The value of a literal, given the values of the inputs in order. Simple and slow: the reference for tests.
pub fn eval_bool(circuit: &Circuit, lit: Lit, inputs: &[bool]) -> bool {
    let cone = circuit.cone(&[lit]);
    let mut values = vec![false; lit.node().index() + 1];
    let value = |values: &[bool], lit: Lit| values[lit.node().index()] ^ lit.is_negated();
    for node in cone {
        values[node.index()] = match circuit.fan_in(node) {
            Node::False => false,
            Node::Input(number) => inputs[number as usize],
            Node::And(a, b) => value(&values, a) && value(&values, b),
        };
    }
    value(&values, lit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    use crate::random::{random_circuit, random_lit};

    fn check<const N: usize>(seed: u64) {
        let mut random = Rng::with_seed(seed);
        let (circuit, lits) = random_circuit(&mut random, 6, 60);
        let roots: Vec<Lit> = (0..5).map(|_| random_lit(&mut random, &lits)).collect();
        let mut simulator = Simulator::<N>::new(&circuit, &roots);
        for _ in 0..2 {
            let inputs: Vec<[u64; N]> = (0..6).map(|_| std::array::from_fn(|_| random.u64(..))).collect();
            simulator.run(&inputs);
            for assignment in 0..64 * N {
                let bit = |block: [u64; N]| block[assignment / 64] >> (assignment % 64) & 1 == 1;
                let row: Vec<bool> = inputs.iter().map(|&block| bit(block)).collect();
                for &root in &roots {
                    assert_eq!(bit(simulator.value(root)), eval_bool(&circuit, root, &row), "seed {seed}, {root:?}");
                }
            }
        }
    }

    #[test]
    fn agrees_with_plain_evaluation() {
        for seed in 0..20 {
            check::<1>(seed);
            check::<4>(seed);
            check::<8>(seed);
        }
    }

    #[test]
    fn constants_and_inputs_are_roots_too() {
        let mut circuit = Circuit::new();
        let (_unused, input) = (circuit.input(), circuit.input());
        let mut simulator = Simulator::<1>::new(&circuit, &[Lit::TRUE, !input]);
        simulator.run(&[[0], [5]]);
        assert_eq!((simulator.value(Lit::TRUE), simulator.value(Lit::FALSE)), ([u64::MAX], [0]));
        assert_eq!((simulator.value(input), simulator.value(!input)), ([5], [!5]));
        assert_eq!(simulator.gate_count(), 0);
        Simulator::<4>::new(&circuit, &[]).run(&[]);
    }

    #[test]
    #[should_panic(expected = "no root of the simulator depends on 1")]
    fn literals_outside_the_cone_are_refused() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(), circuit.input());
        Simulator::<1>::new(&circuit, &[b]).value(a);
    }
}
