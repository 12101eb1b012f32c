//! A test as a call, in Python's notation.

use eval::Program;
use lang::problem::Problem;
use suite::export::rendered;
use suite::{Suite, Test};

/// The test with this id.
pub fn test<'a>(suite: &'a Suite, id: &str) -> Option<(&'a suite::format::SuiteBucket, &'a Test)> {
    suite.buckets.iter().find_map(|bucket| Some((bucket, bucket.tests.iter().find(|test| test.id == id)?)))
}

/// `is_valid([("a", "b")], ["a", "b", "b"])`
pub fn called(problem: &Problem, suite: &Suite, id: &str) -> String {
    let Some((_, test)) = test(suite, id) else { return id.to_owned() };
    let Ok(pair) = rendered(problem, test) else { return id.to_owned() };
    suite::export::call(problem, &Program::new(problem), &pair, "python")
}
