//! `docs/diagnostics.md` says what the tool says: every code is there, every example gives its code and no other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lang::diagnostic::{Code, Diagnostic, Severity};
use lang::load::{MAX_SIZE, Mode, load, load_file};
use lang::source::Source;

/// Marks examples that need circuits: those that `custodiet analyze` refuses, and those that `custodiet check` warns about.
/// They are tested with these commands.
const OF_THE_ANALYSIS: [&str; 2] = ["python analyze", "python check"];

/// One `### C010: …` of the page.
struct Section<'a> {
    code: &'a str,
    title: &'a str,
    blocks: Vec<Block<'a>>,
}

/// What stands between two fences.
struct Block<'a> {
    language: &'a str,
    text: String,
}

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/diagnostics.md");
    std::fs::read_to_string(path).expect("the page")
}

fn sections(page: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some((code, title)) = line.strip_prefix("### ").and_then(|heading| heading.split_once(": ")) {
            sections.push(Section { code, title, blocks: Vec::new() });
        } else if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let text = block.join("\n") + "\n";
            sections.last_mut().expect("a heading before the first block").blocks.push(Block { language, text });
        }
    }
    sections
}

fn first_line(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!("{severity}[{}]: {}\n", diagnostic.code.as_str(), diagnostic.message)
}

fn diagnostics(block: &Block) -> Vec<Diagnostic> {
    let mode = match block.language {
        "python" => Mode::Problem,
        "python functions" => Mode::Language,
        other => panic!("a block of {other:?}"),
    };
    load(Source::new("example.py", &*block.text), mode).diagnostics
}

#[test]
fn every_code_is_documented_once_and_in_order() {
    let page = page();
    let documented: Vec<(&str, &str)> = sections(&page).iter().map(|section| (section.code, section.title)).collect();
    let all: Vec<(&str, &str)> = Code::ALL.iter().map(|code| (code.as_str(), code.title())).collect();
    assert_eq!(documented, all);
}

#[test]
fn every_example_gives_what_the_page_says() {
    let page = page();
    for section in sections(&page) {
        let mut examples = 0;
        for pair in section.blocks.windows(2) {
            let [example, said] = pair else { continue };
            if example.language == "text" || OF_THE_ANALYSIS.contains(&example.language) {
                continue;
            }
            assert_eq!(said.language, "text", "{}: an example without its message", section.code);
            let found = diagnostics(example);
            let codes: BTreeSet<&str> = found.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
            assert_eq!(codes, BTreeSet::from([section.code]), "{}\n{found:#?}", example.text);
            let messages: Vec<String> = found.iter().map(first_line).collect();
            assert!(messages.contains(&said.text), "{}: says {messages:?}, not {:?}", section.code, said.text);
            examples += 1;
        }
        let of_the_file = ["C001", "C002", "C003", "C028"].contains(&section.code);
        let of_the_analysis = section.blocks.iter().any(|block| OF_THE_ANALYSIS.contains(&block.language));
        assert!(examples > 0 || of_the_file || of_the_analysis, "{} has no example", section.code);
    }
}

#[test]
fn faults_of_the_file_are_as_the_page_says() {
    let directory = Scratch::new();
    let latin = directory.file("latin.py", b"x = 1\ny = '\xe9'\n");
    let large = directory.file("large.py", &vec![b'#'; MAX_SIZE + 1]);
    let many = directory.file("many.py", with_subproperties(31).as_bytes());
    let page = page();
    let sections = sections(&page);
    let faulty = [("C001", Path::new("no/such/file.py")), ("C002", &latin), ("C003", &large), ("C028", &many)];
    for (code, path) in faulty {
        let section = sections.iter().find(|section| section.code == code).expect("documented");
        let found: Vec<String> = load_file(path).diagnostics.iter().map(first_line).collect();
        assert_eq!(found, [&*section.blocks[0].text]);
    }
}

/// A problem file with this many subproperties.
fn with_subproperties(number: usize) -> String {
    let head = "from custodiet import Input, Output, subproperty\n\n\n\
        def is_valid(a: Input[bool], b: Output[bool]) -> bool: ...\n";
    let one = "\n\n@subproperty\ndef p_NUMBER(a, b):\n    \"\"\"Holds.\"\"\"\n    return a == b\n";
    let all = (0..number).map(|position| one.replace("NUMBER", &position.to_string()));
    head.to_owned() + &all.collect::<String>()
}

#[test]
fn as_many_subproperties_as_the_page_says_are_fine() {
    let loaded = load(Source::new("many.py", with_subproperties(30)), Mode::Problem);
    assert_eq!(loaded.diagnostics, []);
}

/// A directory that is gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-doc-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a temporary file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
