//! What a command is doing right now: one line on a terminal, rewritten as the work goes on and removed at the end.
//! In a pipe there is none.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use crate::style;

/// A line of text.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Draws nothing before the first [`Self::say`].
    pub fn new() -> Self {
        Self(hidden_when_done(None).with_style(template("{wide_msg}")))
    }

    /// Replaces the text.
    pub fn say(&self, text: &str) {
        self.0.set_message(style::faint(text));
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

/// `4 s left`
pub fn time_left(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..60 => format!("{} s left", seconds.max(1)),
        seconds => format!("{} min left", seconds.div_ceil(60)),
    }
}
