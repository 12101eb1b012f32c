//! What submissions are graded by: a suite, or a problem file from which one is made.

use std::fs;
use std::path::{Path, PathBuf};

use generate::{Options, build};
use lang::problem::Problem;
use suite::read::{MAX_SIZE, problem};
use suite::{Suite, verify};

use super::Refused;
use crate::commands::analyze::failure;
use crate::commands::problem as problem_file;
use crate::progress::Progress;
use crate::{exit, input, output};

#[derive(Debug)]
pub struct ExamFile {
    pub suite: Suite,
    pub problem: Problem,
    /// Of the suite's text.
    pub sha256: String,
    text: String,
}

/// The suite in a results folder.
pub fn kept(folder: &Path) -> PathBuf {
    folder.join("suite.json")
}

impl ExamFile {
    /// Reads the suite; or makes one of the problem file, unless `folder` has one of the same file already.
    pub fn read(path: &Path, folder: &Path) -> Result<Self, Refused> {
        if path.extension().is_some_and(|extension| extension == "py") {
            return Self::of_problem(path, folder);
        }
        let help = "give a problem file that ends in .py, or a suite that `custodiet suite` wrote";
        let bytes = input::read(path, MAX_SIZE, "the suite as JSON").map_err(|why| Refused::usage(why, help))?;
        Self::of_suite(bytes, &input::shown(path))
    }

    fn of_suite(bytes: Vec<u8>, shown: &str) -> Result<Self, Refused> {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let suite =
            suite::read::read(bytes).map_err(|error| Refused::usage(format!("{shown}{error}"), error.help()))?;
        // A suite that is not true would accuse the innocent.
        if let Some(difference) = verify(&suite).notes.differences.first() {
            let message = format!("{shown} is not verified: {}: {}", difference.place, difference.message);
            return Err(Refused {
                message,
                help: Some("`custodiet verify` shows all; write the suite again with `custodiet suite`".to_owned()),
                code: exit::NO,
            });
        }
        let problem = problem(&suite).map_err(|error| Refused::usage(format!("{shown}: {error}"), ""))?;
        let sha256 = hash(text.as_bytes());
        Ok(Self { suite, problem, sha256, text })
    }

    fn of_problem(path: &Path, folder: &Path) -> Result<Self, Refused> {
        let silent = |code| Refused { message: String::new(), help: None, code };
        let problem = problem_file::read(path, None, false).map_err(silent)?;
        let source = hash(problem.source.text.as_bytes());
        if let Ok(bytes) = fs::read(kept(folder))
            && let Ok(known) = Self::of_suite(bytes, &kept(folder).display().to_string())
            && known.suite.problem.sha256 == source
            && known.suite.problem.name == problem.name
        {
            return Ok(known);
        }
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let built = {
            let progress = Progress::new();
            progress.say("generating a suite …");
            build(&problem, &Options { jobs, ..Options::default() }, None, &|_| {})
        };
        let suite = built.map_err(|stop| silent(failure::report(&stop.into(), &problem, "suite", false)))?;
        if suite.buckets.is_empty() {
            let help = format!("`custodiet analyze {}` says why", path.display());
            return Err(Refused {
                message: "there is no bucket to be tested".to_owned(),
                help: Some(help),
                code: exit::NO,
            });
        }
        let text = suite.to_text();
        Ok(Self { sha256: hash(text.as_bytes()), suite, problem, text })
    }

    /// Puts the suite beside the results that it gives.
    pub fn keep(&self, folder: &Path) -> Result<(), Refused> {
        let path = kept(folder);
        output::write_file(&path, &self.text).map_err(|why| Refused::usage(why, ""))
    }
}

fn hash(bytes: &[u8]) -> String {
    suite::digest::sha256(bytes)
}
