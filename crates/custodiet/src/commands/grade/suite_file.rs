//! What submissions are graded with: a suite, or a problem file from which a suite is generated.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use generate::{BuildOptions, BuildStep, build};
use grading::StoreError;
use grading::folder::EntryError;
use lang::problem::Problem;
use suite::read::MAX_SIZE;
use suite::strict::limited;
use suite::{Suite, SuiteGaps, verify};

use crate::commands::analyze::failure;
use crate::commands::compiling;
use crate::commands::problem as problem_file;
use crate::commands::suite::{no_tests, step_text};
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::words::count;
use crate::{input, output, style};

#[derive(Debug)]
pub struct SuiteFile {
    pub suite: Suite,
    pub problem: Problem,
    /// Of the suite's text.
    pub sha256: String,
    text: String,
}

const NAME: &str = "suite.json";

/// The suite in a results folder.
pub fn kept(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

impl SuiteFile {
    /// Reads the suite; or generates one from the problem file, unless `folder` already has one of the same file.
    pub fn read(path: &Path, folder: &Path) -> Result<Self> {
        if is_problem(path) {
            return Self::of_problem(path, folder);
        }
        let help = "pass a problem file that ends in .py, or a suite from `custodiet suite`";
        let bytes = input::read(path, MAX_SIZE, "the suite as JSON", help)?;
        Self::of_suite(bytes, &input::shown(path))
    }

    /// Reads the suite of a results folder, which may come from anyone.
    pub fn kept(folder: &Path) -> Result<Self> {
        let path = kept(folder);
        match read_kept(folder) {
            // Whatever is wrong with it: it is not the suite that these submissions were graded with.
            Ok(bytes) => Self::of_suite(bytes, &path.display().to_string()).map_err(|error| {
                Error::usage(error).with_help("run the same `custodiet grade` command again: it writes the suite again")
            }),
            Err(EntryError::Io(error)) if error.kind() == ErrorKind::NotFound => {
                Err(StoreError::NoResults(folder.to_owned()).into())
            }
            Err(EntryError::Io(source)) => {
                let help = "pass a folder from `custodiet grade … -o DIR`";
                Err(Error::Unreadable { file: path.display().to_string(), source, help })
            }
            Err(EntryError::Foreign(foreign)) => Err(StoreError::from(foreign).into()),
        }
    }

    fn of_suite(bytes: Vec<u8>, shown: &str) -> Result<Self> {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let suite = suite::read::read(bytes)
            .map_err(|error| Error::usage(format!("{shown}{error}")).with_help(error.help()))?;
        // An invalid suite would blame submissions for mistakes that they do not have.
        let verification = verify(&suite);
        if let Some(difference) = verification.notes.differences.first() {
            let message = format!("{shown} fails verification: {}: {}", difference.place, difference.message);
            return Err(Error::no(message).with_help(
                "`custodiet verify` shows everything that is wrong; generate the suite again with `custodiet suite`",
            ));
        }
        let Some(problem) = verification.replayed.map(|replayed| replayed.problem) else {
            return Err(Error::usage(format!("{shown}: the problem file inside cannot be read")));
        };
        let sha256 = hash(text.as_bytes());
        Ok(Self { suite, problem, sha256, text })
    }

    fn of_problem(path: &Path, folder: &Path) -> Result<Self> {
        let problem = problem_file::read(path, None, false)?;
        let source = hash(problem.source.text.as_bytes());
        if let Ok(bytes) = read_kept(folder)
            && let Ok(known) = Self::of_suite(bytes, &kept(folder).display().to_string())
            && known.suite.problem.sha256 == source
            && known.suite.problem.name == problem.name
        {
            return Ok(known);
        }
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let raises = Mutex::new(Vec::new());
        let built = {
            let progress = Progress::new();
            let watch = compiling::watch(&progress, "generating a suite: ", &problem, &problem.scope);
            build(&problem, &BuildOptions { jobs, watch, ..BuildOptions::default() }, None, &|step| match (
                step,
                raises.lock(),
            ) {
                (BuildStep::Raises(found), Ok(mut raises)) => raises.push(found),
                (step, _) => progress.say(&format!("generating a suite: {}", step_text(&step))),
            })
        };
        let suite = built.map_err(|error| failure::in_file(error.into(), &problem, "suite", false))?;
        if suite.buckets.is_empty() {
            return Err(no_tests(&problem, &suite, &raises.into_inner().unwrap_or_default()));
        }
        let text = suite.to_text();
        Ok(Self { sha256: hash(text.as_bytes()), suite, problem, text })
    }

    /// Another suite of the same problem, which was made from this one.
    pub fn extended(suite: &Suite) -> Result<Self> {
        Self::of_suite(suite.to_text().into_bytes(), "the suite with the adopted tests")
    }

    /// A suite that comes with the program.
    pub fn bundled(bytes: &[u8]) -> Result<Self> {
        Self::of_suite(bytes.to_vec(), "the bundled suite")
    }

    /// Warns about what the suite lacks. Without positive tests nothing is graded, unless that is `allowed`.
    pub fn check_gaps(&self, allowed: bool) -> Result<()> {
        let gaps = SuiteGaps::of(&self.suite);
        if gaps.no_positive && !allowed {
            let message = "the suite has no positive tests, so a predicate that rejects everything would pass";
            let help = "generate it for all buckets and with enough time: \
                        `custodiet suite FILE -o SUITE`; `--allow-no-positive` grades with it as it is";
            return Err(Error::usage(message).with_help(help));
        }
        if let (true, Some(lacks)) = (gaps.stopped_early || gaps.no_positive, gaps.describe()) {
            let early = if gaps.stopped_early { "the suite was stopped early" } else { "the suite is incomplete" };
            remark!("{} {early}: {lacks}", style::doubtful("warning:"));
        }
        Ok(())
    }

    /// Stores the suite next to the results.
    pub fn keep(&self, folder: &Path) -> Result<()> {
        output::replace_entry(&kept(folder), |file| file.write_all(self.text.as_bytes()))
    }
}

impl SuiteFile {
    /// Warns if an earlier run adopted tests that this suite does not have.
    pub fn warn_of_lost_tests(&self, folder: &Path) {
        let Some(lost @ 1..) = self.lost_tests(folder) else { return };
        let (tests, warning) = (count(lost, "test"), style::doubtful("warning:"));
        let (does, them) = if lost == 1 { ("does", "it") } else { ("do", "them") };
        remark!(
            "{warning} {tests} that an earlier run adopted {does} not count any more; pass --adopt-witnesses to adopt {them} again"
        );
    }

    /// How many tests the suite of a results folder has beside those of this one, if it is this one with more tests.
    fn lost_tests(&self, folder: &Path) -> Option<usize> {
        let known = Self::of_suite(read_kept(folder).ok()?, "").ok()?;
        let ids = |suite: &Suite| -> BTreeSet<String> {
            suite.buckets.iter().flat_map(|bucket| bucket.tests.iter().map(|test| test.id.clone())).collect()
        };
        let (known, own) = (ids(&known.suite), ids(&self.suite));
        own.is_subset(&known).then(|| known.len() - own.len())
    }
}

/// Whether it is a problem file, by its name.
pub fn is_problem(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
}

fn read_kept(folder: &Path) -> std::result::Result<Vec<u8>, EntryError> {
    Ok(limited(grading::folder::open(folder, NAME)?, MAX_SIZE)?)
}

fn hash(bytes: &[u8]) -> String {
    suite::digest::sha256(bytes)
}
