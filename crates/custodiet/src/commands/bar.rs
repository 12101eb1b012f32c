//! How far a run has come: a bar on a terminal; elsewhere, if wanted, a line from time to time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressState};

use crate::progress::{PAUSE, hidden_when_done, template, time_left};
use crate::words::count;

/// Columns of everything besides the bar, the label and the two numbers.
const REST: usize = 30;

#[derive(Debug)]
pub struct Bar {
    progress: ProgressBar,
    /// The verb and the noun of a line in a log: `graded 3 of 8 submissions`.
    log: Option<[&'static str; 2]>,
    logged: Instant,
}

impl Bar {
    /// Draws nothing before [`Self::start`].
    pub fn new(doing: &'static str, log: Option<[&'static str; 2]>, all: usize, jobs: usize) -> Self {
        let digits = all.to_string().len();
        let columns = usize::from(Term::stderr().size().1);
        let width = columns.saturating_sub(doing.len() + 2 * digits + REST).clamp(5, 30);
        let shown = format!("{doing} {{bar:{width}}}  {{pos}}/{{len}}   {}{{left}}", count(jobs, "job"));
        let style =
            template(&shown).progress_chars("█░").with_key("left", |state: &ProgressState, text: &mut dyn Write| {
                let _ = text.write_str(&left("   ", state.eta()));
            });
        let progress = hidden_when_done(Some(all as u64)).with_style(style);
        Self { progress, log, logged: Instant::now() }
    }

    /// Starts the clock. `known` steps were done in an earlier run.
    pub fn start(&mut self, known: usize) {
        self.progress.set_position(known as u64);
        self.progress.reset_eta();
        self.progress.tick();
    }

    pub fn step(&mut self) {
        self.progress.inc(1);
        if let Some([done, what]) = self.log.filter(|_| self.progress.is_hidden() && self.logged.elapsed() >= PAUSE) {
            self.logged = Instant::now();
            let (position, all) = (self.progress.position(), self.progress.length().unwrap_or_default());
            remark!("{done} {position} of {all} {what}{}", left(", ", self.progress.eta()));
        }
    }
}

/// `   4 s left`, once it can be estimated.
fn left(lead: &str, left: Duration) -> String {
    if left.is_zero() { String::new() } else { format!("{lead}{}", time_left(left)) }
}
