//! The answer key of a suite: its subproperties, its buckets, and its tests with the expected answers.
//!
//! This is the only place that decides which tests are excluded.

use std::collections::BTreeMap;

use eval::{Pair, PairError, Program};
use lang::problem::{Problem, PropertyKind, display_name};
use pairs::PairStructure;
use pairs::{Bucket, SubpropertySet};
use pairs::{focused_on, is_positive};
use suite::export::rendered;
use suite::format::{PositiveKind, SuiteBucket, TestKind, TestSource};
use suite::{Suite, Test};

use crate::traits::{PairTrait, traits};
use crate::twin::{TwinCandidates, tokens};

#[derive(Debug)]
pub struct AnswerKey {
    pub subproperties: Vec<SubpropertyKey>,
    /// As people see them, by position.
    pub names: Vec<String>,
    pub groups: Vec<GroupKey>,
    /// The required subproperties.
    pub required: SubpropertySet,
    pub buckets: Vec<BucketKey>,
    /// In the order of the suite.
    pub tests: Vec<TestKey>,
    /// Subproperties of which the suite tests every focused bucket.
    pub exercised: SubpropertySet,
    /// What can be said of the pairs of tests.
    pub traits: Vec<PairTrait>,
    pub(crate) twins: TwinCandidates,
}

#[derive(Debug)]
pub struct SubpropertyKey {
    /// The name of the Python function.
    pub name: String,
    pub required: bool,
    pub doc: Option<String>,
    pub hint: Option<String>,
    /// What an error subproperty is checked in place of.
    pub instead_of: SubpropertySet,
    /// What an error subproperty is a stricter version of.
    pub stricter_than: SubpropertySet,
}

#[derive(Debug)]
pub struct GroupKey {
    pub name: String,
    pub members: SubpropertySet,
}

#[derive(Debug)]
pub struct BucketKey {
    pub fails: SubpropertySet,
    /// The subproperties of which this is a focused bucket.
    pub focused_on: SubpropertySet,
    pub positive: bool,
    /// How many of its tests count.
    pub tests: usize,
    /// Does not count, whatever is proved about it: an instructor excluded all of its tests, or a subproperty that fails in it.
    pub excluded: bool,
}

#[derive(Debug)]
pub struct TestKey {
    pub id: String,
    pub bucket: usize,
    pub expect: bool,
    pub engine: TestSource,
    pub kind: TestKind,
    pub positive_kind: Option<PositiveKind>,
    /// Its place in the size order of all tests.
    pub rank: usize,
    /// Does not count: an instructor excluded it, or it is not in the part of the suite that is compared.
    pub excluded: bool,
    /// Its pair lies outside the scope in which proofs are made.
    pub beyond_scope: bool,
    /// The distance between tests is measured in these.
    pub tokens: Vec<String>,
    /// Tests with the same input have the same number.
    pub input: usize,
    /// Which of the traits of the key hold of its pair; `None` for those that make no sense for it.
    pub traits: Vec<Option<bool>>,
}

/// Which tests of a suite are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuitePart {
    All,
    /// Those of positive and focused buckets.
    Focused,
    /// Those of one engine.
    Of(TestSource),
    /// The smallest of each bucket.
    Smallest,
}

impl SuitePart {
    fn contains(self, bucket: &BucketKey, engine: TestSource, kind: TestKind) -> bool {
        match self {
            Self::All => true,
            Self::Focused => bucket.positive || !bucket.focused_on.is_empty(),
            Self::Of(wanted) => engine == wanted,
            Self::Smallest => kind == TestKind::Smallest,
        }
    }
}

/// The pairs of a suite, in the order of its tests, with the program that shows them.
#[derive(Debug)]
pub struct TestPairs {
    pub program: Program,
    pub pairs: Vec<Pair>,
}

impl TestPairs {
    pub fn new(problem: &Problem, suite: &Suite) -> Result<Self, AnswerKeyError> {
        let tests = suite.buckets.iter().flat_map(|bucket| &bucket.tests);
        let pairs = tests.map(|test| {
            rendered(problem, test).map_err(|error| AnswerKeyError::Unreadable { test: test.id.clone(), error })
        });
        Ok(Self { pairs: pairs.collect::<Result<_, _>>()?, program: Program::new(problem) })
    }
}

/// A test that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum AnswerKeyError {
    #[error("test {test}: {error}")]
    Unreadable { test: String, error: PairError },
    #[error("test {test} holds a value that no pair can hold")]
    NotAPair { test: String },
}

impl AnswerKey {
    /// For a suite that `verify` accepts. Tests whose id or one of whose failing subproperties is in `excluded` do not count.
    pub fn new(problem: &Problem, suite: &Suite, excluded: &[&str]) -> Result<Self, AnswerKeyError> {
        Self::of_part(problem, suite, &TestPairs::new(problem, suite)?, excluded, SuitePart::All)
    }

    /// The same, and tests that are not in the part do not count either. `pairs` are those of the suite.
    pub fn of_part(
        problem: &Problem,
        suite: &Suite,
        pairs: &TestPairs,
        excluded: &[&str],
        part: SuitePart,
    ) -> Result<Self, AnswerKeyError> {
        let set =
            |names: &[&str]| -> SubpropertySet { names.iter().filter_map(|name| position(problem, name)).collect() };
        let names = |names: &[String]| set(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let subproperties: Vec<SubpropertyKey> = problem
            .subproperties
            .iter()
            .map(|property| SubpropertyKey {
                name: property.name.to_string(),
                required: property.kind == PropertyKind::Required,
                doc: property.doc.clone(),
                hint: property.hint.clone(),
                instead_of: set(&property.instead_of.iter().map(|name| &**name).collect::<Vec<_>>()),
                stricter_than: set(&property.stricter_than.iter().map(|name| &**name).collect::<Vec<_>>()),
            })
            .collect();
        let group = |group: &lang::problem::Group| GroupKey {
            name: group.name.clone(),
            members: set(&group.members.iter().map(|name| &**name).collect::<Vec<_>>()),
        };
        let bucket = |bucket: &SuiteBucket| {
            let fails = names(&bucket.fails);
            let positive = is_positive(problem, Bucket::new(fails));
            BucketKey { fails, focused_on: names(&bucket.focused_on), positive, tests: 0, excluded: false }
        };
        let mut buckets: Vec<BucketKey> = suite.buckets.iter().map(bucket).collect();
        let is_excluded = |bucket: &SuiteBucket, key: &BucketKey, test: &Test| {
            bucket.fails.iter().any(|name| excluded.contains(&&**name))
                || excluded.contains(&&*test.id)
                || !part.contains(key, test.engine, test.kind)
        };
        let (tests, traits) = tests(problem, suite, pairs, &buckets, is_excluded)?;
        for test in tests.iter().filter(|test| !test.excluded) {
            buckets[test.bucket].tests += 1;
        }
        let excluded_subproperties = set(excluded);
        for (bucket, stored) in buckets.iter_mut().zip(&suite.buckets) {
            let all_are = stored.tests.iter().all(|test| excluded.contains(&&*test.id)) && !stored.tests.is_empty();
            bucket.excluded = all_are || !bucket.fails.is_disjoint(excluded_subproperties);
        }
        Ok(Self {
            names: problem.subproperties.iter().map(|one| display_name(&one.name, one.kind)).collect(),
            required: (0..).zip(&subproperties).filter(|(_, one)| one.required).map(|(position, _)| position).collect(),
            groups: problem.groups.iter().map(group).collect(),
            exercised: exercised(problem, suite, &buckets),
            subproperties,
            buckets,
            tests,
            traits,
            twins: TwinCandidates::default(),
        })
    }

    /// Adds buckets without a test, about which something was proved.
    #[must_use]
    pub fn with_proved(mut self, problem: &Problem, proved: &[SubpropertySet], excluded: &[&str]) -> Self {
        let excluded: SubpropertySet = excluded.iter().filter_map(|name| position(problem, name)).collect();
        let known: Vec<SubpropertySet> = self.buckets.iter().map(|bucket| bucket.fails).collect();
        let new: Vec<SubpropertySet> = proved.iter().copied().filter(|fails| !known.contains(fails)).collect();
        let all: Vec<Bucket> = known.iter().chain(&new).copied().map(Bucket::new).collect();
        self.buckets.extend(new.into_iter().map(|fails| BucketKey {
            fails,
            focused_on: focused_on(Bucket::new(fails), &all),
            positive: is_positive(problem, Bucket::new(fails)),
            tests: 0,
            excluded: !fails.is_disjoint(excluded),
        }));
        self
    }

    /// How many tests count.
    pub fn counted_tests(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.tests).sum()
    }

    /// The subproperties that fail in a test.
    pub fn fails(&self, test: usize) -> SubpropertySet {
        self.buckets[self.tests[test].bucket].fails
    }

    /// The required subproperties that fail in a test.
    pub fn required_fails(&self, test: usize) -> SubpropertySet {
        self.fails(test) & self.required
    }

    /// Positions of error subproperties, in the order of the file.
    pub fn error_subproperties(&self) -> SubpropertySet {
        SubpropertySet::first(self.subproperties.len()) - self.required
    }

    /// Names as people see them.
    pub fn shown(&self, subproperties: SubpropertySet) -> Vec<String> {
        subproperties.iter().map(|position| self.names[position].clone()).collect()
    }
}

fn position(problem: &Problem, name: &str) -> Option<usize> {
    problem.subproperties.iter().position(|property| *property.name == *name)
}

/// Up to this many subproperties, focused buckets that a partial suite lacks are worked out from the implications.
const FEW: usize = 12;

/// The subproperties that have focused buckets, all of which have tests that count. Buckets of the suite all of whose tests are
/// excluded are not asked for.
fn exercised(problem: &Problem, suite: &Suite, buckets: &[BucketKey]) -> SubpropertySet {
    let tested: Vec<SubpropertySet> =
        buckets.iter().filter(|bucket| bucket.tests > 0).map(|bucket| bucket.fails).collect();
    let is_excluded =
        |fails: SubpropertySet| buckets.iter().any(|bucket| bucket.fails == fails) && !tested.contains(&fails);
    let count = problem.subproperties.len();
    let is_partial = suite.contradictory.count.is_some() && suite.options.buckets != "all";
    let focused: Vec<(SubpropertySet, SubpropertySet)> = if is_partial && count <= FEW {
        let set =
            |names: &[String]| -> SubpropertySet { names.iter().filter_map(|name| position(problem, name)).collect() };
        let implications = suite.contradictory.implications.iter();
        let implications: Vec<_> = implications.map(|one| (set(&one.hold), set(&one.then))).collect();
        let is_contradictory = |fails: SubpropertySet| {
            implications.iter().any(|(hold, then)| fails.is_disjoint(*hold) && then.is_subset(fails))
        };
        let all: Vec<Bucket> =
            SubpropertySet::all_of_first(count).filter(|fails| !is_contradictory(*fails)).map(Bucket::new).collect();
        all.iter().map(|bucket| (bucket.failing(), focused_on(*bucket, &all))).collect()
    } else {
        buckets.iter().map(|bucket| (bucket.fails, bucket.focused_on)).collect()
    };
    let is_exercised = |position: &usize| {
        let mut focused = focused
            .iter()
            .filter(|(fails, on)| on.contains(*position) && !is_excluded(*fails))
            .map(|(fails, _)| tested.contains(fails))
            .peekable();
        focused.peek().is_some() && focused.all(|is_tested| is_tested)
    };
    (0..count).filter(is_exercised).collect()
}

fn tests(
    problem: &Problem,
    suite: &Suite,
    pairs: &TestPairs,
    buckets: &[BucketKey],
    is_excluded: impl Fn(&SuiteBucket, &BucketKey, &Test) -> bool,
) -> Result<(Vec<TestKey>, Vec<PairTrait>), AnswerKeyError> {
    let forms = PairStructure::of_scope(problem, &problem.large_scope);
    let mut tests: Vec<TestKey> = Vec::new();
    let (mut sizes, mut values_of, mut inputs) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (number, (bucket, key)) in suite.buckets.iter().zip(buckets).enumerate() {
        for test in &bucket.tests {
            let pair = &pairs.pairs[tests.len()];
            let values =
                pairs::concrete(problem, pair).ok_or_else(|| AnswerKeyError::NotAPair { test: test.id.clone() })?;
            let shown: Vec<String> = pair.values.iter().map(|value| pair.show(&pairs.program, value)).collect();
            let next = inputs.len();
            let input = *inputs.entry(serde_json::to_string(&test.input).unwrap_or_default()).or_insert(next);
            sizes.push((forms.measure(&values), forms.exact(&values), tests.len()));
            tests.push(TestKey {
                id: test.id.clone(),
                bucket: number,
                expect: key.positive,
                engine: test.engine,
                kind: test.kind,
                positive_kind: test.positive_kind,
                rank: 0,
                excluded: is_excluded(bucket, key, test),
                beyond_scope: !eval::beyond_scope(problem, &problem.scope, pair).is_empty(),
                tokens: tokens(&shown.join(", ")),
                input,
                traits: Vec::new(),
            });
            values_of.push((test, values));
        }
    }
    sizes.sort_by(|(measure, pair, index), (other, other_pair, other_index)| {
        measure.cmp(other).then_with(|| forms.compare(pair, other_pair)).then(index.cmp(other_index))
    });
    for (rank, (_, _, index)) in sizes.into_iter().enumerate() {
        tests[index].rank = rank;
    }
    let traits = traits(problem, &values_of);
    for (test, (stored, values)) in tests.iter_mut().zip(&values_of) {
        test.traits = traits.iter().map(|one| one.holds(stored, values)).collect();
    }
    Ok((tests, traits))
}
