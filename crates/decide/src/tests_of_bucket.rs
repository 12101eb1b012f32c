//! Tests from the solver: for each bucket the smallest pair, a few small ones, and diverse ones.
//!
//! For a diverse test, a pair is drawn at random from the seed, whatever its bucket. Its bits become the phases of the
//! solver, which tries them first and thereby finds a pair of the bucket that resembles the drawn one. No two tests of a
//! bucket are renamings of each other: every pair that is found is blocked, and a renaming of it that is found later is
//! recognized, dropped and blocked as well.

use std::collections::BTreeSet;

use circuit::Lit;
use compile::Compiled;
use compile::layout::{NodePlace, Place};
use fastrand::Rng;
use pairs::equality::{orders, plain, product};
use pairs::{Bucket, Concrete, Mismatch};
use solver::SolveResult;

use crate::query::Query;
use crate::session::{DecideError, Session, in_bucket};
use crate::smallest::{small, smallest};

/// How many tests of each kind are wanted.
#[derive(Clone, Copy, Debug)]
pub struct TestCounts {
    /// The smallest pair, and further ones that are smallest by their numbers.
    pub small: usize,
    pub diverse: usize,
}

impl Default for TestCounts {
    fn default() -> Self {
        Self { small: 3, diverse: 7 }
    }
}

/// The tests of one bucket.
#[derive(Debug, Default)]
pub struct BucketTests {
    /// The first is the smallest pair of the bucket; the others are smallest by their numbers among those that are left.
    pub small: Vec<Vec<Concrete>>,
    pub diverse: Vec<Vec<Concrete>>,
    /// Whether the first is proven smallest.
    pub proven: bool,
    /// Whether the scope contains no others, up to renaming.
    pub exhausted: bool,
}

/// The search for diverse tests ends after this many questions per test and conflicts in total: too many pairs were
/// renamings.
const REPETITIONS: usize = 2;
const MOST_CONFLICTS: u64 = 500;

/// The most outputs equal to known ones that are skipped on the way to others.
const MOST_EQUAL: usize = 100;

/// The generator of a bucket's tests.
fn generator(seed: u64, bucket: Bucket) -> Rng {
    Rng::with_seed(seed ^ u64::from(bucket.failing().bits()) << 32)
}

/// Finds tests for a bucket.
pub fn tests_of(
    session: &mut Session<'_>,
    bucket: Bucket,
    counts: TestCounts,
    seed: u64,
) -> Result<BucketTests, DecideError> {
    let mut finder = Finder { session, bucket, known: BTreeSet::new(), random: generator(seed, bucket) };
    let (mut small, selectors) = finder.session.take_small();
    let active = small.new_var();
    let mut assumptions = in_bucket(&selectors, bucket);
    assumptions.push(active);
    let mut tests = BucketTests { proven: true, ..BucketTests::default() };
    finder.small(&mut small, &assumptions, counts.small, &mut tests)?;
    small.add_clause(&[-active]);
    finder.session.give_back((small, selectors));
    if !tests.exhausted {
        finder.diverse(counts.diverse, &mut tests)?;
    }
    Ok(tests)
}

/// At most `wanted` diverse pairs of a bucket that are not renamings of the known ones.
pub fn more_of(
    session: &mut Session<'_>,
    bucket: Bucket,
    known: Vec<Vec<Concrete>>,
    wanted: usize,
    seed: u64,
) -> Result<BucketTests, DecideError> {
    let canonical = known.iter().map(|pair| session.compiled.layout.structure.canonical(pair)).collect();
    let mut finder = Finder { session, bucket, known: canonical, random: generator(seed, bucket) };
    let mut tests = BucketTests { small: known, ..BucketTests::default() };
    finder.diverse(wanted, &mut tests)?;
    tests.small.clear();
    Ok(tests)
}

struct Finder<'a, 'p> {
    session: &'a mut Session<'p>,
    bucket: Bucket,
    /// Canonical forms of the pairs found so far.
    known: BTreeSet<Vec<Concrete>>,
    random: Rng,
}

impl Finder<'_, '_> {
    /// The smallest pair and those after it. The last assumption activates the clauses that block known pairs.
    fn small(
        &mut self,
        query: &mut Query,
        assumptions: &[i32],
        wanted: usize,
        tests: &mut BucketTests,
    ) -> Result<(), DecideError> {
        while tests.small.len() < wanted {
            let Session { compiled, sizes, known, .. } = &*self.session;
            let known = known.get(&self.bucket).map(Vec::as_slice);
            let (circuit, layout) = (&compiled.circuit, &compiled.layout);
            let found = match tests.small.last() {
                None => smallest(query, circuit, layout, sizes, assumptions, known),
                Some(last) => small(query, circuit, layout, sizes, assumptions, layout.measure(last)),
            };
            let Some((pair, proven)) = found else {
                tests.exhausted = query.solve(assumptions) == SolveResult::Unsat;
                break;
            };
            block(query, compiled, assumptions, &pair);
            if self.accept(&pair)? {
                if tests.small.is_empty() {
                    tests.proven = proven;
                }
                tests.small.push(pair);
            }
        }
        Ok(())
    }

    /// Pairs near random ones.
    fn diverse(&mut self, wanted: usize, tests: &mut BucketTests) -> Result<(), DecideError> {
        let active = self.session.query.new_var();
        let mut assumptions = self.session.assumptions(self.bucket);
        assumptions.push(active);
        let Session { query, compiled, .. } = &mut *self.session;
        tests.small.iter().for_each(|pair| block(query, compiled, &assumptions, pair));
        let before = self.session.query.stats().conflicts;
        for question in 0.. {
            let spent = self.session.query.stats().conflicts - before;
            if tests.diverse.len() == wanted || (question >= REPETITIONS * wanted && spent > MOST_CONFLICTS) {
                break;
            }
            let Session { query, compiled, .. } = &mut *self.session;
            let mut chosen = BTreeSet::new();
            compiled.layout.params.iter().for_each(|param| draw(&param.place, &mut self.random, &mut chosen));
            for input in compiled.circuit.inputs() {
                let var = query.both(&compiled.circuit, input.lit());
                query.set_phase(if chosen.contains(&input.lit()) { var } else { -var });
            }
            match query.solve(&assumptions) {
                SolveResult::Sat => {}
                result => {
                    // Nothing is left, as opposed to nothing found in time.
                    tests.exhausted = result == SolveResult::Unsat;
                    break;
                }
            }
            let pair = query.pair(&compiled.layout);
            block(query, compiled, &assumptions, &pair);
            if self.accept(&pair)? {
                tests.diverse.push(pair);
            }
        }
        self.session.query.add_clause(&[-active]);
        Ok(())
    }

    /// Replays a pair and returns whether it is new up to renaming.
    fn accept(&mut self, pair: &[Concrete]) -> Result<bool, DecideError> {
        self.session.replay.check_bucket(pair, self.bucket)?;
        Ok(self.known.insert(self.session.compiled.layout.structure.canonical(pair)))
    }
}

/// Blocks a pair wherever the last assumption is made.
fn block(query: &mut Query, compiled: &Compiled, assumptions: &[i32], pair: &[Concrete]) {
    let set: BTreeSet<Lit> = compiled.layout.encode(pair).unwrap_or_default().into_iter().collect();
    let mut clause: Vec<i32> = assumptions.last().map(|active| -active).into_iter().collect();
    for input in compiled.circuit.inputs() {
        let var = query.both(&compiled.circuit, input.lit());
        clause.push(if set.contains(&input.lit()) { -var } else { var });
    }
    query.add_clause(&clause);
}

/// The literals of a random value; every size is equally likely.
fn draw(place: &Place, random: &mut Rng, out: &mut BTreeSet<Lit>) {
    match place {
        Place::Listed(values) => out.extend(random.choice(values).map(|(lit, _)| *lit)),
        Place::Bits { lits, .. } => out.extend(lits.iter().filter(|_| random.bool())),
        Place::Optional { some, none, inner } => {
            if random.bool() {
                out.insert(*none);
            } else {
                out.insert(*some);
                draw(inner, random, out);
            }
        }
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().for_each(|part| draw(part, random, out)),
        Place::List(cells) | Place::Text(cells) => {
            for (there, cell) in &cells[..random.usize(..=cells.len())] {
                out.insert(*there);
                draw(cell, random, out);
            }
        }
        Place::Union(alternatives) => {
            if let Some((lit, place)) = random.choice(alternatives) {
                out.insert(*lit);
                draw(place, random, out);
            }
        }
        Place::Nodes { pool, inner, .. } => {
            let mut next = 0;
            draw_nodes(inner, pool, &mut next, random, out);
        }
        // Drawn with the tree it stands in.
        Place::Node(_) => {}
        Place::Unordered(elements, most) | Place::Set { elements, most, .. } => {
            for _ in 0..random.usize(..=elements.len().min(*most)) {
                out.insert(elements[random.usize(..elements.len())].0);
            }
        }
        Place::Dict(entries) => {
            for (there, key, value) in &entries[..random.usize(..=entries.len())] {
                out.insert(*there);
                draw(key, random, out);
                draw(value, random, out);
            }
        }
    }
}

/// The literals of a random tree, which may have more nodes than there are: the solver finds one like it.
fn draw_nodes(place: &Place, pool: &[NodePlace], next: &mut usize, random: &mut Rng, out: &mut BTreeSet<Lit>) {
    match place {
        Place::Optional { some, none, inner } => {
            if random.bool() {
                out.insert(*none);
            } else {
                out.insert(*some);
                draw_nodes(inner, pool, next, random, out);
            }
        }
        Place::Tuple(parts) | Place::Record(_, parts) => {
            parts.iter().for_each(|part| draw_nodes(part, pool, next, random, out));
        }
        Place::Union(alternatives) => {
            if let Some((lit, place)) = random.choice(alternatives) {
                out.insert(*lit);
                draw_nodes(place, pool, next, random, out);
            }
        }
        Place::List(cells) => {
            for (there, cell) in &cells[..random.usize(..=cells.len())] {
                out.insert(*there);
                draw_nodes(cell, pool, next, random, out);
            }
        }
        Place::Node(choices) => {
            let number = *next;
            *next += 1;
            let (Some(node), Some((lit, _))) = (pool.get(number), choices.iter().find(|(_, node)| *node == number))
            else {
                return;
            };
            out.extend([*lit, node.used]);
            if let Some(class) = random.choice(&node.classes) {
                out.insert(class.when);
                class.fields.iter().for_each(|field| draw_nodes(field, pool, next, random, out));
            }
        }
        other => draw(other, random, out),
    }
}

/// Whether a correct output is the only one for its input within the scope; `None` if the solver gave up, or if the pair
/// lies outside the scope.
pub fn is_functional(session: &Session<'_>, pair: &[Concrete]) -> Result<Option<bool>, Mismatch> {
    let others = other_outputs(session, pair, 1)?;
    Ok(if others.pairs.is_empty() { others.exhausted.then_some(true) } else { Some(false) })
}

/// Other correct outputs for the input of a correct pair.
#[derive(Debug, Default)]
pub struct OtherOutputs {
    /// The pairs with these outputs. Unordered values are in the order of the layout.
    pub pairs: Vec<Vec<Concrete>>,
    /// Whether the scope contains no more.
    pub exhausted: bool,
}

/// At most `most` other correct outputs for the input of a correct pair, replayed, no two equal in Python. Empty if the
/// pair lies outside the scope.
pub fn other_outputs(session: &Session<'_>, pair: &[Concrete], most: usize) -> Result<OtherOutputs, Mismatch> {
    use lang::problem::{PropertyKind, Side};
    // Symmetry could exclude the second output, so it is not broken here.
    let mut query = session.fresh_query(false);
    let circuit = &session.compiled.circuit;
    for outcome in &session.compiled.preconditions {
        query.assert(circuit, outcome.holds);
    }
    for (property, outcome) in session.problem.subproperties.iter().zip(&session.compiled.subproperties) {
        query.assert(circuit, !outcome.raises);
        if property.kind == PropertyKind::Required {
            query.assert(circuit, outcome.holds);
        }
    }
    let layout = &session.compiled.layout;
    let mut others = OtherOutputs::default();
    let Some(set) = layout.encode(pair) else { return Ok(others) };
    let set: BTreeSet<Lit> = set.into_iter().collect();
    let mut of_output = Vec::new();
    for param in &layout.params {
        let mut lits = Vec::new();
        inputs_of(&param.place, &mut lits);
        for lit in lits {
            let var = query.both(circuit, lit);
            if param.side == Side::Input {
                query.add_clause(&[if set.contains(&lit) { var } else { -var }]);
            } else {
                of_output.push((lit, var));
            }
        }
    }
    // Blocks an output and all outputs that are equal to it in Python.
    let block = |query: &mut Query, pair: &[Concrete]| {
        let sides = layout.params.iter().zip(pair);
        let choices: Vec<Vec<Concrete>> = sides
            .map(|(param, value)| if param.side == Side::Output { orders(value) } else { vec![value.clone()] })
            .collect();
        for equal in product(&choices) {
            let Some(set) = layout.encode(&equal) else { continue };
            let set: BTreeSet<Lit> = set.into_iter().collect();
            let clause: Vec<i32> =
                of_output.iter().map(|(lit, var)| if set.contains(lit) { -var } else { *var }).collect();
            query.add_clause(&clause);
        }
    };
    // As the layout writes it, so that unordered values have the same order in all pairs.
    let pair = layout.decode(&|lit| if lit.is_const() { lit == Lit::TRUE } else { set.contains(&lit) });
    block(&mut query, &pair);
    let mut known: BTreeSet<Vec<Concrete>> = BTreeSet::from([pair.iter().map(plain).collect()]);
    for _ in 0..most + MOST_EQUAL {
        if others.pairs.len() == most {
            break;
        }
        match query.solve(&[]) {
            SolveResult::Sat => {}
            result => {
                others.exhausted = result == SolveResult::Unsat;
                break;
            }
        }
        let other = query.pair(layout);
        check_other_output(session, &pair, &other)?;
        block(&mut query, &other);
        if known.insert(other.iter().map(plain).collect()) {
            others.pairs.push(other);
        }
    }
    Ok(others)
}

/// Checks that a pair is correct, with the input of another pair and not its output.
fn check_other_output(session: &Session<'_>, pair: &[Concrete], other: &[Concrete]) -> Result<(), Mismatch> {
    use lang::problem::{PropertyKind, Side};
    let replay = &session.replay;
    let params = session.compiled.layout.params.iter();
    let differs = |side: Side| {
        let mut values = params.clone().zip(pair.iter().zip(other)).filter(|(param, _)| param.side == side);
        values.any(|(_, (value, other))| value != other)
    };
    if differs(Side::Input) || !differs(Side::Output) {
        return Err(replay.mismatch(other, "the solver gave this pair as another output for the input of a pair"));
    }
    replay.check_subproperties(other, |position, holds| {
        holds || session.problem.subproperties[position].kind != PropertyKind::Required
    })
}

/// The input literals of a place.
fn inputs_of(place: &Place, out: &mut Vec<Lit>) {
    let mut lits = Vec::new();
    place.literals(&mut lits);
    out.extend(lits.into_iter().filter(|lit| !lit.is_const()));
}
