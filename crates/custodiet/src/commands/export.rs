//! `custodiet export SUITE --to FORMAT`: tests that run elsewhere.

use std::path::PathBuf;

use clap::ValueEnum;
use suite::export::{Export, PredicateLocation, csv, json_lines, pyret, pytest};
use suite::verify;

use super::new::is_python_name;
use super::suite_file;
use crate::{exit, output, style};

/// Write the tests of a suite as a file that runs as it is
///
/// `pytest` is a Python file for pytest, or plain Python; `pyret` has a check block for each test; `jsonl` and `csv` are
/// what `custodiet classify` reads. A suite that `custodiet verify` rejects is not exported; then the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet export suite.json --to pytest -o test_is_valid.py\n  \
    custodiet export suite.json --to pyret --module student.arr -o tests.arr")]
pub struct Args {
    /// A file that `custodiet suite` wrote, or `-` for standard input
    suite: PathBuf,

    /// What to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,

    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The module, or Pyret file, with the predicate [default: the name of the predicate]
    #[arg(long, value_name = "NAME")]
    module: Option<String>,

    /// The name of the predicate there [default: the problem file's, with dashes in Pyret]
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

pub fn run(args: &Args) -> u8 {
    if let Err(message) = args.check() {
        eprintln!("{} {message}", style::bad("error:"));
        return exit::USAGE;
    }
    if let Some(file) = args.output.as_deref().filter(|file| output::is_same(file, &args.suite)) {
        eprintln!("{} -o: `{}` is the suite; give another name", style::bad("error:"), file.display());
        return exit::USAGE;
    }
    if let Some(message) = args.output.as_deref().and_then(|file| output::check_target(file).err()) {
        eprintln!("{} {message}", style::bad("error:"));
        return exit::USAGE;
    }
    let suite = match suite_file::read(&args.suite) {
        Ok(suite) => suite,
        Err(code) => return code,
    };
    let report = verify(&suite);
    let (true, Some(problem)) = (report.is_fine(), report.problem()) else {
        let first = report
            .notes
            .differences
            .first()
            .map_or_else(String::new, |first| format!("{}: {}", first.place, first.message));
        eprintln!("{} not exported, since not everything in the suite is true: {first}", style::bad("error:"));
        eprintln!("help: custodiet verify {} says more", args.suite.display());
        return exit::NO;
    };
    let export = match Export::new(&suite, problem) {
        Ok(export) => export,
        Err(error) => {
            eprintln!("{} not exported: {error}", style::bad("error:"));
            return exit::NO;
        }
    };
    let text = args.text(&export);
    match &args.output {
        None => output::print(&text, exit::FINE),
        Some(file) => match output::write_file(file, &text) {
            Ok(()) => exit::FINE,
            Err(message) => {
                eprintln!("{} {message}", style::bad("error:"));
                exit::INTERNAL
            }
        },
    }
}

impl Args {
    /// Names go into source text.
    fn check(&self) -> Result<(), String> {
        let runs = matches!(self.to, Format::Pytest | Format::Pyret);
        for (option, name, others) in [("--module", &self.module, "._-/"), ("--predicate", &self.predicate, "_-")] {
            let Some(name) = name else { continue };
            if !runs {
                return Err(format!("{option} is for pytest and pyret: the others hold no name"));
            }
            if self.to == Format::Pytest {
                // A module may be inside a package.
                let parts: Vec<&str> = if option == "--module" { name.split('.').collect() } else { vec![&**name] };
                if !parts.into_iter().all(is_python_name) {
                    let way = "write letters, digits and `_`, no digit first, no keyword";
                    return Err(format!("{option}: `{name}` is not a name that Python can import; {way}"));
                }
                continue;
            }
            let allowed = |c: char| c.is_alphanumeric() || others.contains(c);
            if name.is_empty() || !name.chars().all(allowed) {
                return Err(format!("{option}: `{name}` cannot be such a name; write letters, digits, and `-`"));
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
