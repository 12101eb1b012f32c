//! Reading JSON strictly: nothing that is written is dropped, and what is wrong has a place.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column, counted from 1; none if it is about the whole.
    pub place: Option<(usize, usize)>,
    pub message: String,
}

impl Fault {
    pub fn whole(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into() }
    }

    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { place: Some((line, column)), message: message.into() }
    }

    /// The same in a text that begins so many lines further down.
    #[must_use]
    pub fn further_down(mut self, lines: usize) -> Self {
        self.place = self.place.map(|(line, column)| (line + lines, column));
        self
    }
}

/// `3:14: not JSON: …`, to be written after the name of the file and a colon.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{line}:{column}: {}", self.message),
            None => write!(f, " {}", self.message),
        }
    }
}

/// All bytes of a source, up to one more than the most.
pub fn limited(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text, without a byte order mark. `most` is in bytes, a multiple of a mebibyte.
pub fn text(bytes: Vec<u8>, most: u64) -> Result<String, Fault> {
    if bytes.len() as u64 > most {
        return Err(Fault::whole(format!("larger than {} MiB", most >> 20)));
    }
    let mut text = String::from_utf8(bytes)
        .map_err(|error| Fault::whole(format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to())))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.trim().is_empty() {
        return Err(Fault::whole("there is nothing in it"));
    }
    Ok(text)
}

/// What a JSON text says. No object may have a key twice.
pub fn json<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let value = serde_json::from_str(text).map_err(|error| {
        let what = if error.is_data() { "" } else { "not JSON: " };
        Fault::at(error.line(), error.column(), format!("{what}{}", reason(&error)))
    })?;
    match repeated_key(text) {
        None => Ok(value),
        Some((key, at)) => {
            let (line, column) = place(text, at);
            Err(Fault::at(line, column, format!("the key `{key}` is given twice")))
        }
    }
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

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    #[test]
    fn faults_have_a_place() {
        let fault = |text: &str| json::<Json>(text).expect_err("not JSON").to_string();
        assert_eq!(fault("{\"a\": 1,\n \"b\": [1, {\"c\": 1, \"c\": 2}]}"), "2:25: the key `c` is given twice");
        assert_eq!(fault("[1,\n2"), "2:1: not JSON: EOF while parsing a list");
        assert_eq!(json::<Vec<u8>>("[true]").expect_err("no number").place, Some((1, 5)));
        assert_eq!(json::<Json>("[1]").map_err(|fault| fault.message), Ok(serde_json::json!([1])));
    }

    #[test]
    fn texts_are_checked_before_they_are_read() {
        let fault = |bytes: &[u8]| text(bytes.to_vec(), 1 << 20).expect_err("no text").to_string();
        assert_eq!(fault(b" \n"), " there is nothing in it");
        assert_eq!(fault(b"a\xff"), " not UTF-8 at byte 1");
        assert_eq!(fault(&vec![b' '; (1 << 20) + 1]), " larger than 1 MiB");
        assert_eq!(text("\u{feff}{}".into(), 1 << 20), Ok("{}".to_owned()));
    }
}
