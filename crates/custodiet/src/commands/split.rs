//! `custodiet split SUBMISSIONS… --shards N -o DIR`: packs the parts of a class for machines that do not share files.

use std::fmt::Write;
use std::fs;
use std::num::NonZeroU32;
use std::path::PathBuf;

use grading::part::part_name;
use grading::shard::MOST_SHARDS;
use grading::{PartError, Shard, pack_class};
use report::plain::line;
use runner::adapter::{Adapter, built_in};
use serde_json::json;
use submissions::{GatherOptions, gather};

use super::bar::Bar;
use super::merge::destination::Draft;
use crate::error::{Error, Result};
use crate::style::{doubtful, faint, strong};
use crate::words::count;
use crate::{exit, output, temporary};

/// Pack the parts of a class into folders, for machines that do not share files
///
/// Writes DIR/1-of-N to DIR/N-of-N. Copy each to a machine and grade it there with `custodiet grade SUITE --part DIR`; then join
/// the results with `custodiet merge`. Machines that can all read the submissions do not need this: pass --shard I/N to `custodiet
/// grade` instead. The parts are the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet split submissions/ --shards 8 -o packed/\n  \
    custodiet grade toposort.json --part packed/3-of-8 -o parts/3")]
pub struct Args {
    /// Files, folders or archives
    #[arg(required = true)]
    submissions: Vec<PathBuf>,

    /// How many parts
    #[arg(long, value_name = "N", value_parser = shards)]
    shards: NonZeroU32,

    /// The folder for the parts; must not exist, or be empty
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The folder of an adapter for another language; can be repeated
    #[arg(long, value_name = "DIR")]
    adapter: Vec<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

fn shards(text: &str) -> std::result::Result<NonZeroU32, String> {
    let number: Option<NonZeroU32> = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= MOST_SHARDS);
    number.ok_or_else(|| format!("pass a number from 1 to {MOST_SHARDS}"))
}

pub fn run(args: &Args) -> Result<u8> {
    let is_free = !args.output.exists() || fs::read_dir(&args.output).is_ok_and(|mut found| found.next().is_none());
    if !is_free {
        let message = format!("-o: `{}` is not an empty folder", args.output.display());
        return Err(Error::usage(message).with_help("pass a folder that does not exist; it is created"));
    }
    let mut adapters =
        args.adapter.iter().map(|folder| Adapter::read(folder)).collect::<std::result::Result<Vec<_>, _>>()?;
    let folder = temporary::folder("custodiet-split-", temporary::PRIVATE)?;
    adapters.extend(built_in(folder.path())?);
    let options = GatherOptions::new(adapters.iter().flat_map(|adapter| adapter.file.extensions.iter()));
    let gathered = gather(&args.submissions, &options)?;
    let draft = Draft::beside(&args.output, Some(folder.path()), "nothing was written")?;
    let mut bar = Bar::new("packing", Some(["packed", "submissions"]), gathered.submissions.len(), 1);
    bar.start(0);
    pack_class(&gathered.submissions, args.shards.get(), draft.folder(), &mut || bar.step())?;
    drop(bar);
    let place = fs::canonicalize(&args.output).unwrap_or_else(|_| args.output.clone());
    draft.publish(&place).map_err(|source| Error::NotWritten { path: args.output.clone(), source })?;
    let warnings: Vec<String> = gathered.warnings.iter().map(ToString::to_string).collect();
    let shards: Vec<Shard> =
        (1..=args.shards.get()).filter_map(|index| Shard::new(index, args.shards.get()).ok()).collect();
    let text = if args.json {
        let parts: Vec<PathBuf> = shards.iter().map(|shard| args.output.join(part_name(*shard))).collect();
        output::json(&json!({ "submissions": gathered.submissions.len(), "parts": parts, "warnings": warnings }))
    } else {
        let number = strong(&count(gathered.submissions.len(), "submission"));
        let mut text = format!("{number} in {}: {}\n", count(shards.len(), "part"), args.output.display());
        for warning in warnings {
            let _ = writeln!(text, "{} {}", doubtful("!"), line(&warning));
        }
        if let Some(shard) = shards.first() {
            let part = args.output.join(part_name(*shard));
            let next = format!("next: for each part, custodiet grade SUITE --part {} -o RESULTS", part.display());
            text.push_str(&faint(&next));
            text.push('\n');
        }
        text
    };
    output::show(&text, exit::FINE)
}

/// What to do about a part that cannot be packed or read.
pub fn way_out(error: &PartError) -> String {
    match error {
        PartError::Write { .. } => "choose a folder you can write to, on a disk with enough space".to_owned(),
        PartError::Submission { .. } => "run the same command again; nothing was written".to_owned(),
        PartError::NotAPart { .. } => "pass a folder such as DIR/3-of-8 from `custodiet split … -o DIR`".to_owned(),
        PartError::Changed { .. } => "copy the part again, or pack the class again with `custodiet split`".to_owned(),
    }
}
