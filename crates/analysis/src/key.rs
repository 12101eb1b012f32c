//! What analysis knows of a suite: subproperties, buckets, and the tests with their right answers.

use lang::problem::{Problem, PropertyKind, display_name};
use pairs::PairStructure;
use pairs::{Bucket, SubpropertySet, focused_on, is_positive};
use suite::Suite;
use suite::export::rendered;
use suite::format::{PositiveKind, TestKind, TestSource};

use crate::twin::tokens;

#[derive(Debug)]
pub struct Key {
    pub subproperties: Vec<Subproperty>,
    /// As people see them, by position.
    pub names: Vec<String>,
    pub groups: Vec<Group>,
    /// The required ones.
    pub required: u32,
    pub buckets: Vec<BucketKey>,
    /// In the order of the suite.
    pub tests: Vec<TestKey>,
    /// By position: whether the suite has tests in all buckets of which it is the focus.
    pub exercised: Vec<bool>,
}

#[derive(Debug)]
pub struct Subproperty {
    /// Of the Python function.
    pub name: String,
    pub required: bool,
    pub doc: Option<String>,
    pub hint: Option<String>,
    /// Error subproperties: positions of what they are checked in place of.
    pub instead_of: u32,
    /// Error subproperties: positions of what they demand too much of.
    pub stricter_than: u32,
}

#[derive(Debug)]
pub struct Group {
    pub name: String,
    pub members: u32,
}

#[derive(Debug)]
pub struct BucketKey {
    pub fails: u32,
    /// The subproperties of which this is a focused bucket.
    pub focused_on: u32,
    pub positive: bool,
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
    /// Taken out of the grading, by an instructor.
    pub excluded: bool,
    /// What the distance to other tests is told by.
    pub(crate) tokens: Vec<String>,
}

impl Key {
    /// Of a suite that `verify` accepts. Tests whose id or one of whose failing subproperties is in `excluded` do not count.
    pub fn new(problem: &Problem, suite: &Suite, excluded: &[String]) -> Result<Self, String> {
        let position = |name: &str| problem.subproperties.iter().position(|property| *property.name == *name);
        let mask = |names: &mut dyn Iterator<Item = &str>| Bucket::of(names.filter_map(position)).failing().bits();
        let required = |kind: PropertyKind| kind == PropertyKind::Required;
        let subproperties: Vec<Subproperty> = problem
            .subproperties
            .iter()
            .map(|property| Subproperty {
                name: property.name.to_string(),
                required: required(property.kind),
                doc: property.doc.clone(),
                hint: property.hint.clone(),
                instead_of: mask(&mut property.instead_of.iter().map(|name| &**name)),
                stricter_than: mask(&mut property.stricter_than.iter().map(|name| &**name)),
            })
            .collect();
        let members = |group: &lang::problem::Group| mask(&mut group.members.iter().map(|name| &**name));
        let groups = problem.groups.iter().map(|group| Group { name: group.name.clone(), members: members(group) });
        let of_suite = suite.buckets.iter().map(|bucket| mask(&mut bucket.fails.iter().map(String::as_str)));
        let of_suite: Vec<u32> = of_suite.collect();
        let buckets: Vec<BucketKey> = suite
            .buckets
            .iter()
            .zip(&of_suite)
            .map(|(bucket, fails)| BucketKey {
                fails: *fails,
                focused_on: mask(&mut bucket.focused_on.iter().map(String::as_str)),
                positive: is_positive(problem, Bucket::new(SubpropertySet::from_bits(*fails))),
            })
            .collect();
        let tests = tests(problem, suite, &buckets, excluded)?;
        let tested: Vec<u32> =
            tests.iter().filter(|test| !test.excluded).map(|test| buckets[test.bucket].fails).collect();
        // What was taken out is not asked for.
        let gone: Vec<u32> =
            buckets.iter().map(|bucket| bucket.fails).filter(|fails| !tested.contains(fails)).collect();
        let exercised = exercised(problem, suite, &buckets, (&tested, &gone));
        Ok(Self {
            names: problem.subproperties.iter().map(|one| display_name(&one.name, one.kind)).collect(),
            required: (0..).zip(&subproperties).filter(|(_, one)| one.required).fold(0, |mask, (i, _)| mask | 1 << i),
            groups: groups.collect(),
            subproperties,
            buckets,
            tests,
            exercised,
        })
    }

    /// Tests that count.
    pub fn scored(&self) -> usize {
        self.tests.iter().filter(|test| !test.excluded).count()
    }

    /// What fails in the bucket of a test.
    pub fn fails(&self, test: usize) -> u32 {
        self.buckets[self.tests[test].bucket].fails
    }

    /// Positions of required subproperties, in the order of the file.
    pub fn required_ones(&self) -> impl Iterator<Item = usize> {
        positions(self.required)
    }

    pub fn error_ones(&self) -> impl Iterator<Item = usize> {
        (0..self.subproperties.len()).filter(|position| !self.subproperties[*position].required)
    }

    /// Names as people see them.
    pub fn shown(&self, mask: u32) -> Vec<String> {
        positions(mask).map(|position| self.names[position].clone()).collect()
    }
}

/// The members of a set of subproperties, in the order of the file.
pub fn positions(mask: u32) -> impl Iterator<Item = usize> {
    SubpropertySet::from_bits(mask).iter()
}

/// With more subproperties than this, a suite of some buckets only is taken at its word.
const FEW: usize = 12;

/// By position: all buckets of which it is the focus are among those with tests or were taken out, and there is one.
fn exercised(problem: &Problem, suite: &Suite, buckets: &[BucketKey], (tested, gone): (&[u32], &[u32])) -> Vec<bool> {
    let count = problem.subproperties.len();
    let known = suite.contradictory.count.is_some() && suite.options.buckets != "all" && count <= FEW;
    let focused: Vec<(u32, u32)> = if known {
        let position = |name: &String| problem.subproperties.iter().position(|property| *property.name == **name);
        let mask = |names: &[String]| Bucket::of(names.iter().filter_map(position)).failing().bits();
        let implications = &suite.contradictory.implications;
        let implications: Vec<(u32, u32)> = implications.iter().map(|one| (mask(&one.hold), mask(&one.then))).collect();
        let broken = |fails: u32| implications.iter().any(|(hold, then)| fails & hold == 0 && fails & then == *then);
        let all: Vec<Bucket> =
            SubpropertySet::all_of_first(count).filter(|fails| !broken(fails.bits())).map(Bucket::new).collect();
        all.iter().map(|bucket| (bucket.failing().bits(), focused_on(*bucket, &all).bits())).collect()
    } else {
        buckets.iter().map(|bucket| (bucket.fails, bucket.focused_on)).collect()
    };
    let of = |position: usize| {
        let focused = focused.iter().filter(|(fails, _)| !gone.contains(fails));
        let mut focused = focused.filter(|(_, on)| on >> position & 1 == 1).peekable();
        focused.peek().is_some() && focused.all(|(fails, _)| tested.contains(fails))
    };
    (0..count).map(of).collect()
}

fn tests(problem: &Problem, suite: &Suite, buckets: &[BucketKey], excluded: &[String]) -> Result<Vec<TestKey>, String> {
    let structure = PairStructure::of_scope(problem, &problem.large_scope);
    let program = eval::Program::new(problem);
    let mut tests = Vec::new();
    let mut sizes = Vec::new();
    for (number, (bucket, key)) in suite.buckets.iter().zip(buckets).enumerate() {
        let out = bucket.fails.iter().any(|name| excluded.contains(name));
        for test in &bucket.tests {
            let pair = rendered(problem, test).map_err(|error| format!("test {}: {error}", test.id))?;
            let values = pairs::concrete(&pair).ok_or_else(|| format!("test {}: a value of no pair", test.id))?;
            sizes.push((structure.measure(&values), structure.exact(&values), tests.len()));
            tests.push(TestKey {
                id: test.id.clone(),
                bucket: number,
                expect: key.positive,
                engine: test.engine,
                kind: test.kind,
                positive_kind: test.positive_kind,
                rank: 0,
                excluded: out || excluded.contains(&test.id),
                tokens: tokens(
                    &pair.values.iter().map(|value| pair.show(&program, value)).collect::<Vec<_>>().join(", "),
                ),
            });
        }
    }
    sizes.sort_by(|(measure, pair, index), (other, other_pair, other_index)| {
        measure.cmp(other).then_with(|| structure.compare(pair, other_pair)).then(index.cmp(other_index))
    });
    for (rank, (_, _, index)) in sizes.into_iter().enumerate() {
        tests[index].rank = rank;
    }
    Ok(tests)
}
