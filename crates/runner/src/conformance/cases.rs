//! The cases: what each program does, and what is expected of the adapter.

use crate::outcome::Outcome;
use crate::worker::Worker;

use super::case_runner::{CaseRunner, Expect, PATIENCE, TestCall, check_calls};
use super::failures;
use super::values::VALUES;
use super::violation::Violation;

#[derive(Debug)]
pub struct ConformanceCase {
    /// Also the name of its folder.
    pub name: &'static str,
    /// What the program does, for those who write it.
    pub program: &'static str,
    /// Whether every language must have it.
    pub required: bool,
    /// Adds violations, or fails with the one that prevents further checks.
    pub(super) check: fn(&mut CaseRunner<'_>, &mut Vec<Violation>) -> Result<(), Violation>,
}

/// In the order in which the author of an adapter gets to them.
pub const CASES: &[ConformanceCase] = &[
    ConformanceCase { name: "answers", program: "returns `value`, a Boolean", required: true, check: answers },
    ConformanceCase {
        name: "values",
        program: "returns whether `value` is the value that the table of values lists for `kind`",
        required: true,
        check: values,
    },
    ConformanceCase {
        name: "mutates",
        program: "returns whether `value`, a list, has 2 items, and empties it if the language can",
        required: true,
        check: mutates,
    },
    ConformanceCase {
        name: "raises",
        program: "raises an exception with `value`, a string, as its message, on the line marked [here]; if `kind` is \
                  \"fine\" it returns true",
        required: true,
        check: raises,
    },
    ConformanceCase {
        name: "not_a_boolean",
        program: "returns `value`, which is not a Boolean",
        required: false,
        check: not_a_boolean,
    },
    ConformanceCase {
        name: "prints",
        program: "prints `value`, a string, with the usual function of the language, then returns true",
        required: true,
        check: prints,
    },
    ConformanceCase {
        name: "own_tests",
        program: "returns true; the file also contains failing tests, written as usual in the language",
        required: true,
        check: own_tests,
    },
    ConformanceCase {
        name: "several_files",
        program: "returns true by calling a function in another file",
        required: false,
        check: own_tests,
    },
    ConformanceCase {
        name: "support",
        program: "returns true by calling a function of a file in the folder `support`, which is passed as --support",
        required: false,
        check: own_tests,
    },
    ConformanceCase {
        name: "exits",
        program: "exits the process if `value` is true, otherwise returns true",
        required: false,
        check: exits,
    },
    ConformanceCase {
        name: "loops",
        program: "loops forever if `value` is true, otherwise returns true",
        required: true,
        check: loops,
    },
    ConformanceCase {
        name: "memory",
        program: "appends to a list forever if `value` is true, otherwise returns true",
        required: true,
        check: memory,
    },
    ConformanceCase {
        name: "missing",
        program: "defines a function with two parameters under another name",
        required: true,
        check: failures::missing,
    },
    ConformanceCase {
        name: "ambiguous",
        program: "defines the predicate in two files",
        required: false,
        check: failures::ambiguous,
    },
    ConformanceCase {
        name: "syntax",
        program: "has a syntax error; the line that error messages report is marked [here]",
        required: true,
        check: failures::syntax,
    },
    ConformanceCase {
        name: "import",
        program: "imports a module that does not exist, on the line marked [here]",
        required: false,
        check: failures::import,
    },
    ConformanceCase {
        name: "raises_when_loaded",
        program: "raises an exception while it is loaded, on the line marked [here]",
        required: false,
        check: failures::raises_when_loaded,
    },
    ConformanceCase {
        name: "arity",
        program: "defines the predicate with one parameter",
        required: false,
        check: failures::arity,
    },
];

/// How many calls are sent without waiting for answers.
const MANY: usize = 1000;

fn answers(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let mut worker = runner.start()?;
    let ready = worker.ready.clone();
    if !runner.load.predicate.contains(&ready.name) {
        violations.push(Violation::ReadyName { name: ready.name, expected: runner.load.predicate.clone() });
    }
    if !runner.load.files.contains(&ready.file) {
        violations.push(Violation::ReadyFile { file: ready.file });
    }
    // A single call is answered before the next is sent, so the worker has to flush its answers.
    let call =
        |value: bool| TestCall::new("answers", &value.to_string(), if value { Expect::True } else { Expect::False });
    check_calls(&mut worker, &[call(true)], violations)?;
    // In a pattern that no wrong order preserves.
    let many: Vec<TestCall> = (0..MANY).map(|number| call((number * number) % 7 < 3)).collect();
    let results = check_calls(&mut worker, &many, violations)?;
    if violations.len() > 3 {
        let more = violations.len() - 3;
        violations.truncate(3);
        violations.push(Violation::MoreWrongOutcomes { more, calls: MANY });
    }
    if !results.ended && !worker.exits_with_its_input(PATIENCE) {
        violations.push(Violation::DoesNotExit);
    }
    Ok(())
}

fn values(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let both = |(kind, right, wrong): &(&'static str, &str, &str)| {
        [TestCall::new(kind, right, Expect::True), TestCall::new(kind, wrong, Expect::False)]
    };
    let calls: Vec<TestCall> = VALUES.iter().flat_map(both).collect();
    check_calls(&mut runner.start()?, &calls, violations).map(drop)
}

fn mutates(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let calls: Vec<TestCall> = (0..3).map(|_| TestCall::new("list", "[1, 2]", Expect::True)).collect();
    check_calls(&mut runner.start()?, &calls, violations).map(drop)
}

fn raises(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let marked = runner.marked()?;
    let mut worker = runner.start()?;
    let long = "long é ".repeat(300);
    for (message, shown) in [("a message", "a message"), ("", "no message"), (&long, "a message of 2,100 characters")] {
        let call = TestCall::new("raises", &serde_json::Value::from(message).to_string(), Expect::True);
        let outcome = worker.call(&[&*call.arguments()?]).outcomes.into_iter().next();
        let raised = match outcome {
            Some(Outcome::Raised(raised)) => raised,
            outcome => return Err(Violation::NotRaised { outcome }.when_raising(shown)),
        };
        let mut add = |violation: Violation| violations.push(violation.when_raising(shown));
        if raised.class.is_empty() {
            add(Violation::NoClass);
        }
        if message.len() < 100 && !raised.message.contains(message) {
            add(Violation::WrongMessage { message: raised.message.clone() });
        }
        let length = raised.message.chars().count();
        if message.len() > 500 && length < 400 {
            add(Violation::ShortMessage { length });
        }
        if raised.file.as_ref() != Some(&marked.0) || raised.line != Some(marked.1) {
            add(Violation::WrongPlace { expected: marked.clone(), given: (raised.file, raised.line) });
        }
    }
    check_calls(&mut worker, &[TestCall::new("fine", r#""afterwards""#, Expect::True)], violations).map(drop)
}

fn not_a_boolean(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let values = ["1", "0", r#""true""#, "[true]", "null"];
    let calls: Vec<TestCall> = values.iter().map(|value| TestCall::new("value", value, Expect::NotABoolean)).collect();
    check_calls(&mut runner.start()?, &calls, violations).map(drop)
}

fn prints(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let mut worker = runner.start()?;
    let texts = [r#"{"test": 0, "answer": false}"#, "two\nlines", "é"];
    let text = |text: &&str| TestCall::new("text", &serde_json::Value::from(*text).to_string(), Expect::True);
    let calls: Vec<TestCall> = texts.iter().map(text).collect();
    check_calls(&mut worker, &calls, violations)?;
    let printed = worker.finish().to_text();
    let missing = texts.into_iter().filter(|text| !printed.contains(text));
    violations.extend(missing.map(|text| Violation::NotPrinted { text }));
    Ok(())
}

fn own_tests(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    check_calls(&mut runner.start()?, &[TestCall::new("value", "1", Expect::True)], violations).map(drop)
}

fn exits(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    check_end(runner, Expect::Exited, violations)
}

fn loops(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    check_end(runner, Expect::TimedOut, violations)
}

fn memory(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    // Enough time for the memory to run out first.
    runner.config.limits.test = PATIENCE * 3;
    check_end(runner, Expect::OutOfMemory, violations)
}

/// A test that ends the worker, with one before and one after it.
fn check_end(runner: &mut CaseRunner<'_>, expect: Expect, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let fine = || TestCall::new("value", "false", Expect::True);
    let mut worker: Worker = runner.start()?;
    let results = check_calls(&mut worker, &[fine(), TestCall::new("value", "true", expect)], violations)?;
    if results.ended {
        worker.kill();
        worker = runner.start().map_err(|violation| Violation::InNewWorker(Box::new(violation)))?;
    }
    check_calls(&mut worker, &[fine()], violations).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_case() {
        let page = include_str!("../../../../docs/adapters.md");
        for case in CASES {
            let row = format!("| `{}` | {} | {} |", case.name, case.program, if case.required { "" } else { "yes" });
            let row = row.replace("|  |", "| |");
            assert!(page.contains(&row), "docs/adapters.md lacks the row\n{row}");
        }
    }
}
