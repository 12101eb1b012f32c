//! The examples and links of the documentation are valid: problem files check without warnings and can be imported by
//! CPython, functions are in the language, and links lead to files that exist.

use std::path::Path;
use std::process::Command;

use lang::load::{Mode, load};
use lang::source::Source;

const PAGES: &[&str] = &["README.md", "docs/language.md", "docs/pairs.md", "docs/problem-files.md", "CONTRIBUTING.md"];

struct Block {
    place: String,
    mode: Mode,
    text: String,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        let mut lines = text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let mode = match line.strip_prefix("```") {
                Some("python") => Mode::Problem,
                Some("python functions") => Mode::Language,
                _ => continue,
            };
            let text: String =
                lines.by_ref().map_while(|(_, line)| (line != "```").then(|| format!("{line}\n"))).collect();
            blocks.push(Block { place: format!("{page}:{}", number + 1), mode, text });
        }
    }
    blocks
}

#[test]
fn every_example_is_in_the_language() {
    let blocks = blocks();
    assert!(blocks.len() >= 10, "only {} blocks were found", blocks.len());
    for block in blocks {
        let loaded = load(Source::new("example.py", block.text), block.mode);
        assert!(loaded.diagnostics.is_empty(), "{}: {:#?}", block.place, loaded.diagnostics);
    }
}

#[test]
fn every_example_runs_under_cpython() {
    for block in blocks() {
        let python = Command::new("python3")
            .args(["-B", "-c", &block.text])
            .env("PYTHONPATH", root().join("python"))
            .output()
            .expect("python3");
        assert!(python.status.success(), "{}: {}", block.place, String::from_utf8_lossy(&python.stderr));
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for folder in ["", "docs", "problems", "python", "benches"] {
        let pages =
            std::fs::read_dir(root().join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
        for page in pages.filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
            let text = std::fs::read_to_string(&page).expect("a page");
            for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let path = link.split('#').next().unwrap_or_default();
                if path.is_empty() || path.starts_with("http") {
                    continue;
                }
                checked += 1;
                assert!(page.with_file_name(path).exists(), "{}: {link} leads nowhere", page.display());
            }
        }
    }
    assert!(checked >= 20, "only {checked} links were found");
}
