//! One Python file that runs under pytest, and without it.
//!
//! A function makes the values of each test, so that no two tests share a value. Records are instances of the student's class
//! of the same name, or of a class that the file defines.

use std::fmt::Write;

use lang::problem::{Problem, RecordKind};

use super::{Export, PredicateLocation, pairs_in_words};

pub fn pytest(export: &Export<'_>, target: &PredicateLocation) -> String {
    let predicate = target.predicate.as_deref().unwrap_or(export.predicate());
    let module = target.module.as_deref().unwrap_or(export.predicate());
    let mut text = HEAD
        .replace("«problem»", &export.problem.name)
        .replace("«pairs»", &pairs_in_words(export.cases.len()))
        .replace("«release»", env!("CARGO_PKG_VERSION"))
        .replace("«module»", module)
        .replace("«predicate»", predicate);
    text.push_str(&records(export.problem));
    text.push_str(
        "\n# Name, what fails, the correct answer, and a function that makes new arguments for each test.\nCASES = [\n",
    );
    for case in &export.cases {
        for comment in &case.comments {
            let _ = writeln!(text, "    # {comment}");
        }
        let fails = if case.fails.is_empty() { "nothing".to_owned() } else { case.fails.join("+") };
        let values = case.pair.values.iter().map(|value| case.pair.show_as_given(&export.program, value) + ",");
        let expect = if case.expect { "True" } else { "False" };
        let values = values.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "    (\"{fails}-{}\", \"{}\", {expect}, lambda: ({values})),", case.id, case.words);
    }
    text.push_str("]\n");
    text.push_str(&TAIL.replace("«function»", export.predicate()));
    text
}

/// A class for each record, used unless the student's module has one.
fn records(problem: &Problem) -> String {
    let mut text = String::new();
    for record in &problem.records {
        let head = match record.kind {
            RecordKind::Dataclass { order } => {
                let order = if order { ", order=True" } else { "" };
                format!("@of_the_student\n@dataclass(frozen=True{order})\nclass {}:\n", record.name)
            }
            RecordKind::Enum => continue,
            RecordKind::NamedTuple => format!("@of_the_student\nclass {}(NamedTuple):\n", record.name),
        };
        let _ = write!(text, "\n\n{head}");
        for field in &record.fields {
            let _ = writeln!(text, "    {}: object", field.name);
        }
        if record.fields.is_empty() {
            text.push_str("    pass\n");
        }
    }
    text.push('\n');
    text
}

const HEAD: &str = r#""""Tests of a predicate for «problem»: «pairs», each with the answer of a correct predicate.

Written by custodiet «release». Run this file with pytest, or as it is: python3 FILE.
The predicate is `«predicate»` of the module `«module»`, in the current folder or next to this file. Set the environment
variables CUSTODIET_MODULE and CUSTODIET_PREDICATE to test another one.
"""

import importlib
import os
import sys
import traceback
from dataclasses import dataclass
from typing import NamedTuple

try:
    import pytest
except ImportError:
    pytest = None

MODULE = os.environ.get("CUSTODIET_MODULE", "«module»")
PREDICATE = os.environ.get("CUSTODIET_PREDICATE", "«predicate»")


def stop(message):
    if __name__ == "__main__" or pytest is None:
        sys.exit(f"error: {message}")
    pytest.fail(message, pytrace=False)


def load():
    sys.path[:0] = [os.getcwd(), os.path.dirname(os.path.abspath(__file__))]
    wrong = None
    try:
        module = importlib.import_module(MODULE)
    except KeyboardInterrupt:
        raise
    # A module may also raise `SystemExit`.
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and f"{MODULE}.".startswith(f"{error.name}."):
            wrong = (
                f"there is no module `{MODULE}`: put {MODULE}.py next to this file, or set CUSTODIET_MODULE"
            )
        else:
            wrong = f"`{MODULE}` cannot be imported: {where(error)}: {type(error).__name__}: {said(error)}"
    # Outside the handler, so that the original error is not shown as well.
    if wrong is not None:
        stop(wrong)
    if not callable(getattr(module, PREDICATE, None)):
        place = getattr(module, "__file__", None) or MODULE
        stop(f"{place}: there is no function `{PREDICATE}`: define it, or set CUSTODIET_PREDICATE")
    return module


def where(error):
    """The file and line of a syntax error, or of the statement that raised."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    inside = [frame for frame in frames if frame.filename != importlib.__file__]
    return f"{inside[-1].filename}:{inside[-1].lineno}"


def said(error):
    return error.msg if isinstance(error, SyntaxError) else error


student = load()
predicate = getattr(student, PREDICATE)


def of_the_student(stand_in):
    """The student's class of the same name, if there is one."""
    theirs = getattr(student, stand_in.__name__, None)
    return theirs if isinstance(theirs, type) else stand_in
"#;

const TAIL: &str = r#"

def check(fails, expect, make):
    arguments = make()
    # Before the call, which may change them.
    shown = ", ".join(map(repr, arguments))
    answer = predicate(*arguments)
    assert isinstance(answer, bool), f"{PREDICATE}({shown}) returned {answer!r}, which is not a Boolean"
    assert answer == expect, f"{PREDICATE}({shown}) returned {answer}, and {fails}"


if pytest is not None:

    @pytest.mark.parametrize(
        ("fails", "expect", "make"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
    )
    def test_«function»(fails, expect, make):
        check(fails, expect, make)


def main():
    failed = 0
    for name, *case in CASES:
        try:
            check(*case)
        except KeyboardInterrupt:
            raise
        # A predicate may also raise `SystemExit`.
        except BaseException as error:
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {error}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
"#;
