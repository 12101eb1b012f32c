//! Programs that run well must give no error: the chapters of the language's specification, case by case and block by
//! block, and all bundled problems.

use std::fs;
use std::path::{Path, PathBuf};

use lang::diagnostic::Code;
use lang::load::{Mode, load, load_file};
use lang::source::Source;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder with an ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
    found.sort();
    assert!(!found.is_empty(), "no file in {folder}");
    found
}

/// The Python blocks of a Markdown text, each with the number of its first line.
fn blocks(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match &mut open {
            None if line == "```python" => open = Some((number + 1, Vec::new())),
            Some(_) if line.starts_with("```") => found.extend(open.take()),
            Some((_, lines)) => lines.push(line),
            None => {}
        }
    }
    found
}

/// The program of a block, with those cases that `keep` says as functions of their own.
fn program(lines: &[&str], keep: impl Fn(usize, &str) -> bool) -> String {
    let atoms = lines.iter().find_map(|line| line.strip_prefix("# atoms: ")).unwrap_or_default();
    let params = atoms.split_whitespace().collect::<Vec<_>>().join(", ");
    let converted = lines.iter().enumerate().map(|(index, line)| {
        let marked =
            ["=>", "raises:"].into_iter().find_map(|mark| Some((mark, line.split_once(&format!("  # {mark} "))?.0)));
        match marked {
            Some((mark, case)) if keep(index, mark) => format!("def case_{index}({params}): return {case}\n"),
            Some(_) => "\n".to_owned(),
            None => format!("{line}\n"),
        }
    });
    converted.collect()
}

/// The errors of a program, except those that foresee an exception, if the program may raise.
fn errors(place: &str, text: &str, may_raise: bool) -> Vec<String> {
    let loaded = load(Source::new(place, text), Mode::Language);
    let foreseen = |code: Code| matches!(code, Code::WrongArguments | Code::WrongType | Code::UnknownAttribute);
    let errors = loaded.diagnostics.iter().filter(|found| found.is_error() && !(may_raise && foreseen(found.code)));
    let shown = errors.map(|found| {
        let line = found.primary.as_ref().map_or(0, |label| loaded.problem.source.line(label.span.start));
        let code = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        format!("{place}+{line}: {}: {} in `{}`", found.code.as_str(), found.message, code.trim())
    });
    shown.collect()
}

#[test]
fn the_specification_gives_no_error() {
    let (mut cases, mut found) = (0, Vec::new());
    for path in files("crates/eval/tests/md", "md") {
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        for (number, lines) in blocks(&text) {
            if lines.iter().any(|line| line.contains("  # error:")) {
                continue;
            }
            let place = format!("{name}:{number}");
            found.extend(errors(&place, &program(&lines, |_, _| true), true));
            found.extend(errors(&place, &program(&lines, |_, mark| mark == "=>"), false));
            for index in (0..lines.len()).filter(|index| lines[*index].contains("  # => ")) {
                cases += 1;
                found.extend(errors(&place, &program(&lines, |kept, _| kept == index), false));
            }
        }
    }
    found.dedup();
    assert!(cases > 300, "only {cases} cases");
    assert!(found.is_empty(), "{} errors in programs that run well:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_bundled_problems_give_no_error() {
    let mut found = Vec::new();
    for path in files("problems", "py") {
        let loaded = load_file(&path);
        let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        found.extend(errors.map(|diagnostic| format!("{}: {diagnostic:?}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
