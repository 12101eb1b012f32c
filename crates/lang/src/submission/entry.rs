//! Which file defines the predicate, and under which name: the adapter's `find_entry`.

use super::{FileParser, Handed, SubmissionFailure, Tests, normalized, stem, syntax};

/// How good a definition is: the rank of its name, then whether the file is one of tests. The lowest wins.
type Rank = (usize, bool);

pub(super) fn find(handed: Handed<'_>) -> Result<(String, String), SubmissionFailure> {
    let arity = handed.problem.predicate.as_ref().map_or(0, |predicate| predicate.params.len());
    let mut found: Vec<(Rank, &str, String)> = Vec::new();
    let mut candidates: Vec<String> = Vec::new();
    let mut fault = None;
    for file in handed.files {
        let text = normalized(&file.text);
        let parsed = match FileParser::default().file(&text, 0, Tests::Kept) {
            Ok(parsed) => parsed,
            Err(error) => {
                fault.get_or_insert_with(|| syntax(&file.path, &text, 0, &error));
                continue;
            }
        };
        for definition in parsed.definitions {
            if let Some(rank) = handed.predicate.iter().position(|name| *name == definition.name) {
                found.push(((rank, is_test(&file.path)), &file.path, definition.name.clone()));
            }
            let fits = definition.arity.is_some_and(|(least, most)| least <= arity && arity <= most);
            let hidden = definition.name.starts_with('_') || definition.name.starts_with("test");
            if fits && !hidden && !candidates.contains(&definition.name) {
                candidates.push(definition.name);
            }
        }
    }
    found.sort();
    let Some((rank, file, name)) = found.first() else {
        candidates.truncate(10);
        return Err(fault.unwrap_or(SubmissionFailure::Missing { candidates }));
    };
    let mut rivals: Vec<&str> = found.iter().filter(|other| other.0 == *rank).map(|other| other.1).collect();
    rivals.dedup();
    if rivals.len() > 1 {
        let candidates = rivals.into_iter().map(str::to_owned).collect();
        return Err(SubmissionFailure::Ambiguous { candidates });
    }
    Ok(((*file).to_owned(), name.clone()))
}

fn is_test(path: &str) -> bool {
    let stem = stem(path).to_lowercase();
    stem.starts_with("test") || stem.ends_with("test") || stem.ends_with("tests") || stem == "conftest"
}
