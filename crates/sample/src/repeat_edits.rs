//! Edits that repeat parts of a pair: an element next to itself, or a slice of a list together with everything that refers
//! to its positions; and edits that change several numbers consistently. A subproperty that holds of a pair often holds of
//! such a copy, so these edits lead to large pairs that single insertions cannot reach.

use fastrand::Rng;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::Editor;
use crate::positions::shift;
use crate::sites::{Path, get, get_mut, sites};

impl Editor<'_> {
    /// Repeats an element of a list next to itself, and in other lists that contain it.
    pub(crate) fn duplicate_in_place(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let mut lists = self.containers(pair);
        lists.retain(|(_, domain)| matches!(domain, Domain::List { .. }));
        let (path, _) = lists.get(random.usize(0..lists.len().max(1)))?;
        let Concrete::List(items) = get(pair, path)? else { return None };
        let element = items.get(random.usize(0..items.len().max(1)))?.clone();
        for (other, _) in &lists {
            // A list inside one that was changed may have moved.
            let Some(Concrete::List(items)) = get_mut(pair, other) else { continue };
            if other != path && random.u32(0..4) == 0 {
                continue;
            }
            if let Some(place) = items.iter().position(|item| *item == element) {
                items.insert(place, element.clone());
            }
        }
        Some(())
    }

    /// Repeats a slice of a list. Numbers elsewhere that refer to later positions are shifted; elements that refer only to
    /// positions in the slice are repeated for the copy.
    pub(crate) fn repeat_slice(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let param = random.usize(0..pair.len());
        let Domain::List { .. } = &self.scope.params[param] else { return None };
        let Concrete::List(items) = &mut pair[param] else { return None };
        let first = random.usize(0..items.len().max(1));
        let number = random.usize(1..=(items.len().checked_sub(first).filter(|rest| *rest > 0)?).min(4));
        let last = first + number;
        // Anywhere but inside the slice.
        let outside = random.usize(0..=items.len() - number);
        let place = if outside > first { outside + number } else { outside };
        let copy = items[first..last].to_vec();
        items.splice(place..place, copy);
        let slice = Slice { first: int(first)?, last: int(last)?, place: int(place)? };
        let mut repeated = false;
        for (other, value) in pair.iter_mut().enumerate() {
            if other != param {
                repeated |= slice.follow(value);
            }
        }
        if !repeated && random.u32(0..4) > 0 {
            let positions: Vec<Concrete> = (slice.place..).take(number).map(Concrete::Int).collect();
            return self.insert_mention(pair, param, &positions, random);
        }
        Some(())
    }

    /// Adds one number to another, and possibly one to a third: sums and counts stay consistent.
    pub(crate) fn add_numbers(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let numbers = self.numbers(pair);
        let mut any = || numbers.get(random.usize(0..numbers.len().max(1))).cloned();
        let ((sum, _), (part, _), (count, _)) = (any()?, any()?, any()?);
        let Some(Concrete::Int(part)) = get(pair, &part).cloned() else { return None };
        let sign = if random.bool() { 1 } else { -1 };
        add(pair, &sum, sign * part)?;
        if random.bool() { add(pair, &count, sign) } else { Some(()) }
    }

    /// Moves an amount from one number to another. In a matrix, the other two corners of the rectangle compensate, so that
    /// the sums of rows and columns stay.
    pub(crate) fn transfer_amount(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let numbers = self.numbers(pair);
        let (one, domain) = numbers.get(random.usize(0..numbers.len().max(1)))?;
        let alike: Vec<&Path> = numbers.iter().filter(|(_, own)| own == domain).map(|(path, _)| path).collect();
        let other = alike[random.usize(0..alike.len())];
        let by = if random.bool() { 1 } else { 2 };
        add(pair, one, by)?;
        add(pair, other, -by)?;
        // The other two corners of the rectangle.
        if let ([param, row, column], [own, other_row, other_column]) = (one.as_slice(), other.as_slice())
            && param == own
        {
            add(pair, &[*param, *row, *other_column], -by)?;
            add(pair, &[*param, *other_row, *column], by)?;
        }
        Some(())
    }

    /// Multiplies all numbers of some domains.
    pub(crate) fn scale(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let numbers = self.numbers(pair);
        let mut kinds: Vec<&Domain> = Vec::new();
        for (_, domain) in &numbers {
            if !kinds.contains(domain) {
                kinds.push(domain);
            }
        }
        kinds.retain(|_| random.u32(0..3) > 0);
        let factor = random.i64(2..=4);
        for (path, domain) in &numbers {
            if let (true, Concrete::Int(number)) = (kinds.contains(domain), get_mut(pair, path)?) {
                *number = number.checked_mul(factor)?;
            }
        }
        Some(())
    }

    /// The addresses of all numbers.
    fn numbers(&self, pair: &[Concrete]) -> Vec<(Path, &Domain)> {
        let mut found = sites(self.scope, pair);
        found.retain(|(path, domain)| {
            matches!(domain, Domain::Int { .. }) && matches!(get(pair, path), Some(Concrete::Int(_)))
        });
        found
    }
}

fn int(position: usize) -> Option<i64> {
    i64::try_from(position).ok()
}

fn add(pair: &mut [Concrete], path: &[usize], by: i64) -> Option<()> {
    let Concrete::Int(number) = get_mut(pair, path)? else { return None };
    *number = number.checked_add(by)?;
    Some(())
}

/// Positions `first..last`, of which a copy is inserted at `place`.
struct Slice {
    first: i64,
    last: i64,
    place: i64,
}

impl Slice {
    /// Adapts a value that refers to the list. Returns whether something was repeated for the copy.
    fn follow(&self, value: &mut Concrete) -> bool {
        match value {
            Concrete::List(items) | Concrete::Set { elements: items, .. } => {
                let mut copies = Vec::new();
                let (mut end, mut inside) = (items.len(), false);
                for (position, item) in items.iter_mut().enumerate() {
                    if item.len().is_none() && self.holds(item) {
                        let mut copy = item.clone();
                        shift(&mut copy, i64::MIN, self.place - self.first);
                        copies.push(copy);
                        end = position + 1;
                    }
                    inside |= self.follow(item);
                }
                let any = inside || !copies.is_empty();
                items.splice(end..end, copies);
                any
            }
            leaf if leaf.is_leaf() => {
                shift(leaf, self.place, self.last - self.first);
                false
            }
            other => other.children_mut().fold(false, |any, child| self.follow(child) | any),
        }
    }

    /// Whether a value refers to the slice and to no other position.
    fn holds(&self, value: &Concrete) -> bool {
        let (mut any, mut all) = (false, true);
        value.visit(&mut |leaf| {
            if let Concrete::Int(number) = leaf {
                any = true;
                all &= (self.first..self.last).contains(number);
            }
        });
        any && all
    }
}
