//! What the compiler is doing: which function, how far it is, and how long it may still take.
//!
//! How many steps a function takes is known when it is done. If that takes long, another thread predicts it from smaller
//! scopes (`decide::cost`); until then, and if there is no prediction, only the steps so far are shown.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use compile::{CompileProgress, CompileWatch};
use decide::cost::predicted_steps;
use lang::ast::FuncId;
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::scope::Scope;
use lang::source::Source;

use super::check::cost::rounded;
use crate::progress::{Progress, time_left};

/// Time after which it is predicted how long a function takes.
const SOON: Duration = Duration::from_secs(2);
/// Time for each smaller scope.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is known of functions: `None` while it is being predicted, or if it cannot be.
type Predictions = Arc<Mutex<HashMap<FuncId, Option<u64>>>>;

/// Says what the compiler is doing at a scope. `lead` comes first.
pub fn watch(progress: &Progress, lead: &str, problem: &Problem, scope: &Scope) -> CompileWatch {
    let (progress, lead) = (progress.clone(), lead.to_owned());
    let subject = Arc::new((problem.source.clone(), scope.clone()));
    let predictions = Predictions::default();
    let since: Mutex<(Option<FuncId>, Instant)> = Mutex::new((None, Instant::now()));
    CompileWatch::new(move |now| {
        let mut since = since.lock().unwrap_or_else(PoisonError::into_inner);
        // Each function starts its own clock.
        if now.steps == 0 || since.0 != Some(now.function) {
            *since = (Some(now.function), Instant::now());
        }
        let elapsed = since.1.elapsed();
        let predicted = (elapsed >= SOON && !now.orders).then(|| predict(&predictions, &subject, now.function));
        progress.say(&format!("{lead}{}", text(now, elapsed, predicted.flatten())));
    })
}

/// The prediction, if it is there. The first call starts it.
fn predict(predictions: &Predictions, subject: &Arc<(Source, Scope)>, function: FuncId) -> Option<u64> {
    let mut known = predictions.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(predicted) = known.get(&function) {
        return *predicted;
    }
    known.insert(function, None);
    let (predictions, subject) = (Arc::clone(predictions), Arc::clone(subject));
    let spawned = std::thread::Builder::new().spawn(move || {
        let (source, scope) = &*subject;
        let problem = &load(source.clone(), Mode::Problem).problem;
        let steps = predicted_steps(problem, scope, function, PATIENCE);
        predictions.lock().unwrap_or_else(PoisonError::into_inner).insert(function, steps);
    });
    // Without a thread, there is no prediction.
    drop(spawned);
    None
}

/// ``compiling `connected` (3 of 7): 120,000 of about 2 million steps, 3 min left``
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn text(now: CompileProgress<'_>, elapsed: Duration, predicted: Option<u64>) -> String {
    let CompileProgress { name, number, functions, steps, orders, .. } = now;
    let doing = if orders { "comparing orders in" } else { "compiling" };
    // Two functions that are compared need not be among those of the decomposition.
    let place = if number <= functions { format!(" ({number} of {functions})") } else { String::new() };
    let place = format!("{doing} `{name}`{place}");
    match predicted.filter(|all| *all > steps) {
        _ if steps == 0 => format!("{place} …"),
        None => format!("{place}: {} steps …", rounded(steps)),
        Some(all) => {
            let left = elapsed.as_secs_f64() * (all - steps) as f64 / steps as f64;
            let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
            format!("{place}: {} of about {} steps, {} …", rounded(steps), rounded(all), time_left(left))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_the_function_and_how_far_it_is() {
        let now = |steps, orders| CompileProgress {
            function: FuncId(0),
            name: "connected",
            number: 3,
            functions: 7,
            steps,
            orders,
        };
        let seconds = Duration::from_secs;
        assert_eq!(text(now(0, false), seconds(0), None), "compiling `connected` (3 of 7) …");
        assert_eq!(text(now(4096, true), seconds(1), None), "comparing orders in `connected` (3 of 7): 4,100 steps …");
        assert_eq!(
            text(now(500_000, false), seconds(10), Some(2_000_000)),
            "compiling `connected` (3 of 7): 500,000 of about 2 million steps, 30 s left …"
        );
        // A prediction that turns out too low says nothing.
        assert_eq!(
            text(now(500_000, false), seconds(10), Some(1_000)),
            "compiling `connected` (3 of 7): 500,000 steps …"
        );
    }
}
