//! Checks the tests of a suite, one by one and against each other.

use std::collections::BTreeMap;

use eval::{AtomName, Machine, Pair, Program, beyond_scope};
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use pairs::{Bucket, Concrete, PairStructure, Placement, Replay, is_positive};
use serde_json::{Map, Value as Json, json};

use super::VerificationNotes;
use super::claims::Claims;
use crate::families::gather;
use crate::format::{self, AtomKind, PositiveKind, Suite, Test, TestKind, TestSource};
use crate::id::id_of_exact;
use crate::shape::PairShape;

/// A test that could be read, for further checks.
#[derive(Debug)]
pub struct ReplayedTest<'a> {
    pub place: String,
    pub test: &'a Test,
    pub bucket: Bucket,
    pub pair: Vec<Concrete>,
    pub in_scope: bool,
}

/// Checks all tests; returns those that are in some bucket.
pub(super) fn check<'a>(
    suite: &'a Suite,
    problem: &Problem,
    claims: &Claims,
    notes: &mut VerificationNotes,
) -> Vec<ReplayedTest<'a>> {
    let replay = Replay::new(problem);
    let program = Program::new(problem);
    let structure = PairStructure::of_scope(problem, &problem.scope);
    let inputs =
        PairStructure { params: structure.params.iter().filter(|(side, _)| *side == Side::Input).cloned().collect() };
    let mut checker = Checker {
        problem,
        replay: &replay,
        machine: Machine::new(&program),
        read: Vec::new(),
        structure,
        inputs,
        pairs: BTreeMap::new(),
        equal: BTreeMap::new(),
        ids: BTreeMap::new(),
        positives: Vec::new(),
    };
    for (index, (entry, (bucket, asked))) in
        suite.buckets.iter().zip(claims.buckets.iter().zip(&claims.asked)).enumerate()
    {
        let place = format!("buckets[{index}]");
        checker.bucket(entry, *bucket, &place, notes);
        if !suite.stopped_early {
            enough(entry, asked.map(|asked| if asked { suite.options.tests } else { 0 }), &place, notes);
        }
    }
    checker.functional(notes);
    for (index, outside) in suite.outside.iter().enumerate() {
        checker.outside(outside, &format!("outside[{index}]"), notes);
    }
    checker.read
}

/// A bucket has as many tests as requested, or a reason why not; a positive bucket gets twice as many.
fn enough(entry: &format::SuiteBucket, tests: Option<usize>, place: &str, notes: &mut VerificationNotes) {
    if entry.tests.is_empty() {
        notes.add(place, "the bucket has no tests");
    }
    let Some(tests) = tests else { return };
    let wanted = if entry.tests.first().is_some_and(|test| test.expect) { 2 * tests } else { tests };
    if entry.tests.len() < wanted && entry.short.is_none() {
        notes.add(place, "fewer tests than requested, but no reason in `short`");
    }
    if entry.tests.len() >= wanted && entry.short.is_some() {
        notes.add(format!("{place}.short"), "must be absent: there are as many tests as requested");
    }
}

/// A pair in a form that is the same for all pairs that differ only in names and in orders that do not matter.
type Canonical = Vec<Concrete>;

struct Checker<'a, 's> {
    problem: &'a Problem,
    replay: &'a Replay<'a>,
    read: Vec<ReplayedTest<'s>>,
    machine: Machine<'a>,
    structure: PairStructure,
    /// The structure of the inputs alone.
    inputs: PairStructure,
    /// The place of each pair in the file.
    pairs: BTreeMap<Canonical, String>,
    /// The same for pairs of one bucket that Python calls equal.
    equal: BTreeMap<(Option<Bucket>, Canonical), String>,
    ids: BTreeMap<String, String>,
    positives: Vec<Positive>,
}

/// A positive test.
struct Positive {
    place: String,
    pair: Canonical,
    input: Canonical,
    kind: Option<PositiveKind>,
    in_scope: bool,
}

impl<'s> Checker<'_, 's> {
    fn bucket(
        &mut self,
        entry: &'s format::SuiteBucket,
        bucket: Option<Bucket>,
        place: &str,
        notes: &mut VerificationNotes,
    ) {
        let mut read: Vec<(usize, Canonical)> = Vec::new();
        for (index, test) in entry.tests.iter().enumerate() {
            let place = format!("{place}.tests[{index}]");
            if let Some(canonical) = self.test(test, entry, bucket, &place, notes) {
                read.push((index, canonical));
            }
        }
        if let Some(at) = entry.tests.windows(2).position(|two| two[0].kind > two[1].kind) {
            notes.add(
                format!("{place}.tests[{}].kind", at + 1),
                "out of order; the order is smallest, small, diverse, large",
            );
        }
        self.families(entry, place, notes);
        let mut smallest = entry.tests.iter().enumerate().filter(|(_, test)| test.kind == TestKind::Smallest);
        let Some((at, _)) = smallest.next() else { return };
        if let Some((second, _)) = smallest.next() {
            notes.add(format!("{place}.tests[{second}].kind"), "the bucket has a second smallest test");
        }
        let Some((_, least)) = read.iter().find(|(index, _)| *index == at) else { return };
        // By numbers alone: among pairs with the same numbers the engines compare names, which are not stored. Pairs beyond
        // the scope do not count.
        for (index, other) in read.iter().filter(|(index, _)| entry.tests[*index].kind != TestKind::Large) {
            if self.structure.measure(other) < self.structure.measure(least) {
                notes.add(format!("{place}.tests[{at}].kind"), format!("not the smallest: tests[{index}] is smaller"));
            }
        }
    }

    /// Positive tests with the same input form a family named after the input, unless they are functional.
    fn families(&self, entry: &format::SuiteBucket, place: &str, notes: &mut VerificationNotes) {
        let mut right = entry.tests.clone();
        gather(&mut right);
        for (index, (test, right)) in entry.tests.iter().zip(right).enumerate() {
            let what = match (&test.family, &right.family) {
                (one, other) if one == other => continue,
                (_, Some(family)) => format!("the family of this input is {family}"),
                (_, None) => "no other test of the bucket has this input".to_owned(),
            };
            notes.add(format!("{place}.tests[{index}].family"), what);
        }
    }

    /// Returns the canonical form of the pair, if it can be read.
    fn test(
        &mut self,
        test: &'s Test,
        entry: &format::SuiteBucket,
        bucket: Option<Bucket>,
        place: &str,
        notes: &mut VerificationNotes,
    ) -> Option<Canonical> {
        let pair = self.pair(&test.input, &test.output, place, notes)?;
        let canonical = self.identity(&pair, bucket, &test.id, place, notes);
        self.atoms(&pair, &test.atoms, place, notes);
        let found = Placement::of(self.problem, |property| self.machine.holds(property, &pair.values)).named(&pair);
        match &found {
            Placement::In(actual) => {
                if bucket.is_some_and(|bucket| bucket != *actual) {
                    notes.add(place, format!("in another bucket: {}", found.words(self.problem)));
                }
                if test.expect != is_positive(self.problem, *actual) {
                    notes.add(
                        format!("{place}.expect"),
                        format!("must be {}: {}", !test.expect, found.words(self.problem)),
                    );
                }
                self.positive(test, *actual, &pair, place, notes);
                if let Some(pair) = pairs::concrete(self.problem, &pair) {
                    self.reference(*actual, &pair, place, notes);
                    self.shape(test, *actual, &pair, place, notes);
                }
            }
            other => notes.add(place, other.words(self.problem)),
        }
        self.scope(test, entry, &pair, place, notes);
        if test.proven.is_some() != (test.kind == TestKind::Smallest) {
            notes.add(
                format!("{place}.proven"),
                "must be given for the smallest test of a bucket, and for no other test",
            );
        }
        if let (Placement::In(actual), Some(concrete)) = (found, pairs::concrete(self.problem, &pair)) {
            let in_scope = self.is_in(&self.problem.scope, &pair);
            self.read.push(ReplayedTest { place: place.to_owned(), test, bucket: actual, pair: concrete, in_scope });
        }
        canonical
    }

    /// The reference predicate, if there is one, accepts the positive pairs and no others.
    fn reference(&self, bucket: Bucket, pair: &[Concrete], place: &str, notes: &mut VerificationNotes) {
        let Some(predicate) = self.problem.predicate.as_ref().filter(|predicate| predicate.has_reference) else {
            return;
        };
        let params: Vec<usize> = (0..predicate.params.len()).collect();
        let what = match self.replay.answer(pair, predicate.function, &params, None) {
            Ok(Ok(accepted)) if accepted == is_positive(self.problem, bucket) => return,
            Ok(Ok(true)) => "accepts this pair, but a required subproperty fails".to_owned(),
            Ok(Ok(false)) => "rejects this pair, but every required subproperty holds".to_owned(),
            // The subproperties say what is correct, as they did when the suite was generated.
            Ok(Err(exception)) => {
                notes.leave_open(
                    place,
                    format!("not confirmed: the reference predicate `{}` {exception}", predicate.name),
                );
                return;
            }
            Err(mismatch) => mismatch.to_string(),
        };
        notes.add(place, format!("the reference predicate `{}` {what}", predicate.name));
    }

    fn shape(&self, test: &Test, bucket: Bucket, pair: &[Concrete], place: &str, notes: &mut VerificationNotes) {
        let shape = PairShape::of(self.problem, &self.structure, &mut self.replay.evaluator(), pair, bucket).words();
        if test.shape != shape {
            notes.add(format!("{place}.shape"), format!("the pair has: {}", shape.join(", ")));
        }
    }

    fn pair(
        &self,
        input: &Map<String, Json>,
        output: &Map<String, Json>,
        place: &str,
        notes: &mut VerificationNotes,
    ) -> Option<Pair> {
        match Pair::read(self.problem, &json!({ "input": input, "output": output })) {
            Ok(pair) => Some(pair),
            Err(error) => {
                let path = if error.path.is_empty() { place.to_owned() } else { format!("{place}.{}", error.path) };
                notes.add(path, error.kind.to_string());
                None
            }
        }
    }

    /// Ids belong to the pairs, and no two pairs are the same up to names and order.
    fn identity(
        &mut self,
        pair: &Pair,
        bucket: Option<Bucket>,
        id: &str,
        place: &str,
        notes: &mut VerificationNotes,
    ) -> Option<Canonical> {
        let Some(concrete) = pairs::concrete(self.problem, pair) else {
            notes.add(place, "an integer has more than 64 bits");
            return None;
        };
        let (exact, canonical) = (self.structure.exact(&concrete), self.structure.canonical(&concrete));
        let right = id_of_exact(self.problem, &exact);
        if id != right {
            notes.add(format!("{place}.id"), format!("the id of this pair is {right}"));
        }
        let same = self.pairs.insert(exact, place.to_owned());
        let equal = self.equal.insert((bucket, canonical.clone()), place.to_owned());
        if let Some(first) = same.or(equal) {
            notes.add(place, format!("the same pair as {first}, up to names and order"));
        } else if let Some(first) = self.ids.insert(id.to_owned(), place.to_owned()) {
            notes.add(format!("{place}.id"), format!("{first} has the same id"));
        }
        Some(canonical)
    }

    /// Atoms are stored with the first kind that the problem file allows, and shown with one that it allows.
    fn atoms(&self, pair: &Pair, kinds: &BTreeMap<String, AtomKind>, place: &str, notes: &mut VerificationNotes) {
        let place = format!("{place}.atoms");
        for (name, kind) in kinds {
            match self.problem.atoms.iter().find(|atom| *atom.name == **name) {
                None => notes.add(&*place, format!("there is no atom type `{name}`")),
                Some(atom) if !atom.kinds.contains(kind) => {
                    notes.add(&*place, format!("the problem file does not allow this kind for `{name}`"));
                }
                Some(_) => {}
            }
        }
        for (atom, names) in self.problem.atoms.iter().zip(&pair.atoms) {
            if !names.is_empty() && !kinds.contains_key(&*atom.name) {
                notes.add(&*place, format!("the kind of `{}` is missing", atom.name));
            }
            let first = atom.kinds.first() == Some(&AtomKind::Int);
            if names.iter().any(|name| matches!(name, AtomName::Int(_)) != first) {
                let kind = if first { "integers" } else { "strings" };
                notes.add(&*place, format!("atoms of `{}` must be stored as {kind}", atom.name));
            }
        }
    }

    fn positive(&mut self, test: &Test, bucket: Bucket, pair: &Pair, place: &str, notes: &mut VerificationNotes) {
        if !is_positive(self.problem, bucket) {
            if test.positive_kind.is_some() {
                notes.add(format!("{place}.positive_kind"), "must be null: the test is negative");
            }
            return;
        }
        let Some(concrete) = pairs::concrete(self.problem, pair) else { return };
        let canonical = self.structure.canonical(&concrete);
        let sides = self.structure.params.iter().zip(concrete);
        let input: Vec<Concrete> =
            sides.filter(|((side, _), _)| *side == Side::Input).map(|(_, value)| value).collect();
        let input = self.inputs.canonical(&input);
        let in_scope = self.is_in(&self.problem.scope, pair);
        self.positives.push(Positive {
            place: place.to_owned(),
            pair: canonical,
            input,
            kind: test.positive_kind,
            in_scope,
        });
    }

    /// A functional test has no other correct output of the scope in the suite.
    fn functional(&self, notes: &mut VerificationNotes) {
        let mut by_input: BTreeMap<&Canonical, Vec<&Positive>> = BTreeMap::new();
        for positive in &self.positives {
            by_input.entry(&positive.input).or_default().push(positive);
        }
        for tests in by_input.values() {
            for test in tests.iter().filter(|test| test.kind == Some(PositiveKind::Functional)) {
                if let Some(other) = tests.iter().find(|other| other.pair != test.pair && other.in_scope) {
                    let what = format!("not functional: {} has another correct output for this input", other.place);
                    notes.add(format!("{}.positive_kind", test.place), what);
                }
            }
        }
    }

    fn scope(&self, test: &Test, entry: &format::SuiteBucket, pair: &Pair, place: &str, notes: &mut VerificationNotes) {
        let (small, large) = (self.is_in(&self.problem.scope, pair), self.is_in(&self.problem.large_scope, pair));
        if !small && !large && test.engine != TestSource::Hand {
            notes.add(place, "the pair is beyond the large scope");
        } else if !small && test.kind != TestKind::Large && !entry.only_large {
            notes.add(format!("{place}.kind"), "must be `large`: the pair is beyond the scope");
        } else if small && test.kind == TestKind::Large {
            notes.add(format!("{place}.kind"), "must not be `large`: the pair is inside the scope");
        } else if small && entry.only_large {
            notes.add(place, "the pair is inside the scope, but the bucket is marked `only_large`");
        }
    }

    fn is_in(&self, scope: &Scope, pair: &Pair) -> bool {
        beyond_scope(self.problem, scope, pair).is_empty()
    }

    fn outside(&mut self, outside: &format::OutsideTest, place: &str, notes: &mut VerificationNotes) {
        let Some(pair) = self.pair(&outside.input, &outside.output, place, notes) else { return };
        self.identity(&pair, None, &outside.id, place, notes);
        self.atoms(&pair, &outside.atoms, place, notes);
        // A pair that violates a precondition may also leave the scope, such as an unordered list that repeats an element.
        let violates = &*outside.violates;
        if !self.problem.preconditions.iter().any(|property| *property.name == *violates) {
            notes.add(format!("{place}.violates"), format!("there is no precondition `{violates}`"));
            return;
        }
        let mut before = true;
        for (index, property) in self.problem.preconditions.iter().enumerate() {
            let named = *property.name == *violates;
            match self.machine.holds(index, &pair.values) {
                Ok(true) if named => notes.add(format!("{place}.violates"), format!("`{violates}` holds")),
                Ok(false) if !named => notes.add(format!("{place}.violates"), format!("`{}` fails too", property.name)),
                // Preconditions after one that fails are not evaluated.
                Err(fault) if named || before => {
                    notes.add(place, format!("`{}` has no answer: {}", property.name, pair.fault_text(&fault)));
                }
                _ => {}
            }
            before &= !named;
        }
    }
}
