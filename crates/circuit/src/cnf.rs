//! Translates circuits into clauses, incrementally and only as far as needed.
//!
//! Takes literals of a growing circuit with the polarity in which they are used, and emits variables and clauses to a
//! [`ClauseSink`]. The translation is Plaisted and Greenbaum's: of the equivalence between a variable and its gate it emits
//! the half that is needed, and the other half if it is needed later. `shape` defines what counts as one gate:
//! conjunctions of any width, exclusive or, if-then-else.
//!
//! Invariant: for every assignment of the inputs, the clauses can be satisfied if and only if everything asserted
//! holds; and with a literal from [`Encoder::lit`] assumed true, if and only if moreover its function holds (for
//! `Positive` and `Both`), or with it assumed false, does not hold (for `Negative` and `Both`). So a model is read from
//! the inputs; a gate's variable need not have the value of its gate. Guarded by `cnf/tests.rs`.

use crate::circuit::Circuit;
use crate::lit::{Lit, NodeId};
use crate::shape::{GateShape, Uses, shape};

/// Receives variables and clauses: a solver, or a list of clauses.
pub trait ClauseSink {
    /// A fresh variable, positive.
    fn new_var(&mut self) -> i32;
    fn clause(&mut self, clause: &[i32]);
}

/// Which half of the equivalence between a literal and its function is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Polarity {
    /// If the literal is true, the function is: enough to assert or assume it.
    Positive,
    /// If the function is true, the literal is: enough to assert or assume its negation.
    Negative,
    Both,
}

/// Halves of an equivalence as bits, for the node without its sign.
type Halves = u8;

/// The variable implies the gate.
const IMPLIES: Halves = 1;
/// The gate implies the variable.
const IMPLIED: Halves = 2;
const BOTH: Halves = IMPLIES | IMPLIED;
/// Not a half: the node was asserted, or its negation.
const TRUE: Halves = 4;
const FALSE: Halves = 8;

/// The state of a translation. Belongs to one circuit and one sink.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    /// The variable of each node, 0 if there is none.
    vars: Vec<i32>,
    /// The halves that were emitted, or are waiting to be.
    halves: Vec<Halves>,
    uses: Uses,
    /// Nodes with the halves still to be emitted.
    waiting: Vec<(NodeId, Halves)>,
}

impl Encoder {
    pub fn new() -> Self {
        Self::default()
    }

    /// The variable of a node, if it has one.
    pub fn var(&self, node: NodeId) -> Option<i32> {
        self.vars.get(node.index()).copied().filter(|&var| var != 0)
    }

    /// Assigns variables to all inputs that have none, in order. Without this, inputs get variables on first use.
    pub fn declare_inputs(&mut self, circuit: &Circuit, sink: &mut dyn ClauseSink) {
        self.vars.resize(circuit.len(), 0);
        for input in circuit.inputs() {
            self.var_of(*input, sink);
        }
    }

    /// A literal that represents a function of the circuit in the given polarity.
    pub fn lit(&mut self, circuit: &Circuit, lit: Lit, polarity: Polarity, sink: &mut dyn ClauseSink) -> i32 {
        self.extend(circuit);
        if !lit.is_const() {
            self.uses.enter(circuit, lit.node());
        }
        let halves = match (polarity, lit.is_negated()) {
            (Polarity::Both, _) => BOTH,
            (Polarity::Positive, false) | (Polarity::Negative, true) => IMPLIES,
            (Polarity::Positive, true) | (Polarity::Negative, false) => IMPLIED,
        };
        let literal = self.require(lit, halves, sink);
        self.emit(circuit, sink);
        literal
    }

    /// Makes a function true permanently.
    pub fn assert(&mut self, circuit: &Circuit, lit: Lit, sink: &mut dyn ClauseSink) {
        self.extend(circuit);
        if !lit.is_const() {
            self.uses.enter(circuit, lit.node());
        }
        let mut open = vec![lit];
        while let Some(lit) = open.pop() {
            if lit.is_const() {
                if lit == Lit::FALSE {
                    sink.clause(&[]);
                }
                continue;
            }
            let done = if lit.is_negated() { FALSE } else { TRUE };
            if self.halves[lit.node().index()] & done != 0 {
                continue;
            }
            self.halves[lit.node().index()] |= done;
            // If the node has a variable, others may wait for it.
            if let Some(var) = self.var(lit.node()) {
                sink.clause(&[signed(var, lit)]);
            }
            match (shape(circuit, lit.node()), lit.is_negated()) {
                (GateShape::Leaf, _) => {
                    if self.var(lit.node()).is_none() {
                        let var = self.var_of(lit.node(), sink);
                        sink.clause(&[signed(var, lit)]);
                    }
                }
                (GateShape::And(a, b), false) => open.extend([b, a]),
                (GateShape::And(a, b), true) => self.disjunction(circuit, &[!a, !b], sink),
                (GateShape::Xor(a, b), negated) => {
                    let b = b.negate_if(negated);
                    self.disjunction(circuit, &[a, b], sink);
                    self.disjunction(circuit, &[!a, !b], sink);
                }
                (GateShape::Ite(c, t, e), negated) => {
                    self.disjunction(circuit, &[!c, t.negate_if(negated)], sink);
                    self.disjunction(circuit, &[c, e.negate_if(negated)], sink);
                }
            }
        }
        self.emit(circuit, sink);
    }

    /// Makes the disjunction of some functions true permanently.
    pub fn clause(&mut self, circuit: &Circuit, lits: &[Lit], sink: &mut dyn ClauseSink) {
        match lits {
            [lit] => self.assert(circuit, *lit, sink),
            _ => {
                self.extend(circuit);
                lits.iter().filter(|lit| !lit.is_const()).for_each(|lit| self.uses.enter(circuit, lit.node()));
                self.disjunction(circuit, lits, sink);
                self.emit(circuit, sink);
            }
        }
    }

    fn extend(&mut self, circuit: &Circuit) {
        self.vars.resize(circuit.len(), 0);
        self.halves.resize(circuit.len(), 0);
        self.uses.extend(circuit);
    }

    fn var_of(&mut self, node: NodeId, sink: &mut dyn ClauseSink) -> i32 {
        let var = &mut self.vars[node.index()];
        if *var == 0 {
            *var = sink.new_var();
            if node == NodeId::FALSE {
                sink.clause(&[-*var]);
            }
        }
        *var
    }

    /// The variable of the literal with its sign; missing halves of its node are queued.
    fn require(&mut self, lit: Lit, halves: Halves, sink: &mut dyn ClauseSink) -> i32 {
        let node = lit.node();
        let missing = halves & !self.halves[node.index()];
        if missing != 0 {
            self.halves[node.index()] |= missing;
            self.waiting.push((node, missing));
        }
        signed(self.var_of(node, sink), lit)
    }

    /// A literal that, when true, makes the function true.
    fn positive(&mut self, lit: Lit, sink: &mut dyn ClauseSink) -> i32 {
        self.require(lit, if lit.is_negated() { IMPLIED } else { IMPLIES }, sink)
    }

    /// A literal that is true when the function is.
    fn negative(&mut self, lit: Lit, sink: &mut dyn ClauseSink) -> i32 {
        -self.positive(!lit, sink)
    }

    fn disjunction(&mut self, circuit: &Circuit, lits: &[Lit], sink: &mut dyn ClauseSink) {
        let negated = self.leaves(circuit, lits.iter().map(|&lit| !lit).collect());
        let mut clause = Vec::with_capacity(negated.len());
        for lit in negated {
            match !lit {
                Lit::TRUE => return,
                Lit::FALSE => {}
                lit => clause.push(lit),
            }
        }
        if contradictory(&clause) {
            return;
        }
        let clause: Vec<i32> = clause.into_iter().map(|lit| self.positive(lit, sink)).collect();
        sink.clause(&clause);
    }

    /// The literals of a conjunction, sorted; gates that only this conjunction uses are expanded.
    fn leaves(&self, circuit: &Circuit, mut open: Vec<Lit>) -> Vec<Lit> {
        let mut leaves = Vec::new();
        while let Some(lit) = open.pop() {
            match shape(circuit, lit.node()) {
                GateShape::And(a, b)
                    if !lit.is_negated() && self.uses.single(lit.node()) && self.vars[lit.node().index()] == 0 =>
                {
                    open.extend([a, b]);
                }
                _ => leaves.push(lit),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    fn emit(&mut self, circuit: &Circuit, sink: &mut dyn ClauseSink) {
        while let Some((node, halves)) = self.waiting.pop() {
            match shape(circuit, node) {
                GateShape::Leaf => {}
                GateShape::And(a, b) => self.emit_and(circuit, node, [a, b], halves, sink),
                GateShape::Xor(a, b) => {
                    let var = self.vars[node.index()];
                    let (a, b) = (self.require(a, BOTH, sink), self.require(b, BOTH, sink));
                    if halves & IMPLIES != 0 {
                        sink.clause(&[-var, a, b]);
                        sink.clause(&[-var, -a, -b]);
                    }
                    if halves & IMPLIED != 0 {
                        sink.clause(&[var, -a, b]);
                        sink.clause(&[var, a, -b]);
                    }
                }
                GateShape::Ite(c, t, e) => {
                    let var = self.vars[node.index()];
                    let c = self.require(c, BOTH, sink);
                    // The third clause of each half follows from the others; it improves unit propagation.
                    if halves & IMPLIES != 0 {
                        let (t, e) = (self.positive(t, sink), self.positive(e, sink));
                        sink.clause(&[-var, -c, t]);
                        sink.clause(&[-var, c, e]);
                        sink.clause(&[-var, t, e]);
                    }
                    if halves & IMPLIED != 0 {
                        let (t, e) = (self.negative(t, sink), self.negative(e, sink));
                        sink.clause(&[var, -c, -t]);
                        sink.clause(&[var, c, -e]);
                        sink.clause(&[var, -t, -e]);
                    }
                }
            }
        }
    }

    fn emit_and(
        &mut self,
        circuit: &Circuit,
        node: NodeId,
        inputs: [Lit; 2],
        halves: Halves,
        sink: &mut dyn ClauseSink,
    ) {
        let var = self.vars[node.index()];
        let leaves = self.leaves(circuit, inputs.to_vec());
        if halves & IMPLIES != 0 {
            for &leaf in &leaves {
                let leaf = self.positive(leaf, sink);
                sink.clause(&[-var, leaf]);
            }
        }
        // If the leaves contradict each other, the gate is never true.
        if halves & IMPLIED != 0 && !contradictory(&leaves) {
            let mut clause = vec![var];
            for leaf in leaves {
                clause.push(-self.negative(leaf, sink));
            }
            sink.clause(&clause);
        }
    }
}

fn signed(var: i32, lit: Lit) -> i32 {
    if lit.is_negated() { -var } else { var }
}

/// Whether a literal and its negation are among the literals, which are sorted.
fn contradictory(lits: &[Lit]) -> bool {
    lits.windows(2).any(|pair| pair[0] == !pair[1])
}

#[cfg(test)]
mod tests;
