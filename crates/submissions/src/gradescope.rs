//! `submission_metadata.yml` of a Gradescope export: who submitted what.
//!
//! The file is read as a stream of events, so that the results of submissions, however long, are skipped. Keys are Ruby
//! symbols: `:name` and `name` are the same here.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, StrInput};

use crate::cause::Cause;
use crate::errors::SubmissionError;

/// The longest file that is read.
pub const MAX_BYTES: u64 = 64 << 20;

/// Why `submission_metadata.yml` cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MetadataError {
    #[error("it cannot be read: {0}")]
    Unreadable(#[source] Cause),
    #[error("it cannot be read: {0}")]
    Entry(#[source] Box<SubmissionError>),
    #[error("it is longer than {} MiB", MAX_BYTES >> 20)]
    TooLong,
    /// A short file can stand for one that no memory holds.
    #[error("its aliases stand for more than {} MiB", MAX_BYTES >> 20)]
    Aliases,
    #[error("it is not UTF-8")]
    NotUtf8,
    #[error("it is not valid YAML: line {}, column {}: {}", .0.marker().line(), .0.marker().col() + 1, .0.info())]
    Yaml(#[from] ScanError),
    #[error("it is not valid YAML: it ends too early")]
    Truncated,
    #[error("it does not list submissions by name")]
    NoSubmissions,
}

/// One of the people who submitted a submission, as far as the export knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitter {
    pub name: Option<String>,
    /// The student's id, as written in the export.
    pub sid: Option<String>,
    pub email: Option<String>,
}

/// The submissions in the order of the file, by the names of their folders.
pub fn parse(bytes: &[u8]) -> Result<Vec<(String, Vec<Submitter>)>, MetadataError> {
    let text = std::str::from_utf8(bytes).map_err(|_| MetadataError::NotUtf8)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader =
        Reader { parser: Parser::new_from_str(text), scalars: HashMap::new(), lists: HashMap::new(), copied: 0 };
    loop {
        match reader.next()? {
            Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
            Event::MappingStart(..) => return reader.submissions(),
            _ => return Err(MetadataError::NoSubmissions),
        }
    }
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// The values of anchors, for aliases.
    scalars: HashMap<usize, Option<String>>,
    lists: HashMap<usize, Vec<Submitter>>,
    /// How many bytes aliases stand for so far.
    copied: u64,
}

impl Submitter {
    /// How many bytes of memory it takes.
    fn size(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        size_of::<Self>() + text(&self.name) + text(&self.sid) + text(&self.email)
    }
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Event<'a>, MetadataError> {
        match self.parser.next() {
            Some(Ok((event, _))) => Ok(event),
            Some(Err(error)) => Err(error.into()),
            None => Err(MetadataError::Truncated),
        }
    }

    fn submissions(&mut self) -> Result<Vec<(String, Vec<Submitter>)>, MetadataError> {
        let mut submissions: Vec<(String, Vec<Submitter>)> = Vec::new();
        self.mapping(|reader, key, value| {
            let submitters = match value {
                Event::MappingStart(..) => reader.submission()?,
                other => {
                    reader.skip(other)?;
                    Vec::new()
                }
            };
            submissions.extend(key.map(|key| (key, submitters)));
            Ok(())
        })?;
        Ok(submissions)
    }

    fn submission(&mut self) -> Result<Vec<Submitter>, MetadataError> {
        let mut submitters = Vec::new();
        self.mapping(|reader, key, value| {
            match (key.as_deref().map(symbol), value) {
                (Some("submitters"), Event::SequenceStart(anchor, _)) => submitters = reader.submitters(anchor)?,
                (Some("submitters"), Event::Alias(anchor)) => {
                    reader.count(reader.lists.get(&anchor).map_or(0, |list| list.iter().map(Submitter::size).sum()))?;
                    submitters = reader.lists.get(&anchor).cloned().unwrap_or_default();
                }
                (_, other) => reader.skip(other)?,
            }
            Ok(())
        })?;
        Ok(submitters)
    }

    fn submitters(&mut self, anchor: usize) -> Result<Vec<Submitter>, MetadataError> {
        let mut submitters = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => break,
                Event::MappingStart(..) => submitters.push(self.submitter()?),
                other => self.skip(other)?,
            }
        }
        if anchor > 0 {
            self.lists.insert(anchor, submitters.clone());
        }
        Ok(submitters)
    }

    fn submitter(&mut self) -> Result<Submitter, MetadataError> {
        let mut submitter = Submitter::default();
        self.mapping(|reader, key, value| {
            let value = reader.scalar(value)?;
            match key.as_deref().map(symbol) {
                Some("name") => submitter.name = value,
                Some("sid") => submitter.sid = value,
                Some("email") => submitter.email = value,
                _ => {}
            }
            Ok(())
        })?;
        Ok(submitter)
    }

    /// Reads the rest of a mapping. `each` gets the key, if it is a scalar, and the first event of the value.
    fn mapping(
        &mut self,
        mut each: impl FnMut(&mut Self, Option<String>, Event<'a>) -> Result<(), MetadataError>,
    ) -> Result<(), MetadataError> {
        loop {
            let key = match self.next()? {
                Event::MappingEnd => return Ok(()),
                other => self.scalar(other)?,
            };
            let value = self.next()?;
            each(self, key, value)?;
        }
    }

    /// The text of a value, if it is a scalar. Skips other values.
    fn scalar(&mut self, event: Event<'a>) -> Result<Option<String>, MetadataError> {
        if let Event::Alias(anchor) = event {
            self.count(self.scalars.get(&anchor).and_then(Option::as_ref).map_or(0, String::len))?;
            return Ok(self.scalars.get(&anchor).cloned().flatten());
        }
        let text = text(&event);
        self.skip(event)?;
        Ok(text)
    }

    /// To be called before something is copied.
    fn count(&mut self, bytes: usize) -> Result<(), MetadataError> {
        self.copied = self.copied.saturating_add(bytes as u64);
        if self.copied > MAX_BYTES { Err(MetadataError::Aliases) } else { Ok(()) }
    }

    /// Skips the rest of the value that begins with this event.
    fn skip(&mut self, mut event: Event<'a>) -> Result<(), MetadataError> {
        let mut depth = 0usize;
        loop {
            match &event {
                Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
                Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
                Event::Scalar(_, _, anchor, _) if *anchor > 0 => {
                    self.scalars.insert(*anchor, text(&event));
                }
                Event::StreamEnd | Event::DocumentEnd => return Err(MetadataError::Truncated),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
            event = self.next()?;
        }
    }
}

/// The text of a scalar. `None` for an empty one and for binary data.
fn text(event: &Event<'_>) -> Option<String> {
    let Event::Scalar(text, style, _, tag) = event else { return None };
    let null = text.trim().is_empty()
        || *style == ScalarStyle::Plain && matches!(text.as_ref(), "~" | "null" | "Null" | "NULL");
    let bytes = tag.as_ref().is_some_and(|tag: &Cow<'_, _>| tag.suffix == "binary");
    (!null && !bytes).then(|| text.to_string())
}

fn symbol(key: &str) -> &str {
    key.strip_prefix(':').unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(name: &str, sid: &str, email: &str) -> Submitter {
        let known = |text: &str| (!text.is_empty()).then(|| text.to_string());
        Submitter { name: known(name), sid: known(sid), email: known(email) }
    }

    #[test]
    fn export() {
        let text = r#"---
submission_12345678:
  :submitters:
  - :name: Ada Lovelace
    :sid: '007'
    :email: ada@example.edu
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &1 2024-02-01 03:04:05.123456789 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/New_York
    time: *1
  :score: 0.0
  :status: processed
  :results:
    tests:
    - name: ":submitters:"
      output: "multi\nline: [ {"
      extra: {a: [1, {b: c}]}
  :history:
  - :id: 1
    :submitters:
    - :name: not this one
submission_9:
  :submitters:
  - &ada
    :name: &name "Jürgen \"J\" Ö"
    :sid: 00123
    :email:
  - :name: *name
    :sid: ~
    :email: ''
    :other: [1, 2]
submission_10:
  :submitters: []
submission_11: null
"#;
        let expected = vec![
            ("submission_12345678".to_string(), vec![who("Ada Lovelace", "007", "ada@example.edu")]),
            ("submission_9".into(), vec![who("Jürgen \"J\" Ö", "00123", ""), who("Jürgen \"J\" Ö", "", "")]),
            ("submission_10".into(), vec![]),
            ("submission_11".into(), vec![]),
        ];
        assert_eq!(parse(text.as_bytes()), Ok(expected.clone()));
        assert_eq!(parse(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()), Ok(expected));
    }

    #[test]
    fn invalid_files() {
        assert_eq!(parse(b"- a\n- b\n"), Err(MetadataError::NoSubmissions));
        assert_eq!(parse(b""), Err(MetadataError::NoSubmissions));
        assert_eq!(parse(b"a: \xff"), Err(MetadataError::NotUtf8));
        for (text, line) in [(&b"a: [1, 2"[..], 2), (b"a:\n  :submitters: *nobody\n", 2), (b"a: b: c\n", 1)] {
            let error = parse(text).expect_err("an error");
            assert!(matches!(&error, MetadataError::Yaml(error) if error.marker().line() == line), "{error}");
        }
    }

    /// Aliases of aliases are not expanded; deep nesting takes no stack.
    #[test]
    fn bombs() {
        let mut laughs = String::from("a0: &a0 lol\n");
        for level in 1..60 {
            let before = format!("*a{}", level - 1);
            laughs.extend([&format!("a{level}: &a{level} ["), &*[before.as_str(); 9].join(", "), "]\n"]);
        }
        assert_eq!(parse(laughs.as_bytes()).map(|list| list.len()), Ok(60));
        let deep = format!("a: {}", "[".repeat(200_000));
        assert!(parse(deep.as_bytes()).is_err());
    }

    /// A megabyte that stands for gigabytes.
    #[test]
    fn many_copies() {
        let all = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().concat();
        let people = |count: usize| all(count, &|number| format!("  - :name: n{number}\n"));
        let export = |people: &str, copies: usize| {
            let copies = all(copies, &|number| format!("submission_{number}:\n  :submitters: *all\n"));
            parse(format!("submission:\n  :submitters: &all\n{people}{copies}").as_bytes())
        };
        assert_eq!(export(&people(20_000), 20_000), Err(MetadataError::Aliases));
        assert_eq!(export(&people(3), 1000).map(|list| list.len()), Ok(1001));
        let long = format!("  - :name: &long {}\n", "x".repeat(1 << 20)) + &"  - :name: *long\n".repeat(100);
        assert_eq!(export(&long, 0), Err(MetadataError::Aliases));
    }

    /// A file cut or changed anywhere gives a result.
    #[test]
    fn never_panics() {
        let text =
            "submission_1:\n  :submitters:\n  - :name: &a A\n    :sid: *a\n  :x: |\n    y\n  ? [1]\n  : {a: b}\n";
        assert!(parse(text.as_bytes()).is_ok());
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..20_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..bytes.len());
                bytes[at] = b":-[]{}&*!|>'\"#%@?, \n\tab"[random.usize(..23)];
            }
            bytes.truncate(random.usize(1..=bytes.len()));
            let _ = parse(&bytes);
        }
    }
}
