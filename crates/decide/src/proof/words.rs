//! The clauses of a proof in words: the comments in front of them, and implications as sentences.
//!
//! The checker compares comments too, so their text is part of the format: changing it invalidates existing folders.
//!
//! Invariant: a line is shorter than [`WIDTH`] characters as far as words allow, and always shorter than the 1024 bytes
//! that some checkers read; none begins with `--`, which some solvers take for an option. Guarded by the tests below.

use circuit::Lit;
use compile::Block;
use compile::layout::{Layout, Place};
use compile::symmetry::WHY;
use lang::problem::Problem;
use lang::scope::PairTypes;
use pairs::notation::value_json;
use pairs::{Bucket, Concrete, Implication, SubpropertySet};

use super::formula::{Formulas, Section, SectionContent, Selector};
use super::manifest::{proof_name, scope_override};

const WIDTH: usize = 110;
/// Longer words are cut.
const LONGEST: usize = 200;

/// An implication as a sentence.
pub(super) fn implication(problem: &Problem, implication: Implication) -> String {
    let (hold, then) = (names(problem, implication.hold), names(problem, implication.then));
    match (&*hold, &*then) {
        ([], []) => "no pair at all".to_owned(),
        ([], then) => format!("always {} holds", listed(then, "or")),
        ([only], []) => format!("{only} never holds"),
        (hold, []) => format!("{} never hold together", listed(hold, "and")),
        ([only], then) => format!("if {only} holds, then {} holds", listed(then, "or")),
        (hold, then) => format!("if {} hold, then {} holds", listed(hold, "and"), listed(then, "or")),
    }
}

/// A bucket by what fails in it.
pub(super) fn bucket(problem: &Problem, bucket: Bucket) -> String {
    let failing = names(problem, bucket.failing());
    match &*failing {
        [] => "the bucket in which nothing fails".to_owned(),
        [only] => format!("the bucket in which only {only} fails"),
        failing => format!("the bucket in which {} fail, and no others", listed(failing, "and")),
    }
}

fn names(problem: &Problem, positions: SubpropertySet) -> Vec<String> {
    positions
        .iter()
        .filter_map(|position| problem.subproperties.get(position))
        .map(|property| format!("`{}`", property.name))
        .collect()
}

fn listed(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// All lines in front of the clauses.
pub(super) fn comments(
    formulas: &Formulas<'_>,
    number: usize,
    violated: Implication,
    inputs: &[(i32, String)],
    selectors: &[Selector],
    sections: &[Section],
) -> Vec<String> {
    let problem = formulas.problem;
    let mut lines = Vec::new();
    let mut say = |head: &str, text: &str| wrapped(head, text, &mut lines);
    say("", &format!("custodiet {}, proof {number} of {}", formulas.release, formulas.count));
    say("problem: ", &problem.name);
    say("scope: ", &formulas.scope.describe(PairTypes::of(problem)));
    say("scope as an option: ", &scope_override(formulas.scope));
    say("implication: ", &implication(problem, violated));
    say("", "");
    let proof = proof_name(number);
    say("", &format!("No assignment satisfies all these clauses; `{proof}` proves it. Together they say:"));
    say("", &format!("a pair of the scope is in a bucket, and {}.", assumed(problem, violated)));
    say("", "");
    say("", "Variables");
    for (var, says) in inputs {
        say(&format!("{var}: "), says);
    }
    for selector in selectors {
        let (truth, name) =
            (if selector.lit > 0 { "true" } else { "false" }, &problem.subproperties[selector.position].name);
        let verb = if selector.holds { "holds" } else { "fails" };
        say(&format!("{}: ", selector.lit.unsigned_abs()), &format!("{truth} only if `{name}` {verb}"));
    }
    say("", "All others are gates of the circuit, defined where they are first used.");
    say("", "");
    say("", "Clauses");
    for section in sections {
        let (first, last) = (section.clauses.start + 1, section.clauses.end);
        let range = if first == last { format!("{first}: ") } else { format!("{first} to {last}: ") };
        say(&range, &section_text(problem, section.content, violated));
    }
    if !formulas.symmetry {
        say("", "Symmetry is not used: all renamings of a pair are looked at.");
    }
    lines
}

fn assumed(problem: &Problem, violated: Implication) -> String {
    let verb = |names: &[String], one: &str, more: &str| match names {
        [] => None,
        [only] => Some(format!("{only} {one}")),
        names => Some(format!("{} {more}", listed(names, "and"))),
    };
    let (hold, then) = (names(problem, violated.hold), names(problem, violated.then));
    let parts: Vec<String> = verb(&hold, "holds", "hold").into_iter().chain(verb(&then, "fails", "fail")).collect();
    if parts.is_empty() { "nothing more".to_owned() } else { parts.join(", ") }
}

fn section_text(problem: &Problem, content: SectionContent, violated: Implication) -> String {
    match content {
        SectionContent::Block(Block::Shape) => "well-formedness: the variables of the pair describe one".to_owned(),
        SectionContent::Block(Block::Bound) => "bounds: sizes stay within the scope".to_owned(),
        SectionContent::Block(Block::Derived) => {
            "derived: equality of the elements of lists is transitive, which follows from well-formedness".to_owned()
        }
        SectionContent::Precondition(position) => {
            format!("the precondition `{}` holds", problem.preconditions[position].name)
        }
        SectionContent::Quiet(position) => format!("`{}` does not raise", problem.subproperties[position].name),
        SectionContent::Selector(position) => format!("what `{}` says", problem.subproperties[position].name),
        SectionContent::Block(Block::Symmetry) => {
            let what = "symmetry: of pairs that differ only by renaming atoms, few remain. Why no bucket is lost:";
            format!("{what} {WHY} No other block uses what this one defines.")
        }
        SectionContent::Violation => format!("unit clauses, the implication is broken: {}", assumed(problem, violated)),
    }
}

/// The inputs that have a variable, in the order of the variables, with their meanings.
pub(super) fn inputs(problem: &Problem, layout: &Layout, var: &dyn Fn(Lit) -> Option<i32>) -> Vec<(i32, String)> {
    let mut walk = InputNames { problem, var, found: Vec::new() };
    for param in &layout.params {
        walk.place(&param.place, &param.name, Lit::TRUE);
    }
    walk.found.sort_by_key(|(var, _)| *var);
    walk.found
}

struct InputNames<'a> {
    problem: &'a Problem,
    var: &'a dyn Fn(Lit) -> Option<i32>,
    found: Vec<(i32, String)>,
}

impl InputNames<'_> {
    fn add(&mut self, lit: Lit, says: String) {
        self.found.extend((self.var)(lit).map(|var| (var, says)));
    }

    fn value(&self, value: &Concrete) -> String {
        value_json(self.problem, value).to_string()
    }

    /// Adds a place, which is present if the guard is true.
    fn place(&mut self, place: &Place, path: &str, guard: Lit) {
        match place {
            Place::Listed(values) => {
                // The only value of a place has no variable: it is present whenever the place is.
                for (lit, value) in values.iter().filter(|(lit, _)| *lit != guard) {
                    self.add(*lit, format!("`{path}` is {}", self.value(value)));
                }
            }
            Place::Bits { low, lits, .. } => {
                for (bit, lit) in lits.iter().enumerate() {
                    self.add(*lit, format!("bit {bit} of `{path}` minus {low}"));
                }
            }
            Place::Optional { some, none, inner } => {
                self.add(*some, format!("`{path}` is not null"));
                self.add(*none, format!("`{path}` is null"));
                self.place(inner, path, *some);
            }
            Place::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.place(part, &format!("{path}[{index}]"), guard);
                }
            }
            Place::Record(class, parts) => {
                let problem = self.problem;
                let fields = problem.records.get(usize::from(class.0)).map_or(&[][..], |record| &record.fields);
                for (field, part) in fields.iter().zip(parts) {
                    self.place(part, &format!("{path}.{}", field.name), guard);
                }
            }
            Place::List(cells) => {
                for (index, (there, cell)) in cells.iter().enumerate() {
                    let path = format!("{path}[{index}]");
                    self.add(*there, format!("`{path}` is there"));
                    self.place(cell, &path, *there);
                }
            }
            Place::Unordered(elements, _) | Place::Set { elements, .. } => {
                for (lit, value) in elements {
                    self.add(*lit, format!("`{path}` holds {}", self.value(value)));
                }
            }
            Place::Dict(entries) => {
                for (index, (there, key, value)) in entries.iter().enumerate() {
                    let path = format!("{path}[{index}]");
                    self.add(*there, format!("`{path}` is there"));
                    self.place(key, &format!("{path}[0]"), *there);
                    self.place(value, &format!("{path}[1]"), *there);
                }
            }
        }
    }
}

/// Breaks a text into lines; all but the first are indented. Existing folders depend on every break, so this is not
/// `textwrap`, which measures columns instead of characters.
fn wrapped(head: &str, text: &str, lines: &mut Vec<String>) {
    let mut line = head.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        let word = cut(word);
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, "    ".to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word);
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
}

fn cut(word: &str) -> String {
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short() {
        let mut lines = Vec::new();
        wrapped("1: ", &"word ".repeat(60), &mut lines);
        wrapped("2: ", &"ü".repeat(5000), &mut lines);
        wrapped("", "", &mut lines);
        assert!(lines.iter().all(|line| line.len() < 1000), "{lines:?}");
        assert_eq!((lines.len(), &lines[1][..8], &*lines[4]), (5, "    word", ""));
    }
}
