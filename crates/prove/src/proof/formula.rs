//! The clauses of one proof about a submission.
//!
//! They are satisfied by exactly those pairs of the scope, in every order of unordered lists and sets, for which all preconditions hold, no
//! subproperty raises, and something contradicts the claim: in a bucket that is claimed to be correct the answer is wrong or not known; the call
//! changes something that later calls see; or, unless the claim is about values of names, an atom is taken for some other value.
//!
//! Invariant: the clauses depend only on the circuit, so the checker generates the same ones as the writer.

use circuit::Lit;
use circuit::cnf::Polarity;
use compile::{Block, ChangedThing};
use decide::proof::parts::{clauses_of_pairs, comment, input_meanings};
use lang::scope::PairTypes;
use pairs::Bucket;
use solver::dimacs::Cnf;

use crate::circuit::SubmissionCircuit;
use crate::decided_problem::DecidedProblem;

/// What is claimed.
pub struct ClaimedBuckets<'a> {
    /// `None`: all of them.
    pub correct: Option<&'a [Bucket]>,
    /// Of the submission.
    pub name: &'a str,
}

pub fn formula(decided: &DecidedProblem<'_>, mut own: SubmissionCircuit, claimed: &ClaimedBuckets<'_>) -> Cnf {
    let names_count = !decided.problem.atoms.is_empty() && own.holds_for_all_kinds();
    let circuit = &mut own.circuit;
    let wrong = match claimed.correct {
        None => own.not_correct,
        Some(buckets) => {
            let mut inside = Vec::new();
            for bucket in buckets {
                let subproperties = own.subproperties.iter().enumerate();
                let all: Vec<Lit> =
                    subproperties.map(|(position, holds)| holds.negate_if(bucket.fails(position))).collect();
                inside.push(circuit.all(all));
            }
            let inside = circuit.any(inside);
            circuit.and(own.not_correct, inside)
        }
    };
    let changes = own.compiled.changes.iter().filter(|change| change.what == ChangedThing::Module);
    let mut bad: Vec<Lit> = std::iter::once(wrong).chain(changes.map(|change| change.when)).collect();
    if names_count {
        bad.extend(&own.compiled.type_errors);
    }
    let bad = circuit.any(bad);
    let circuit = &own.circuit;
    let (mut encoder, mut cnf) = clauses_of_pairs(circuit, &own.constraints);
    let variable = |lit: Lit| (!lit.is_const()).then(|| encoder.var(lit.node())).flatten();
    let inputs = input_meanings(decided.problem, &own.layout, &variable);
    let shape = cnf.clause_count();
    encoder.assert(circuit, own.regular, &mut cnf);
    let regular = cnf.clause_count();
    // With a variable of its own, so that what is claimed is the last clause but those of symmetry.
    let bad = encoder.lit(circuit, bad, Polarity::Positive, &mut cnf);
    cnf.add_clause(&[bad]);
    let claim = cnf.clause_count();
    for constraint in own.constraints.iter().filter(|constraint| constraint.block == Block::Symmetry) {
        encoder.clause(circuit, &constraint.clause, &mut cnf);
    }
    let mut say = |head: &str, text: &str| comment(&mut cnf, head, text);
    say("problem: ", &decided.problem.name);
    say("scope: ", &decided.scope.describe(PairTypes::of(decided.problem)));
    say("submission: ", &claimed.name.escape_debug().to_string());
    match claimed.correct {
        None => say("claim: ", "every pair of the scope is answered correctly"),
        Some(buckets) => say("claim: ", &format!("every pair of {} buckets is answered correctly", buckets.len())),
    }
    say("", "");
    say(
        "",
        "No assignment satisfies all these clauses. Together they say: here is a pair of the scope that contradicts the claim.",
    );
    for (var, meaning) in inputs {
        say(&format!("{var}: "), &meaning);
    }
    say("", "All others are gates of the circuit, and choose the order of sets.");
    say(&format!("clauses 1 to {shape}: "), "the variables describe a pair and an order of its lists");
    say(&format!("clauses to {regular}: "), "the preconditions hold, and no subproperty raises");
    say(&format!("clauses to {claim}: "), "the claim is wrong for it");
    say("all others: ", "of pairs that differ only by renaming atoms, few remain");
    cnf
}
