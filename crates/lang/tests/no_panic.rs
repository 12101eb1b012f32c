//! No text makes the language panic, hang, or say something it cannot show.
//!
//! Arbitrary bytes, soups of tokens, and mutated problem files go through all stages and both renderings. The seed is
//! fixed; `CUSTODIET_FUZZ_INPUTS` and `CUSTODIET_FUZZ_SEED` make long runs.

mod walk;

use std::time::{Duration, Instant};

use fuzz::random::Random;
use lang::load::{Loaded, Mode, load};
use lang::render::{render, to_json};
use lang::source::Source;

/// Far more than any input needs, even on a busy machine.
const TOO_LONG: Duration = Duration::from_secs(20);

/// Loads a text and checks what always holds.
fn check(text: &str, mode: Mode) -> Loaded {
    let start = Instant::now();
    let loaded = load(Source::new("fuzz.py", text), mode);
    let source = &loaded.problem.source;
    walk::check_ids(&loaded.problem.module, &source.text);
    let shown = loaded.diagnostics.get(..10).unwrap_or(&loaded.diagnostics);
    let color = text.len().is_multiple_of(2);
    assert_eq!(render(shown, source, color).is_empty(), shown.is_empty());
    for diagnostic in &loaded.diagnostics {
        assert!(!diagnostic.message.is_empty());
        assert!(diagnostic.help.is_some() || !diagnostic.is_error(), "no way out: {diagnostic:?}\n{text}");
        let first = diagnostic.message.chars().next();
        assert!(first.is_some_and(|c| !c.is_uppercase()) && !diagnostic.message.ends_with('.'), "{diagnostic:?}");
        for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            assert!(source.text.get(start..end).is_some(), "{diagnostic:?} points nowhere\n{text}");
        }
        to_json(diagnostic, source);
    }
    let (took, beginning) = (start.elapsed(), text.lines().take(3).collect::<Vec<_>>());
    assert!(took < TOO_LONG, "{took:?} for {beginning:?} …");
    loaded
}

fn problems() -> Vec<String> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems");
    let mut paths: Vec<_> =
        std::fs::read_dir(directory).expect("the problems").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a problem file")).collect()
}

fn bytes(random: &mut Random) -> String {
    let length = random.below(200);
    let bytes: Vec<u8> = (0..length).map(|_| random.draw().to_le_bytes()[0]).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

const TOKENS: &[&str] = &[
    "def f(x, y=1):",
    "def is_valid(a: Input[list[int]], b: Output[int]) -> bool: ...",
    "class R(NamedTuple):",
    "class A(Atom):",
    "@dataclass(frozen=True)",
    "@subproperty",
    "@precondition(hint='h')",
    "@error_subproperty(instead_of=['f'])",
    "scope(a=3, A=2)",
    "scope.large(a=range(3))",
    "group('G', ['f'])",
    "from custodiet import *",
    "from custodiet import Atom, Input, Output, scope, subproperty",
    "from typing import NamedTuple, Literal, NewType, Optional",
    "import itertools",
    "N = NewType('N', int)",
    "type T = list[N]",
    "if",
    "elif",
    "else:",
    "for",
    "in",
    "while",
    "return",
    "yield",
    "yield from",
    "lambda",
    "lambda x:",
    "not",
    "and",
    "or",
    "is",
    "is not",
    "None",
    "True",
    "...",
    "assert",
    "raise ValueError",
    "pass",
    "break",
    "continue",
    "del",
    "nonlocal",
    "global",
    "try:",
    "except",
    "with",
    "match",
    "case",
    "async",
    "await",
    "import",
    "from",
    "as",
    "x",
    "y",
    "f",
    "a",
    "b",
    "A",
    "R",
    "N",
    "x.append",
    "sorted",
    "len",
    "sum",
    "set",
    "dict",
    "Counter",
    "range",
    "min",
    "zip",
    "xs",
    "0",
    "1",
    "-1",
    "99999999999999999999",
    "0x",
    "1.5",
    "2j",
    "'s'",
    "\"",
    "'",
    "f'{x}'",
    "b''",
    "'''",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    ".",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ":=",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    "@",
    "<<",
    "&",
    "|",
    "^",
    "~",
    "->",
    "+=",
    "/=",
    "*xs",
    "**d",
    "[x for x in xs if x]",
    "{k: v for k, v in d.items()}",
    "(x for x in y)",
    "xs[1:]",
    "xs[::-1]",
    "\n",
    "\n",
    "\n",
    "\n    ",
    "\n    ",
    "\n        ",
    "\n\t",
    " ",
    "\\\n",
    "# c\n",
    "\r\n",
    "\0",
    "é",
    "日本",
    "\u{feff}",
    "\u{202e}",
    "$",
    "?",
    "!",
];

fn soup(random: &mut Random) -> String {
    let length = random.below(60);
    let mut text = String::new();
    for _ in 0..length {
        text.push_str(random.pick(TOKENS));
        if random.below(3) > 0 {
            text.push(' ');
        }
    }
    text
}

/// A problem file after a few flips, deletions, repetitions and splices.
fn mutation(random: &mut Random, problems: &[String]) -> String {
    let file: Vec<&str> = problems.iter().map(String::as_str).collect();
    let mut bytes = random.pick(&file).as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => {
                let other = random.pick(&file).as_bytes();
                let from = random.below(other.len());
                let piece = &other[from..(from + random.below(200)).min(other.len())];
                bytes.splice(at..end, piece.iter().copied());
            }
            4 => drop(bytes.splice(at..at, random.pick(TOKENS).bytes())),
            5 => swap_lines(random, &mut bytes),
            _ => bytes.truncate(at),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn swap_lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(one, other);
    *bytes = lines.join(&b'\n');
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn random_texts() {
    let problems = problems();
    let mut random = Random::new(setting("CUSTODIET_FUZZ_SEED", 7));
    let inputs = setting("CUSTODIET_FUZZ_INPUTS", 20_000);
    let mut clean = 0;
    for index in 0..inputs {
        let text = match index % 8 {
            0 => bytes(&mut random),
            1..=4 => soup(&mut random),
            _ => mutation(&mut random, &problems),
        };
        let mode = if random.below(2) == 0 { Mode::Problem } else { Mode::Language };
        clean += u64::from(!check(&text, mode).has_errors());
    }
    // The texts must not be so broken that they never get beyond the parser.
    assert!(clean * 50 > inputs, "only {clean} of {inputs} without errors");
}

#[test]
fn problem_files_have_no_fault() {
    for text in problems() {
        let loaded = check(&text, Mode::Problem);
        assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &loaded.problem.source, false));
    }
}

/// Every stage is at most a little worse than linear.
#[test]
fn large_texts() {
    let numbered: &[fn(usize) -> String] = &[
        |i| format!("a{i} = {i}\n"),
        |i| format!("def f{i}(x):\n    return g{i}(x)\n"),
        |i| format!("class C{i}(Atom): pass\n"),
        |i| format!("@subproperty\ndef p{i}(a): return a\n"),
        |i| format!("scope(a{i}=3)\n"),
        |i| format!("group('G{i}', ['p{i}'])\n"),
        |i| format!("x = [y{i} for y{i} in z{i}]\n"),
        |i| format!("from typing import X{i} as Y{i}\n"),
        |i| format!("T{i} = tuple[T{}, T{}]\n", i.saturating_sub(1), i.saturating_sub(2)),
        |i| format!("type T{i} = list[T{}]\n", i + 1),
        |_| "f(x)[0].y + 1\n".to_owned(),
        |i| format!("if x{i}: y{i} = lambda z: z{i}\n"),
    ];
    for line in numbered {
        let mut text: String = "from custodiet import Atom, scope, subproperty, group\n".to_owned();
        for i in 0.. {
            text.push_str(&line(i));
            if text.len() > 150_000 {
                break;
            }
        }
        check(&text, Mode::Problem);
    }
    let bodies: &[fn(usize) -> String] = &[
        |i| format!("    x{i} = x{}\n", i.saturating_sub(1)),
        |i| format!("    if a: x = [x, {i}]\n"),
        |i| format!("    a.append({i}); b = (b, a)\n"),
        |i| format!("    def g{i}(): return g{}() + a\n", i + 1),
        |i| format!("    for i{i} in a: b = {{b: i{i}}}\n"),
    ];
    for line in bodies {
        let mut text = "def f(a, b):\n    x = 1\n".to_owned();
        for i in 0.. {
            text.push_str(&line(i));
            if text.len() > 60_000 {
                break;
            }
        }
        check(&text, Mode::Language);
    }
}
