//! Edits stay inside the scope; walks stay in their bucket and reach sizes beyond the small scope.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use lang::problem::{AtomId, Problem, Side};
use lang::scope::Scope;
use pairs::{Bucket, Concrete, PairStructure, Replay, named_pair};
use problem::{TINY, bundled, given};
use sample::edits::{Editor, Lean};
use sample::near_miss::KeptEnds;
use sample::{SampleSettings, Space, Walker, sample};

/// Positions of the inputs, or of the outputs.
fn positions(problem: &Problem, side: Side) -> Vec<usize> {
    PairStructure::of_scope(problem, &problem.scope).positions(side)
}

fn spaces(scope: &Scope) -> Vec<Space> {
    scope.params.iter().map(|domain| Space::new(domain, &scope.atoms)).collect()
}

#[test]
fn edits_stay_inside_the_scope() {
    for (name, _) in TINY {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        for scope in [&problem.scope, &problem.large_scope] {
            let editor = Editor::new(scope);
            let mut random = Rng::with_seed(4);
            let spaces = spaces(scope);
            let mut edited = 0;
            let mut pair: Vec<Concrete> = spaces.iter().map(|space| space.draw(&mut random)).collect();
            for lean in [Lean::Shrink, Lean::Grow, Lean::Either] {
                for _ in 0..150 {
                    let Some(next) = editor.edit(&pair, lean, &mut random) else { continue };
                    assert_ne!(next, pair);
                    let read = named_pair(problem, &next).expect("a pair");
                    let beyond = eval::beyond_scope(problem, scope, &read);
                    assert!(beyond.is_empty(), "{name}: {beyond:?} after an edit of {pair:?}");
                    edited += 1;
                    pair = next;
                }
            }
            assert!(edited > 50, "{name}: only {edited} of 450 edits led anywhere");
        }
    }
}

#[test]
fn copies_of_frozen_sets_take_the_type_of_their_place() {
    let loaded = given(
        "from typing import NewType\nfrom custodiet import Atom, Input, Output, scope, subproperty\n\n\
         Num = NewType(\"Num\", int)\n\nclass V(Atom):\n    \"\"\"A name.\"\"\"\n\n\
         def is_valid(a: Input[set[frozenset[V]]], b: Input[list[set[Num]]], r: Output[set[V]]) -> bool: ...\n\n\
         scope(Num=range(0, 4), V=1, a=(2, 2), b=(2, 2), r=1)\n\n\
         @subproperty\ndef one(b):\n    \"\"\"One.\"\"\"\n    return len(b) == 1\n",
    );
    let (problem, scope) = (&loaded.problem, &loaded.problem.scope);
    let (editor, mut random) = (Editor::new(scope), Rng::with_seed(4));
    let spaces = spaces(scope);
    for _ in 0..4000 {
        let pair: Vec<Concrete> = spaces.iter().map(|space| space.draw(&mut random)).collect();
        let Some(next) = editor.edit(&pair, Lean::Grow, &mut random) else { continue };
        let read = eval::Pair::read(problem, &pairs::pair_json(problem, &next)).ok();
        let read = read.as_ref().and_then(|pair| pairs::concrete(problem, pair));
        assert_eq!(read.as_ref(), Some(&next));
    }
}

/// A tree in a dict of lists of children: every node but the root has one parent, and all are reached from the root.
const TREE: &str = r#"
"""Count the leaves of a tree."""

from typing import NewType

from custodiet import Atom, Input, Output, precondition, scope, subproperty

Count = NewType("Count", int)


class Node(Atom):
    """A name."""


def is_valid(children: Input[dict[Node, list[Node]]], root: Input[Node], leaves: Output[Count]) -> bool: ...


scope(Node=2, children=(2, 2), Count=range(3))
scope.large(Node=9, children=(9, 3), Count=range(9))


@precondition
def tree(children, root):
    seen = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in children or node in seen:
            return False
        seen.append(node)
        waiting.extend(children[node])
    return len(seen) == len(children)


@subproperty
def right(children, leaves):
    return leaves == sum(1 for below in children.values() if not below)
"#;

#[test]
fn trees_grow_although_their_links_must_fit() {
    let loaded = given(TREE);
    let (problem, large) = (&loaded.problem, &loaded.problem.large_scope);
    let replay = Replay::new(problem);
    let mut walker = Walker::new(&replay, large);
    let root = Concrete::Atom(AtomId(0), 0);
    let start = vec![Concrete::Dict(vec![(root.clone(), Concrete::List(Vec::new()))]), root, Concrete::Int(0)];
    let bucket = walker.evaluator().bucket(&start).expect("a tree");
    let mut random = Rng::with_seed(3);
    let largest = (0..8).map(|_| walker.walk(&start, bucket, 20, 600, &mut random)[0].len().unwrap_or(0)).max();
    assert!(largest >= Some(6), "{largest:?}");
}

#[test]
fn near_misses_are_one_edit_of_the_output_away() {
    for (name, _) in TINY {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let outputs = positions(problem, Side::Output);
        let scope = &problem.large_scope;
        let editor = Editor::new(scope);
        // In the large scope nearly every drawn pair has the greatest length, and nothing can be inserted.
        let small = &problem.scope;
        let spaces = spaces(small);
        let mut random = Rng::with_seed(5);
        let mut changes = BTreeSet::new();
        for _ in 0..400 {
            let pair: Vec<Concrete> = spaces.iter().map(|space| space.draw(&mut random)).collect();
            let Some(miss) = editor.near_miss_by_one_edit(&pair, &outputs, &mut random) else { continue };
            assert!(outputs.contains(&miss.edit.param));
            for (position, (before, after)) in pair.iter().zip(&miss.pair).enumerate() {
                assert_eq!(before != after, position == miss.edit.param, "{name}: {:?} of {pair:?}", miss.edit);
            }
            let read = named_pair(problem, &miss.pair).expect("a pair");
            assert!(eval::beyond_scope(problem, scope, &read).is_empty(), "{name}: {:?} of {pair:?}", miss.edit);
            changes.insert(miss.edit.action);
        }
        assert!(!changes.is_empty(), "{name}");
        if *name == "sortacle" {
            assert_eq!(changes.len(), 8, "{changes:?}");
        }
    }
}

#[test]
fn a_misread_input_is_different() {
    for (name, _) in TINY {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let [inputs, outputs] = [Side::Input, Side::Output].map(|side| positions(problem, side));
        let (small, large) = (&problem.scope, &problem.large_scope);
        let editor = Editor::new(large);
        let spaces = spaces(small);
        let mut random = Rng::with_seed(7);
        let (mut same_output, mut other_output) = (0, 0);
        for _ in 0..400 {
            let pair: Vec<Concrete> = spaces.iter().map(|space| space.draw(&mut random)).collect();
            assert!(editor.near_miss_by_misreading(&pair, &[], &outputs, &mut random).is_none(), "{name}");
            let Some(miss) = editor.near_miss_by_misreading(&pair, &inputs, &outputs, &mut random) else { continue };
            assert!(miss.original.is_none() && miss.edit.misread, "{name}");
            assert!(inputs.iter().any(|input| miss.pair[*input] != pair[*input]), "{name}: {pair:?}");
            let same = outputs.iter().all(|output| miss.pair[*output] == pair[*output]);
            *(if same { &mut same_output } else { &mut other_output }) += 1;
            let read = named_pair(problem, &miss.pair).expect("a pair");
            assert!(eval::beyond_scope(problem, large, &read).is_empty(), "{name}: {:?} of {pair:?}", miss.edit);
        }
        assert!(same_output > 0 && other_output > 0, "{name}: {same_output} and {other_output}");
    }
}

#[test]
fn other_near_misses_change_only_outputs_and_stay_inside() {
    for (name, _) in TINY {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let outputs = positions(problem, Side::Output);
        let (small, large) = (&problem.scope, &problem.large_scope);
        let editor = Editor::new(large);
        let spaces = spaces(small);
        let mut random = Rng::with_seed(6);
        let mut found = [0; 3];
        for turn in 0..600 {
            let pair: Vec<Concrete> = spaces.iter().map(|space| space.draw(&mut random)).collect();
            let miss = match turn % 3 {
                0 => editor.near_miss_by_several_edits(&pair, &outputs, 3, &mut random),
                1 => editor.near_miss_by_rewriting(&pair, &outputs, &mut random),
                _ => editor.near_miss_by_copying(&pair, &outputs, &mut random),
            };
            let Some(miss) = miss else { continue };
            found[turn % 3] += 1;
            assert_eq!(miss.original.as_ref(), Some(&pair));
            assert_ne!(miss.pair, pair);
            assert!(!miss.edit.misread, "{name}");
            let inputs = (0..pair.len()).filter(|position| !outputs.contains(position));
            inputs.for_each(|input| assert_eq!(miss.pair[input], pair[input], "{name}: {:?}", miss.edit));
            let read = named_pair(problem, &miss.pair).expect("a pair");
            assert!(eval::beyond_scope(problem, large, &read).is_empty(), "{name}: {:?} of {pair:?}", miss.edit);
            if let [output] = outputs[..]
                && let (Concrete::List(before), Concrete::List(after)) = (&pair[output], &miss.pair[output])
            {
                match miss.edit.kept_ends {
                    KeptEnds::Beginning if !before.is_empty() => assert_eq!(before[0], after[0]),
                    KeptEnds::End if !before.is_empty() => assert_eq!(before.last(), after.last()),
                    _ => {}
                }
            }
        }
        assert!(found[0] > 0, "{name}");
        if *name == "sortacle" {
            // Input and output are lists of people, so one can be a copy of the other.
            assert!(found.iter().all(|number| *number > 20), "{found:?}");
        }
    }
}

/// Some buckets of a problem with a pair each.
fn starts(name: &str) -> Vec<(Bucket, Vec<Concrete>)> {
    let loaded = bundled(name);
    // Not coloring's own scope: enumerating its inputs takes long without optimization.
    let bounds = TINY.iter().find(|(known, _)| *known == name && name == "coloring").map_or("", |(_, bounds)| *bounds);
    let scope = problem::scoped(&loaded.problem, bounds);
    let settings = SampleSettings { candidates: 100_000, keep: 1, seed: 1 };
    let sampling = sample(&loaded.problem, &scope, settings).expect("no mismatch");
    let stride = sampling.buckets.len().div_ceil(12);
    let chosen = sampling.buckets.into_iter().step_by(stride);
    chosen.map(|(bucket, found)| (bucket, found.pairs[0].clone())).collect()
}

#[test]
fn walks_reach_the_large_scope() {
    let check = |name: &str| {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let replay = Replay::new(problem);
        let mut walker = Walker::new(&replay, &problem.large_scope);
        let mut random = Rng::with_seed(9);
        let mut stuck = Vec::new();
        for (bucket, pair) in starts(name) {
            let end = walker.walk(&pair, bucket, 40, 2000, &mut random);
            replay.check_bucket(&end, bucket).expect("still in the bucket");
            let (from, to) = (walker.size(&pair), walker.size(&end));
            if to <= from {
                stuck.push(format!("{bucket:?} {from} -> {to}"));
            }
        }
        (!stuck.is_empty()).then(|| format!("{name}: {stuck:?}"))
    };
    let faults: Vec<String> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            scope.spawn(move || {
                let names = TINY.iter().map(|(name, _)| *name);
                names.skip(half).step_by(2).filter_map(check).collect::<Vec<_>>()
            })
        });
        halves.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn walks_return_and_are_reproducible() {
    let loaded = bundled("toposort");
    let replay = Replay::new(&loaded.problem);
    let mut walker = Walker::new(&replay, &loaded.problem.large_scope);
    for (bucket, pair) in starts("toposort") {
        let large = walker.walk(&pair, bucket, 20, 1000, &mut Rng::with_seed(1));
        assert_eq!(large, walker.walk(&pair, bucket, 20, 1000, &mut Rng::with_seed(1)));
        assert!(walker.size(&large) > 12, "{bucket:?}");
        let small = walker.walk(&large, bucket, 0, 1500, &mut Rng::with_seed(2));
        assert!(walker.size(&small) < walker.size(&large), "{bucket:?}");
    }
}

#[test]
fn exploring_finds_buckets_that_sampling_misses() {
    for (name, all) in [("rle", 24), ("change", 37)] {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let settings = SampleSettings { candidates: 50_000, keep: 1, seed: 1 };
        let sampling = sample(problem, &problem.scope, settings).expect("no mismatch");
        let mut known: BTreeMap<Bucket, Vec<Concrete>> =
            sampling.buckets.into_iter().map(|(bucket, found)| (bucket, found.pairs[0].clone())).collect();
        assert!(known.len() < all, "{name}: sampling finds all");
        let replay = Replay::new(problem);
        Walker::new(&replay, &problem.scope).explore(&mut known, 60_000, &mut Rng::with_seed(1));
        assert_eq!(known.len(), all, "{name}: as many as the solver finds");
        known.iter().for_each(|(bucket, pair)| replay.check_bucket(pair, *bucket).expect("in its bucket"));
    }
}
