//! What every two lists satisfy and a solver would hardly find: a list whose elements are all in another one, as often or
//! more often, is not longer; and if it is as long, both hold the same elements equally often.
//!
//! That equal counts give equal lengths is a pigeonhole argument, which takes a solver exponentially many steps: it knows
//! cells, and no clause about cells says what a sum is. Here the sum is left out, and its consequence stated. How often a
//! list holds an element is counted as `list.count`, `Counter` and loops over dicts count it, so that these are the same
//! gates. The clauses follow from those of [`Block::Shape`], so they exclude nothing. Guarded by `tests/layout.rs`.

use circuit::count::{self, Unary};
use circuit::{Circuit, Lit};
use pairs::concrete::Concrete;

use crate::equalities::Cell;
use crate::layout::{Block, Constraint, Place};

/// A list, and how often it holds what each cell of all lists does.
struct Counted<'a> {
    cells: Vec<&'a Cell<'a>>,
    /// When a cell holds what no earlier one of the list does.
    first: Vec<Lit>,
    counts: Vec<Unary>,
    /// For each number in a part of the cells, how many are not greater.
    thresholds: Vec<Unary>,
}

/// Adds the clauses for lists with equal types of cells; `equal` says which cells are equal.
pub(crate) fn multisets(
    circuit: &mut Circuit,
    cells: &[Cell<'_>],
    equal: &[Vec<Lit>],
    constraints: &mut Vec<Constraint>,
) {
    let positions: Vec<usize> = (0..cells.len()).collect();
    let lists: Vec<&[usize]> = positions.chunk_by(|a, b| cells[*a].list == cells[*b].list).collect();
    if lists.len() < 2 {
        return;
    }
    let mut clauses = Vec::new();
    let counted: Vec<(Counted<'_>, &[usize])> =
        lists.iter().map(|list| (count_cells(circuit, cells, list, equal, &mut clauses), *list)).collect();
    for (a, of_a) in &counted {
        for (b, of_b) in &counted {
            if of_a != of_b {
                compare(circuit, (a, of_a), b, &mut clauses);
            }
        }
    }
    constraints.extend(clauses.into_iter().map(|clause| Constraint { block: Block::Derived, clause }));
}

/// Counts the elements of a list in all the ways that functions do, and states that these agree.
fn count_cells<'a>(
    circuit: &mut Circuit,
    cells: &'a [Cell<'a>],
    list: &[usize],
    equal: &[Vec<Lit>],
    clauses: &mut Vec<Vec<Lit>>,
) -> Counted<'a> {
    let holds = |circuit: &mut Circuit, members: &[usize], cell: usize| -> Vec<Lit> {
        members.iter().map(|member| circuit.and(cells[*member].present, equal[*member][cell])).collect()
    };
    let mut counts = Vec::new();
    for cell in 0..cells.len() {
        let same = holds(circuit, list, cell);
        counts.push(count::count(circuit, &same));
    }
    for (a, b) in (0..cells.len()).flat_map(|a| (a + 1..cells.len()).map(move |b| (a, b))) {
        same_number(equal[a][b], &counts[a], &counts[b], clauses);
    }
    let (mut first, mut new): (Vec<Lit>, Vec<Lit>) = (Vec::new(), Vec::new());
    for (index, cell) in list.iter().enumerate() {
        // Unequal to all earlier ones, and unequal to all that were new.
        let earlier = holds(circuit, &list[..index], *cell);
        let earlier = circuit.any(earlier);
        let earlier_new: Vec<Lit> =
            list[..index].iter().zip(&new).map(|(member, new)| circuit.and(*new, equal[*member][*cell])).collect();
        let earlier_new = circuit.any(earlier_new);
        first.push(circuit.and(cells[*cell].present, !earlier));
        new.push(circuit.and(cells[*cell].present, !earlier_new));
        clauses.extend([vec![!first[index], new[index]], vec![first[index], !new[index]]]);
        // From the first of equal cells on.
        let mut later = vec![Lit::TRUE];
        later.extend(holds(circuit, &list[index + 1..], *cell));
        let later = count::count(circuit, &later);
        same_number(first[index], &counts[*cell], &later, clauses);
    }
    let cells: Vec<&Cell<'_>> = list.iter().map(|cell| &cells[*cell]).collect();
    let thresholds = thresholds(circuit, &cells);
    Counted { cells, first, counts, thresholds }
}

/// Where one list is within another, what follows.
fn compare(circuit: &mut Circuit, (a, of_a): (&Counted<'_>, &[usize]), b: &Counted<'_>, clauses: &mut Vec<Vec<Lit>>) {
    let mut within = Vec::new();
    for (first, cell) in a.first.iter().zip(of_a) {
        let fits = count::less_equal(circuit, &a.counts[*cell], &b.counts[*cell]);
        within.push(circuit.implies(*first, fits));
    }
    let within = circuit.all(within);
    let length = |list: &Counted<'_>| -> Unary { list.cells.iter().map(|cell| cell.present).collect() };
    let (length_a, length_b) = (length(a), length(b));
    let full = count::less_equal(circuit, &length_b, &length_a);
    let same = circuit.and(within, full);
    at_most(within, &length_a, &length_b, clauses);
    for (of_a, of_b) in a.counts.iter().zip(&b.counts).chain(a.thresholds.iter().zip(&b.thresholds)) {
        at_most(within, of_a, of_b, clauses);
        at_most(same, of_b, of_a, clauses);
    }
}

/// How many cells have a number that is not greater than some number, for each number of each part; counted as `sorted`
/// does it.
fn thresholds(circuit: &mut Circuit, cells: &[&Cell<'_>]) -> Vec<Unary> {
    let parts = cells.first().map_or(&[][..], |cell| parts(cell.place));
    let mut found = Vec::new();
    for (part, place) in parts.iter().enumerate() {
        let Place::Listed(values) = place else { continue };
        let mut numbers: Vec<i64> = values.iter().filter_map(|(_, value)| number(value)).collect();
        if numbers.len() != values.len() {
            continue;
        }
        numbers.sort_unstable();
        // All are at most the greatest number.
        numbers.pop();
        let mut reached = vec![Lit::FALSE; cells.len()];
        for wanted in numbers {
            for (cell, reached) in cells.iter().zip(&mut reached) {
                let Some(Place::Listed(values)) = self::parts(cell.place).get(part) else { continue };
                let here = values.iter().find(|(_, value)| number(value) == Some(wanted));
                let here = here.map_or(Lit::FALSE, |(lit, _)| *lit);
                let here = circuit.and(cell.present, here);
                *reached = circuit.or(*reached, here);
            }
            found.push(count::count(circuit, &reached));
        }
    }
    found
}

fn parts(place: &Place) -> &[Place] {
    match place {
        Place::Tuple(parts) | Place::Record(_, parts) => parts,
        other => std::slice::from_ref(other),
    }
}

fn number(value: &Concrete) -> Option<i64> {
    match value {
        Concrete::Int(number) => Some(*number),
        _ => None,
    }
}

/// If the literal is true, the one number is at most the other.
fn at_most(when: Lit, a: &[Lit], b: &[Lit], clauses: &mut Vec<Vec<Lit>>) {
    clauses.extend(a.iter().enumerate().map(|(step, lit)| vec![!when, !*lit, count::at_least(b, step + 1)]));
}

/// If the literal is true, both numbers are equal.
fn same_number(when: Lit, a: &[Lit], b: &[Lit], clauses: &mut Vec<Vec<Lit>>) {
    at_most(when, a, b, clauses);
    at_most(when, b, a, clauses);
}
