//! Files with answers: the suite, the problem file, the reference, the results. Submissions can read every file in the folder of
//! `--support`, so none of these may be in it: not by a link, and not as a copy. Neither may any other suite or problem file, also
//! inside an archive. A search cannot find answers in every form; docs/grading.md says what it finds.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lang::load::{Mode, load};
use lang::source::Source;
use submissions::is_inside;
use suite::digest::sha256;
use suite::read::{MAX_SIZE, holds_suite};
use suite::strict::limited;

use super::suite_file::SuiteFile;
use crate::error::{Error, Result};

/// What must not be in the folder.
#[derive(Debug)]
pub struct AnswerFiles {
    /// Real paths, with what they are.
    places: Vec<(PathBuf, &'static str)>,
    /// Hashes of contents, with what they are.
    contents: Vec<(String, &'static str)>,
}

impl AnswerFiles {
    /// Those of a results folder.
    pub fn of_folder(results: &Path, file: &SuiteFile) -> Self {
        let contents =
            vec![(file.sha256.clone(), "the suite"), (file.suite.problem.sha256.clone(), "the problem file")];
        let mut answers = Self { places: Vec::new(), contents };
        answers.add(results, "the results");
        answers
    }

    /// A file or folder that need not exist yet.
    pub fn add(&mut self, path: &Path, what: &'static str) {
        let Ok(path) = std::path::absolute(path) else { return };
        // What does not exist yet is added to what does.
        let there = path.ancestors().find_map(|above| Some((above, fs::canonicalize(above).ok()?)));
        if let Some((above, real)) = there {
            let place = if above == path { real } else { real.join(path.strip_prefix(above).unwrap_or(&path)) };
            self.places.push((place, what));
        }
    }

    /// Refuses a folder for submissions from which they could read an answer.
    pub fn refuse_in_support(&self, support: Option<&Path>) -> Result<()> {
        let Some(support) = support else { return Ok(()) };
        let mut todo = vec![support.to_owned()];
        let mut seen = BTreeSet::new();
        while let Some(path) = todo.pop() {
            let Ok(real) = fs::canonicalize(&path) else { continue };
            if let Some((verb, what)) = self.found(&real) {
                let message = format!("--support: `{}` {verb} {what}, and submissions could read it", path.display());
                return Err(
                    Error::usage(message).with_help("pass a folder that holds only files that submissions may import")
                );
            }
            if real.is_dir() && seen.insert(real.clone()) {
                let entries = fs::read_dir(&path).into_iter().flatten().flatten();
                let mut inside: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
                inside.sort();
                todo.extend(inside);
            }
        }
        Ok(())
    }

    /// Which answer a real path is or holds, or leads to.
    fn found(&self, real: &Path) -> Option<(&'static str, &'static str)> {
        let will_be_in = |place: &Path| place.starts_with(real) && !place.exists();
        let place = self.places.iter().find(|(place, _)| real.starts_with(place) || will_be_in(place));
        if let Some((_, what)) = place {
            return Some((if real.is_dir() { "holds" } else { "is" }, what));
        }
        if !real.is_file() {
            return None;
        }
        let bytes = limited(fs::File::open(real).ok()?, MAX_SIZE).ok()?;
        let mut inner = None;
        let verb = if let Some(what) = self.answer_in(&bytes) {
            inner = Some(what);
            "is"
        } else {
            is_inside(bytes, |bytes| {
                inner = self.answer_in(bytes);
                inner.is_some()
            });
            "holds"
        };
        inner.map(|what| (verb, what))
    }

    /// Which answer a content is.
    fn answer_in(&self, bytes: &[u8]) -> Option<&'static str> {
        let hash = sha256(bytes);
        let known = self.contents.iter().find(|(content, _)| *content == hash).map(|(_, what)| *what);
        let other = || match bytes {
            _ if holds_suite(bytes) => Some("a suite"),
            _ if declares_subproperties(bytes) => Some("a problem file"),
            _ => None,
        };
        known.or_else(other)
    }
}

/// Whether this is a problem file, with errors or without.
fn declares_subproperties(bytes: &[u8]) -> bool {
    // Most files are something else, and are not parsed.
    str::from_utf8(bytes).is_ok_and(|text| {
        text.contains("subproperty") && {
            let loaded = load(Source::new("", text), Mode::Problem);
            !loaded.problem.subproperties.is_empty()
        }
    })
}
