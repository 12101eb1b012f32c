//! Addresses inside the values of a pair, so that edits can read and change any part of it.

use lang::scope::{Domain, NodePool, Scope};
use pairs::Concrete;
use smallvec::{SmallVec, smallvec};

/// The address of a part: the parameter, then the position of a child at each level. An entry of a dict has two children,
/// its key and its value.
pub(crate) type Path = SmallVec<[usize; 6]>;

/// The addresses of all parts of a pair with their domains, a container before its elements.
pub(crate) fn sites<'a>(scope: &'a Scope, pair: &[Concrete]) -> Vec<(Path, &'a Domain)> {
    let mut found = Vec::new();
    for (param, (domain, value)) in scope.params.iter().zip(pair).enumerate() {
        collect(domain, value, None, &mut smallvec![param], &mut found);
    }
    found
}

fn collect<'a>(
    domain: &'a Domain,
    value: &Concrete,
    pool: Option<&'a NodePool>,
    path: &mut Path,
    found: &mut Vec<(Path, &'a Domain)>,
) {
    found.push((path.clone(), domain));
    let mut inside = |position: usize, domain: &'a Domain, value: &Concrete| {
        path.push(position);
        collect(domain, value, pool, path, found);
        path.pop();
    };
    match (domain, value) {
        (Domain::Optional(_), Concrete::None) => {}
        (Domain::Optional(inner), value) => {
            // The same address again, with the domain of the value that is present.
            collect(inner, value, pool, path, found);
        }
        (Domain::Nodes { pool, inner }, value) => collect(inner, value, Some(pool), path, found),
        (Domain::Union(alternatives), Concrete::Record(class, _)) => {
            let is_it = |domain: &&Domain| matches!(domain, Domain::Record { record, .. } if record == class);
            if let Some(domain) = alternatives.iter().find(is_it) {
                collect(domain, value, pool, path, found);
            }
        }
        (Domain::Node(_), Concrete::Node(record, items)) => {
            let class = pool.and_then(|pool| Some(&pool.classes[pool.class_of(*record)?]));
            let parts = class.into_iter().flat_map(|class| class.fields.iter().zip(items).enumerate());
            parts.for_each(|(position, (domain, item))| inside(position, domain, item));
        }
        (Domain::Tuple(domains), Concrete::Tuple(items))
        | (Domain::Record { fields: domains, .. }, Concrete::Record(_, items)) => {
            let parts = domains.iter().zip(items).enumerate();
            parts.for_each(|(position, (domain, item))| inside(position, domain, item));
        }
        (Domain::List { element, .. } | Domain::Unordered { element, .. }, Concrete::List(items))
        | (Domain::Text { element, .. }, Concrete::Text(items))
        | (Domain::Set { element, .. }, Concrete::Set { elements: items, .. }) => {
            items.iter().enumerate().for_each(|(position, item)| inside(position, element, item));
        }
        (Domain::Dict { key, value: domain, .. }, Concrete::Dict(entries)) => {
            for (position, (k, v)) in entries.iter().enumerate() {
                inside(2 * position, key, k);
                inside(2 * position + 1, domain, v);
            }
        }
        _ => {}
    }
}

/// The part at an address.
pub(crate) fn get<'a>(pair: &'a [Concrete], path: &[usize]) -> Option<&'a Concrete> {
    let (param, rest) = path.split_first()?;
    rest.iter().try_fold(pair.get(*param)?, |value, position| value.children().nth(*position))
}

/// The part at an address, to be changed.
pub(crate) fn get_mut<'a>(pair: &'a mut [Concrete], path: &[usize]) -> Option<&'a mut Concrete> {
    let (param, rest) = path.split_first()?;
    rest.iter().try_fold(pair.get_mut(*param)?, |value, position| value.children_mut().nth(*position))
}

/// Removes the elements that contain something, the innermost ones if containers hold containers.
pub(crate) fn remove_containing(value: &mut Concrete, is_gone: &dyn Fn(&Concrete) -> bool) {
    match value {
        Concrete::List(items) | Concrete::Text(items) | Concrete::Set { elements: items, .. } => {
            items.iter_mut().for_each(|item| remove_containing(item, is_gone));
            items.retain(|item| !item.any(is_gone));
        }
        Concrete::Dict(entries) => entries.retain(|(key, value)| !key.any(is_gone) && !value.any(is_gone)),
        other => other.children_mut().for_each(|part| remove_containing(part, is_gone)),
    }
}

/// Removes an element of a container.
pub(crate) fn remove(value: &mut Concrete, position: usize) {
    match value {
        Concrete::List(items) | Concrete::Text(items) | Concrete::Set { elements: items, .. }
            if position < items.len() =>
        {
            items.remove(position);
        }
        Concrete::Dict(entries) if position < entries.len() => {
            entries.remove(position);
        }
        _ => {}
    }
}

/// The pair with its sets in order, each frozen or not as its type says, if it lies inside the scope: nothing is too long
/// or out of range, and no set, dict or unordered list repeats an element.
pub(crate) fn tidy(scope: &Scope, mut pair: Vec<Concrete>) -> Option<Vec<Concrete>> {
    let mut params = scope.params.iter().zip(&mut pair);
    params.all(|(domain, value)| is_tidy(domain, value, &scope.atoms, None)).then_some(pair)
}

fn is_tidy(domain: &Domain, value: &mut Concrete, atoms: &[usize], pool: Option<&NodePool>) -> bool {
    let all = |domain: &Domain, items: &mut [Concrete]| items.iter_mut().all(|item| is_tidy(domain, item, atoms, pool));
    match (domain, value) {
        (Domain::Atom(ty), Concrete::Atom(own, id)) => {
            ty == own && atoms.get(usize::from(ty.0)).is_some_and(|count| (*id as usize) < *count)
        }
        (Domain::Int { low, high }, Concrete::Int(number)) => (low..=high).contains(&&*number),
        (Domain::Bool, Concrete::Bool(_)) | (Domain::Optional(_), Concrete::None) => true,
        (Domain::Literal(literals), value) => literals.iter().any(|literal| Concrete::from(literal) == *value),
        (Domain::Optional(inner), value) => is_tidy(inner, value, atoms, pool),
        (Domain::Tuple(domains), Concrete::Tuple(items))
        | (Domain::Record { fields: domains, .. }, Concrete::Record(_, items)) => {
            domains.len() == items.len()
                && domains.iter().zip(items).all(|(domain, item)| is_tidy(domain, item, atoms, pool))
        }
        (Domain::Nodes { pool, inner }, value) => {
            pairs::nodes::are_within(pool, value) && is_tidy(inner, value, atoms, Some(pool))
        }
        (Domain::Union(alternatives), value) => alternatives.iter().any(|domain| match (domain, &*value) {
            (Domain::Record { record, .. }, Concrete::Record(own, _)) => {
                record == own && is_tidy(domain, value, atoms, pool)
            }
            _ => false,
        }),
        (Domain::Node(classes), Concrete::Node(record, items)) => {
            let class = pool.and_then(|pool| pool.class_of(*record).map(|class| (class, &pool.classes[class].fields)));
            class.is_some_and(|(class, fields)| {
                classes.contains(&class)
                    && fields.len() == items.len()
                    && fields.iter().zip(items).all(|(domain, item)| is_tidy(domain, item, atoms, pool))
            })
        }
        (Domain::List { element, max }, Concrete::List(items))
        | (Domain::Text { element, max }, Concrete::Text(items)) => items.len() <= *max && all(element, items),
        (Domain::Unordered { element, max }, Concrete::List(items)) => {
            items.len() <= *max && all(element, items) && sorts(items)
        }
        (Domain::Set { element, max, frozen }, Concrete::Set { elements: items, frozen: own }) => {
            // It may be a copy from elsewhere.
            *own = *frozen;
            items.len() <= *max && all(element, items) && sorts(items)
        }
        (Domain::Dict { key, value, max }, Concrete::Dict(entries)) => {
            entries.len() <= *max
                && (0..entries.len()).all(|index| entries[..index].iter().all(|(known, _)| *known != entries[index].0))
                && entries.iter_mut().all(|(k, v)| is_tidy(key, k, atoms, pool) && is_tidy(value, v, atoms, pool))
        }
        _ => false,
    }
}

/// Sorts elements; `false` if two are equal.
fn sorts(items: &mut [Concrete]) -> bool {
    items.sort();
    items.windows(2).all(|pair| pair[0] != pair[1])
}
