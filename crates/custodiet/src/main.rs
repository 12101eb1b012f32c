//! Custodiet: tests the tests. This crate is the command line; the libraries beside it do the work.

#[macro_use]
mod remark;

mod commands;
mod crash;
mod error;
mod exit;
mod input;
mod interrupt;
mod output;
mod progress;
mod proving;
mod style;
mod table;
mod temporary;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    adapter, analyze, check, check_proof, classify, compare, demo, discover, doctor, explain, export, feedback, grade,
    merge, new, prove, regrade, replay, report, setup, split, suite, verify,
};
use crate::error::Error;
use crate::style::Color;

/// Evaluation allocates and frees many small values.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tests the tests: finds what a property-based-testing predicate forgets to check.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = exit::table())]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colors; `auto` means on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    New(new::Args),
    Check(check::Args),
    Analyze(analyze::Args),
    Explain(explain::Args),
    CheckProof(check_proof::Args),
    Suite(suite::Args),
    Verify(verify::Args),
    Export(export::Args),
    Classify(classify::Args),
    Grade(grade::Args),
    Split(split::Args),
    Merge(merge::Args),
    Prove(prove::Args),
    #[command(hide = true)]
    ProveServer(proving::server::Args),
    Report(report::Args),
    Feedback(feedback::Args),
    Regrade(regrade::Args),
    Replay(replay::Args),
    Compare(compare::Args),
    Discover(discover::Args),
    Doctor(doctor::Args),
    Setup(setup::Args),
    Adapter(adapter::Args),
}

fn main() -> ExitCode {
    // If the sandbox started this process, this call does not return.
    sandbox::confine_if_asked();
    let code = crash::guard(|| {
        let cli = Cli::parse();
        style::set(cli.color);
        run(cli.command).unwrap_or_else(|error| error.report())
    });
    ExitCode::from(code)
}

/// Runs a command; returns its exit code.
fn run(command: Command) -> Result<u8, Error> {
    match command {
        Command::Demo(args) => demo::run(&args),
        Command::New(args) => new::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::CheckProof(args) => check_proof::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Classify(args) => classify::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Split(args) => split::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::ProveServer(args) => proving::server::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Feedback(args) => feedback::run(&args),
        Command::Regrade(args) => regrade::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Discover(args) => discover::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Setup(args) => setup::run(&args),
        Command::Adapter(args) => adapter::run(&args),
    }
}
