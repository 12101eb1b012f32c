//! Submissions are loaded as the Python adapter loads them, and answer as they answer there: by evaluation, and as circuits.

#[path = "submission/cases.rs"]
mod cases;
mod problem;
#[path = "submission/scopes.rs"]
mod scopes;
mod submission;

use std::collections::BTreeSet;
use std::time::Duration;

use cases::Expect::{Compiles, Evaluates, Fails, Outside};
use cases::{CASES, Expect};
use compile::{AtomMode, CompileOptions, ListOrder};
use decide::Query;
use eval::Program;
use lang::problem::Problem;
use lang::submission::{SubmissionFailure, SubmissionFile};
use problem::{bundled, given};
use scopes::SCOPES;
use solver::{SolveResult, SolverKind};
use submission::adapter::Adapter;
use submission::{Answer, Circuit, Evaluation, Valid, draw, in_orders, kinds, load, turns, valid_pairs};

#[test]
fn adapter_evaluation_and_circuit_agree() {
    let mut faults = Vec::new();
    for (name, problem, expect, text) in CASES.iter().chain(SCOPES) {
        let loaded = bundled(problem);
        let fault = run(&loaded.problem, &split(text), *expect);
        faults.extend(fault.err().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A pair with members of an enumeration: a submission receives their names.
#[test]
fn members_of_an_enumeration_are_names_to_a_submission() {
    let loaded = given(
        "
from enum import Enum
from typing import NewType
from custodiet import Atom, Input, Output, scope, subproperty
class Name(Atom): ...
class Light(Enum):
    RED = 'stop'
    GREEN = 2
    OFF = None
Count = NewType('Count', int)
def is_valid(who: Input[Name], lights: Input[list[Light]], first: Input[Light | None], times: Output[dict[Light, Count]]) -> bool: ...
scope(Name=1, lights=2, Count=range(2), times=2)
@subproperty
def counted(lights, times):
    return all(times.get(light, 0) == lights.count(light) for light in Light)
",
    );
    let submissions = [
        "def is_valid(who, lights, first, times):\n    return all(times.get(x, 0) == lights.count(x) for x in ('RED', 'GREEN', 'OFF'))\n",
        "from enum import Enum\nclass Light(Enum):\n    RED = 1\n    GREEN = 2\n    OFF = 3\n\
         def is_valid(who, lights, first, times):\n    return [Light[x].value for x in lights] == sorted(Light[x].value for x in lights) \
         and (first is None or Light[first] is Light.RED or first in times)\n",
        "def is_valid(who, lights, first, times):\n    return first == 'RED' or lights[-1:] == [first] or 'stop' in times\n",
    ];
    for text in submissions {
        run(&loaded.problem, &split(text), Compiles).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
}

/// A record that holds a member of an enumeration is made anew, also where its class says which of several records it is.
#[test]
fn records_of_a_union_are_made_by_their_classes() {
    let loaded = given(
        "
from dataclasses import dataclass
from enum import Enum
from typing import NewType
from custodiet import Input, Output, scope, subproperty
Count = NewType('Count', int)
class Side(Enum):
    LEFT = -1
    RIGHT = 1
@dataclass(frozen=True)
class Turn:
    side: Side
    steps: Count
@dataclass(frozen=True)
class Home:
    back: bool
def is_valid(moves: Input[list[Turn | Home | None]], path: Output[list[Count]]) -> bool: ...
scope(moves=2, Count=range(2), path=2)
@subproperty
def length(moves, path):
    return len(path) == len(moves)
",
    );
    let submissions = [
        "def is_valid(moves, path):\n    return len(path) == len(moves)\n",
        // Whatever the submission calls so.
        "isinstance = None\ndef is_valid(moves, path):\n    return [m.side for m in moves if hasattr(m, 'side')] == ['LEFT']\n",
        "from dataclasses import dataclass\n@dataclass\nclass Turn:\n    steps: int\n    side: str\n\
         def is_valid(moves, path):\n    turns = [m for m in moves if isinstance(m, Turn)]\n    \
         return all(m.side == 'LEFT' and m.steps in path for m in turns) or None in moves\n",
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Home:\n    back: bool\n\
         def is_valid(moves, path):\n    return Home(True) in moves or any(m.side == 'RIGHT' for m in moves)\n",
    ];
    for text in submissions {
        run(&loaded.problem, &split(text), Compiles).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
}

/// Whether an answer depends on the order of a set: `true` if some order gives another answer for some pair.
#[test]
fn answers_that_depend_on_the_order_of_a_set_are_found() {
    let cases = [
        ("len(list(s)) > 1", false),
        ("list(s)[:1] == order[:1]", true),
        ("not s or s.pop() == order[0]", true),
        ("not s or next(iter(s)) == order[0]", true),
        // One set comes in one order as long as it does not change, but another set with the same elements need not.
        ("list(s) == list(s) and (not s or list(s)[0] == next(iter(s)))", false),
        ("not s or list(s)[0] == s.pop()", false),
        ("list(s) == list(set(order))", true),
        ("sorted(s) == sorted(set(order))", false),
        ("[x for x in s if x in order] == [x for x in s]", false),
        ("max(s, key=lambda x: 1, default=None) == (order[0] if order else None)", true),
    ];
    let loaded = bundled("toposort");
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, "Vertex=3,edges=1,order=3");
    for (expression, expected) in cases {
        let text = format!("def is_valid(edges, order):\n    s = set(order)\n    return {expression}\n");
        let files = [SubmissionFile { path: "solution.py".to_owned(), text }];
        let submission = load(problem, &files).expect("it loads");
        let options = CompileOptions {
            symmetry: false,
            order: ListOrder::Any,
            atoms: AtomMode::Order,
            ..CompileOptions::default()
        };
        let mut compiler = decide::compiler(&submission.problem, &scope, options).expect("a compiler");
        let ask = submission.ask().expect("a predicate");
        let (_, differs) = compiler.answer_in_any_order(ask, &[0, 1]).expect("a circuit");
        let constraints = compiler.constraints.clone();
        let circuit = compiler.into_circuit();
        let found = differs.iter().any(|(lit, _)| {
            let mut query = Query::new(SolverKind::Cadical, &circuit, &constraints, false);
            query.assert(&circuit, *lit);
            query.solve(&[]) == SolveResult::Sat
        });
        assert_eq!(found, expected, "{expression}");
    }
}

/// The files of a case. What comes before the first mark is `solution.py`.
fn split(text: &str) -> Vec<SubmissionFile> {
    let mut files = Vec::new();
    let mut current = ("solution.py".to_owned(), String::new());
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("# file: ") {
            files.push(std::mem::replace(&mut current, (path.to_owned(), String::new())));
        } else {
            current.1.push_str(line);
            current.1.push('\n');
        }
    }
    files.push(current);
    files.retain(|(_, text)| !text.trim().is_empty());
    files.into_iter().map(|(path, text)| SubmissionFile { path, text }).collect()
}

fn run(problem: &Problem, files: &[SubmissionFile], expect: Expect) -> Result<(), String> {
    let adapter = Adapter::start(problem, files, 1);
    let loaded = match load(problem, files) {
        Ok(loaded) => loaded,
        Err(failure) => return failed(&failure, adapter.err(), expect),
    };
    let program = Program::new(&loaded.problem);
    match (Evaluation::new(&loaded, &program, None).start(), &adapter, expect) {
        (None, Ok(_), Compiles | Evaluates) | (Some(Answer::Outside(_)), _, Outside) => {}
        (Some(Answer::Raises(class)), Err((_, theirs)), Fails) if class == *theirs => return Ok(()),
        (start, adapter, _) => {
            return Err(format!("started {start:?}, the adapter {:?}", adapter.as_ref().err()));
        }
    }
    let Ok(mut adapter) = adapter else { return Ok(()) };
    let mut evaluations = in_orders(&loaded, &program);
    let pairs = valid_pairs(problem, draw::draw(&problem.scope, 250, 7));
    let valid = Valid::new(problem, &problem.scope).expect("the preconditions have circuits");
    let mut seen = BTreeSet::new();
    let mut unknown = 0;
    for turn in 0..turns(problem) {
        let kinds = kinds(problem, turn);
        let circuit = Circuit::new(&loaded, &problem.scope, &valid, &kinds, Duration::from_mins(1));
        let circuit = match (circuit, expect) {
            (Ok(circuit), Compiles) if circuit.unknown().is_empty() => Some(circuit),
            (Ok(circuit), Evaluates) if !circuit.unknown().is_empty() => Some(circuit),
            (Err(_), Outside) => None,
            (Ok(circuit), Compiles) => return Err(format!("not for all pairs: {:?}", circuit.unknown())),
            (Ok(_), _) => return Err("has a circuit".to_owned()),
            (Err(refusal), Compiles | Evaluates) => return Err(submission::refusal(&loaded, &refusal)),
            (Err(_), Fails) => return Err("loads".to_owned()),
        };
        let by_circuit = circuit.map(|circuit| circuit.answers(&pairs));
        for (index, pair) in pairs.iter().enumerate() {
            let theirs = adapter.answer(problem, pair, &kinds);
            let ours: BTreeSet<Answer> = evaluations.iter_mut().map(|machine| machine.answer(pair, &kinds)).collect();
            let gates = by_circuit.as_ref().map(|answers| &answers[index]);
            let wrong =
                |answer: &Answer| answer.contradicts(&theirs) || gates.is_some_and(|gates| answer.contradicts(gates));
            if ours.len() > 1 || ours.iter().any(wrong) {
                let pair = pairs::pair_json(problem, pair);
                return Err(format!("evaluation {ours:?}, circuit {gates:?}, adapter {theirs:?}: {pair}"));
            }
            let outside = matches!(ours.first(), Some(Answer::Outside(_)));
            if outside && expect == Compiles {
                return Err(format!("{ours:?}"));
            }
            if expect == Evaluates {
                // Where the evaluation says nothing, the circuit must not.
                let silent = |answer: &Answer| matches!(answer, Answer::Outside(_) | Answer::Endless);
                let known = gates.is_some_and(|gates| !silent(gates));
                if ours.iter().any(silent) && known {
                    return Err(format!("evaluation {ours:?}, circuit {gates:?}"));
                }
                unknown += usize::from(gates.is_some_and(silent));
            }
            seen.insert(theirs);
        }
    }
    // Most pairs have an answer all the same.
    if expect == Evaluates && (unknown == 0 || unknown * 2 > pairs.len() * turns(problem)) {
        return Err(format!("not known for {unknown} pairs"));
    }
    Ok(())
}

/// A failure that both must see, for the same reason.
fn failed(failure: &SubmissionFailure, adapter: Option<(String, String)>, expect: Expect) -> Result<(), String> {
    let why = match failure {
        SubmissionFailure::Syntax { .. } => "syntax",
        SubmissionFailure::Missing { .. } => "missing",
        SubmissionFailure::Ambiguous { .. } => "ambiguous",
        SubmissionFailure::Arity { .. } => "arity",
        SubmissionFailure::TooLarge => "too large",
    };
    match (adapter, expect) {
        (Some((theirs, _)), Fails) if theirs == why => Ok(()),
        (adapter, _) => Err(format!("{failure:?}, the adapter {adapter:?}")),
    }
}
