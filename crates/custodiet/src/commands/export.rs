//! `custodiet export SUITE --to FORMAT`: writes tests that run elsewhere.

use std::path::PathBuf;

use clap::ValueEnum;
use suite::export::{Export, PredicateLocation, csv, json_lines, pyret, pytest};
use suite::verify;

use super::new::is_python_name;
use super::suite_file;
use crate::error::{Error, Result};
use crate::{exit, output};

/// Export the tests of a suite to pytest, Pyret, JSON Lines or CSV
///
/// `pytest` is a Python file that runs with pytest or by itself; `pyret` has a check block for each test; `custodiet
/// classify` reads `jsonl` and `csv`. Exits with 1 and exports nothing if the suite fails verification.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet export suite.json --to pytest -o test_is_valid.py\n  \
    custodiet export suite.json --to pyret --module student.arr -o tests.arr")]
pub struct Args {
    /// A file that `custodiet suite` wrote, or `-` for standard input
    suite: PathBuf,

    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: Format,

    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The module or Pyret file that holds the predicate [default: the name of the predicate]
    #[arg(long, value_name = "NAME")]
    module: Option<String>,

    /// The name of the predicate in it [default: as in the problem file, with dashes in Pyret]
    #[arg(long, value_name = "NAME")]
    predicate: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Pytest,
    Pyret,
    Jsonl,
    Csv,
}

pub fn run(args: &Args) -> Result<u8> {
    args.check()?;
    if let Some(file) = &args.output {
        if output::is_same(file, &args.suite) {
            let message = format!("-o: `{}` is the suite", file.display());
            return Err(Error::usage(message).with_help("choose another name"));
        }
        output::check_writable(file)?;
    }
    let suite = suite_file::read(&args.suite)?;
    let report = verify(&suite);
    let (true, Some(problem)) = (report.is_fine(), report.problem()) else {
        let first = report
            .notes
            .differences
            .first()
            .map_or_else(String::new, |first| format!(": {}: {}", first.place, first.message));
        let help = format!("`custodiet verify {}` says more", args.suite.display());
        return Err(Error::no(format!("nothing exported, since the suite fails verification{first}")).with_help(help));
    };
    let export = Export::new(&suite, problem).map_err(|error| Error::no(format!("nothing exported: {error}")))?;
    let text = args.text(&export);
    match &args.output {
        None => output::show(&text, exit::FINE),
        Some(file) => output::replace(file, &text).map(|()| exit::FINE),
    }
}

impl Args {
    /// Names go into source text, so they must be valid there.
    fn check(&self) -> Result<()> {
        let runs = matches!(self.to, Format::Pytest | Format::Pyret);
        for (option, name, others) in [("--module", &self.module, "._-/"), ("--predicate", &self.predicate, "_-")] {
            let Some(name) = name else { continue };
            if !runs {
                let message = format!("{option} has no effect here: only pytest and pyret files contain names");
                return Err(Error::usage(message).with_help("leave it out, or use `--to pytest` or `--to pyret`"));
            }
            if self.to == Format::Pytest {
                // A module may be inside a package.
                let parts: Vec<&str> = if option == "--module" { name.split('.').collect() } else { vec![&**name] };
                if !parts.into_iter().all(is_python_name) {
                    let message = format!("{option}: `{name}` is not a name that Python can import");
                    let help = "use letters, digits and `_`, but no leading digit and no keyword";
                    return Err(Error::usage(message).with_help(help));
                }
                continue;
            }
            let allowed = |c: char| c.is_alphanumeric() || others.contains(c);
            if name.is_empty() || !name.chars().all(allowed) {
                let message = format!("{option}: `{name}` is not a valid name in Pyret");
                return Err(Error::usage(message).with_help("use letters, digits and `-`"));
            }
        }
        Ok(())
    }

    fn text(&self, export: &Export<'_>) -> String {
        let target = PredicateLocation { module: self.module.clone(), predicate: self.predicate.clone() };
        match self.to {
            Format::Pytest => pytest(export, &target),
            Format::Pyret => pyret(export, &target),
            Format::Jsonl => json_lines(export),
            Format::Csv => csv(export),
        }
    }
}
