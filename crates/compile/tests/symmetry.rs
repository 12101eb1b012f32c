//! Of all pairs that differ only in the names of atoms at least one satisfies the clauses of symmetry, so no bucket is
//! lost; and the clauses do leave out others.

mod given;

use std::collections::BTreeSet;

use circuit::Lit;
use circuit::simulate::Simulator;
use compile::{Block, CompileOptions, Compiler};
use given::{all_pairs, given, problem_text};
use lang::problem::Problem;
use lang::types::Type;
use pairs::Concrete;

/// How many pairs there are, how many remain, and how many there are up to renaming.
#[derive(Debug, PartialEq, Eq)]
struct Numbers {
    pairs: usize,
    remaining: usize,
    classes: usize,
}

/// `sets`: an atom may occur in sets only.
fn check(text: &str, sets: bool) -> Numbers {
    let loaded = given(text);
    let problem = &loaded.problem;
    let mut compiler = Compiler::new(problem, &problem.scope, CompileOptions::default()).expect("compiles");
    let circuit = compiler.circuit().clone();
    let clauses: Vec<Vec<Lit>> = compiler
        .constraints
        .iter()
        .filter(|constraint| constraint.block == Block::Symmetry)
        .map(|constraint| constraint.clause.clone())
        .collect();
    assert!(!clauses.is_empty(), "no clauses at all");
    let pairs = all_pairs(&problem.scope);
    let roots: Vec<Lit> = clauses.iter().flatten().copied().collect();
    let mut simulator: Simulator<1> = Simulator::new(&circuit, &roots);
    let mut broken = vec![false; clauses.len()];
    let mut remaining = BTreeSet::new();
    for chunk in pairs.chunks(64) {
        let mut words = vec![[0_u64]; circuit.input_count()];
        for (bit, pair) in chunk.iter().enumerate() {
            for lit in compiler.layout.encode(pair).expect("inside the scope") {
                if let Some(input) = circuit.input_of(lit) {
                    words[input][0] |= 1 << bit;
                }
            }
        }
        simulator.run(&words);
        for (bit, pair) in chunk.iter().enumerate() {
            let holds = |lit: &Lit| simulator.value(*lit)[0] >> bit & 1 == 1;
            let failing: Vec<usize> = (0..clauses.len()).filter(|index| !clauses[*index].iter().any(holds)).collect();
            failing.iter().for_each(|index| broken[*index] = true);
            if failing.is_empty() {
                remaining.insert(pair.clone());
            }
        }
    }
    // A clause that every pair satisfies would say nothing. Of sets with few elements the last ones may not differ.
    let idle = broken.iter().filter(|broken| !**broken).count();
    assert!(idle == 0 || (sets && 2 * idle < broken.len()), "{idle} of {} clauses leave out no pair", broken.len());

    let mut left: BTreeSet<Vec<Concrete>> = pairs.iter().cloned().collect();
    let mut classes = 0;
    while let Some(pair) = left.pop_first() {
        let alike = renamings(problem, &pair);
        assert!(alike.iter().any(|pair| remaining.contains(pair)), "nothing is left of {pair:?}");
        alike.iter().for_each(|pair| {
            left.remove(pair);
        });
        classes += 1;
    }
    Numbers { pairs: pairs.len(), remaining: remaining.len(), classes }
}

/// A pair under all other names.
fn renamings(problem: &Problem, pair: &[Concrete]) -> BTreeSet<Vec<Concrete>> {
    let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for count in &problem.scope.atoms {
        let names = permutations(u32::try_from(*count).expect("few atoms"));
        all = all
            .iter()
            .flat_map(|before| names.iter().map(|own| before.iter().cloned().chain([own.clone()]).collect()))
            .collect();
    }
    let params = &problem.predicate.as_ref().expect("a predicate").params;
    let rename = |names: &Vec<Vec<u32>>| {
        let values = pair.iter().zip(params);
        values.map(|(value, param)| renamed(value, matches!(param.ty, Type::Unordered(_)), names)).collect()
    };
    all.iter().map(rename).collect()
}

fn renamed(value: &Concrete, sorted: bool, names: &[Vec<u32>]) -> Concrete {
    let all = |items: &[Concrete], sorted: bool| {
        let mut items: Vec<Concrete> = items.iter().map(|item| renamed(item, false, names)).collect();
        if sorted {
            items.sort();
        }
        items
    };
    match value {
        Concrete::Atom(ty, id) => Concrete::Atom(*ty, names[usize::from(ty.0)][*id as usize]),
        Concrete::Tuple(items) => Concrete::Tuple(all(items, false)),
        Concrete::Record(class, items) => Concrete::Record(*class, all(items, false)),
        Concrete::List(items) => Concrete::List(all(items, sorted)),
        Concrete::Set { elements, frozen } => Concrete::Set { elements: all(elements, true), frozen: *frozen },
        Concrete::Dict(entries) => {
            let rename = |value: &Concrete| renamed(value, false, names);
            Concrete::Dict(entries.iter().map(|(key, value)| (rename(key), rename(value))).collect())
        }
        other => other.clone(),
    }
}

fn permutations(count: u32) -> Vec<Vec<u32>> {
    (0..count).fold(vec![Vec::new()], |shorter, next| {
        let longer = |prefix: &Vec<u32>| -> Vec<Vec<u32>> {
            (0..=prefix.len()).map(|at| [&prefix[..at], &[next], &prefix[at..]].concat()).collect()
        };
        shorter.iter().flat_map(longer).collect()
    })
}

/// In lists, exactly one of the renamings of a pair remains.
#[test]
fn of_lists_exactly_one_renaming_remains() {
    let numbers = check(&problem_text("list[Item]", "list[tuple[Item, bool]]", "Item=3, x=3, y=2"), false);
    assert_eq!(numbers.pairs, (1 + 3 + 9 + 27) * (1 + 6 + 36));
    assert_eq!(numbers.remaining, numbers.classes);
    assert!(numbers.classes * 4 < numbers.pairs, "{numbers:?}");
}

/// A graph and an order of its vertices: some renaming remains, and many do not.
#[test]
fn of_unordered_lists_some_renaming_remains() {
    let numbers = check(&problem_text("Unordered[list[tuple[Item, Item]]]", "list[Item]", "Item=4, x=2, y=3"), false);
    assert_eq!(numbers.pairs, (1 + 16 + 120) * (1 + 4 + 16 + 64));
    assert!(numbers.classes <= numbers.remaining && numbers.remaining * 4 < numbers.pairs, "{numbers:?}");
}

/// Atoms that occur in sets only, in records, in dicts, where there may be none, and of two types.
#[test]
fn of_everything_else_some_renaming_remains() {
    for (input, output, scope) in [
        ("set[Item]", "bool", "Item=4, x=3"),
        ("set[Item]", "set[tuple[Item, Item]]", "Item=3, x=2, y=2"),
        ("dict[Item, Item]", "Item | None", "Item=3, x=2"),
        ("list[Run]", "Run | None", "Item=3, Run_length=range(2), x=2"),
        ("list[set[Item]]", "list[Item]", "Item=3, x=(2, 2), y=2"),
    ] {
        let numbers = check(&problem_text(input, output, scope), true);
        assert!(numbers.classes <= numbers.remaining && numbers.remaining < numbers.pairs, "{input}: {numbers:?}");
    }
    let two = problem_text("list[Item]", "Unordered[list[tuple[Item, Other]]]", "Item=3, Other=2, x=2, y=2");
    let numbers = check(
        &two.replace("class Item(Atom):\n    pass", "class Item(Atom):\n    pass\n\nclass Other(Atom):\n    pass"),
        true,
    );
    assert!(numbers.remaining * 3 < numbers.pairs, "{numbers:?}");
}

/// Where atoms occur in sets only, exchanges of two leave little more than one of the renamings of a pair.
#[test]
fn of_sets_few_renamings_remain() {
    let graph = check(&problem_text("Unordered[list[tuple[Item, Item]]]", "bool", "Item=4, x=3"), true);
    assert!(graph.remaining < 2 * graph.classes && graph.remaining * 8 < graph.pairs, "{graph:?}");
    let sets = check(&problem_text("set[tuple[Item, Item]]", "set[frozenset[Item]]", "Item=3, x=2, y=(2, 2)"), true);
    assert!(sets.remaining * 5 < 6 * sets.classes && sets.remaining * 3 < sets.pairs, "{sets:?}");
}
