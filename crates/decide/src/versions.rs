//! Finds the pairs on which another version of a function, such as a mutant, is wrong: one in each bucket that has any.
//!
//! The version is compiled over the bits of the same pair and imported into the circuit of the problem; where the two
//! agree, they share their gates. Each model excludes its bucket, until no bucket is left.

use std::collections::BTreeSet;

use circuit::Lit;
use compile::CompileOptions;
use lang::ast::FuncId;
use lang::problem::{Problem, PropertyKind};
use pairs::{Bucket, Concrete, Replay};
use solver::SolveResult;

use crate::compare::circuit_answer;
use crate::oracle::compiler;
use crate::query::bits;
use crate::session::{DecideError, Session, in_bucket};

/// Steps that compiling a version may take. A version that takes more is skipped.
const STEPS: u64 = 100_000;

/// A function of a file that differs from the problem file only in what some functions compute; the types of pairs are the
/// same.
#[derive(Clone, Debug)]
pub struct Version<'v> {
    pub problem: &'v Problem,
    pub function: FuncId,
    /// For each of its parameters, the position of the predicate's parameter of the same name.
    pub params: Vec<usize>,
    /// The subproperty that it replaces; `None` if it replaces the reference predicate.
    pub of: Option<usize>,
}

/// The pairs on which a version is wrong.
#[derive(Clone, Debug, Default)]
pub struct WrongPairs {
    pub pairs: Vec<(Bucket, Vec<Concrete>)>,
    /// Whether no other bucket of the scope has any. Never set if the session breaks symmetry: a version may depend on an
    /// order, and under other names the same elements may come in another order.
    pub complete: bool,
}

impl Session<'_> {
    /// Pairs on which a version is wrong, one for each bucket that is not in `known`. A version must hold where every
    /// required subproperty holds, and fail where the function that it replaces fails; elsewhere any answer is accepted.
    /// Pairs on which its answer depends on the order in which they are shown are left out. The session keeps the gates
    /// of the version.
    pub fn wrong_pairs(&mut self, version: &Version<'_>, known: &BTreeSet<Bucket>) -> Result<WrongPairs, DecideError> {
        let options = CompileOptions { symmetry: false, ..self.settings.compile_options() };
        let Ok(mut compiler) = compiler(version.problem, &self.scope, options) else {
            return Ok(WrongPairs::default());
        };
        compiler.limit_steps(STEPS);
        let Ok(outcome) = compiler.function(version.function, &version.params) else {
            return Ok(WrongPairs::default());
        };
        let circuit = &mut self.compiled.circuit;
        if compiler.circuit().input_count() != circuit.input_count() {
            return Ok(WrongPairs::default());
        }
        let answers = circuit.import(compiler.circuit(), &[outcome.holds, outcome.raises]);
        let holds: Vec<_> = self.compiled.subproperties.iter().map(|own| own.holds).collect();
        let required = self.problem.subproperties.iter().zip(&holds);
        let required = required.filter(|(property, _)| property.kind == PropertyKind::Required).map(|(_, own)| *own);
        let right = circuit.all(required);
        let own = version.of.and_then(|position| holds.get(position).copied()).unwrap_or(right);
        let [rejected, accepted] = [!answers[0], circuit.or(answers[0], answers[1])];
        let wrong = circuit.ite(right, rejected, accepted);
        let counts = circuit.or(right, !own);
        let wrong = circuit.and(wrong, counts);
        let can_be_complete = !self.settings.symmetry;
        if wrong == Lit::FALSE {
            return Ok(WrongPairs { complete: can_be_complete, ..WrongPairs::default() });
        }
        let goal = self.query.assumption(&self.compiled.circuit, wrong);
        let active = self.query.new_var();
        for bucket in known {
            self.exclude(active, *bucket);
        }
        let replay = Replay::new(version.problem);
        let mut found = WrongPairs::default();
        let mut left_out = false;
        loop {
            match self.query.solve(&[active, goal]) {
                SolveResult::Sat => {
                    let solved = self.query.pair(&self.compiled.layout);
                    let outside = || replay.mismatch(&solved, "the solver gave a pair outside the scope");
                    let inputs = bits(&self.compiled.circuit, &self.compiled.layout, &solved).ok_or_else(outside)?;
                    let answer = circuit_answer(compiler.circuit(), &outcome, &inputs);
                    let check =
                        |pair: &[Concrete]| replay.check_function(pair, version.function, &version.params, &answer);
                    check(&solved)?;
                    let (bucket, pair) = self.found()?;
                    self.exclude(active, bucket);
                    if check(&pair).is_ok() {
                        found.pairs.push((bucket, pair));
                    } else {
                        left_out = true;
                    }
                }
                result => {
                    found.complete = can_be_complete && !left_out && result == SolveResult::Unsat;
                    break;
                }
            }
        }
        self.query.add_clause(&[-active]);
        Ok(found)
    }

    fn exclude(&mut self, active: i32, bucket: Bucket) {
        let mut clause: Vec<i32> = in_bucket(&self.selectors, bucket).into_iter().map(|lit| -lit).collect();
        clause.push(-active);
        self.query.add_clause(&clause);
    }
}
