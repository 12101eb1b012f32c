//! Edits of dicts whose values mention keys: linked lists, trees, graphs.
//!
//! In such a dict an entry points to others, and something must point to it, so a new entry alone is useless. These edits
//! insert an entry together with its links: where `a` points to `b`, `a` then points to the new entry, and that one to `b`.
//! If there are several such dicts, such as memory before and after, the entry is inserted into the others too, usually
//! next to the same neighbors: a list and its reversal grow together. Removing an entry is the reverse.

use fastrand::Rng;
use lang::problem::AtomId;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::Editor;
use crate::sites::{Path, get, get_mut, sites};

/// A dict whose values mention its keys.
#[derive(Clone, Copy)]
struct LinkedDict<'s> {
    param: usize,
    key: AtomId,
    value: &'s Domain,
}

/// A place from which an entry can be pointed to.
struct Link {
    path: Path,
    /// The key of the entry that it is a part of; `None` if it is a parameter by itself.
    owner: Option<Concrete>,
}

impl<'s> Editor<'s> {
    /// Whether some dict has values that mention its keys.
    pub(crate) fn has_links(&self) -> bool {
        self.scope.params.iter().any(|domain| linked(domain).is_some())
    }

    /// Inserts an entry with the same key into dicts, between two others.
    pub(crate) fn insert_linked(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let mut dicts = self.linked_dicts();
        random.shuffle(&mut dicts);
        let key = dicts.first()?.key;
        let new = self.unused_key(pair, key, random)?;
        let mut inserted: Option<Concrete> = None;
        let mut neighbors: Vec<Concrete> = Vec::new();
        for dict in dicts.into_iter().filter(|dict| dict.key == key) {
            if inserted.is_some() && random.u32(0..8) == 0 {
                continue;
            }
            let links = self.links(pair, dict);
            let is_near = |link: &&Link| {
                let held = get(pair, &link.path).filter(|held| neighbors.contains(held));
                held.is_some() || link.owner.as_ref().is_some_and(|owner| neighbors.contains(owner))
            };
            let near: Vec<&Link> = links.iter().filter(is_near).collect();
            let link = match near.len() {
                number if number > 0 && random.u32(0..4) > 0 => near[random.usize(0..number)],
                _ => links.get(random.usize(0..links.len().max(1)))?,
            };
            let next = match get(pair, &link.path)? {
                Concrete::List(_) | Concrete::Set { .. } => Concrete::None,
                held => held.clone(),
            };
            if inserted.is_none() {
                neighbors.extend(link.owner.clone().into_iter().chain([next.clone()]));
                neighbors.retain(|neighbor| *neighbor != Concrete::None);
            }
            let model = inserted.take().unwrap_or_else(|| self.new_value(dict.value, pair, &[], random));
            let value = pointing_to(dict.value, &model, key, &next, random);
            point(get_mut(pair, &link.path)?, &new);
            let Concrete::Dict(entries) = &mut pair[dict.param] else { return None };
            entries.insert(random.usize(0..=entries.len()), (new.clone(), value.clone()));
            inserted = Some(value);
        }
        Some(())
    }

    /// Removes an entry from all dicts that have it. What pointed to it then points to where it pointed.
    pub(crate) fn remove_linked(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let dicts = self.linked_dicts();
        let first = dicts.get(random.usize(0..dicts.len().max(1)))?;
        let Concrete::Dict(entries) = &pair[first.param] else { return None };
        let gone = entries.get(random.usize(0..entries.len().max(1)))?.0.clone();
        let mut followers = Vec::new();
        for dict in dicts.iter().filter(|dict| dict.key == first.key) {
            let Concrete::Dict(entries) = &mut pair[dict.param] else { continue };
            let Some(position) = entries.iter().position(|(key, _)| *key == gone) else { continue };
            let (_, value) = entries.remove(position);
            let next = first_link(dict.value, &value, dict.key).filter(|next| *next != gone).unwrap_or(Concrete::None);
            entries.iter_mut().for_each(|(_, value)| redirect(value, &gone, &next));
            followers.push(next);
        }
        for (domain, value) in self.scope.params.iter().zip(pair) {
            if is_link(domain, first.key) && *value == gone {
                *value = followers.get(random.usize(0..followers.len().max(1)))?.clone();
            }
        }
        Some(())
    }

    fn linked_dicts(&self) -> Vec<LinkedDict<'s>> {
        let params = self.scope.params.iter().enumerate();
        params
            .filter_map(|(param, domain)| linked(domain).map(|(key, value)| LinkedDict { param, key, value }))
            .collect()
    }

    /// A key that no dict has, preferably one that occurs nowhere.
    fn unused_key(&self, pair: &[Concrete], ty: AtomId, random: &mut Rng) -> Option<Concrete> {
        let number = u32::try_from(*self.scope.atoms.get(usize::from(ty.0))?).ok()?;
        let is_key = |id: u32| {
            let has = |value: &Concrete| match value {
                Concrete::Dict(entries) => entries.iter().any(|(key, _)| *key == Concrete::Atom(ty, id)),
                _ => false,
            };
            pair.iter().any(has)
        };
        let occurs = |id: u32| pair.iter().any(|value| value.any(&|part| *part == Concrete::Atom(ty, id)));
        let free: Vec<u32> = (0..number).filter(|id| !is_key(*id)).collect();
        let unused: Vec<u32> = free.iter().copied().filter(|id| !occurs(*id)).collect();
        let choice = if unused.is_empty() { free } else { unused };
        choice.get(random.usize(0..choice.len().max(1))).map(|id| Concrete::Atom(ty, *id))
    }

    /// The links of a dict, and the parameters that are a link by themselves.
    fn links(&self, pair: &[Concrete], dict: LinkedDict<'_>) -> Vec<Link> {
        let mut found: Vec<Link> = Vec::new();
        for (path, domain) in sites(self.scope, pair) {
            // Entries have a key before each value.
            let is_own = path[0] == dict.param && path.get(1).is_some_and(|position| position % 2 == 1);
            let is_known = found.last().is_some_and(|link| link.path == path);
            if (is_own || path.len() == 1) && is_link(domain, dict.key) && !is_known {
                let owner = path.get(1).and_then(|position| get(pair, &[dict.param, position - 1]).cloned());
                found.push(Link { path, owner });
            }
        }
        found
    }
}

/// The type of the keys and the domain of the values of a dict whose values mention its keys.
fn linked(domain: &Domain) -> Option<(AtomId, &Domain)> {
    let Domain::Dict { key, value, .. } = domain else { return None };
    let Domain::Atom(ty) = **key else { return None };
    (links_in(value, ty) > 0).then_some((ty, &**value))
}

/// Whether a part of this domain points to an entry, or to several.
fn is_link(domain: &Domain, ty: AtomId) -> bool {
    let is_atom = |domain: &Domain| matches!(domain, Domain::Atom(own) if *own == ty);
    match domain {
        Domain::Optional(inner) => is_atom(inner),
        Domain::List { element, .. } | Domain::Unordered { element, .. } | Domain::Set { element, .. } => {
            is_atom(element)
        }
        other => is_atom(other),
    }
}

/// The number of links in a value of a dict.
fn links_in(domain: &Domain, ty: AtomId) -> usize {
    match domain {
        domain if is_link(domain, ty) => 1,
        Domain::Tuple(parts) | Domain::Record { fields: parts, .. } => {
            parts.iter().map(|part| links_in(part, ty)).sum()
        }
        _ => 0,
    }
}

/// A value like the model, of which one link points to something and the others to nothing, if they can.
fn pointing_to(domain: &Domain, model: &Concrete, ty: AtomId, target: &Concrete, random: &mut Rng) -> Concrete {
    let mut left = random.usize(0..links_in(domain, ty).max(1));
    with_link(domain, model, ty, target, &mut left)
}

/// `left`: how many links are left until the one that points to the target.
fn with_link(domain: &Domain, model: &Concrete, ty: AtomId, target: &Concrete, left: &mut usize) -> Concrete {
    if is_link(domain, ty) {
        let is_it = *left == 0;
        *left = left.wrapping_sub(1);
        let to = if is_it { target } else { &Concrete::None };
        let several: Vec<Concrete> = Some(to).filter(|to| **to != Concrete::None).cloned().into_iter().collect();
        return match (domain, model) {
            (Domain::List { .. } | Domain::Unordered { .. }, _) => Concrete::List(several),
            (Domain::Set { frozen, .. }, _) => Concrete::set(several, *frozen),
            (Domain::Atom(_), model) if !is_it => model.clone(),
            _ => to.clone(),
        };
    }
    let mut parts = |domains: &[Domain], items: &[Concrete]| -> Vec<Concrete> {
        domains.iter().zip(items).map(|(domain, item)| with_link(domain, item, ty, target, left)).collect()
    };
    match (domain, model) {
        (Domain::Tuple(domains), Concrete::Tuple(items)) => Concrete::Tuple(parts(domains, items)),
        (Domain::Record { fields, .. }, Concrete::Record(record, items)) => {
            Concrete::Record(*record, parts(fields, items))
        }
        (_, model) => model.clone(),
    }
}

/// Where the first link of a value points to.
fn first_link(domain: &Domain, value: &Concrete, ty: AtomId) -> Option<Concrete> {
    match (domain, value) {
        (domain, Concrete::List(items) | Concrete::Set { elements: items, .. }) if is_link(domain, ty) => {
            items.first().cloned()
        }
        (domain, value) if is_link(domain, ty) => Some(value.clone()),
        (Domain::Tuple(domains), Concrete::Tuple(items))
        | (Domain::Record { fields: domains, .. }, Concrete::Record(_, items)) => {
            domains.iter().zip(items).find_map(|(domain, item)| first_link(domain, item, ty))
        }
        _ => None,
    }
}

/// Lets a link point to something; one that points to several entries points to this one as well.
fn point(link: &mut Concrete, to: &Concrete) {
    match link {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => items.push(to.clone()),
        link => *link = to.clone(),
    }
}

/// Lets everything in a value that points to one entry point to another one.
fn redirect(value: &mut Concrete, from: &Concrete, to: &Concrete) {
    if value == from {
        *value = to.clone();
        return;
    }
    if let Concrete::List(items) | Concrete::Set { elements: items, .. } = value
        && (*to == Concrete::None || items.contains(to))
    {
        items.retain(|item| item != from);
    }
    value.children_mut().for_each(|part| redirect(part, from, to));
}
