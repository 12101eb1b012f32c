//! `custodiet new NAME`: a problem file to start from.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{exit, output, style};

/// A complete small problem; `NAME` stands for the name.
const STARTER: &str = include_str!("starter.py");

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// A problem file of one of these names would be imported in the module's place.
const MODULES: &[&str] = &["builtins", "collections", "custodiet", "dataclasses", "itertools", "typing"];

/// Write a commented starter problem file
///
/// Writes NAME.py, a complete small problem to change step by step. Never overwrites a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet new merge\n  custodiet new problems/merge")]
pub struct Args {
    /// The problem's name, a Python identifier; may stand in a directory: problems/merge
    name: PathBuf,
}

pub fn run(args: &Args) -> u8 {
    match create(&args.name) {
        Ok(path) => {
            let next = style::faint(&format!("next: custodiet check {}", path.display()));
            output::print(&format!("wrote {}\n{next}\n", path.display()), exit::FINE)
        }
        Err(message) => {
            eprintln!("{} {message}", style::bad("error:"));
            exit::USAGE
        }
    }
}

fn create(name: &Path) -> Result<PathBuf, String> {
    let problem = problem_name(name)?;
    let path = name.with_file_name(format!("{problem}.py"));
    let text = STARTER.replace("NAME", problem);
    write_new(&path, text.as_bytes()).map_err(|error| explain(&path, &error))?;
    Ok(path)
}

/// The last part of the path, if Python can import a module of this name.
fn problem_name(name: &Path) -> Result<&str, String> {
    let shown = name.display();
    let last = name.file_name().and_then(|last| last.to_str()).ok_or_else(|| format!("`{shown}` is not a name"))?;
    if let Some(stem) = last.strip_suffix(".py") {
        return Err(format!("leave `.py` away: `custodiet new {}`", name.with_file_name(stem).display()));
    }
    if !is_identifier(last) {
        return Err(format!(
            "`{last}` is not a Python identifier; use letters, digits and `_`, for example `{}`",
            suggestion(last)
        ));
    }
    if KEYWORDS.contains(&last) {
        return Err(format!(
            "`{last}` is a keyword of Python and cannot be imported; use another name, for example `{last}_problem`"
        ));
    }
    if MODULES.contains(&last) {
        return Err(format!(
            "`{last}` is a module that problem files import; use another name, for example `my_{last}`"
        ));
    }
    Ok(last)
}

/// Letters, digits and `_`, and no digit first. A keyword may be one.
fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts_well = chars.next().is_some_and(|first| first == '_' || first.is_alphabetic());
    starts_well && chars.all(|c| c == '_' || c.is_alphanumeric())
}

/// Whether Python can have a module or function of this name.
pub(super) fn is_python_name(name: &str) -> bool {
    is_identifier(name) && !KEYWORDS.contains(&name)
}

fn suggestion(name: &str) -> String {
    let letters: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let letters = letters.trim_matches('_');
    match letters.chars().next() {
        None => "merge".to_owned(),
        Some(first) if first.is_alphabetic() => letters.to_owned(),
        Some(_) => format!("problem_{letters}"),
    }
}

/// Writes a file that was not there, whole or not at all.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let draft = directory.join(format!(".custodiet-{}.tmp", std::process::id()));
    let written = fs::File::create_new(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    // A link, unlike a renaming, fails where the file is there already.
    let result = written.and_then(|()| match fs::hard_link(&draft, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => fs::rename(&draft, path),
        result => result,
    });
    let _ = fs::remove_file(&draft);
    result
}

fn explain(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("`{}` exists already; choose another name or move it away", path.display())
        }
        _ => output::why_not(path, error),
    }
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::source::Source;

    use super::*;

    /// For any name that is not very long.
    #[test]
    fn the_starter_has_no_long_lines() {
        let long =
            STARTER.replace("NAME", "a_rather_long_name").lines().filter(|line| line.chars().count() > 120).count();
        assert_eq!(long, 0);
    }

    #[test]
    fn the_starter_checks_cleanly() {
        let loaded = load(Source::new("merge.py", STARTER.replace("NAME", "merge")), Mode::Problem);
        assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
        assert_eq!(loaded.problem.subproperties.len(), 4);
    }

    #[test]
    fn names_python_cannot_import_are_refused() {
        for name in ["", "..", "a-b", "1a", "a b", "class", "typing", "a.py", "problems/in", "é-"] {
            assert!(problem_name(Path::new(name)).is_err(), "{name}");
        }
        for name in ["merge", "problems/merge", "_x1", "größe", "match"] {
            assert!(problem_name(Path::new(name)).is_ok(), "{name}");
        }
        assert_eq!(["a-b", "1a", "--", "a b!"].map(suggestion), ["a_b", "problem_1a", "merge", "a_b"]);
    }
}
