//! The language's specification has circuits, and they say what it says. What has none is in `docs/compiling.md`.

mod markdown;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use markdown::{Answer, probed};

/// What no file that `custodiet check` accepts can bring about: it is said before there is a circuit.
const SAID_BEFORE: &[&str] = &[
    "`+=` and its like on something else than a variable or an element",
    "`break` or `continue` outside a loop",
    "`del` of something else than an element",
    "`pop` of a set, whose order is open",
    "`raise` of something that is not a built-in exception",
    "`return` outside a function",
    "`yield` outside a generator",
    "`…`",
    "a cell that is none",
    "a name that has no value",
    "a parameter without a place",
    "a range of more than three parts",
    "a statement outside the language",
    "a view of no dict",
    "an attribute outside the language",
    "an expression outside the language",
    "an unknown name",
    "assignment to a name that is no variable",
    "assignment to something else than a variable or an element",
    "no list",
    "no listed number",
    "no set",
    "nothing to look for",
    "the method `…`",
];

#[test]
fn the_specification_has_circuits_that_say_what_it_says() {
    let answers = probed(None);
    let documented = documented();
    let mut right = 0;
    for (case, answer) in &answers {
        match answer {
            Answer::Right => right += 1,
            Answer::Refused(reason) => {
                assert!(documented.contains(reason), "{}:{}: `{reason}` is not explained", case.file, case.line);
            }
            Answer::Wrong(wrong) => panic!("{wrong}"),
        }
    }
    assert!(answers.len() > 1500, "only {} cases", answers.len());
    assert!(right * 100 >= answers.len() * 97, "{right} of {} cases have a circuit", answers.len());
}

#[test]
fn every_reason_is_explained_and_none_is_that_does_not_exist() {
    let mut reasons = BTreeSet::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |path, text| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Neither is about the functions of a problem.
        if name != "probe.rs" && name != "symmetry.rs" {
            reasons.extend(texts(text));
        }
    });
    reasons.retain(|reason| !reason.ends_with("(a fault of the compiler)"));
    for reason in SAID_BEFORE {
        assert!(reasons.remove(*reason), "there is no reason `{reason}`");
    }
    assert!(reasons.len() > 70, "{reasons:?}");
    let documented = documented();
    let missing: Vec<&String> = reasons.difference(&documented).collect();
    let unknown: Vec<&String> = documented.difference(&reasons).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "not explained: {missing:#?}\nexplained in vain: {unknown:#?}");
}

/// The first column of the tables of the page.
fn documented() -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/compiling.md");
    let text = std::fs::read_to_string(page).expect("docs/compiling.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let mut reasons = BTreeSet::new();
    for row in rows.filter(|row| *row != "reason") {
        assert!(reasons.insert(row.to_owned()), "`{row}` is explained twice");
    }
    reasons
}

fn files(folder: &Path, visit: &mut dyn FnMut(&Path, &str)) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, visit);
        } else {
            visit(&path, &std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// The reasons that a source file holds: the first text in the brackets of what refuses, and constants.
fn texts(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let brackets = ["refuse(", "refuse_if(", "only_numbers(", "Outside(", "Err(", "ok_or("];
    for start in brackets {
        for (position, _) in source.match_indices(start) {
            found.extend(first_text(&source[position + start.len()..], ')'));
        }
    }
    let start = ": &str =";
    for (position, _) in source.match_indices(start) {
        found.extend(first_text(&source[position + start.len()..], ';'));
    }
    found
}

/// The first text before the end of a bracket or statement; what is filled in becomes `…`.
fn first_text(source: &str, end: char) -> Option<String> {
    let mut depth = 0;
    for (position, c) in source.char_indices() {
        match c {
            '"' => {
                let text = &source[position + 1..];
                let text = &text[..text.find('"')?];
                let mut parts = text.split('{');
                let first = parts.next()?.to_owned();
                return Some(parts.fold(first, |made, part| {
                    format!("{made}…{}", part.split_once('}').map_or("", |(_, rest)| rest))
                }));
            }
            '(' => depth += 1,
            c if c == end && depth == 0 => return None,
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}
