//! All values of a domain, in a fixed order.

use itertools::Itertools;
use lang::scope::Domain;

use crate::concrete::Concrete;

/// All values of a domain, unless there are more than `most`. `atoms` is the number of atoms of each type.
pub fn values(domain: &Domain, atoms: &[usize], most: usize) -> Option<Vec<Concrete>> {
    let values = match domain {
        Domain::Atom(ty) => {
            let count = u32::try_from(*atoms.get(usize::from(ty.0))?).ok()?;
            (0..count).map(|id| Concrete::Atom(*ty, id)).collect()
        }
        Domain::Int { low, high } => {
            if usize::try_from(high.checked_sub(*low)?).ok()? >= most {
                return None;
            }
            (*low..=*high).map(Concrete::Int).collect()
        }
        Domain::Bool => vec![Concrete::Bool(false), Concrete::Bool(true)],
        Domain::Literal(literals) => literals.iter().map(Concrete::from).collect(),
        Domain::Optional(inner) => {
            let mut all = vec![Concrete::None];
            all.extend(values(inner, atoms, most)?);
            all
        }
        Domain::Tuple(parts) => product(parts, atoms, most)?.into_iter().map(Concrete::Tuple).collect(),
        Domain::Record { record, fields } => {
            product(fields, atoms, most)?.into_iter().map(|fields| Concrete::Record(*record, fields)).collect()
        }
        Domain::Union(alternatives) => {
            let mut all = Vec::new();
            for alternative in alternatives {
                all.extend(values(alternative, atoms, most)?);
            }
            all
        }
        Domain::Nodes { pool, inner } => crate::nodes::trees(pool, inner, atoms, most)?,
        // How many there are depends on the nodes elsewhere.
        Domain::Node(_) => return None,
        Domain::List { element, max } => {
            lists(&values(element, atoms, most)?, *max, most)?.into_iter().map(Concrete::List).collect()
        }
        Domain::Text { element, max } => {
            lists(&values(element, atoms, most)?, *max, most)?.into_iter().map(Concrete::Text).collect()
        }
        Domain::Unordered { element, max } => {
            let elements = values(element, atoms, most)?;
            subsets(&elements, *max, most)?.into_iter().map(Concrete::List).collect()
        }
        Domain::Set { element, max, frozen } => {
            let mut elements = values(element, atoms, most)?;
            elements.sort();
            let sets = subsets(&elements, *max, most)?.into_iter();
            sets.map(|elements| Concrete::Set { elements, frozen: *frozen }).collect()
        }
        Domain::Dict { key, value, max } => {
            let (keys, values) = (values(key, atoms, most)?, values(value, atoms, most)?);
            dicts(&keys, &values, *max, most)?
        }
    };
    (values.len() <= most).then_some(values)
}

fn product(parts: &[Domain], atoms: &[usize], most: usize) -> Option<Vec<Vec<Concrete>>> {
    let mut count = 1_usize;
    let mut choices = Vec::new();
    for part in parts {
        let values = values(part, atoms, most)?;
        count = count.checked_mul(values.len()).filter(|count| *count <= most)?;
        choices.push(values.into_iter());
    }
    Some(choices.into_iter().multi_cartesian_product().collect())
}

/// Lists of at most `max` elements, shorter ones first.
fn lists(elements: &[Concrete], max: usize, most: usize) -> Option<Vec<Vec<Concrete>>> {
    let (mut count, mut longest) = (1_usize, 1_usize);
    for _ in 0..max {
        longest = longest.checked_mul(elements.len())?;
        count = count.checked_add(longest).filter(|count| *count <= most)?;
    }
    let of_length = |length| std::iter::repeat_n(elements.iter().cloned(), length).multi_cartesian_product();
    Some((0..=max).flat_map(of_length).collect())
}

/// Subsets of at most `max` elements, smaller ones first.
fn subsets(elements: &[Concrete], max: usize, most: usize) -> Option<Vec<Vec<Concrete>>> {
    let sizes = 0..=max.min(elements.len());
    let subsets = sizes.flat_map(|size| elements.iter().cloned().combinations(size)).take(most.saturating_add(1));
    let subsets: Vec<Vec<Concrete>> = subsets.collect();
    (subsets.len() <= most).then_some(subsets)
}

/// Dicts of at most `max` entries, shorter ones first. Keys and values vary together, entry by entry, so that the order is
/// that of the entries.
fn dicts(keys: &[Concrete], values: &[Concrete], max: usize, most: usize) -> Option<Vec<Concrete>> {
    let mut all: Vec<Vec<(Concrete, Concrete)>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..max {
        let mut next = Vec::new();
        for dict in &last {
            for key in keys.iter().filter(|key| dict.iter().all(|(known, _)| known != *key)) {
                for value in values {
                    let mut longer = dict.clone();
                    longer.push((key.clone(), value.clone()));
                    next.push(longer);
                }
            }
            if next.len() + all.len() > most {
                return None;
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    Some(all.into_iter().map(Concrete::Dict).collect())
}
