//! From a file to a checked problem: runs the stages in their order.
//!
//! Invariant: every input gives a [`Loaded`]; its diagnostics are sorted by place, without repetition. A problem
//! with error diagnostics must not be evaluated.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::ast::{Module, Span};
use crate::declare::declare;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals;
use crate::infer::{Types, infer};
use crate::library;
use crate::parse::parse;
use crate::problem::Problem;
use crate::resolve::{Resolutions, resolve};
use crate::source::Source;

/// The largest problem file: 1 MiB.
pub const MAX_SIZE: usize = 1 << 20;

/// What a file must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A whole problem.
    Problem,
    /// Functions only: no predicate, scope or subproperty is demanded.
    Language,
}

#[derive(Debug)]
pub struct Loaded {
    pub problem: Problem,
    pub types: Types,
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads and checks a problem file.
pub fn load_file(path: &Path) -> Loaded {
    let shown = path.display().to_string();
    match read(path) {
        Ok(text) => load(Source::new(shown, text), Mode::Problem),
        Err(fault) => {
            let mut loaded = check(Source::new(shown, ""), Mode::Language);
            loaded.diagnostics = vec![fault];
            loaded
        }
    }
}

/// Checks a text that has been read.
pub fn load(source: Source, mode: Mode) -> Loaded {
    if source.text.len() > MAX_SIZE {
        let mut loaded = check(Source::new(source.path, ""), Mode::Language);
        loaded.diagnostics = vec![too_large()];
        return loaded;
    }
    check(normalized(source), mode)
}

fn check(source: Source, mode: Mode) -> Loaded {
    let (module, mut diagnostics) = parse(&source);
    // After a syntax error the tree is a guess at what the author meant. It is read as far as it goes, so that the
    // declarations can be shown, but only the parser's diagnostics are.
    let broken = diagnostics.iter().any(|diagnostic| diagnostic.code == Code::Syntax);
    let parsed = diagnostics.len();
    let mut loaded = check_module(source, module, mode, broken, &mut diagnostics);
    if broken {
        diagnostics.truncate(parsed);
    }
    loaded.diagnostics = sorted(diagnostics);
    loaded
}

fn check_module(
    source: Source,
    mut module: Module,
    mode: Mode,
    broken: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Loaded {
    let mut globals = globals::collect(&module, diagnostics);
    let declared = declare(&source, &module, &globals, mode, diagnostics);
    if !broken {
        library::link(&source, &mut module, &mut globals);
    }
    let resolutions = if broken { Resolutions::default() } else { resolve(&module, globals, diagnostics) };
    let name = Path::new(&source.path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let problem = Problem {
        name,
        doc: module.docstring.clone(),
        source,
        module,
        resolutions,
        atoms: declared.atoms,
        numbers: declared.numbers,
        records: declared.records,
        predicate: declared.predicate,
        preconditions: declared.preconditions,
        subproperties: declared.subproperties,
        groups: declared.groups,
        scope: declared.scope,
        large_scope: declared.large_scope,
    };
    let types = if broken { Types::default() } else { infer(&problem, diagnostics) };
    Loaded { problem, types, diagnostics: Vec::new() }
}

fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.primary.as_ref().map_or(Span::default(), |label| label.span);
    diagnostics.sort_by(|a, b| {
        place(a).cmp(&place(b)).then_with(|| a.code.cmp(&b.code)).then_with(|| a.message.cmp(&b.message))
    });
    diagnostics.dedup();
    diagnostics
}

/// As Python reads it: without a byte order mark, every line ended by a line feed.
fn normalized(source: Source) -> Source {
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    if text.len() == source.text.len() && !text.contains('\r') {
        return source;
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    Source::new(source.path, text)
}

fn read(path: &Path) -> Result<String, Diagnostic> {
    let unreadable = |error: &io::Error| unreadable(path, error);
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut bytes = Vec::new();
    // One byte more than allowed, and no more: the file may be a device that never ends.
    let limit = MAX_SIZE as u64 + 1;
    file.take(limit).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() > MAX_SIZE {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error().valid_up_to()))
}

fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let (what, help) = match error.kind() {
        io::ErrorKind::NotFound if path == Path::new("-") => (
            "a problem file is not read from standard input, since its name is the problem's".to_owned(),
            "give the path of a problem file, which ends in `.py`",
        ),
        io::ErrorKind::NotFound => {
            ("no such file".to_owned(), "check the path; `custodiet new NAME` starts a new problem")
        }
        io::ErrorKind::IsADirectory => {
            ("it is a directory".to_owned(), "give the path of a problem file, which ends in `.py`")
        }
        io::ErrorKind::PermissionDenied => ("permission denied".to_owned(), "make the file readable: `chmod u+r FILE`"),
        _ => (error.to_string().to_lowercase(), "check the path and the disk"),
    };
    Diagnostic::whole_file(Code::Unreadable, format!("cannot read `{}`: {what}", path.display())).help(help)
}

fn too_large() -> Diagnostic {
    Diagnostic::whole_file(Code::TooLarge, "the file is larger than 1 MiB")
        .help("a problem file holds a few functions; is this the right file?")
}

fn not_utf8(bytes: &[u8], at: usize) -> Diagnostic {
    let line = bytes[..at].split(|byte| *byte == b'\n').count();
    let byte = bytes.get(at).copied().unwrap_or_default();
    let help = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "it looks like UTF-16; save it as UTF-8",
        _ => "save it as UTF-8; most editors offer this as the encoding",
    };
    let message = format!("the file is not UTF-8: byte 0x{byte:02X} on line {line}, at offset {at}");
    Diagnostic::whole_file(Code::NotUtf8, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_of(name: &str, bytes: &[u8]) -> String {
        let directory = std::env::temp_dir().join(format!("custodiet-load-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a temporary directory");
        let path = directory.join(name);
        std::fs::write(&path, bytes).expect("a temporary file");
        let loaded = load_file(&path);
        std::fs::remove_dir_all(&directory).expect("still there");
        assert_eq!(loaded.diagnostics.len(), 1, "{:?}", loaded.diagnostics);
        assert!(loaded.diagnostics[0].help.is_some());
        loaded.diagnostics[0].message.clone()
    }

    #[test]
    fn files_that_are_no_text_are_reported() {
        assert_eq!(
            fault_of("latin.py", b"x = 1\ny = '\xe9'\n"),
            "the file is not UTF-8: byte 0xE9 on line 2, at offset 11"
        );
        assert_eq!(fault_of("utf16.py", b"\xff\xfex\0"), "the file is not UTF-8: byte 0xFF on line 1, at offset 0");
        assert_eq!(fault_of("large.py", &vec![b'#'; MAX_SIZE + 1]), "the file is larger than 1 MiB");
    }

    #[test]
    fn paths_that_are_no_files_are_reported() {
        let missing = load_file(Path::new("no/such/file.py"));
        assert_eq!(missing.diagnostics[0].message, "cannot read `no/such/file.py`: no such file");
        let directory = load_file(Path::new("."));
        assert_eq!(directory.diagnostics[0].message, "cannot read `.`: it is a directory");
    }

    #[test]
    fn byte_order_mark_and_line_ends_do_not_matter() {
        let unix = load(Source::new("a.py", "def f():\n    return '''a\nb'''\n"), Mode::Language);
        let windows = load(Source::new("a.py", "\u{feff}def f():\r\n    return '''a\rb'''\r\n"), Mode::Language);
        assert!(!unix.has_errors() && !windows.has_errors());
        assert_eq!(unix.problem.source.text, windows.problem.source.text);
    }

    #[test]
    fn after_a_syntax_error_only_the_parser_speaks() {
        let loaded = load(Source::new("a.py", "def f(:\n    return unknown_name\nx = 2j\n"), Mode::Language);
        let codes: Vec<Code> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::Syntax, Code::Outside]);
    }

    const PROBLEM: &str = "\
from custodiet import Atom, Input, Output, scope, subproperty
class Name(Atom): ...
@dataclass(frozen=True)
class Person:
    name: Name
    age: int
def is_valid(people: Input[list[Person]], sorted_: Output[list[Person]]) -> bool: ...
scope(Name=2, Person_age=range(2), people=2, sorted_=2)
@subproperty
def same(people, sorted_):
    'The ages are those of the people.'
    return [person.age for person in people] == [person.age for person in sorted_]
";

    /// The messages about a problem file with some lines in front.
    fn messages(head: &str) -> Vec<String> {
        let loaded = load(Source::new("ages.py", format!("{head}{PROBLEM}")), Mode::Problem);
        loaded
            .diagnostics
            .iter()
            .map(|diagnostic| format!("{} {}", diagnostic.code.as_str(), diagnostic.message))
            .collect()
    }

    #[test]
    fn what_a_forgotten_import_means_is_known() {
        let import = "from dataclasses import dataclass\n";
        assert_eq!(messages(import), Vec::<String>::new());
        assert_eq!(messages(""), ["C011 unknown name `dataclass`"]);
    }

    #[test]
    fn a_refused_import_is_reported_once() {
        let import = "from dataclasses import dataclass\n";
        let uses = "def here(name):\n    return os.path.join(os.curdir, name)\n";
        for refused in ["import os.path\n", "import os\n"] {
            let found = messages(&format!("{import}{refused}{uses}"));
            assert!(found.len() == 1 && found[0].contains("`os"), "{found:?}");
        }
        let found = messages(&format!("{import}import os as system\ndef here():\n    return system.curdir\n"));
        assert_eq!(found.len(), 1, "{found:?}");
        // Without any import, it is an unknown name.
        assert_eq!(messages(&format!("{import}{uses}")).len(), 2);
    }
}
