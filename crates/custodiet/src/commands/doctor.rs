//! `custodiet doctor`: what this machine offers for grading.

use std::fmt::Write;

use runner::adapter::{Adapter, built_in};
use sandbox::{SandboxLevel, support};
use serde_json::{Value as Json, json};

use crate::style::{bad, doubtful, good};
use crate::{exit, output};

/// Show what this machine offers for grading: sandbox, languages, versions
///
/// Exits with 1 if submissions cannot be run safely, or if no language is there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet doctor")]
pub struct Args {
    /// The folder of an adapter to look at as well; can be given several times
    #[arg(long, value_name = "DIR")]
    adapter: Vec<std::path::PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// A language and its tools: name, version, or what to do.
struct Found {
    name: String,
    usable: bool,
    tools: Vec<(String, Result<String, String>)>,
}

pub fn run(args: &Args) -> u8 {
    let languages = match languages(args) {
        Ok(languages) => languages,
        Err(message) => {
            eprintln!("{} {message}", bad("error:"));
            return exit::USAGE;
        }
    };
    let kernel = support();
    let usable = languages.iter().any(|language| language.usable);
    let fine = kernel.level().is_ok() && usable;
    let text = if args.json { format!("{:#}\n", as_json(&languages)) } else { as_text(&languages) };
    output::print(&text, if fine { exit::FINE } else { exit::NO })
}

fn languages(args: &Args) -> Result<Vec<Found>, String> {
    let read = |folder: &std::path::PathBuf| Adapter::read(folder).map_err(|error| error.to_string());
    let given = args.adapter.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let folder = grading::work::temporary()
        .map_err(|error| error.to_string())?
        .join(format!("custodiet-doctor-{}", std::process::id()));
    let adapters = built_in(&folder).map_err(|error| error.to_string());
    let found = adapters.map(|adapters| given.iter().chain(&adapters).map(look).collect());
    let _ = std::fs::remove_dir_all(&folder);
    found
}

fn look(adapter: &Adapter) -> Found {
    let level = support().level().unwrap_or(SandboxLevel::None);
    let tools = adapter.file.tools.iter().map(|(name, entry)| {
        let found = runner::adapter::find(name, entry, level);
        let told = found.map(|path| {
            let version = runner::adapter::version(&path, entry);
            match version {
                Some(version) => format!("{version} · {}", path.display()),
                None => path.display().to_string(),
            }
        });
        (name.clone(), told.map_err(|error| error.to_string()))
    });
    let mut tools: Vec<(String, Result<String, String>)> = tools.collect();
    if adapter.file.setup.is_some() {
        let data = adapter.data(level).map(|folder| folder.unwrap_or_default().display().to_string());
        tools.push(("installation".to_owned(), data.map_err(|error| error.to_string())));
    }
    Found { name: adapter.file.name.clone(), usable: adapter.tools(level).is_ok(), tools }
}

fn as_text(languages: &[Found]) -> String {
    let kernel = support();
    let mut text = String::new();
    let mark = |fine: bool| if fine { good("✓") } else { bad("✗") };
    let _ = match kernel.level() {
        Ok(SandboxLevel::Full) => writeln!(text, "{} sandbox: full", good("✓")),
        Ok(level) => {
            writeln!(text, "{} sandbox: {level}; submissions can read files that everyone may read", doubtful("!"))
        }
        Err(error) => writeln!(text, "{} no sandbox: {error}\n  help: {}", bad("✗"), error.help()),
    };
    let landlock = kernel.landlock.map_or_else(|| "not there".to_owned(), |version| format!("version {version}"));
    let _ = writeln!(text, "  {} Landlock (files)          {landlock}", mark(kernel.landlock.is_some()));
    let seccomp = if kernel.seccomp { "there" } else { "not there" };
    let _ = writeln!(text, "  {} seccomp (system calls)    {seccomp}", mark(kernel.seccomp));
    let who = if kernel.root { "root" } else { "an ordinary user" };
    let _ = writeln!(text, "    run as                    {who}");
    for language in languages {
        let _ = writeln!(text, "{} {}", mark(language.usable), language.name);
        for (name, tool) in &language.tools {
            let _ = match tool {
                Ok(told) => writeln!(text, "  {} {name:<24}  {told}", good("✓")),
                Err(help) => writeln!(text, "  {} {name:<24}  {help}", bad("✗")),
            };
        }
    }
    text
}

fn as_json(languages: &[Found]) -> Json {
    let kernel = support();
    let tools = |found: &Found| -> Vec<Json> {
        let tools = found.tools.iter();
        tools
            .map(|(name, tool)| match tool {
                Ok(told) => json!({ "name": name, "found": told }),
                Err(help) => json!({ "name": name, "found": null, "help": help }),
            })
            .collect()
    };
    json!({
        "sandbox": kernel.level().map_or_else(|_| "none".to_owned(), |level| level.to_string()),
        "landlock": kernel.landlock,
        "seccomp": kernel.seccomp,
        "root": kernel.root,
        "languages": languages
            .iter()
            .map(|found| json!({ "name": found.name, "usable": found.usable, "tools": tools(found) }))
            .collect::<Vec<_>>(),
    })
}
