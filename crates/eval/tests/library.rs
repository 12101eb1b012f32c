//! The functions of the library that are written in Python answer as CPython's own do, on random arguments.

mod cpython;

use std::collections::BTreeSet;

use eval::{Fault, Machine, Program};
use lang::load::{Mode, load};
use lang::source::Source;
use serde::Deserialize;

const SEED: &str = "1";
const ROUNDS: &str = "40";

#[derive(Debug, Deserialize)]
struct LibraryCall {
    name: String,
    prelude: String,
    expr: String,
    canon: String,
}

#[test]
fn every_function_answers_as_cpython_does() {
    let script = cpython::crate_dir().join("tests/cpython/library_calls.py");
    let output = cpython::run(&script, &[SEED.as_ref(), ROUNDS.as_ref()]);
    let calls: Vec<LibraryCall> = serde_json::from_str(&output).expect("library_calls.py prints JSON");
    let tried: BTreeSet<&str> = calls.iter().map(|call| &*call.name).collect();
    let offered: BTreeSet<String> = lang::library::modules()
        .flat_map(|module| lang::library::names(module).iter().map(move |name| format!("{module}.{name}")))
        .collect();
    let untried: Vec<&String> = offered.iter().filter(|name| !tried.contains(&***name)).collect();
    assert!(untried.is_empty(), "no random calls of {untried:?}");
    let wrong: Vec<String> = calls.iter().filter_map(disagreement).collect();
    assert!(wrong.is_empty(), "{} of {} calls differ:\n{}", wrong.len(), calls.len(), wrong.join("\n"));
}

fn disagreement(call: &LibraryCall) -> Option<String> {
    let text = format!("{}\ndef case():\n    return {}\n", call.prelude, call.expr);
    let loaded = load(Source::new("call.py", text), Mode::Language);
    let program = Program::new(&loaded.problem);
    let answer = match Machine::new(&program).call("case", &[]) {
        Ok(value) => eval::canon(&program, &value, &|_| "an atom".into()),
        Err(fault) => match *fault {
            Fault::Raised(raised) => format!("!{}", raised.exception),
            other => format!("fault: {other}"),
        },
    };
    (answer != call.canon).then(|| format!("{}: `{}` gives {answer}, should be {}", call.name, call.expr, call.canon))
}
