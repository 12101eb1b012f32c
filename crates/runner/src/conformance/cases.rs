//! The cases: what each program has to do, and what is expected of it.

use crate::outcome::Outcome;
use crate::worker::Worker;

use super::bench::{Bench, Call, Expect, PATIENCE, ask, place, told};
use super::failures;
use super::values::VALUES;

#[derive(Debug)]
pub struct Case {
    /// Of the folder.
    pub name: &'static str,
    /// What the program is, for those who write it.
    pub program: &'static str,
    /// Whether every language can have it.
    pub needed: bool,
    /// Adds what is wrong, or gives what makes it impossible to go on.
    pub(super) check: fn(&mut Bench<'_>, &mut Vec<String>) -> Result<(), String>,
}

/// In the order in which those who write an adapter meet them.
pub const CASES: &[Case] = &[
    Case { name: "answers", program: "returns `value`, a Boolean", needed: true, check: answers },
    Case {
        name: "values",
        program: "returns whether `value` is the value that the table of values gives for `kind`",
        needed: true,
        check: values,
    },
    Case {
        name: "mutates",
        program: "returns whether `value`, a list, came with 2 items, and empties it where the language can",
        needed: true,
        check: mutates,
    },
    Case {
        name: "raises",
        program: "raises an exception with `value`, a text, as its message, on the line marked [here]; if `kind` is \
                  \"fine\" it returns true",
        needed: true,
        check: raises,
    },
    Case {
        name: "not_a_boolean",
        program: "returns `value`, which is no Boolean",
        needed: false,
        check: not_a_boolean,
    },
    Case {
        name: "prints",
        program: "prints `value`, a text, as the language does, then returns true",
        needed: true,
        check: prints,
    },
    Case {
        name: "own_tests",
        program: "returns true; the file also holds tests, as people write them, that fail",
        needed: true,
        check: own_tests,
    },
    Case {
        name: "several_files",
        program: "returns true by a function of another file",
        needed: false,
        check: own_tests,
    },
    Case {
        name: "support",
        program: "returns true by a function of a file in the folder `support`, given as --support",
        needed: false,
        check: own_tests,
    },
    Case {
        name: "exits",
        program: "ends the process if `value` is true, else returns true",
        needed: false,
        check: exits,
    },
    Case { name: "loops", program: "never ends if `value` is true, else returns true", needed: true, check: loops },
    Case {
        name: "memory",
        program: "fills a list without end if `value` is true, else returns true",
        needed: true,
        check: memory,
    },
    Case {
        name: "missing",
        program: "has a function of two parameters with another name",
        needed: true,
        check: failures::missing,
    },
    Case {
        name: "ambiguous",
        program: "defines the predicate in two files",
        needed: false,
        check: failures::ambiguous,
    },
    Case {
        name: "syntax",
        program: "cannot be read as a program; the line that messages name is marked [here]",
        needed: true,
        check: failures::syntax,
    },
    Case {
        name: "import",
        program: "imports what is not there, on the line marked [here]",
        needed: false,
        check: failures::import,
    },
    Case {
        name: "raises_when_loaded",
        program: "raises an exception when it is loaded, on the line marked [here]",
        needed: false,
        check: failures::raises_when_loaded,
    },
    Case { name: "arity", program: "has a predicate of one parameter", needed: false, check: failures::arity },
];

/// So many calls are sent without waiting for answers.
const MANY: usize = 1000;

fn answers(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let mut worker = bench.start()?;
    let ready = &worker.ready;
    if !bench.load.predicate.contains(&ready.name) {
        let names = bench.load.predicate.join("` or `");
        faults.push(format!("`ready` gives the name `{}`; expected is `{names}`", ready.name));
    }
    if !bench.load.files.contains(&ready.file) {
        faults.push(format!("`ready` gives the file `{}`; expected is one of `files`, as it was sent", ready.file));
    }
    // One alone is answered before the next is sent, so answers are flushed.
    let call = |value: bool| Call::new("answers", &value.to_string(), if value { Expect::True } else { Expect::False });
    ask(&mut worker, &[call(true)], faults)?;
    // In no pattern that a wrong order would leave as it is.
    let many: Vec<Call> = (0..MANY).map(|number| call((number * number) % 7 < 3)).collect();
    let asked = ask(&mut worker, &many, faults)?;
    if faults.len() > 3 {
        let more = faults.len() - 3;
        faults.truncate(3);
        faults.push(format!("and {more} further calls of {MANY} are answered wrongly"));
    }
    if !asked.ended && !worker.ends_with_its_input(PATIENCE) {
        faults.push("at the end of its input it must exit with code 0, and does not".to_owned());
    }
    Ok(())
}

fn values(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let both = |(kind, right, wrong): &(&'static str, &str, &str)| {
        [Call::new(kind, right, Expect::True), Call::new(kind, wrong, Expect::False)]
    };
    let calls: Vec<Call> = VALUES.iter().flat_map(both).collect();
    ask(&mut bench.start()?, &calls, faults).map(drop)
}

fn mutates(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let calls: Vec<Call> = (0..3).map(|_| Call::new("list", "[1, 2]", Expect::True)).collect();
    ask(&mut bench.start()?, &calls, faults).map(drop)
}

fn raises(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let (file, line) = bench.marked()?;
    let mut worker = bench.start()?;
    let long = "long é ".repeat(300);
    for (message, shown) in [("a message", "a message"), ("", "no message"), (&long, "a message of 2,100 characters")] {
        let call = Call::new("raises", &serde_json::Value::from(message).to_string(), Expect::True);
        let asked = worker.ask(&[&*call.arguments()?]);
        let Some(Outcome::Raised(raised)) = asked.outcomes.first() else {
            let got = asked.outcomes.first().map_or_else(|| "nothing".to_owned(), told);
            return Err(format!("raises with {shown}: expected `raised`, got {got}"));
        };
        if raised.class.is_empty() {
            faults.push(format!("raises with {shown}: `class` is empty"));
        }
        if message.len() < 100 && !raised.message.contains(message) {
            faults.push(format!("raises with {shown}: `message` is `{}`", raised.message));
        }
        let length = raised.message.chars().count();
        if message.len() > 500 && length < 400 {
            faults.push(format!("raises with {shown}: `message` has {length} characters; 500 of them can be kept"));
        }
        if raised.file.as_ref() != Some(&file) || raised.line != Some(line) {
            let given = place("", raised.file.as_deref(), raised.line);
            let given = if given.is_empty() { "nothing".to_owned() } else { given.trim().to_owned() };
            faults.push(format!("raises with {shown}: expected the place ({file}:{line}), got {given}"));
        }
    }
    ask(&mut worker, &[Call::new("fine", r#""afterwards""#, Expect::True)], faults).map(drop)
}

fn not_a_boolean(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let values = ["1", "0", r#""true""#, "[true]", "null"];
    let calls: Vec<Call> = values.iter().map(|value| Call::new("value", value, Expect::NotABoolean)).collect();
    ask(&mut bench.start()?, &calls, faults).map(drop)
}

fn prints(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    let mut worker = bench.start()?;
    let texts = [r#"{"test": 0, "answer": false}"#, "two\nlines", "é"];
    let text = |text: &&str| Call::new("text", &serde_json::Value::from(*text).to_string(), Expect::True);
    let calls: Vec<Call> = texts.iter().map(text).collect();
    ask(&mut worker, &calls, faults)?;
    let printed = worker.finish().to_text();
    for text in texts.iter().filter(|text| !printed.contains(**text)) {
        faults.push(format!("printed {text:?}, which does not arrive on standard error"));
    }
    Ok(())
}

fn own_tests(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    ask(&mut bench.start()?, &[Call::new("value", "1", Expect::True)], faults).map(drop)
}

fn exits(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    ended(bench, Expect::Exited, faults)
}

fn loops(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    ended(bench, Expect::TimedOut, faults)
}

fn memory(bench: &mut Bench<'_>, faults: &mut Vec<String>) -> Result<(), String> {
    // Much time, so that it is memory that runs out.
    bench.ground.limits.test = PATIENCE * 3;
    ended(bench, Expect::OutOfMemory, faults)
}

/// A test that ends the worker, and one before and after it.
fn ended(bench: &mut Bench<'_>, expect: Expect, faults: &mut Vec<String>) -> Result<(), String> {
    let fine = || Call::new("value", "false", Expect::True);
    let mut worker: Worker = bench.start()?;
    let asked = ask(&mut worker, &[fine(), Call::new("value", "true", expect)], faults)?;
    if asked.ended {
        worker.end();
        worker = bench.start().map_err(|why| format!("in a new worker after it, {why}"))?;
    }
    ask(&mut worker, &[fine()], faults).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_case() {
        let page = include_str!("../../../../docs/adapters.md");
        for case in CASES {
            let row = format!("| `{}` | {} | {} |", case.name, case.program, if case.needed { "" } else { "yes" });
            let row = row.replace("|  |", "| |");
            assert!(page.contains(&row), "docs/adapters.md lacks the row\n{row}");
        }
    }
}
