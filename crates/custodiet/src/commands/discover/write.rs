//! `--choose N --write FILE`: a copy of the problem file with one proposal.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::DiscoveryReport;
use crate::error::{Error, Result};
use crate::output;

/// What was written.
pub struct WrittenProposal {
    pub file: PathBuf,
    pub number: usize,
    pub name: String,
}

/// Before the work: whether the file can be written.
pub fn check(file: &Path) -> Result<()> {
    if file.extension().is_none_or(|extension| extension != "py") {
        let message = format!("--write: `{}` is not the name of a problem file", file.display());
        return Err(Error::usage(message).with_help("pass a name that ends in .py"));
    }
    if file.exists() {
        return Err(exists(file));
    }
    output::check_writable(file)
}

pub fn chosen(report: &DiscoveryReport<'_>, number: usize, file: &Path) -> Result<WrittenProposal> {
    let list = &report.proposals.list;
    let Some(proposed) = number.checked_sub(1).and_then(|at| list.get(at)) else {
        let help = match list.len() {
            0 => "there is no proposal".to_owned(),
            1 => "there is one proposal: pass --choose 1".to_owned(),
            most => format!("pass a number from 1 to {most}; without --choose, all proposals are listed"),
        };
        return Err(Error::usage(format!("there is no proposal {number}")).with_help(help));
    };
    output::create(file, &proposed.text).map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists => exists(file),
        _ => Error::Unwritable { path: file.to_owned(), source },
    })?;
    Ok(WrittenProposal { file: file.to_owned(), number, name: proposed.proposal.name.clone() })
}

fn exists(file: &Path) -> Error {
    Error::usage(format!("`{}` already exists", file.display())).with_help("choose another name or move it away")
}
