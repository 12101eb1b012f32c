//! `custodiet setup LANGUAGE`: installs what grading a language needs.

use std::path::{Path, PathBuf};

use runner::adapter::{Adapter, built_in, set_up};

use crate::error::{Error, Result};
use crate::{exit, output, style, temporary};

/// Install what grading a language needs
///
/// Pyret takes about 150 MB from the Node package registry. It is installed into the folder that `CUSTODIET_PYRET`
/// names, or else into your user data folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet setup pyret")]
pub struct Args {
    /// The language
    language: String,

    /// The folder of an adapter, if the language is not built in
    #[arg(long, value_name = "DIR")]
    adapter: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<u8> {
    let folder = temporary::folder("custodiet-setup-", temporary::PRIVATE)?;
    output::show(&install(args, folder.path())?, exit::FINE)
}

fn install(args: &Args, folder: &Path) -> Result<String> {
    let adapters = match &args.adapter {
        Some(given) => vec![Adapter::read(given)?],
        None => built_in(folder)?,
    };
    let Some(adapter) = adapters.iter().find(|adapter| adapter.file.name == args.language) else {
        let known: Vec<&str> = adapters.iter().map(|adapter| &*adapter.file.name).collect();
        let message = format!("unknown language `{}`", args.language);
        return Err(Error::usage(message).with_help(format!("the known languages are: {}", known.join(", "))));
    };
    if adapter.file.setup.is_none() {
        return Ok(format!("{} needs no setup\n", adapter.file.name));
    }
    let announce = |command: &str| remark!("{}", style::faint(&format!("running {command}")));
    let data = set_up(adapter, &announce)?;
    Ok(format!("{} is ready in {}\n", adapter.file.name, data.display()))
}
