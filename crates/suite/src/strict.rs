//! Reads JSON strictly: nothing in the text is silently dropped, and every error has a place.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("larger than {mebibytes} MiB")]
    TooLarge { mebibytes: u64 },
    #[error("not UTF-8 at byte {byte}")]
    NotUtf8 { byte: usize },
    #[error("the input is empty")]
    Empty,
    #[error("not JSON: {reason}")]
    NotJson { reason: String },
    /// JSON of another type than expected.
    #[error("{reason}")]
    WrongType { reason: String },
    #[error("the key `{key}` is given twice")]
    RepeatedKey { key: String },
}

/// An error and its place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<E> {
    /// Line and column, counted from 1; `None` if the error is about the whole text.
    pub place: Option<(usize, usize)>,
    pub error: E,
}

impl<E> Located<E> {
    pub fn whole(error: impl Into<E>) -> Self {
        Self { place: None, error: error.into() }
    }

    pub fn at((line, column): (usize, usize), error: impl Into<E>) -> Self {
        Self { place: Some((line, column)), error: error.into() }
    }

    /// The same error, as another type.
    pub fn convert<F: From<E>>(self) -> Located<F> {
        Located { place: self.place, error: self.error.into() }
    }

    /// The same error, in a text that begins this many lines further down.
    #[must_use]
    pub fn further_down(mut self, lines: usize) -> Self {
        self.place = self.place.map(|(line, column)| (line + lines, column));
        self
    }
}

/// `3:14: not JSON: …`, to be written after the name of the file and a colon.
impl<E: fmt::Display> fmt::Display for Located<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{line}:{column}: {}", self.error),
            None => write!(f, " {}", self.error),
        }
    }
}

impl<E: std::error::Error> std::error::Error for Located<E> {}

/// All bytes of a source, up to one more than the most.
pub fn limited(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text, without a byte order mark. `most` is in bytes, a multiple of a mebibyte.
pub fn text(bytes: Vec<u8>, most: u64) -> Result<String, Located<TextError>> {
    if bytes.len() as u64 > most {
        return Err(Located::whole(TextError::TooLarge { mebibytes: most >> 20 }));
    }
    let mut text = String::from_utf8(bytes)
        .map_err(|error| Located::whole(TextError::NotUtf8 { byte: error.utf8_error().valid_up_to() }))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.trim().is_empty() {
        return Err(Located::whole(TextError::Empty));
    }
    Ok(text)
}

/// The value of a JSON text in which no object repeats a key.
pub fn json<T: DeserializeOwned>(text: &str) -> Result<T, Located<TextError>> {
    let value = serde_json::from_str(text).map_err(|error| {
        let reason = reason(&error);
        let kind = if error.is_data() { TextError::WrongType { reason } } else { TextError::NotJson { reason } };
        Located::at((error.line(), error.column()), kind)
    })?;
    match repeated_key(text) {
        None => Ok(value),
        Some((key, at)) => Err(Located::at(place(text, at), TextError::RepeatedKey { key })),
    }
}

/// A key that an object repeats, and where the second value is. A `Json` would keep only the last one.
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

/// An object with all its entries, repeated keys included.
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

/// The message without the place, which is written before it.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rfind(" at line ").map_or(text.clone(), |end| text[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    #[test]
    fn errors_have_a_place() {
        let error = |text: &str| json::<Json>(text).expect_err("not JSON").to_string();
        assert_eq!(error("{\"a\": 1,\n \"b\": [1, {\"c\": 1, \"c\": 2}]}"), "2:25: the key `c` is given twice");
        assert_eq!(error("[1,\n2"), "2:1: not JSON: EOF while parsing a list");
        assert_eq!(json::<Vec<u8>>("[true]").expect_err("no number").place, Some((1, 5)));
        assert_eq!(json::<Json>("[1]").map_err(|located| located.error), Ok(serde_json::json!([1])));
    }

    #[test]
    fn texts_are_checked_before_they_are_read() {
        let error = |bytes: &[u8]| text(bytes.to_vec(), 1 << 20).expect_err("no text").to_string();
        assert_eq!(error(b" \n"), " the input is empty");
        assert_eq!(error(b"a\xff"), " not UTF-8 at byte 1");
        assert_eq!(error(&vec![b' '; (1 << 20) + 1]), " larger than 1 MiB");
        assert_eq!(text("\u{feff}{}".into(), 1 << 20), Ok("{}".to_owned()));
    }
}
