//! How much of the language's specification compiles: every case of `crates/eval/tests/md`, by chapter, with the reasons
//! for refusals.
//!
//! `cargo run -p custodiet-compile --example conformance -- [--wrong] [--refused] [CHAPTER]`

#[path = "../tests/markdown/mod.rs"]
mod markdown;

use std::collections::BTreeMap;

use markdown::{Answer, probed};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| args.iter().any(|arg| arg == name);
    let only = args.iter().find(|arg| !arg.starts_with("--"));
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut chapters: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (case, answer) in probed(only.map(String::as_str)) {
        let tally = chapters.entry(case.file.clone()).or_default();
        match answer {
            Answer::Right => tally[0] += 1,
            Answer::Refused(reason) => {
                tally[1] += 1;
                if flag("--refused") {
                    println!("{}:{}: `{}` refused: {reason}", case.file, case.line, case.expr);
                }
                *reasons.entry(reason).or_default() += 1;
            }
            Answer::Wrong(wrong) => {
                tally[2] += 1;
                if flag("--wrong") {
                    println!("{wrong}");
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
