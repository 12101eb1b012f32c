//! What becomes of submissions: whether they load, whether they have a circuit, and whether adapter, `eval` and circuit
//! agree on random valid pairs of the scope.
//!
//!     cargo run -p custodiet-decide --example submissions -- PROBLEM FOLDER [--scope S] [--pairs N] [--seconds S] [--only NAME]
//!
//! Each file and each folder in FOLDER is a submission. They run without a sandbox: pass only what you trust.

#[path = "../../tests/submission/mod.rs"]
mod submission;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use compile::AtomMode;
use eval::Program;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::Concrete;
use submission::adapter::Adapter;
use submission::{Answer, Circuit, Evaluation};

struct Options {
    scope: Scope,
    pairs: Vec<Vec<Concrete>>,
    valid: submission::Valid,
    time: Duration,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let (Some(problem), Some(folder)) = (args.first(), args.get(1)) else {
        eprintln!("usage: submissions PROBLEM FOLDER [--scope S] [--pairs N] [--seconds S] [--only NAME]");
        std::process::exit(2);
    };
    let loaded = lang::load::load_file(Path::new(problem));
    let problem = &loaded.problem;
    let scope = match option("--scope") {
        Some(text) => lang::scope::override_bounds(problem, text).expect("a scope"),
        None => problem.scope.clone(),
    };
    let number = |name: &str, default| option(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let drawn = submission::draw::draw(&scope, number("--pairs", 500), 1);
    let pairs = submission::valid_pairs(problem, drawn);
    let valid = submission::Valid::new(problem, &scope).expect("the preconditions have circuits");
    let pairs: Vec<Vec<Concrete>> = pairs.iter().map(|pair| valid.as_laid_out(pair)).collect();
    println!("{} pairs", pairs.len());
    let options = Options { scope, pairs, valid, time: Duration::from_secs(number("--seconds", 10) as u64) };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "py"));
    paths.retain(|path| option("--only").is_none_or(|only| path.to_string_lossy().contains(only)));
    paths.sort();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        let (word, details) = report(problem, &path, &options);
        *counts.entry(word).or_default() += 1;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        println!("{word:9} {name}: {details}");
    }
    println!("{counts:?}");
}

/// What became of a submission, in a word and in a line.
fn report(problem: &Problem, path: &Path, options: &Options) -> (&'static str, String) {
    let files = submission::files_of(path);
    let mut adapter = Adapter::start(problem, &files, 1);
    let loaded = match (submission::load(problem, &files), &adapter) {
        (Ok(loaded), _) => loaded,
        (Err(failure), Err((why, _))) => return ("broken", format!("{failure:?}; the adapter: {why}")),
        (Err(failure), Ok(_)) => return ("DISAGREES", format!("{failure:?}, and the adapter loads it")),
    };
    let program = Program::new(&loaded.problem);
    let mut evaluation = Evaluation::new(&loaded, &program, None);
    let mut orders = submission::in_orders(&loaded, &program);
    if let Some(fault) = evaluation.start() {
        return match (&fault, &adapter) {
            (Answer::Outside(what), _) => ("outside", what.clone()),
            (Answer::Raises(class), Err((_, theirs))) if class == theirs || theirs.is_empty() => {
                ("broken", format!("{class} when it is loaded"))
            }
            (fault, Ok(_)) => ("DISAGREES", format!("{fault:?} when it is loaded, and the adapter loads it")),
            (fault, Err(theirs)) => ("DISAGREES", format!("{fault:?} when it is loaded, and the adapter: {theirs:?}")),
        };
    }
    if let Err((why, class)) = &adapter {
        return ("differs", format!("loads, and the adapter: {why} {class}"));
    }
    let kinds = submission::kinds(problem, 0);
    let mut outside: Option<String> = None;
    let mut answers = Vec::new();
    for pair in &options.pairs {
        let answer = evaluation.answer(pair, &kinds);
        if let Answer::Outside(what) = &answer {
            outside.get_or_insert_with(|| what.clone());
        }
        if let Ok(adapter) = &mut adapter {
            let theirs = adapter.answer(problem, pair, &kinds);
            if answer.contradicts(&theirs) {
                let given = orders.iter_mut().map(|order| order.answer(pair, &kinds));
                if given.collect::<BTreeSet<_>>().len() > 1 {
                    return ("order", "the answer depends on the order of a set".to_owned());
                }
                let again = Adapter::start(problem, &files, 1).map(|mut fresh| fresh.answer(problem, pair, &kinds));
                if again.is_ok_and(|again| !answer.contradicts(&again)) {
                    return ("state", "the answer depends on earlier calls".to_owned());
                }
                let pair = pairs::pair_json(problem, pair);
                return ("DISAGREES", format!("eval {answer:?}, the adapter {theirs:?}: {pair}"));
            }
        }
        answers.push(answer);
    }
    let started = cpu_seconds();
    let circuit = Circuit::new(&loaded, &options.scope, &options.valid, &kinds, options.time);
    let seconds = cpu_seconds() - started;
    let circuit = match circuit {
        Ok(circuit) => circuit,
        Err(refusal) => {
            let refused = submission::refusal(&loaded, &refusal);
            return match outside {
                Some(what) => ("outside", format!("{what}; refused after {seconds:.2} s: {refused}")),
                None => ("refused", format!("after {seconds:.2} s: {refused}")),
            };
        }
    };
    for ((ours, theirs), pair) in answers.iter().zip(circuit.answers(&options.pairs)).zip(&options.pairs) {
        if ours.contradicts(&theirs) {
            let given = orders.iter_mut().map(|order| order.answer(pair, &kinds));
            if given.collect::<BTreeSet<_>>().len() > 1 {
                return ("order", "the answer depends on the order of a set".to_owned());
            }
            let pair = pairs::pair_json(problem, pair);
            return ("DISAGREES", format!("eval {ours:?}, the circuit {theirs:?}: {pair}"));
        }
    }
    let mode = match &circuit.mode {
        AtomMode::Equality => "equality",
        AtomMode::Order => "order",
        AtomMode::Values(_) => "values",
    };
    let unknown: BTreeSet<String> =
        circuit.unknown().into_iter().map(|refusal| submission::refusal(&loaded, refusal)).collect();
    if !unknown.is_empty() {
        let all: Vec<String> = unknown.into_iter().collect();
        return ("partly", format!("{} gates, {seconds:.2} s, not for all pairs: {}", circuit.gates(), all.join("; ")));
    }
    ("compiled", format!("{} gates, {seconds:.2} s, {mode}", circuit.gates()))
}

/// The CPU time that this thread took so far; 0 where Linux does not tell.
fn cpu_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = spent.split(' ').next().and_then(|field| field.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
