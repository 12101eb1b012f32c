//! What a class report says about proofs: the same in every file, whoever reads it.

use decision::{Answer, ProofVerdict, Reason, Undecided};
use report::results::{csv_header, csv_row};
use report::{ClassReport, tables};
use serde_json::json;

mod class;

use class::{decision, outcomes, report, submission, suite};

const REQUIRED: [usize; 4] = [0, 1, 2, 3];

/// Proved, found by proof only, undecided, in another language.
fn four() -> ClassReport {
    let suite = suite();
    let one = |name: &str| submission(name, "", outcomes(&suite, &REQUIRED, |_| None));
    let mut all = ["a.py", "b.py", "c.py", "d.arr"].map(one).to_vec();
    all[0].proof = Some(Box::new(decision(&suite, &[])));
    all[1].proof = Some(Box::new(decision(&suite, &[(&["none_dropped", "uniqueness"], Answer::Accepted)])));
    let mut open = decision(&suite, &[]);
    open.buckets[2].verdict = ProofVerdict::Undecided(Reason::new(Undecided::Size, "`search` is too large to compile"));
    all[2].proof = Some(Box::new(open));
    "pyret".clone_into(&mut all[3].stored.language);
    report(suite, all, Vec::new())
}

#[test]
fn verdicts_and_counts_agree() {
    let report = four();
    let verdicts: Vec<&str> = report.submissions.iter().map(|one| one.verdict.word()).collect();
    assert_eq!(verdicts, ["proved_correct", "too_lax", "no_mistake_found", "no_mistake_found"]);
    let summary = json!(report.summary);
    assert_eq!((&summary["proved_correct"], &summary["no_mistake_found"]), (&json!(1), &json!(2)));
    assert_eq!((&summary["faulty"], &summary["found_by_proof_only"]), (&json!(1), &json!(1)));
    for status in ["proved", "refuted", "undecided", "tests_only"] {
        assert_eq!(summary[status], 1, "{status}");
    }
    assert_eq!(report.undecided[0].submissions, [2]);
    let words: Vec<&str> =
        report.submissions.iter().filter_map(|one| Some(&*one.diagnosis.as_ref()?.proof.words)).collect();
    let buckets = report.buckets.len();
    assert_eq!(
        words,
        [
            "correct on every pair within the scope".to_owned(),
            format!("wrong in 1 of {buckets} buckets"),
            format!("undecided, but correct in {} of {buckets} buckets", buckets - 1),
            "tests only: written in pyret, and only Python can be proved".to_owned(),
        ]
    );
    assert_eq!(report.scope.as_deref(), Some("Vertex=3, edges=2, order=4"));
}

#[test]
fn a_mistake_that_only_a_proof_shows_is_marked_and_costs_nothing() {
    let report = four();
    let one = report.submissions[1].diagnosis.as_ref().expect("a diagnosis");
    assert_eq!(one.words, "too lax, found by proof: no test shows it");
    assert_eq!((one.wrong, one.sampled.len(), one.fingerprint.len(), one.mistakes.len()), (0, 0, 1, 0));
    let [witness] = &*one.proof.witnesses else { panic!("{:?}", one.proof.witnesses) };
    assert!(witness.by_proof_only && witness.smallest && witness.call.starts_with("is_valid("), "{witness:?}");
    assert_eq!((&*witness.given, witness.expected, witness.places.len()), ("accepted", "rejected", 2));
    // Whose smallest pair is a test of the suite after all, the test says so.
    let page = report::html(&report);
    assert!(page.contains("Found by proof: ") && page.contains("found by proof: no test shows it"));
    assert!(page.contains("1</strong> is proved correct") && page.contains("`search` is too large to compile"));
}

#[test]
fn tables_have_the_same_columns() {
    let report = four();
    let header = csv_header(&report);
    let at = |header: &[String], name: &str| header.iter().position(|one| one == name).expect("a column");
    let of = |name: &str| -> Vec<String> {
        report.submissions.iter().map(|one| csv_row(&report, one)[at(&header, name)].clone()).collect()
    };
    assert_eq!(of("proof"), ["proved", "refuted", "undecided", "tests_only"]);
    assert_eq!(of("proof_reason"), ["", "", "`search` is too large to compile", ""]);
    assert_eq!(of("proved_wrong"), ["0", "1", "0", ""]);
    assert_eq!(of("only_by_proof"), ["false", "true", "false", "false"]);
    let header = tables::submissions_header(&report);
    for one in &report.submissions {
        let (row, results) = (tables::submissions_row(&report, one), csv_row(&report, one));
        assert_eq!(row.len(), header.len());
        for name in ["proof", "proof_reason", "proved_wrong", "only_by_proof"] {
            assert_eq!(row[at(&header, name)], results[at(&csv_header(&report), name)], "{name}");
        }
    }
}

/// What a faulty predicate is proved to be is on the page and in JSON; of a correct one it says nothing new.
#[test]
fn theorems_and_versions_are_shown() {
    let suite = suite();
    let one = |name: &str| submission(name, "", outcomes(&suite, &REQUIRED, |_| None));
    let mut all = ["a.py", "b.py", "c.py"].map(one).to_vec();
    let version = "NO-NEW, and SORTEDNESS counting only the <last> occurrence of each element of `order`";
    for (place, one) in all.iter_mut().enumerate() {
        let wrong = (&["none_dropped", "uniqueness"][..], Answer::Accepted);
        let mut decided = decision(&suite, if place == 0 { &[] } else { std::slice::from_ref(&wrong) });
        decided.behaves_like = (place == 2).then(|| "NO-NEW and UNIQUENESS".to_owned());
        decided.equal_to = (place < 2).then(|| version.to_owned());
        one.proof = Some(Box::new(decided));
    }
    let report = report(suite, all, Vec::new());
    let of = |place: usize| {
        let proof = &report.submissions[place].diagnosis.as_ref().expect("a diagnosis").proof;
        (proof.behaves_like.as_deref(), proof.equal_to.as_deref())
    };
    assert_eq!(of(0).1, None);
    assert_eq!(of(1), (None, Some(version)));
    assert_eq!(of(2), (Some("NO-NEW and UNIQUENESS"), None));
    let page = report::html(&report);
    assert!(page.contains("<dt>accepts</dt><dd>exactly when NO-NEW and UNIQUENESS "), "{page}");
    assert!(page.contains("<dt>checks only</dt><dd>NO-NEW, and SORTEDNESS counting only the &lt;last&gt;"), "{page}");
}

/// Without a proof, nothing is said about proofs.
#[test]
fn a_class_that_nobody_proved_is_reported_as_before() {
    let suite = suite();
    let one = submission("a.py", "", outcomes(&suite, &REQUIRED, |_| None));
    let report = report(suite, vec![one], Vec::new());
    assert_eq!((report.summary.proofs.tests_only, report.summary.proofs.asked()), (1, 0));
    assert_eq!((report.scope.as_deref(), report.undecided.len()), (None, 0));
    let page = report::html(&report);
    assert!(!page.contains("is proved") && !page.contains("dt>proof</dt") && !page.contains("Proofs"));
}
