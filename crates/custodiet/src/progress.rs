//! What a command is doing right now: one line on a terminal, rewritten as the work goes on and removed at the end. In a
//! pipe, such as a log, one line every ten seconds.

use std::fmt::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use circuit::Deadline;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

use crate::style;

/// How often a log gets a line.
pub const PAUSE: Duration = Duration::from_secs(10);
/// Time after which a terminal also shows how long it has taken.
const SOON: Duration = Duration::from_secs(3);

/// A line of text, shared by all who know what is going on.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    text: Arc<Mutex<String>>,
    _log: Option<Arc<Log>>,
}

/// Ends the thread that writes to a log when it is dropped.
#[derive(Debug)]
struct Log {
    _end: Sender<()>,
}

impl Progress {
    /// Draws nothing before the first [`Self::say`].
    pub fn new() -> Self {
        Self::until(Deadline::NONE)
    }

    /// The same for work that ends at a certain time.
    pub fn until(deadline: Deadline) -> Self {
        let clock = move |state: &ProgressState, text: &mut dyn Write| {
            if state.elapsed() >= SOON {
                let _ = text.write_str(&style::faint(&clock(state.elapsed(), deadline)));
            }
        };
        let style = template("{wide_msg} {clock}").with_key("clock", clock);
        let bar = hidden_when_done(None).with_style(style);
        let text: Arc<Mutex<String>> = Arc::default();
        let log = bar.is_hidden().then(|| Arc::new(log(Arc::clone(&text), deadline)));
        Self { bar, text, _log: log }
    }

    /// Replaces the text.
    pub fn say(&self, text: &str) {
        self.bar.set_message(style::faint(text));
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(Duration::from_millis(500));
        }
        text.trim_end_matches(" …").clone_into(&mut self.text.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends the line, although others may still hold it.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
        self.text.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Writes what is said to standard error, now and then.
fn log(text: Arc<Mutex<String>>, deadline: Deadline) -> Log {
    let started = Instant::now();
    let (end, waiting) = channel::<()>();
    let spawned = std::thread::Builder::new().spawn(move || {
        while waiting.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            let text = text.lock().unwrap_or_else(PoisonError::into_inner);
            if !text.is_empty() {
                remark!("{text}; {}", clock(started.elapsed(), deadline));
            }
        }
    });
    // Without a thread, nothing is said in between.
    drop(spawned);
    Log { _end: end }
}

/// `12 s so far`, or `12 s so far, at most 48 s left`
fn clock(elapsed: Duration, deadline: Deadline) -> String {
    let so_far = match elapsed.as_secs() {
        seconds @ 0..120 => format!("{seconds} s so far"),
        seconds => format!("{} min so far", seconds / 60),
    };
    match deadline.left() {
        Some(left) => format!("{so_far}, at most {}", time_left(left)),
        None => so_far,
    }
}

/// A bar or line on standard error that disappears when it is dropped. Nothing is drawn in a pipe, nor on a terminal
/// that cannot erase what was drawn.
pub fn hidden_when_done(length: Option<u64>) -> ProgressBar {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    let target = if dumb { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    ProgressBar::with_draw_target(length, target).with_finish(ProgressFinish::AndClear)
}

pub fn template(text: &str) -> ProgressStyle {
    ProgressStyle::with_template(text).expect("the templates of this program are valid")
}

/// `4 s left`, rounded up
pub fn time_left(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..60 => format!("{} s left", seconds.max(1)),
        seconds @ 60..7_200 => format!("{} min left", seconds.div_ceil(60)),
        seconds @ 7_200..86_400 => format!("{} h left", seconds.div_ceil(3_600)),
        _ => "more than a day left".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_spoken() {
        assert_eq!(time_left(Duration::ZERO), "1 s left");
        assert_eq!(time_left(Duration::from_secs(61)), "2 min left");
        assert_eq!(time_left(Duration::from_secs(10_000)), "3 h left");
        assert_eq!(time_left(Duration::MAX), "more than a day left");
        assert_eq!(clock(Duration::from_secs(12), Deadline::NONE), "12 s so far");
        let limited = clock(Duration::from_secs(12), Deadline::after(Duration::from_secs(48)));
        assert!(["12 s so far, at most 48 s left", "12 s so far, at most 47 s left"].contains(&&*limited), "{limited}");
    }
}
