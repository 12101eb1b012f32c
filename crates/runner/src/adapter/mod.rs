//! Languages: how predicates written in one are found, compiled and started.
//!
//! An adapter is a folder with a file `adapter.toml`. The built-in ones are compiled into the executable and written to the
//! working folder of a run.

mod file;
mod setup;
mod tools;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::{fs, io};

use sandbox::world_access::world_readable;
use sandbox::{Layers, SandboxLevel};
use sha2::{Digest, Sha256};

pub use file::{AdapterFile, CompileSection, RunSection, SetupSection, Spelling, Spellings, ToolSection};
pub use setup::set_up;
pub use tools::{FoundTool, ToolError, Tools, find, identity as tool_identity, version};

#[derive(Clone, Debug)]
pub struct Adapter {
    pub file: AdapterFile,
    pub folder: PathBuf,
    /// Changes when any file of the adapter does.
    pub sha256: String,
}

/// Why an adapter cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AdapterError {
    #[error("there is no adapter at `{}`: {source}; give the folder that holds `adapter.toml`", path.display())]
    NotFound { path: PathBuf, source: io::Error },
    #[error("cannot read `{}`: {source}; give the folder that holds `adapter.toml`", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: {}", path.display(), source.to_string().trim_end())]
    Syntax { path: PathBuf, source: Box<toml::de::Error> },
    #[error("cannot write `{}`: {source}; check that you have permission and that the disk is not full", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{adapter} needs `{tool}`: {source}")]
    Tool { adapter: String, tool: String, source: ToolError },
    #[error("{adapter} is not installed; run `custodiet setup {adapter}`")]
    NotInstalled { adapter: String },
    #[error(
        "{adapter} is installed in `{}`, which only you can read, but submissions run as other users; \
         install it elsewhere: CUSTODIET_{}=/opt/{adapter} custodiet setup {adapter}",
        folder.display(),
        adapter.to_uppercase()
    )]
    Private { adapter: String, folder: PathBuf },
    #[error("{adapter} needs no setup")]
    NoSetup { adapter: String },
    #[error("cannot find your home folder; set XDG_DATA_HOME to a folder for the installation")]
    NoHome,
    #[error("`{command}` failed with {status}; fix the cause and run the setup again")]
    CommandFailed { command: String, status: ExitStatus },
    #[error("cannot run `{command}`: {source}; fix the cause and run the setup again")]
    CommandNotRun { command: String, source: io::Error },
}

/// A built-in language: its name, and files of its adapter.
type BuiltIn = (&'static str, &'static [(&'static str, &'static [u8])]);

/// Written by `build.rs`.
const BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
const CONFORMANCE_PROGRAMS: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/conformance.rs"));

/// The folder of an adapter that contains the programs of the conformance suite. Submissions do not depend on it.
pub const CONFORMANCE: &str = "conformance";

/// The built-in adapters, written below `folder`.
pub fn built_in(folder: &Path) -> Result<Vec<Adapter>, AdapterError> {
    let write = |language: &BuiltIn| {
        let folder = folder.join(language.0);
        write_files(language, &folder)?;
        Adapter::read(&folder)
    };
    BUILT_IN.iter().map(write).collect()
}

/// Adds the programs of the conformance suite to a built-in adapter that was written.
pub fn add_programs(adapter: &Adapter) -> Result<(), AdapterError> {
    let of = |language: &&BuiltIn| language.0 == adapter.file.name;
    let programs = CONFORMANCE_PROGRAMS.iter().find(of);
    programs.map_or(Ok(()), |language| write_files(language, &adapter.folder.join(CONFORMANCE)))
}

fn write_files((_, files): &BuiltIn, folder: &Path) -> Result<(), AdapterError> {
    for (file, bytes) in *files {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|source| AdapterError::Write { path, source })?;
    }
    Ok(())
}

impl Adapter {
    /// Reads the adapter in a folder.
    pub fn read(folder: &Path) -> Result<Self, AdapterError> {
        let not_found = |source| AdapterError::NotFound { path: folder.to_owned(), source };
        let folder = fs::canonicalize(folder).map_err(not_found)?;
        let path = folder.join("adapter.toml");
        let text = fs::read_to_string(&path).map_err(|source| AdapterError::Read { path: path.clone(), source })?;
        let file: AdapterFile =
            toml::from_str(&text).map_err(|source| AdapterError::Syntax { path, source: Box::new(source) })?;
        let sha256 = digest(&folder).map_err(|source| AdapterError::Read { path: folder.clone(), source })?;
        Ok(Self { file, folder, sha256 })
    }

    /// Finds what it needs to run in this sandbox. Programs that only its setup needs may be missing.
    pub fn tools(&self, layers: Layers) -> Result<Tools, AdapterError> {
        let commands = self.file.compile.iter().flat_map(|compile| &compile.command).chain(&self.file.run.command);
        let used: Vec<&String> = commands.collect();
        let (mut paths, mut private) = (BTreeMap::new(), false);
        for (name, section) in &self.file.tools {
            if used.iter().any(|part| part.contains(&format!("{{{name}}}"))) {
                let missing =
                    |source| AdapterError::Tool { adapter: self.file.name.clone(), tool: name.clone(), source };
                let found = find(name, section, layers).map_err(missing)?;
                private |= found.private;
                paths.insert(name.clone(), found.path);
            }
        }
        if let Some(data) = self.data(layers)? {
            let done = self.file.setup.as_ref().map_or_else(|| data.clone(), |setup| data.join(&setup.done));
            private |= layers.sees_real_files_as_other_user() && !world_readable(&done);
            paths.insert("data".to_owned(), data);
        }
        Ok(Tools { paths, private })
    }

    /// The folder that its setup filled, if the language needs a setup.
    pub fn data(&self, layers: Layers) -> Result<Option<PathBuf>, AdapterError> {
        let Some(setup) = &self.file.setup else { return Ok(None) };
        let adapter = self.file.name.clone();
        match self.data_folder().filter(|folder| folder.join(&setup.done).exists()) {
            None => Err(AdapterError::NotInstalled { adapter }),
            Some(folder) if layers.level == SandboxLevel::Reduced && !world_readable(&folder.join(&setup.done)) => {
                Err(AdapterError::Private { adapter, folder })
            }
            Some(folder) => Ok(Some(folder)),
        }
    }

    /// Where its setup installs: the folder that `CUSTODIET_NAME` names, or one in the user's data folder.
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

/// The hash of the names and contents of all files of an adapter that outcomes may depend on.
fn digest(folder: &Path) -> io::Result<String> {
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
    Ok(hex::encode(sha.finalize()))
}
