//! Cases that cannot be loaded, each for its reason.

use crate::protocol::Failed;

use super::bench::{Bench, place};

pub fn missing(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let failed = failed(bench, "missing", faults)?;
    if failed.candidates.is_empty() {
        faults.push("`candidates` is empty; expected is the function that is there".to_owned());
    }
    Ok(())
}

pub fn ambiguous(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let failed = failed(bench, "ambiguous", faults)?;
    let mut candidates = failed.candidates;
    candidates.sort();
    if candidates != bench.load.files {
        let files = bench.load.files.join(", ");
        faults.push(format!(
            "`candidates` is [{}]; expected are the files that define it: {files}",
            candidates.join(", ")
        ));
    }
    Ok(())
}

pub fn syntax(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let failed = failed(bench, "syntax", faults)?;
    at_the_mark(bench, &failed, true, faults)
}

pub fn import(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let failed = failed(bench, "import", faults)?;
    at_the_mark(bench, &failed, false, faults)
}

pub fn raises_when_loaded(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let failed = failed(bench, "raised", faults)?;
    if failed.class.as_deref().unwrap_or_default().is_empty() {
        faults.push("`class` is not given".to_owned());
    }
    at_the_mark(bench, &failed, true, faults)
}

pub fn arity(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    failed(bench, "arity", faults).map(drop)
}

fn failed(bench: &mut Bench<'_>, why: &str, faults: &mut Vec<String>) -> Result<Failed, String> {
    let failed = bench.failure()?;
    if failed.why != why {
        return Err(format!("expected `why` to be `{why}`, got `{}`: {}", failed.why, failed.message));
    }
    if failed.message.is_empty() {
        faults.push("`message` is empty".to_owned());
    }
    Ok(failed)
}

/// The place, if it is given or has to be, is the marked one.
fn at_the_mark(bench: &Bench<'_>, failed: &Failed, needed: bool, faults: &mut Vec<String>) -> Result<(), String> {
    let (file, line) = bench.marked()?;
    let right = failed.file.as_ref() == Some(&file) && failed.line == Some(line);
    let given = failed.file.is_some() || failed.line.is_some();
    if !right && (given || needed) {
        let given = place("", failed.file.as_deref(), failed.line);
        let given = if given.is_empty() { "nothing" } else { given.trim() };
        faults.push(format!("expected the place ({file}:{line}), got {given}"));
    }
    Ok(())
}
