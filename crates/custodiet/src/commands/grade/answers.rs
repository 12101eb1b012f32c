//! Files with answers: the suite, the problem file, the reference, the results. Submissions can read every file in the folder of
//! `--support`, so none of these may be in it: not by a link, and not as a copy.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use suite::digest::sha256;

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
            if let Some(what) = self.found(&real) {
                let verb = if real.is_dir() { "holds" } else { "is" };
                let message = format!("--support: `{}` {verb} {what}, and submissions could read it", path.display());
                return Err(
                    Error::usage(message).with_help("pass a folder that holds only files that submissions may import")
                );
            }
            if real.is_dir() && seen.insert(real.clone()) {
                todo.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
            }
        }
        Ok(())
    }

    /// Which answer a real path is, or leads to.
    fn found(&self, real: &Path) -> Option<&'static str> {
        let will_be_in = |place: &Path| place.starts_with(real) && !place.exists();
        let place = self.places.iter().find(|(place, _)| real.starts_with(place) || will_be_in(place));
        let hash = || {
            let hash = fs::metadata(real).ok().filter(fs::Metadata::is_file).and_then(|_| fs::read(real).ok())?;
            let hash = sha256(&hash);
            self.contents.iter().find(|(content, _)| *content == hash)
        };
        place.map(|(_, what)| *what).or_else(|| hash().map(|(_, what)| *what))
    }
}
