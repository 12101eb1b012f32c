//! `custodiet new NAME`: writes a problem file to start from.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::input::for_shell;
use crate::{exit, output, style};

/// A small but complete problem. `NAME` is replaced by its name.
const STARTER: &str = include_str!("starter.py");

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Write a commented starter problem file
///
/// Writes NAME.py, a small but complete problem to change step by step. Never overwrites a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet new merge\n  custodiet new problems/merge")]
pub struct Args {
    /// The name of the problem, a Python identifier, optionally with a folder: problems/merge
    name: PathBuf,
}

pub fn run(args: &Args) -> Result<u8> {
    let problem = problem_name(&args.name)?;
    let path = args.name.with_file_name(format!("{problem}.py"));
    output::create(&path, &STARTER.replace("NAME", problem)).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => Error::usage(format!("`{}` already exists", path.display()))
            .with_help("choose another name or move it away"),
        _ => Error::Unwritable { path: path.clone(), source },
    })?;
    let next = style::faint(&format!("next: custodiet check {}", for_shell(&path)));
    output::show(&format!("wrote {}\n{next}\n", path.display()), exit::FINE)
}

/// The last part of the path, if Python can import a module of this name.
fn problem_name(name: &Path) -> Result<&str> {
    let Some(last) = name.file_name().and_then(|last| last.to_str()) else {
        let message = format!("`{}` is not a name", name.display());
        return Err(Error::usage(message).with_help("use letters, digits and `_`, for example `merge`"));
    };
    if let Some(stem) = last.strip_suffix(".py") {
        let help = format!("run `custodiet new {}`", name.with_file_name(stem).display());
        return Err(Error::usage("give the name without `.py`").with_help(help));
    }
    let (message, help) = if !is_identifier(last) {
        let help = format!("use letters, digits and `_`, for example `{}`", suggestion(last));
        (format!("`{last}` is not a Python identifier"), help)
    } else if KEYWORDS.contains(&last) {
        let help = format!("use another name, for example `{last}_problem`");
        (format!("`{last}` is a Python keyword and cannot be imported"), help)
    } else if last == "builtins" || lang::globals::modules().any(|module| module == last) {
        // The problem file would be imported instead of the module.
        let help = format!("use another name, for example `my_{last}`");
        (format!("`{last}` is a module that problem files import"), help)
    } else {
        return Ok(last);
    };
    Err(Error::usage(message).with_help(help))
}

/// Letters, digits and `_`, but no leading digit. Keywords count, too.
fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts_well = chars.next().is_some_and(|first| first == '_' || first.is_alphabetic());
    starts_well && chars.all(|c| c == '_' || c.is_alphanumeric())
}

/// Whether a Python module or function can have this name.
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
