//! Verdicts, deep flaws, mistakes and problems, on keys and answers small enough to work out by hand (`cases`).

use super::*;
use crate::cases::case;

/// One correct output, then outputs in which A, and A and B fail.
fn of_three(correct: &str, a: &str, ab: &str, unstable: bool) -> (AnswerKey, Diagnosis) {
    of(&[("", correct), ("A", a), ("AB", ab)], unstable)
}

fn of(answers: &[(&str, &str)], unstable: bool) -> (AnswerKey, Diagnosis) {
    let (key, outcomes) = case("A B", answers);
    let diagnosis =
        diagnose(&SubmissionAnswers::new(&key, &outcomes), None, "python", unstable, &mut FormulaCache::default());
    (key, diagnosis)
}

/// `misses A (2 tests, such as 3; twin 1)`
fn mistakes_in_words(key: &AnswerKey, diagnosis: &Diagnosis) -> Vec<String> {
    let kind = |kind: &MistakeKind| match kind {
        MistakeKind::Misses(position) => format!("misses {}", key.names[*position]),
        MistakeKind::ChecksInPart(position) => format!("in part {}", key.names[*position]),
        MistakeKind::RejectsCorrect => "rejects".to_owned(),
        MistakeKind::Fails(failure) => failure.to_string(),
    };
    let twin = |twin: Option<usize>| twin.map_or("no twin".to_owned(), |twin| format!("twin {twin}"));
    let words = |one: &Mistake| format!("{}: {} with {}, {}", kind(&one.kind), one.count, one.test, twin(one.twin));
    diagnosis.mistakes.iter().map(words).collect()
}

#[track_caller]
fn check_verdict(correct: &str, a: &str, ab: &str, expected: [Verdict; 2]) {
    assert_eq!([false, true].map(|unstable| of_three(correct, a, ab, unstable).1.verdict), expected);
}

/// The second verdict of each is that of a submission whose answers change.
#[test]
fn a_verdict_is_about_the_answers_that_count() {
    check_verdict("+", "-", "-", [Verdict::NoMistakeFound, Verdict::Unstable]);
    // Not run because of the submission: never without a mistake, but no more than that is said.
    check_verdict("+", ".", ".", [Verdict::NoAnswer; 2]);
    check_verdict(".", "-", "-.", [Verdict::NoAnswer; 2]);
    check_verdict("+.", "+", "-", [Verdict::TooLax; 2]);
    check_verdict("+", "+", "-", [Verdict::TooLax; 2]);
    check_verdict("-", "-", "-", [Verdict::TooStrict; 2]);
    check_verdict("-", "-", "+", [Verdict::TooLaxAndTooStrict; 2]);
    // No answer for a correct output does not accept it; no answer for an incorrect one does not accept it either.
    check_verdict("!", "-", "-", [Verdict::TooStrict; 2]);
    check_verdict("+", "!", "-", [Verdict::NoAnswer; 2]);
    check_verdict("+", "!", "+", [Verdict::TooLax; 2]);
}

#[test]
fn excluded_tests_decide_nothing() {
    let (mut key, outcomes) = case("A B", &[("", "+"), ("A", "+-"), ("AB", "-.")]);
    key.tests[1].excluded = true;
    key.tests[4].excluded = true;
    (key.buckets[1].tests, key.buckets[2].tests) = (1, 1);
    let diagnosis =
        diagnose(&SubmissionAnswers::new(&key, &outcomes), None, "python", false, &mut FormulaCache::default());
    assert_eq!(diagnosis.verdict, Verdict::NoMistakeFound);
    assert_eq!((diagnosis.tests, diagnosis.run, diagnosis.wrong, diagnosis.not_run), (3, 3, 0, 0));
    assert_eq!((diagnosis.cut_short, diagnosis.mistakes.len()), (None, 0));
}

#[test]
fn tests_that_were_not_run_cost_what_wrong_answers_cost_and_show_nothing() {
    let (_, diagnosis) = of_three("+.", "-..", ".", false);
    assert_eq!((diagnosis.tests, diagnosis.run, diagnosis.wrong, diagnosis.not_run), (6, 2, 4, 4));
    assert_eq!((diagnosis.cut_short, diagnosis.timed_out), (Some(NotRunReason::Budget), 0));
    assert_eq!((diagnosis.fingerprint.len(), diagnosis.mistakes.len(), diagnosis.failures.len()), (0, 0, 0));
    assert_eq!((diagnosis.deep_flaws.len(), diagnosis.unrecognized.len()), (0, 0));
    assert_eq!(diagnosis.problems, [PredicateProblem::CutShort]);
    let wrong = of_three("+.", "+..", ".", false).1;
    assert_eq!((wrong.wrong, &*wrong.fingerprint), (5, &[1][..]));
    assert_eq!(wrong.problems, [PredicateProblem::CutShort, PredicateProblem::Mistake(0)]);
    // Counted by subproperty, too.
    let (key, outcomes) = case("A B", &[("", "+"), ("A", "-.."), ("AB", "+")]);
    assert_eq!(SubmissionAnswers::new(&key, &outcomes).lost_in_focused_buckets(), [2, 1]);
}

#[test]
fn accepting_what_fails_in_everything_is_a_deep_flaw() {
    let flaws = |a: &str, ab: &str| of_three("+", a, ab, false).1.deep_flaws;
    assert_eq!(flaws("-", "-++"), [DeepFlaw::AcceptsEverythingWrong]);
    // A mistake that shows in some such pairs only is a subtle one.
    assert_eq!(flaws("-", "-+"), []);
    assert_eq!(flaws("-", "+..."), [DeepFlaw::AcceptsEverythingWrong]);
    assert_eq!(flaws("+", "-"), []);
    assert_eq!(flaws("-", "!"), []);
    // Error subproperties do not matter.
    let (key, outcomes) = case("A B x=A", &[("", "+"), ("ABx", "+")]);
    assert_eq!(deep_flaws(&SubmissionAnswers::new(&key, &outcomes)), [DeepFlaw::AcceptsEverythingWrong]);
}

#[test]
fn not_accepting_most_correct_outputs_is_a_deep_flaw() {
    use PositiveKind::{Functional, Relational};
    // One answer for each correct output: the only ones for their inputs, then those that have others beside them.
    let flaws = |functional: &str, relational: &str| {
        let given = format!("{functional}{relational}");
        let (mut key, outcomes) = case("A B", &[("", &*given), ("A", "-"), ("AB", "-")]);
        for (place, test) in key.tests.iter_mut().take(given.len()).enumerate() {
            test.positive_kind = Some(if place < functional.len() { Functional } else { Relational });
        }
        deep_flaws(&SubmissionAnswers::new(&key, &outcomes))
    };
    assert_eq!(flaws("--+", ""), [DeepFlaw::RejectsMostCorrect]);
    assert_eq!(flaws("!!+", "--"), [DeepFlaw::RejectsMostCorrect]);
    assert_eq!(flaws("-...", ""), [DeepFlaw::RejectsMostCorrect]);
    assert_eq!(flaws("", "--+"), [DeepFlaw::RejectsMostCorrect]);
    // Too strict, and no more than that.
    assert_eq!(flaws("-+", ""), []);
    assert_eq!(flaws("-++++++", "-++++++"), []);
    // It depends on the input.
    assert_eq!(flaws("---", "++"), []);
    assert_eq!(flaws("++", "---"), []);
    assert_eq!(flaws("..", ""), []);
}

/// Tests are numbered in the order in which they are written.
#[test]
fn mistakes_come_with_the_smallest_test_and_its_twin() {
    let (key, diagnosis) = of(&[("", "+-"), ("A", "+"), ("B", "+-"), ("AB", "-!")], false);
    let expected = [
        // An incorrect output that is rejected, if possible one in which the same fails.
        "misses A: 1 with 2, twin 5",
        "in part B: 1 with 3, twin 4",
        // A correct output that is accepted.
        "rejects: 1 with 1, twin 0",
        "raised KeyError (a.py:1): 1 with 6, twin 5",
    ];
    assert_eq!(mistakes_in_words(&key, &diagnosis), expected);
    assert_eq!(diagnosis.wrong, 4);
    // What is never checked comes before what is checked in some cases.
    let (key, diagnosis) = of(&[("", "+"), ("A", "+-"), ("B", "+")], false);
    assert_eq!(mistakes_in_words(&key, &diagnosis), ["misses B: 1 with 3, twin 2", "in part A: 1 with 1, twin 2"]);
    // A test in which nothing else fails is better than a smaller one.
    let (key, diagnosis) = of(&[("AB", "+"), ("A", "+")], false);
    assert_eq!(mistakes_in_words(&key, &diagnosis), ["misses A: 2 with 1, no twin", "misses B: 1 with 0, no twin"]);
}

#[test]
fn a_mistake_that_shows_only_beside_another_disappears_with_it() {
    let words = |answers: &[(&str, &str)]| {
        let (key, diagnosis) = of(answers, false);
        let mistakes = diagnosis.mistakes.iter();
        let words: Vec<String> = mistakes.map(|one| key.shown(one.disappears_with).join(" ")).collect();
        (words, diagnosis.problems.len())
    };
    // B is only seen to be missed where A is, too.
    assert_eq!(words(&[("", "+"), ("A", "+"), ("B", "-"), ("AB", "+")]), (vec![String::new(), "A".to_owned()], 1));
    // One pair shows it alone.
    assert_eq!(words(&[("", "+"), ("A", "+"), ("B", "+-"), ("AB", "+")]), (vec![String::new(); 2], 2));
    // In the same pairs: the first in the file is told.
    assert_eq!(words(&[("", "+"), ("AB", "+")]), (vec![String::new(), "A".to_owned()], 1));
    let (key, outcomes) = case("A B C", &[("", "+"), ("A", "+"), ("B", "+"), ("AC", "+"), ("BC", "+")]);
    let answers = SubmissionAnswers::new(&key, &outcomes);
    let diagnosis = diagnose(&answers, None, "python", false, &mut FormulaCache::default());
    assert_eq!(key.shown(diagnosis.mistakes[2].disappears_with), ["A", "B"]);
}

#[test]
fn what_is_checked_is_praised_only_if_correct_outputs_are_accepted() {
    let praised = |inputs: &[usize], answers: &[(&str, &str)]| {
        let (mut key, outcomes) = case("A B", answers);
        key.tests.iter_mut().zip(inputs).for_each(|(test, input)| test.input = *input);
        let answers = SubmissionAnswers::new(&key, &outcomes);
        key.shown(diagnose(&answers, None, "python", false, &mut FormulaCache::default()).praised)
    };
    let same = [0; 9];
    assert_eq!(praised(&same, &[("", "+++-"), ("A", "-"), ("B", "-")]), ["A", "B"]);
    // One correct output of four is accepted: what is rejected for the same input counts.
    let few = [("", "+---"), ("A", "-"), ("B", "-")];
    assert_eq!(praised(&same, &few), ["A", "B"]);
    assert_eq!(praised(&[0, 1, 2, 3, 0, 4], &few), ["A"]);
    assert_eq!(praised(&[0, 1, 2, 3, 4, 4], &few), Vec::<String>::new());
    // That both fail shows neither.
    assert_eq!(praised(&same, &[("", "+---"), ("AB", "-")]), Vec::<String>::new());
    assert_eq!(praised(&same, &[("", "----"), ("A", "-"), ("B", "-")]), Vec::<String>::new());
}

#[test]
fn problems_are_the_most_important_first() {
    use PredicateProblem::{Mistake, Unstable};
    // As above: A is missed, B checked in part, a correct output rejected, an incorrect one not answered.
    let answers = [("", "+-"), ("A", "+"), ("B", "+-"), ("AB", "-!")];
    assert_eq!(of(&answers, false).1.problems, [2, 0, 1, 3].map(Mistake));
    assert_eq!(of(&answers, true).1.problems, [Unstable, Mistake(2), Mistake(0), Mistake(1), Mistake(3)]);
    // A correct output without an answer comes first.
    assert_eq!(of_three("+!", "+", "-", false).1.problems, [1, 0].map(Mistake));
    assert_eq!(of_three("+", "-", "-", true).1.problems, [Unstable]);
    assert_eq!(of_three("+", "-", "-", false).1.problems, []);
}

#[test]
fn an_exception_that_is_raised_in_several_places_is_one_problem() {
    let (key, diagnosis) = of_three("+", "!;", "?", false);
    assert_eq!(diagnosis.mistakes.len(), 3, "{:?}", mistakes_in_words(&key, &diagnosis));
    assert_eq!(diagnosis.problems.len(), 2);
}

#[test]
fn what_no_subproperty_explains_is_unrecognized() {
    let unrecognized = |answers: &[(&str, &str)]| of(answers, false).1.unrecognized;
    assert_eq!(unrecognized(&[("", "+"), ("A", "+"), ("B", "-")]), []);
    assert_eq!(unrecognized(&[("", "+"), ("A", "+-"), ("B", "-")]), [Unrecognized::InPart(0), Unrecognized::Mixed(1)]);
    assert_eq!(unrecognized(&[("", "-"), ("A", "-"), ("B", "-")]), [Unrecognized::Strict]);
    assert_eq!(unrecognized(&[("", "+!"), ("A", "-"), ("B", "-!")]), []);
}

#[test]
fn shares_are_coarse() {
    use WrongShare::{Few, Half, Most};
    let shares = [0, 1, 30, 31, 60, 61, 90].map(|some| WrongShare::of(some, 90));
    assert_eq!(shares, [None, Some(Few), Some(Few), Some(Half), Some(Half), Some(Most), Some(Most)]);
}
