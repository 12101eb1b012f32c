//! Colors, and the width of the terminal. There are no colors in a pipe, nor with `NO_COLOR`.

use clap::ValueEnum;
use console::{Style, Term};

/// The width in a file or pipe.
const DEFAULT_WIDTH: usize = 100;
/// Narrower than this, nothing fits; wider lines are hard to read.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=140;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// Sets it for the whole program.
pub fn set(color: Color) {
    match color {
        Color::Auto => console::set_colors_enabled(console::colors_enabled() && !no_color()),
        Color::Always => console::set_colors_enabled(true),
        Color::Never => console::set_colors_enabled(false),
    }
}

/// See <https://no-color.org>.
fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

pub fn colors() -> bool {
    console::colors_enabled()
}

/// How many columns there are.
pub fn width() -> usize {
    let terminal = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(columns).unwrap_or(DEFAULT_WIDTH).clamp(*WIDTHS.start(), *WIDTHS.end())
}

pub fn strong(text: &str) -> String {
    Style::new().bold().apply_to(text).to_string()
}

pub fn faint(text: &str) -> String {
    Style::new().dim().apply_to(text).to_string()
}

pub fn good(text: &str) -> String {
    Style::new().green().apply_to(text).to_string()
}

pub fn bad(text: &str) -> String {
    Style::new().red().bold().apply_to(text).to_string()
}

pub fn doubtful(text: &str) -> String {
    Style::new().yellow().apply_to(text).to_string()
}
