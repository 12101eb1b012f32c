//! `custodiet replay DIR SUBMISSION TEST`: reproduces one outcome, with everything the predicate printed.

use std::fmt::Write;
use std::path::PathBuf;

use ::report::plain::{line, lines};
use ::report::sentences::given;
use analysis::TestAnswer;
use analysis::failures::FailureKind;
use grading::form::Invalid;
use grading::run::replay;
use grading::{RecordedSetup, Store, StoreError, WorkFolder};
use pairs::Bucket;
use pairs::names::bucket_words;
use runner::Outcome;
use runner::prepared::PreparedSuite;
use sandbox::SandboxLevel;
use serde_json::{Value as Json, json};
use submissions::gather;

use super::call::{called, drawn};
use super::folder::not_graded;
use super::grade::answers::AnswerFiles;
use super::grade::suite_file::SuiteFile;
use super::grade::{closed, given, layers};
use super::report::first_names;
use super::trees;
use crate::error::{Error, Result};
use crate::style::{bad, doubtful, good, strong};
use crate::{exit, interrupt, output, style};

/// Run one submission on one test again, and show everything it prints
///
/// Runs the test as `custodiet grade` did, alone in a fresh process. The results may come from someone else, so the files to run
/// must be named again: the submissions, and what was passed with --support, --prelude and --adapter. Exits with 1 if the answer is
/// wrong.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  custodiet replay results/ submission-17.py 3f2a90c1d7e4 --submissions submissions/"
)]
pub struct Args {
    /// The folder with the results
    dir: PathBuf,

    /// The name of the submission, as in `results.json`
    submission: String,

    /// The id of the test
    test: String,

    /// The files, folders or archives that were graded; can be repeated
    #[arg(long, value_name = "PATH")]
    submissions: Vec<PathBuf>,

    /// The folder of files that submissions may import
    #[arg(long, value_name = "DIR")]
    support: Option<PathBuf>,

    /// The Pyret file that is included into every Pyret submission
    #[arg(long, value_name = "FILE")]
    prelude: Option<PathBuf>,

    /// The folder of an adapter for another language; can be repeated
    #[arg(long, value_name = "DIR")]
    adapter: Vec<PathBuf>,

    /// Run the submission without a sandbox, with your permissions; use a disposable machine
    #[arg(long)]
    no_sandbox: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let folder = &args.dir;
    let suite_file = SuiteFile::kept(folder)?;
    let store = Store::read(folder, &suite_file.problem.name)?;
    let recorded = RecordedSetup::load(&store)?.ok_or_else(|| not_graded(folder))?;
    let prepared_suite = PreparedSuite::new(&suite_file.problem, &suite_file.suite, recorded.settings.seed)?;
    let Some(position) = prepared_suite.tests.iter().position(|test| test.id == args.test) else {
        return Err(Error::usage(format!("the suite has no test `{}`", args.test))
            .with_help("test ids are in results.json, under `outcomes`"));
    };
    let known = match store.checked_submission(&args.submission)? {
        Ok(stored) => Some(stored),
        Err(Invalid::Absent) => None,
        Err(why) => {
            let name = line(&args.submission);
            return Err(StoreError::Submission { folder: folder.clone(), name, why }.into());
        }
    };
    let layers = layers(args.no_sandbox)?;
    let paths = given::GivenPaths {
        submissions: &args.submissions,
        support: args.support.as_deref(),
        prelude: args.prelude.as_deref(),
        adapters: &args.adapter,
        cold_start: true,
    };
    let setup = recorded.confirmed(paths.files(layers)?)?;
    AnswerFiles::of_folder(folder, &suite_file).refuse_in_support(setup.given.support.as_deref())?;
    if layers.level == SandboxLevel::Reduced {
        closed::refuse_open(&[folder])?;
    }
    let work = WorkFolder::new()?;
    interrupt::remove_on_exit(vec![work.folder().to_owned()], "nothing was changed");
    let prepared = setup.prepare(&work)?;
    let gathered = gather(&setup.given.submissions, &prepared.options())?;
    let Some(submission) = gathered.submissions.iter().find(|one| one.name == args.submission) else {
        let names: Vec<String> = gathered.submissions.iter().map(|one| line(&one.name)).collect();
        let message = format!("there is no submission `{}`", line(&args.submission));
        return Err(Error::usage(message).with_help(first_names(&names)));
    };
    let (outcome, printed) = replay(&prepared.run(&prepared_suite), submission, position).map_err(|status| {
        Error::no(format!("{} could not run: {}", submission.name, status.reason().unwrap_or_default()))
    })?;
    let is_graded_file = known
        .as_ref()
        .is_none_or(|stored| stored.sha256 == submission.content.as_ref().map_or("", |files| files.sha256()));
    let before = known.and_then(|stored| {
        stored.outcomes.into_iter().find(|(id, _, _)| *id == args.test).map(|(_, _, outcome)| outcome)
    });
    let shown = ReplayReport {
        suite_file: &suite_file,
        prepared_suite: &prepared_suite,
        position,
        outcome,
        is_graded_file,
        before,
        printed,
    };
    let text = if args.json { output::json(&shown.json(args)) } else { shown.text(args) };
    output::show(&text, if shown.is_wrong() { exit::NO } else { exit::FINE })
}

struct ReplayReport<'a> {
    suite_file: &'a SuiteFile,
    prepared_suite: &'a PreparedSuite,
    position: usize,
    outcome: Outcome,
    /// Whether the files are those that were graded.
    is_graded_file: bool,
    /// When it was graded.
    before: Option<Outcome>,
    printed: String,
}

impl ReplayReport<'_> {
    fn is_wrong(&self) -> bool {
        TestAnswer::of(&self.outcome).is_wrong(self.prepared_suite.tests[self.position].expect)
    }

    fn json(&self, args: &Args) -> Json {
        let test = &self.prepared_suite.tests[self.position];
        json!({
            "submission": args.submission,
            "test": test.id,
            "fails": self.prepared_suite.buckets[test.bucket].fails,
            "expect": test.expect,
            "outcome": self.outcome.word(),
            "detail": self.outcome.detail(),
            "same_files": self.is_graded_file,
            "before": self.before.as_ref().map(Outcome::word),
            "wrong": self.is_wrong(),
            "printed": self.printed,
        })
    }

    fn text(&self, args: &Args) -> String {
        let (problem, suite) = (&self.suite_file.problem, &self.suite_file.suite);
        let own = &self.prepared_suite.tests[self.position];
        let expected = if own.expect { "accepted" } else { "rejected" };
        let mut text = format!("{} on test {}\n", strong(&line(&args.submission)), own.id);
        let trees = trees::lines(&drawn(problem, suite, &own.id), style::width().saturating_sub(2));
        for shown in &trees {
            let _ = writeln!(text, "  {shown}");
        }
        let gap = if trees.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}  {}\n", called(problem, suite, &own.id));
        if !self.is_graded_file {
            let note = "these are not the files that were graded; grade again to record this answer";
            let _ = writeln!(text, "  {}     {note}", doubtful("! files"));
        }
        let verdict = if self.is_wrong() { bad("✗ wrong") } else { good("✓ as expected") };
        let _ = writeln!(text, "  {verdict}    {}; should be {expected}", line(&given(&self.outcome)));
        let fails = &self.prepared_suite.buckets[own.bucket].fails;
        let position = |name: &String| problem.subproperties.iter().position(|property| *property.name == **name);
        let bucket = Bucket::of(fails.iter().filter_map(position));
        let _ = writeln!(text, "  bucket     {}", bucket_words(problem, bucket));
        if let Some(before) = self.before.as_ref().filter(|before| !is_alike(before, &self.outcome)) {
            let before = line(&given(before));
            let why = if self.is_graded_file { "the submission may be unstable" } else { "with other files" };
            let note = format!("{before} when it was graded; {why}");
            let _ = writeln!(text, "  {}     {note}", doubtful("before"));
        }
        if self.printed.trim().is_empty() {
            text.push_str("  printed    nothing\n");
        } else {
            text.push_str("  printed\n");
            for line in lines(self.printed.trim_end()) {
                let _ = writeln!(text, "    {line}");
            }
        }
        let kept = super::grade::suite_file::kept(&args.dir);
        let explain = if fails.is_empty() { "" } else { "next: custodiet explain shows where this pair fails; " };
        let next = format!("{explain}the suite is {}", kept.display());
        let _ = writeln!(text, "\n{}", style::faint(&next));
        text
    }
}

/// Whether two outcomes are the same answer, or the same failure but for the message of an exception.
fn is_alike(one: &Outcome, other: &Outcome) -> bool {
    one.word() == other.word() && FailureKind::of(one) == FailureKind::of(other)
}
