//! The order of unordered lists, where it cannot show: then it is enough to look at lists in one order.
//!
//! A list is sorted if each of its elements comes before the next one, component by component, atoms by number.
//!
//! Why this goes together with symmetry (`compile::symmetry`): of all pairs that differ from a pair by a renaming of atoms, and by
//! the order of the lists that are sorted here, take the one whose cells, read outputs first, are least. Its lists are sorted,
//! since sorting one makes the row less. And each atom first occurs after the one before it: otherwise exchanging the two
//! would make the first cell that changes less. Guarded by the test below, on all pairs of small scopes.

use circuit::{Circuit, Lit, bits};
use compile::Layout;
use compile::layout::Place;
use pairs::Concrete;

/// True where all unordered lists are sorted, except those whose order may show and those whose elements are not compared here.
pub(crate) fn sorted(circuit: &mut Circuit, layout: &Layout, shown: impl Fn(Lit) -> bool) -> Lit {
    let mut all = Vec::new();
    for param in &layout.params {
        let Place::List(cells) = &param.place else { continue };
        let Some((first, _)) = cells.first() else { continue };
        let is_free = param.free.iter().any(|list| list.cells.first() == Some(first));
        if !is_free || shown(*first) || !cells.iter().all(|(_, cell)| is_compared(cell)) {
            continue;
        }
        for two in cells.windows(2) {
            let [(_, one), (there, other)] = two else { continue };
            let (before, _) = compare(circuit, one, other);
            all.push(circuit.implies(*there, before));
        }
    }
    circuit.all(all)
}

fn is_compared(place: &Place) -> bool {
    match place {
        Place::Listed(values) => values.iter().all(|(_, value)| {
            matches!(
                value,
                Concrete::None
                    | Concrete::Bool(_)
                    | Concrete::Int(_)
                    | Concrete::Str(_)
                    | Concrete::Member(..)
                    | Concrete::Atom(..)
            )
        }),
        Place::Bits { .. } => true,
        Place::Tuple(parts) | Place::Record(_, parts) => parts.iter().all(is_compared),
        _ => false,
    }
}

/// Whether one value comes before another one of the same domain, and whether they are equal.
fn compare(circuit: &mut Circuit, one: &Place, other: &Place) -> (Lit, Lit) {
    match (one, other) {
        (Place::Listed(a), Place::Listed(b)) => {
            let (mut before, mut equal) = (Vec::new(), Vec::new());
            // The other one is among those that come later.
            let mut later = Lit::FALSE;
            for ((here, _), (there, _)) in a.iter().zip(b).rev() {
                before.push(circuit.and(*here, later));
                equal.push(circuit.and(*here, *there));
                later = circuit.or(later, *there);
            }
            (circuit.any(before), circuit.any(equal))
        }
        (Place::Bits { lits: a, .. }, Place::Bits { lits: b, .. }) => {
            (bits::less_unsigned(circuit, a, b), bits::equal(circuit, a, b))
        }
        (Place::Tuple(a), Place::Tuple(b)) | (Place::Record(_, a), Place::Record(_, b)) => {
            let (mut before, mut equal) = (Lit::FALSE, Lit::TRUE);
            for (one, other) in a.iter().zip(b) {
                let (less, same) = compare(circuit, one, other);
                let here = circuit.and(equal, less);
                before = circuit.or(before, here);
                equal = circuit.and(equal, same);
            }
            (before, equal)
        }
        // Not compared: nothing may follow from it.
        _ => (Lit::TRUE, Lit::TRUE),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use circuit::simulate::Simulator;
    use compile::{Block, CompileOptions, ListOrder};
    use lang::problem::AtomId;
    use lang::scope::Scope;

    use super::*;

    /// All orders of the numbers below one.
    fn orders(count: u32) -> Vec<Vec<u32>> {
        if count == 0 {
            return vec![Vec::new()];
        }
        let shorter = orders(count - 1);
        let with = |rest: &Vec<u32>| {
            let rest = rest.clone();
            (0..=rest.len()).map(move |place| {
                let mut order = rest.clone();
                order.insert(place, count - 1);
                order
            })
        };
        shorter.iter().flat_map(with).collect()
    }

    /// All pairs of a scope, by parameter.
    fn pairs(scope: &Scope) -> Vec<Vec<Concrete>> {
        let mut all = vec![Vec::new()];
        for domain in &scope.params {
            let values = pairs::domain::values(domain, &scope.atoms, 5_000).expect("a small scope");
            let with = |known: &Vec<Concrete>| {
                let known = known.clone();
                let longer = values.iter().map(move |value| [known.as_slice(), std::slice::from_ref(value)].concat());
                longer.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// Which pairs, laid out with their lists in the order given, satisfy the constraints and are sorted.
    fn kept(problem: &str, bounds: &str, expected: usize) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{problem}.py"));
        let loaded = lang::load::load_file(&path);
        let scope = lang::scope::override_bounds(&loaded.problem, bounds).expect("a scope");
        let options = CompileOptions { symmetry: true, order: ListOrder::Any, ..CompileOptions::default() };
        let mut compiler = decide::compiler(&loaded.problem, &scope, options).expect("a compiler");
        let (layout, constraints) = (compiler.layout.clone(), compiler.constraints.clone());
        let circuit = compiler.circuit();
        let clauses = constraints.iter().filter(|constraint| constraint.block != Block::Derived);
        let mut all: Vec<Lit> = clauses.map(|constraint| circuit.any(constraint.clause.iter().copied())).collect();
        let number = all.len();
        all.push(sorted(circuit, &layout, |_| false));
        assert!(all[number] != Lit::TRUE, "no list of {problem} can be sorted");
        let goal = circuit.all(all);
        let mut simulator: Simulator<1> = Simulator::new(circuit, &[goal]);
        let mut holds = |pair: &[Concrete]| {
            let lits = layout.encode(pair).expect("a pair of the scope");
            let lits: BTreeSet<usize> = lits.into_iter().filter_map(|lit| circuit.input_of(lit)).collect();
            let words: Vec<[u64; 1]> =
                (0..circuit.input_count()).map(|input| [u64::from(lits.contains(&input))]).collect();
            simulator.run(&words);
            simulator.value(goal)[0] & 1 == 1
        };
        let names = orders(u32::try_from(scope.atoms[0]).expect("few atoms"));
        let mut count = 0;
        for pair in pairs(&scope) {
            count += 1;
            let renamed = |order: &Vec<u32>| -> Vec<Concrete> {
                let name = |(ty, id): (AtomId, u32)| if ty == AtomId(0) { order[id as usize] } else { id };
                pair.iter().map(|value| value.rename(&name)).collect()
            };
            let mut variants = names.iter().map(renamed).flat_map(|pair| reordered(&pair, &scope));
            assert!(variants.any(|variant| holds(&variant)), "{problem}: nothing stands for {pair:?}");
        }
        assert_eq!(count, expected);
    }

    /// The pair with its unordered lists in every order.
    fn reordered(pair: &[Concrete], scope: &Scope) -> Vec<Vec<Concrete>> {
        let mut all = vec![Vec::new()];
        for (value, domain) in pair.iter().zip(&scope.params) {
            let values: Vec<Concrete> = match (value, domain) {
                (Concrete::List(items), lang::scope::Domain::Unordered { .. }) => {
                    let orders = orders(u32::try_from(items.len()).expect("few items"));
                    let in_order =
                        |order: &Vec<u32>| order.iter().map(|place| items[*place as usize].clone()).collect();
                    orders.iter().map(in_order).map(Concrete::List).collect()
                }
                _ => vec![value.clone()],
            };
            let with = |known: &Vec<Concrete>| {
                values.iter().map(|value| [known.as_slice(), std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    #[test]
    fn for_every_pair_there_is_a_sorted_one() {
        kept("toposort", "Vertex=3,edges=2,order=2", 598);
    }

    #[test]
    fn records_with_numbers_are_sorted_too() {
        kept("spanning_tree", "City=3,roads=2,Road_cost=0..1,chosen=1", 460);
    }
}
