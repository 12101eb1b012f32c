//! The cases of the language's specification, `crates/eval/tests/md`, asked of circuits.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use lang::load::{Mode, load};
use lang::source::Source;
use serde::Deserialize;

#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    pub file: String,
    pub line: usize,
    pub expr: String,
    block: String,
    prelude: String,
    kind: String,
    expected: Option<String>,
    atoms: Vec<String>,
    canon: Option<String>,
}

/// What the circuit of a case says.
#[derive(Debug)]
pub enum Answer {
    Right,
    /// There is none.
    Refused(String),
    /// What it says and should say.
    Wrong(String),
}

/// The answers to all cases, or those of the chapters whose names contain something.
pub fn probed(only: Option<&str>) -> Vec<(Case, Answer)> {
    let eval = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval");
    let output = Command::new("python3")
        .env("PYTHONPATH", eval.join("../../python"))
        .arg(eval.join("tests/cpython/md_check.py"))
        .arg(eval.join("tests/md"))
        .arg("--json")
        .output()
        .expect("python3 runs");
    let cases: Vec<Case> = serde_json::from_slice(&output.stdout).expect("md_check.py prints JSON");
    let mut blocks: BTreeMap<(String, String), Vec<Case>> = BTreeMap::new();
    for case in cases.into_iter().filter(|case| case.kind != "error") {
        if only.is_none_or(|only| case.file.contains(only)) {
            blocks.entry((case.file.clone(), case.block.clone())).or_default().push(case);
        }
    }
    blocks.into_values().flat_map(block).collect()
}

/// The cases of one block share its definitions.
fn block(cases: Vec<Case>) -> Vec<(Case, Answer)> {
    let mut text = cases[0].prelude.clone();
    for (number, case) in cases.iter().enumerate() {
        let _ = write!(text, "\ndef case_{number}({}):\n    return {}\n", case.atoms.join(", "), case.expr);
    }
    let loaded = load(Source::new("block.py", text), Mode::Language);
    let answer = |(number, case): (usize, Case)| {
        let wanted = match (&*case.kind, &case.canon, &case.expected) {
            ("value", Some(canon), _) => canon.clone(),
            (_, _, Some(exception)) => format!("!{exception}"),
            _ => return None,
        };
        let atoms = u32::try_from(case.atoms.len()).unwrap_or(0);
        let name = format!("case_{number}");
        let answer = match compile::probe::probe(&loaded.problem, &name, atoms, &BTreeMap::new(), None) {
            Err(refusal) => Answer::Refused(refusal.to_string()),
            Ok(answers) => match answers.answer(&[], &|atom| format!("{:?}", case.atoms[atom as usize])) {
                answer if answer == wanted => Answer::Right,
                answer => Answer::Wrong(format!(
                    "{}:{}: `{}` gives {answer}, should be {wanted}",
                    case.file, case.line, case.expr
                )),
            },
        };
        Some((case, answer))
    };
    cases.into_iter().enumerate().filter_map(answer).collect()
}
