//! What every submission of a run is asked: the tests of a suite, ready to be sent, and the answers, which stay here.

use lang::problem::Problem;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use suite::Suite;

use crate::adapter::{Spellings, hex};
use crate::protocol::{Load, PROTOCOL, RecordType};
use crate::values::{arguments, record_types};

#[derive(Debug)]
pub struct Exam {
    pub problem: String,
    pub predicate: String,
    parameters: Vec<String>,
    records: Vec<RecordType>,
    types: Vec<String>,
    /// Names of the subproperties, in the order of the file.
    pub subproperties: Vec<String>,
    pub buckets: Vec<Bucket>,
    /// In the order of the suite.
    pub tests: Vec<Test>,
    /// Positions of tests, in the order in which they are asked.
    pub order: Vec<usize>,
    pub seed: u64,
}

#[derive(Debug)]
pub struct Bucket {
    pub fails: Vec<String>,
    pub focused_on: Vec<String>,
}

#[derive(Debug)]
pub struct Test {
    pub id: String,
    pub bucket: usize,
    pub expect: bool,
    /// What a worker gets.
    pub arguments: Box<RawValue>,
    /// Of the arguments: the same id may be shown with other names in another suite.
    pub digest: String,
}

impl Exam {
    pub fn new(problem: &Problem, suite: &Suite, seed: u64) -> Result<Self, String> {
        let predicate = problem.predicate.as_ref().ok_or("the problem file declares no predicate")?;
        let mut tests = Vec::new();
        for (number, bucket) in suite.buckets.iter().enumerate() {
            for test in &bucket.tests {
                let arguments = arguments(problem, test)?;
                let digest = hex(&Sha256::digest(arguments.get().as_bytes())[..16]);
                tests.push(Test { id: test.id.clone(), bucket: number, expect: test.expect, arguments, digest });
            }
        }
        if tests.is_empty() {
            return Err("the suite has no tests".to_owned());
        }
        let buckets = suite.buckets.iter();
        let buckets =
            buckets.map(|bucket| Bucket { fails: bucket.fails.clone(), focused_on: bucket.focused_on.clone() });
        let types =
            problem.atoms.iter().map(|atom| &atom.name).chain(problem.numbers.iter().map(|number| &number.name));
        Ok(Self {
            problem: problem.name.clone(),
            predicate: predicate.name.to_string(),
            parameters: predicate.params.iter().map(|param| param.name.to_string()).collect(),
            records: record_types(problem),
            types: types.map(ToString::to_string).collect(),
            subproperties: suite.subproperties.clone(),
            buckets: buckets.collect(),
            order: shuffled(tests.len(), seed),
            tests,
            seed,
        })
    }

    /// What a worker is told first. The paths are the caller's to fill in.
    pub fn load(&self, spellings: &Spellings, aliases: &[String]) -> Load {
        let mut predicate = spellings.of(&self.predicate);
        predicate.extend(aliases.iter().cloned());
        Load {
            protocol: PROTOCOL,
            problem: self.problem.clone(),
            predicate,
            parameters: self.parameters.clone(),
            records: self.records.clone(),
            types: self.types.clone(),
            submission: String::new(),
            files: Vec::new(),
            support: None,
            build: None,
            seed: 1,
        }
    }
}

/// The numbers below `count` in an order that depends on nothing but the seed.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut numbers);
    numbers
}
