//! A function that takes a long time to compile, predicted before anybody waits for it.

use std::time::Duration;

use decide::cost::{CostlyFunction, PredictedSteps, costly_function};
use lang::diagnostic::{Code, Diagnostic};
use lang::problem::Problem;
use lang::scope::Bound;

/// How long a function may take to compile without a warning.
const PATIENCE: Duration = Duration::from_secs(2);
/// Beyond, exact numbers say no more.
const TRILLION: u64 = 1_000_000_000_000;

pub fn warning(problem: &Problem) -> Option<Diagnostic> {
    let CostlyFunction { function, steps, smaller } = costly_function(problem, &problem.scope, PATIENCE)?;
    let name = &problem.module.function(function).name;
    let number = match steps {
        PredictedSteps::About(TRILLION..) => "more than a trillion".to_owned(),
        PredictedSteps::About(steps) => format!("about {}", rounded(steps)),
        PredictedSteps::MoreThan(steps) => format!("more than {}", rounded(steps)),
    };
    let message = format!("`{}` unrolls to {number} steps at this scope and takes a long time to compile", name.name);
    let help = match smaller {
        Some(bounds) => format!("try {} in the scope, or use fewer nested loops", shown(&bounds)),
        None => "use fewer nested loops, since no smaller scope was found that compiles quickly".to_owned(),
    };
    Some(Diagnostic::warning(Code::TakesLong, name.span, message).help(help))
}

/// `roads=3 and chosen=3`
fn shown(bounds: &[(String, Bound)]) -> String {
    let bounds: Vec<String> = bounds.iter().map(|(name, bound)| format!("`{name}={bound}`")).collect();
    match bounds.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// `340,000` or `2 million`: two digits are as exact as a prediction gets.
pub fn rounded(steps: u64) -> String {
    let unit = 10_u64.pow(steps.checked_ilog10().unwrap_or(0).saturating_sub(1));
    let steps = steps.saturating_add(unit / 2) / unit * unit;
    match steps {
        0..1_000 => steps.to_string(),
        1_000..1_000_000 => format!("{},{:03}", steps / 1_000, steps % 1_000),
        1_000_000..1_000_000_000 => scaled(steps / 100_000, "million"),
        _ => scaled(steps / 100_000_000, "billion"),
    }
}

fn scaled(tenths: u64, unit: &str) -> String {
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole} {unit}"),
        (whole @ 0..10, tenth) => format!("{whole}.{tenth} {unit}"),
        (whole, _) => format!("{whole} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_steps_have_two_digits() {
        let shown = [7, 1_234, 340_400, 2_010_000, 1_960_000, 47_300_000, 3_000_000_000].map(rounded);
        let expected = ["7", "1,200", "340,000", "2 million", "2 million", "47 million", "3 billion"];
        assert_eq!(shown, expected);
    }
}
