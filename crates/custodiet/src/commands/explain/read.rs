//! Reads a pair from a file or from standard input.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use eval::Pair;
use lang::problem::Problem;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::example;
use crate::style;

/// The largest pair: 16 MiB.
const MAX_SIZE: u64 = 16 << 20;

/// The pair, or what is wrong with it and how it is written.
pub fn pair(problem: &Problem, path: &Path) -> Result<Pair, String> {
    let is_stdin = path == Path::new("-");
    let shown = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let bytes = if is_stdin { from_stdin() } else { File::open(path).and_then(limited) };
    let bytes = bytes.map_err(|error| unreadable(&shown, &error))?;
    parse(problem, &shown, bytes)
}

fn from_stdin() -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        eprintln!("{}", style::faint("type the pair as JSON, then press Ctrl-D"));
    }
    limited(io::stdin().lock())
}

fn limited(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_SIZE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn parse(problem: &Problem, shown: &str, bytes: Vec<u8>) -> Result<Pair, String> {
    if bytes.len() as u64 > MAX_SIZE {
        return Err(format!("{shown}: larger than 16 MiB\n{}", help(problem)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{shown}: not UTF-8 at byte {at}\n{}", help(problem))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(format!("{shown}: there is nothing in it\n{}", help(problem)));
    }
    let json: Json = serde_json::from_str(text).map_err(|error| {
        format!("{shown}:{}:{}: not JSON: {}\n{}", error.line(), error.column(), reason(&error), help(problem))
    })?;
    if let Some((key, at)) = repeated_key(text) {
        let (line, column) = place(text, at);
        return Err(format!("{shown}:{line}:{column}: the key `{key}` is given twice\n{}", help(problem)));
    }
    Pair::read(problem, &json).map_err(|error| format!("{shown}: {error}\n{}", help(problem)))
}

/// A key that an object has twice, and where the second value is. A `Json` keeps only the last one.
fn repeated_key(text: &str) -> Option<(String, usize)> {
    let raw: &RawValue = serde_json::from_str(text).ok()?;
    repeated_in(text, raw)
}

fn repeated_in(whole: &str, value: &RawValue) -> Option<(String, usize)> {
    let text = value.get();
    if text.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        return items.into_iter().find_map(|item| repeated_in(whole, item));
    }
    if !text.starts_with('{') {
        return None;
    }
    let Entries(entries) = serde_json::from_str(text).ok()?;
    let mut seen = BTreeSet::new();
    for (key, value) in entries {
        if !seen.insert(key.clone()) {
            return Some((key, value.get().as_ptr().addr() - whole.as_ptr().addr()));
        }
        if let found @ Some(_) = repeated_in(whole, value) {
            return found;
        }
    }
    None
}

/// An object with all that is written in it.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// Line and column of an offset, counted from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// What is wrong, without the place, which stands before it.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rfind(" at line ").map_or(text.clone(), |end| text[..end].to_owned())
}

fn help(problem: &Problem) -> String {
    format!("help: a pair of `{}` looks like this: {}", problem.name, example::pair(problem))
}

fn unreadable(shown: &str, error: &io::Error) -> String {
    let what = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string().to_lowercase(),
    };
    format!("cannot read `{shown}`: {what}\nhelp: give a JSON file that holds a pair, or `-` for standard input")
}
