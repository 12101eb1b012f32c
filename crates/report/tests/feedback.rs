//! What a student is told: how many problems there are, which of them are described, and in which order.

use decision::{Answer, ConfirmedDecision};
use grading::LoadStatus;
use report::feedback::{Feedback, Reveal};
use runner::Outcome;
use runner::grade::Unstable;
use runner::outcome::{NotRunReason, RaisedException};
use runner::protocol::{LoadFailure, LoadFailureKind, UndefinedName};

mod class;
#[path = "class/trees.rs"]
mod trees;

use class::{outcomes, report, submission, suite};
use trees::suite_of_trees;

/// The positions of the required subproperties.
const REQUIRED: [usize; 4] = [0, 1, 2, 3];

/// Feedback on a predicate that checks these subproperties and does something else now and then.
fn feedback(checks: &[usize], unstable: bool, reveal: Reveal, odd: impl Fn(usize) -> Option<Outcome>) -> Feedback {
    let suite = suite();
    let mut one = submission("a.py", "", outcomes(&suite, checks, odd));
    if unstable {
        one.stored.unstable.push(Unstable {
            test: suite.buckets[0].tests[0].id.clone(),
            first: "accepted".to_owned(),
            then: "rejected".to_owned(),
        });
    }
    let report = report(suite, vec![one], Vec::new());
    Feedback::new(&report, &report.submissions[0], reveal)
}

fn whats(feedback: &Feedback) -> Vec<&str> {
    feedback.steps.iter().map(|step| &*step.what).collect()
}

const STABLE: &str = "Always return the same answer for the same input and output.";

#[test]
fn nothing_to_fix() {
    let page = feedback(&REQUIRED, false, Reveal::Pairs, |_| None);
    assert!(page.answer.starts_with("We ran ") && page.answer.ends_with(" tests and found no mistakes."), "{page:?}");
    assert_eq!((page.steps.len(), page.more, page.works.len()), (0, 0, 4));
}

/// Feedback on a predicate of which something was decided.
fn proved(decision: ConfirmedDecision, checks: &[usize], reveal: Reveal) -> Feedback {
    let suite = suite();
    let mut one = submission("a.py", "", outcomes(&suite, checks, |_| None));
    one.proof = Some(Box::new(decision));
    let report = report(suite, vec![one], Vec::new());
    Feedback::new(&report, &report.submissions[0], reveal)
}

#[test]
fn a_proof_is_said_in_plain_words() {
    const PROVED: &str = "This was proved for all small inputs.";
    let page = proved(class::decision(&suite(), &[]), &REQUIRED, Reveal::Names);
    assert!(
        page.answer.ends_with("found no mistakes. We also proved that your predicate is correct for all small inputs.")
    );
    assert!(page.markdown().contains(PROVED) && page.html().contains(PROVED));
    let page = proved(class::decision(&suite(), &[]), &REQUIRED, Reveal::Nothing);
    assert!(page.answer.contains("We also proved") && !page.markdown().contains(PROVED), "{page:?}");
}

/// Others were not asked about the pair that a proof found, so the page is that of a predicate without it, but for what is checked.
#[test]
fn what_only_a_proof_shows_is_not_mentioned() {
    let uniqueness: &[&str] = &["none_dropped", "uniqueness"];
    let decision = || class::decision(&suite(), &[(uniqueness, Answer::Accepted)]);
    for reveal in [Reveal::Nothing, Reveal::Names, Reveal::Hints, Reveal::Pairs] {
        let page = proved(decision(), &REQUIRED, reveal);
        let without = feedback(&REQUIRED, false, reveal, |_| None);
        assert_eq!((&page.answer, &page.steps, page.more), (&without.answer, &without.steps, 0));
        assert!(page.works.len() < 4 && !page.markdown().contains("proof"), "{page:?}");
    }
}

#[test]
fn at_most_three_problems_are_described_and_all_are_counted() {
    let page = feedback(&[], false, Reveal::Names, |_| None);
    assert!(page.answer.ends_with(" and found 4 problems in your predicate."), "{page:?}");
    assert_eq!((page.steps.len(), page.more, page.works.len()), (3, 1, 0));
    assert!(page.markdown().contains("\nThere is 1 more problem. Fix these first.\n"), "{}", page.markdown());
    let page = feedback(&[], false, Reveal::Nothing, |_| None);
    assert_eq!(page.answer, "Your predicate fails most of our tests.");
    assert_eq!((page.steps.len(), page.more), (0, 0));
}

#[test]
fn answers_that_change_are_a_problem_of_their_own() {
    let page = feedback(&[0, 1, 3], true, Reveal::Names, |_| None);
    assert!(page.answer.ends_with(" and found 2 problems in your predicate."), "{page:?}");
    assert_eq!(whats(&page), [STABLE, "Your predicate does not check this: the output repeats nothing."]);
    assert_eq!(page.more, 0);
    let page = feedback(&[], true, Reveal::Names, |_| None);
    assert!(page.answer.ends_with(" and found 5 problems in your predicate."), "{page:?}");
    assert_eq!((page.steps.len(), page.more), (3, 2));
    let page = feedback(&REQUIRED, true, Reveal::Names, |_| None);
    assert_eq!(page.answer, "When we ran the same test again, your predicate gave a different answer.");
    assert_eq!((whats(&page), page.more), (vec![STABLE], 0));
}

#[test]
fn an_exception_that_is_raised_in_several_places_is_one_problem() {
    let raised = |line: u64| {
        let (class, message) = ("KeyError".to_owned(), String::new());
        Outcome::Raised(RaisedException { class, message, file: Some("a.py".to_owned()), line: Some(line) })
    };
    // The first tests are correct outputs.
    let page = feedback(&[0, 1, 3], false, Reveal::Names, |test| (test < 2).then(|| raised(test as u64)));
    assert!(page.answer.ends_with(" and found 2 problems in your predicate."), "{page:?}");
    assert!(whats(&page)[0].starts_with("Always return True or False: for some correct outputs"), "{page:?}");
    assert_eq!(page.steps.len(), 2);
}

#[test]
fn tests_that_were_not_run_are_explained() {
    for (reason, why) in [
        (NotRunReason::TimeOuts, "others took too long"),
        (NotRunReason::Budget, "your predicate used up the time for all tests together"),
        (NotRunReason::NotLoaded, "your predicate could be loaded once, but not again"),
        (NotRunReason::NotRecorded, "their results are missing, which is not your fault; ask your instructor"),
    ] {
        let of = |reveal| feedback(&REQUIRED, false, reveal, |test| (test == 3).then_some(Outcome::NotRun(reason)));
        assert_eq!(
            of(Reveal::Hints).remarks,
            [format!("Some tests were not run, because {why}. They count as wrong.")]
        );
        assert_eq!(of(Reveal::Pairs).remarks, [format!("1 test was not run, because {why}. It counts as wrong.")]);
        assert!(of(Reveal::Names).answer.starts_with("We could not run all 82 tests and found "), "{reason:?}");
    }
}

/// The names of others, the sketches and the notes are for instructors.
#[test]
fn a_student_is_told_which_names_are_not_defined() {
    let lacking = |file: &str, name: &str| {
        let mut one = submission(file, "", Vec::new());
        let (file, sketch) = (Some(file.to_owned()), Some("a sketch".to_owned()));
        one.stored.status = LoadStatus::Failed(Box::new(LoadFailure {
            undefined: vec![UndefinedName { name: name.to_owned(), file, line: Some(12), sketch, from: None }],
            notes: vec!["a note".to_owned()],
            ..LoadFailure::new(LoadFailureKind::Invalid, "unbound".to_owned())
        }));
        one
    };
    let report = report(suite(), vec![lacking("a.arr", "all-true"), lacking("b.arr", "secret")], Vec::new());
    let page = Feedback::new(&report, &report.submissions[0], Reveal::Pairs);
    assert_eq!(
        page.answer,
        "Your predicate could not be run: `all-true` (line 12 of a.arr) is not defined: define it, or import the file \
         that defines it"
    );
    for text in [page.markdown(), page.html()] {
        assert!(!["secret", "b.arr", "sketch", "note"].iter().any(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn trees_are_drawn_above_the_call() {
    let suite = suite_of_trees(&["w<b>", "another word"]);
    // Of the two incorrect outputs, the larger one is rejected.
    let one = submission("a.py", "", outcomes(&suite, &[], |test| (test == 3).then_some(Outcome::Rejected)));
    let report = report(suite, vec![one], Vec::new());
    let page = |reveal| Feedback::new(&report, &report.submissions[0], reveal);
    let drawn = "       tree:\n         \"w<b>\"\n         ├── \"a\"\n         └── ·\n\n       mirrored:\n";
    let text = page(Reveal::Pairs).markdown();
    let (at, call) = (text.find(drawn).expect(&text), text.find("       is_valid(Node(").expect(&text));
    assert!(at < call, "{text}");
    let html = page(Reveal::Pairs).html();
    assert_eq!(html.matches("<svg").count(), 4, "two trees of the pair, two of its twin: {html}");
    assert!(
        html.contains("<title>tree: &quot;w&lt;b&gt;&quot; (&quot;a&quot;, none)</title>") && !html.contains("<b>")
    );
    assert!(!html.contains("<use") && !html.contains("<script") && html.contains("&quot;w&lt;b&gt;&quot;</text>"));
    // A picture reveals what the pair does.
    let hidden = page(Reveal::Hints);
    assert!(!hidden.html().contains("<svg") && !hidden.markdown().contains("├──"));
}
