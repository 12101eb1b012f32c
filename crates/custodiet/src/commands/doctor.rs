//! `custodiet doctor`: can this machine grade submissions?

use std::fmt::Write;

use runner::adapter::{Adapter, FoundTool, built_in};
use sandbox::{ControlGroups, Layers, NamespaceAccess, NoSandbox, SandboxLevel, Support, support};
use serde_json::{Value as Json, json};

use crate::error::Result;
use crate::style::{bad, doubtful, good};
use crate::{exit, output, temporary};

/// Check whether this machine can grade: sandbox, languages, versions
///
/// Exits with 1 if submissions cannot be run safely, or if no language is available.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet doctor")]
pub struct Args {
    /// The folder of an adapter to check as well; can be given several times
    #[arg(long, value_name = "DIR")]
    adapter: Vec<std::path::PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// A language and its tools, each with its version and path, or with what to do.
struct LanguageStatus {
    name: String,
    usable: bool,
    tools: Vec<(String, std::result::Result<String, String>)>,
}

pub fn run(args: &Args) -> Result<u8> {
    let languages = languages(args)?;
    let kernel = support();
    let usable = languages.iter().any(|language| language.usable);
    let fine = kernel.level().is_ok() && usable;
    let text = if args.json { format!("{:#}\n", as_json(&languages)) } else { as_text(&languages) };
    output::show(&text, if fine { exit::FINE } else { exit::NO })
}

fn languages(args: &Args) -> Result<Vec<LanguageStatus>> {
    let given = args.adapter.iter().map(|folder| Adapter::read(folder));
    let given = given.collect::<std::result::Result<Vec<_>, _>>()?;
    let folder = temporary::folder("custodiet-doctor-", temporary::PRIVATE)?;
    let adapters = built_in(folder.path())?;
    Ok(given.iter().chain(&adapters).map(status).collect())
}

fn status(adapter: &Adapter) -> LanguageStatus {
    let layers = support().layers().unwrap_or(Layers::NONE);
    let tools = adapter.file.tools.iter().map(|(name, entry)| {
        let found = runner::adapter::find(name, entry, layers);
        let shown = found.map(|FoundTool { path, .. }| {
            let version = runner::adapter::version(&path, entry);
            match version {
                Some(version) => format!("{version} · {}", path.display()),
                None => path.display().to_string(),
            }
        });
        (name.clone(), shown.map_err(|error| error.to_string()))
    });
    let mut tools: Vec<(String, std::result::Result<String, String>)> = tools.collect();
    if adapter.file.setup.is_some() {
        let data = adapter.data(layers).map(|folder| folder.unwrap_or_default().display().to_string());
        tools.push(("installation".to_owned(), data.map_err(|error| error.to_string())));
    }
    LanguageStatus { name: adapter.file.name.clone(), usable: adapter.tools(layers).is_ok(), tools }
}

fn as_text(languages: &[LanguageStatus]) -> String {
    let kernel = support();
    let mut text = String::new();
    let mark = |fine: bool| if fine { good("✓") } else { bad("✗") };
    let _ = match kernel.level() {
        Ok(SandboxLevel::Full) => writeln!(text, "{} sandbox: full", good("✓")),
        Ok(level) => {
            writeln!(
                text,
                "{} sandbox: {level}; submissions can read files that are readable by everyone",
                doubtful("!")
            )
        }
        Err(error) => writeln!(text, "{} no sandbox: {error}\n  help: {}", bad("✗"), error.help()),
    };
    for layer in layers(kernel) {
        let mark = if layer.works { good("✓") } else { doubtful("!") };
        let _ = writeln!(text, "  {mark} {:<16}  {}", layer.name, layer.adds);
        if let Some(help) = layer.help {
            let _ = writeln!(text, "    help: {help}");
        }
    }
    if let Some(handler) = sandbox::crash_handler() {
        let _ = writeln!(
            text,
            "  {} {:<16}  if a submission crashes, the kernel starts `{handler}` outside the sandbox\n    help: {CRASHES_HELP}",
            doubtful("!"),
            "crashes",
        );
    }
    let user = if kernel.root { "root" } else { "an ordinary user" };
    let _ = writeln!(text, "    {:<16}  {user}", "running as");
    for language in languages {
        let _ = writeln!(text, "{} {}", mark(language.usable), language.name);
        for (name, tool) in &language.tools {
            let _ = match tool {
                Ok(shown) => writeln!(text, "  {} {name:<24}  {shown}", good("✓")),
                Err(help) => writeln!(text, "  {} {name:<24}  {help}", bad("✗")),
            };
        }
    }
    text
}

/// What to do if the limit on core dumps is zero and cannot be raised to one byte.
const CRASHES_HELP: &str = "raise the hard limit on core dumps where custodiet starts (`docker run --ulimit core=-1`, or `LimitCORE=` in a \
                            systemd service); custodiet itself prevents core dumps of submissions";

/// A layer of the sandbox: what it adds, or what is missing without it.
struct LayerStatus {
    name: &'static str,
    works: bool,
    adds: String,
    /// How to get it.
    help: Option<&'static str>,
}

fn layers(kernel: Support) -> Vec<LayerStatus> {
    let layer = |name, works: bool, adds: &str, missing: &str, help: &'static str| {
        let adds = if works { adds } else { missing }.to_owned();
        LayerStatus { name, works, adds, help: (!works).then_some(help) }
    };
    let groups = match ControlGroups::create() {
        Ok(groups) => {
            let adds =
                format!("{}: the kernel counts the memory of everything that a submission starts", groups.kind());
            LayerStatus { name: "control groups", works: true, adds, help: None }
        }
        Err(why) => LayerStatus {
            name: "control groups",
            works: false,
            adds: format!("not used: {why}; memory is checked a hundred times a second instead"),
            help: Some(why.help()),
        },
    };
    let access =
        if kernel.namespaces == Some(NamespaceAccess::Root) { "created as root" } else { "without privileges" };
    let landlock = kernel
        .landlock
        .map_or_else(String::new, |version| format!("version {version}: only named files can be opened"));
    vec![
        groups,
        layer(
            "namespaces",
            kernel.namespaces.is_some(),
            &format!("{access}: other processes, networks and files do not exist"),
            "missing: the kernel does not let us create them",
            namespaces_help(|name| std::fs::read_to_string(format!("/proc/sys/{name}")).unwrap_or_default()),
        ),
        layer(
            "Landlock",
            kernel.landlock.is_some(),
            &landlock,
            "missing",
            "use Linux 5.13 or later with Landlock enabled (`lsm=landlock,…` on the kernel command line)",
        ),
        layer(
            "seccomp",
            kernel.seccomp,
            "dangerous system calls are refused",
            "missing: system calls cannot be filtered",
            NoSandbox::NoSeccomp.help(),
        ),
        layer(
            "users",
            kernel.other_users,
            "each job runs as a user of its own",
            "missing: submissions run as you",
            "run as root, in a container with all user ids",
        ),
    ]
}

/// Distributions forbid user namespaces in different ways. `setting` reads one of the kernel's settings.
fn namespaces_help(setting: impl Fn(&str) -> String) -> &'static str {
    if setting("kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
        "run as root, or allow user namespaces: `sysctl kernel.apparmor_restrict_unprivileged_userns=0`"
    } else if setting("kernel/unprivileged_userns_clone").trim() == "0" {
        "run as root, or allow user namespaces: `sysctl kernel.unprivileged_userns_clone=1`"
    } else {
        "allow user namespaces (`sysctl user.max_user_namespaces=10000`), in a container also `unshare` and `mount`"
    }
}

fn as_json(languages: &[LanguageStatus]) -> Json {
    let kernel = support();
    let tools = |found: &LanguageStatus| -> Vec<Json> {
        let tools = found.tools.iter();
        tools
            .map(|(name, tool)| match tool {
                Ok(shown) => json!({ "name": name, "found": shown }),
                Err(help) => json!({ "name": name, "found": null, "help": help }),
            })
            .collect()
    };
    json!({
        "sandbox": kernel.level().map_or_else(|_| "none".to_owned(), |level| level.to_string()),
        "layers": layers(kernel)
            .iter()
            .map(|layer| json!({ "name": layer.name, "works": layer.works, "adds": layer.adds, "help": layer.help }))
            .collect::<Vec<_>>(),
        "landlock": kernel.landlock,
        "seccomp": kernel.seccomp,
        "root": kernel.root,
        "crash_handler": sandbox::crash_handler(),
        "languages": languages
            .iter()
            .map(|found| json!({ "name": found.name, "usable": found.usable, "tools": tools(found) }))
            .collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::namespaces_help;

    #[test]
    fn the_setting_that_forbids_namespaces_is_named() {
        let help = |name: &str, value: &str| namespaces_help(|asked| if asked == name { value } else { "" }.to_owned());
        let ubuntu = "kernel/apparmor_restrict_unprivileged_userns";
        assert!(help(ubuntu, "1\n").contains("apparmor_restrict_unprivileged_userns=0"));
        assert!(help("kernel/unprivileged_userns_clone", "0\n").contains("unprivileged_userns_clone=1"));
        for allowed in [help(ubuntu, "0\n"), help("kernel/unprivileged_userns_clone", "1\n"), help("", "")] {
            assert!(allowed.contains("max_user_namespaces"));
        }
    }
}
