//! Exports suites to other formats: pytest, Pyret, JSON Lines, CSV.
//!
//! Takes a suite that `verify` accepts. Every test is written with the kind of atoms that it states, its
//! bucket and, in a comment, what fails and where. Unscored tests are not exported.

mod call;
mod lines;
mod pyret;
mod python;

use std::collections::BTreeMap;

use eval::{AtomName, Pair, PairError, Program};
use lang::problem::{AtomKind, Problem};
use pairs::Bucket;
use pairs::names::{bucket_words, property_name};
use pairs::notation::{letters, number_of};
use serde_json::{Map, Value as Json, json};

use crate::format::{Suite, Test};

pub use call::call;
pub use lines::{csv, json_lines};
pub use pyret::pyret;
pub use python::pytest;

/// The greatest length of a comment: a longer one would hide the test.
const MOST_CHARACTERS: usize = 300;

/// The tests of a suite, prepared for all formats.
#[derive(Debug)]
pub struct Export<'a> {
    pub problem: &'a Problem,
    pub program: Program,
    pub cases: Vec<ExportedTest>,
}

/// A test in an exported file.
#[derive(Debug)]
pub struct ExportedTest {
    pub id: String,
    pub pair: Pair,
    pub expect: bool,
    /// The names of the Python functions.
    pub fails: Vec<String>,
    /// `exactly NO-NEW and UNIQUENESS fail`
    pub words: String,
    /// For each failing subproperty, an explanation of the failure.
    pub comments: Vec<String>,
}

/// Where exported tests find the predicate.
#[derive(Clone, Debug, Default)]
pub struct PredicateLocation {
    pub module: Option<String>,
    pub predicate: Option<String>,
}

impl<'a> Export<'a> {
    pub fn new(suite: &Suite, problem: &'a Problem) -> Result<Self, PairError> {
        let program = Program::new(problem);
        let mut cases = Vec::new();
        for bucket in &suite.buckets {
            let position = |name: &String| problem.subproperties.iter().position(|property| *property.name == **name);
            let failing: Vec<usize> = bucket.fails.iter().filter_map(position).collect();
            for test in &bucket.tests {
                let pair = rendered(problem, test)?;
                cases.push(ExportedTest {
                    id: test.id.clone(),
                    expect: test.expect,
                    fails: bucket.fails.clone(),
                    words: bucket_words(problem, Bucket::of(failing.iter().copied())),
                    comments: failing.iter().map(|position| comment(problem, &program, *position, &pair)).collect(),
                    pair,
                });
            }
        }
        Ok(Self { problem, program, cases })
    }

    fn predicate(&self) -> &str {
        self.problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name)
    }
}

/// The pair of a test, with atoms of the kind that the test states.
pub fn rendered(problem: &Problem, test: &Test) -> Result<Pair, PairError> {
    rendered_as(problem, &test.input, &test.output, &test.atoms)
}

/// A pair in the notation of suites, with atoms of these kinds.
pub fn rendered_as(
    problem: &Problem,
    input: &Map<String, Json>,
    output: &Map<String, Json>,
    atoms: &BTreeMap<String, AtomKind>,
) -> Result<Pair, PairError> {
    let mut pair = Pair::read(problem, &json!({ "input": input, "output": output }))?;
    for (atom, names) in problem.atoms.iter().zip(&mut pair.atoms) {
        let kind = atoms.get(&*atom.name).or(atom.kinds.first()).copied().unwrap_or(AtomKind::Str);
        let number = |(index, name): (usize, &AtomName)| {
            match name {
                AtomName::Int(number) => u32::try_from(*number).ok(),
                AtomName::Str(text) => number_of(text),
            }
            .ok_or(index)
        };
        let numbers: Result<Vec<u32>, usize> = names.iter().enumerate().map(number).collect();
        // Atoms with other names than Custodiet gives are numbered as they come.
        let numbers = numbers.unwrap_or_else(|_| (0..).take(names.len()).collect());
        *names = numbers
            .into_iter()
            .map(|number| match kind {
                AtomKind::Int => AtomName::Int(i64::from(number)),
                AtomKind::Str => AtomName::Str(letters(number)),
            })
            .collect();
    }
    Ok(pair)
}

/// `UNIQUENESS fails: vertex = "b" (index 2 of order): vertex ("b") is in seen ({"a", "b"})`, on one line, for the
/// subproperty at a position.
pub fn comment(problem: &Problem, program: &Program, position: usize, pair: &Pair) -> String {
    let property = problem.preconditions.len() + position;
    let name = property_name(problem, property);
    let Some(found) = eval::explain(problem, property, pair) else { return format!("{name} fails") };
    let text = found.text(&|value| pair.show(program, value));
    let text = format!("{name} fails: {text}").split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text,
    }
}

/// `"b" (index 2 of order)`: the elements that made a subproperty fail, without revealing the function. `None` if the pair as
/// a whole is to blame.
pub fn spot(problem: &Problem, program: &Program, position: usize, pair: &Pair) -> Option<String> {
    let found = eval::explain(problem, problem.preconditions.len() + position, pair)?;
    let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    let spots: Vec<String> = found
        .bindings
        .iter()
        .filter(|binding| params.iter().any(|param| *param.name == *binding.of))
        .filter_map(|binding| {
            let value = pair.show(program, &binding.value);
            Some(format!("{value} (index {} of {})", binding.index?, binding.of))
        })
        .collect();
    (!spots.is_empty()).then(|| spots.join(", "))
}

/// `3 pairs`
fn pairs_in_words(number: usize) -> String {
    if number == 1 { "1 pair".to_owned() } else { format!("{number} pairs") }
}
