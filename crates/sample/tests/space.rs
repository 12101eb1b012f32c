//! Counts are exact, rows are exactly the encoded values, and every value is drawn.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::BTreeSet;

use circuit::{Circuit, Lit};
use compile::layout::Layout;
use compile::{CompileOptions, Compiler};
use fastrand::Rng;
use lang::scope::needs::apply;
use lang::scope::{Bound, PairTypes, Scope};
use pairs::Concrete;
use problem::{TINY, bundled, given, problem_text, scoped};
use sample::rows::Rows;
use sample::space::Space;

/// The value that a row encodes.
fn decode(layout: &Layout, circuit: &Circuit, param: usize, row: &[u64]) -> Concrete {
    layout.params[param].place.decode(&|lit: Lit| match circuit.input_of(lit) {
        Some(input) => row[input / 64] >> (input % 64) & 1 == 1,
        None => lit == Lit::TRUE,
    })
}

fn check(scope: &Scope, layout: &Layout, circuit: &Circuit, name: &str) {
    let width = circuit.input_count().div_ceil(64).max(1);
    for (param, domain) in scope.params.iter().enumerate() {
        let mut values: Vec<Concrete> = pairs::domain::values(domain, &scope.atoms, 200_000).expect("few values");
        values.sort();
        let space = Space::new(domain, &scope.atoms);
        assert_eq!(space.count.exact, Some(values.len() as u128), "{name}, parameter {param}");
        let rows = Rows::new(circuit, &layout.params[param].place, &space);
        let mut ranked: Vec<Concrete> = (0..values.len())
            .map(|rank| {
                let mut row = vec![0; width];
                rows.unrank(rank as u128, &mut row);
                decode(layout, circuit, param, &row)
            })
            .collect();
        ranked.sort();
        assert!(ranked == values, "{name}, parameter {param}: ranks are not the values");
        let mut random = Rng::with_seed(7);
        let (mut drawn, mut rowed) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..20 * values.len().min(2000) {
            drawn.insert(space.draw(&mut random));
            let mut row = vec![0; width];
            rows.draw(&mut random, &mut row);
            rowed.insert(decode(layout, circuit, param, &row));
        }
        let known: BTreeSet<Concrete> = values.iter().cloned().collect();
        assert!(drawn.is_subset(&known) && rowed.is_subset(&known), "{name}: drawn from outside");
        if values.len() <= 2000 {
            assert_eq!((drawn.len(), rowed.len()), (values.len(), values.len()), "{name}: some are never drawn");
        }
    }
}

#[test]
fn rows_and_values_are_the_same_space() {
    for (name, bounds) in TINY {
        let loaded = bundled(name);
        let scope = scoped(&loaded.problem, bounds);
        let mut compiler =
            Compiler::new(&loaded.problem, &scope, CompileOptions { symmetry: false, ..CompileOptions::default() })
                .expect("a layout");
        let layout = compiler.layout.clone();
        check(&scope, &layout, compiler.circuit(), name);
    }
}

/// A circuit also serves scopes with fewer elements and atoms.
#[test]
fn rows_can_be_restricted_to_a_smaller_scope() {
    for (name, bounds) in TINY {
        let problem = bundled(name).problem;
        let scope = scoped(&problem, bounds);
        let mut fewer = scope.bounds.clone();
        for (_, bound) in &mut fewer {
            if let Bound::Counts(counts) = bound {
                counts.iter_mut().for_each(|count| *count = (*count * 5).div_ceil(8));
            }
        }
        let smaller = apply(PairTypes::of(&problem), fewer).expect("a scope");
        let mut compiler =
            Compiler::new(&problem, &scope, CompileOptions { symmetry: false, ..CompileOptions::default() })
                .expect("a layout");
        let layout = compiler.layout.clone();
        check(&smaller, &layout, compiler.circuit(), name);
    }
}

/// Trees of all kinds, in scopes with few values.
#[test]
fn trees_are_drawn_and_numbered() {
    for (input, scope) in [
        ("Chain | None", "Chain=4"),
        ("Tree | None", "Tree=4"),
        ("Tree | None", "Tree=4, Tree_depth=2"),
        ("list[Tree]", "Tree=3"),
        ("tuple[Tree | None, Chain | None]", "Tree=2, Chain=2"),
        ("Rose", "Rose=4"),
        ("Expr", "Expr=4"),
        ("Folder", "Folder=3"),
        ("list[Shape]", "x=2"),
    ] {
        let loaded = given(&problem_text(input, "bool", scope));
        let scope = &loaded.problem.scope;
        let mut compiler =
            Compiler::new(&loaded.problem, scope, CompileOptions { symmetry: false, ..CompileOptions::default() })
                .expect("a layout");
        let layout = compiler.layout.clone();
        check(scope, &layout, compiler.circuit(), input);
    }
}

/// All trees are equally likely, not all sizes.
#[test]
fn trees_are_drawn_uniformly() {
    let loaded = given(&problem_text("Tree | None", "bool", "Tree=3"));
    let scope = &loaded.problem.scope;
    let space = Space::new(&scope.params[0], &scope.atoms);
    let mut random = Rng::with_seed(3);
    let mut seen: std::collections::BTreeMap<Concrete, u64> = std::collections::BTreeMap::new();
    for _ in 0..51 * 200 {
        *seen.entry(space.draw(&mut random)).or_default() += 1;
    }
    assert_eq!(seen.len(), 51);
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let statistic: f64 = seen.values().map(|count| (*count as f64 - 200.0).powi(2) / 200.0).sum();
    assert!((20.0..100.0).contains(&statistic), "chi-square {statistic:.0} with 50 degrees of freedom");
}

#[test]
fn large_spaces_are_counted_too() {
    let toposort = bundled("toposort");
    let orders = Space::new(&toposort.problem.scope.params[1], &toposort.problem.scope.atoms);
    assert_eq!(orders.count.exact, Some((0..=6).map(|length| 5_u128.pow(length)).sum()));
    let edges = Space::new(&toposort.problem.scope.params[0], &toposort.problem.scope.atoms);
    assert_eq!(edges.count.exact, Some(1 + 25 + 300 + 2300 + 12650 + 53130));
    let rle = bundled("rle");
    let runs = Space::new(&rle.problem.large_scope.params[1], &rle.problem.large_scope.atoms);
    // 6 letters, 23 lengths, up to 20 runs: 138^20 and a little.
    assert!(runs.count.exact.is_none() && (runs.count.log2 - 20.0 * 138_f64.log2()).abs() < 0.02);
    let lengths: Vec<usize> = (0..300)
        .map(|seed| match runs.draw(&mut Rng::with_seed(seed)) {
            Concrete::List(items) => items.len(),
            _ => 0,
        })
        .collect();
    assert!(lengths.iter().filter(|length| **length == 20).count() > 280, "{lengths:?}");
}
