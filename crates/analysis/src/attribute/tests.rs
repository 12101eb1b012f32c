//! Every rule of `docs/reports.md` on what is checked, missed, in part, used instead and too strict, on keys and answers small enough
//! to work out by hand (`cases`).

use super::*;
use crate::answer_key::AnswerKey;
use crate::cases::case;

/// `A checked, B missed; instead x; stricter y`
fn words(key: &AnswerKey, attribution: &Attribution) -> String {
    let status = |finding: &Finding| {
        let status = match finding.status {
            CheckStatus::Checked => "checked",
            CheckStatus::InPart => "in part",
            CheckStatus::Missed => "missed",
            CheckStatus::Untested => "untested",
        };
        format!("{} {status}", key.names[finding.position])
    };
    let mut words = attribution.findings.iter().map(status).collect::<Vec<_>>().join(", ");
    for (what, set) in [("instead", attribution.instead), ("stricter", attribution.stricter)] {
        if !set.is_empty() {
            words.extend(["; ", what, " ", &key.shown(set).join(" ")]);
        }
    }
    words
}

#[track_caller]
fn check(subproperties: &str, answers: &[(&str, &str)], expected: &str) {
    let (key, outcomes) = case(subproperties, answers);
    let attribution = attribute(&SubmissionAnswers::new(&key, &outcomes));
    assert_eq!(words(&key, &attribution), expected);
}

#[test]
fn checked_if_failures_are_rejected_and_never_accepted() {
    check("A B", &[("", "+"), ("A", "--"), ("B", "-")], "A checked, B checked");
    // Also if it never fails alone.
    check("A B", &[("", "+"), ("AB", "-")], "A checked, B checked");
}

#[test]
fn one_acceptance_shows_that_it_is_not_checked() {
    check("A B", &[("", "+"), ("A", "+"), ("B", "-")], "A missed, B checked");
}

/// A predicate that misses A still rejects pairs in which A fails, if B fails in them, too.
#[test]
fn rejections_that_another_subproperty_explains_do_not_count() {
    check("A B", &[("", "+"), ("A", "+"), ("B", "-"), ("AB", "---")], "A missed, B checked");
}

#[test]
fn unexplained_rejections_show_that_it_is_checked_in_part() {
    check("A B", &[("", "+"), ("A", "+-"), ("B", "-")], "A in part, B checked");
}

/// AB is rejected at times. A alone is rejected at times as well, which explains it, so B is not to blame.
#[test]
fn the_fewest_failing_subproperties_are_blamed() {
    check("A B", &[("", "+"), ("A", "+-"), ("B", "+"), ("AB", "+-")], "A in part, B missed");
}

/// A alone is always accepted, so it cannot be why AB is rejected.
#[test]
fn what_is_accepted_alone_is_not_blamed() {
    check("A B", &[("", "+"), ("A", "++"), ("AB", "+-")], "A missed, B in part");
    // Unless nothing would be left to blame.
    check("A B", &[("", "+"), ("A", "+"), ("B", "+"), ("AB", "+-")], "A in part, B in part");
    // One rejection of A alone is enough for it to be blamed.
    check("A B", &[("", "+"), ("A", "+-"), ("AB", "+-")], "A in part, B missed");
}

#[test]
fn noticed_by_an_exception_is_in_part() {
    check("A B", &[("", "+"), ("A", "!"), ("B", "-")], "A in part, B checked");
    check("A B", &[("", "+"), ("A", "-!"), ("B", "-")], "A in part, B checked");
}

/// The same exception on the same line has the same cause.
#[test]
fn exceptions_that_correct_outputs_raise_are_blamed_on_nothing() {
    check("A B", &[("", "+!"), ("A", "-!"), ("B", "-")], "A checked, B checked");
    // Another exception has another cause.
    check("A B", &[("", "+!"), ("A", "-?"), ("B", "-")], "A in part, B checked");
    // B alone never raises, so it is not blamed for the exception in AB.
    check("A B", &[("", "+"), ("B", "-"), ("AB", "!")], "A in part, B checked");
}

#[test]
fn a_predicate_that_accepts_nothing_is_not_analyzed() {
    check("A B x=A", &[("", "-"), ("A", "-"), ("B", "!"), ("Ax", "-")], "A untested, B untested");
}

#[test]
fn what_is_not_run_or_excluded_is_untested() {
    check("A B", &[("", "+"), ("A", "."), ("B", "-.")], "A untested, B checked");
    // Rejected with B, but not run alone.
    check("A B", &[("", "+"), ("A", "."), ("B", "-"), ("AB", "-")], "A untested, B checked");
    let (mut key, outcomes) = case("A B", &[("", "+"), ("A", "+"), ("B", "-")]);
    key.tests[1].excluded = true;
    let attribution = attribute(&SubmissionAnswers::new(&key, &outcomes));
    assert_eq!(words(&key, &attribution), "A untested, B checked");
}

#[test]
fn checked_only_if_every_focused_bucket_is_tested() {
    let (mut key, outcomes) = case("A B", &[("", "+"), ("A", "-"), ("B", "-")]);
    key.exercised = SubpropertySet::one(1);
    let attribution = attribute(&SubmissionAnswers::new(&key, &outcomes));
    assert_eq!(words(&key, &attribution), "A untested, B checked");
}

#[test]
fn an_error_subproperty_is_used_instead_of_what_is_missed() {
    check("A B x=A", &[("", "+"), ("A", "+"), ("Ax", "-"), ("B", "-")], "A missed, B checked; instead x");
    // Not if it stands for something else.
    check("A B x=B", &[("", "+"), ("A", "+"), ("Ax", "-"), ("B", "-")], "A missed, B checked");
    // Not if a required subproperty explains each rejection.
    check("A B x=A", &[("", "+"), ("A", "+"), ("B", "-"), ("Bx", "-")], "A missed, B checked");
    // Not if a pair in which it fails is accepted: then A is checked in part.
    check("A B x=A", &[("", "+"), ("A", "+"), ("Ax", "+-"), ("B", "-")], "A in part, B checked");
}

/// What is checked in part needs another explanation, unless correct outputs are rejected, too, perhaps for the same reason.
#[test]
fn an_error_subproperty_is_not_used_instead_of_what_is_checked_in_part() {
    check("A B x=A", &[("", "+"), ("A", "+-"), ("Ax", "-"), ("B", "-")], "A in part, B checked");
    check("A B x=A", &[("", "+-"), ("A", "+-"), ("Ax", "-"), ("B", "-")], "A in part, B checked; instead x");
}

#[test]
fn an_error_subproperty_that_fails_in_rejected_correct_outputs_is_too_strict() {
    check("A x=A", &[("", "+"), ("x", "-"), ("A", "-")], "A checked; stricter x");
    check("A x=A", &[("", "+"), ("x", "+-"), ("A", "-")], "A checked");
}

#[test]
fn findings_name_the_tests_that_show_them() {
    let answers = [("", "+"), ("A", "-"), ("B", "+-"), ("AB", "-"), ("C", "!")];
    let (key, outcomes) = case("A B C", &answers);
    let attribution = attribute(&SubmissionAnswers::new(&key, &outcomes));
    let [a, b, c] = attribution.findings.as_slice() else { panic!("{attribution:?}") };
    // Test 1 and test 4 reject A; B fails in test 4, too, but it is not evident.
    assert_eq!((&*a.rejected, &*a.accepted), (&[1, 4][..], &[][..]));
    assert_eq!((&*b.accepted, &*b.rejected), (&[2][..], &[3][..]));
    assert_eq!((&*c.failed, c.status), (&[5][..], CheckStatus::InPart));
    assert_eq!(attribution.evident, SubpropertySet::one(0));
    // If both are evident, tests in which only one of them fails are better evidence.
    let (key, outcomes) = case("A B", &[("", "+"), ("A", "-"), ("B", "-"), ("AB", "-")]);
    let attribution = attribute(&SubmissionAnswers::new(&key, &outcomes));
    assert_eq!((&*attribution.findings[0].rejected, &*attribution.findings[1].rejected), (&[1][..], &[2][..]));
}

#[test]
fn a_group_is_what_all_its_members_are() {
    use CheckStatus::{Checked, InPart, Missed, Untested};
    let of = |statuses: &[CheckStatus]| {
        let finding = |(position, status): (usize, &CheckStatus)| Finding {
            position,
            status: *status,
            proved: false,
            accepted: Vec::new(),
            rejected: Vec::new(),
            failed: Vec::new(),
        };
        let findings: Vec<Finding> = statuses.iter().enumerate().map(finding).collect();
        group_status(&findings, SubpropertySet::first(2))
    };
    for (statuses, group) in [
        (&[Checked, Checked][..], Checked),
        (&[Missed, Missed], Missed),
        (&[Checked, Missed], InPart),
        (&[Checked, InPart], InPart),
        (&[Checked, Untested], Untested),
        (&[Missed, Untested], InPart),
        // The third is not a member.
        (&[Checked, Checked, Missed], Checked),
        (&[], Untested),
    ] {
        assert_eq!(of(statuses), group, "{statuses:?}");
    }
}
