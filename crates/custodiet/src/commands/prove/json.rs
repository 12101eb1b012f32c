//! The report as JSON, as `docs/prove.md` describes it.

use std::collections::{BTreeMap, BTreeSet};

use decision::{Answer, Claim, ConfirmedBucket, DecisionStatus, ProofVerdict, ProofWitness};
use lang::problem::AtomKind;
use serde_json::{Value as Json, json};

use super::proofs::ProofFolder;
use super::{ProofReport, text};
use crate::proving::ProvedSubmission;

pub fn report(report: &ProofReport) -> Json {
    let mut shown = json!({
        "problem": report.problem.name,
        "scope": report.problem.scope.to_json(),
        "submissions": report.submissions.iter().map(submission).collect::<Vec<_>>(),
    });
    if let (false, Json::Object(shown)) = (report.references.is_empty(), &mut shown) {
        let references = report.references.iter().map(submission).collect::<Vec<_>>();
        shown.insert("references".to_owned(), json!(references));
    }
    if let (false, Json::Object(shown)) = (report.warnings.is_empty(), &mut shown) {
        let warnings = report.warnings.iter().map(ToString::to_string).collect::<Vec<_>>();
        shown.insert("warnings".to_owned(), json!(warnings));
    }
    if let (Some(proof), Json::Object(shown)) = (&report.proof, &mut shown) {
        shown.insert("proof".to_owned(), folder(proof));
    }
    shown
}

fn folder(proof: &ProofFolder) -> Json {
    let left_out = proof.left_out.iter().map(|(name, reason)| json!({ "name": name, "reason": reason }));
    json!({
        "dir": proof.written.as_ref().map(|written| written.dir.display().to_string()),
        "submissions": proof.written.as_ref().map_or(0, |written| written.submissions),
        "proofs": proof.written.as_ref().map_or(0, |written| written.proofs),
        "bytes": proof.written.as_ref().map_or(0, |written| written.bytes),
        "left_out": left_out.collect::<Vec<_>>(),
    })
}

fn submission(proved: &ProvedSubmission) -> Json {
    let decision = &proved.decision;
    let mut shown = json!({
        "name": proved.name,
        "status": match decision.status() {
            DecisionStatus::Proved => "proved",
            DecisionStatus::Refuted => "refuted",
            DecisionStatus::Undecided => "undecided",
        },
        "claim": decision.claim.map(|claim| match claim {
            Claim::Equality => "equality",
            Claim::Order => "order",
            Claim::Values => "values",
        }),
        "buckets": decision.buckets.iter().map(bucket).collect::<Vec<_>>(),
        "behaves_like": decision.behaves_like,
        "equal_to": decision.equal_to,
        "findings": decision.findings.iter().map(text::finding).collect::<Vec<_>>(),
        "reason": decision.reason().map(|reason| json!({
            "file": reason.at.as_ref().map(|at| &at.file),
            "line": reason.at.as_ref().map(|at| at.line),
            "message": reason.message,
        })),
        "seconds": (proved.seconds * 100.0).round() / 100.0,
    });
    // Nobody can do anything about it without the pair.
    if let (Some(contradiction), Json::Object(shown)) = (&decision.contradiction, &mut shown) {
        shown.insert("contradiction".to_owned(), json!(contradiction));
    }
    shown
}

fn bucket(bucket: &ConfirmedBucket) -> Json {
    let (verdict, witness) = match &bucket.verdict {
        ProofVerdict::Correct => ("correct", None),
        ProofVerdict::Wrong(witness) => ("wrong", Some(witness)),
        ProofVerdict::Undecided(_) => ("undecided", None),
    };
    json!({
        "fails": bucket.fails,
        "verdict": verdict,
        "witness": witness.map(|witness| json!({ "input": witness.input, "output": witness.output })),
        "atoms": witness.and_then(|witness| atoms(witness)),
        "answer": witness.map(|witness| witness.answer.word()),
        "exception": witness.and_then(|witness| match &witness.answer {
            Answer::Raised(class) => Some(class),
            _ => None,
        }),
        "smallest": witness.is_some_and(|witness| witness.smallest),
    })
}

/// The kind of its atoms; if there are several types and kinds, the kind of each type.
fn atoms(witness: &ProofWitness) -> Option<Json> {
    let kinds: &BTreeMap<String, AtomKind> = &witness.atoms;
    let different: BTreeSet<&AtomKind> = kinds.values().collect();
    match different.into_iter().collect::<Vec<_>>().as_slice() {
        [] => None,
        [one] => Some(json!(one)),
        _ => Some(json!(kinds)),
    }
}
