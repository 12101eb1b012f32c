//! Edits of all lists of lists of a pair at once: a row and a column come in or go, or change places.

use fastrand::Rng;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::{Editor, fits};
use crate::indices::{shift, take_number};
use crate::sites::length;

impl<'s> Editor<'s> {
    /// A list of lists gets a row and each of its rows a cell, and so do all lists of lists of the pair.
    pub(crate) fn put_across(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let mut any = false;
        let shared = self.inner_list().map(|domain| match self.new_number(pair, random) {
            Some(number) if random.u32(0..4) > 0 => number,
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

    /// A square at the beginning of every list of lists gets a row and a column. Cells of which each row and each column
    /// holds one move there, and a number takes their places: where all rows and columns hold the same numbers, or have
    /// the same sum, they still do.
    pub(crate) fn put_diagonal(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let nested = self.scope.params.iter().zip(&*pair).filter(|(domain, _)| is_nested(domain));
        let sizes: Vec<usize> = nested.filter_map(|(_, value)| length(value)).collect();
        let size = *sizes.get(random.usize(0..sizes.len().max(1)))?;
        let number = self.new_number(pair, random)?;
        let mut columns: Vec<usize> = (0..size).collect();
        random.shuffle(&mut columns);
        for (param, domain) in self.scope.params.iter().enumerate() {
            let Domain::List { element, .. } = domain else { continue };
            let (Domain::List { element: cell, .. }, Concrete::List(rows)) = (&**element, &mut pair[param]) else {
                continue;
            };
            let optional = matches!(**cell, Domain::Optional(_));
            // Where cells may be empty, the new ones may be.
            let mut new = || if optional && random.bool() { Concrete::None } else { number.clone() };
            let mut last = vec![None; size + 1];
            for (row, column) in rows.iter_mut().zip(&columns) {
                let Concrete::List(cells) = row else { continue };
                let mut moved = new();
                if let Some(cell) = cells.get_mut(*column) {
                    std::mem::swap(cell, &mut moved);
                }
                last[*column] = Some(moved.clone());
                cells.insert(size.min(cells.len()), moved);
            }
            let width = rows.iter().filter_map(length).max().unwrap_or(1);
            last.truncate(width);
            let last = last.into_iter().map(|cell| cell.unwrap_or_else(&mut new)).collect();
            rows.insert(size.min(rows.len()), Concrete::List(last));
        }
        Some(())
    }

    /// Two rows of every list of lists change places, or two columns, or two numbers.
    pub(crate) fn swap_across(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let rows = self.rows(pair).filter(|rows| *rows > 1)?;
        let (one, other) = (random.usize(0..rows), random.usize(0..rows));
        let of_rows = random.bool();
        for (param, value) in pair.iter_mut().enumerate() {
            let (true, Concrete::List(rows)) = (is_nested(&self.scope.params[param]), value) else { continue };
            if of_rows && one.max(other) < rows.len() {
                rows.swap(one, other);
            } else if !of_rows {
                for row in rows {
                    let Concrete::List(cells) = row else { continue };
                    if one.max(other) < cells.len() {
                        cells.swap(one, other);
                    }
                }
            }
        }
        Some(())
    }

    /// How many rows the longest list of lists has.
    fn rows(&self, pair: &[Concrete]) -> Option<usize> {
        let nested = self.scope.params.iter().zip(pair).filter(|(domain, _)| is_nested(domain));
        nested.filter_map(|(_, value)| length(value)).max()
    }

    /// The number of a new row: the next one, counted from zero or one, or an earlier one; then the later ones move on.
    fn new_number(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<Concrete> {
        let rows = i64::try_from(self.rows(pair)?).ok()?;
        if random.bool() {
            return Some(Concrete::Int(rows + i64::from(random.bool())));
        }
        let number = random.i64(0..=rows);
        pair.iter_mut().for_each(|value| shift(value, number, 1));
        Some(Concrete::Int(number))
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
