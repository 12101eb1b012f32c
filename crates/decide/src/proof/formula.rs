//! The clauses of one proof.
//!
//! Takes a problem compiled at a scope, and an implication. Returns clauses that are satisfied by the bits of exactly those
//! pairs of the scope for which the preconditions hold, no subproperty raises, and the implication is violated. The
//! blocks come in this order, with symmetry just before the unit clauses, so that no other block uses what it defines.
//!
//! Invariant: the clauses depend only on the problem, the scope, and whether symmetry is used, not on earlier questions
//! about the circuit. So the checker generates the same clauses as the writer. Guarded by `tests/proofs.rs`.

use std::collections::BTreeSet;

use circuit::Lit;
use circuit::cnf::{Encoder, Polarity};
use compile::{Block, Compiled, Constraint};
use lang::problem::Problem;
use lang::scope::Scope;
use solver::dimacs::Cnf;

use super::words;
use pairs::implications::Implication;

/// Consecutive clauses with one purpose.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Positions of the first clause and of the one after the last, counted from 0.
    pub clauses: std::ops::Range<usize>,
    pub content: SectionContent,
}

/// What the clauses of a section state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SectionContent {
    Block(Block),
    /// By its position in the file.
    Precondition(usize),
    /// The subproperty at this position does not raise.
    Quiet(usize),
    /// The definition of the selector of the subproperty at this position.
    Selector(usize),
    /// The implication is violated.
    Violation,
}

/// A literal that implies, if it is true, that a subproperty holds or that it fails.
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
    common: FormulaDraft,
    /// The variables of the inputs and their meanings.
    inputs: Vec<(i32, String)>,
}

#[derive(Clone, Debug, Default)]
struct FormulaDraft {
    encoder: Encoder,
    cnf: Cnf,
    sections: Vec<Section>,
}

impl FormulaDraft {
    fn section<T>(&mut self, content: SectionContent, add: impl FnOnce(&mut Encoder, &mut Cnf) -> T) -> T {
        let start = self.cnf.clause_count();
        let result = add(&mut self.encoder, &mut self.cnf);
        let end = self.cnf.clause_count();
        if end > start {
            self.sections.push(Section { clauses: start..end, content });
        }
        result
    }

    fn block(&mut self, compiled: &Compiled, block: Block) {
        let constraints: Vec<&Constraint> =
            compiled.constraints.iter().filter(|constraint| constraint.block == block).collect();
        self.section(SectionContent::Block(block), |encoder, cnf| {
            for constraint in constraints {
                encoder.clause(&compiled.circuit, &constraint.clause, cnf);
            }
        });
    }

    fn assert(&mut self, content: SectionContent, compiled: &Compiled, lit: Lit) {
        self.section(content, |encoder, cnf| encoder.assert(&compiled.circuit, lit, cnf));
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
        let mut common = FormulaDraft::default();
        common.encoder.declare_inputs(&compiled.circuit, &mut common.cnf);
        let variable = |lit: Lit| (!lit.is_const()).then(|| common.encoder.var(lit.node())).flatten();
        let inputs = words::inputs(problem, &compiled.layout, &variable);
        let blocks: BTreeSet<Block> = compiled.constraints.iter().map(|constraint| constraint.block).collect();
        for block in blocks.into_iter().filter(|block| *block != Block::Symmetry) {
            common.block(compiled, block);
        }
        for (position, outcome) in compiled.preconditions.iter().enumerate() {
            common.assert(SectionContent::Precondition(position), compiled, outcome.holds);
        }
        for (position, outcome) in compiled.subproperties.iter().enumerate() {
            common.assert(SectionContent::Quiet(position), compiled, !outcome.raises);
        }
        Self { problem, scope, compiled, symmetry, release, count, common, inputs }
    }

    /// The clauses of the proof with this number, counted from 1.
    pub fn of(&self, number: usize, implication: Implication) -> Cnf {
        let mut draft = self.common.clone();
        let mut selectors = Vec::new();
        for (position, outcome) in self.compiled.subproperties.iter().enumerate() {
            let (holds, fails) = (implication.hold.contains(position), implication.then.contains(position));
            if holds || fails {
                let circuit = &self.compiled.circuit;
                let selected = outcome.holds.negate_if(fails);
                let lit = draft.section(SectionContent::Selector(position), |encoder, cnf| {
                    encoder.lit(circuit, selected, Polarity::Positive, cnf)
                });
                selectors.push(Selector { position, holds, lit });
            }
        }
        if self.symmetry {
            draft.block(self.compiled, Block::Symmetry);
        }
        draft.section(SectionContent::Violation, |_, cnf| {
            selectors.iter().for_each(|selector| cnf.add_clause(&[selector.lit]));
        });
        let FormulaDraft { mut cnf, sections, .. } = draft;
        for line in words::comments(self, number, implication, &self.inputs, &selectors, &sections) {
            cnf.comment(&line);
        }
        cnf
    }
}
