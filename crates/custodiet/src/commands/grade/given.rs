//! The files that a command line names for a run.

use std::path::{Path, PathBuf};

use grading::GivenFiles;
use sandbox::Layers;

use crate::error::{Error, Result};

/// As they were given.
#[derive(Debug)]
pub struct GivenPaths<'a> {
    pub submissions: &'a [PathBuf],
    pub support: Option<&'a Path>,
    pub prelude: Option<&'a Path>,
    pub adapters: &'a [PathBuf],
    pub cold_start: bool,
}

impl GivenPaths<'_> {
    /// Absolute paths of files that exist.
    pub fn files(&self, sandbox: Layers) -> Result<GivenFiles> {
        let all =
            |option: &str, paths: &[PathBuf]| paths.iter().map(|path| one(option, path)).collect::<Result<Vec<_>>>();
        if let Some(support) = self.support.filter(|path| path.is_file()) {
            return Err(Error::usage(format!("--support: `{}` is a file; pass its folder", support.display())));
        }
        Ok(GivenFiles {
            submissions: all("SUBMISSIONS", self.submissions)?,
            support: self.support.map(|path| one("--support", path)).transpose()?,
            prelude: self.prelude.map(|path| one("--prelude", path)).transpose()?,
            adapters: all("--adapter", self.adapters)?,
            sandbox,
            cold_start: self.cold_start,
        })
    }
}

fn one(option: &str, path: &Path) -> Result<PathBuf> {
    let help = match option {
        "--support" => "pass the folder of the files that submissions import",
        "--prelude" => "pass a Pyret file",
        "--adapter" => "pass the folder that holds `adapter.toml`",
        _ => "pass files, folders or archives of submissions",
    };
    std::path::absolute(path)
        .ok()
        .filter(|absolute| absolute.exists())
        .ok_or_else(|| Error::usage(format!("{option}: `{}` does not exist", path.display())).with_help(help))
}
