//! What every pair satisfies and a solver would not see by itself: equality of the elements of lists is transitive.
//!
//! Properties that count or compare elements become questions about which cells are equal. Without these clauses a
//! solver can answer them only value by value; with them it argues about the cells. They follow from the clauses of
//! [`Block::Shape`], so they exclude nothing. Guarded by `tests/layout.rs`.

use circuit::Lit;

use crate::layout::{Block, Constraint, Layout, Place};
use crate::machine::Machine;
use crate::multisets::multisets;
use crate::refusal::Result;
use crate::value::Value;

/// Beyond this the clauses, whose number is that of all triples, cost more than they help.
const MOST_CELLS: usize = 32;

/// A cell of a list.
pub(crate) struct Cell<'a> {
    /// The position of the parameter that is the list.
    pub list: usize,
    pub present: Lit,
    pub place: &'a Place,
}

/// Adds the clauses for the elements of all lists that can hold the same values.
pub(crate) fn equalities(machine: &mut Machine<'_>, layout: &Layout, constraints: &mut Vec<Constraint>) -> Result<()> {
    let mut groups: Vec<Vec<Cell<'_>>> = Vec::new();
    for (list, param) in layout.params.iter().enumerate() {
        let Place::List(cells) = &param.place else { continue };
        for (present, place) in cells {
            let cell = Cell { list, present: *present, place };
            match groups.iter_mut().find(|group| group.first().is_some_and(|first| alike(first.place, place))) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
    }
    for group in groups.into_iter().filter(|group| (3..=MOST_CELLS).contains(&group.len())) {
        let values: Vec<Value> = group.iter().map(|cell| machine.argument(cell.place)).collect::<Result<_>>()?;
        let equal = equal_cells(machine, &values)?;
        transitive(&equal, constraints);
        // Of single values there are few: they are counted by value.
        if !matches!(group[0].place, Place::Listed(_)) {
            multisets(&mut machine.circuit, &group, &equal, constraints);
        }
    }
    Ok(())
}

/// `equal[a][b]`: two cells hold the same value.
fn equal_cells(machine: &mut Machine<'_>, values: &[Value]) -> Result<Vec<Vec<Lit>>> {
    let mut equal = vec![vec![Lit::TRUE; values.len()]; values.len()];
    for a in 0..values.len() {
        for b in a + 1..values.len() {
            let lit = machine.equal(&values[a], &values[b])?;
            equal[a][b] = lit;
            equal[b][a] = lit;
        }
    }
    Ok(equal)
}

fn transitive(equal: &[Vec<Lit>], constraints: &mut Vec<Constraint>) {
    for a in 0..equal.len() {
        for b in a + 1..equal.len() {
            for c in b + 1..equal.len() {
                let (ab, bc, ac) = (equal[a][b], equal[b][c], equal[a][c]);
                for clause in [vec![!ab, !bc, ac], vec![!ab, !ac, bc], vec![!ac, !bc, ab]] {
                    constraints.push(Constraint { block: Block::Derived, clause });
                }
            }
        }
    }
}

/// Records and tuples of small values, laid out alike. (A single value has as few possible ones as cells have: there is
/// nothing to gain.)
fn alike(a: &Place, b: &Place) -> bool {
    match (a, b) {
        (Place::Listed(a), Place::Listed(b)) => a.iter().map(|(_, v)| v).eq(b.iter().map(|(_, v)| v)),
        (Place::Tuple(a), Place::Tuple(b)) | (Place::Record(_, a), Place::Record(_, b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        _ => false,
    }
}
