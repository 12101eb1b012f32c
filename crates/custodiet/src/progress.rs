//! One line that says what is being done, rewritten as it goes on. Nothing is left of it, and in a pipe there is none.

use console::Term;

#[derive(Debug)]
pub struct Progress {
    /// `None` where nobody looks.
    term: Option<Term>,
}

impl Progress {
    pub fn new() -> Self {
        let term = Term::stderr();
        Self { term: term.features().is_attended().then_some(term) }
    }

    /// Replaces what was said before. A line that cannot be written is no fault.
    pub fn say(&self, what: &str) {
        let Some(term) = &self.term else { return };
        let width = usize::from(term.size().1).saturating_sub(1);
        let _ = term.clear_line();
        let _ = term.write_str(&crate::style::faint(&console::truncate_str(what, width, "…")));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(term) = &self.term {
            let _ = term.clear_line();
        }
    }
}
