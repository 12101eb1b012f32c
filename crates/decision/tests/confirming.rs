//! What may be said of a submission depends on what it answered itself.

use std::collections::BTreeMap;

use decision::{
    Answer, Claim, DecidedBucket, DecidedPair, Decision, DecisionStatus, FORMAT, GivenAnswer, PairPurpose,
    ProofFinding, ProofVerdict, Reason, SolverVerdict, Undecided, confirm,
};
use serde_json::Map;

fn pair(fails: &[&str], predicted: Option<Answer>, purpose: PairPurpose) -> DecidedPair {
    DecidedPair {
        input: Map::new(),
        output: Map::new(),
        atoms: BTreeMap::new(),
        fails: fails.iter().map(ToString::to_string).collect(),
        expect: fails.is_empty(),
        predicted,
        purpose,
    }
}

fn bucket(fails: &[&str], verdict: SolverVerdict) -> DecidedBucket {
    DecidedBucket { fails: fails.iter().map(ToString::to_string).collect(), verdict }
}

fn decision(buckets: Vec<DecidedBucket>, pairs: Vec<DecidedPair>) -> Decision {
    Decision { format: FORMAT, claim: Some(Claim::Equality), buckets, pairs, findings: Vec::new() }
}

fn given(answers: &[Answer]) -> Vec<GivenAnswer> {
    answers.iter().cloned().map(GivenAnswer::Answered).collect()
}

fn order() -> Reason {
    Reason::new(Undecided::SetOrder, "the answer depends on the order of a set")
}

#[test]
fn correct_buckets_and_agreeing_checks_are_a_proof() {
    let pairs = vec![
        pair(&[], Some(Answer::Accepted), PairPurpose::Check),
        pair(&["a"], Some(Answer::Rejected), PairPurpose::Check),
    ];
    let buckets = vec![bucket(&[], SolverVerdict::Correct), bucket(&["a"], SolverVerdict::Correct)];
    let confirmed = confirm(decision(buckets, pairs), &given(&[Answer::Accepted, Answer::Rejected]));
    assert_eq!((confirmed.status(), confirmed.compared), (DecisionStatus::Proved, 2));
}

#[test]
fn a_check_that_was_not_run_proves_nothing() {
    let pairs = vec![pair(&[], Some(Answer::Accepted), PairPurpose::Check)];
    let decision = decision(vec![bucket(&[], SolverVerdict::Correct)], pairs);
    for answers in [vec![], vec![GivenAnswer::NotRun("x".to_owned())], given(&[Answer::NoAnswer])] {
        let confirmed = confirm(decision.clone(), &answers);
        assert_eq!(confirmed.status(), DecisionStatus::Undecided, "{answers:?}");
        assert_eq!(confirmed.reason().map(|reason| reason.kind), Some(Undecided::NotRun));
    }
}

#[test]
fn a_difference_withdraws_everything() {
    let pairs = vec![
        pair(&["a"], Some(Answer::Accepted), PairPurpose::Witness),
        pair(&[], Some(Answer::Accepted), PairPurpose::Check),
    ];
    let wrong = SolverVerdict::Wrong { witness: 0, smallest: true };
    let buckets = vec![bucket(&["a"], wrong), bucket(&[], SolverVerdict::Correct)];
    let decision = decision(buckets, pairs);
    for (answers, at) in [
        ([Answer::Accepted, Answer::Raised("KeyError".to_owned())], 1),
        ([Answer::Rejected, Answer::Accepted], 0),
        ([Answer::NotBoolean(Some("int".to_owned())), Answer::Accepted], 0),
    ] {
        let confirmed = confirm(decision.clone(), &given(&answers));
        assert_eq!(confirmed.status(), DecisionStatus::Undecided);
        let contradiction = confirmed.contradiction.expect("a contradiction");
        assert_eq!(contradiction.pair, decision.pairs[at]);
        assert!(confirmed.buckets.iter().all(|bucket| matches!(
            &bucket.verdict,
            ProofVerdict::Undecided(reason) if reason.kind == Undecided::Contradiction
        )));
    }
}

#[test]
fn a_wrong_answer_in_a_correct_bucket_is_a_contradiction_even_where_nothing_was_predicted() {
    let pairs = vec![pair(&["a"], None, PairPurpose::Check)];
    let decision = decision(vec![bucket(&["a"], SolverVerdict::Correct)], pairs);
    assert!(confirm(decision.clone(), &given(&[Answer::Accepted])).contradiction.is_some());
    assert_eq!(confirm(decision, &given(&[Answer::Rejected])).status(), DecisionStatus::Proved);
}

#[test]
fn a_suspect_counts_if_it_is_reproduced() {
    let pairs = vec![pair(&["a"], None, PairPurpose::Suspect)];
    let decision = decision(vec![bucket(&["a"], SolverVerdict::Undecided(order()))], pairs);
    for (answer, status) in [
        (Answer::Accepted, DecisionStatus::Refuted),
        (Answer::NoAnswer, DecisionStatus::Refuted),
        (Answer::Rejected, DecisionStatus::Undecided),
    ] {
        assert_eq!(confirm(decision.clone(), &given(&[answer])).status(), status);
    }
}

#[test]
fn a_witness_is_shown_with_what_the_submission_answered() {
    let pairs = vec![pair(&["a"], Some(Answer::NotBoolean(None)), PairPurpose::Witness)];
    let wrong = SolverVerdict::Wrong { witness: 0, smallest: true };
    let decision = decision(vec![bucket(&["a"], wrong)], pairs);
    let confirmed = confirm(decision.clone(), &given(&[Answer::NotBoolean(Some("NoneType".to_owned()))]));
    let ProofVerdict::Wrong(witness) = &confirmed.buckets[0].verdict else { panic!("{confirmed:?}") };
    assert_eq!((&witness.answer, witness.smallest), (&Answer::NotBoolean(Some("NoneType".to_owned())), true));
    // Too slow is no evidence where the circuit says that it ends.
    assert_eq!(confirm(decision, &given(&[Answer::NoAnswer])).status(), DecisionStatus::Undecided);
}

#[test]
fn a_finding_about_answers_is_shown_if_the_submission_gave_such_an_answer() {
    let raises = |exception: &str| ProofFinding::Raises { exception: exception.to_owned(), at: None };
    let pairs = vec![pair(&["a"], Some(Answer::Raised("KeyError".to_owned())), PairPurpose::Check)];
    let decision = Decision {
        findings: vec![raises("KeyError"), raises("TypeError"), ProofFinding::NotBoolean, ProofFinding::SetOrder],
        ..decision(vec![bucket(&["a"], SolverVerdict::Undecided(order()))], pairs)
    };
    let confirmed = confirm(decision, &given(&[Answer::Raised("KeyError".to_owned())]));
    assert_eq!(confirmed.findings, [raises("KeyError"), ProofFinding::SetOrder]);
}

#[test]
fn what_is_stored_is_read_again() {
    let pairs = vec![pair(&["a"], Some(Answer::Raised("KeyError".to_owned())), PairPurpose::Witness)];
    let wrong = SolverVerdict::Wrong { witness: 0, smallest: true };
    let buckets = vec![bucket(&["a"], wrong), bucket(&[], SolverVerdict::Undecided(order()))];
    let decision = decision(buckets, pairs);
    let text = serde_json::to_string(&decision).expect("JSON");
    assert_eq!(serde_json::from_str::<Decision>(&text).expect("a decision"), decision);
    let confirmed = confirm(decision, &given(&[Answer::Raised("KeyError".to_owned())]));
    let text = serde_json::to_string(&confirmed).expect("JSON");
    assert_eq!(serde_json::from_str::<decision::ConfirmedDecision>(&text).expect("a decision"), confirmed);
    assert!(serde_json::from_str::<Decision>(&text.replace("\"format\"", "\"other\"")).is_err());
}
