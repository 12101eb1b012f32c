//! The sections of `adapter.toml`, as `docs/adapters.md` describes them.

use std::collections::BTreeMap;

use sandbox::MemoryLimit;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdapterFile {
    pub name: String,
    /// Without dots.
    pub extensions: Vec<String>,
    #[serde(default)]
    pub names: Spellings,
    #[serde(default)]
    pub tools: BTreeMap<String, ToolSection>,
    pub setup: Option<SetupSection>,
    pub run: RunSection,
    pub compile: Option<CompileSection>,
}

impl AdapterFile {
    /// Whether a file is in this language, by its name.
    pub fn is_of(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        self.extensions.iter().any(|extension| name.strip_suffix(&**extension).is_some_and(|stem| stem.ends_with('.')))
    }
}

/// How `custodiet setup` installs what the language needs into a folder of the user, `{data}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupSection {
    /// A folder of the adapter whose files are copied there first.
    pub files: Option<String>,
    /// Commands that run there, one after the other.
    pub commands: Vec<Vec<String>>,
    /// A file that exists there when the setup is complete.
    pub done: String,
}

/// A program that the adapter needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSection {
    /// The arguments that make it print its version.
    #[serde(default)]
    pub version: Vec<String>,
    /// What to do if it is missing.
    #[serde(default)]
    pub install: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSection {
    pub command: Vec<String>,
    /// Further arguments with which the program is a fork server.
    #[serde(default)]
    pub fork_server: Option<Vec<String>>,
    #[serde(default = "address_space")]
    pub memory: MemoryLimit,
    /// The memory that a worker needs before it does anything, in MiB.
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
pub struct CompileSection {
    pub command: Vec<String>,
    #[serde(default = "twenty")]
    pub seconds: u64,
    /// How many other processes it may start.
    #[serde(default)]
    pub processes: u32,
    #[serde(default)]
    pub warm: bool,
    /// Whether it answers `check`.
    #[serde(default)]
    pub checks: bool,
    #[serde(default = "data")]
    pub memory: MemoryLimit,
    #[serde(default)]
    pub read: Vec<String>,
    #[serde(default)]
    pub execute: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Its memory limit, in MiB: a compiler may need more than the programs it produces.
    #[serde(default = "gibibyte")]
    pub memory_mib: u64,
}

fn address_space() -> MemoryLimit {
    MemoryLimit::AddressSpace
}

fn data() -> MemoryLimit {
    MemoryLimit::Data
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
    /// A name of the problem file in every spelling that the language allows.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_in_the_language() {
        let of = |spellings: &[Spelling]| Spellings(spellings.to_vec()).of("is_valid_sort");
        assert_eq!(of(&[]), ["is_valid_sort"]);
        assert_eq!(of(&[Spelling::Kebab]), ["is-valid-sort"]);
        assert_eq!(of(&[Spelling::Camel, Spelling::Snake]), ["isValidSort", "is_valid_sort"]);
    }
}
