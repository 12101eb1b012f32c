//! `custodiet setup LANGUAGE`: installs what a language needs to be graded.

use std::path::PathBuf;

use runner::adapter::{Adapter, AdapterError, built_in, set_up};

use crate::{exit, output, style};

/// Install what a language needs to be graded
///
/// For Pyret: about 150 MB, from the package registry of Node, into the folder that `CUSTODIET_PYRET` names or one among
/// your data.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet setup pyret")]
pub struct Args {
    /// The language
    language: String,

    /// The folder of an adapter, if the language is not built in
    #[arg(long, value_name = "DIR")]
    adapter: Option<PathBuf>,
}

pub fn run(args: &Args) -> u8 {
    let done = grading::work::temporary().map_err(|error| (error.to_string(), exit::USAGE)).and_then(|folder| {
        let folder = folder.join(format!("custodiet-setup-{}", std::process::id()));
        let done = installed(args, &folder);
        let _ = std::fs::remove_dir_all(&folder);
        done
    });
    match done {
        Ok(text) => output::print(&text, exit::FINE),
        Err((message, code)) => {
            eprintln!("{} {message}", style::bad("error:"));
            code
        }
    }
}

fn installed(args: &Args, folder: &std::path::Path) -> Result<String, (String, u8)> {
    let usage = |message: String| (message, exit::USAGE);
    let unusable = |error: AdapterError| usage(error.to_string());
    let adapters = match &args.adapter {
        Some(given) => vec![Adapter::read(given).map_err(unusable)?],
        None => built_in(folder).map_err(unusable)?,
    };
    let Some(adapter) = adapters.iter().find(|adapter| adapter.file.name == args.language) else {
        let known: Vec<&str> = adapters.iter().map(|adapter| &*adapter.file.name).collect();
        return Err(usage(format!("there is no language `{}`; known are {}", args.language, known.join(", "))));
    };
    if adapter.file.setup.is_none() {
        return Ok(format!("{} needs no setup\n", adapter.file.name));
    }
    let tell = |command: &str| eprintln!("{}", style::faint(&format!("running {command}")));
    let data = set_up(adapter, &tell).map_err(|error| (error.to_string(), exit::NO))?;
    Ok(format!("{} is ready in {}\n", adapter.file.name, data.display()))
}
