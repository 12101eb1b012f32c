//! The clauses of one proof.
//!
//! Takes a problem compiled at a scope, and an implication. Gives clauses that say of the bits of a pair: they describe a
//! pair of the scope, the preconditions hold, no subproperty raises, and the implication is broken. The blocks come in
//! this order, symmetry last before the unit clauses, so that no other block uses what it defines.
//!
//! Invariant: the clauses depend on the problem, the scope, and whether symmetry is used; not on what else was asked of
//! the circuit before. So whoever checks gets the same ones as whoever wrote. Guarded by `tests/proofs.rs`.

use std::collections::BTreeSet;

use circuit::Lit;
use circuit::cnf::{Encoder, Polarity};
use compile::{Block, Compiled, Constraint};
use lang::problem::Problem;
use lang::scope::Scope;
use solver::dimacs::Cnf;

use super::words;
use pairs::implications::Implication;

/// What one clause after another is for, from the first on.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Positions of the first clause and of the one after the last, counted from 0.
    pub clauses: std::ops::Range<usize>,
    pub says: Says,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Block(Block),
    /// By its position in the file.
    Precondition(usize),
    /// The subproperty at this position does not raise.
    Quiet(usize),
    Selector(usize),
    Broken,
}

/// A literal that may be assumed: if it is true, a subproperty holds, or fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selector {
    pub position: usize,
    pub holds: bool,
    pub lit: i32,
}

/// What all proofs of a folder have in common.
#[derive(Debug)]
pub(super) struct Formulas<'a> {
    pub problem: &'a Problem,
    pub scope: &'a Scope,
    pub compiled: &'a Compiled,
    pub symmetry: bool,
    /// The release that wrote the folder.
    pub release: &'a str,
    /// How many proofs there are.
    pub count: usize,
    /// The clauses that do not depend on the implication.
    begun: Draft,
    /// What the variables of the inputs say.
    inputs: Vec<(i32, String)>,
}

#[derive(Clone, Debug, Default)]
struct Draft {
    encoder: Encoder,
    cnf: Cnf,
    sections: Vec<Section>,
}

impl Draft {
    fn section<T>(&mut self, says: Says, add: impl FnOnce(&mut Encoder, &mut Cnf) -> T) -> T {
        let start = self.cnf.clause_count();
        let result = add(&mut self.encoder, &mut self.cnf);
        let end = self.cnf.clause_count();
        if end > start {
            self.sections.push(Section { clauses: start..end, says });
        }
        result
    }

    fn block(&mut self, compiled: &Compiled, block: Block) {
        let constraints: Vec<&Constraint> =
            compiled.constraints.iter().filter(|constraint| constraint.block == block).collect();
        self.section(Says::Block(block), |encoder, cnf| {
            for constraint in constraints {
                encoder.clause(&compiled.circuit, &constraint.clause, cnf);
            }
        });
    }

    fn assert(&mut self, says: Says, compiled: &Compiled, lit: Lit) {
        self.section(says, |encoder, cnf| encoder.assert(&compiled.circuit, lit, cnf));
    }
}

impl<'a> Formulas<'a> {
    pub fn new(
        problem: &'a Problem,
        scope: &'a Scope,
        compiled: &'a Compiled,
        symmetry: bool,
        release: &'a str,
        count: usize,
    ) -> Self {
        let mut begun = Draft::default();
        begun.encoder.declare_inputs(&compiled.circuit, &mut begun.cnf);
        let variable = |lit: Lit| (!lit.is_const()).then(|| begun.encoder.var(lit.node())).flatten();
        let inputs = words::inputs(problem, &compiled.layout, &variable);
        let blocks: BTreeSet<Block> = compiled.constraints.iter().map(|constraint| constraint.block).collect();
        for block in blocks.into_iter().filter(|block| *block != Block::Symmetry) {
            begun.block(compiled, block);
        }
        for (position, outcome) in compiled.preconditions.iter().enumerate() {
            begun.assert(Says::Precondition(position), compiled, outcome.holds);
        }
        for (position, outcome) in compiled.subproperties.iter().enumerate() {
            begun.assert(Says::Quiet(position), compiled, !outcome.raises);
        }
        Self { problem, scope, compiled, symmetry, release, count, begun, inputs }
    }

    /// The clauses of a proof, which has this number, counted from 1.
    pub fn of(&self, number: usize, implication: Implication) -> Cnf {
        let mut draft = self.begun.clone();
        let mut selectors = Vec::new();
        for (position, outcome) in self.compiled.subproperties.iter().enumerate() {
            let (holds, fails) = (implication.hold.contains(position), implication.then.contains(position));
            if holds || fails {
                let circuit = &self.compiled.circuit;
                let says = outcome.holds.negate_if(fails);
                let lit = draft.section(Says::Selector(position), |encoder, cnf| {
                    encoder.lit(circuit, says, Polarity::Positive, cnf)
                });
                selectors.push(Selector { position, holds, lit });
            }
        }
        if self.symmetry {
            draft.block(self.compiled, Block::Symmetry);
        }
        draft.section(Says::Broken, |_, cnf| selectors.iter().for_each(|selector| cnf.add_clause(&[selector.lit])));
        let Draft { mut cnf, sections, .. } = draft;
        for line in words::comments(self, number, implication, &self.inputs, &selectors, &sections) {
            cnf.comment(&line);
        }
        cnf
    }
}
