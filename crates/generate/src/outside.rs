//! Pairs that violate one precondition, so that a report can say what submissions do there.

use std::collections::BTreeSet;

use fastrand::Rng;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::size::count_elements;
use pairs::{Bucket, Concrete, Forms, Mismatch, Replay};
use sample::Space;
use sample::edits::{Editor, Lean};

use crate::choose::{Candidate, Novelty};
use crate::half_right::Shown;
use crate::stored::stored;
use suite::format::{Engine, Kind, Outside};
use suite::id::id;
use suite::render::{kinds, sides};
use suite::shape::Shape;

/// Edits and draws for each precondition, at most.
pub const TRIES: usize = 20_000;
/// Candidates for each one that is wanted.
const CHOICE: usize = 4;

/// For each precondition so many pairs of which it alone fails, where they are found.
pub fn outside(
    problem: &Problem,
    scope: &Scope,
    forms: &Forms,
    starts: &[Vec<Concrete>],
    wanted: usize,
    seed: u64,
) -> Result<Vec<Outside>, Mismatch> {
    let replay = Replay::new(problem);
    let mut random = Rng::with_seed(seed);
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for precondition in 0..problem.preconditions.len() {
        let mut pool = Vec::new();
        for pair in tries(scope, starts, &mut random) {
            if pool.len() == CHOICE * wanted {
                break;
            }
            if !violates(&replay, &pair, precondition)? {
                continue;
            }
            let canonical = forms.canonical(&pair);
            if known.insert(canonical.clone()) {
                let shape = Shape::of(problem, forms, &mut replay.judge(), &pair, Bucket::of([]));
                let shown = Shown::default();
                pool.push(Candidate { pair, canonical, engine: Engine::Random, shape, shown });
            }
        }
        let mut novelty = Novelty::default();
        for _ in 0..wanted {
            let Some(Candidate { pair, .. }) = novelty.take(&mut pool) else { break };
            let shown = stored(forms, &pair, Kind::Diverse, &mut random);
            let pair = if violates(&replay, &shown, precondition)? { shown } else { pair };
            let (input, output) = sides(problem, &pair);
            found.push(Outside {
                id: id(problem, forms, &pair),
                violates: problem.preconditions[precondition].name.to_string(),
                input,
                output,
                atoms: kinds(problem, found.len()),
            });
        }
    }
    Ok(found)
}

/// Pairs that may violate something: valid ones after one to three edits, any, and some in which a list repeats an element.
/// The latter may repeat what the scope does not: a precondition may forbid it.
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
            if let Some(Concrete::List(items)) = pair.get_mut(param).filter(|value| count_elements(value) > 0) {
                let item = items[random.usize(0..items.len())].clone();
                items.insert(random.usize(0..=items.len()), item);
            }
        }
        Some(pair)
    })
}

/// Whether this precondition fails, all before it hold, and none after it fails. Those after it are not asked where it
/// fails, so they may raise.
fn violates(replay: &Replay<'_>, pair: &[Concrete], precondition: usize) -> Result<bool, Mismatch> {
    let said = replay.answers(pair)?.preconditions;
    Ok(said.iter().enumerate().all(|(position, said)| match position.cmp(&precondition) {
        std::cmp::Ordering::Less => *said == Ok(true),
        std::cmp::Ordering::Equal => *said == Ok(false),
        std::cmp::Ordering::Greater => *said != Ok(false),
    }))
}
