//! `custodiet discover --json`.

use discover::{Closest, Explained, Proposed};
use pairs::{Concrete, pair_json};
use serde_json::{Value as Json, json};

use super::DiscoveryReport;
use super::write::WrittenProposal;

pub fn report(report: &DiscoveryReport<'_>, written: Option<&WrittenProposal>) -> Json {
    let mut all = json!({
        "problem": report.problem.name,
        "submissions": report.class.map(|class| json!({
            "graded": class.submissions.len(),
            "could_not_run": class.could_not_run,
            "unexplained": report.unexplained(),
        })),
        "candidates": report.class.map(|_| report.proposals.explanations.tried),
        "proposals": report.proposals.list.iter().map(|one| proposal(report, one)).collect::<Vec<_>>(),
    });
    if report.class.is_some() {
        let together = report.unexplained().into_iter().zip(&report.proposals.explanations.together);
        let together = together.filter(|(_, numbers)| !numbers.is_empty());
        let one = |(name, numbers): (&str, &Vec<usize>)| json!({ "submission": name, "proposals": numbers.iter().map(|number| number + 1).collect::<Vec<_>>() });
        all["together"] = together.map(one).collect();
    }
    if let Some(class) = report.class {
        let reasons = report.proved.reasons.iter();
        let one =
            |(at, reason): (&usize, &String)| json!({ "submission": class.submissions[*at].name, "reason": reason });
        all["not_proved"] = reasons.map(one).collect();
    }
    if let Some(written) = written {
        all["written"] = json!({ "file": written.file, "proposal": written.number, "name": written.name });
    }
    all
}

fn proposal(report: &DiscoveryReport<'_>, one: &Proposed) -> Json {
    let names = |positions: &[usize]| -> Vec<&str> {
        positions.iter().map(|position| &*report.problem.subproperties[*position].name).collect()
    };
    let explained = |how: Explained| report.class.map(|_| report.explained(one, how));
    json!({
        "name": one.proposal.name,
        "doc": one.proposal.doc,
        "origin": one.origin.word(),
        "source": one.proposal.source,
        "instead_of": one.proposal.instead_of,
        "stricter_than": one.proposal.stricter_than,
        "exactly": explained(Explained::Exactly),
        "proved": report.class.map(|_| report.proved(one)),
        "partly": explained(Explained::Partly),
        "not_at_all": explained(Explained::NotAtAll),
        "implies": names(&one.relations.implies),
        "implied_by": names(&one.relations.implied_by),
        "follows_from_correctness": one.relations.follows_from_correctness,
        "closest": one.relations.closest.as_ref().map(|closest| self::closest(report, closest)),
    })
}

fn closest(report: &DiscoveryReport<'_>, closest: &Closest) -> Json {
    let pair = |pair: &Option<Vec<Concrete>>| pair.as_ref().map(|pair| pair_json(report.problem, pair));
    json!({
        "subproperty": &*report.problem.subproperties[closest.subproperty].name,
        "accepted": pair(&closest.only_proposal),
        "rejected": pair(&closest.only_subproperty),
    })
}
