//! The instructor's own predicate. Nothing is graded with a suite that it fails.

use std::path::Path;

use ::report::plain::line;
use ::report::sentences::given;
use analysis::{AnswerKey, SubmissionAnswers};
use grading::results::outcomes;
use grading::run::run_one;
use grading::{Exclusions, GradingRun};
use runner::outcome::Outcome;
use submissions::{GatherOptions, gather};

use super::suite_file::SuiteFile;
use crate::commands::call::called;
use crate::error::{Error, Result};
use crate::progress::Progress;

/// Extensions of archives.
const ARCHIVES: &[&str] = &["zip", "tar", "gz", "tgz"];

/// Runs the reference. Refuses to grade if it fails a test that counts.
pub fn check(grading: &GradingRun<'_>, file: &SuiteFile, path: &Path, exclusions: &Exclusions) -> Result<()> {
    let progress = Progress::new();
    progress.say("running the reference …");
    let shown = path.display();
    let refuse = |message: String, help: &str| Error::no(message).with_help(help);
    let extensions = grading.adapters.iter().flat_map(|adapter| adapter.file.extensions.iter());
    let known: Vec<&str> = extensions.clone().map(|one| one.trim_start_matches('.')).collect();
    if path.is_file()
        && grading.language.is_none()
        && let Some(extension) = path.extension().and_then(|extension| extension.to_str())
        && !known.contains(&extension)
        && !ARCHIVES.contains(&extension)
    {
        let message =
            format!("--reference: the language of `{shown}` is not known; known extensions: .{}", known.join(", ."));
        return Err(Error::usage(message).with_help("--adapter DIR adds a language"));
    }
    let gathered = gather(&[path.to_owned()], &GatherOptions::new(extensions))
        .map_err(|error| Error::usage(format!("--reference: {error}")).with_help("pass one file"))?;
    let [reference] = gathered.submissions.as_slice() else {
        return Err(
            Error::usage(format!("--reference: `{shown}` is not a single submission")).with_help("pass one file")
        );
    };
    let stored = run_one(grading, reference);
    drop(progress);
    if let Some(why) = stored.status.reason() {
        let message = format!("the reference {shown} could not run: {}", line(&why));
        return Err(refuse(message, "nothing was graded; fix the reference"));
    }
    let outcomes = outcomes(grading.prepared_suite, &stored);
    let key = AnswerKey::new(&file.problem, &file.suite, &exclusions.names())?;
    let answers = SubmissionAnswers::new(&key, &outcomes);
    if let Some(wrong) = answers.smallest_wrong() {
        let (test, outcome) = (&key.tests[wrong], &outcomes[wrong]);
        let expected = if test.expect { "accepted" } else { "rejected" };
        let call = called(&file.problem, &file.suite, &test.id);
        let message = format!(
            "the reference {shown} fails {} of {} tests; the smallest is {}\n  {call}\n  {}; should be {expected}",
            answers.wrong().count(),
            key.counted_tests(),
            test.id,
            line(&given(outcome)),
        );
        return Err(refuse(message, "nothing was graded; either the reference or the problem file is wrong"));
    }
    if let Some(unstable) = stored.unstable.first() {
        let message = format!(
            "the reference {shown} is unstable: test {} was {}, then {}",
            unstable.test,
            line(&unstable.first),
            line(&unstable.then)
        );
        return Err(refuse(message, "nothing was graded; fix the reference"));
    }
    if let Some(left) = outcomes.iter().position(|outcome| matches!(outcome, Outcome::NotRun(_))) {
        let message = format!("the reference {shown} was not run on test {}", key.tests[left].id);
        return Err(refuse(message, "allow more time with --time and --budget"));
    }
    Ok(())
}
