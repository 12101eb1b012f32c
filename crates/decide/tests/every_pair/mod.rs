//! Functions on every pair of a scope: the circuit says what `eval` says.

use std::collections::BTreeSet;

use circuit::{Lit, eval_bool};
use compile::{CompileOptions, CompiledFunction};
use decide::compiler;
use pairs::Replay;
use pairs::replay::NoAnswer;

use crate::problem::{all_pairs, given};

/// Compares the subproperties of a problem, and checks that none of these functions always gives the same answer. Returns how
/// many pairs there are.
pub fn compare(text: &str, functions: &[&str]) -> usize {
    let loaded = given(text);
    let problem = &loaded.problem;
    let options = CompileOptions { symmetry: false, ..CompileOptions::default() };
    let mut compiler = compiler(problem, &problem.scope, options).expect("compiles");
    let compiled: Vec<CompiledFunction> = problem
        .subproperties
        .iter()
        .map(|property| compiler.property(property).unwrap_or_else(|refusal| panic!("{}: {refusal}", property.name)))
        .collect();
    let replay = Replay::new(problem);
    let mut answers = vec![BTreeSet::new(); functions.len()];
    let pairs = all_pairs(&problem.scope);
    for pair in &pairs {
        let set: BTreeSet<Lit> = compiler.layout.encode(pair).expect("inside the scope").into_iter().collect();
        assert_eq!(compiler.layout.decode(&|lit| lit == Lit::TRUE || set.contains(&lit)), *pair);
        let circuit = compiler.circuit();
        let bits: Vec<bool> = circuit.inputs().iter().map(|input| set.contains(&input.lit())).collect();
        for (number, (property, outcome)) in problem.subproperties.iter().zip(&compiled).enumerate() {
            let fault = outcome.faults.iter().find(|fault| eval_bool(circuit, fault.when, &bits));
            let answer = match fault {
                Some(fault) => Err(NoAnswer::Raises(fault.exception)),
                None => Ok(eval_bool(circuit, outcome.holds, &bits)),
            };
            answers[number].insert(format!("{answer:?}"));
            let checked = replay.check_function(pair, property.function, &property.params, &answer);
            assert!(checked.is_ok(), "{}\n{pair:?}: {checked:?}", functions[number]);
        }
    }
    for (function, answers) in functions.iter().zip(answers) {
        assert!(answers.len() > 1, "always the same answer: {function}");
    }
    pairs.len()
}
