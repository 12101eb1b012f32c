//! Sentences about a submission.

use analysis::Key;
use analysis::attribute::Standing;
use analysis::key::positions;
use analysis::statement::{Deep, Statement, Unknown, Verdict, What};
use grading::store::Status;
use pairs::names::listed;

/// `no mistake found by 380 tests`; `too lax`
pub fn verdict(statement: &Statement, unstable: bool) -> String {
    match statement.verdict {
        Verdict::NoMistake if unstable => format!("unstable; no mistake found by {} asked once", tests(statement.run)),
        Verdict::NoMistake => format!("no mistake found by {}", tests(statement.run)),
        other => other.words().to_owned(),
    }
}

/// `1 test`, `12 tests`
pub fn tests(number: usize) -> String {
    if number == 1 { "1 test".to_owned() } else { format!("{number} tests") }
}

/// The first sentence of a docstring, on one line, without its full stop and capital.
pub fn clause(doc: &str) -> String {
    let paragraph = doc.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line.find(". ").unwrap_or(line.len());
    let line = line[..end].trim_end_matches('.');
    let mut letters = line.chars();
    // A word in capitals stays as it is.
    match (letters.next(), line.chars().nth(1)) {
        (Some(first), Some(second)) if !second.is_uppercase() => first.to_lowercase().chain(letters).collect(),
        _ => line.to_owned(),
    }
}

/// What is wrong by the error subproperties that name it; where none does, that it has no name yet.
pub fn explained(key: &Key, statement: &Statement) -> Vec<String> {
    let mut all = Vec::new();
    for position in positions(statement.attribution.instead | statement.attribution.stricter) {
        let property = &key.subproperties[position];
        let words = property.doc.as_deref().map(clause).filter(|words| !words.is_empty());
        let words = words.unwrap_or_else(|| format!("checks {}", key.names[position]));
        let missed = statement.attribution.findings.iter().filter(|finding| finding.standing == Standing::Missed);
        let missed = missed.fold(0, |mask, finding| mask | 1 << finding.position);
        let instead = key.shown(property.instead_of & missed);
        let strict = statement.attribution.instead >> position & 1 == 0;
        let tail =
            if strict || instead.is_empty() { String::new() } else { format!(" (instead of {})", listed(&instead)) };
        all.push(format!("{words}{tail}"));
    }
    if !statement.unknown.is_empty() {
        all.push("unknown shape: read this one".to_owned());
    }
    all
}

/// Why nobody knows the error yet, in a few sentences.
pub fn unknown(key: &Key, bucket_words: &[String], unknown: &[Unknown]) -> Vec<String> {
    let mut all = Vec::new();
    let mixed: Vec<&String> = unknown
        .iter()
        .filter_map(|one| match one {
            Unknown::Mixed(bucket) => bucket_words.get(*bucket),
            _ => None,
        })
        .collect();
    for one in unknown {
        match one {
            Unknown::InPart(position) => {
                all.push(format!("{} is checked in part, and no error subproperty says how", key.names[*position]));
            }
            Unknown::Strict => all.push("right pairs are rejected, and no error subproperty says why".to_owned()),
            Unknown::Mixed(_) => {}
        }
    }
    match mixed.as_slice() {
        [] => {}
        [one] => all.push(format!("pairs of one bucket are accepted and rejected: {one}")),
        [one, ..] => {
            all.push(format!(
                "pairs of one bucket are accepted and rejected, in {} buckets, such as: {one}",
                mixed.len()
            ));
        }
    }
    all
}

pub fn deep(deep: Deep) -> String {
    match deep {
        Deep::FailsFunctional => "does not accept a pair whose output is the only right one",
        Deep::AcceptsEverythingWrong => "accepts a pair in which every required subproperty fails",
    }
    .to_owned()
}

pub fn mistake(key: &Key, what: &What) -> String {
    match what {
        What::Lacks { position, in_part: false } => format!("misses {}", key.names[*position]),
        What::Lacks { position, in_part: true } => format!("checks {} only in part", key.names[*position]),
        What::Strict => "rejects right pairs".to_owned(),
        What::Fails(kind) => kind.clone(),
    }
}

/// The word of a value that is one in JSON.
pub fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|json| json.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Why it could not run, for the one who wrote it.
pub fn to_the_student(status: &Status) -> Option<String> {
    match status {
        Status::Failed(failed) if failed.why == "missing" && !failed.candidates.is_empty() => {
            let names: Vec<String> = failed.candidates.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("{}; you have {}: give it the name that the handout asks for", failed.message, listed(&names)))
        }
        Status::NotStarted(_) => Some("for a reason that is not yours; ask your instructor".to_owned()),
        other => grading::results::reason(other),
    }
}
