//! Pairs on which another version of a function is wrong, in each bucket in which there are any.
//!
//! The version is compiled over the bits of the same pair and taken over into the circuit of the problem; where both say
//! the same, little of it is new. Each answer of the solver excludes the bucket that it is in, until there are no others.

use std::collections::BTreeSet;

use circuit::Lit;
use compile::CompileOptions;
use lang::ast::FuncId;
use lang::problem::{Problem, PropertyKind};
use pairs::{Bucket, Concrete, Replay};
use solver::Answer;

use crate::compare::said;
use crate::oracle::compiler;
use crate::query::bits;
use crate::session::{Failure, Session, in_bucket};

/// Steps that compiling a version may take. What takes more is left out.
const STEPS: u64 = 100_000;

/// A function of a file that differs from the problem's in what some functions say, and in nothing else: the types of pairs
/// are the same.
#[derive(Clone, Debug)]
pub struct Version<'v> {
    pub problem: &'v Problem,
    pub function: FuncId,
    /// Which of the predicate's parameters each of its own is.
    pub params: Vec<usize>,
    /// The subproperty that it is a version of; without one, it is a version of the reference.
    pub of: Option<usize>,
}

/// What the solver found.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    pub pairs: Vec<(Bucket, Vec<Concrete>)>,
    /// In no other bucket of the scope is there any. A session that leaves out renamings does not say so: a version may
    /// depend on an order, and by other names the same elements may come in another one.
    pub complete: bool,
}

impl Session<'_> {
    /// Pairs on which a version is wrong: where everything required holds, it must hold; where what it is a version of fails,
    /// it must fail; elsewhere it does not count. One pair of each bucket, without those that are known. Pairs on
    /// which it answers otherwise by the order in which they are shown are left out. The session keeps the
    /// gates of the version.
    pub fn wrong_pairs(&mut self, version: &Version<'_>, known: &BTreeSet<Bucket>) -> Result<Wrong, Failure> {
        let options = CompileOptions { symmetry: false, time: self.settings.limits.time, ..CompileOptions::default() };
        let Ok(mut compiler) = compiler(version.problem, &self.scope, options) else { return Ok(Wrong::default()) };
        compiler.limit_steps(STEPS);
        let Ok(outcome) = compiler.function(version.function, &version.params) else { return Ok(Wrong::default()) };
        let circuit = &mut self.compiled.circuit;
        if compiler.circuit().input_count() != circuit.input_count() {
            return Ok(Wrong::default());
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
        let may_tell = !self.settings.symmetry;
        if wrong == Lit::FALSE {
            return Ok(Wrong { complete: may_tell, ..Wrong::default() });
        }
        let goal = self.query.assumption(&self.compiled.circuit, wrong);
        let active = self.query.new_var();
        for bucket in known {
            self.exclude(active, *bucket);
        }
        let replay = Replay::new(version.problem);
        let mut found = Wrong::default();
        let mut left_out = false;
        loop {
            match self.query.solve(&[active, goal]) {
                Answer::Sat => {
                    let solved = self.query.pair(&self.compiled.layout);
                    let outside = || replay.mismatch(&solved, "the solver gave a pair outside the scope");
                    let inputs = bits(&self.compiled.circuit, &self.compiled.layout, &solved).ok_or_else(outside)?;
                    let said = said(compiler.circuit(), &outcome, &inputs);
                    let check =
                        |pair: &[Concrete]| replay.check_function(pair, version.function, &version.params, &said);
                    check(&solved)?;
                    let (bucket, pair) = self.found()?;
                    self.exclude(active, bucket);
                    if check(&pair).is_ok() {
                        found.pairs.push((bucket, pair));
                    } else {
                        left_out = true;
                    }
                }
                answer => {
                    found.complete = may_tell && !left_out && answer == Answer::Unsat;
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
