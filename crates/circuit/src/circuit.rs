//! The circuit: inputs and and-gates, simplified while they are built.
//!
//! Every function consists of two-input and-gates and negated literals; `xor` and `ite` are three gates in a shape that
//! `cnf` recognizes. Equal gates exist once, and gates two levels deep are simplified where that needs no new gate.
//!
//! Invariants: a gate's inputs have smaller numbers than the gate, none is a constant, the first is smaller than the
//! second. No rule changes a function. Guarded by the tests below: all functions of all pairs of small gates.

use crate::lit::{Lit, NodeId};
use crate::rules::{self, Simplified};
use crate::unique::Unique;

/// A node of the circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    False,
    /// The number of the input.
    Input(u32),
    And(Lit, Lit),
}

#[derive(Clone, Debug)]
pub struct Circuit {
    /// The inputs of each gate. No gate has a constant input, so `[FALSE, _]` can stand for an input of the circuit, with
    /// its number as the code of the second literal.
    nodes: Vec<[Lit; 2]>,
    inputs: Vec<NodeId>,
    unique: Unique,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit { nodes: vec![[Lit::FALSE; 2]], inputs: Vec::new(), unique: Unique::default() }
    }
}

impl Circuit {
    pub fn new() -> Self {
        Self::default()
    }

    /// A fresh input. Inputs are numbered in order.
    pub fn input(&mut self) -> Lit {
        let number = u32::try_from(self.inputs.len()).expect("fewer inputs than 2^31");
        let node = self.push([Lit::FALSE, Lit::from_code(number)]);
        self.inputs.push(node);
        node.lit()
    }

    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// The number of the input if the literal is one, or its negation.
    pub fn input_of(&self, lit: Lit) -> Option<usize> {
        match self.fan_in(lit.node()) {
            Node::Input(number) => Some(number as usize),
            Node::False | Node::And(..) => None,
        }
    }

    pub fn inputs(&self) -> &[NodeId] {
        &self.inputs
    }

    /// The number of nodes: the constant, the inputs and the gates.
    #[expect(clippy::len_without_is_empty, reason = "the constant is always there")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn and_count(&self) -> usize {
        self.unique.len()
    }

    #[inline]
    pub fn fan_in(&self, node: NodeId) -> Node {
        match self.nodes[node.index()] {
            _ if node == NodeId::FALSE => Node::False,
            [Lit::FALSE, number] => Node::Input(number.code()),
            [a, b] => Node::And(a, b),
        }
    }

    /// The inputs of a gate; `None` for the constant and for inputs.
    #[inline]
    fn gate(&self, node: NodeId) -> Option<[Lit; 2]> {
        let fan_in = self.nodes[node.index()];
        (!fan_in[0].is_const()).then_some(fan_in)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = if a < b { (a, b) } else { (b, a) };
        loop {
            if a.is_const() {
                return if a == Lit::TRUE { b } else { Lit::FALSE };
            }
            if a.node() == b.node() {
                return if a == b { a } else { Lit::FALSE };
            }
            match rules::simplify((a, self.gate(a.node())), (b, self.gate(b.node()))) {
                Simplified::None => break,
                Simplified::Is(lit) => return lit,
                // Each replacement makes one literal smaller, so this terminates.
                Simplified::Instead(x, y) => (a, b) = if x < y { (x, y) } else { (y, x) },
            }
        }
        let next = u32::try_from(self.nodes.len()).expect("fewer nodes than 2^31");
        match self.unique.find_or_enter(&self.nodes, [a, b], next) {
            Some(node) => NodeId(node).lit(),
            None => self.push([a, b]).lit(),
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let odd = a.is_negated() ^ b.is_negated();
        let (a, b) = (a.node().lit(), b.node().lit());
        // Not both and not neither: the first is the carry of the half adder, so a sum shares it.
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).negate_if(odd)
    }

    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` if `condition`, `otherwise` if not.
    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let (condition, then, otherwise) =
            if condition.is_negated() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        if condition.is_const() || then == otherwise {
            return otherwise;
        }
        // The condition itself is true in one branch and false in the other.
        let known = |lit: Lit, value: bool| {
            if lit.node() == condition.node() { Lit::constant(value ^ lit.is_negated()) } else { lit }
        };
        let (then, otherwise) = (known(then, true), known(otherwise, false));
        if then == !otherwise {
            return self.iff(condition, then);
        }
        match (then, otherwise) {
            (Lit::FALSE, _) => return self.and(!condition, otherwise),
            (Lit::TRUE, _) => return self.or(condition, otherwise),
            (_, Lit::FALSE) => return self.and(condition, then),
            (_, Lit::TRUE) => return self.implies(condition, then),
            _ => {}
        }
        // Of two equal forms, use the one with a positive `then` and negate the result instead.
        let negate = then.is_negated();
        let yes = self.and(condition, !then.negate_if(negate));
        let no = self.and(!condition, !otherwise.negate_if(negate));
        self.and(!yes, !no).negate_if(negate)
    }

    /// The conjunction, as a balanced tree.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut lits: Vec<Lit> = lits.into_iter().filter(|&lit| lit != Lit::TRUE).collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.first() == Some(&Lit::FALSE) || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        while lits.len() > 1 {
            for index in 0..lits.len() / 2 {
                lits[index] = self.and(lits[2 * index], lits[2 * index + 1]);
            }
            if lits.len() % 2 == 1 {
                let last = lits.len() - 1;
                lits[last / 2] = lits[last];
            }
            lits.truncate(lits.len().div_ceil(2));
        }
        lits.first().copied().unwrap_or(Lit::TRUE)
    }

    /// The disjunction, as a balanced tree.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(lits.into_iter().map(|lit| !lit))
    }

    /// All nodes that the roots depend on, including their own, inputs of a gate before the gate.
    pub fn cone(&self, roots: &[Lit]) -> Vec<NodeId> {
        let Some(last) = roots.iter().map(|root| root.node().index()).max() else { return Vec::new() };
        let mut reached = vec![0u64; last / 64 + 1];
        let reach = |reached: &mut [u64], lit: Lit| reached[lit.node().index() / 64] |= 1 << (lit.node().0 % 64);
        roots.iter().for_each(|&root| reach(&mut reached, root));
        let mut cone = Vec::new();
        for word in (0..reached.len()).rev() {
            let mut done = 0;
            loop {
                // The highest node first: the nodes it reaches have smaller numbers, perhaps in the same word.
                let open = reached[word] & !done;
                if open == 0 {
                    break;
                }
                let bit = open.ilog2();
                done |= 1 << bit;
                let node = NodeId(u32::try_from(word).unwrap_or(0) * 64 + bit);
                cone.push(node);
                if let Some([a, b]) = self.gate(node) {
                    reach(&mut reached, a);
                    reach(&mut reached, b);
                }
            }
        }
        cone.reverse();
        cone
    }

    /// Imports literals of another circuit over the same inputs; it must not have more inputs than this one. Existing gates
    /// are shared.
    pub fn import(&mut self, other: &Circuit, roots: &[Lit]) -> Vec<Lit> {
        let cone = other.cone(roots);
        let mut own = vec![Lit::FALSE; cone.last().map_or(0, |last| last.index() + 1)];
        let of = |own: &[Lit], lit: Lit| own[lit.node().index()].negate_if(lit.is_negated());
        for node in cone {
            own[node.index()] = match other.fan_in(node) {
                Node::False => Lit::FALSE,
                Node::Input(number) => self.inputs[number as usize].lit(),
                Node::And(a, b) => {
                    let (a, b) = (of(&own, a), of(&own, b));
                    self.and(a, b)
                }
            };
        }
        roots.iter().map(|root| of(&own, *root)).collect()
    }

    fn push(&mut self, node: [Lit; 2]) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer nodes than 2^31"));
        self.nodes.push(node);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::eval_bool;

    /// The function of a literal over four inputs, one bit per assignment.
    fn table(circuit: &Circuit, lit: Lit) -> u16 {
        (0..16).filter(|row| eval_bool(circuit, lit, &assignment(*row))).fold(0, |table, row| table | 1 << row)
    }

    fn assignment(row: u16) -> [bool; 4] {
        [0, 1, 2, 3].map(|bit| row >> bit & 1 == 1)
    }

    /// Four inputs, and all literals up to one gate deep, with their functions.
    fn one_level() -> (Circuit, Vec<(Lit, u16)>) {
        let mut circuit = Circuit::new();
        let mut lits = vec![Lit::FALSE, Lit::TRUE];
        for _ in 0..4 {
            let input = circuit.input();
            lits.extend([input, !input]);
        }
        for (index, &a) in lits.clone().iter().enumerate() {
            for &b in &lits.clone()[..index] {
                let gate = circuit.and(a, b);
                lits.extend([gate, !gate]);
            }
        }
        lits.sort_unstable();
        lits.dedup();
        let lits = lits.into_iter().map(|lit| (lit, table(&circuit, lit))).collect();
        (circuit, lits)
    }

    #[test]
    fn operators_denote_their_functions() {
        let (mut circuit, lits) = one_level();
        assert_eq!(lits.len(), 2 + 8 + 48);
        for &(a, of_a) in &lits {
            for &(b, of_b) in &lits {
                let before = circuit.len();
                let and = circuit.and(a, b);
                assert!(circuit.len() <= before + 1, "{a:?} & {b:?}");
                assert_eq!(table(&circuit, and), of_a & of_b, "{a:?} & {b:?}");
                let (or, xor) = (circuit.or(a, b), circuit.xor(a, b));
                assert_eq!(table(&circuit, or), of_a | of_b, "{a:?} | {b:?}");
                assert_eq!(table(&circuit, xor), of_a ^ of_b, "{a:?} ^ {b:?}");
                let (iff, implies) = (circuit.iff(a, b), circuit.implies(a, b));
                assert_eq!(table(&circuit, iff), !(of_a ^ of_b), "{a:?} == {b:?}");
                assert_eq!(table(&circuit, implies), !of_a | of_b, "{a:?} => {b:?}");
            }
        }
    }

    #[test]
    fn ite_denotes_its_function() {
        let (mut circuit, lits) = one_level();
        for &(c, of_c) in &lits {
            for &(t, of_t) in &lits {
                for &(e, of_e) in lits.iter().step_by(3) {
                    let ite = circuit.ite(c, t, e);
                    assert_eq!(table(&circuit, ite), of_c & of_t | !of_c & of_e, "{c:?} ? {t:?} : {e:?}");
                }
            }
        }
    }

    #[test]
    fn ite_knows_its_special_cases() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(), circuit.input());
        let (and, or, iff) = (circuit.and(a, b), circuit.or(a, b), circuit.iff(a, b));
        let implies = circuit.implies(a, b);
        let before = circuit.len();
        for (expected, [c, t, e]) in [
            (a, [Lit::TRUE, a, b]),
            (b, [Lit::FALSE, a, b]),
            (b, [a, b, b]),
            (a, [a, Lit::TRUE, Lit::FALSE]),
            (!a, [a, Lit::FALSE, Lit::TRUE]),
            (and, [a, b, Lit::FALSE]),
            (and, [a, b, a]),
            (or, [a, Lit::TRUE, b]),
            (or, [a, a, b]),
            (implies, [a, b, Lit::TRUE]),
            (implies, [a, b, !a]),
            (iff, [a, b, !b]),
        ] {
            assert_eq!(circuit.ite(c, t, e), expected, "{c:?} ? {t:?} : {e:?}");
            assert_eq!(circuit.ite(!c, e, t), expected, "!{c:?} ? {e:?} : {t:?}");
        }
        assert_eq!(circuit.len(), before);
    }

    #[test]
    fn equal_gates_are_one() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..60).map(|_| circuit.input()).collect();
        let mut gates = Vec::new();
        for round in 0..2 {
            for (index, &a) in lits.iter().enumerate() {
                for &b in &lits[..index] {
                    let gate = circuit.and(a, !b);
                    if round == 0 {
                        gates.push(gate);
                    }
                    assert_eq!(circuit.and(!b, a), gate);
                }
            }
        }
        assert_eq!(circuit.and_count(), 60 * 59 / 2);
        gates.sort_unstable();
        gates.dedup();
        assert_eq!(gates.len(), circuit.and_count());
        let (t, e) = (circuit.ite(lits[0], lits[1], lits[2]), circuit.ite(lits[0], !lits[1], !lits[2]));
        assert_eq!(t, !e);
    }

    #[test]
    fn two_levels_are_simplified() {
        let mut circuit = Circuit::new();
        let [a, b, c] = [(); 3].map(|()| circuit.input());
        let ab = circuit.and(a, b);
        assert_eq!(circuit.and(a, ab), ab, "absorption");
        assert_eq!(circuit.and(!a, ab), Lit::FALSE, "contradiction");
        assert_eq!(circuit.and(!a, !ab), !a, "subsumption");
        let a_not_b = circuit.and(a, !b);
        assert_eq!(circuit.and(a, !ab), a_not_b, "substitution");
        assert_eq!(circuit.and(!ab, !a_not_b), !a, "resolution");
        let not_a_c = circuit.and(!a, c);
        assert_eq!(circuit.and(ab, not_a_c), Lit::FALSE, "contradiction of two gates");
        assert_eq!(circuit.and(!ab, not_a_c), not_a_c, "subsumption of two gates");
        let ac = circuit.and(a, c);
        let expected = circuit.and(!b, ac);
        assert_eq!(circuit.and(!ab, ac), expected, "substitution of two gates");
    }

    #[test]
    fn all_and_any_of_many() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..4).map(|_| circuit.input()).collect();
        for choice in 0u32..256 {
            let chosen: Vec<Lit> =
                (0..8).filter(|bit| choice >> bit & 1 == 1).map(|bit| lits[bit / 2].negate_if(bit % 2 == 1)).collect();
            let (all, any) = (circuit.all(chosen.iter().copied()), circuit.any(chosen.iter().copied()));
            let (of_all, of_any) = chosen
                .iter()
                .fold((!0, 0), |(all, any), &lit| (all & table(&circuit, lit), any | table(&circuit, lit)));
            assert_eq!((table(&circuit, all), table(&circuit, any)), (of_all, of_any));
        }
        assert_eq!(circuit.all([]), Lit::TRUE);
        assert_eq!(circuit.any([]), Lit::FALSE);
        assert_eq!(circuit.all([lits[0], Lit::TRUE, lits[0]]), lits[0]);
        assert_eq!(circuit.all([lits[0], Lit::FALSE]), Lit::FALSE);
    }

    #[test]
    fn inputs_are_numbered_and_cones_are_ordered() {
        let mut circuit = Circuit::new();
        let lits: Vec<Lit> = (0..200).map(|_| circuit.input()).collect();
        assert_eq!(circuit.input_of(!lits[7]), Some(7));
        assert_eq!(circuit.inputs()[7], lits[7].node());
        let _unrelated = circuit.and(lits[3], lits[4]);
        let root = circuit.all(lits[100..].iter().copied());
        assert_eq!(circuit.input_of(root), None);
        let cone = circuit.cone(&[!root]);
        assert_eq!(cone.len(), 199);
        assert!(cone.is_sorted());
        assert_eq!(cone.last(), Some(&root.node()));
        assert_eq!(circuit.cone(&[]), []);
        assert_eq!(circuit.cone(&[Lit::TRUE]), [NodeId::FALSE]);
        assert_eq!((circuit.fan_in(NodeId::FALSE), circuit.fan_in(lits[2].node())), (Node::False, Node::Input(2)));
    }

    #[test]
    fn what_is_imported_is_the_same_function() {
        let mut other = Circuit::new();
        let inputs: Vec<Lit> = (0..4).map(|_| other.input()).collect();
        let one = other.xor(inputs[0], inputs[3]);
        let two = other.ite(inputs[1], one, !inputs[2]);
        let roots = [one, !two, inputs[2], !inputs[0], Lit::TRUE, Lit::FALSE];
        let mut circuit = Circuit::new();
        let own: Vec<Lit> = (0..4).map(|_| circuit.input()).collect();
        let known = circuit.xor(own[0], own[3]);
        let imported = circuit.import(&other, &roots);
        for (root, lit) in roots.iter().zip(&imported) {
            assert_eq!(table(&other, *root), table(&circuit, *lit));
        }
        assert_eq!(imported[0], known);
        assert_eq!(circuit.import(&other, &[]), []);
        let before = circuit.len();
        assert_eq!(circuit.import(&other, &roots), imported);
        assert_eq!(circuit.len(), before);
    }
}
