//! The predicate that the staff believe in. A suite accuses nobody before it has passed its own reference.

use std::path::Path;

use ::report::plain::line;
use grading::excluded::Excluded;
use grading::results::{Verdict, reason};
use grading::{Class, class};
use runner::outcome::Outcome;
use runner::prepared::PreparedSuite;
use submissions::{GatherOptions, gather};

use super::Refused;
use super::exam_file::ExamFile;
use crate::commands::call::called;
use crate::exit;
use crate::progress::Progress;

/// What a submission can be packed in.
const ARCHIVES: &[&str] = &["zip", "tar", "gz", "tgz"];

/// Runs the reference. If it fails a test that counts, says which.
pub fn check(class: &Class<'_>, file: &ExamFile, path: &Path, excluded: &Excluded) -> Result<(), Refused> {
    let progress = Progress::new();
    progress.say("the reference …");
    let shown = path.display();
    let refuse = |message: String, help: &str| Refused { message, help: Some(help.to_owned()), code: exit::NO };
    let extensions = class.adapters.iter().flat_map(|adapter| adapter.file.extensions.iter());
    let known: Vec<&str> = extensions.clone().map(|one| one.trim_start_matches('.')).collect();
    if path.is_file()
        && class.language.is_none()
        && let Some(extension) = path.extension().and_then(|extension| extension.to_str())
        && !known.contains(&extension)
        && !ARCHIVES.contains(&extension)
    {
        let message = format!(
            "--reference: `{shown}` is in no known language; known are files that end in .{}",
            known.join(", .")
        );
        return Err(Refused::usage(message, "--adapter DIR adds a language"));
    }
    let gathered = gather(&[path.to_owned()], &GatherOptions::new(extensions))
        .map_err(|error| Refused::usage(format!("--reference: {error}"), "give one file"))?;
    let [reference] = gathered.submissions.as_slice() else {
        return Err(Refused::usage(format!("--reference: `{shown}` is not one submission"), "give one file"));
    };
    let entry = class::one(class, reference);
    drop(progress);
    if let Some(why) = reason(&entry.status) {
        return Err(refuse(
            format!("the reference {shown} cannot run: {}", line(&why)),
            "nothing was graded; mend the reference",
        ));
    }
    let verdict = Verdict::new(class.exam, &entry, excluded);
    if let Some(wrong) = first_wrong(class.exam, &verdict, &excluded.tests(class.exam)) {
        let (test, outcome) = (&class.exam.tests[wrong], &verdict.outcomes[wrong]);
        let expected = if test.expect { "accepted" } else { "rejected" };
        let detail = outcome.detail();
        let detail = if detail.is_empty() { String::new() } else { format!(": {}", line(&detail)) };
        let call = called(&file.problem, &file.suite, &test.id);
        let message = format!(
            "the reference {shown} fails {} of {} tests; the smallest is {}\n  {call}\n  {}{detail}; should be {expected}",
            verdict.wrong,
            verdict.tests,
            test.id,
            outcome.word(),
        );
        return Err(refuse(message, "nothing was graded; one of the two is wrong: the reference, or the problem file"));
    }
    if let Some(unstable) = entry.unstable.first() {
        let message = format!(
            "the reference {shown} is unstable: test {} was {}, then {}",
            unstable.test,
            line(&unstable.first),
            line(&unstable.then)
        );
        return Err(refuse(message, "nothing was graded; mend the reference"));
    }
    if let Some(left) = verdict.outcomes.iter().position(|outcome| matches!(outcome, Outcome::NotRun(_))) {
        let id = &class.exam.tests[left].id;
        return Err(refuse(
            format!("the reference {shown} was not run on test {id}"),
            "give it more time with --time and --budget",
        ));
    }
    Ok(())
}

/// Of the tests that it fails, the first in the suite, where smaller ones come first in each bucket.
fn first_wrong(exam: &PreparedSuite, verdict: &Verdict, excluded: &[bool]) -> Option<usize> {
    let wrong = |(test, outcome): (&runner::prepared::PreparedTest, &Outcome)| outcome.is_wrong(test.expect);
    let tests = exam.tests.iter().zip(&verdict.outcomes).enumerate();
    let mut wrong: Vec<usize> =
        tests.filter(|(index, pair)| !excluded[*index] && wrong(*pair)).map(|(index, _)| index).collect();
    wrong.sort_by_key(|test| (exam.tests[*test].arguments.get().len(), *test));
    wrong.first().copied()
}
