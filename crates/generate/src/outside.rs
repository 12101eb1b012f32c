//! Pairs that violate exactly one precondition, so that a report can say how submissions behave there.

use std::collections::BTreeSet;

use circuit::Deadline;
use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::size::count_elements;
use pairs::{Bucket, Concrete, Mismatch, PairStructure, Replay};
use sample::Space;
use sample::edits::{Editor, Lean};

use crate::choose::{Chooser, TestCandidate};
use crate::exposure::Exposed;
use crate::stored::stored;
use suite::format::{OutsideTest, TestKind, TestSource};
use suite::id::id;
use suite::render::{kinds, sides};
use suite::shape::PairShape;

/// The greatest number of edits and draws for each precondition.
pub const TRIES: usize = 20_000;
/// The number of candidates for each test that is wanted.
const CHOICE: usize = 4;

/// For each precondition up to `wanted` pairs on which it alone fails.
pub fn outside(
    problem: &Problem,
    scope: &Scope,
    structure: &PairStructure,
    starts: &[Vec<Concrete>],
    wanted: usize,
    seed: u64,
    deadline: Deadline,
) -> Result<Vec<OutsideTest>, Mismatch> {
    let replay = Replay::new(problem);
    let mut random = Rng::with_seed(seed);
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for precondition in 0..problem.preconditions.len() {
        let mut pool = Vec::new();
        for pair in tries(scope, starts, &mut random) {
            if pool.len() == CHOICE * wanted || deadline.is_due() {
                break;
            }
            if !violates(&replay, &pair, precondition)? {
                continue;
            }
            let canonical = structure.canonical(&pair);
            if known.insert(canonical.clone()) {
                let shape = PairShape::of(problem, structure, &mut replay.evaluator(), &pair, Bucket::of([]));
                let exposed = Exposed::default();
                pool.push(TestCandidate { pair, canonical, engine: TestSource::Random, shape, exposed });
            }
        }
        let mut chooser = Chooser::default();
        for _ in 0..wanted {
            let Some(TestCandidate { pair, .. }) = chooser.take(&mut pool) else { break };
            let shown = stored(structure, &pair, TestKind::Diverse, &mut random);
            let pair = if violates(&replay, &shown, precondition)? { shown } else { pair };
            let (input, output) = sides(problem, &pair);
            found.push(OutsideTest {
                id: id(problem, structure, &pair),
                violates: problem.preconditions[precondition].name.to_string(),
                input,
                output,
                atoms: kinds(problem, found.len()),
            });
        }
    }
    Ok(found)
}

/// Pairs that may violate a precondition: valid pairs after one to three edits, arbitrary pairs, and pairs in which a list
/// repeats an element. The latter may leave the scope: a precondition may forbid what the scope excludes.
fn tries<'a>(
    scope: &'a Scope,
    starts: &'a [Vec<Concrete>],
    random: &'a mut Rng,
) -> impl Iterator<Item = Vec<Concrete>> + 'a {
    let editor = Editor::new(scope);
    let spaces: Vec<Space> = scope.params.iter().map(|domain| Space::new(domain, &scope.atoms)).collect();
    (0..TRIES).filter_map(move |_| {
        if starts.is_empty() || random.u32(0..4) == 0 {
            return Some(spaces.iter().map(|space| space.draw(random)).collect());
        }
        let mut pair = starts[random.usize(0..starts.len())].clone();
        for _ in 0..random.u32(1..4) {
            pair = editor.edit_one_place(&pair, Lean::Either, random)?;
        }
        if random.u32(0..4) == 0 {
            let param = random.usize(0..pair.len());
            if let Some(Concrete::List(items) | Concrete::Text(items)) =
                pair.get_mut(param).filter(|value| count_elements(value) > 0)
            {
                let item = items[random.usize(0..items.len())].clone();
                items.insert(random.usize(0..=items.len()), item);
            }
        }
        Some(pair)
    })
}

/// Whether this precondition fails, all before it hold, and none after it fails. Later preconditions are not evaluated if
/// it fails, so they may raise.
fn violates(replay: &Replay<'_>, pair: &[Concrete], precondition: usize) -> Result<bool, Mismatch> {
    let said = replay.answers(pair)?.preconditions;
    Ok(said.iter().enumerate().all(|(position, said)| match position.cmp(&precondition) {
        std::cmp::Ordering::Less => *said == Ok(true),
        std::cmp::Ordering::Equal => *said == Ok(false),
        std::cmp::Ordering::Greater => *said != Ok(false),
    }))
}
