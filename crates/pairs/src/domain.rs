//! All values of a domain, in a fixed order.

use lang::scope::Domain;

use crate::concrete::Concrete;

/// All values of a domain, if they are at most `most`. `atoms` says how many atoms of each type there are.
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
        Domain::List { element, max } => lists(&values(element, atoms, most)?, *max, most)?,
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
    let mut all = vec![Vec::new()];
    for part in parts {
        let values = values(part, atoms, most)?;
        if all.len().checked_mul(values.len())? > most {
            return None;
        }
        all = all
            .iter()
            .flat_map(|prefix| {
                values.iter().map(move |value| [prefix.as_slice(), std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    Some(all)
}

fn lists(elements: &[Concrete], max: usize, most: usize) -> Option<Vec<Concrete>> {
    let mut all: Vec<Vec<Concrete>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..max {
        if last.len().checked_mul(elements.len())?.checked_add(all.len())? > most {
            return None;
        }
        last = last
            .iter()
            .flat_map(|prefix| elements.iter().map(move |e| [prefix.as_slice(), std::slice::from_ref(e)].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    Some(all.into_iter().map(Concrete::List).collect())
}

/// Subsets of at most `max` elements, smaller ones first.
fn subsets(elements: &[Concrete], max: usize, most: usize) -> Option<Vec<Vec<Concrete>>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..max {
        let mut next = Vec::new();
        for subset in &last {
            let first = subset.last().map_or(0, |index| index + 1);
            for index in first..elements.len() {
                next.push([subset.as_slice(), &[index]].concat());
            }
            if next.len() + all.len() > most {
                return None;
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    Some(all.into_iter().map(|subset| subset.into_iter().map(|index| elements[index].clone()).collect()).collect())
}

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
