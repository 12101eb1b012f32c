//! The clauses of a proof in words: the comments in front of them, and implications as sentences.
//!
//! The checker compares comments too, so their text is part of the format: changing it invalidates existing folders.
//!
//! Invariant: a line is shorter than [`WIDTH`] characters as far as words allow, and always shorter than the 1024 bytes
//! that some checkers read; none begins with `--`, which some solvers take for an option. Guarded by the tests below.

use circuit::Lit;
use compile::layout::{Layout, Place};
use compile::symmetry::WHY;
use compile::{Block, Exchange, OtherOrder};
use lang::problem::Problem;
use lang::scope::PairTypes;
use pairs::notation::value_json;
use pairs::{Bucket, Concrete, Implication, SubpropertySet};

use super::formula::{FolderFacts, Formulas, OrderFormulas, Section, SectionContent, Selector};
use super::manifest::{order_proof_name, proof_name, scope_override};
use crate::order_questions::OrderQuestion;

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

/// All lines in front of the clauses of an implication.
pub(super) fn comments(
    formulas: &Formulas<'_>,
    number: usize,
    violated: Implication,
    inputs: &[(i32, String)],
    selectors: &[Selector],
    sections: &[Section],
) -> Vec<String> {
    let problem = formulas.facts.problem;
    let title = format!("proof {number} of {}", formulas.count);
    let states = format!("a pair of the scope is in a bucket, and {}.", assumed(problem, violated));
    let claim =
        Claim { title, what: ("implication: ", implication(problem, violated)), proof: proof_name(number), states };
    let selectors = selectors.iter().map(|selector| {
        let (truth, name) =
            (if selector.lit > 0 { "true" } else { "false" }, &problem.subproperties[selector.position].name);
        let verb = if selector.holds { "holds" } else { "fails" };
        let var = i32::try_from(selector.lit.unsigned_abs()).unwrap_or(i32::MAX);
        (var, format!("{truth} only if `{name}` {verb}"))
    });
    let variables: Vec<(i32, String)> = inputs.iter().cloned().chain(selectors).collect();
    let text = |content: SectionContent| match content {
        SectionContent::Violation => format!("unit clauses, the implication is broken: {}", assumed(problem, violated)),
        content => section_text(problem, content),
    };
    all_comments(formulas.facts, &claim, &variables, sections, &text)
}

/// All lines in front of the clauses of a question about orders.
pub(super) fn order_comments(
    formulas: &OrderFormulas<'_>,
    number: usize,
    question: &OrderQuestion,
    inputs: &[(i32, String)],
    sections: &[Section],
) -> Vec<String> {
    let problem = formulas.facts.problem;
    let function = &problem.module.function(question.function.function).name.name;
    let other = other_order(&formulas.questions.layout, question.other);
    let claim = Claim {
        title: format!("order proof {number} of {}", formulas.count),
        what: ("order: ", format!("`{function}` gives the same answer {other}")),
        proof: order_proof_name(number),
        states: format!(
            "a pair of the scope, with an order of its lists, on which `{function}` gives another answer {other}."
        ),
    };
    let text = |content: SectionContent| match content {
        SectionContent::Block(Block::Shape) => {
            "well-formedness: the variables describe a pair, the order of its lists, and orders of sets".to_owned()
        }
        SectionContent::Difference => format!("the two answers of `{function}` differ"),
        content => section_text(problem, content),
    };
    all_comments(formulas.facts, &claim, inputs, sections, &text)
}

/// In words, after "gives the same answer".
pub(super) fn other_order(layout: &Layout, other: OtherOrder) -> String {
    match other {
        OtherOrder::Exchanged(Exchange { list, position }) => {
            let path = layout.params.iter().find_map(|param| list_path(&param.place, list, &param.name));
            let path = path.unwrap_or_default();
            format!("if `{path}[{position}]` and `{path}[{}]` are exchanged", position + 1)
        }
        OtherOrder::Sets => "if sets are iterated over in another order".to_owned(),
    }
}

/// Where the list is whose first cell has this literal.
fn list_path(place: &Place, list: Lit, path: &str) -> Option<String> {
    let indexed = |index: usize| format!("{path}[{index}]");
    match place {
        Place::Listed(_)
        | Place::Bits { .. }
        | Place::Text(_)
        | Place::Unordered(..)
        | Place::Set { .. }
        | Place::Node(_) => None,
        Place::Union(alternatives) => alternatives.iter().find_map(|(_, place)| list_path(place, list, path)),
        Place::Nodes { pool, inner, .. } => list_path(inner, list, path).or_else(|| {
            pool.iter().enumerate().find_map(|(number, node)| {
                let mut fields = node.classes.iter().flat_map(|class| &class.fields).enumerate();
                fields.find_map(|(index, field)| list_path(field, list, &format!("node {number} of {path}[{index}]")))
            })
        }),
        Place::Optional { inner, .. } => list_path(inner, list, path),
        Place::Tuple(parts) | Place::Record(_, parts) => {
            parts.iter().enumerate().find_map(|(index, part)| list_path(part, list, &indexed(index)))
        }
        Place::List(cells) if cells.first().is_some_and(|(first, _)| *first == list) => Some(path.to_owned()),
        Place::List(cells) => {
            cells.iter().enumerate().find_map(|(index, (_, cell))| list_path(cell, list, &indexed(index)))
        }
        Place::Dict(entries) => entries.iter().enumerate().find_map(|(index, (_, key, value))| {
            let path = indexed(index);
            list_path(key, list, &format!("{path}[0]")).or_else(|| list_path(value, list, &format!("{path}[1]")))
        }),
    }
}

/// What one file of clauses is for.
struct Claim {
    title: String,
    /// What is proven, with the words in front of it.
    what: (&'static str, String),
    /// The file with the proof.
    proof: String,
    /// What the clauses state together.
    states: String,
}

fn all_comments(
    facts: FolderFacts<'_>,
    claim: &Claim,
    variables: &[(i32, String)],
    sections: &[Section],
    section_text: &dyn Fn(SectionContent) -> String,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |head: &str, text: &str| wrapped(head, text, &mut lines);
    say("", &format!("custodiet {}, {}", facts.release, claim.title));
    say("problem: ", &facts.problem.name);
    say("scope: ", &facts.scope.describe(PairTypes::of(facts.problem)));
    say("scope as an option: ", &scope_override(facts.scope));
    say(claim.what.0, &claim.what.1);
    say("", "");
    say("", &format!("No assignment satisfies all these clauses; `{}` proves it. Together they say:", claim.proof));
    say("", &claim.states);
    say("", "");
    say("", "Variables");
    for (var, says) in variables {
        say(&format!("{var}: "), says);
    }
    say("", "All others are gates of the circuit, defined where they are first used.");
    say("", "");
    say("", "Clauses");
    for section in sections {
        let (first, last) = (section.clauses.start + 1, section.clauses.end);
        let range = if first == last { format!("{first}: ") } else { format!("{first} to {last}: ") };
        say(&range, &section_text(section.content));
    }
    if !facts.symmetry {
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

fn section_text(problem: &Problem, content: SectionContent) -> String {
    match content {
        SectionContent::Block(Block::Shape) => "well-formedness: the variables of the pair describe one".to_owned(),
        SectionContent::Block(Block::Bound) => "bounds: sizes stay within the scope".to_owned(),
        SectionContent::Block(Block::Derived) => {
            "derived: equality of the elements of lists is transitive, and a list within another one is not longer; both follow \
             from well-formedness"
                .to_owned()
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
        SectionContent::Violation => "the implication is broken".to_owned(),
        SectionContent::Difference => "the answers in two orders differ".to_owned(),
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

    fn class(&self, record: lang::problem::RecordId) -> &str {
        self.problem.records.get(usize::from(record.0)).map_or("record", |record| &record.name)
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
            Place::Union(alternatives) => {
                for (lit, place) in alternatives {
                    if let Place::Record(class, _) = place {
                        self.add(*lit, format!("`{path}` is a `{}`", self.class(*class)));
                    }
                    self.place(place, path, *lit);
                }
            }
            Place::Nodes { pool, inner, .. } => {
                self.place(inner, path, guard);
                for (number, node) in pool.iter().enumerate() {
                    let path = format!("node {number} of {path}");
                    self.add(node.used, format!("`{path}` is there"));
                    for class in &node.classes {
                        if class.when != node.used {
                            self.add(class.when, format!("`{path}` is a `{}`", self.class(class.record)));
                        }
                        let problem = self.problem;
                        let fields = problem.records.get(usize::from(class.record.0)).map_or(&[][..], |it| &it.fields);
                        for (field, place) in fields.iter().zip(&class.fields) {
                            self.place(place, &format!("{path}.{}", field.name), class.when);
                        }
                    }
                }
            }
            Place::Node(choices) => {
                for (lit, number) in choices {
                    self.add(*lit, format!("`{path}` is node {number}"));
                }
            }
            Place::List(cells) | Place::Text(cells) => {
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
pub(super) fn wrapped(head: &str, text: &str, lines: &mut Vec<String>) {
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
