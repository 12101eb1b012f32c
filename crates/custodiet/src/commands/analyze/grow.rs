//! `--grow`: does what holds within the scope also hold in larger ones?

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use circuit::Deadline;
use decide::grow::{grown, vanished};
use decide::{Bucket, DecideError, DecideSettings, Implication, Session, analyze_with};
use lang::scope::Scope;
use pairs::Concrete;
use serde_json::{Value as Json, json};

use super::describe::Describer;
use super::text::duration;
use super::{AnalysisReport, json, step_text};
use crate::commands::compiling;
use crate::commands::explain::layout::hanging;
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::style::{bad, doubtful, good, strong};
use crate::words::count;

/// Time for the solver at each scope.
const TIME_LIMIT: Duration = Duration::from_mins(1);
/// After a scope that took longer, the next one is not tried.
const TOO_LONG: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub struct Growth {
    pub scopes: Vec<Grown>,
    /// Why it stopped early.
    pub end: Option<String>,
}

/// What happened to the implications at a larger scope.
#[derive(Debug)]
pub struct Grown {
    pub scope: Scope,
    pub buckets: usize,
    /// Buckets that no smaller scope has.
    pub new: Vec<Bucket>,
    /// Not all buckets are known.
    pub open: bool,
    /// Implications that hold in every smaller scope, but not here.
    pub vanished: Vec<Vanished>,
    pub elapsed: Duration,
}

#[derive(Debug)]
pub struct Vanished {
    pub implication: Implication,
    pub bucket: Bucket,
    /// The smallest pair of the bucket, and whether it is proved to be the smallest.
    pub pair: Option<(Vec<Concrete>, bool)>,
}

pub fn grow(
    describe: Describer<'_>,
    settings: &DecideSettings,
    report: &AnalysisReport<'_>,
    max: usize,
) -> Result<Growth> {
    let mut growth = Growth { scopes: Vec::new(), end: None };
    let mut left = report.analysis.implications.clone();
    let mut known: BTreeSet<Bucket> = report.analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let mut last = report.elapsed;
    for by in 1..=max {
        growth.end = if report.analysis.open {
            Some("the buckets of the scope itself are undecided".to_owned())
        } else if left.is_empty() {
            Some("no implication is left".to_owned())
        } else if last > TOO_LONG {
            Some("a larger scope would take too long".to_owned())
        } else {
            None
        };
        if growth.end.is_some() {
            break;
        }
        let Some(scope) = grown(describe.problem, &describe.problem.scope, by) else {
            growth.end = Some("there is no larger scope".to_owned());
            break;
        };
        let found = match at(describe, settings, scope, &left, &known) {
            Ok(found) => found,
            Err(Error::Analysis(DecideError::Refused(refusals))) => {
                let reason = refusals.first().map(ToString::to_string).unwrap_or_default();
                growth.end = Some(format!("the next larger scope cannot be compiled: {reason}"));
                break;
            }
            Err(error) => return Err(error),
        };
        left.retain(|known| !found.vanished.iter().any(|gone| gone.implication == *known));
        known.extend(&found.new);
        last = found.elapsed;
        let open = found.open;
        growth.scopes.push(found);
        if open && by < max {
            growth.end = Some("a larger scope would take too long".to_owned());
            break;
        }
    }
    Ok(growth)
}

fn at(
    describe: Describer<'_>,
    settings: &DecideSettings,
    scope: Scope,
    known: &[Implication],
    buckets: &BTreeSet<Bucket>,
) -> Result<Grown> {
    let started = Instant::now();
    let mut settings = settings.clone();
    settings.limits.deadline = settings.limits.deadline.earlier(Deadline::after(TIME_LIMIT));
    let progress = Progress::until(settings.limits.deadline);
    let lead = describe.scope(&scope);
    progress.say(&format!("{lead}: compiling …"));
    settings.watch = compiling::watch(&progress, &format!("{lead}: "), describe.problem, &scope);
    let mut session = Session::new(describe.problem, &scope, &settings)?;
    let mut show_step = |step| progress.say(&format!("{lead}: {}", step_text(step)));
    let analysis = analyze_with(&mut session, &mut show_step)?;
    let mut gone = Vec::new();
    for (implication, bucket) in vanished(known, &analysis) {
        let known = gone.iter().find(|known: &&Vanished| known.bucket == bucket).map(|known| known.pair.clone());
        let pair = match known {
            Some(pair) => pair,
            None => session.smallest(bucket)?,
        };
        gone.push(Vanished { implication, bucket, pair });
    }
    let all = analysis.concretizable.iter().map(|(bucket, _)| *bucket);
    let new = all.filter(|bucket| !buckets.contains(bucket)).collect();
    let buckets = analysis.concretizable.len();
    Ok(Grown { scope, buckets, new, open: analysis.open, vanished: gone, elapsed: started.elapsed() })
}

pub fn text(describe: Describer<'_>, growth: &Growth, width: usize) -> String {
    let mut text = format!("{}\n", strong("In larger scopes"));
    let mut any_vanished = false;
    for grown in &growth.scopes {
        let number = count(grown.buckets, "concretizable bucket");
        let number = if grown.open { format!("at least {number}") } else { number };
        let new = match grown.new.len() {
            0 => "none of them new".to_owned(),
            new => format!("{new} of them new"),
        };
        let lead = format!("{} · {number}, {new} · {}", describe.scope(&grown.scope), duration(grown.elapsed));
        text.push_str(&hanging("  ", &lead, width));
        for gone in &grown.vanished {
            let line = format!("no longer true: {}", describe.implication(gone.implication));
            text.push_str(&hanging(&format!("    {} ", bad("✗")), &line, width));
            text.push_str(&hanging("        ", &format!("new bucket: {}", describe.bucket(gone.bucket)), width));
            if let Some((pair, proven)) = &gone.pair {
                text.push_str(&hanging("        ", &describe.witness(pair, *proven), width));
            }
        }
        let others = match (&*grown.vanished, any_vanished) {
            ([], false) => "every implication",
            ([], true) => "every remaining implication",
            _ => "every other implication",
        };
        any_vanished |= !grown.vanished.is_empty();
        let (mark, line) = if grown.open {
            (doubtful("?"), format!("undecided: whether {others} still holds; the solver gave up"))
        } else {
            (good("✓"), format!("{others} still holds"))
        };
        text.push_str(&hanging(&format!("    {mark} "), &line, width));
    }
    if let Some(end) = &growth.end {
        text.push_str(&hanging("  ", &format!("stopped: {end}"), width));
    }
    text
}

pub fn json(describe: Describer<'_>, growth: &Growth) -> Json {
    let scopes = growth.scopes.iter().map(|grown| {
        let gone = grown.vanished.iter().map(|gone| {
            let mut object = json::implication(describe, gone.implication);
            object["fails"] = json!(describe.plain(gone.bucket.failing()));
            object["pair"] = json!(gone.pair.as_ref().map(|(pair, _)| describe.pair(pair)));
            object
        });
        json!({
            "scope": grown.scope.to_json(),
            "concretizable": grown.buckets,
            "new": grown.new.iter().map(|bucket| describe.plain(bucket.failing())).collect::<Vec<_>>(),
            "decided": !grown.open,
            "vanished": gone.collect::<Vec<_>>(),
            "seconds": grown.elapsed.as_secs_f64(),
        })
    });
    json!({ "scopes": scopes.collect::<Vec<_>>(), "end": growth.end })
}
