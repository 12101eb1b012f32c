//! On every bundled problem, at a tiny scope, all pairs are enumerated: circuit and `eval` agree on every precondition,
//! subproperty and exception, and the buckets found by the solver are those that exist.

mod problem;

use std::collections::BTreeSet;

use circuit::simulate::Simulator;
use compile::{CompileOptions, CompiledFunction};
use decide::{Bucket, DecideSettings, Replay, Session, analyze};
use pairs::Concrete;
use problem::{TINY, bundled, scoped};

/// The most pairs that are checked; of more, every n-th is.
const MOST_PAIRS: usize = 40_000;

#[test]
fn every_bundled_problem_is_here() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("problems")
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .filter(|name| !name.starts_with("__") && name != "README")
        .collect();
    names.sort();
    let known: Vec<&str> = TINY.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, known);
}

#[test]
fn circuits_agree_with_evaluation_on_every_pair() {
    let faults: Vec<String> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            scope.spawn(move || {
                let problems = TINY.iter().skip(half).step_by(2);
                problems
                    .flat_map(|(name, bounds)| [false, true].map(|mode| compare(name, bounds, mode)))
                    .flatten()
                    .collect::<Vec<_>>()
            })
        });
        halves.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Disagreements between the circuits of a problem and evaluation. With `only_valid`, a function need not agree on pairs
/// that violate a precondition before it.
fn compare(name: &str, bounds: &str, only_valid: bool) -> Vec<String> {
    let loaded = bundled(name);
    let problem = &loaded.problem;
    let scope = scoped(problem, bounds);
    let options = CompileOptions { symmetry: false, only_valid, ..CompileOptions::default() };
    let compiled = decide::compiler(problem, &scope, options)
        .and_then(|compiler| compiler.problem().map_err(|refusals| refusals.into_iter().next().expect("a refusal")));
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(refusal) => {
            return vec![format!("{name}: line {}: {refusal}", problem.source.line(refusal.at.start))];
        }
    };
    let domains: Vec<Vec<Concrete>> = scope
        .params
        .iter()
        .map(|domain| pairs::domain::values(domain, &scope.atoms, 200_000).expect("few values"))
        .collect();
    let pairs: usize = domains.iter().map(Vec::len).product();
    let stride = pairs.div_ceil(MOST_PAIRS).max(1) | 1;
    let outcomes: Vec<&CompiledFunction> = compiled.preconditions.iter().chain(&compiled.subproperties).collect();
    let roots: Vec<circuit::Lit> = outcomes
        .iter()
        .flat_map(|outcome| {
            [outcome.holds, outcome.raises].into_iter().chain(outcome.faults.iter().map(|fault| fault.when))
        })
        .collect();
    let constraints: Vec<Vec<circuit::Lit>> =
        compiled.constraints.iter().map(|constraint| constraint.clause.clone()).collect();
    let all: Vec<circuit::Lit> = roots.iter().copied().chain(constraints.iter().flatten().copied()).collect();
    let mut simulator: Simulator<1> = Simulator::new(&compiled.circuit, &all);
    let replay = Replay::new(problem);
    let mut judge = replay.evaluator();
    let mut faults = Vec::new();
    let mut buckets = BTreeSet::new();
    let wanted: Vec<usize> = (0..pairs).step_by(stride).collect();
    for chunk in wanted.chunks(64) {
        let chosen: Vec<Vec<Concrete>> = chunk.iter().map(|index| pair(&domains, *index)).collect();
        let mut words = vec![[0_u64]; compiled.circuit.input_count()];
        for (bit, pair) in chosen.iter().enumerate() {
            for lit in compiled.layout.encode(pair).expect("inside the scope") {
                if let Some(input) = compiled.circuit.input_of(lit) {
                    words[input][0] |= 1 << bit;
                }
            }
        }
        simulator.run(&words);
        for (bit, pair) in chosen.iter().enumerate() {
            let holds = |lit: circuit::Lit| simulator.value(lit)[0] >> bit & 1 == 1;
            if !constraints.iter().all(|clause| clause.iter().any(|lit| holds(*lit))) {
                faults.push(format!("{name}: a pair of the scope is excluded: {}", pairs::pair_json(problem, pair)));
            }
            let verdict = replay.answers(pair).expect("a pair");
            let said = verdict.preconditions.iter().chain(&verdict.subproperties);
            let mut valid = true;
            for (position, (said, outcome)) in said.zip(&outcomes).enumerate() {
                if only_valid && !valid {
                    break;
                }
                valid &= position >= compiled.preconditions.len() || *said == Ok(true);
                let raised: Vec<&str> = outcome
                    .faults
                    .iter()
                    .filter(|fault| holds(fault.when))
                    .map(|fault| fault.exception.name())
                    .collect();
                let agrees = match said {
                    Ok(truth) => raised.is_empty() && !holds(outcome.raises) && holds(outcome.holds) == *truth,
                    Err(exception) => raised == [exception.to_string()] && holds(outcome.raises),
                };
                if !agrees {
                    let pair = pairs::pair_json(problem, pair);
                    faults.push(format!("{name}: evaluation says {said:?}, the circuit raises {raised:?}: {pair}"));
                }
            }
            buckets.extend(judge.bucket(pair));
            if faults.len() > 3 {
                return faults;
            }
        }
    }
    let mut session = Session::new(problem, &scope, &DecideSettings::default()).expect("compiles");
    let analysis = analyze(&mut session).expect("no mismatch");
    let found: BTreeSet<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    if (stride == 1 && found != buckets) || !buckets.is_subset(&found) {
        faults.push(format!("{name}: the solver finds {found:?}, enumeration {buckets:?}"));
    }
    faults
}

/// The pair with this number.
fn pair(domains: &[Vec<Concrete>], mut index: usize) -> Vec<Concrete> {
    domains
        .iter()
        .map(|values| {
            let value = values[index % values.len()].clone();
            index /= values.len();
            value
        })
        .collect()
}
