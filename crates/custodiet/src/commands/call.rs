//! A test as a call, in Python's notation.

use eval::{Pair, Program};
use lang::problem::Problem;
use pairs::drawing::{Drawing, Marks, drawings};
use suite::export::rendered;
use suite::{Suite, Test};

/// The test with this id.
pub fn test<'a>(suite: &'a Suite, id: &str) -> Option<(&'a suite::format::SuiteBucket, &'a Test)> {
    suite.buckets.iter().find_map(|bucket| Some((bucket, bucket.tests.iter().find(|test| test.id == id)?)))
}

/// `is_valid([("a", "b")], ["a", "b", "b"])`
pub fn called(problem: &Problem, suite: &Suite, id: &str) -> String {
    let Some(pair) = pair(problem, suite, id) else { return id.to_owned() };
    suite::export::call(problem, &Program::new(problem), &pair, "python")
}

/// The values of a test as pictures.
pub fn drawn(problem: &Problem, suite: &Suite, id: &str) -> Vec<Drawing> {
    let pair = pair(problem, suite, id);
    pair.map(|pair| drawings(problem, &Program::new(problem), &pair, &Marks::default())).unwrap_or_default()
}

fn pair(problem: &Problem, suite: &Suite, id: &str) -> Option<Pair> {
    rendered(problem, test(suite, id)?.1).ok()
}
