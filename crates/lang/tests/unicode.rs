//! The facts about characters are CPython's, for every character that Unicode 14 knows.

use std::process::Command;

use lang::text::unicode::{Facts, decimal, fold, lower, title, upper};

/// One line per character: its code, its facts, its decimal value and its cases.
const SCRIPT: &str = r#"
import sys, unicodedata
out = []
for point in range(0x110000):
    if 0xD800 <= point < 0xE000:
        continue
    c = chr(point)
    if unicodedata.category(c) == "Cn":
        continue
    facts = [c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isspace(), c.islower(), c.isupper(), c.isprintable(),
             c.isidentifier(), ("a" + c).isidentifier(), c.isalnum(), len(("a" + c + "a").splitlines()) > 1]
    bits = "".join("01"[fact] for fact in facts)
    cases = [".".join(f"{ord(x):x}" for x in text) for text in (c.lower(), c.upper(), c.title(), c.casefold())]
    out.append(f"{point:x} {bits} {unicodedata.decimal(c, -1)} {' '.join(cases)}")
print(unicodedata.unidata_version)
print("\n".join(out))
"#;

#[test]
fn cpython_agrees_on_every_character() {
    let output = Command::new("python3").arg("-c").arg(SCRIPT).output().expect("python3 runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines();
    let is_same_version = lines.next() == Some("14.0.0");
    let codes = |text: &str| text.chars().map(|c| format!("{:x}", u32::from(c))).collect::<Vec<_>>().join(".");
    let (mut compared, mut wrong) = (0, Vec::new());
    for line in lines {
        let code = line.split(' ').next().and_then(|code| u32::from_str_radix(code, 16).ok()).expect("a code");
        let c = char::from_u32(code).expect("a character");
        let facts = Facts::of(c);
        if !facts.is_known() {
            assert!(!is_same_version, "{code:x} is not known");
            continue;
        }
        let own = [
            facts.is_alpha(),
            facts.is_decimal(),
            facts.is_digit(),
            facts.is_numeric(),
            facts.is_space(),
            facts.is_lower(),
            facts.is_upper(),
            facts.is_printable(),
            facts.starts_identifier(),
            facts.continues_identifier(),
            facts.is_alnum(),
            facts.breaks_line(),
        ];
        let bits: String = own.iter().map(|fact| if *fact { '1' } else { '0' }).collect();
        let value = decimal(c).map_or(-1, i64::from);
        let cases = [lower(c), upper(c), title(c), fold(c)].map(|text| codes(&text)).join(" ");
        let here = format!("{code:x} {bits} {value} {cases}");
        compared += 1;
        if here != line {
            wrong.push(format!("{here}, CPython: {line}"));
        }
    }
    assert!(compared > 140_000, "only {compared} characters");
    // A later version may have changed a few.
    let most = if is_same_version { 0 } else { 40 };
    assert!(wrong.len() <= most, "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
