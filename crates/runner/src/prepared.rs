//! A suite prepared for running: its tests as workers receive them, and the expected answers, which stay here.

use lang::problem::{Problem, RecordClass, RecordKind};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use suite::Suite;
use suite::format::SuiteBucket;

use crate::adapter::Spellings;
use crate::protocol::{Load, PROTOCOL, RecordType};
use crate::values::{arguments, record_types, type_json};

/// The same for every submission of a run.
#[derive(Debug)]
pub struct PreparedSuite {
    pub problem: String,
    pub predicate: String,
    parameters: Vec<String>,
    records: Vec<RecordType>,
    types: Vec<String>,
    signature: Vec<serde_json::Value>,
    /// Names of the subproperties, in the order of the file.
    pub subproperties: Vec<String>,
    pub buckets: Vec<PreparedBucket>,
    /// In the order of the suite.
    pub tests: Vec<PreparedTest>,
    /// Positions of tests, in the order in which they run.
    pub order: Vec<usize>,
    pub seed: u64,
}

#[derive(Debug)]
pub struct PreparedBucket {
    pub fails: Vec<String>,
    pub focused_on: Vec<String>,
}

#[derive(Debug)]
pub struct PreparedTest {
    pub id: String,
    pub bucket: usize,
    pub expect: bool,
    /// What a worker receives.
    pub arguments: Box<RawValue>,
    /// The hash of the arguments: another suite may show the same test id with other names.
    pub digest: String,
}

/// Why a suite cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    #[error("the problem file does not declare a predicate")]
    NoPredicate,
    #[error("the suite has no tests")]
    NoTests,
    #[error("test {test}: {error}")]
    Pair { test: String, error: eval::PairError },
    #[error("test {test} cannot be written as JSON: {source}")]
    Json { test: String, source: serde_json::Error },
}

impl PreparedSuite {
    pub fn new(problem: &Problem, suite: &Suite, seed: u64) -> Result<Self, PrepareError> {
        Self::of_buckets(problem, &suite.subproperties, &suite.buckets, seed)
    }

    /// Without tests: what is known about the problem alone.
    pub fn empty(problem: &Problem) -> Result<Self, PrepareError> {
        Self::of_tests(problem, &[], &[], Vec::new(), 0)
    }

    /// The same without a suite around the tests.
    pub fn of_buckets(
        problem: &Problem,
        subproperties: &[String],
        buckets: &[SuiteBucket],
        seed: u64,
    ) -> Result<Self, PrepareError> {
        if problem.predicate.is_none() {
            return Err(PrepareError::NoPredicate);
        }
        let mut tests = Vec::new();
        for (number, bucket) in buckets.iter().enumerate() {
            for test in &bucket.tests {
                let arguments = arguments(problem, test)?;
                let digest = hex::encode(&Sha256::digest(arguments.get().as_bytes())[..16]);
                tests.push(PreparedTest {
                    id: test.id.clone(),
                    bucket: number,
                    expect: test.expect,
                    arguments,
                    digest,
                });
            }
        }
        if tests.is_empty() {
            return Err(PrepareError::NoTests);
        }
        Self::of_tests(problem, subproperties, buckets, tests, seed)
    }

    fn of_tests(
        problem: &Problem,
        subproperties: &[String],
        buckets: &[SuiteBucket],
        tests: Vec<PreparedTest>,
        seed: u64,
    ) -> Result<Self, PrepareError> {
        let predicate = problem.predicate.as_ref().ok_or(PrepareError::NoPredicate)?;
        let buckets = buckets
            .iter()
            .map(|bucket| PreparedBucket { fails: bucket.fails.clone(), focused_on: bucket.focused_on.clone() });
        let types =
            problem.atoms.iter().map(|atom| &atom.name).chain(problem.numbers.iter().map(|number| &number.name));
        let is_enumeration = |record: &&RecordClass| record.kind == RecordKind::Enum;
        let types = types.chain(problem.records.iter().filter(is_enumeration).map(|record| &record.name));
        Ok(Self {
            problem: problem.name.clone(),
            predicate: predicate.name.to_string(),
            parameters: predicate.params.iter().map(|param| param.name.to_string()).collect(),
            signature: predicate.params.iter().map(|param| type_json(problem, &param.ty)).collect(),
            records: record_types(problem),
            types: types.map(ToString::to_string).collect(),
            subproperties: subproperties.to_vec(),
            buckets: buckets.collect(),
            order: shuffled(tests.len(), seed),
            tests,
            seed,
        })
    }

    /// The first message to a worker. The caller fills in the paths.
    pub fn load(&self, spellings: &Spellings, aliases: &[String]) -> Load {
        let mut predicate = spellings.of(&self.predicate);
        for alias in aliases {
            let spelled = spellings.of(alias).into_iter().chain([alias.clone()]);
            for name in spelled.filter(|name| !name.is_empty()) {
                if !predicate.contains(&name) {
                    predicate.push(name);
                }
            }
        }
        Load {
            protocol: PROTOCOL,
            problem: self.problem.clone(),
            predicate,
            parameters: self.parameters.clone(),
            signature: self.signature.clone(),
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

/// The numbers below `count` in an order that depends only on the seed.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut numbers);
    numbers
}
