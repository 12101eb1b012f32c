//! Sentences about a submission.

use analysis::attribute::CheckStatus;
use analysis::diagnosis::{DeepFlaw, Diagnosis, Mistake, MistakeKind, Unrecognized};
use analysis::failures::FailureKind;
use analysis::vocabulary::Vocabulary;
use analysis::{AnswerKey, ProofStatus, ProvedCell, Verdict};
use decision::{Answer, Claim, ProofFinding, SubmissionPlace, Undecided};
use grading::LoadStatus;
use grading::prove::PROVABLE;
use grading::status::not_defined;
use lang::problem::Problem;
use lang::submission::syntax_error;
use pairs::names::listed;
use runner::Outcome;
use runner::outcome::NotRunReason;
use runner::protocol::{LoadFailureKind, UndefinedName};

use crate::plain::line;
use crate::words::{clause, count};

/// `no mistake found by 380 tests`; `too lax`; `too lax, found by proof: no test shows it`
pub fn verdict(diagnosis: &Diagnosis) -> String {
    let tests = count(diagnosis.run, "test");
    if diagnosis.is_found_by_proof_only() {
        let words = if diagnosis.verdict == Verdict::NoAnswer { NO_ANSWER } else { diagnosis.verdict.words() };
        return format!("{words}, found by proof: no test shows it");
    }
    match diagnosis.verdict {
        Verdict::ProvedCorrect => format!("proved correct within the scope, and in {tests}"),
        Verdict::NoMistakeFound => format!("no mistake found by {tests}"),
        Verdict::Unstable => {
            format!("unstable: no mistake found by {tests}, but answers changed when tests were run again")
        }
        Verdict::NoAnswer if diagnosis.fingerprint.is_empty() => match cut_short(diagnosis) {
            Some(why) => format!("cut short: {why}"),
            None => Verdict::NoAnswer.words().to_owned(),
        },
        Verdict::NoAnswer => NO_ANSWER.to_owned(),
        other => other.words().to_owned(),
    }
}

const NO_ANSWER: &str = "gives no answer for some incorrect outputs";

/// What is proved, as a sentence without a subject and a full stop.
pub fn proof(diagnosis: &Diagnosis, language: &str) -> String {
    let proof = &diagnosis.proof;
    match proof.status {
        ProofStatus::Proved => format!("correct on every pair within the scope{}", claim(proof.claim)),
        ProofStatus::Refuted if proof.witnesses.is_empty() => {
            "correct on every pair within the scope, but not in all tests".to_owned()
        }
        ProofStatus::Refuted => {
            let (all, wrong) = (decided(&proof.cells), proof.witnesses.len());
            format!("wrong in {wrong} of {}{}", count(all, "bucket"), open(&proof.cells))
        }
        ProofStatus::Undecided => format!("undecided{}", some_correct(&proof.cells)),
        ProofStatus::TestsOnly if language == PROVABLE => "tests only: no proof was attempted".to_owned(),
        ProofStatus::TestsOnly => format!("tests only: written in {}, and only Python can be proved", line(language)),
    }
}

/// Buckets with a pair in the scope.
fn decided(cells: &[ProvedCell]) -> usize {
    cells.iter().filter(|cell| **cell != ProvedCell::NoPair).count()
}

fn open(cells: &[ProvedCell]) -> String {
    match cells.iter().filter(|cell| **cell == ProvedCell::Undecided).count() {
        0 => String::new(),
        open => format!("; {open} undecided"),
    }
}

fn some_correct(cells: &[ProvedCell]) -> String {
    match cells.iter().filter(|cell| **cell == ProvedCell::Correct).count() {
        0 => String::new(),
        correct => format!(", but correct in {correct} of {}", count(decided(cells), "bucket")),
    }
}

/// For which names it holds.
fn claim(claim: Option<Claim>) -> &'static str {
    match claim {
        Some(Claim::Equality) | None => "",
        Some(Claim::Order) => ", for names of any one kind",
        Some(Claim::Values) => ", for the names and numbers that tests use",
    }
}

/// `raises KeyError for some valid pair (s17.py:9)`
pub fn proof_finding(finding: &ProofFinding) -> String {
    let place = |at: &Option<SubmissionPlace>| {
        at.as_ref().map(|at| format!(" ({}:{})", line(&at.file), at.line)).unwrap_or_default()
    };
    match finding {
        ProofFinding::Raises { exception, at } => {
            format!("raises {} for some valid pair{}", line(exception), place(at))
        }
        ProofFinding::NotBoolean => "returns something other than True or False for some valid pair".to_owned(),
        ProofFinding::SetOrder => "its answer depends on the order of a set for some valid pair".to_owned(),
        ProofFinding::InputOrder { parameter } => {
            format!("its answer depends on the order of `{}`, which is unordered, for some valid pair", line(parameter))
        }
        ProofFinding::ChangesArgument { parameter, at } => {
            format!("changes its argument `{}`{}", line(parameter), place(at))
        }
        ProofFinding::Unreachable { at } => {
            format!("no valid pair within the scope reaches line {} of {}", at.line, line(&at.file))
        }
    }
}

/// `accepted`; `raised KeyError`
pub fn proved_answer(answer: &Answer) -> String {
    match answer {
        Answer::Raised(class) => format!("raised {}", line(class)),
        Answer::NotBoolean(Some(ty)) if ty == "NoneType" => "returned None".to_owned(),
        Answer::NotBoolean(Some(ty)) => format!("returned a value of type {}", line(ty)),
        other => proved_answer_in_general(other).to_owned(),
    }
}

/// What it did, without a word that the submission controls.
pub fn proved_answer_in_general(answer: &Answer) -> &'static str {
    match answer {
        Answer::Accepted => "accepted",
        Answer::Rejected => "rejected",
        Answer::Raised(_) => "raised an exception",
        Answer::NotBoolean(_) => "did not return a Boolean",
        Answer::NoAnswer => "gave no answer within the limits",
    }
}

/// Why it could not be decided, without a word that the submission controls.
pub fn undecided_in_general(kind: Undecided) -> &'static str {
    match kind {
        Undecided::Construct => "uses something that cannot be followed",
        Undecided::State => "keeps state between calls",
        Undecided::SetOrder => "its answer depends on the order of a set",
        Undecided::Size => "too large to decide",
        Undecided::Solver => "the solver gave up",
        Undecided::Limits => "a limit on time or memory was reached",
        Undecided::Load => "cannot be loaded",
        Undecided::Language => "not written in Python",
        Undecided::Problem => "the problem itself cannot be decided",
        Undecided::NotRun => "could not be run on some pair",
        Undecided::Contradiction => "an internal fault of Custodiet",
    }
}

/// The bounds of the scope, as in a problem file: `Vertex=5, edges=5, order=6`
pub fn scope(problem: &Problem) -> String {
    let bounds = problem.scope.bounds.iter().map(|(name, bound)| format!("{name}={bound}"));
    bounds.collect::<Vec<_>>().join(", ")
}

/// `120 of 380 tests were not run because 20 timed out`
pub fn cut_short(diagnosis: &Diagnosis) -> Option<String> {
    let why = match diagnosis.cut_short? {
        NotRunReason::TimeOuts => format!("{} timed out", diagnosis.timed_out),
        NotRunReason::Budget => "it used up the time for all tests together, loading included".to_owned(),
        NotRunReason::NotLoaded => "it could be loaded once, but not again".to_owned(),
        NotRunReason::NotRecorded => "the results folder has no outcome for them: grade again".to_owned(),
    };
    let were = if diagnosis.not_run == 1 { "was" } else { "were" };
    Some(format!("{} of {} {were} not run because {why}", diagnosis.not_run, count(diagnosis.tests, "test")))
}

/// What is wrong, in the words of the error subproperties that explain it; and whether something is left unexplained.
pub fn explained(key: &AnswerKey, diagnosis: &Diagnosis) -> Vec<String> {
    let attribution = &diagnosis.attribution;
    let mut all = Vec::new();
    for position in attribution.instead | attribution.stricter {
        let property = &key.subproperties[position];
        let words = property.doc.as_deref().map(clause).filter(|words| !words.is_empty());
        let words = words.unwrap_or_else(|| format!("checks {}", key.names[position]));
        let replaced = key.shown(property.instead_of & attribution.with(CheckStatus::Missed));
        let is_instead = attribution.instead.contains(position) && !replaced.is_empty();
        let tail = if is_instead { format!(" (instead of {})", listed(&replaced)) } else { String::new() };
        all.push(format!("{words}{tail}"));
    }
    if !diagnosis.unrecognized.is_empty() {
        all.push("unrecognized mistake: review by hand".to_owned());
    }
    all
}

/// What no subproperty explains, in a few sentences.
pub fn unrecognized(key: &AnswerKey, bucket_words: &[&str], unrecognized: &[Unrecognized]) -> Vec<String> {
    let mut all = Vec::new();
    let mut mixed: Vec<&str> = Vec::new();
    for one in unrecognized {
        match one {
            Unrecognized::InPart(position) => {
                let name = &key.names[*position];
                all.push(format!("checks {name} only in some cases, and no error subproperty says in which"));
            }
            Unrecognized::Strict => {
                all.push("rejects some correct outputs, and no error subproperty says why".to_owned());
            }
            Unrecognized::Mixed(bucket) => mixed.extend(bucket_words.get(*bucket)),
        }
    }
    match mixed.as_slice() {
        [] => {}
        [one] => all.push(format!("accepts some pairs of a bucket and rejects others: {one}")),
        [one, ..] => {
            let buckets = mixed.len();
            all.push(format!(
                "accepts some pairs of a bucket and rejects others, in {buckets} buckets; for example: {one}"
            ));
        }
    }
    all
}

pub fn deep_flaw(flaw: DeepFlaw) -> String {
    match flaw {
        DeepFlaw::RejectsMostCorrect => "does not accept most correct outputs, whatever the input",
        DeepFlaw::AcceptsEverythingWrong => "accepts most pairs in which every required subproperty fails",
    }
    .to_owned()
}

/// `misses UNIQUENESS`; `checks SORTEDNESS only in some cases, which no longer shows once UNIQUENESS is checked`
pub fn mistake(key: &AnswerKey, mistake: &Mistake) -> String {
    let words = match &mistake.kind {
        MistakeKind::Misses(position) => format!("misses {}", key.names[*position]),
        MistakeKind::ChecksInPart(position) => format!("checks {} only in some cases", key.names[*position]),
        MistakeKind::RejectsCorrect => "rejects correct outputs".to_owned(),
        MistakeKind::Fails(failure) => failure.to_string(),
    };
    match key.shown(mistake.disappears_with).as_slice() {
        [] => words,
        [one] => format!("{words}, which no longer shows once {one} is checked"),
        several => format!("{words}, which no longer shows once {} are checked", listed(several)),
    }
}

/// `rejected`; `raised KeyError: 'c' (sort.py:9)`
pub fn given(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Raised(raised) => format!("raised {}", raised.text()),
        Outcome::OutOfMemory | Outcome::NotABoolean(_) => {
            FailureKind::of(outcome).map(|kind| kind.to_string()).unwrap_or_default()
        }
        other => match (other.word().replace('_', " "), other.detail()) {
            (word, detail) if detail.is_empty() => word,
            (word, detail) => format!("{word}: {detail}"),
        },
    }
}

/// What it did, without a word that the submission controls.
pub fn given_in_general(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected => "rejected",
        Outcome::Raised(_) => "raised an exception",
        Outcome::TimedOut(_) => "timed out",
        Outcome::OutOfMemory => "ran out of memory",
        Outcome::Crashed(_) => "crashed",
        Outcome::NotABoolean(_) => "did not return a Boolean",
        Outcome::NotRun(_) => "not run",
    }
}

/// The word of a value that is one in JSON.
pub fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|json| json.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Why it could not run, for its author.
pub fn reason_for_student(status: &LoadStatus) -> Option<String> {
    match status {
        LoadStatus::Failed(failed) if failed.why == LoadFailureKind::Missing && !failed.candidates.is_empty() => {
            let names: Vec<String> = failed.candidates.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("{}; it defines {}: use the name from the handout", failed.message, listed(&names)))
        }
        LoadStatus::Failed(failed) if failed.lacks_names() => {
            let what = not_defined(&failed.undefined, in_plain_words);
            let way_out = match failed.undefined.as_slice() {
                [_] => "define it, or import the file that defines it",
                _ => "define them, or import the files that define them",
            };
            Some(format!("{what}: {way_out}"))
        }
        LoadStatus::NotStarted(_) => Some("this is not your fault; ask your instructor".to_owned()),
        other => other.reason(),
    }
}

/// The same without a word that the submission chose while it was running: its own page must not show what it, or another
/// submission before it, saw of the tests.
pub fn public_reason(status: &LoadStatus, language: &str, text: Option<&str>) -> Option<String> {
    let LoadStatus::Failed(failed) = status else { return reason_for_student(status) };
    if failed.before_running {
        return reason_for_student(status);
    }
    let own = |class: &str| Vocabulary::of(language).exceptions.iter().find(|own| **own == class);
    let reason = match failed.why {
        LoadFailureKind::Syntax => match text.filter(|_| language == "python").and_then(syntax_error) {
            // Read off the text.
            Some((line, message)) => {
                let message = message.strip_prefix("syntax error: ").unwrap_or(&message);
                return Some(format!("syntax error in line {line}: {message}"));
            }
            None => "it has a syntax error; run your file to see where",
        },
        LoadFailureKind::Import => {
            "it imports something that is not available here; run your file to see whether it is missing"
        }
        LoadFailureKind::Raised => match failed.class.as_deref().and_then(own) {
            Some(class) => return Some(format!("it raised {class} when it was loaded; run your file to see where")),
            None => "it raised an exception of its own while it was loaded; run your file to see where",
        },
        LoadFailureKind::Missing => "it does not define the predicate; use the name from the handout",
        LoadFailureKind::Ambiguous => "several of its files define the predicate; hand in one",
        LoadFailureKind::Arity => "the predicate does not take the parameters that the handout lists",
        LoadFailureKind::Invalid => "it cannot be compiled; compile your file to see why",
        LoadFailureKind::TimedOut => "it took too long to load; keep only definitions at the top level",
        LoadFailureKind::OutOfMemory => "it ran out of memory when it was loaded",
        LoadFailureKind::Crashed => "it crashed when it was loaded",
    };
    Some(reason.to_owned())
}

/// A name and where it is used, for the author of the file.
fn in_plain_words(undefined: &UndefinedName) -> String {
    let name = &undefined.name;
    match (&undefined.file, undefined.line) {
        (Some(file), Some(line)) => format!("`{name}` (line {line} of {file})"),
        (Some(file), None) => format!("`{name}` (in {file})"),
        (None, _) => format!("`{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use runner::outcome::RaisedException;
    use runner::protocol::LoadFailure;

    use super::*;

    #[test]
    fn general_words_quote_nobody() {
        let ann = || "Ann".to_owned();
        let raised = RaisedException { class: ann(), message: ann(), file: Some(ann()), line: Some(3) };
        assert_eq!(given_in_general(&Outcome::Raised(raised)), "raised an exception");
        assert_eq!(given_in_general(&Outcome::NotABoolean(ann())), "did not return a Boolean");
        assert_eq!(given_in_general(&Outcome::Rejected), "rejected");
        assert_eq!(given(&Outcome::NotABoolean("NoneType".to_owned())), "returned None");
        assert_eq!(given(&Outcome::OutOfMemory), "ran out of memory");
    }

    fn lacks(names: &[(&str, Option<u64>)]) -> Option<String> {
        let undefined = |(name, line): &(&str, Option<u64>)| UndefinedName {
            name: (*name).to_owned(),
            file: Some("a.arr".to_owned()),
            line: *line,
            ..UndefinedName::default()
        };
        let undefined = names.iter().map(undefined).collect();
        let failure = LoadFailure::new(LoadFailureKind::Invalid, "unbound".to_owned());
        reason_for_student(&LoadStatus::Failed(Box::new(LoadFailure { undefined, ..failure })))
    }

    #[test]
    fn public_reasons_quote_nobody() {
        use LoadFailureKind::{
            Ambiguous, Arity, Crashed, Import, Invalid, Missing, OutOfMemory, Raised, Syntax, TimedOut,
        };
        let reason = |why, class: Option<&str>, text: Option<&str>| {
            let (class, candidates) = (class.map(str::to_owned), vec!["Ann".to_owned()]);
            let (file, line) = (Some("Ann.py".to_owned()), Some(17));
            let failure = LoadFailure { class, candidates, file, line, ..LoadFailure::new(why, "Ann".to_owned()) };
            let reason = public_reason(&LoadStatus::Failed(Box::new(failure)), "python", text).expect("a reason");
            assert!(!reason.contains("Ann") && !reason.contains("17"), "{reason}");
            reason
        };
        for why in [Syntax, Invalid, Missing, Ambiguous, Import, Raised, Arity, TimedOut, OutOfMemory, Crashed] {
            reason(why, Some("Ann"), Some("pass\n"));
        }
        assert!(reason(Raised, Some("KeyError"), None).starts_with("it raised KeyError when"));
        let syntax = reason(Syntax, None, Some("x = 1\r\ny = ("));
        assert!(
            syntax.starts_with("syntax error in line 2: ") && syntax.matches("syntax error").count() == 1,
            "{syntax}"
        );
        let compiled = LoadFailure { before_running: true, ..LoadFailure::new(Invalid, "a type".to_owned()) };
        let compiled = public_reason(&LoadStatus::Failed(Box::new(compiled)), "pyret", None);
        assert_eq!(compiled.as_deref(), Some("cannot be compiled: a type"));
    }

    #[test]
    fn students_are_told_which_names_they_lack() {
        assert_eq!(
            lacks(&[("f", Some(12))]).as_deref(),
            Some("`f` (line 12 of a.arr) is not defined: define it, or import the file that defines it")
        );
        assert_eq!(
            lacks(&[("f", Some(12)), ("g", None)]).as_deref(),
            Some(
                "`f` (line 12 of a.arr) and `g` (in a.arr) are not defined: define them, or import the files that define them"
            )
        );
    }
}
