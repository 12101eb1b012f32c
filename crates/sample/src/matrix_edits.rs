//! Edits of all lists of lists of a pair at once: a row and a column are inserted, removed or swapped.
//!
//! Matrices are where single edits fail: a grid with one longer row is usually not valid, and input and output often have the
//! same shape. So every list of lists changes together, and numbers that refer to rows change with them.

use fastrand::Rng;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::{Editor, fits};
use crate::positions::{remove_row_number, shift};

impl<'s> Editor<'s> {
    /// Inserts a row into every list of lists of the pair, and a cell into each of its rows.
    pub(crate) fn insert_row_and_column(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
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
            let width = rows.iter().filter_map(Concrete::len).max().unwrap_or(0);
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
            return self.insert_related(pair, random);
        }
        // Other parameters may have to mention the new row.
        let preferred: Vec<Concrete> = shared.into_iter().collect();
        for (path, domain) in self.containers(pair) {
            if path.len() == 1 && !is_nested(domain) && random.u32(0..3) > 0 {
                self.insert(pair, &path, domain, &preferred, random)?;
            }
        }
        Some(())
    }

    /// Extends the leading square of every list of lists by a row and a column. One cell of each row and column moves there,
    /// and a number takes its place. If all rows and columns contained the same numbers, or had the same sum, they still do.
    pub(crate) fn insert_diagonal(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        let nested = self.scope.params.iter().zip(&*pair).filter(|(domain, _)| is_nested(domain));
        let sizes: Vec<usize> = nested.filter_map(|(_, value)| value.len()).collect();
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
            // Cells that may be `None` are `None` in half of the cases.
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
            let width = rows.iter().filter_map(Concrete::len).max().unwrap_or(1);
            last.truncate(width);
            let last = last.into_iter().map(|cell| cell.unwrap_or_else(&mut new)).collect();
            rows.insert(size.min(rows.len()), Concrete::List(last));
        }
        Some(())
    }

    /// Swaps two rows, or two columns, of every list of lists.
    pub(crate) fn swap_rows_or_columns(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
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

    /// The number of rows of the longest list of lists.
    fn rows(&self, pair: &[Concrete]) -> Option<usize> {
        let nested = self.scope.params.iter().zip(pair).filter(|(domain, _)| is_nested(domain));
        nested.filter_map(|(_, value)| value.len()).max()
    }

    /// The number of a new row: the next one, counted from zero or one, or an earlier one, which shifts the later ones.
    fn new_number(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<Concrete> {
        let rows = i64::try_from(self.rows(pair)?).ok()?;
        if random.bool() {
            return Some(Concrete::Int(rows + i64::from(random.bool())));
        }
        let number = random.i64(0..=rows);
        pair.iter_mut().for_each(|value| shift(value, number, 1));
        Some(Concrete::Int(number))
    }

    /// The reverse of [`Self::insert_row_and_column`].
    pub(crate) fn remove_row_and_column(&self, pair: &mut [Concrete], random: &mut Rng) -> Option<()> {
        if random.bool() {
            let nested: Vec<usize> = (0..pair.len()).filter(|param| is_nested(&self.scope.params[*param])).collect();
            let rows = nested.iter().filter_map(|param| pair[*param].len()).max().filter(|rows| *rows > 0)?;
            return remove_row_number(pair, &nested, random.usize(0..rows));
        }
        let place = random.usize(..);
        let value = self.inner_list().map(|domain| self.new_value(domain, pair, &[], random));
        let mut any = false;
        for (param, domain) in self.scope.params.iter().enumerate() {
            if !is_nested(domain) {
                continue;
            }
            any |= remove_row_and_cells(&mut pair[param], place, value.as_ref()).is_some();
        }
        if any { Some(()) } else { self.remove_related(pair, random) }
    }

    /// The domain of the cells of the first list of lists.
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

/// Removes a row of a list of lists, and from each other row this value, or the cell at the row's position.
pub(crate) fn remove_row_and_cells(value: &mut Concrete, place: usize, gone: Option<&Concrete>) -> Option<()> {
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

/// Whether values of a domain are lists of lists.
pub(crate) fn is_nested(domain: &Domain) -> bool {
    matches!(domain, Domain::List { element, .. } if matches!(**element, Domain::List { .. }))
}
