//! `submission_metadata.yml` of a Gradescope export: who handed in which submission.
//!
//! The file is read as a stream of events, so that what a submission's results hold, however much it is, is passed over.
//! Keys are Ruby's symbols: `:name` and `name` are the same here.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};

/// The longest file that is read.
pub const LONGEST: u64 = 64 << 20;

/// One of those who handed a submission in, as far as the export knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitter {
    pub name: Option<String>,
    /// The student's id, as it is written there.
    pub sid: Option<String>,
    pub email: Option<String>,
}

/// The submissions of the file in its order, by the names of their folders. An error says what is wrong and where.
pub fn parse(bytes: &[u8]) -> Result<Vec<(String, Vec<Submitter>)>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8".to_string())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { parser: Parser::new_from_str(text), scalars: HashMap::new(), lists: HashMap::new() };
    loop {
        match reader.next()? {
            Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
            Event::MappingStart(..) => return reader.submissions(),
            _ => return Err("no list of submissions by their names".into()),
        }
    }
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// What aliases stand for.
    scalars: HashMap<usize, Option<String>>,
    lists: HashMap<usize, Vec<Submitter>>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Event<'a>, String> {
        match self.parser.next() {
            Some(Ok((event, _))) => Ok(event),
            Some(Err(error)) => Err(format!(
                "not YAML: line {}, column {}: {}",
                error.marker().line(),
                error.marker().col() + 1,
                error.info()
            )),
            None => Err("not YAML: it ends too early".into()),
        }
    }

    fn submissions(&mut self) -> Result<Vec<(String, Vec<Submitter>)>, String> {
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

    fn submission(&mut self) -> Result<Vec<Submitter>, String> {
        let mut submitters = Vec::new();
        self.mapping(|reader, key, value| {
            match (key.as_deref().map(symbol), value) {
                (Some("submitters"), Event::SequenceStart(anchor, _)) => submitters = reader.submitters(anchor)?,
                (Some("submitters"), Event::Alias(anchor)) => {
                    submitters = reader.lists.get(&anchor).cloned().unwrap_or_default();
                }
                (_, other) => reader.skip(other)?,
            }
            Ok(())
        })?;
        Ok(submitters)
    }

    fn submitters(&mut self, anchor: usize) -> Result<Vec<Submitter>, String> {
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

    fn submitter(&mut self) -> Result<Submitter, String> {
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

    /// Goes through a mapping that has begun. `each` takes a key, if it is a text, and what its value begins with.
    fn mapping(
        &mut self,
        mut each: impl FnMut(&mut Self, Option<String>, Event<'a>) -> Result<(), String>,
    ) -> Result<(), String> {
        loop {
            let key = match self.next()? {
                Event::MappingEnd => return Ok(()),
                other => self.scalar(other)?,
            };
            let value = self.next()?;
            each(self, key, value)?;
        }
    }

    /// The text of a value, if it is one. Passes over what is none.
    fn scalar(&mut self, event: Event<'a>) -> Result<Option<String>, String> {
        if let Event::Alias(anchor) = event {
            return Ok(self.scalars.get(&anchor).cloned().flatten());
        }
        let text = text(&event);
        self.skip(event)?;
        Ok(text)
    }

    /// Passes over the rest of the value that begins with this event.
    fn skip(&mut self, mut event: Event<'a>) -> Result<(), String> {
        let mut depth = 0usize;
        loop {
            match &event {
                Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
                Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
                Event::Scalar(_, _, anchor, _) if *anchor > 0 => {
                    self.scalars.insert(*anchor, text(&event));
                }
                Event::StreamEnd | Event::DocumentEnd => return Err("not YAML: it ends too early".into()),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
            event = self.next()?;
        }
    }
}

/// What a scalar says. None for nothing, and for bytes in a code that we do not read.
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
    fn what_is_no_export() {
        for (text, why) in [
            (&b"a: [1, 2"[..], "not YAML: line"),
            (b"- a\n- b\n", "no list of submissions"),
            (b"", "no list of submissions"),
            (b"a: \xff", "not UTF-8"),
            (b"a:\n  :submitters: *nobody\n", "not YAML: line 2"),
            (b"a: b: c\n", "not YAML: line 1"),
        ] {
            let error = parse(text).expect_err("an error");
            assert!(error.starts_with(why), "{error}");
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
