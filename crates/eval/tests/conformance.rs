//! The Markdown files in `tests/md` are the language's specification; every case in them holds here and in CPython.
//!
//! `md_check.py` reads the files and runs each case under CPython, so that an expected value cannot be wrong; this test
//! compares our answer with CPython's.

mod cpython;

use std::collections::BTreeMap;
use std::fmt::Write;

use eval::{Fault, Machine, Program, Value};
use lang::diagnostic::{Code, Diagnostic};
use lang::load::{Loaded, Mode, load};
use lang::problem::AtomId;
use lang::source::Source;
use serde::Deserialize;

/// As many cases as there are at least: a reader that silently skips files would be noticed.
const LEAST_CASES: usize = 2600;

#[derive(Debug, Clone, Deserialize)]
struct Case {
    file: String,
    line: usize,
    block: String,
    prelude: String,
    expr: String,
    kind: String,
    expected: Option<String>,
    atoms: Vec<String>,
    canon: Option<String>,
}

#[test]
fn every_case_of_the_specification_holds() {
    let dir = cpython::crate_dir().join("tests/md");
    let script = cpython::crate_dir().join("tests/cpython/md_check.py");
    let output = cpython::run(&script, &[dir.as_os_str(), "--json".as_ref()]);
    let cases: Vec<Case> = serde_json::from_str(&output).expect("md_check.py prints JSON");
    assert!(cases.len() >= LEAST_CASES, "only {} cases were read", cases.len());

    let mut blocks: BTreeMap<(String, String), Vec<Case>> = BTreeMap::new();
    for case in cases {
        blocks.entry((case.file.clone(), case.block.clone())).or_default().push(case);
    }
    let failures: Vec<String> = blocks.values().flat_map(|cases| check_block(cases)).collect();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// All cases of one block; returns what is wrong.
fn check_block(cases: &[Case]) -> Vec<String> {
    let is_error = cases.iter().all(|case| case.kind == "error");
    let (text, loaded) = if is_error {
        (cases[0].block.clone(), load(Source::new("block.py", cases[0].block.as_str()), Mode::Language))
    } else {
        let text = program_text(cases);
        (text.clone(), load(Source::new("block.py", text), Mode::Language))
    };
    if is_error {
        let first = block_start(cases, &text);
        return cases.iter().filter_map(|case| check_error(case, first, &loaded)).collect();
    }
    let mut failures = Vec::new();
    let may_raise = cases.iter().any(|case| case.kind == "raises");
    for diagnostic in loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
        if !(may_raise && is_run_time_fault(diagnostic)) {
            failures.push(format!("{}:{}: unexpected {}", cases[0].file, cases[0].line, describe(diagnostic, &loaded)));
        }
    }
    let program = Program::new(&loaded.problem);
    for (number, case) in cases.iter().enumerate() {
        failures.extend(check_case(case, &format!("case_{number}"), &program));
    }
    failures
}

fn program_text(cases: &[Case]) -> String {
    let mut text = cases[0].prelude.clone();
    for (number, case) in cases.iter().enumerate() {
        let _ = write!(text, "\ndef case_{number}({}):\n    return {}\n", case.atoms.join(", "), case.expr);
    }
    text
}

/// The line of the Markdown file on which the block's first line stands.
fn block_start(cases: &[Case], text: &str) -> usize {
    let wanted = cases[0].expr.as_str();
    let within = text.lines().position(|line| line.starts_with(wanted) && line.contains("# error:")).unwrap_or(0);
    cases[0].line - within
}

fn check_error(case: &Case, first: usize, loaded: &Loaded) -> Option<String> {
    let words = case.expected.as_deref().unwrap_or_default().to_lowercase();
    let line = case.line - first + 1;
    let here = |diagnostic: &&Diagnostic| {
        diagnostic.primary.as_ref().is_some_and(|label| loaded.problem.source.line(label.span.start) == line)
    };
    let found: Vec<&Diagnostic> =
        loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).filter(here).collect();
    if found.iter().any(|diagnostic| diagnostic.message.to_lowercase().contains(&words)) {
        return None;
    }
    let said: Vec<String> = loaded.diagnostics.iter().map(|diagnostic| describe(diagnostic, loaded)).collect();
    Some(format!("{}:{}: no error `{words}` on `{}`, but {said:?}", case.file, case.line, case.expr.trim()))
}

fn check_case(case: &Case, function: &str, program: &Program) -> Option<String> {
    let mut machine = Machine::new(program);
    let atoms: Vec<Value> = (0..).zip(&case.atoms).map(|(id, _)| Value::atom(AtomId(0), id)).collect();
    let names = |atom: eval::Atom| format!("{:?}", case.atoms[atom.id as usize]);
    let answer = match machine.call(function, &atoms) {
        Ok(value) => eval::canon(program, &value, &names),
        Err(fault) => match *fault {
            Fault::Raised(raised) => format!("raises {}", raised.exception),
            other => format!("fault: {other}"),
        },
    };
    let wanted = match (&*case.kind, &case.canon, &case.expected) {
        ("value", Some(canon), _) => canon.clone(),
        (_, _, Some(exception)) => format!("raises {exception}"),
        _ => return Some(format!("{}:{}: a case without expectation", case.file, case.line)),
    };
    (answer != wanted)
        .then(|| format!("{}:{}: `{}` gives {answer}, should be {wanted}", case.file, case.line, case.expr))
}

/// What the checker may say of a program that raises.
fn is_run_time_fault(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, Code::WrongArguments | Code::WrongType | Code::UnknownAttribute)
}

fn describe(diagnostic: &Diagnostic, loaded: &Loaded) -> String {
    let line = diagnostic.primary.as_ref().map_or(0, |label| loaded.problem.source.line(label.span.start));
    format!("{} line {line}: {}", diagnostic.code.as_str(), diagnostic.message)
}
