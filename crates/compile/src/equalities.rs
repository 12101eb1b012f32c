//! What every pair satisfies and a solver would not see by itself: equality of the elements of lists is transitive.
//!
//! Properties that count or compare elements become questions about which cells are equal. Without these clauses a
//! solver can answer them only value by value; with them it argues about the cells. They follow from the clauses of
//! [`Block::Shape`], so they exclude nothing. Guarded by `tests/layout.rs`.

use circuit::Lit;

use crate::layout::{Block, Constraint, Layout, Place};
use crate::machine::Machine;
use crate::refusal::Result;
use crate::value::Value;

/// Beyond this the clauses cost more than they help.
const MOST_CELLS: usize = 14;

/// Adds the clauses for the elements of all lists that can hold the same values.
pub(crate) fn equalities(machine: &mut Machine<'_>, layout: &Layout, constraints: &mut Vec<Constraint>) -> Result<()> {
    let mut groups: Vec<Vec<&Place>> = Vec::new();
    for param in &layout.params {
        let Place::List(cells) = &param.place else { continue };
        for (_, cell) in cells {
            match groups.iter_mut().find(|group| group.first().is_some_and(|first| alike(first, cell))) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
    }
    for group in groups.into_iter().filter(|group| (3..=MOST_CELLS).contains(&group.len())) {
        let values: Vec<Value> = group.iter().map(|cell| machine.argument(cell)).collect::<Result<_>>()?;
        transitive(machine, &values, constraints)?;
    }
    Ok(())
}

fn transitive(machine: &mut Machine<'_>, values: &[Value], constraints: &mut Vec<Constraint>) -> Result<()> {
    let mut equal = vec![vec![Lit::TRUE; values.len()]; values.len()];
    for a in 0..values.len() {
        for b in a + 1..values.len() {
            let lit = machine.equal(&values[a], &values[b])?;
            equal[a][b] = lit;
            equal[b][a] = lit;
        }
    }
    for a in 0..values.len() {
        for b in a + 1..values.len() {
            for c in b + 1..values.len() {
                let (ab, bc, ac) = (equal[a][b], equal[b][c], equal[a][c]);
                for clause in [vec![!ab, !bc, ac], vec![!ab, !ac, bc], vec![!ac, !bc, ab]] {
                    constraints.push(Constraint { block: Block::Derived, clause });
                }
            }
        }
    }
    Ok(())
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
