//! How far a run is: a bar on a terminal; elsewhere a line now and then, if it is to have one.

use std::time::{Duration, Instant};

use console::Term;

use crate::progress::Progress;

/// How often a log gets a line.
const PAUSE: Duration = Duration::from_secs(10);
const WIDTH: usize = 30;

#[derive(Debug)]
pub struct Bar {
    progress: Progress,
    doing: &'static str,
    /// What a log says was done, and of what there are so many.
    log: Option<[&'static str; 2]>,
    all: usize,
    done: usize,
    /// Done before this run.
    known: usize,
    jobs: usize,
    started: Instant,
    said: Instant,
    terminal: bool,
}

impl Bar {
    pub fn new(doing: &'static str, log: Option<[&'static str; 2]>, all: usize, jobs: usize) -> Self {
        let now = Instant::now();
        let terminal = Term::stderr().features().is_attended();
        Self { progress: Progress::new(), doing, log, all, done: 0, known: 0, jobs, started: now, said: now, terminal }
    }

    pub fn start(&mut self, known: usize) {
        (self.known, self.done) = (known, known);
        self.started = Instant::now();
        self.say();
    }

    pub fn step(&mut self) {
        self.done += 1;
        self.say();
        if let Some([done, what]) = self.log.filter(|_| !self.terminal && self.said.elapsed() >= PAUSE) {
            self.said = Instant::now();
            eprintln!("{done} {} of {} {what}{}", self.done, self.all, self.left());
        }
    }

    fn say(&self) {
        let filled = (self.done * WIDTH).checked_div(self.all).unwrap_or(WIDTH);
        let bar = "█".repeat(filled) + &"░".repeat(WIDTH - filled);
        let jobs = if self.jobs == 1 { "1 job".to_owned() } else { format!("{} jobs", self.jobs) };
        let (doing, done, all) = (self.doing, self.done, self.all);
        self.progress.say(&format!("{doing} {bar}  {done}/{all}   {jobs}{}", self.left()));
    }

    /// `, 4 s left`, once it can be told.
    fn left(&self) -> String {
        let (now, rest) = (self.done - self.known, self.all - self.done);
        if now == 0 || rest == 0 {
            return String::new();
        }
        let counts = u32::try_from(rest).ok().zip(u32::try_from(now).ok());
        let seconds = counts.map_or(0, |(rest, now)| (self.started.elapsed() * rest / now).as_secs());
        if seconds < 60 {
            format!("   {} s left", seconds.max(1))
        } else {
            format!("   {} min left", seconds.div_ceil(60))
        }
    }
}
