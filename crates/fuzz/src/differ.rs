//! Compares an implementation of the language with CPython, program by program, and shrinks programs that differ.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;

use crate::coverage::Coverage;
use crate::cpython::{Cpython, CpythonAnswer, Request, SourceRange};
use crate::program::{FuzzProgram, generate};
use crate::shrink::shrink;

/// An implementation of the language that is compared with CPython.
pub trait Implementation {
    /// Checks the source and evaluates `case_0` to `case_(cases - 1)`, each afresh.
    fn judge(&mut self, source: &str, cases: usize) -> Judgment;
}

#[derive(Clone, Debug, Default)]
pub struct Judgment {
    /// Errors that the checker reports.
    pub complaints: Vec<Complaint>,
    /// For each case the canonical form of its value, `!ClassName`, or `!!why` if it ends in a way that Python does not.
    /// Empty if the source cannot be evaluated.
    pub results: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Complaint {
    pub code: String,
    pub message: String,
    pub place: Option<SourceRange>,
    /// Whether it predicts that an operation raises. Such a complaint is correct where CPython raises, and wrong where
    /// CPython evaluates the range without raising. Other complaints about a generated program are always wrong.
    pub predicts_exception: bool,
}

#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The number of the generated program, if it is one.
    pub seed: Option<u64>,
    pub source: String,
    /// Which case; `None` if it is about the source as a whole.
    pub case: Option<usize>,
    pub cpython: String,
    pub subject: String,
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let origin = self.seed.map_or("a given program".into(), |seed| format!("program {seed}"));
        let case = self.case.map_or(String::new(), |case| format!(", case_{case}"));
        writeln!(f, "--- {origin}{case}")?;
        writeln!(f, "{}", self.source.trim_end())?;
        writeln!(f, "CPython: {}", self.cpython)?;
        writeln!(f, "here:    {}", self.subject)
    }
}

#[derive(Clone, Debug, Default)]
pub struct DifferReport {
    pub programs: u64,
    pub cases: u64,
    /// Cases in which CPython raised.
    pub raised: u64,
    /// Cases that were not compared because they exceeded a limit of time or memory.
    pub skipped: u64,
    pub used: Coverage,
    pub disagreements: Vec<Disagreement>,
}

/// CPython in several processes, one per hash seed.
#[derive(Debug)]
pub struct Differ {
    pythons: Vec<Cpython>,
    /// Shapes of the disagreements that were already shrunk.
    known: BTreeSet<String>,
}

impl Differ {
    /// At least two hash seeds: a shrunk program must not depend on them.
    pub fn start(hash_seeds: &[u32]) -> io::Result<Self> {
        let pythons = hash_seeds.iter().map(|seed| Cpython::start(*seed)).collect::<io::Result<_>>()?;
        Ok(Self { pythons, known: BTreeSet::new() })
    }

    /// Runs generated programs in both and adds to the report. Each program runs under one of the hash seeds.
    pub fn run(
        &mut self,
        seeds: Range<u64>,
        subject: &mut impl Implementation,
        report: &mut DifferReport,
    ) -> io::Result<()> {
        let programs: Vec<FuzzProgram> = seeds.map(generate).collect();
        let share = programs.len().div_ceil(self.pythons.len()).max(1);
        let (answers, judgements) = std::thread::scope(|scope| {
            let workers: Vec<_> = programs
                .chunks(share)
                .zip(&mut self.pythons)
                .map(|(programs, python)| {
                    scope.spawn(move || python.ask_all(&programs.iter().map(request).collect::<Vec<_>>()))
                })
                .collect();
            let judgements: Vec<Judgment> =
                programs.iter().map(|program| subject.judge(&program.source, program.cases)).collect();
            let answers: io::Result<Vec<Vec<CpythonAnswer>>> = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker failed"))))
                .collect();
            (answers, judgements)
        });
        for ((program, answer), judgement) in programs.iter().zip(answers?.into_iter().flatten()).zip(judgements) {
            report.used.add(&program.used);
            let sample = Sample {
                seed: program.seed,
                source: &program.source,
                cases: program.cases,
                ill_typed: program.ill_typed,
            };
            self.add(sample, &answer, &judgement, subject, report)?;
        }
        Ok(())
    }

    /// Runs one given program in both, under the first hash seed; returns all differences without shrinking.
    pub fn compare(
        &mut self,
        source: &str,
        cases: usize,
        subject: &mut impl Implementation,
    ) -> io::Result<Vec<Disagreement>> {
        let answer = self.pythons[0].ask(Request { source, cases, places: &[] })?;
        let judgement = subject.judge(source, cases);
        let sample = Sample { seed: 0, source, cases, ill_typed: false };
        let found = self.differences(sample, &answer, &judgement)?;
        Ok(found.into_iter().map(|difference| difference.into_disagreement(None, source.to_owned())).collect())
    }

    fn add(
        &mut self,
        sample: Sample<'_>,
        answer: &CpythonAnswer,
        judgement: &Judgment,
        subject: &mut impl Implementation,
        report: &mut DifferReport,
    ) -> io::Result<()> {
        report.programs += 1;
        report.cases += sample.cases as u64;
        if let CpythonAnswer::Ran { results, .. } = answer {
            report.raised += results.iter().filter(|result| is_exception(result)).count() as u64;
            report.skipped +=
                results.iter().zip(&judgement.results).filter(|(theirs, ours)| is_beyond_limits(theirs, ours)).count()
                    as u64;
        }
        for difference in first_of_a_kind(self.differences(sample, answer, judgement)?) {
            let disagreement = self.shrunk(sample, &difference, subject);
            if let Some(disagreement) = disagreement {
                report.disagreements.push(disagreement);
            }
        }
        Ok(())
    }

    /// All differences in values, and the first wrong complaint.
    fn differences(
        &mut self,
        sample: Sample<'_>,
        answer: &CpythonAnswer,
        judgement: &Judgment,
    ) -> io::Result<Vec<Difference>> {
        let CpythonAnswer::Ran { results, .. } = answer else {
            let CpythonAnswer::Refused(message) = answer else { return Ok(Vec::new()) };
            return Ok(vec![Difference {
                case: None,
                cpython: format!("refuses: {message}"),
                subject: "a generated program".into(),
                kind: "refused".into(),
            }]);
        };
        let mut found = Vec::new();
        let complaint = match judgement.complaints.iter().find(|complaint| !complaint.predicts_exception) {
            Some(complaint) => Some(complaint),
            None => self.false_alarm(sample, results, judgement)?,
        };
        if let Some(complaint) = complaint {
            let subject = format!("{} {}", complaint.code, complaint.message);
            found.push(Difference {
                case: None,
                cpython: "evaluates it".into(),
                subject,
                kind: format!("complaint {} {}", complaint.code, complaint.message),
            });
        }
        found.extend(value_differences(results, &judgement.results));
        Ok(found)
    }

    /// A complaint about something that CPython evaluates without raising in any case. If a program is ill-typed on
    /// purpose, a complaint is correct even if CPython never reaches the operation (the sum of an empty list).
    fn false_alarm<'a>(
        &mut self,
        sample: Sample<'_>,
        results: &[String],
        judgement: &'a Judgment,
    ) -> io::Result<Option<&'a Complaint>> {
        if sample.ill_typed || judgement.complaints.is_empty() || results.iter().any(|result| result.starts_with('!')) {
            return Ok(None);
        }
        let places: Vec<SourceRange> = judgement.complaints.iter().filter_map(|complaint| complaint.place).collect();
        let answer = self.pythons[0].ask(Request { places: &places, ..sample.request() })?;
        let CpythonAnswer::Ran { executed, .. } = answer else { return Ok(None) };
        let asked = judgement.complaints.iter().filter(|complaint| complaint.place.is_some());
        Ok(asked.zip(executed).find(|(_, executed)| *executed).map(|(complaint, _)| complaint))
    }

    /// The smallest program with the same kind of difference; `None` if that one is known.
    fn shrunk(
        &mut self,
        sample: Sample<'_>,
        difference: &Difference,
        subject: &mut impl Implementation,
    ) -> Option<Disagreement> {
        let same = |found: &[Difference]| found.iter().find(|other| other.kind == difference.kind).cloned();
        let (one, count) = match difference.case {
            Some(case) => (only_case(sample.source, case), 1),
            None => self.fewest_cases(sample, subject, |found| same(found).is_some()),
        };
        let mut last = None;
        let small = shrink(&one, |candidate| {
            let found = self
                .difference_everywhere(Sample { source: candidate, cases: count, ..sample }, subject)
                .and_then(|found| same(&found));
            let holds = found.is_some();
            last = found.or(last.take());
            holds
        });
        if !self.known.insert(format!("{} {}", difference.kind, shape(&small))) {
            return None;
        }
        Some(last.unwrap_or_else(|| difference.clone()).into_disagreement(Some(sample.seed), small))
    }

    /// The source with no case, one case or all cases: as many as a wrong complaint needs to be seen.
    fn fewest_cases(
        &mut self,
        sample: Sample<'_>,
        subject: &mut impl Implementation,
        holds: impl Fn(&[Difference]) -> bool,
    ) -> (String, usize) {
        let fewer = (0..sample.cases).map(|case| (only_case(sample.source, case), 1));
        let mut candidates = std::iter::once((sample.source.to_owned(), 0)).chain(fewer);
        let found = candidates.find(|(source, cases)| {
            let fewer = Sample { source, cases: *cases, ..sample };
            self.difference_everywhere(fewer, subject).is_some_and(|found| holds(&found))
        });
        found.unwrap_or_else(|| (sample.source.to_owned(), sample.cases))
    }

    /// The differences of a candidate on which all hash seeds agree.
    fn difference_everywhere(
        &mut self,
        sample: Sample<'_>,
        subject: &mut impl Implementation,
    ) -> Option<Vec<Difference>> {
        let ask = |python: &mut Cpython| python.ask(sample.request());
        let answers: Vec<CpythonAnswer> = self.pythons.iter_mut().map(ask).collect::<io::Result<_>>().ok()?;
        if answers.iter().any(|answer| *answer != answers[0]) {
            return None;
        }
        let judgement = subject.judge(sample.source, sample.cases);
        self.differences(sample, &answers[0], &judgement).ok()
    }
}

/// A program that is compared.
#[derive(Clone, Copy, Debug)]
struct Sample<'a> {
    seed: u64,
    source: &'a str,
    cases: usize,
    ill_typed: bool,
}

impl<'a> Sample<'a> {
    fn request(self) -> Request<'a> {
        Request { source: self.source, cases: self.cases, places: &[] }
    }
}

#[derive(Clone, Debug)]
struct Difference {
    case: Option<usize>,
    cpython: String,
    subject: String,
    /// What must stay the same while the program is shrunk.
    kind: String,
}

impl Difference {
    fn into_disagreement(self, seed: Option<u64>, source: String) -> Disagreement {
        Disagreement { seed, source, case: self.case, cpython: self.cpython, subject: self.subject }
    }
}

fn request(program: &FuzzProgram) -> Request<'_> {
    Request { source: &program.source, cases: program.cases, places: &[] }
}

fn value_differences(theirs: &[String], ours: &[String]) -> Vec<Difference> {
    let class = |text: &str| if text.starts_with('!') { text.to_owned() } else { "value".into() };
    let pairs = theirs.iter().zip(ours).enumerate();
    let differing = pairs.filter(|(_, (theirs, ours))| !agree(theirs, ours) && !is_beyond_limits(theirs, ours));
    let difference = |(case, (theirs, ours)): (usize, (&String, &String))| Difference {
        case: Some(case),
        cpython: theirs.clone(),
        subject: ours.clone(),
        kind: format!("{} against {}", class(theirs), class(ours)),
    };
    differing.map(difference).collect()
}

/// Keeps one difference of each kind: the cases of a program often differ for the same reason.
fn first_of_a_kind(mut differences: Vec<Difference>) -> Vec<Difference> {
    let mut kinds = BTreeSet::new();
    differences.retain(|difference| kinds.insert(difference.kind.clone()));
    differences
}

fn is_exception(result: &str) -> bool {
    result.starts_with('!') && !result.starts_with("!!")
}

/// A variable without a value, read in a comprehension, is a `NameError` up to Python 3.11 and its subclass
/// `UnboundLocalError` since comprehensions are inlined; both are correct.
fn agree(theirs: &str, ours: &str) -> bool {
    let unbound = |answer: &str| matches!(answer, "!NameError" | "!UnboundLocalError");
    theirs == ours || (unbound(theirs) && unbound(ours))
}

/// Whether a case exceeded a limit, in CPython (time, memory, stack) or in the implementation (`!!limit`, `!!steps`,
/// `!!large`), so that there is nothing to compare.
fn is_beyond_limits(theirs: &str, ours: &str) -> bool {
    let stopped = ours.starts_with("!!steps") || ours.starts_with("!!large");
    theirs == "!!timeout"
        || ours == "!!limit"
        || (stopped && matches!(theirs, "!RecursionError" | "!MemoryError" | "!OverflowError"))
}

/// The source with a single case, as `case_0`.
fn only_case(source: &str, case: usize) -> String {
    let mut kept = Vec::new();
    let mut inside_other = false;
    for line in source.lines() {
        if line.starts_with("def ") {
            inside_other = line.starts_with("def case_") && !line.starts_with(&format!("def case_{case}("));
        }
        if !inside_other {
            kept.push(line);
        }
    }
    (kept.join("\n") + "\n").replace(&format!("case_{case}("), "case_0(")
}

/// The source without its names and numbers, so that similar programs look the same.
fn shape(source: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in source.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let number = word.trim_end_matches(|c: char| c.is_ascii_digit());
        out.push_str(if number.is_empty() && !word.is_empty() { "0" } else { number });
        out.push(c);
        word.clear();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{only_case, shape};

    #[test]
    fn one_case_is_kept() {
        let source = "X = 1\ndef f():\n    return case_1()\ndef case_0():\n    return 0\ndef case_1():\n    return 1\ndef g():\n    pass\n";
        let kept = only_case(source, 1);
        assert_eq!(kept, "X = 1\ndef f():\n    return case_0()\ndef case_0():\n    return 1\ndef g():\n    pass\n");
    }

    #[test]
    fn names_and_numbers_do_not_matter() {
        assert_eq!(shape("xs12 = [3, -4]"), shape("xs7 = [0, -81]"));
        assert_ne!(shape("xs12 = [3]"), shape("xs12 = (3)"));
    }
}
