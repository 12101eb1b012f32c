//! `custodiet adapter test FOLDER|NAME`: does an adapter behave as it must?

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grading::setup::first_user;
use runner::adapter::{Adapter, CONFORMANCE, add_programs, built_in, version};
use runner::conformance::{self, CaseReport, CaseResult, NOT_APPLICABLE};
use runner::limits::RunLimits;
use runner::worker::{Language, RunConfig};
use sandbox::ControlGroups;
use serde_json::{Value as Json, json};

use crate::commands::grade::layers;
use crate::error::{Error, Result};
use crate::style::{bad, faint, good};
use crate::words::count;
use crate::{exit, interrupt, output, temporary};

/// Develop adapters for other languages
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Test(TestArgs),
}

/// Run the conformance suite on an adapter: does it load, answer and fail as it must?
///
/// The adapter's folder `conformance` holds a small program in the language for each case; docs/adapters.md lists the
/// cases. Each program runs in the sandbox, like a submission.
///
/// Exits with 1 if a case fails or has no program.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet adapter test adapters/javascript\n  custodiet adapter test python")]
struct TestArgs {
    /// The folder of an adapter, or the name of a built-in language
    #[arg(value_name = "FOLDER|NAME")]
    adapter: PathBuf,

    /// Start a new process for every program, as `grade --cold-start` does
    #[arg(long)]
    cold_start: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    match &args.command {
        Command::Test(args) => test(args),
    }
}

fn test(args: &TestArgs) -> Result<u8> {
    let layers = layers(false)?;
    let work = temporary::folder("custodiet-adapter-", temporary::SHARED)?;
    let folder = fs::canonicalize(work.path()).map_err(Error::NoTemporary)?;
    interrupt::remove_on_exit(vec![folder.clone()], "nothing was changed");
    let adapter = find(&args.adapter, &folder)?;
    let tools = adapter.tools(layers)?;
    let language = Language { adapter, tools };
    let programs = language.adapter.folder.join(CONFORMANCE);
    let config = RunConfig {
        layers,
        limits: RunLimits::default(),
        launcher: None,
        user: first_user(),
        cold_start: args.cold_start,
        groups: ControlGroups::create().ok().map(Arc::new),
    };
    let config = config.of(&language);
    let mut show_case = |report: &CaseReport| {
        if !args.json {
            output::print(&case(report), exit::FINE);
        }
    };
    if !args.json {
        output::show(&heading(&language), exit::FINE)?;
    }
    let reports = conformance::run(&config, &language, &programs, &folder, &mut show_case)
        .map_err(|error| Error::usage(format!("cannot copy the programs: {error}")))?;
    let unknown = conformance::unknown_cases(&programs);
    let fine = unknown.is_empty() && reports.iter().all(|report| report.result.is_fine());
    let text = if args.json {
        format!("{:#}\n", as_json(&language, &reports, &unknown, fine))
    } else {
        summary(&language, &reports, &unknown, &programs)
    };
    output::show(&text, if fine { exit::FINE } else { exit::NO })
}

/// A folder, or else a built-in adapter by its name.
fn find(given: &Path, work: &Path) -> Result<Adapter> {
    // A folder may have the name of a built-in language.
    if given.join("adapter.toml").is_file() {
        return Ok(Adapter::read(given)?);
    }
    let folder = work.join("adapters");
    let adapters = built_in(&folder)?;
    let known: Vec<String> = adapters.iter().map(|adapter| adapter.file.name.clone()).collect();
    let found = adapters.into_iter().find(|adapter| Path::new(&adapter.file.name) == given).ok_or_else(|| {
        let help = format!("give the folder of an adapter, or a built-in language: {}", known.join(", "));
        Error::usage(format!("there is no adapter `{}`", given.display())).with_help(help)
    })?;
    add_programs(&found)?;
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

fn summary(language: &Language, reports: &[CaseReport], unknown: &[String], programs: &Path) -> String {
    let name = &language.adapter.file.name;
    let mut text = String::new();
    for name in unknown {
        let _ = writeln!(text, "{} {name}: unknown case", bad("✗"));
    }
    let failed = reports.iter().filter(|report| matches!(report.result, CaseResult::Failed(_))).count();
    let missing = reports.iter().filter(|report| matches!(report.result, CaseResult::Missing)).count();
    let wrong: Vec<String> = [(failed, "fails", "fail"), (missing, "is missing", "are missing")]
        .iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, more)| format!("{} {}", count(*number, "case"), if *number == 1 { one } else { more }))
        .collect();
    if wrong.is_empty() && unknown.is_empty() {
        let _ = writeln!(text, "{name} conforms: {}", count(reports.len(), "case"));
        return text;
    }
    let wrong = if wrong.is_empty() { "unknown cases".to_owned() } else { wrong.join(", ") };
    let _ = writeln!(text, "{} {name} does not conform: {wrong}", bad("✗"));
    let _ = writeln!(text, "help: the programs are in {}; docs/adapters.md says what each must do", programs.display());
    if missing > 0 {
        let _ = writeln!(text, "help: if a program is impossible in the language, write why in {NOT_APPLICABLE}");
    }
    text
}

fn as_json(language: &Language, reports: &[CaseReport], unknown: &[String], fine: bool) -> Json {
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
        "no_such_case": unknown,
    })
}
