//! Three-valued simulation: which literals are certain although some input bits are unknown.
//!
//! Every value is two bits: it can be false, and it can be true. Invariant: every value that a literal has under some
//! completion of the unknown bits is reported as possible; the converse need not hold.

use circuit::{Circuit, Lit, Node};

use crate::block::{Lanes, WORDS, transpose};

#[derive(Debug)]
pub(crate) struct Ternary {
    /// The place of each node.
    places: Vec<u32>,
    /// The number and the place of each input.
    inputs: Vec<(usize, usize)>,
    gates: Vec<(Lit, Lit, usize)>,
    /// Can be false, can be true.
    values: Vec<[Lanes; 2]>,
    rows: Vec<Lanes>,
    width: usize,
    /// The number of gates simulated so far, a block of rows at a time.
    pub work: u64,
}

impl Ternary {
    pub fn new(circuit: &Circuit, roots: &[Lit], width: usize) -> Self {
        let cone = circuit.cone(roots);
        let mut places = vec![0; cone.last().map_or(1, |last| last.index() + 1)];
        let (mut inputs, mut gates) = (Vec::new(), Vec::new());
        let mut used = 1;
        for node in cone {
            match circuit.fan_in(node) {
                Node::False => continue,
                Node::Input(number) => inputs.push((number as usize, used)),
                Node::And(a, b) => gates.push((a, b, used)),
            }
            places[node.index()] = u32::try_from(used).unwrap_or(u32::MAX);
            used += 1;
        }
        let mut values = vec![[[0; WORDS]; 2]; used];
        values[0] = [[u64::MAX; WORDS], [0; WORDS]];
        let rows = vec![[0; WORDS]; circuit.input_count().max(width * 64)];
        Self { places, inputs, gates, values, rows, width, work: 0 }
    }

    /// Simulates up to a block of rows, of which the bits in `known` are known.
    pub fn run(&mut self, rows: &[u64], known: &[u64]) {
        self.work += self.gates.len() as u64;
        transpose(rows, self.width, &mut self.rows);
        for (number, place) in &self.inputs {
            let unknown = if crate::rows::is_set(known, *number) { 0 } else { u64::MAX };
            let row = self.rows[*number];
            self.values[*place] = [row.map(|word| !word | unknown), row.map(|word| word | unknown)];
        }
        for (a, b, place) in &self.gates {
            let [false_a, true_a] = self.get(*a);
            let [false_b, true_b] = self.get(*b);
            self.values[*place] = [
                std::array::from_fn(|word| false_a[word] | false_b[word]),
                std::array::from_fn(|word| true_a[word] & true_b[word]),
            ];
        }
    }

    fn get(&self, lit: Lit) -> [Lanes; 2] {
        let [no, yes] = self.values[self.places[lit.node().index()] as usize];
        if lit.is_negated() { [yes, no] } else { [no, yes] }
    }

    /// The rows in which a literal can be true.
    pub fn can_hold(&self, lit: Lit) -> Lanes {
        self.get(lit)[1]
    }
}
