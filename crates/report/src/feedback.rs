//! Feedback for one student: at most three problems, the most important first, and what the predicate already checks.
//!
//! The instructor chooses how much it reveals ([`Reveal`]). Its words are the docstrings and hints of the problem file. It says that
//! a predicate is correct only for small inputs, and only if that was proved; otherwise, only that no mistakes were found.
//!
//! What only a proof shows is for instructors: others did not get a test for it, and no page speaks of it.
//!
//! Invariant: below [`Reveal::Pairs`], nothing on a page is text that the submission chose after it received a test, and no count
//! depends on more than the page says anyway: a submission could spell the arguments of hidden tests. `docs/reports.md` says how
//! much a page can reveal. Guarded by `tests/leaks.rs` of the command line.

use std::fmt::Write;

use analysis::Verdict;
use analysis::diagnosis::{PredicateProblem, WrongShare};
use analysis::vocabulary::PublicFailure;
use maud::{Markup, html};
use pairs::drawing::{Drawing, differences, worth_lines};
use runner::outcome::NotRunReason;
use suite::format::PositiveKind;
use suite::visible::visible;

use crate::model::{ClassReport, DiagnosisReport, MistakeCategory, MistakeReport, SubmissionReport, SubpropertyReport};
use crate::page::document;
use crate::picture;
use crate::plain::line;
use crate::words::{clause, count};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reveal {
    /// Whether there are mistakes, and roughly how many tests fail.
    Nothing,
    /// Also what is not checked.
    Names,
    /// Also the hints of the problem file.
    Hints,
    /// Also the smallest pair that shows each problem.
    Pairs,
}

/// At most this many problems are described.
const STEPS: usize = 3;

/// A page for one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    pub title: String,
    /// The result, in one sentence.
    pub answer: String,
    pub steps: Vec<FeedbackStep>,
    /// How many problems are not described.
    pub more: usize,
    /// What is already checked, in clauses.
    pub works: Vec<String>,
    /// All of that was proved.
    pub proved: bool,
    /// About the run: tests that were not run, answers that changed.
    pub remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedbackStep {
    pub what: String,
    pub hint: Option<String>,
    pub pair: Option<FeedbackPair>,
}

/// The smallest pair that shows a problem, and the nearest one that is answered as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedbackPair {
    pub shown: ShownCall,
    pub said: String,
    pub place: Option<String>,
    pub twin: Option<FeedbackTwin>,
}

/// The nearest pair with the same expected answer that is answered as expected, and what to say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedbackTwin {
    pub said: &'static str,
    pub shown: ShownCall,
}

/// A pair as a call, and as pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCall {
    pub call: String,
    pub drawings: Vec<Drawing>,
}

impl ShownCall {
    fn new(report: &ClassReport, test: usize, call: &str) -> Self {
        Self { call: call.to_owned(), drawings: report.tests[test].drawings.clone() }
    }

    /// Blocks of code, indented by `indent`.
    fn markdown(&self, indent: &str) -> String {
        let mut text = String::new();
        for drawing in worth_lines(&self.drawings) {
            let _ = writeln!(text, "{indent}{}:", line(&drawing.name));
            for shown in drawing.lines() {
                let _ = writeln!(text, "{indent}  {}", visible(&shown));
            }
            text.push('\n');
        }
        let _ = writeln!(text, "{indent}{}", line(&self.call));
        text
    }

    fn html(&self) -> Markup {
        html! {
            (picture::pictures(&self.drawings))
            pre { code { (line(&self.call)) } }
        }
    }
}

impl Feedback {
    pub fn new(report: &ClassReport, submission: &SubmissionReport, reveal: Reveal) -> Self {
        let title = format!("{}: {}", report.problem.name, line(&submission.name));
        let Some(diagnosis) = &submission.diagnosis else {
            let known =
                if reveal >= Reveal::Pairs { &submission.reason_for_student } else { &submission.public_reason };
            let reason = known.as_deref().unwrap_or("the reason is not known");
            let answer = format!("Your predicate could not be run: {}", line(reason));
            let what = "Fix this, then submit it again.".to_owned();
            let fix = FeedbackStep { what, hint: None, pair: None };
            let empty = Vec::new();
            return Self {
                title,
                answer,
                steps: if submission.not_started { Vec::new() } else { vec![fix] },
                more: 0,
                works: empty.clone(),
                proved: false,
                remarks: empty,
            };
        };
        let answer = answer(submission.verdict, diagnosis, reveal);
        let mut steps: Vec<FeedbackStep> = Vec::new();
        for problem in diagnosis.problems.iter().take(STEPS) {
            match problem {
                PredicateProblem::Unstable => steps.push(changing_answers(reveal)),
                PredicateProblem::CutShort => steps.extend(diagnosis.cut_short.and_then(|why| cut_short(why, reveal))),
                PredicateProblem::Mistake(place) if reveal >= Reveal::Names => {
                    let given: Vec<String> = steps.iter().filter_map(|step| step.hint.clone()).collect();
                    let mistake = &diagnosis.mistakes[*place];
                    steps.push(step(report, diagnosis, mistake, reveal, &given, &submission.language));
                }
                PredicateProblem::Mistake(_) => {}
            }
        }
        let (works, proved) = if reveal >= Reveal::Names { works(report, diagnosis) } else { (Vec::new(), false) };
        let more = if reveal >= Reveal::Names { diagnosis.problems.len() - steps.len() } else { 0 };
        Self {
            title,
            answer,
            steps,
            more,
            works,
            proved,
            remarks: remarks(report, submission.verdict, diagnosis, reveal),
        }
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", escaped(&self.title), escaped(&self.answer));
        for (number, step) in self.steps.iter().enumerate() {
            let _ = write!(text, "\n{}. {}\n", number + 1, escaped(&step.what));
            if let Some(hint) = &step.hint {
                let _ = write!(text, "\n   Hint: {}\n", escaped(hint));
            }
            if let Some(pair) = &step.pair {
                let _ = write!(text, "\n{}\n   {}\n", pair.shown.markdown(CODE), escaped(&pair.said));
                if let Some(place) = &pair.place {
                    let _ = write!(text, "\n   {}\n", escaped(place));
                }
                if let Some(twin) = &pair.twin {
                    let _ = write!(text, "\n   {}\n\n{}", twin.said, twin.shown.markdown(CODE));
                }
            }
        }
        if let Some(more) = self.further() {
            let _ = write!(text, "\n{more}\n");
        }
        if !self.works.is_empty() {
            let _ = write!(text, "\nAlready checked: {}.\n", escaped(&self.works.join("; ")));
            if self.proved {
                let _ = writeln!(text, "{PROVED}");
            }
        }
        for remark in &self.remarks {
            let _ = write!(text, "\n{}\n", escaped(remark));
        }
        text
    }

    fn further(&self) -> Option<String> {
        match self.more {
            0 => None,
            1 => Some("There is 1 more problem. Fix these first.".to_owned()),
            more => Some(format!("There are {more} more problems. Fix these first.")),
        }
    }

    pub fn html(&self) -> String {
        let steps: Markup = html! {
            @for step in &self.steps {
                li {
                    p.what { (step.what) }
                    @if let Some(hint) = &step.hint { p.hint { strong { "Hint: " } (hint) } }
                    @if let Some(pair) = &step.pair {
                        div.beside {
                            div {
                                (pair.shown.html())
                                p { (pair.said) }
                                @if let Some(place) = &pair.place { p.place { (place) } }
                            }
                            @if let Some(twin) = &pair.twin {
                                div {
                                    p { (twin.said) }
                                    (twin.shown.html())
                                }
                            }
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
                    h2 { "Already checked" }
                    ul { @for one in &self.works { li { (one) } } }
                    @if self.proved { p { (PROVED) } }
                }
                @for remark in &self.remarks { p.remark { (remark) } }
            }
        };
        document(&self.title, PICTURES, &content)
    }
}

/// The colors of pictures are those of the page.
const PICTURES: &str = concat!(
    ":root { --ink: light-dark(#1c1e21, #e6e6e6); --quiet: light-dark(#565b63, #a9b0ba); --raised: light-dark(#f3f4f6, #22252c); ",
    "--edge: light-dark(#8b949d, #6d757d); --ground: light-dark(#fff, #16181d); --wrong: light-dark(#b3261e, #ff8a80); ",
    "--differs: light-dark(#0b5cad, #7cbcff); --mono: ui-monospace, Menlo, Consolas, monospace; }",
    include_str!("picture.css"),
);
const ACCEPTED_TWIN: &str = "This output is correct, too, and your predicate accepts it:";
const REJECTED_TWIN: &str = "This output is also incorrect, and your predicate rejects it, as it should:";
/// What is said of everything that is already checked.
const PROVED: &str = "This was proved for all small inputs.";
/// A block of code inside a numbered step.
const CODE: &str = "       ";

fn changing_answers(reveal: Reveal) -> FeedbackStep {
    let hint = "Does anything carry over from one call to the next? Is anything random?".to_owned();
    FeedbackStep {
        what: "Always return the same answer for the same input and output.".to_owned(),
        hint: Some(hint).filter(|_| reveal >= Reveal::Hints),
        pair: None,
    }
}

/// What to do if a run was cut short, unless a mistake says so.
fn cut_short(reason: NotRunReason, reveal: Reveal) -> Option<FeedbackStep> {
    let (what, hint) = match reason {
        NotRunReason::NotLoaded => {
            ("Make sure that your file can always be loaded.", "What does your file do outside of functions?")
        }
        NotRunReason::Budget => {
            ("Make your predicate faster.", "Which of your loops runs most often? Does it have to?")
        }
        NotRunReason::TimeOuts | NotRunReason::NotRecorded => return None,
    };
    let hint = Some(hint.to_owned()).filter(|_| reveal >= Reveal::Hints);
    Some(FeedbackStep { what: what.to_owned(), hint, pair: None })
}

/// How many tests were run is not said if it depends on the submission.
fn answer(verdict: Verdict, diagnosis: &DiagnosisReport, reveal: Reveal) -> String {
    let tests = count(diagnosis.tests, "test");
    let problems = count(diagnosis.problems.len(), "problem");
    let no_mistakes = format!("We ran {tests} and found no mistakes.");
    match verdict {
        Verdict::ProvedCorrect => {
            format!("{no_mistakes} We also proved that your predicate is correct for all small inputs.")
        }
        // Others were not asked about the pair that a proof has found.
        _ if diagnosis.proof.only_by_proof => no_mistakes,
        Verdict::Unstable => UNSTABLE.to_owned(),
        Verdict::NoMistakeFound => no_mistakes,
        _ if reveal == Reveal::Nothing => {
            let share = diagnosis.share.map(WrongShare::words).unwrap_or_default();
            format!("Your predicate fails {share} of our tests.")
        }
        _ if diagnosis.cut_short.is_none() => format!("We ran {tests} and found {problems} in your predicate."),
        _ => format!("We could not run all {tests} and found {problems} in your predicate."),
    }
}

const UNSTABLE: &str = "When we ran the same test again, your predicate gave a different answer.";

fn step(
    report: &ClassReport,
    diagnosis: &DiagnosisReport,
    mistake: &MistakeReport,
    reveal: Reveal,
    given: &[String],
    language: &str,
) -> FeedbackStep {
    let subproperty = mistake.subproperty.map(|position| &report.subproperties[position]);
    // The hint of the error subproperty that explains the mistake, if there is one; else the hint of what is missed.
    let known = diagnosis.instead.iter().chain(&diagnosis.stricter).map(|position| &report.subproperties[*position]);
    let mut known = known.filter(|error| match mistake.subproperty {
        Some(position) => error.instead_of.contains(&position),
        None => {
            mistake.kind == MistakeCategory::Strict
                && diagnosis.stricter.iter().any(|at| report.subproperties[*at].name == error.name)
        }
    });
    // Each hint is given once.
    let hint = known.find_map(|error| error.hint.clone().filter(|hint| !given.contains(&line(hint))));
    let what = match (mistake.kind, subproperty) {
        (MistakeCategory::Misses, Some(subproperty)) => {
            format!("Your predicate does not check this: {}", clause_of(subproperty))
        }
        (MistakeCategory::InPart, Some(subproperty)) => {
            format!("Your predicate checks this only in some cases: {}", clause_of(subproperty))
        }
        (MistakeCategory::Strict, _) => {
            let share = correct_share(mistake.count, diagnosis.correct.tests);
            format!("Your predicate rejects {share} correct {}.", if share == "every" { "output" } else { "outputs" })
        }
        _ => {
            let output = match (report.tests[mistake.test].expect, diagnosis.correct.accepted) {
                (true, 0) => "every correct output",
                (true, _) => "some correct outputs",
                (false, _) => "some incorrect outputs",
            };
            let failed = mistake.failure.map(|failure| failure.to_string()).unwrap_or_default();
            let booleans = if language == "python" { "True or False" } else { "true or false" };
            format!("Always return {booleans}: for {output}, your predicate {failed}.")
        }
    };
    let hint = hint.or_else(|| subproperty.and_then(|subproperty| subproperty.hint.clone()));
    let hint = hint.or_else(|| general(report, diagnosis, mistake));
    FeedbackStep {
        what,
        hint: hint.filter(|_| reveal >= Reveal::Hints).map(|hint| line(&hint)),
        pair: (reveal >= Reveal::Pairs).then(|| pair(report, mistake)),
    }
}

/// `some`, `most`, `every`
fn correct_share(rejected: usize, all: usize) -> &'static str {
    match rejected {
        _ if rejected == all => "every",
        _ if rejected * 2 > all => "most",
        _ => "some",
    }
}

/// A hint for mistakes that do not concern a subproperty. Nothing is asked that the answers do not suggest.
fn general(report: &ClassReport, diagnosis: &DiagnosisReport, mistake: &MistakeReport) -> Option<String> {
    let is_correct = report.tests[mistake.test].expect;
    if let Some(words) = diagnosis.correct.only_if.as_ref().filter(|_| is_correct) {
        return Some(format!("In our tests, your predicate accepts a correct output only if {words}."));
    }
    let hint = match (mistake.kind, &mistake.failure) {
        // It accepts what has no alternative, so perhaps it computes one output and compares.
        (MistakeCategory::Strict, _) if diagnosis.correct.accepted > 0 && only_with_alternatives(report, diagnosis) => {
            "An input can have several correct outputs. Does your predicate accept only one of them?"
        }
        (_, Some(PublicFailure::Raised(_))) if is_correct => {
            "Call your predicate with a correct output of your own. Which line raises the exception?"
        }
        (_, Some(PublicFailure::Raised(_))) => "What does your predicate assume about the output before checking it?",
        (_, Some(PublicFailure::TimedOut)) => "For which outputs does your loop never end?",
        (_, Some(PublicFailure::NotABoolean(_))) => "Does every path through your predicate return true or false?",
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Whether every correct output that is not accepted has others beside it.
fn only_with_alternatives(report: &ClassReport, diagnosis: &DiagnosisReport) -> bool {
    let mut wrong = diagnosis.wrong_tests.iter().map(|test| &report.tests[*test]).filter(|test| test.expect);
    wrong.all(|test| test.positive_kind != Some(PositiveKind::Functional))
}

fn pair(report: &ClassReport, mistake: &MistakeReport) -> FeedbackPair {
    FeedbackPair {
        shown: ShownCall::new(report, mistake.test, &mistake.call),
        said: match &mistake.failure {
            None => format!("This should be {}, but your predicate {} it.", mistake.expected, mistake.given),
            Some(_) => format!("This should be {}, but your predicate {}.", mistake.expected, line(&mistake.given)),
        },
        // Not the place, which quotes the problem file.
        place: mistake.spot.as_ref().map(|spot| format!("Look at {}.", line(spot))),
        twin: mistake.twin.as_ref().map(|twin| {
            let drawings = differences(&report.tests[twin.test].drawings, &report.tests[mistake.test].drawings);
            FeedbackTwin {
                said: if report.tests[twin.test].expect { ACCEPTED_TWIN } else { REJECTED_TWIN },
                shown: ShownCall { call: twin.call.clone(), drawings },
            }
        }),
    }
}

/// The first sentence of the docstring, after a colon; the name if there is none.
fn clause_of(subproperty: &SubpropertyReport) -> String {
    let words = subproperty.doc.as_deref().map(clause).filter(|words| !words.is_empty());
    format!("{}.", words.unwrap_or_else(|| subproperty.shown.clone()))
}

/// What is already checked, in clauses, and whether all of that was proved. Empty if the answers are too few or too unstable to say.
fn works(report: &ClassReport, diagnosis: &DiagnosisReport) -> (Vec<String>, bool) {
    if diagnosis.not_run > diagnosis.run || !diagnosis.unstable.is_empty() {
        return (Vec::new(), false);
    }
    let checked = || diagnosis.subproperties.iter().filter(|finding| finding.praised);
    let properties = checked().map(|finding| &report.subproperties[finding.subproperty]);
    let clauses = properties
        .map(|one| one.doc.as_deref().map(clause).filter(|doc| !doc.is_empty()).unwrap_or(one.shown.clone()))
        .collect();
    (clauses, checked().next().is_some() && checked().all(|finding| finding.proved))
}

fn remarks(report: &ClassReport, verdict: Verdict, diagnosis: &DiagnosisReport, reveal: Reveal) -> Vec<String> {
    let mut remarks = Vec::new();
    if !diagnosis.unstable.is_empty() && verdict != Verdict::Unstable {
        remarks.push(UNSTABLE.to_owned());
    }
    remarks.extend(report.excluded.iter().map(|one| format!("Some tests do not count: {}", line(&one.reason))));
    if let Some(reason) = diagnosis.cut_short {
        let why = match reason {
            NotRunReason::NotLoaded => "your predicate could be loaded once, but not again",
            NotRunReason::TimeOuts => "others took too long",
            NotRunReason::Budget => "your predicate used up the time for all tests together",
            NotRunReason::NotRecorded => "their results are missing, which is not your fault; ask your instructor",
        };
        let (not_run, as_wrong) = match diagnosis.not_run {
            // The submission chooses how many.
            _ if reveal < Reveal::Pairs => ("Some tests were".to_owned(), "They count"),
            1 => ("1 test was".to_owned(), "It counts"),
            several => (format!("{several} tests were"), "They count"),
        };
        remarks.push(format!("{not_run} not run, because {why}. {as_wrong} as wrong."));
    }
    remarks
}

/// One line, with the special characters of Markdown escaped.
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

/// Bytes of a page's name without its extension. File systems allow 255, also while a page is being written.
const STEM: usize = 200;
/// Extensions of pages.
const EXTENSIONS: [&str; 2] = [".md", ".html"];

/// A file name for each submission; no two are the same.
pub fn file_names(report: &ClassReport) -> Vec<String> {
    let mut taken = std::collections::BTreeSet::new();
    let mut names = Vec::new();
    for submission in &report.submissions {
        let mut stem: String = submission.name.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
        if stem.starts_with(['.', '-', ' ']) || stem.is_empty() {
            stem.insert(0, '_');
        }
        stem.truncate(stem.floor_char_boundary(STEM));
        let mut name = stem.clone();
        let mut number = 2;
        // Some file systems do not distinguish upper and lower case; `ſ` and `s` have one upper case.
        while !taken.insert(name.to_uppercase().to_lowercase()) {
            name = format!("{stem}-{number}");
            number += 1;
        }
        names.push(name);
    }
    names
}

fn is_safe(c: char) -> bool {
    c.is_alphanumeric() || "-_.+@ ".contains(c)
}

/// Whether [`file_names`] could have given a page this name.
pub fn is_page_name(name: &str) -> bool {
    EXTENSIONS.iter().any(|extension| name.ends_with(extension))
        && !name.starts_with(['.', '-', ' '])
        && name.len() < STEM + 50
        && name.chars().all(is_safe)
}
