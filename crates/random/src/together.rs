//! Edits of several places at once, which keep them related: the same element into input and output, positions that move
//! with what stands there, a row and a column of every list of lists.

use compile::Concrete;
use fastrand::Rng;
use lang::scope::Domain;

use crate::edits::{Editor, fits, parts};
use crate::indices::{shift, take_number, take_positions};
use crate::sites::{Path, get_mut, length, remove};

impl<'s> Editor<'s> {
    /// Inserts something new into one container, and into others the same or something made of it.
    pub(crate) fn put_into_several(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let containers = self.containers(pair);
        let (path, domain) = containers.get(random.usize(0..containers.len().max(1)))?;
        let (Domain::List { element, .. } | Domain::Unordered { element, .. } | Domain::Set { element, .. }) = domain
        else {
            return self.insert(pair, path, domain, &[], random);
        };
        let new = self.new_value(element, pair, &[], random);
        let mut preferred = Vec::new();
        parts(&new, &mut preferred);
        let (Concrete::List(items) | Concrete::Set { elements: items, .. }) = get_mut(pair, path)? else { return None };
        items.insert(random.usize(0..=items.len()), new);
        let mut params: Vec<usize> = (0..pair.len()).filter(|param| *param != path[0]).collect();
        random.shuffle(&mut params);
        params.truncate(random.usize(1..=params.len().max(1)));
        for param in params {
            for _ in 0..=random.usize(0..2) {
                let inside: Vec<(Path, &Domain)> =
                    self.containers(pair).into_iter().filter(|(path, _)| path[0] == param).collect();
                let Some((path, domain)) = inside.get(random.usize(0..inside.len().max(1))) else { continue };
                self.insert(pair, path, domain, &preferred, random)?;
            }
        }
        Some(())
    }

    /// Deletes from several containers, the same where possible.
    pub(crate) fn take_from_several(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let containers = self.containers(pair);
        let (path, _) = containers.get(random.usize(0..containers.len().max(1)))?;
        let value = get_mut(pair, path)?;
        let position = random.usize(0..length(value).filter(|number| *number > 0)?);
        let taken = match &*value {
            Concrete::List(items) | Concrete::Set { elements: items, .. } => items[position].clone(),
            Concrete::Dict(entries) => entries[position].0.clone(),
            _ => return None,
        };
        let first = path[0];
        remove(value, position);
        let mut gone = Vec::new();
        parts(&taken, &mut gone);
        for (path, _) in self.containers(pair).into_iter().filter(|(path, _)| path[0] != first) {
            let Some(value) = get_mut(pair, &path) else { continue };
            let same = match &*value {
                Concrete::List(items) | Concrete::Set { elements: items, .. } => {
                    items.iter().position(|item| gone.contains(item))
                }
                Concrete::Dict(entries) => entries.iter().position(|(key, _)| gone.contains(key)),
                _ => None,
            };
            if let Some(position) = same {
                remove(value, position);
            }
        }
        Some(())
    }

    /// Puts one or two elements into a list; numbers elsewhere that stand for later positions move on, and something
    /// that mentions the new positions may come in.
    pub(crate) fn put_positions(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let param = random.usize(0..pair.len());
        let Domain::List { element, .. } = &self.scope.params[param] else { return None };
        let number = random.usize(1..=2);
        let new: Vec<Concrete> = (0..number).map(|_| self.new_value(element, pair, &[], random)).collect();
        let Concrete::List(items) = &mut pair[param] else { return None };
        let first = random.usize(0..=items.len());
        items.splice(first..first, new);
        let start = i64::try_from(first).ok()?;
        let last = start + i64::try_from(number).ok()?;
        for (other, value) in pair.iter_mut().enumerate() {
            if other != param {
                shift(value, start, last - start);
            }
        }
        if random.u32(0..4) > 0 {
            let others: Vec<(Path, &Domain)> =
                self.containers(pair).into_iter().filter(|(path, _)| path[0] != param).collect();
            let (path, domain) = others.get(random.usize(0..others.len().max(1)))?;
            let positions: Vec<Concrete> = (start..last).map(Concrete::Int).collect();
            self.insert(pair, path, domain, &positions, random)?;
        }
        Some(())
    }

    /// The reverse of [`Self::put_positions`].
    pub(crate) fn take_positions(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let param = random.usize(0..pair.len());
        let number = random.usize(1..=2);
        let first = random.usize(0..length(&pair[param]).filter(|length| *length > 0)?);
        take_positions(pair, param, first, number)
    }

    /// A list of lists gets a row and each of its rows a cell, and so do all lists of lists of the pair.
    pub(crate) fn put_across(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let mut any = false;
        let shared = self.inner_list().map(|domain| match self.next_number(pair) {
            Some(next) if random.u32(0..4) > 0 => next,
            _ => self.new_value(domain, pair, &[], random),
        });
        for (param, domain) in self.scope.params.iter().enumerate() {
            let Domain::List { element, .. } = domain else { continue };
            let Domain::List { element: cell, max } = &**element else { continue };
            let Concrete::List(rows) = &pair[param] else { continue };
            let mut rows = rows.clone();
            let width = rows.iter().filter_map(length).max().unwrap_or(0);
            for row in &mut rows {
                let new = shared.clone().filter(|value| fits(cell, value));
                let new = new.unwrap_or_else(|| self.new_value(cell, pair, &[], random));
                let Concrete::List(cells) = row else { continue };
                cells.insert(random.usize(0..=cells.len()), new);
            }
            let mut row = match rows.get(random.usize(0..rows.len().max(1))) {
                Some(Concrete::List(cells)) => cells.clone(),
                _ => (0..=width.min(max.saturating_sub(1))).map(|_| self.new_value(cell, pair, &[], random)).collect(),
            };
            random.shuffle(&mut row);
            rows.insert(random.usize(0..=rows.len()), Concrete::List(row));
            pair[param] = Concrete::List(rows);
            any = true;
        }
        if !any {
            return self.put_into_several(pair, random);
        }
        // What is no list of lists may have to speak of the new row.
        let preferred: Vec<Concrete> = shared.into_iter().collect();
        for (path, domain) in self.containers(pair) {
            if path.len() == 1 && !is_nested(domain) && random.u32(0..3) > 0 {
                self.insert(pair, &path, domain, &preferred, random)?;
            }
        }
        Some(())
    }

    /// How many rows the longest list of lists has: the number of the next one.
    fn next_number(&self, pair: &[Concrete]) -> Option<Concrete> {
        let nested = self.scope.params.iter().zip(pair).filter(|(domain, _)| is_nested(domain));
        let rows = nested.filter_map(|(_, value)| length(value)).max()?;
        Some(Concrete::Int(i64::try_from(rows).ok()?))
    }

    /// The reverse of [`Self::put_across`].
    pub(crate) fn take_across(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        if random.bool() {
            let nested: Vec<usize> = (0..pair.len()).filter(|param| is_nested(&self.scope.params[*param])).collect();
            let rows = nested.iter().filter_map(|param| length(&pair[*param])).max().filter(|rows| *rows > 0)?;
            return take_number(pair, &nested, random.usize(0..rows));
        }
        let place = random.usize(..);
        let value = self.inner_list().map(|domain| self.new_value(domain, pair, &[], random));
        let mut any = false;
        for (param, domain) in self.scope.params.iter().enumerate() {
            if !is_nested(domain) {
                continue;
            }
            any |= across(&mut pair[param], place, value.as_ref()).is_some();
        }
        if any { Some(()) } else { self.take_from_several(pair, random) }
    }

    /// What the first list of lists holds.
    fn inner_list(&self) -> Option<&'s Domain> {
        self.scope.params.iter().find_map(|domain| match domain {
            Domain::List { element, .. } => match &**element {
                Domain::List { element, .. } => Some(&**element),
                _ => None,
            },
            _ => None,
        })
    }
}

/// Takes a row out of a list of lists and this value out of each of the others, or the cell in the row's place.
pub(crate) fn across(value: &mut Concrete, place: usize, gone: Option<&Concrete>) -> Option<()> {
    let Concrete::List(rows) = value else { return None };
    let number = Some(rows.len()).filter(|number| *number > 0)?;
    rows.remove(place % number);
    for row in rows {
        let Concrete::List(cells) = row else { return None };
        let position = gone.and_then(|gone| cells.iter().position(|cell| cell == gone)).unwrap_or(place % number);
        if position < cells.len() {
            cells.remove(position);
        }
    }
    Some(())
}

/// A list of lists.
pub(crate) fn is_nested(domain: &Domain) -> bool {
    matches!(domain, Domain::List { element, .. } if matches!(**element, Domain::List { .. }))
}
