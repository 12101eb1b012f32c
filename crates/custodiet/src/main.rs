//! Custodiet: tests the tests. This crate is the command line; the work is done by the libraries beside it.

mod commands;
mod exit;
mod fault;
mod input;
mod interrupt;
mod output;
mod progress;
mod style;
mod table;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    adapter, analyze, check, check_proof, classify, compare, demo, doctor, explain, export, feedback, grade, new,
    regrade, replay, report, setup, suite, verify,
};
use crate::style::Color;

/// Evaluation makes and drops many small values.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tests the tests: finds what a property-based testing predicate fails to check.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = exit::table())]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours; `auto` is on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Check(check::Args),
    Analyze(analyze::Args),
    Suite(suite::Args),
    Explain(explain::Args),
    CheckProof(check_proof::Args),
    Verify(verify::Args),
    Export(export::Args),
    Classify(classify::Args),
    Grade(grade::Args),
    Compare(compare::Args),
    Feedback(feedback::Args),
    Regrade(regrade::Args),
    Replay(replay::Args),
    Report(report::Args),
    Doctor(doctor::Args),
    Setup(setup::Args),
    Adapter(adapter::Args),
    New(new::Args),
}

fn main() -> ExitCode {
    // If the sandbox started us, this does not return.
    sandbox::confine_if_asked();
    let code = fault::guard(|| {
        let cli = Cli::parse();
        style::set(cli.color);
        match cli.command {
            Command::Demo(args) => demo::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Analyze(args) => analyze::run(&args),
            Command::Suite(args) => suite::run(&args),
            Command::Explain(args) => explain::run(&args),
            Command::CheckProof(args) => check_proof::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Classify(args) => classify::run(&args),
            Command::Grade(args) => grade::run(&args),
            Command::Compare(args) => compare::run(&args),
            Command::Feedback(args) => feedback::run(&args),
            Command::Regrade(args) => regrade::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Report(args) => report::run(&args),
            Command::Doctor(args) => doctor::run(&args),
            Command::Setup(args) => setup::run(&args),
            Command::Adapter(args) => adapter::run(&args),
            Command::New(args) => new::run(&args),
        }
    });
    ExitCode::from(code)
}
