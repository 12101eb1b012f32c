//! `custodiet report DIR`: what a class got wrong, for people and for machines.

use std::path::PathBuf;

use super::folder::Folder;
use super::grade::Refused;
use crate::{exit, output};

/// Say what each predicate fails to check, and what the class has in common
///
/// Reads what `custodiet grade` left in DIR; runs nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet report results/")]
pub struct Args {
    /// The folder of results
    dir: PathBuf,
}

pub fn run(args: &Args) -> u8 {
    reported(args).unwrap_or_else(|refused| refused.report())
}

fn reported(args: &Args) -> Result<u8, Refused> {
    let folder = Folder::read(&args.dir)?;
    let report = report::build(&folder.graded).map_err(|why| Refused::usage(why, "grade again with a new suite"))?;
    let json = serde_json::to_string_pretty(&report).unwrap_or_default();
    let path = args.dir.join("report.json");
    output::write_file(&path, &(json + "\n")).map_err(|why| Refused::usage(why, ""))?;
    Ok(output::print(&format!("{}\n", path.display()), exit::FINE))
}
