//! What is said of one submission.

use suite::format::PositiveKind;

use crate::answers::{Answer, Answers};
use crate::attribute::{Attribution, Standing, attribute, is_lacking, together};
use crate::behaviour::{Behaviour, Known, behaviour};
use crate::failure::{Failures, failures};
use crate::twin::twin;

/// How it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    NoMistake,
    /// Accepts wrong pairs.
    TooLax,
    /// Does not accept right ones.
    TooStrict,
    Both,
    /// Neither, but some wrong pairs get no answer: it raises, never ends, returns no Boolean.
    Fails,
}

impl Verdict {
    pub fn words(self) -> &'static str {
        match self {
            Self::NoMistake => "no mistake found",
            Self::TooLax => "too lax",
            Self::TooStrict => "too strict",
            Self::Both => "too lax and too strict",
            Self::Fails => "fails on wrong pairs",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub verdict: Verdict,
    pub run: usize,
    pub wrong: usize,
    /// Tests that were neither run nor excluded.
    pub not_run: usize,
    /// Buckets in which it is wrong, in the order of the suite.
    pub fingerprint: Vec<usize>,
    pub attribution: Attribution,
    /// For each group of the key.
    pub groups: Vec<Standing>,
    pub behaviour: Behaviour,
    pub failures: Vec<Failures>,
    /// Why nobody knows this error yet. Empty if what is wrong has a name.
    pub unknown: Vec<Unknown>,
    /// The most important first.
    pub mistakes: Vec<Mistake>,
    pub deep: Vec<Deep>,
}

/// What no subproperty explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    /// Checked in part, by rejecting.
    InPart(usize),
    /// Right pairs are not accepted, and no error subproperty says why.
    Strict,
    /// A bucket of the suite of which some pairs are accepted and some rejected.
    Mixed(usize),
}

/// So flawed that a finer analysis says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deep {
    /// A pair with the only right output for its input is not accepted.
    FailsFunctional,
    /// A pair in which every required subproperty fails is accepted.
    AcceptsEverythingWrong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub what: What,
    /// The smallest test that shows it.
    pub test: usize,
    /// How many tests show it.
    pub count: usize,
    /// A near test that is answered rightly.
    pub twin: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Does not check a required subproperty; `in_part` if it does so sometimes.
    Lacks { position: usize, in_part: bool },
    /// Rejects right pairs.
    Strict,
    /// A kind of failure.
    Fails(String),
}

pub fn statement(answers: &Answers<'_>, known: &mut Known) -> Statement {
    let key = answers.key;
    let attribution = attribute(answers);
    let behaviour = behaviour(answers, known);
    let failures = failures(answers);
    let wrong: Vec<usize> = answers.wrong().collect();
    let lax = wrong.iter().any(|test| answers.of(*test) == Answer::Accepted);
    let strict = wrong.iter().any(|test| key.tests[*test].expect);
    let verdict = match (lax, strict) {
        (true, true) => Verdict::Both,
        (true, false) => Verdict::TooLax,
        (false, true) => Verdict::TooStrict,
        (false, false) if wrong.is_empty() => Verdict::NoMistake,
        (false, false) => Verdict::Fails,
    };
    Statement {
        verdict,
        run: answers.run(),
        wrong: wrong.len(),
        not_run: key.scored() - answers.run(),
        fingerprint: answers.fingerprint(),
        groups: key.groups.iter().map(|group| together(&attribution.findings, group.members)).collect(),
        unknown: unknown(answers, &attribution),
        mistakes: mistakes(answers, &attribution, &failures),
        deep: deep(answers),
        attribution,
        behaviour,
        failures,
    }
}

/// Smaller tests first; where nothing but `position` fails among the required ones, before all others; then such as are not
/// shown yet.
fn smallest(answers: &Answers<'_>, tests: &[usize], position: Option<usize>, shown: &[usize]) -> Option<usize> {
    let key = answers.key;
    let others = |test: usize| match position {
        Some(position) => (key.fails(test) & key.required & !(1 << position)).count_ones(),
        None => 0,
    };
    tests.iter().copied().min_by_key(|test| (others(*test), shown.contains(test), key.tests[*test].rank))
}

fn mistakes(answers: &Answers<'_>, attribution: &Attribution, failures: &[Failures]) -> Vec<Mistake> {
    let key = answers.key;
    let mut all: Vec<Mistake> = Vec::new();
    let mut add = |what: What, tests: &[usize], position: Option<usize>| {
        let shown: Vec<usize> = all.iter().map(|mistake| mistake.test).collect();
        if let Some(test) = smallest(answers, tests, position, &shown) {
            let twin = twin(key, test, position, &|other| answers.is_right(other));
            all.push(Mistake { what, test, count: tests.len(), twin });
        }
    };
    let mut lacking: Vec<_> = attribution.findings.iter().filter(|finding| !finding.accepted.is_empty()).collect();
    // What is missed altogether matters more than what is missed now and then.
    lacking.sort_by_key(|finding| (finding.standing == Standing::InPart, finding.position));
    for finding in lacking {
        let (position, in_part) = (finding.position, finding.standing == Standing::InPart);
        add(What::Lacks { position, in_part }, &finding.accepted, Some(position));
    }
    let rejects: Vec<usize> = answers.with(Answer::Rejected).filter(|test| key.tests[*test].expect).collect();
    add(What::Strict, &rejects, None);
    for kind in failures {
        add(What::Fails(kind.kind.clone()), &kind.tests, None);
    }
    all
}

fn unknown(answers: &Answers<'_>, attribution: &Attribution) -> Vec<Unknown> {
    let key = answers.key;
    let mut unknown = Vec::new();
    for finding in &attribution.findings {
        if is_lacking(finding.standing) && !finding.rejected.is_empty() && !finding.accepted.is_empty() {
            unknown.push(Unknown::InPart(finding.position));
        }
    }
    let explained = |test: usize| key.fails(test) & attribution.stricter != 0;
    if answers.with(Answer::Rejected).any(|test| key.tests[test].expect && !explained(test)) {
        unknown.push(Unknown::Strict);
    }
    // Failures are shapes of their own: only accepted and rejected tests of one bucket are a riddle.
    let mixed = answers.counts.iter().enumerate().filter(|(_, counts)| counts.accepted > 0 && counts.rejected > 0);
    unknown.extend(mixed.map(|(bucket, _)| Unknown::Mixed(bucket)));
    unknown
}

fn deep(answers: &Answers<'_>) -> Vec<Deep> {
    let key = answers.key;
    let functional = |test: &usize| key.tests[*test].positive_kind == Some(PositiveKind::Functional);
    let mut deep = Vec::new();
    if answers.wrong().any(|test| functional(&test) && key.tests[test].expect) {
        deep.push(Deep::FailsFunctional);
    }
    if answers.with(Answer::Accepted).any(|test| key.fails(test) & key.required == key.required) {
        deep.push(Deep::AcceptsEverythingWrong);
    }
    deep
}
