//! `--why`: what makes a bucket contradictory.

use std::fmt::Write;

use decide::grow::grown;
use decide::why::{BucketDecision, ContradictionReasons, why};
use decide::{DecideSettings, Session};
use lang::problem::{Problem, display_name};
use serde_json::json;

use super::describe::Describer;
use crate::commands::compiling;
use crate::commands::explain::layout::{Names, hanging, labelled};
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::style::{doubtful, faint, strong};
use crate::{exit, output, style};

pub fn run(describe: Describer<'_>, settings: &DecideSettings, names: &str, as_json: bool) -> Result<u8> {
    let bucket =
        pairs::read_bucket(describe.problem, names).map_err(|message| Error::usage(format!("--why: {message}")))?;
    let progress = Progress::until(settings.limits.deadline);
    progress.say("compiling and solving …");
    // Most of the work is done at a scope larger by one.
    let larger = grown(describe.problem, &describe.problem.scope, 1);
    let watch = compiling::watch(&progress, "", describe.problem, larger.as_ref().unwrap_or(&describe.problem.scope));
    let settings = &DecideSettings { watch, ..settings.clone() };
    let scope = &describe.problem.scope;
    let (found, order_undecided) = why(describe.problem, scope, settings, bucket)?;
    let pair = match found {
        BucketDecision::Concretizable => Session::new(describe.problem, scope, settings)?.smallest(bucket)?,
        BucketDecision::Contradictory(_) | BucketDecision::Undecided => None,
    };
    progress.clear();
    if as_json {
        let concretizable = match found {
            BucketDecision::Concretizable => Some(true),
            BucketDecision::Contradictory(_) => Some(false),
            BucketDecision::Undecided => None,
        };
        let reasons = match &found {
            BucketDecision::Contradictory(reasons) => Some(json!({
                "hold": describe.plain(reasons.hold.iter().copied()),
                "fail": describe.plain(reasons.fail.iter().copied()),
                "do_not_raise": describe.plain(reasons.quiet.iter().copied()),
                "preconditions": reasons.preconditions.iter().map(|at| &*describe.problem.preconditions[*at].name).collect::<Vec<_>>(),
                "bounds": reasons.bounds.as_slice(),
                "bounds_unknown": reasons.bounds_unknown.as_ref().map(ToString::to_string),
                "minimal": !reasons.perhaps_more && !reasons.assumes_preconditions,
            })),
            _ => None,
        };
        let object = json!({
            "problem": describe.problem.name,
            "scope": scope.to_json(),
            "bucket": describe.plain(bucket.failing()),
            "concretizable": concretizable,
            "reasons": reasons,
            "order_undecided": describe.functions(&order_undecided),
            "pair": pair.as_ref().map(|(pair, _)| describe.pair(pair)),
        });
        return output::show(&format!("{object:#}\n"), exit::FINE);
    }
    let width = style::width();
    let what = strong(&describe.bucket(bucket));
    let title = match found {
        BucketDecision::Contradictory(_) => format!("contradictory within this scope: no pair where {what}"),
        BucketDecision::Concretizable => format!("concretizable within this scope: there are pairs where {what}"),
        BucketDecision::Undecided => {
            format!("undecided within this scope, since the solver gave up: a pair where {what}")
        }
    };
    let mut text = hanging("", &title, width);
    text.push_str(&hanging("  ", &format!("scope: {}", describe.scope(scope)), width));
    if !order_undecided.is_empty() {
        text.push_str(&hanging("  ", &doubtful(&describe.order_undecided(&order_undecided)), width));
    }
    match (&found, &pair) {
        (BucketDecision::Contradictory(reasons), _) => text.push_str(&because(describe, reasons, width)),
        (_, Some((pair, proven))) => text.push_str(&hanging("  ", &describe.witness(pair, *proven), width)),
        _ => text.push_str("next: try a smaller scope with --scope, or raise --time-limit if you gave one\n"),
    }
    output::show(&text, exit::FINE)
}

fn because(describe: Describer<'_>, reasons: &ContradictionReasons, width: usize) -> String {
    let problem = describe.problem;
    let preconditions = reasons.preconditions.iter().map(|at| &problem.preconditions[*at]);
    let preconditions = Names(preconditions.map(|property| display_name(&property.name, property.kind)).collect());
    let all = [
        ("holds", describe.names(reasons.hold.iter().copied())),
        ("fails", describe.names(reasons.fail.iter().copied())),
        ("does not raise", describe.names(reasons.quiet.iter().copied())),
        ("precondition", preconditions),
        ("bound", Names(reasons.bounds.iter().map(|key| bound(problem, key)).collect())),
    ];
    let rows: Vec<(&str, String)> = all
        .iter()
        .filter(|(_, names)| !names.0.is_empty())
        .map(|(label, names)| (*label, names.0.join(" · ")))
        .collect();
    let mut text = "\nThese together rule it out:\n".to_owned();
    if rows.is_empty() {
        text.push_str(&hanging("  ", "the scope alone, since it has no pair at all", width));
    }
    text.push_str(&labelled(&rows, width));
    if reasons.perhaps_more {
        let line = "some of these may be unnecessary: the solver gave up before it had tried to drop each of them";
        text.push_str(&hanging("  ", &doubtful(line), width));
    }
    if reasons.assumes_preconditions {
        let line =
            "some preconditions may be unnecessary: a function cannot be compiled without them, so all are assumed";
        text.push_str(&hanging("  ", &doubtful(line), width));
    }
    text.push('\n');
    if !reasons.quiet.is_empty() {
        let raising = describe.names(reasons.quiet.iter().copied());
        let raises = match raising.0.as_slice() {
            [one] => format!("{one} raises"),
            _ => format!("one of {} raises", raising.list()),
        };
        let so = format!("so: wherever the other conditions hold, {raises}");
        text.push_str(&hanging("", &so, width));
    }
    let so = match &reasons.bounds_unknown {
        Some(why) => format!("it is unknown whether the bounds contribute: {why}"),
        None if reasons.bounds.is_empty() => {
            "it stays contradictory when every bound grows by one; --grow looks further".to_owned()
        }
        None => "the bounds contribute, since such a pair exists when every bound grows by one".to_owned(),
    };
    text.push_str(&hanging("", &format!("so: {so}"), width));
    let option = if reasons.quiet.is_empty() { " --grow" } else { "" };
    let next = format!("next: {}{option}", describe.command());
    let _ = writeln!(text, "{}", faint(&next));
    text
}

/// `order=6`, as it can be given to `--scope`.
fn bound(problem: &Problem, key: &str) -> String {
    problem.scope.bound(key).map_or_else(|| key.to_owned(), |bound| format!("{key}={bound}"))
}
