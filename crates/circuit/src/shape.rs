//! Recognizes what counts as one gate in the translation to clauses.
//!
//! The [`GateShape`] of a node: and-gates in the form in which [`Circuit::xor`] and [`Circuit::ite`] build them are read
//! back as such. [`Uses`] counts how many shapes use a node; a conjunction that one other conjunction uses
//! needs no variable.
//!
//! Invariant: a shape denotes the function of its node. Guarded by `cnf/tests.rs`, and below.

use crate::circuit::{Circuit, Node};
use crate::lit::{Lit, NodeId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GateShape {
    /// The constant or an input.
    Leaf,
    And(Lit, Lit),
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
}

impl GateShape {
    fn lits(self) -> ([Lit; 3], usize) {
        match self {
            GateShape::Leaf => ([Lit::FALSE; 3], 0),
            GateShape::And(a, b) | GateShape::Xor(a, b) => ([a, b, Lit::FALSE], 2),
            GateShape::Ite(c, t, e) => ([c, t, e], 3),
        }
    }
}

pub(crate) fn shape(circuit: &Circuit, node: NodeId) -> GateShape {
    let Node::And(a, b) = circuit.fan_in(node) else { return GateShape::Leaf };
    if a.is_negated()
        && b.is_negated()
        && let (Node::And(p, q), Node::And(r, s)) = (circuit.fan_in(a.node()), circuit.fan_in(b.node()))
    {
        // `!(p & q) & !(r & s)`: if `p` is the negation of `r`, it decides which of `q` and `s` must be false.
        for (p, q) in [(p, q), (q, p)] {
            for (r, s) in [(r, s), (s, r)] {
                match (p == !r, q == !s) {
                    (true, true) => return GateShape::Xor(p, q),
                    (true, false) => return GateShape::Ite(p, !q, !s),
                    (false, _) => {}
                }
            }
        }
    }
    GateShape::And(a, b)
}

/// How often each node is used by the shapes seen so far, and from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    counts: Vec<u8>,
    seen: Vec<bool>,
}

impl Uses {
    pub fn extend(&mut self, circuit: &Circuit) {
        self.counts.resize(circuit.len(), 0);
        self.seen.resize(circuit.len(), false);
    }

    /// Counts a use of the node from outside, and if it is new, all uses inside its cone.
    pub fn enter(&mut self, circuit: &Circuit, node: NodeId) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            self.counts[node.index()] = self.counts[node.index()].saturating_add(1);
            if !std::mem::replace(&mut self.seen[node.index()], true) {
                let (lits, count) = shape(circuit, node).lits();
                open.extend(lits[..count].iter().map(|lit| lit.node()));
            }
        }
    }

    pub fn single(&self, node: NodeId) -> bool {
        self.counts[node.index()] <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xor_and_ite_are_recognized_with_all_signs() {
        let mut circuit = Circuit::new();
        let [a, b, c] = [(); 3].map(|()| circuit.input());
        for signs in 0..8 {
            let sign = |lit: Lit, bit: u32| lit.negate_if(signs >> bit & 1 == 1);
            let xor = circuit.xor(sign(a, 0), sign(b, 1));
            assert!(matches!(shape(&circuit, xor.node()), GateShape::Xor(..)), "{signs}");
            let ite = circuit.ite(sign(a, 0), sign(b, 1), sign(c, 2));
            assert!(matches!(shape(&circuit, ite.node()), GateShape::Ite(..)), "{signs}");
        }
    }

    #[test]
    fn what_a_xor_is_made_of_is_not_used_by_it() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(), circuit.input());
        let (xor, carry) = (circuit.xor(a, b), circuit.and(a, b));
        let mut uses = Uses::default();
        uses.extend(&circuit);
        uses.enter(&circuit, xor.node());
        assert_eq!((uses.counts[carry.node().index()], uses.counts[a.node().index()]), (0, 1));
        uses.enter(&circuit, xor.node());
        assert_eq!((uses.counts[xor.node().index()], uses.counts[a.node().index()]), (2, 1));
    }
}
