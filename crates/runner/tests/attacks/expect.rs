//! The header of a fixture, as `README.md` describes it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use runner::Outcome;
use runner::outcome::{Crash, TimeoutKind};
use runner::worker::LoadError;
use sandbox::{Layers, SandboxLevel};

#[derive(Debug)]
pub struct Fixture {
    pub path: PathBuf,
    pub name: String,
    expect: Expectation,
    reduced: Option<Expectation>,
    namespaces: Option<Expectation>,
    pub succeeds_without_sandbox: bool,
    /// Must be among what it prints.
    pub prints: Option<String>,
    /// `None` if that depends on chance.
    pub unstable: Option<bool>,
    /// The processor time of a test.
    pub time: Duration,
}

impl Fixture {
    pub fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("a fixture");
        let text = String::from_utf8_lossy(&bytes);
        let comment = |line| ["# ", "// "].iter().find_map(|mark| str::strip_prefix(line, mark));
        let header: Vec<&str> = text.lines().map_while(comment).collect();
        let of = |key: &str| header.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        let has = |key: &str| header.contains(&key);
        Self {
            path: path.to_owned(),
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            expect: Expectation::read(of("expect").unwrap_or_else(|| panic!("{}: no `expect: `", path.display()))),
            reduced: of("expect-reduced").map(Expectation::read),
            namespaces: of("expect-namespaces").map(Expectation::read),
            succeeds_without_sandbox: has("succeeds-without-sandbox"),
            prints: of("prints").map(ToOwned::to_owned),
            unstable: if has("unstable: maybe") { None } else { Some(has("unstable")) },
            time: match of("seconds") {
                Some(seconds) => Duration::from_secs(seconds.parse().expect("a number of seconds")),
                // Short only if it is going to be used up: a busy disk must not make another attack time out.
                None if header.iter().any(|line| line.contains("timed_out")) => Duration::from_millis(200),
                None => Duration::from_secs(1),
            },
        }
    }

    /// Whether it makes a difference in which sandbox it runs.
    pub fn is_about_the_system(&self) -> bool {
        self.succeeds_without_sandbox || self.reduced.is_some() || self.namespaces.is_some()
    }

    pub fn expect(&self, layers: Layers) -> &Expectation {
        let special = match layers {
            Layers { level: SandboxLevel::Reduced, .. } => &self.reduced,
            Layers { namespaces: Some(_), .. } => &self.namespaces,
            _ => &None,
        };
        special.as_ref().unwrap_or(&self.expect)
    }
}

/// The possible outcomes of each test, in the order in which they run. The last one also applies to all further tests.
#[derive(Debug)]
pub struct Expectation(Vec<Vec<String>>);

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests: Vec<String> = self.0.iter().map(|choices| choices.join(" | ")).collect();
        f.write_str(&tests.join(", "))
    }
}

impl Expectation {
    pub fn read(text: &str) -> Self {
        let choices = |test: &str| test.split('|').map(|choice| choice.trim().to_owned()).collect();
        Self(text.split(',').map(choices).collect())
    }

    /// Whether it was expected to fail like this.
    pub fn could_not_run(&self, why: &LoadError) -> bool {
        match why {
            LoadError::NotStarted(_) => false,
            LoadError::Failed(failed) => {
                let word = format!("could_not_run {}", failed.why);
                self.0.iter().flatten().any(|choice| matches(choice, &word, false))
            }
        }
    }

    /// Whether these outcomes, each with the expected answer, are the expected ones.
    pub fn outcomes(&self, outcomes: &[(&Outcome, bool)]) -> bool {
        outcomes.iter().enumerate().all(|(index, (outcome, right))| {
            let choices = self.0.get(index).or(self.0.last());
            let word = in_words(outcome);
            choices
                .is_some_and(|choices| choices.iter().any(|choice| matches(choice, &word, is_right(outcome, *right))))
        })
    }
}

/// Whether the answer is the expected one.
pub fn is_right(outcome: &Outcome, expect: bool) -> bool {
    *outcome == if expect { Outcome::Accepted } else { Outcome::Rejected }
}

/// `raised` matches every `raised …`.
fn matches(choice: &str, word: &str, right: bool) -> bool {
    choice == word
        || (choice == "right" && right)
        || word.strip_prefix(choice).is_some_and(|rest| rest.starts_with(' '))
}

fn in_words(outcome: &Outcome) -> String {
    let detail = match outcome {
        Outcome::Raised(raised) => raised.class.clone(),
        Outcome::TimedOut(TimeoutKind::Computing) => "computing".to_owned(),
        Outcome::TimedOut(TimeoutKind::Waiting) => "waiting".to_owned(),
        Outcome::Crashed(Crash::Signal(number)) => format!("signal {number}"),
        Outcome::Crashed(Crash::Exit(code)) => format!("exit {code}"),
        Outcome::Crashed(Crash::Breach(_)) => "breach".to_owned(),
        Outcome::Crashed(Crash::Disk) => "disk".to_owned(),
        Outcome::Crashed(Crash::Processes) => "threads".to_owned(),
        Outcome::NotABoolean(ty) => ty.clone(),
        _ => return outcome.word().to_owned(),
    };
    format!("{} {detail}", outcome.word())
}
