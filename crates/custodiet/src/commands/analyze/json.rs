//! An analysis as JSON, in the order of the file. Names are those of the Python functions.

use decide::analysis::Figures;
use decide::{Analysis, Bucket, Implication};
use pairs::Concrete;
use serde_json::{Map, Value as Json, json};

use super::describe::Describer;
use super::{AnalysisReport, engines, grow};

pub fn report(report: &AnalysisReport<'_>) -> Json {
    let (describe, analysis, findings) = (report.describe, &report.analysis, &report.findings);
    let buckets: Vec<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let names = |bucket: &Bucket| json!(describe.plain(bucket.failing()));
    let positive = buckets.iter().filter(|bucket| describe.is_positive(**bucket));
    let contradictory = (!analysis.open).then(|| (1_usize << describe.count()) - buckets.len());
    let pair = |pair: &[Concrete]| describe.pair(pair);
    let raises = analysis.raises.iter().map(|raising| {
        json!({
            "function": raising.function,
            "exception": raising.exception.name(),
            "pair": pair(&raising.pair),
            "line": describe.problem.source.line(raising.at.start),
        })
    });
    let may_raise = analysis.may_raise.iter();
    let may_raise =
        may_raise.map(|(function, exception)| json!({ "function": function, "exception": exception.name() }));
    let difference = analysis.difference.as_ref().map(|difference| {
        let fails = describe.plain(findings.difference_fails.iter().copied());
        json!({ "pair": pair(&difference.pair), "reference": difference.accepted, "fails": fails })
    });
    let never_alone = findings.never_alone.iter().map(|found| {
        let with: Vec<Json> = found.with.iter().map(names).collect();
        json!({ "name": describe.problem.subproperties[found.position].name.to_string(), "with": with })
    });
    let not_implied = findings.not_implied.iter().map(|found| {
        json!({
            "name": describe.problem.subproperties[found.position].name.to_string(),
            "fails": names(&found.bucket),
            "pair": found.pair.as_deref().map(pair),
        })
    });
    let seconds = analysis.times.iter().map(|(step, time)| ((*step).to_owned(), json!(time.as_secs_f64())));
    // What follows from all buckets is unknown while some are undecided.
    let decided = |value: Json| if analysis.open { Json::Null } else { value };
    let mut object = json!({
        "problem": describe.problem.name,
        "scope": describe.problem.scope.to_json(),
        "subproperties": describe.plain(0..describe.count()),
        "concretizable": buckets.iter().map(names).collect::<Vec<_>>(),
        "positive": positive.map(names).collect::<Vec<_>>(),
        "contradictory": contradictory,
        "implications": decided(implications(report, &analysis.implications)),
        "basis": decided(implications(report, &analysis.basis)),
        "independent": findings.independent,
        "complete": analysis.complete,
        "raises": raises.collect::<Vec<_>>(),
        "seconds": seconds.collect::<Map<_, _>>(),
        "decided": report.is_decided(),
        "difference": difference,
        "complete_caveats": complete_caveats(analysis),
        "order_undecided": analysis.order_undecided,
        "may_raise": may_raise.collect::<Vec<_>>(),
        "always_true": decided(json!(describe.plain(findings.always_true.iter().copied()))),
        "redundant": decided(json!(describe.plain(findings.redundant.iter().map(|found| found.position)))),
        "spare": describe.plain(findings.spare.iter().copied()),
        "never_alone": decided(never_alone.collect()),
        "not_implied": not_implied.collect::<Vec<_>>(),
        "figures": figures(&analysis.figures),
    });
    if let Some(proof) = &report.proof {
        object["proof"] = proof.as_ref().map_or(Json::Null, |written| {
            json!({
                "dir": written.dir.display().to_string(),
                "proofs": written.proofs,
                "order_proofs": written.order_proofs,
                "buckets": written.buckets,
                "bytes": written.bytes,
            })
        });
    }
    if let Some(cross) = &report.cross {
        object["engines"] = engines::json(describe, cross);
    }
    if let Some(growth) = &report.growth {
        object["grow"] = grow::json(describe, growth);
    }
    object
}

/// What the text adds to the claim that the subproperties are complete.
fn complete_caveats(analysis: &Analysis) -> Vec<&'static str> {
    let caveats = [("raises", !analysis.raises.is_empty()), ("order", !analysis.order_undecided.is_empty())];
    let claimed = analysis.complete == Some(true);
    caveats.into_iter().filter(|(_, applies)| claimed && *applies).map(|(caveat, _)| caveat).collect()
}

fn implications(report: &AnalysisReport<'_>, implications: &[Implication]) -> Json {
    let known = |known: &Implication| {
        let mut object = implication(report.describe, *known);
        object["any_order"] = json!(!report.analysis.order_caveat.concerns(*known));
        object
    };
    implications.iter().map(known).collect()
}

pub fn implication(describe: Describer<'_>, implication: Implication) -> Json {
    json!({ "if": describe.plain(implication.hold), "then": describe.plain(implication.then) })
}

fn figures(figures: &Figures) -> Json {
    json!({
        "inputs": figures.inputs,
        "gates": figures.gates,
        "variables": figures.variables,
        "clauses": figures.clauses,
        "conflicts": figures.conflicts,
    })
}
