//! The clauses of one proof.
//!
//! Takes a problem compiled at a scope, and an implication. Returns clauses that are satisfied by the bits of exactly those
//! pairs of the scope for which the preconditions hold, no subproperty raises, and the implication is violated. The
//! blocks come in this order, with symmetry just before the unit clauses, so that no other block uses what it defines.
//!
//! Or takes the questions about orders, and returns for one of them clauses that are satisfied by exactly those pairs, each
//! with an order, on which a function answers differently in another order.
//!
//! Invariant: the clauses depend only on the problem, the scope, and whether symmetry is used, not on earlier questions
//! about the circuit. So the checker generates the same clauses as the writer. Guarded by `tests/proofs.rs`.

use std::collections::BTreeSet;

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Lit};
use compile::{Block, Compiled, Constraint, Layout};
use lang::problem::Problem;
use lang::scope::Scope;
use solver::dimacs::Cnf;

use super::words;
use crate::order_questions::{OrderQuestion, OrderQuestions};
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
    /// The answers in two orders differ.
    Difference,
}

/// A literal that implies, if it is true, that a subproperty holds or that it fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selector {
    pub position: usize,
    pub holds: bool,
    pub lit: i32,
}

/// What the comments of all proofs of a folder say.
#[derive(Clone, Copy, Debug)]
pub(super) struct FolderFacts<'a> {
    pub problem: &'a Problem,
    pub scope: &'a Scope,
    pub symmetry: bool,
    /// The release that wrote the folder.
    pub release: &'a str,
}

/// The proofs of implications.
#[derive(Debug)]
pub(super) struct Formulas<'a> {
    pub facts: FolderFacts<'a>,
    pub compiled: &'a Compiled,
    /// How many proofs there are.
    pub count: usize,
    /// The clauses that do not depend on the implication.
    common: FormulaDraft,
    /// The variables of the inputs and their meanings.
    inputs: Vec<(i32, String)>,
}

/// The proofs that no function depends on an order.
#[derive(Debug)]
pub(super) struct OrderFormulas<'a> {
    pub facts: FolderFacts<'a>,
    pub questions: &'a OrderQuestions,
    /// How many proofs there are.
    pub count: usize,
    common: FormulaDraft,
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

    /// All blocks but symmetry, over the variables of the inputs.
    fn of_pairs(circuit: &Circuit, constraints: &[Constraint]) -> Self {
        let mut draft = Self::default();
        draft.encoder.declare_inputs(circuit, &mut draft.cnf);
        let blocks: BTreeSet<Block> = constraints.iter().map(|constraint| constraint.block).collect();
        for block in blocks.into_iter().filter(|block| *block != Block::Symmetry) {
            draft.block(circuit, constraints, block);
        }
        draft
    }

    /// The inputs that have a variable, with their meanings.
    fn inputs(&self, problem: &Problem, layout: &Layout) -> Vec<(i32, String)> {
        let variable = |lit: Lit| (!lit.is_const()).then(|| self.encoder.var(lit.node())).flatten();
        words::inputs(problem, layout, &variable)
    }

    fn block(&mut self, circuit: &Circuit, constraints: &[Constraint], block: Block) {
        self.section(SectionContent::Block(block), |encoder, cnf| {
            for constraint in constraints.iter().filter(|constraint| constraint.block == block) {
                encoder.clause(circuit, &constraint.clause, cnf);
            }
        });
    }

    fn assert(&mut self, content: SectionContent, circuit: &Circuit, lit: Lit) {
        self.section(content, |encoder, cnf| encoder.assert(circuit, lit, cnf));
    }

    fn finish(self, comments: impl FnOnce(&[Section]) -> Vec<String>) -> Cnf {
        let Self { mut cnf, sections, .. } = self;
        comments(&sections).iter().for_each(|line| cnf.comment(line));
        cnf
    }
}

impl<'a> Formulas<'a> {
    pub fn new(facts: FolderFacts<'a>, compiled: &'a Compiled, count: usize) -> Self {
        let circuit = &compiled.circuit;
        let mut common = FormulaDraft::of_pairs(circuit, &compiled.constraints);
        let inputs = common.inputs(facts.problem, &compiled.layout);
        for (position, outcome) in compiled.preconditions.iter().enumerate() {
            common.assert(SectionContent::Precondition(position), circuit, outcome.holds);
        }
        for (position, outcome) in compiled.subproperties.iter().enumerate() {
            common.assert(SectionContent::Quiet(position), circuit, !outcome.raises);
        }
        Self { facts, compiled, count, common, inputs }
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
        if self.facts.symmetry {
            draft.block(&self.compiled.circuit, &self.compiled.constraints, Block::Symmetry);
        }
        draft.section(SectionContent::Violation, |_, cnf| {
            selectors.iter().for_each(|selector| cnf.add_clause(&[selector.lit]));
        });
        draft.finish(|sections| words::comments(self, number, implication, &self.inputs, &selectors, sections))
    }
}

impl<'a> OrderFormulas<'a> {
    pub fn new(facts: FolderFacts<'a>, questions: &'a OrderQuestions, count: usize) -> Self {
        let common = FormulaDraft::of_pairs(&questions.circuit, &questions.constraints);
        let inputs = common.inputs(facts.problem, &questions.layout);
        Self { facts, questions, count, common, inputs }
    }

    /// The clauses of the proof with this number, counted from 1.
    pub fn of(&self, number: usize, question: &OrderQuestion) -> Cnf {
        let OrderQuestions { circuit, constraints, preconditions, .. } = self.questions;
        let mut draft = self.common.clone();
        for (position, holds) in preconditions.iter().enumerate().take(question.preconditions) {
            draft.assert(SectionContent::Precondition(position), circuit, *holds);
        }
        draft.assert(SectionContent::Difference, circuit, question.differs);
        if self.facts.symmetry {
            draft.block(circuit, constraints, Block::Symmetry);
        }
        draft.finish(|sections| words::order_comments(self, number, question, &self.inputs, sections))
    }
}
