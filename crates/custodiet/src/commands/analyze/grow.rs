//! `--grow`: does what holds in the scope hold in larger ones?

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use decide::grow::{grown, vanished};
use decide::{Bucket, DecideError as Failure, DecideSettings as Settings, Implication, Session, analyze_with};
use lang::scope::Scope;
use pairs::Concrete;
use serde_json::{Value as Json, json};

use super::failure::Stop;
use super::speech::Speech;
use super::text::duration;
use super::{Report, json, step_in_words};
use crate::commands::explain::layout::hanging;
use crate::progress::Progress;
use crate::style::{bad, doubtful, good, strong};
use crate::words::count;

/// The solver has so long for each scope.
const LONGEST: Duration = Duration::from_mins(1);
/// After a scope that took longer, the next would take too long.
const LONG: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub struct Growth {
    pub scopes: Vec<Grown>,
    /// Why it ended early.
    pub end: Option<String>,
}

/// What became of the implications at a larger scope.
#[derive(Debug)]
pub struct Grown {
    pub scope: Scope,
    pub buckets: usize,
    /// Those that no smaller scope had.
    pub new: Vec<Bucket>,
    /// Not all buckets are known.
    pub open: bool,
    /// Those that held in every smaller scope.
    pub vanished: Vec<Vanished>,
    pub elapsed: Duration,
}

#[derive(Debug)]
pub struct Vanished {
    pub implication: Implication,
    pub bucket: Bucket,
    /// The smallest pair of the bucket, and whether it is proven to be.
    pub pair: Option<(Vec<Concrete>, bool)>,
}

pub fn grow(speech: Speech<'_>, settings: &Settings, report: &Report<'_>, most: usize) -> Result<Growth, Stop> {
    let mut growth = Growth { scopes: Vec::new(), end: None };
    let mut left = report.analysis.implications.clone();
    let mut known: BTreeSet<Bucket> = report.analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let mut last = report.elapsed;
    for by in 1..=most {
        growth.end = if report.analysis.open {
            Some("the buckets of the scope itself are undecided".to_owned())
        } else if left.is_empty() {
            Some("no implication is left".to_owned())
        } else if last > LONG {
            Some("a larger scope would take too long".to_owned())
        } else {
            None
        };
        if growth.end.is_some() {
            break;
        }
        let Some(scope) = grown(speech.problem, &speech.problem.scope, by) else {
            growth.end = Some("there is no larger scope".to_owned());
            break;
        };
        let found = match at(speech, settings, scope, &left, &known) {
            Ok(found) => found,
            Err(Failure::Refused(refusals)) => {
                let reason = refusals.first().map(ToString::to_string).unwrap_or_default();
                growth.end = Some(format!("the next larger scope cannot be compiled: {reason}"));
                break;
            }
            Err(failure) => return Err(failure.into()),
        };
        left.retain(|known| !found.vanished.iter().any(|gone| gone.implication == *known));
        known.extend(&found.new);
        last = found.elapsed;
        let open = found.open;
        growth.scopes.push(found);
        if open && by < most {
            growth.end = Some("a larger scope would take too long".to_owned());
            break;
        }
    }
    Ok(growth)
}

fn at(
    speech: Speech<'_>,
    settings: &Settings,
    scope: Scope,
    known: &[Implication],
    buckets: &BTreeSet<Bucket>,
) -> Result<Grown, Failure> {
    let started = Instant::now();
    let progress = Progress::new();
    let lead = speech.scope(&scope);
    progress.say(&format!("{lead}: compiling …"));
    let mut settings = settings.clone();
    settings.limits.stop = Some(alarm(LONGEST));
    let mut session = Session::new(speech.problem, &scope, &settings)?;
    let mut tell = |step| progress.say(&format!("{lead}: {}", step_in_words(step)));
    let analysis = analyze_with(&mut session, &mut tell)?;
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

/// A flag that is set after some time.
fn alarm(after: Duration) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    std::thread::spawn(move || {
        std::thread::sleep(after);
        set.store(true, Ordering::Relaxed);
    });
    flag
}

pub fn text(speech: Speech<'_>, growth: &Growth, width: usize) -> String {
    let mut text = format!("{}\n", strong("In larger scopes"));
    let mut any_gone = false;
    for grown in &growth.scopes {
        let number = count(grown.buckets, "concretizable bucket");
        let number = if grown.open { format!("at least {number}") } else { number };
        let new = match grown.new.len() {
            0 => "none of them new".to_owned(),
            new => format!("{new} of them new"),
        };
        let lead = format!("{} · {number}, {new} · {}", speech.scope(&grown.scope), duration(grown.elapsed));
        text.push_str(&hanging("  ", &lead, width));
        for gone in &grown.vanished {
            let line = format!("no longer: {}", speech.implication(gone.implication));
            text.push_str(&hanging(&format!("    {} ", bad("✗")), &line, width));
            text.push_str(&hanging("        ", &format!("there {}", speech.bucket(gone.bucket)), width));
            if let Some((pair, proven)) = &gone.pair {
                text.push_str(&hanging("        ", &speech.witness(pair, *proven), width));
            }
        }
        let others = match (&*grown.vanished, any_gone) {
            ([], false) => "every implication",
            ([], true) => "what still held",
            _ => "every other implication",
        };
        any_gone |= !grown.vanished.is_empty();
        let (mark, line) = if grown.open {
            (doubtful("?"), format!("undecided: whether {others} still holds; the solver gave up"))
        } else {
            (good("✓"), format!("{others} still holds"))
        };
        text.push_str(&hanging(&format!("    {mark} "), &line, width));
    }
    if let Some(end) = &growth.end {
        text.push_str(&hanging("  ", &format!("no further: {end}"), width));
    }
    text
}

pub fn json(speech: Speech<'_>, growth: &Growth) -> Json {
    let scopes = growth.scopes.iter().map(|grown| {
        let gone = grown.vanished.iter().map(|gone| {
            let mut object = json::implication(speech, gone.implication);
            object["fails"] = json!(speech.plain(gone.bucket.failing()));
            object["pair"] = json!(gone.pair.as_ref().map(|(pair, _)| speech.pair(pair)));
            object
        });
        json!({
            "scope": grown.scope.to_json(),
            "concretizable": grown.buckets,
            "new": grown.new.iter().map(|bucket| speech.plain(bucket.failing())).collect::<Vec<_>>(),
            "decided": !grown.open,
            "vanished": gone.collect::<Vec<_>>(),
            "seconds": grown.elapsed.as_secs_f64(),
        })
    });
    json!({ "scopes": scopes.collect::<Vec<_>>(), "end": growth.end })
}
