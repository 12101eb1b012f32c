//! Random edits of pairs: insert, delete, duplicate, swap, move, replace, relabel, and edits of several parts at once.
//!
//! Most random changes of a pair leave its bucket: an inserted element breaks a permutation, a deleted one leaves a dangling
//! index. So new values are often copies of values elsewhere in the pair, which keeps the output related to the input; and
//! there are compound edits for the relations that problems typically have: the same element in input and output
//! (`related_edits`), numbers that refer to positions (`positions`), repetition (`repeat_edits`), rows and columns of matrices
//! (`matrix_edits`), and entries that point to each other (`link_edits`).
//!
//! Invariant: the edited pair lies inside the scope. Guarded by `tests/walking.rs`.

use std::collections::BTreeSet;

use fastrand::Rng;
use lang::problem::AtomId;
use lang::scope::{Domain, Scope};
use pairs::Concrete;

use crate::matrix_edits::is_nested;
use crate::sites::{Path, get, get_mut, remove, sites, tidy};
use crate::space::Space;

/// The number of kinds of edits that are tried before giving up.
const TRIES: usize = 3;

/// The effect on the size that is wanted of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    Grow,
    Shrink,
    Either,
}

/// Edits pairs of one scope.
#[derive(Debug)]
pub struct Editor<'s> {
    pub(crate) scope: &'s Scope,
}

impl<'s> Editor<'s> {
    pub fn new(scope: &'s Scope) -> Self {
        Self { scope }
    }

    pub fn scope(&self) -> &'s Scope {
        self.scope
    }

    /// The pair after one random edit; `None` if the edit leaves the scope or changes nothing.
    pub fn edit(&self, pair: &[Concrete], lean: Lean, random: &mut Rng) -> Option<Vec<Concrete>> {
        let mut edited = pair.to_vec();
        let rounds = if random.u32(0..5) == 0 { 2 } else { 1 };
        for _ in 0..rounds {
            // Many kinds of edits do not apply to every pair: then another one is tried.
            edited = (0..TRIES).find_map(|_| {
                let mut next = edited.clone();
                self.once(&mut next, lean, random).map(|()| next)
            })?;
        }
        tidy(self.scope, edited).filter(|edited| *edited != pair)
    }

    fn once(&self, pair: &mut [Concrete], lean: Lean, random: &mut Rng) -> Option<()> {
        let nested = self.scope.params.iter().any(is_nested);
        let linked = self.has_links();
        // Of two edits, one is of trees.
        if self.has_nodes() && random.bool() && lean != Lean::Shrink {
            return self.edit_tree(pair, random);
        }
        match (random.u32(0..30), lean) {
            (11..=15, Lean::Shrink) if linked => self.remove_linked(pair, random),
            (11..=15, _) if linked => self.insert_linked(pair, random),
            (0..=6, _) => self.edit_one_part(pair, lean, random),
            (7, _) => self.relabel(pair, random),
            (8, _) => self.renumber(pair, random),
            (9 | 10, Lean::Shrink) => self.remove_with_positions(pair, random),
            (9 | 10, _) => self.insert_with_positions(pair, random),
            (11..=16, Lean::Shrink) => self.remove_related(pair, random),
            (11..=16, _) => self.insert_related(pair, random),
            (17 | 18, Lean::Shrink) => self.remove_row_and_column(pair, random),
            (17 | 18, _) => self.insert_row_and_column(pair, random),
            (19 | 20, _) if nested && lean != Lean::Shrink => self.insert_diagonal(pair, random),
            (21, _) if nested => self.swap_rows_or_columns(pair, random),
            (22, _) => self.add_numbers(pair, random),
            (23, _) => self.transfer_amount(pair, random),
            (24, _) => self.scale(pair, random),
            (_, Lean::Shrink) => self.remove_with_positions(pair, random),
            (25, _) => self.duplicate_in_place(pair, random),
            _ => self.repeat_slice(pair, random),
        }
    }

    /// The pair after a random edit of one part.
    pub fn edit_one_place(&self, pair: &[Concrete], lean: Lean, random: &mut Rng) -> Option<Vec<Concrete>> {
        let mut edited = pair.to_vec();
        self.edit_one_part(&mut edited, lean, random)?;
        tidy(self.scope, edited).filter(|edited| *edited != pair)
    }

    /// The pair after one to three random edits of single parts of these parameters. Every other edit is of a whole list,
    /// set or dict, since there are fewer of these than of elements.
    pub fn edit_params(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<Vec<Concrete>> {
        let mut edited = pair.to_vec();
        for _ in 0..random.usize(1..=3) {
            let mut sites = sites(self.scope, &edited);
            let whole = random.bool();
            sites.retain(|(path, _)| path.first().is_some_and(|param| params.contains(param)));
            let containers: Vec<&(Path, &Domain)> = sites.iter().filter(|(_, domain)| is_container(domain)).collect();
            let site = if whole && !containers.is_empty() {
                containers[random.usize(0..containers.len())]
            } else {
                sites.get(random.usize(0..sites.len().max(1)))?
            };
            let (path, domain) = site.clone();
            self.edit_at(&mut edited, &path, domain, random)?;
        }
        tidy(self.scope, edited).filter(|edited| *edited != pair)
    }

    /// Edits one part.
    fn edit_one_part(&self, pair: &mut [Concrete], lean: Lean, random: &mut Rng) -> Option<()> {
        let sites = sites(self.scope, pair);
        let containers: Vec<&(Path, &Domain)> = sites
            .iter()
            .filter(|(path, domain)| is_container(domain) && get(pair, path).is_some_and(|v| v.len().is_some()))
            .collect();
        if lean != Lean::Either && !containers.is_empty() && random.u32(0..4) > 0 {
            let (path, domain) = containers[random.usize(0..containers.len())];
            return match lean {
                Lean::Grow => self.insert(pair, path, domain, &[], random),
                _ => {
                    let value = get_mut(pair, path)?;
                    let number = value.len().filter(|number| *number > 0)?;
                    remove(value, random.usize(0..number));
                    Some(())
                }
            };
        }
        let (path, domain) = &sites[random.usize(0..sites.len())];
        self.edit_at(pair, path, domain, random)
    }

    /// Edits the part at an address.
    fn edit_at(&self, pair: &mut [Concrete], path: &[usize], domain: &Domain, random: &mut Rng) -> Option<()> {
        let number = get(pair, path).and_then(Concrete::len);
        match (domain, number) {
            (_, Some(number)) if is_container(domain) => {
                if number == 0 || random.u32(0..4) == 0 {
                    return self.insert(pair, path, domain, &[], random);
                }
                let (one, other) = (random.usize(0..number), random.usize(0..number));
                let value = get_mut(pair, path)?;
                match (random.u32(0..4), value) {
                    (0, value) => remove(value, one),
                    (1, Concrete::List(items) | Concrete::Text(items)) => items.swap(one, other),
                    (1, Concrete::Dict(entries)) => entries.swap(one, other),
                    (2, Concrete::List(items) | Concrete::Text(items)) => {
                        let item = items.remove(one);
                        items.insert(other, item);
                    }
                    (_, Concrete::List(items) | Concrete::Text(items)) => items.insert(other, items[one].clone()),
                    (_, value) => remove(value, one),
                }
            }
            (Domain::Int { .. }, _) if random.bool() => {
                let Concrete::Int(number) = get_mut(pair, path)? else { return None };
                *number = number.checked_add(if random.bool() { 1 } else { -1 })?;
            }
            _ => {
                let new = self.new_value(domain, pair, &[], random);
                *get_mut(pair, path)? = new;
            }
        }
        Some(())
    }

    /// Inserts a new element, made of these values where they fit.
    pub(crate) fn insert(
        &self,
        pair: &mut [Concrete],
        path: &[usize],
        domain: &Domain,
        preferred: &[Concrete],
        random: &mut Rng,
    ) -> Option<()> {
        match domain {
            Domain::List { element, .. }
            | Domain::Text { element, .. }
            | Domain::Unordered { element, .. }
            | Domain::Set { element, .. } => {
                let new = self.new_value(element, pair, preferred, random);
                let (Concrete::List(items) | Concrete::Text(items) | Concrete::Set { elements: items, .. }) =
                    get_mut(pair, path)?
                else {
                    return None;
                };
                // A sorted list may have to stay sorted.
                let place = match random.u32(0..3) {
                    0 => items.partition_point(|item| *item < new),
                    _ => random.usize(0..=items.len()),
                };
                items.insert(place, new);
            }
            Domain::Dict { key, value, .. } => {
                let (key, value) =
                    (self.new_value(key, pair, preferred, random), self.new_value(value, pair, preferred, random));
                let Concrete::Dict(entries) = get_mut(pair, path)? else { return None };
                entries.insert(random.usize(0..=entries.len()), (key, value));
            }
            _ => return None,
        }
        Some(())
    }

    /// A value: one of those preferred, a copy from the pair, a new one, or a mixture.
    pub(crate) fn new_value(
        &self,
        domain: &Domain,
        pair: &[Concrete],
        preferred: &[Concrete],
        random: &mut Rng,
    ) -> Concrete {
        if !preferred.is_empty() && random.u32(0..4) > 0 {
            let fitting: Vec<&Concrete> = preferred.iter().filter(|value| fits(domain, value)).collect();
            if !fitting.is_empty() {
                return fitting[random.usize(0..fitting.len())].clone();
            }
        }
        if random.u32(0..4) < if preferred.is_empty() { 2 } else { 1 } {
            let sites = sites(self.scope, pair);
            let alike: Vec<&Path> = sites.iter().filter(|(_, own)| *own == domain).map(|(path, _)| path).collect();
            if !alike.is_empty()
                && let Some(copy) = get(pair, alike[random.usize(0..alike.len())])
            {
                return copy.clone();
            }
        }
        let parts = |domains: &[Domain], random: &mut Rng| -> Vec<Concrete> {
            // In the given order, or in any order.
            let fits = |(part, value): (&Domain, &Concrete)| fits(part, value);
            if domains.len() == preferred.len() && domains.iter().zip(preferred).all(fits) && random.bool() {
                return preferred.to_vec();
            }
            domains.iter().map(|part| self.new_value(part, pair, preferred, random)).collect()
        };
        match domain {
            Domain::Tuple(domains) => Concrete::Tuple(parts(domains, random)),
            Domain::Record { record, fields } => Concrete::Record(*record, parts(fields, random)),
            Domain::Optional(inner) if random.u32(0..4) > 0 => self.new_value(inner, pair, preferred, random),
            Domain::Optional(_) => Concrete::None,
            Domain::List { element, max } => {
                let number = random.usize(0..=(*max).min(3));
                Concrete::List((0..number).map(|_| self.new_value(element, pair, preferred, random)).collect())
            }
            Domain::Text { element, max } => {
                let number = random.usize(0..=(*max).min(3));
                Concrete::Text((0..number).map(|_| self.new_value(element, pair, preferred, random)).collect())
            }
            Domain::Set { element, max, frozen } => {
                let number = random.usize(0..=(*max).min(3));
                let elements: BTreeSet<Concrete> =
                    (0..number).map(|_| self.new_value(element, pair, preferred, random)).collect();
                Concrete::set(elements.into_iter().collect(), *frozen)
            }
            Domain::Union(alternatives) => match alternatives.get(random.usize(0..alternatives.len().max(1))) {
                Some(alternative) => self.new_value(alternative, pair, preferred, random),
                None => Concrete::None,
            },
            Domain::Node(classes) => self.some_node(classes, pair, random).unwrap_or(Concrete::None),
            other => Space::new(other, &self.scope.atoms).draw(random),
        }
    }

    /// Renames an atom, everywhere or in one parameter.
    fn relabel(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let mut known = BTreeSet::new();
        pair.iter().for_each(|value| {
            value.visit_atoms(&mut |ty, id| {
                known.insert((ty, id));
            });
        });
        let known: Vec<(AtomId, u32)> = known.into_iter().collect();
        let (ty, from) = *known.get(random.usize(0..known.len().max(1)))?;
        let to = u32::try_from(random.usize(0..*self.scope.atoms.get(usize::from(ty.0))?)).ok()?;
        let exchange = random.bool();
        let rename = |(own, id): (AtomId, u32)| match id {
            id if own == ty && id == from => to,
            id if own == ty && id == to && exchange => from,
            id => id,
        };
        let only = if random.bool() { None } else { Some(random.usize(0..pair.len())) };
        for (param, value) in pair.iter_mut().enumerate() {
            if only.is_none_or(|only| only == param) {
                *value = value.rename(&rename);
            }
        }
        Some(())
    }

    /// Replaces a number wherever it occurs, or shifts all larger numbers with it.
    fn renumber(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let sites = sites(self.scope, pair);
        let ints: Vec<(Path, i64, &Domain)> = sites
            .into_iter()
            .filter_map(|(path, domain)| match get(pair, &path) {
                Some(Concrete::Int(number)) => Some((path.clone(), *number, domain)),
                _ => None,
            })
            .collect();
        let (_, from, domain) = ints.get(random.usize(0..ints.len().max(1)))?;
        let Domain::Int { low, high } = domain else { return None };
        let to = random.i64(*low..=*high);
        let move_all = random.bool();
        for (path, number, _) in &ints {
            if (move_all && number >= from) || number == from {
                *get_mut(pair, path)? = Concrete::Int(number + to - from);
            }
        }
        Some(())
    }

    pub(crate) fn containers(&self, pair: &[Concrete]) -> Vec<(Path, &'s Domain)> {
        let mut found = sites(self.scope, pair);
        found.retain(|(path, domain)| is_container(domain) && get(pair, path).is_some_and(|v| v.len().is_some()));
        found
    }
}

pub(crate) fn is_container(domain: &Domain) -> bool {
    matches!(
        domain,
        Domain::List { .. } | Domain::Text { .. } | Domain::Unordered { .. } | Domain::Set { .. } | Domain::Dict { .. }
    )
}

/// Whether a value has the type of a domain; bounds are checked later.
pub(crate) fn fits(domain: &Domain, value: &Concrete) -> bool {
    let all = |domains: &[Domain], values: &[Concrete]| {
        domains.len() == values.len() && domains.iter().zip(values).all(|(domain, value)| fits(domain, value))
    };
    match (domain, value) {
        (Domain::Atom(ty), Concrete::Atom(own, _)) => ty == own,
        (Domain::Int { low, high }, Concrete::Int(number)) => (low..=high).contains(&number),
        // The class of a node is checked later.
        (Domain::Bool, Concrete::Bool(_))
        | (Domain::Optional(_), Concrete::None)
        | (Domain::Node(_), Concrete::Node(..)) => true,
        (Domain::Literal(literals), value) => literals.iter().any(|literal| Concrete::from(literal) == *value),
        (Domain::Optional(inner) | Domain::Nodes { inner, .. }, value) => fits(inner, value),
        (Domain::Tuple(domains), Concrete::Tuple(values)) => all(domains, values),
        (Domain::Record { record, fields }, Concrete::Record(own, values)) => record == own && all(fields, values),
        (Domain::Union(alternatives), value) => alternatives.iter().any(|domain| fits(domain, value)),
        (Domain::List { element, .. } | Domain::Unordered { element, .. }, Concrete::List(items))
        | (Domain::Text { element, .. }, Concrete::Text(items))
        | (Domain::Set { element, .. }, Concrete::Set { elements: items, .. }) => {
            items.iter().all(|item| fits(element, item))
        }
        _ => false,
    }
}

/// A value and everything inside it.
pub(crate) fn parts(value: &Concrete) -> Vec<Concrete> {
    let mut parts = Vec::new();
    value.visit(&mut |part| parts.push(part.clone()));
    parts
}
