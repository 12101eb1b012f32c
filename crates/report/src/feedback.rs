//! What a student reads: what works, and at most three next steps, the most important first.
//!
//! How much it tells is the instructor's choice ([`Reveal`]). Everything is phrased from the docstrings and hints of the
//! problem file; nobody is told that a predicate is right, only that no mistake was found.

use std::fmt::Write;

use analysis::attribute::Standing;
use analysis::statement::Verdict;
use maud::{Markup, html};
use suite::format::PositiveKind;

use crate::model::{Mistake, MistakeKind, Report, Statement, Submission};
use crate::page::document;
use crate::plain::line;
use crate::words::{clause, tests};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reveal {
    /// Whether something was found, and how many things.
    Nothing,
    /// What is not checked.
    Names,
    /// And the hints of the problem file.
    Hints,
    /// And the smallest pair that shows it.
    Pairs,
}

/// So many next steps are given.
const STEPS: usize = 3;

/// A page for one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    pub title: String,
    /// The answer, in a sentence.
    pub answer: String,
    pub steps: Vec<Step>,
    /// How many further things there are to do.
    pub more: usize,
    /// What works, in clauses.
    pub works: Vec<String>,
    /// About the run: tests that were not run, answers that differ.
    pub remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub what: String,
    pub hint: Option<String>,
    pub pair: Option<Pair>,
}

/// The smallest pair, and one beside it that is answered rightly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub call: String,
    pub said: String,
    pub place: Option<String>,
    pub twin: Option<String>,
}

impl Feedback {
    pub fn new(report: &Report, submission: &Submission, reveal: Reveal) -> Self {
        let title = format!("{}: {}", report.problem.name, line(&submission.name));
        let Some(statement) = &submission.statement else {
            let reason = submission.reason_for_student.as_deref().unwrap_or("for a reason that is not known");
            let answer = format!("Your predicate could not be run: {}", line(reason));
            let step = Step { what: "Make it run, and hand it in again.".to_owned(), hint: None, pair: None };
            let empty = Vec::new();
            return Self { title, answer, steps: vec![step], more: 0, works: empty.clone(), remarks: empty };
        };
        let mistakes = by_importance(report, statement);
        let answer = answer(statement, mistakes.len());
        let mut steps = Vec::new();
        if !statement.unstable.is_empty() {
            let what = "Give the same answer whenever the same pair is asked.".to_owned();
            let hint = "What is left over from one call to the next? Is anything drawn at random?".to_owned();
            steps.push(Step { what, hint: Some(hint).filter(|_| reveal >= Reveal::Hints), pair: None });
        }
        if reveal >= Reveal::Names {
            for mistake in mistakes.iter().take(STEPS - steps.len()) {
                let given: Vec<String> = steps.iter().filter_map(|step: &Step| step.hint.clone()).collect();
                steps.push(step(report, statement, mistake, reveal, &given));
            }
        }
        let works = if reveal >= Reveal::Names { works(report, statement) } else { Vec::new() };
        let told = steps.len() - usize::from(!statement.unstable.is_empty());
        let more = if reveal >= Reveal::Names { mistakes.len() - told } else { 0 };
        Self { title, answer, steps, more, works, remarks: remarks(report, statement) }
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", escaped(&self.title), escaped(&self.answer));
        for (number, step) in self.steps.iter().enumerate() {
            let _ = write!(text, "\n{}. {}\n", number + 1, escaped(&step.what));
            if let Some(hint) = &step.hint {
                let _ = write!(text, "\n   Hint: {}\n", escaped(hint));
            }
            if let Some(pair) = &step.pair {
                let mut code = |code: &str| {
                    let _ = write!(text, "\n       {code}\n");
                };
                code(&line(&pair.call));
                let _ = write!(text, "\n   {}\n", escaped(&pair.said));
                if let Some(place) = &pair.place {
                    let _ = write!(text, "\n   {}\n", escaped(place));
                }
                if let Some(twin) = &pair.twin {
                    let _ = write!(
                        text,
                        "\n   Compare with this one, which it answers as it should:\n\n       {}\n",
                        line(twin)
                    );
                }
            }
        }
        if let Some(more) = self.further() {
            let _ = write!(text, "\n{more}\n");
        }
        if !self.works.is_empty() {
            let _ = write!(text, "\nWhat works: {}.\n", escaped(&self.works.join("; ")));
        }
        for remark in &self.remarks {
            let _ = write!(text, "\n{}\n", escaped(remark));
        }
        text
    }

    fn further(&self) -> Option<String> {
        match self.more {
            0 => None,
            1 => Some("There is one more thing to do after that.".to_owned()),
            more => Some(format!("There are {more} more things to do after that.")),
        }
    }

    pub fn html(&self) -> String {
        let steps: Markup = html! {
            @for step in &self.steps {
                li {
                    p.what { (step.what) }
                    @if let Some(hint) = &step.hint { p.hint { strong { "Hint: " } (hint) } }
                    @if let Some(pair) = &step.pair {
                        pre { code { (line(&pair.call)) } }
                        p { (pair.said) }
                        @if let Some(place) = &pair.place { p.place { (place) } }
                        @if let Some(twin) = &pair.twin {
                            p { "Compare with this one, which it answers as it should:" }
                            pre { code { (line(twin)) } }
                        }
                    }
                }
            }
        };
        let content = html! {
            main {
                h1 { (self.title) }
                p.answer { (self.answer) }
                @if !self.steps.is_empty() { ol { (steps) } }
                @if let Some(more) = self.further() { p { (more) } }
                @if !self.works.is_empty() {
                    h2 { "What works" }
                    ul { @for one in &self.works { li { (one) } } }
                }
                @for remark in &self.remarks { p.remark { (remark) } }
            }
        };
        document(&self.title, "", &content)
    }
}

/// Failures of one kind, wherever they are raised, are one thing. What keeps it from answering comes first, then wrong answers on right pairs, then what is not checked.
fn by_importance<'a>(report: &Report, statement: &'a Statement) -> Vec<&'a Mistake> {
    let kind = |mistake: &Mistake| mistake.words.split(" (").next().unwrap_or_default().to_owned();
    let mut mistakes: Vec<&Mistake> = Vec::new();
    for mistake in &statement.mistakes {
        let known = |other: &&Mistake| other.kind == MistakeKind::Fails && kind(other) == kind(mistake);
        if mistake.kind != MistakeKind::Fails || !mistakes.iter().any(known) {
            mistakes.push(mistake);
        }
    }
    mistakes.sort_by_key(|mistake| match mistake.kind {
        MistakeKind::Fails if report.tests[mistake.test].expect => 0,
        MistakeKind::Strict => 1,
        MistakeKind::Misses => 2,
        MistakeKind::InPart => 3,
        MistakeKind::Fails => 4,
    });
    mistakes
}

fn answer(statement: &Statement, mistakes: usize) -> String {
    let tests = tests(statement.run);
    match (statement.verdict, mistakes) {
        (Verdict::NoMistake, _) if !statement.unstable.is_empty() => {
            "Asked twice about the same pair, your predicate answered differently.".to_owned()
        }
        (Verdict::NoMistake, _) => format!("No mistake found by {tests}."),
        (_, 1) => format!("{tests} found one thing to mend in your predicate."),
        (_, number) => format!("{tests} found {number} things to mend in your predicate."),
    }
}

fn step(report: &Report, statement: &Statement, mistake: &Mistake, reveal: Reveal, given: &[String]) -> Step {
    let subproperty = mistake.subproperty.map(|position| &report.subproperties[position]);
    // The hint for the very mistake that was made, if it is known; else the one for what is missed.
    let known = statement.instead.iter().chain(&statement.stricter).map(|position| &report.subproperties[*position]);
    let mut known = known.filter(|error| match mistake.subproperty {
        Some(position) => error.instead_of.contains(&position),
        None => {
            mistake.kind == MistakeKind::Strict
                && statement.stricter.iter().any(|at| report.subproperties[*at].name == error.name)
        }
    });
    // One hint is given once.
    let hint = known.find_map(|error| error.hint.clone().filter(|hint| !given.contains(&line(hint))));
    let what = match (mistake.kind, subproperty) {
        (MistakeKind::Misses, Some(subproperty)) => format!("Check this: {}", sentence(subproperty)),
        (MistakeKind::InPart, Some(subproperty)) => {
            format!("Check this always, not only sometimes: {}", sentence(subproperty))
        }
        (MistakeKind::Strict, _) => "Accept all right outputs: your predicate rejects some.".to_owned(),
        _ => {
            let on = if mistake.expected == "accepted" { "a right output" } else { "some outputs" };
            format!("Answer true or false, always: on {on} your predicate {}.", line(&mistake.words))
        }
    };
    let hint = hint.or_else(|| subproperty.and_then(|subproperty| subproperty.hint.clone()));
    let hint = hint.or_else(|| general(report, mistake));
    Step {
        what,
        hint: hint.filter(|_| reveal >= Reveal::Hints).map(|hint| line(&hint)),
        pair: (reveal >= Reveal::Pairs).then(|| pair(mistake)),
    }
}

/// A hint for mistakes that are about no subproperty.
fn general(report: &Report, mistake: &Mistake) -> Option<String> {
    let test = &report.tests[mistake.test];
    let hint = match mistake.kind {
        MistakeKind::Strict if test.positive_kind == Some(PositiveKind::Relational) => {
            "One input may have several right outputs. Do you demand one of them?"
        }
        MistakeKind::Strict => "What is the smallest input you can think of, and what is right for it?",
        MistakeKind::Fails if mistake.words.starts_with("raised") => {
            "What do you assume of the output before you have checked it?"
        }
        MistakeKind::Fails if mistake.words.starts_with("timed out") => {
            "For which outputs does your loop not come to its end?"
        }
        MistakeKind::Fails if mistake.words.starts_with("returned") => {
            "Does every way through your predicate return True or False?"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

fn pair(mistake: &Mistake) -> Pair {
    Pair {
        call: mistake.call.clone(),
        said: match &*mistake.given {
            given @ ("accepted" | "rejected") => format!("It should be {}, and was {given}.", mistake.expected),
            given => format!("It should be {}; your predicate {}.", mistake.expected, line(given)),
        },
        // Not the place: it shows how the problem file says it.
        place: mistake.spot.as_ref().map(|spot| format!("Look at {}.", line(spot))),
        twin: mistake.twin.as_ref().map(|twin| twin.call.clone()),
    }
}

/// The docstring's first sentence; the name where there is none.
fn sentence(subproperty: &crate::model::Subproperty) -> String {
    let words = subproperty.doc.as_deref().map(clause).unwrap_or_default();
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => format!("{} must hold.", subproperty.shown),
    }
}

/// Clauses about what is checked; nothing where it cannot be told.
fn works(report: &Report, statement: &Statement) -> Vec<String> {
    // Where most tests were not run, little can be said.
    if statement.not_run > statement.run || !statement.unstable.is_empty() {
        return Vec::new();
    }
    let checked = statement.subproperties.iter().filter(|finding| finding.standing == Standing::Checked);
    let checked = checked.map(|finding| &report.subproperties[finding.subproperty]);
    checked
        .map(|one| one.doc.as_deref().map(clause).filter(|doc| !doc.is_empty()).unwrap_or(one.shown.clone()))
        .collect()
}

fn remarks(report: &Report, statement: &Statement) -> Vec<String> {
    let mut remarks = Vec::new();
    if !statement.unstable.is_empty() && statement.verdict != Verdict::NoMistake {
        remarks.push("Asked twice about the same pair, your predicate answered differently.".to_owned());
    }
    remarks.extend(report.excluded.iter().map(|one| format!("Some tests do not count: {}", line(&one.reason))));
    if statement.not_run > 0 {
        remarks.push(format!("{} were not run, because others took too long.", tests(statement.not_run)));
    }
    remarks
}

/// On one line, with what means something in Markdown taken literally.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in line(text).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '$' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A file's name for a submission: no two of a class are the same.
pub fn file_names(report: &Report) -> Vec<String> {
    let mut taken = std::collections::BTreeSet::new();
    let mut names = Vec::new();
    for submission in &report.submissions {
        let safe = |c: char| if c.is_alphanumeric() || "-_.+@ ".contains(c) { c } else { '_' };
        let mut stem: String = submission.name.chars().map(safe).take(150).collect();
        if stem.starts_with('.') || stem.is_empty() {
            stem.insert(0, '_');
        }
        let mut name = stem.clone();
        let mut number = 2;
        // Some disks do not tell capitals from small letters.
        while !taken.insert(name.to_lowercase()) {
            name = format!("{stem}-{number}");
            number += 1;
        }
        names.push(name);
    }
    names
}
