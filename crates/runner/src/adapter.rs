//! Languages: how predicates written in one are found, compiled and started. `docs/adapters.md` describes `adapter.toml`.
//!
//! The built-in ones are inside the executable, and are written to the working folder of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sandbox::Level;
use sandbox::Memory;
use sandbox::everyone::{may_read, may_run};
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(Clone, Debug)]
pub struct Adapter {
    pub file: AdapterFile,
    pub folder: PathBuf,
    /// Changes when any file of the adapter does.
    pub sha256: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdapterFile {
    pub name: String,
    /// Without dots.
    pub extensions: Vec<String>,
    #[serde(default)]
    pub names: Spellings,
    #[serde(default)]
    pub tools: BTreeMap<String, ToolEntry>,
    pub setup: Option<Setup>,
    pub run: Run,
    pub compile: Option<Compile>,
}

/// How `custodiet setup` installs what the language needs into a folder of the user's, `{data}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Files of the adapter that are copied there first.
    pub files: Option<String>,
    /// Run there, one after the other.
    pub commands: Vec<Vec<String>>,
    /// What is there when it is done.
    pub done: String,
}

impl AdapterFile {
    /// Whether a file is of the language, by its name.
    pub fn is_of(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        self.extensions.iter().any(|extension| name.strip_suffix(&**extension).is_some_and(|stem| stem.ends_with('.')))
    }
}

/// A program that an adapter needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolEntry {
    /// Arguments by which it tells its version.
    #[serde(default)]
    pub version: Vec<String>,
    /// What to do if it is not there.
    #[serde(default)]
    pub install: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub command: Vec<String>,
    #[serde(default = "address_space")]
    pub memory: Memory,
    /// The memory that a worker needs before it has done anything, in MiB.
    #[serde(default)]
    pub least_mib: u64,
    #[serde(default)]
    pub read: Vec<String>,
    #[serde(default = "five")]
    pub load_seconds: u64,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    pub command: Vec<String>,
    #[serde(default = "twenty")]
    pub seconds: u64,
    /// How many other processes it may start.
    #[serde(default)]
    pub processes: u32,
    #[serde(default)]
    pub warm: bool,
    #[serde(default = "data")]
    pub memory: Memory,
    #[serde(default)]
    pub read: Vec<String>,
    #[serde(default)]
    pub execute: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Memory for it, in MiB; a compiler may need more than what it makes.
    #[serde(default = "gibibyte")]
    pub memory_mib: u64,
}

fn address_space() -> Memory {
    Memory::AddressSpace
}

fn data() -> Memory {
    Memory::Data
}

fn five() -> u64 {
    5
}

fn twenty() -> u64 {
    20
}

fn gibibyte() -> u64 {
    1024
}

/// How names are spelled in the language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMore")]
pub struct Spellings(Vec<Spelling>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Spelling {
    #[serde(rename = "snake_case")]
    Snake,
    #[serde(rename = "camelCase")]
    Camel,
    #[serde(rename = "kebab-case")]
    Kebab,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(Spelling),
    More(Vec<Spelling>),
}

impl From<OneOrMore> for Spellings {
    fn from(names: OneOrMore) -> Self {
        match names {
            OneOrMore::One(spelling) => Self(vec![spelling]),
            OneOrMore::More(spellings) => Self(spellings),
        }
    }
}

impl Spellings {
    /// A name of the problem file in the language, in every way it may be spelled there.
    pub fn of(&self, name: &str) -> Vec<String> {
        if self.0.is_empty() {
            return vec![name.to_owned()];
        }
        let mut names: Vec<String> = Vec::new();
        for spelling in &self.0 {
            let spelled = match spelling {
                Spelling::Snake => name.to_owned(),
                Spelling::Kebab => name.replace('_', "-"),
                Spelling::Camel => camel(name),
            };
            if !names.contains(&spelled) {
                names.push(spelled);
            }
        }
        names
    }
}

/// `is_valid` as `isValid`
fn camel(name: &str) -> String {
    let mut upper = false;
    name.chars()
        .filter_map(|c| {
            let next = (c != '_').then(|| if upper { c.to_ascii_uppercase() } else { c });
            upper = c == '_';
            next
        })
        .collect()
}

/// A built-in language: its name, and files of its adapter.
type BuiltIn = (&'static str, &'static [(&'static str, &'static [u8])]);

/// See `build.rs`.
const BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
const PROGRAMS: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/conformance.rs"));

/// The built-in adapters, written below `folder`.
pub fn built_in(folder: &Path) -> Result<Vec<Adapter>, String> {
    let write = |language: &BuiltIn| {
        let folder = folder.join(language.0);
        write_files(language, &folder)?;
        Adapter::read(&folder)
    };
    BUILT_IN.iter().map(write).collect()
}

/// Adds the programs of the conformance suite to a built-in adapter that was written.
pub fn add_programs(adapter: &Adapter) -> Result<(), String> {
    let of = |language: &&BuiltIn| language.0 == adapter.file.name;
    PROGRAMS.iter().find(of).map_or(Ok(()), |language| write_files(language, &adapter.folder.join(CONFORMANCE)))
}

fn write_files((_, files): &BuiltIn, folder: &Path) -> Result<(), String> {
    for (file, bytes) in *files {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    Ok(())
}

impl Adapter {
    /// Reads the adapter in a folder.
    pub fn read(folder: &Path) -> Result<Self, String> {
        const HELP: &str = "give the folder that holds `adapter.toml`";
        let folder = fs::canonicalize(folder)
            .map_err(|error| format!("no adapter at `{}`: {error}; {HELP}", folder.display()))?;
        let path = folder.join("adapter.toml");
        let text =
            fs::read_to_string(&path).map_err(|error| format!("cannot read `{}`: {error}; {HELP}", path.display()))?;
        let file: AdapterFile =
            toml::from_str(&text).map_err(|error| format!("{}: {}", path.display(), error.to_string().trim_end()))?;
        let sha256 = digest(&folder).map_err(|error| format!("cannot read `{}`: {error}", folder.display()))?;
        Ok(Self { file, folder, sha256 })
    }

    /// What it needs to run at this level, found; or what to do. Programs that only its setup needs may be missing.
    pub fn tools(&self, level: Level) -> Result<Tools, String> {
        let commands = self.file.compile.iter().flat_map(|compile| &compile.command).chain(&self.file.run.command);
        let used: Vec<&String> = commands.collect();
        let mut paths = BTreeMap::new();
        for (name, entry) in &self.file.tools {
            if used.iter().any(|part| part.contains(&format!("{{{name}}}"))) {
                let missing = |help| format!("{} needs `{name}`, which is not there; {help}", self.file.name);
                paths.insert(name.clone(), find(name, entry, level).map_err(missing)?);
            }
        }
        if let Some(data) = self.data(level)? {
            paths.insert("data".to_owned(), data);
        }
        Ok(Tools { paths })
    }

    /// The folder that its setup filled, if it has one; or what to do.
    pub fn data(&self, level: Level) -> Result<Option<PathBuf>, String> {
        let Some(setup) = &self.file.setup else { return Ok(None) };
        match self.data_folder() {
            Some(folder) if folder.join(&setup.done).exists() => {
                if level == Level::Reduced && !may_read(&folder.join(&setup.done)) {
                    let (name, folder) = (&self.file.name, folder.display());
                    return Err(format!(
                        "{name} is installed in `{folder}`, which only you can read, and submissions run as other users; \
                         install it elsewhere: CUSTODIET_{}=/opt/{name} custodiet setup {name}",
                        name.to_uppercase()
                    ));
                }
                Ok(Some(folder))
            }
            _ => Err(format!("{0} is not installed; run: custodiet setup {0}", self.file.name)),
        }
    }

    /// Where its setup installs: the folder that `CUSTODIET_NAME` names, or one among the user's data.
    pub fn data_folder(&self) -> Option<PathBuf> {
        let name = &self.file.name;
        let folder = match std::env::var_os(format!("CUSTODIET_{}", name.to_uppercase())) {
            Some(folder) => PathBuf::from(folder),
            None => {
                let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
                let data = data.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")))?;
                data.join("custodiet").join(name)
            }
        };
        std::path::absolute(fs::canonicalize(&folder).unwrap_or(folder)).ok()
    }
}

/// Installs what the language needs. `tell` gets each command before it is run.
pub fn set_up(adapter: &Adapter, tell: &dyn Fn(&str)) -> Result<PathBuf, String> {
    let name = &adapter.file.name;
    let setup = adapter.file.setup.as_ref().ok_or_else(|| format!("{name} needs no setup"))?;
    let folder = adapter.data_folder().ok_or("there is no home folder; set XDG_DATA_HOME")?;
    let failed = |error: std::io::Error| format!("cannot write `{}`: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    if let Some(files) = &setup.files {
        copy(&adapter.folder.join(files), &folder).map_err(failed)?;
    }
    let mut paths =
        BTreeMap::from([("data".to_owned(), folder.clone()), ("adapter".to_owned(), adapter.folder.clone())]);
    for (name, entry) in &adapter.file.tools {
        let missing = |help| format!("`{name}` is not there; {help}");
        paths.insert(name.clone(), find(name, entry, Level::Full).map_err(missing)?);
    }
    for command in &setup.commands {
        let fill = |part: &String| {
            paths.iter().fold(part.clone(), |text, (name, path)| {
                text.replace(&format!("{{{name}}}"), &path.display().to_string())
            })
        };
        let command: Vec<String> = command.iter().map(fill).collect();
        let [program, arguments @ ..] = command.as_slice() else { continue };
        tell(&command.join(" "));
        let run = Command::new(program).args(arguments).current_dir(&folder).stdin(Stdio::null()).status();
        match run {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`{}` failed: {status}", command.join(" "))),
            Err(error) => return Err(format!("`{}` cannot be run: {error}", command.join(" "))),
        }
    }
    adapter.data(Level::Full).map(|_| folder)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, target) = (entry?.path(), to.to_owned());
        let target = target.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// What an adapter needs, by real paths: its programs, and `data`, the folder of its setup.
#[derive(Clone, Debug)]
pub struct Tools {
    pub paths: BTreeMap<String, PathBuf>,
}

/// A program that can be run at this level; or what to do to have it.
pub fn find(name: &str, entry: &ToolEntry, level: Level) -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::env::split_paths(&path).map(|folder| folder.join(name)).filter(|path| is_program(path));
    let mut closed = None;
    for found in all.filter_map(|path| real(name, path)) {
        if level != Level::Reduced || may_run(&found) {
            return Ok(found);
        }
        closed.get_or_insert(found);
    }
    Err(match closed {
        Some(closed) => format!(
            "submissions run as other users, who cannot run `{}`; install one for all users, in /usr/bin for example",
            closed.display()
        ),
        None => entry.install.clone().unwrap_or_else(|| "install it".to_owned()),
    })
}

/// What a program says about its version.
pub fn version(path: &Path, entry: &ToolEntry) -> Option<String> {
    if entry.version.is_empty() {
        return None;
    }
    let output = Command::new(path).args(&entry.version).stdin(Stdio::null()).output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&said).lines().next()?.trim().to_owned())
}

/// Where a program really is. Python is asked: a version manager's stand-in takes longer to start than it.
fn real(name: &str, found: PathBuf) -> Option<PathBuf> {
    if name.starts_with("python") {
        let ask = "import sys; print(sys.executable)";
        let answer = Command::new(&found).args(["-I", "-S", "-c", ask]).stdin(Stdio::null()).output().ok()?;
        let real = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
        return fs::canonicalize(real).ok().or(Some(found));
    }
    fs::canonicalize(found).ok()
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// The folder of an adapter with the programs of the conformance suite. To submissions it makes no difference.
pub const CONFORMANCE: &str = "conformance";

/// Of all files of an adapter that make a difference, names and contents.
fn digest(folder: &Path) -> std::io::Result<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path == folder.join(CONFORMANCE) {
                continue;
            }
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut sha = Sha256::new();
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(&file);
        sha.update(name.as_os_str().as_encoded_bytes());
        sha.update([0]);
        sha.update(Sha256::digest(fs::read(&file)?));
    }
    Ok(hex(&sha.finalize()))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_the_language_does() {
        let of = |spellings: &[Spelling]| Spellings(spellings.to_vec()).of("is_valid_sort");
        assert_eq!(of(&[]), ["is_valid_sort"]);
        assert_eq!(of(&[Spelling::Kebab]), ["is-valid-sort"]);
        assert_eq!(of(&[Spelling::Camel, Spelling::Snake]), ["isValidSort", "is_valid_sort"]);
    }
}
