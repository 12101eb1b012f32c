//! `custodiet adapter test FOLDER|NAME`: whether an adapter does what it has to.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use grading::setup::FIRST_USER;
use runner::adapter::{Adapter, CONFORMANCE, add_programs, built_in, version};
use runner::conformance::{self, CaseReport, CaseResult, NOT_APPLICABLE};
use runner::limits::RunLimits;
use runner::worker::{Language, RunConfig};
use serde_json::{Value as Json, json};

use crate::commands::grade::{Refused, level};
use crate::style::{bad, faint, good};
use crate::words::count;
use crate::{exit, interrupt, output};

/// For those who write adapters for further languages
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Test(TestArgs),
}

/// Run the conformance suite on an adapter: does it load, answer and fail as it has to?
///
/// The folder `conformance` of the adapter holds a small program for each case, in the language. docs/adapters.md lists
/// the cases. Each is run in the sandbox, as submissions are.
///
/// Exits with 1 if a case fails or has no program.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet adapter test adapters/javascript\n  custodiet adapter test python")]
struct TestArgs {
    /// The folder of an adapter, or the name of a built-in language
    #[arg(value_name = "FOLDER|NAME")]
    adapter: PathBuf,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> u8 {
    match &args.command {
        Command::Test(args) => test(args).unwrap_or_else(|refused| refused.report()),
    }
}

fn test(args: &TestArgs) -> Result<u8, Refused> {
    let level = level(false)?;
    let work = Work::new().map_err(|error| Refused::usage(format!("cannot make a working folder: {error}"), ""))?;
    interrupt::remove_on_exit(vec![work.0.clone()], "nothing was changed");
    let adapter = find(&args.adapter, &work.0)?;
    let tools = adapter.tools(level).map_err(|error| Refused::usage(error.to_string(), ""))?;
    let language = Language { adapter, tools };
    let programs = language.adapter.folder.join(CONFORMANCE);
    let ground = RunConfig { level, limits: RunLimits::default(), launcher: None, user: FIRST_USER };
    let mut tell = |report: &CaseReport| {
        if !args.json {
            output::print(&case(report), exit::FINE);
        }
    };
    if !args.json {
        output::print(&heading(&language), exit::FINE);
    }
    let reports = conformance::run(&ground, &language, &programs, &work.0, &mut tell)
        .map_err(|error| Refused::usage(format!("cannot copy the programs: {error}"), ""))?;
    let strangers = conformance::unknown_cases(&programs);
    let fine = strangers.is_empty() && reports.iter().all(|report| report.result.is_fine());
    let text = if args.json {
        format!("{:#}\n", as_json(&language, &reports, &strangers, fine))
    } else {
        verdict(&language, &reports, &strangers, &programs)
    };
    Ok(output::print(&text, if fine { exit::FINE } else { exit::NO }))
}

/// A folder, or else a built-in adapter by its name.
fn find(given: &Path, work: &Path) -> Result<Adapter, Refused> {
    // A folder may have the name of a built-in language.
    if given.join("adapter.toml").is_file() {
        return Adapter::read(given).map_err(|error| Refused::usage(error.to_string(), ""));
    }
    let folder = work.join("adapters");
    let adapters = built_in(&folder).map_err(|error| Refused::usage(error.to_string(), ""))?;
    let known: Vec<String> = adapters.iter().map(|adapter| adapter.file.name.clone()).collect();
    let found = adapters.into_iter().find(|adapter| Path::new(&adapter.file.name) == given).ok_or_else(|| {
        let help = format!("give the folder of an adapter, or a built-in language: {}", known.join(", "));
        Refused::usage(format!("there is no adapter `{}`", given.display()), &help)
    })?;
    add_programs(&found).map_err(|error| Refused::usage(error.to_string(), ""))?;
    Ok(found)
}

fn heading(language: &Language) -> String {
    let file = &language.adapter.file;
    let versions = language.tools.paths.iter().filter_map(|(name, path)| version(path, file.tools.get(name)?));
    let mut parts = vec![file.name.clone()];
    parts.extend(versions);
    format!("{}\n", parts.join(" · "))
}

fn case(report: &CaseReport) -> String {
    let name = report.case.name;
    match &report.result {
        CaseResult::Passed => format!("{} {name}\n", good("✓")),
        CaseResult::NotApplicable(why) => format!("{} {name}: not applicable: {why}\n", faint("–")),
        CaseResult::Missing => {
            format!("{} {name}: no program; write one that {}\n", bad("✗"), report.case.program)
        }
        CaseResult::Failed(violations) => {
            let first = format!("{} {name}: the program {}\n", bad("✗"), report.case.program);
            violations.iter().fold(first, |text, violation| format!("{text}    {violation}\n"))
        }
    }
}

fn verdict(language: &Language, reports: &[CaseReport], strangers: &[String], programs: &Path) -> String {
    let name = &language.adapter.file.name;
    let mut text = String::new();
    for name in strangers {
        let _ = writeln!(text, "{} {name}: there is no such case", bad("✗"));
    }
    let failed = reports.iter().filter(|report| matches!(report.result, CaseResult::Failed(_))).count();
    let missing = reports.iter().filter(|report| matches!(report.result, CaseResult::Missing)).count();
    let wrong: Vec<String> = [(failed, "fails", "fail"), (missing, "is missing", "are missing")]
        .iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, more)| format!("{} {}", count(*number, "case"), if *number == 1 { one } else { more }))
        .collect();
    if wrong.is_empty() && strangers.is_empty() {
        let _ = writeln!(text, "{name} conforms: {}", count(reports.len(), "case"));
        return text;
    }
    let wrong = if wrong.is_empty() { "folders that are no case".to_owned() } else { wrong.join(", ") };
    let _ = writeln!(text, "{} {name} does not conform: {wrong}", bad("✗"));
    let _ =
        writeln!(text, "help: the programs are in {}; docs/adapters.md says what each has to do", programs.display());
    if missing > 0 {
        let _ = writeln!(text, "help: where a language can have no such program, say why in {NOT_APPLICABLE}");
    }
    text
}

fn as_json(language: &Language, reports: &[CaseReport], strangers: &[String], fine: bool) -> Json {
    let case = |report: &CaseReport| {
        let violations = if let CaseResult::Failed(violations) = &report.result { violations.as_slice() } else { &[] };
        let why = if let CaseResult::NotApplicable(why) = &report.result { Some(why) } else { None };
        json!({
            "case": report.case.name,
            "program": report.case.program,
            "result": report.result.word(),
            "faults": violations.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "not_applicable": why,
        })
    };
    json!({
        "adapter": language.adapter.file.name,
        "conforms": fine,
        "cases": reports.iter().map(case).collect::<Vec<_>>(),
        "no_such_case": strangers,
    })
}

/// A private folder, gone at the end.
struct Work(PathBuf);

impl Work {
    fn new() -> std::io::Result<Self> {
        let folder = grading::work::temporary()
            .map_err(std::io::Error::other)?
            .join(format!("custodiet-adapter-{}", std::process::id()));
        // Others may pass through: at the reduced level workers are other users.
        fs::create_dir_all(&folder)?;
        Ok(Self(fs::canonicalize(folder)?))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
