//! Pairs as submissions receive them: with numbers or strings in the place of atoms.

use lang::problem::AtomKind;

use crate::concrete::Concrete;
use crate::notation::letters;

/// The pair with the values that tests show for its atoms, by the kind of each atom type.
pub fn rendered(pair: &[Concrete], kinds: &[AtomKind]) -> Vec<Concrete> {
    pair.iter().map(|value| value_of(value, kinds)).collect()
}

fn value_of(value: &Concrete, kinds: &[AtomKind]) -> Concrete {
    match value {
        Concrete::Atom(ty, id) => match kinds.get(usize::from(ty.0)) {
            Some(AtomKind::Int) => Concrete::Int(i64::from(*id)),
            _ => Concrete::Str(letters(*id).into()),
        },
        other => other.map(|child| value_of(child, kinds)),
    }
}
