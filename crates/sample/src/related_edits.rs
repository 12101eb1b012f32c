//! Edits of several parts at once that keep them related: the same element is inserted into input and output, and numbers
//! that refer to positions move with the elements.

use fastrand::Rng;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::{Editor, parts};
use crate::positions::{remove_with_positions, shift};
use crate::sites::{Path, get_mut, remove};

impl Editor<'_> {
    /// Inserts a new element into one container, and the same or something made of it into others.
    pub(crate) fn insert_related(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let containers = self.containers(pair);
        let (path, domain) = containers.get(random.usize(0..containers.len().max(1)))?;
        let (Domain::List { element, .. } | Domain::Unordered { element, .. } | Domain::Set { element, .. }) = domain
        else {
            return self.insert(pair, path, domain, &[], random);
        };
        let new = self.new_value(element, pair, &[], random);
        let preferred = parts(&new);
        let (Concrete::List(items) | Concrete::Set { elements: items, .. }) = get_mut(pair, path)? else { return None };
        let place = if random.u32(0..3) == 0 {
            items.partition_point(|item| *item < new)
        } else {
            random.usize(0..=items.len())
        };
        items.insert(place, new);
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

    /// Deletes an element of one container, and the same or a part of it from others.
    pub(crate) fn remove_related(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let containers = self.containers(pair);
        let (path, _) = containers.get(random.usize(0..containers.len().max(1)))?;
        let value = get_mut(pair, path)?;
        let position = random.usize(0..value.len().filter(|number| *number > 0)?);
        let taken = match &*value {
            Concrete::List(items) | Concrete::Set { elements: items, .. } => items[position].clone(),
            Concrete::Dict(entries) => entries[position].0.clone(),
            _ => return None,
        };
        let first = path[0];
        remove(value, position);
        let gone = parts(&taken);
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

    /// Inserts one or two elements into a list. Numbers elsewhere that refer to later positions are shifted, and something
    /// that mentions the new positions may be inserted.
    pub(crate) fn insert_with_positions(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
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
            let positions: Vec<Concrete> = (start..last).map(Concrete::Int).collect();
            return self.insert_mention(pair, param, &positions, random);
        }
        Some(())
    }

    /// Inserts something made of these numbers into a container of another parameter.
    pub(crate) fn insert_mention(
        &self,
        pair: &mut [Concrete],
        param: usize,
        numbers: &[Concrete],
        random: &mut Rng,
    ) -> Option<()> {
        let others: Vec<(Path, &Domain)> =
            self.containers(pair).into_iter().filter(|(path, _)| path[0] != param).collect();
        let (path, domain) = others.get(random.usize(0..others.len().max(1)))?;
        self.insert(pair, path, domain, numbers, random)
    }

    /// The reverse of [`Self::insert_with_positions`].
    pub(crate) fn remove_with_positions(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let param = random.usize(0..pair.len());
        let number = random.usize(1..=2);
        let first = random.usize(0..pair[param].len().filter(|length| *length > 0)?);
        remove_with_positions(pair, param, first, number)
    }
}
