//! How much of the language's specification compiles: every case of `crates/eval/tests/md`, by chapter, with the reasons
//! for refusals.
//!
//! `cargo run -p custodiet-compile --example conformance -- [--wrong] [--refused] [CHAPTER]`

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use lang::load::{Mode, load};
use lang::source::Source;
use serde::Deserialize;

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

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| args.iter().any(|arg| arg == name);
    let only = args.iter().find(|arg| !arg.starts_with("--"));
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
        if only.is_none_or(|only| case.file.contains(only.as_str())) {
            blocks.entry((case.file.clone(), case.block.clone())).or_default().push(case);
        }
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut chapters: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for cases in blocks.values() {
        let mut text = cases[0].prelude.clone();
        for (number, case) in cases.iter().enumerate() {
            let _ = write!(text, "\ndef case_{number}({}):\n    return {}\n", case.atoms.join(", "), case.expr);
        }
        let loaded = load(Source::new("block.py", text), Mode::Language);
        for (number, case) in cases.iter().enumerate() {
            let wanted = match (&*case.kind, &case.canon, &case.expected) {
                ("value", Some(canon), _) => canon.clone(),
                (_, _, Some(exception)) => format!("!{exception}"),
                _ => continue,
            };
            let atoms = u32::try_from(case.atoms.len()).unwrap_or(0);
            let tally = chapters.entry(case.file.clone()).or_default();
            let name = format!("case_{number}");
            match compile::probe::probe(&loaded.problem, &name, atoms, &BTreeMap::new(), None) {
                Ok(answers) => {
                    let answer = answers.answer(&[], &|atom| format!("{:?}", case.atoms[atom as usize]));
                    if answer == wanted {
                        tally[0] += 1;
                    } else {
                        tally[2] += 1;
                        if flag("--wrong") {
                            println!("{}:{}: `{}` gives {answer}, should be {wanted}", case.file, case.line, case.expr);
                        }
                    }
                }
                Err(refusal) => {
                    tally[1] += 1;
                    *reasons.entry(refusal.reason.clone()).or_default() += 1;
                    if flag("--refused") {
                        println!("{}:{}: `{}` refused: {}", case.file, case.line, case.expr, refusal.reason);
                    }
                }
            }
        }
    }
    let mut total = [0; 3];
    println!("{:32} {:>6} {:>8} {:>6}", "chapter", "right", "refused", "wrong");
    for (chapter, tally) in &chapters {
        println!("{chapter:32} {:>6} {:>8} {:>6}", tally[0], tally[1], tally[2]);
        (0..3).for_each(|index| total[index] += tally[index]);
    }
    println!("{:32} {:>6} {:>8} {:>6}", "all", total[0], total[1], total[2]);
    let mut reasons: Vec<(usize, String)> = reasons.into_iter().map(|(reason, count)| (count, reason)).collect();
    reasons.sort();
    reasons.iter().rev().take(40).for_each(|(count, reason)| println!("{count:>6}  {reason}"));
}
