//! `--why`: what makes a bucket contradictory.

use std::fmt::Write;

use decide::why::{BucketDecision as Why, ContradictionReasons as Reasons, why};
use decide::{DecideSettings as Settings, Session};
use lang::problem::{Problem, display_name};
use serde_json::json;

use super::Answer;
use super::failure::Stop;
use super::speech::Speech;
use crate::commands::explain::layout::{Names, hanging, labelled};
use crate::progress::Progress;
use crate::style::{doubtful, faint, strong};
use crate::{exit, style};

pub fn answer(speech: Speech<'_>, settings: &Settings, names: &str, as_json: bool) -> Answer {
    let bucket =
        pairs::read_bucket(speech.problem, names).map_err(|message| Stop::Usage(format!("--why: {message}")))?;
    let progress = Progress::new();
    progress.say("compiling and solving …");
    let scope = &speech.problem.scope;
    let found = why(speech.problem, scope, settings, bucket)?;
    let pair = match found {
        Why::Concretizable => Session::new(speech.problem, scope, settings)?.smallest(bucket)?,
        Why::Contradictory(_) | Why::Undecided => None,
    };
    drop(progress);
    if as_json {
        let concretizable = match found {
            Why::Concretizable => Some(true),
            Why::Contradictory(_) => Some(false),
            Why::Undecided => None,
        };
        let reasons = match &found {
            Why::Contradictory(reasons) => Some(json!({
                "hold": speech.plain(reasons.hold.iter().copied()),
                "fail": speech.plain(reasons.fail.iter().copied()),
                "do_not_raise": speech.plain(reasons.quiet.iter().copied()),
                "preconditions": reasons.preconditions.iter().map(|at| &*speech.problem.preconditions[*at].name).collect::<Vec<_>>(),
                "bounds": reasons.bounds.as_slice(),
                "bounds_unknown": reasons.bounds_unknown.as_ref().map(ToString::to_string),
                "minimal": !reasons.perhaps_more,
            })),
            _ => None,
        };
        let object = json!({
            "problem": speech.problem.name,
            "scope": scope.to_json(),
            "bucket": speech.plain(bucket.failing()),
            "concretizable": concretizable,
            "reasons": reasons,
            "pair": pair.as_ref().map(|(pair, _)| speech.pair(pair)),
        });
        return Ok((format!("{object:#}\n"), exit::FINE));
    }
    let width = style::width();
    let what = strong(&speech.bucket(bucket));
    let title = match found {
        Why::Contradictory(_) => format!("contradictory within this scope: {what} in no pair"),
        Why::Concretizable => format!("concretizable within this scope: {what} in some pairs"),
        Why::Undecided => format!("undecided whether {what} in some pair within this scope: the solver gave up"),
    };
    let mut text = hanging("", &title, width);
    text.push_str(&hanging("  ", &format!("scope: {}", speech.scope(scope)), width));
    match (&found, &pair) {
        (Why::Contradictory(reasons), _) => text.push_str(&because(speech, reasons, width)),
        (_, Some((pair, proven))) => text.push_str(&hanging("  ", &speech.witness(pair, *proven), width)),
        _ => text.push_str("next: give the solver more time with --time-limit\n"),
    }
    Ok((text, exit::FINE))
}

fn because(speech: Speech<'_>, reasons: &Reasons, width: usize) -> String {
    let problem = speech.problem;
    let preconditions = reasons.preconditions.iter().map(|at| &problem.preconditions[*at]);
    let preconditions = Names(preconditions.map(|property| display_name(&property.name, property.kind)).collect());
    let all = [
        ("holds", speech.names(reasons.hold.iter().copied())),
        ("fails", speech.names(reasons.fail.iter().copied())),
        ("does not raise", speech.names(reasons.quiet.iter().copied())),
        ("precondition", preconditions),
        ("bound", Names(reasons.bounds.iter().map(|key| bound(problem, key)).collect())),
    ];
    let rows: Vec<(&str, String)> = all
        .iter()
        .filter(|(_, names)| !names.0.is_empty())
        .map(|(label, names)| (*label, names.0.join(" · ")))
        .collect();
    let mut text = "\nThese together suffice for it:\n".to_owned();
    if rows.is_empty() {
        text.push_str(&hanging("  ", "the scope alone: it has no pair at all", width));
    }
    text.push_str(&labelled(&rows, width));
    if reasons.perhaps_more {
        let line = "not all of it may be needed: the solver gave up before it had tried to leave out each part";
        text.push_str(&hanging("  ", &doubtful(line), width));
    }
    text.push('\n');
    if !reasons.quiet.is_empty() {
        let raising = speech.names(reasons.quiet.iter().copied());
        let raises = match raising.0.as_slice() {
            [one] => format!("{one} raises"),
            _ => format!("one of {} raises", raising.list()),
        };
        let so = format!("so: where the rest is as it must be, {raises}");
        text.push_str(&hanging("", &so, width));
    }
    let so = match &reasons.bounds_unknown {
        Some(why) => format!("whether bounds are part of it is not known: {why}"),
        None if reasons.bounds.is_empty() => {
            "it is contradictory too where every bound is larger by one; --grow looks further".to_owned()
        }
        None => "bounds are part of it: where every bound is larger by one there is such a pair".to_owned(),
    };
    text.push_str(&hanging("", &format!("so: {so}"), width));
    let option = if reasons.quiet.is_empty() { " --grow" } else { "" };
    let next = format!("next: {}{option}", speech.command());
    let _ = writeln!(text, "{}", faint(&next));
    text
}

/// `order=6`, as it can be given to `--scope`.
fn bound(problem: &Problem, key: &str) -> String {
    problem.scope.bound(key).map_or_else(|| key.to_owned(), |bound| format!("{key}={bound}"))
}
