//! Builds values part by part, and drops partial values that no completion can make valid.
//!
//! Conditions such as "every list is a permutation" or "the grid is a Latin square" hold for so few values that drawing and
//! rejecting finds none, and for too many to list all candidates. But most violations show in a
//! part of the value: two equal cells are enough to rule out a permutation.
//!
//! So a value is built in stages: the length of a list, then its cells; each possible element of a set, in or out. After
//! each stage the conditions are simulated with the remaining bits unknown ([`Ternary`]). A partial value under which some
//! condition is certainly false is dropped, with all its completions. This is constraint propagation by three-valued
//! simulation: weaker than a solver, but it treats 512 partial values at once, and it needs no solver, which keeps the two
//! engines independent.

use circuit::Lit;
use fastrand::Rng;

use crate::block::{LANES, Lanes, first, lanes};
use crate::rows::{Bit, RowKind, Rows, is_set, set};
use crate::ternary::Ternary;

/// The greatest number of values that are listed in one stage.
const MOST_IN_STAGE: usize = 1 << 12;

/// The order of the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceOrder {
    /// The length of a list, then its cells, then the next list.
    InTurn,
    /// First the lengths of all lists that always exist.
    LengthsFirst,
}

/// One choice.
struct Stage<'a> {
    /// The stage depends only on lengths.
    early: bool,
    /// There is something to choose only if this bit is set.
    guard: Bit,
    choice: Choice<'a>,
}

enum Choice<'a> {
    OneOf(Vec<Bit>),
    Length(Vec<Bit>),
    Member { bit: Bit, before: Vec<Bit>, most: usize },
    Any(&'a Rows),
}

/// What to do if there are too many partial values.
pub(crate) enum Excess<'a> {
    GiveUp,
    /// Continue with a random selection.
    Choose(&'a mut Rng),
}

/// All rows of these places that may satisfy the conditions, one after the other; rows that leave no bit of a condition
/// unknown do satisfy it. `None` if more than `most` partial rows arise and `excess` says to give up.
pub(crate) fn narrow(
    places: &[&Rows],
    width: usize,
    ternary: &mut Ternary,
    conditions: &[Lit],
    most: usize,
    mut excess: Excess<'_>,
    order: ChoiceOrder,
) -> Option<Vec<u64>> {
    let mut stages = Vec::new();
    for place in places {
        collect(place, None, true, &mut stages)?;
    }
    if order == ChoiceOrder::LengthsFirst {
        stages.sort_by_key(|stage| !(stage.early && matches!(stage.choice, Choice::Length(_))));
    }
    let mut known = vec![0; width];
    let mut rows = vec![0; width];
    for stage in &stages {
        stage.bits().into_iter().for_each(|bit| set(&mut known, Some(bit)));
        let mut filter = Filter { ternary: &mut *ternary, conditions, known: &known, width, kept: Vec::new() };
        let mut waiting = Vec::with_capacity(LANES * width);
        for row in rows.chunks(width) {
            stage.expand(row, &mut |longer| {
                waiting.extend_from_slice(longer);
                if waiting.len() == LANES * width {
                    filter.pass(&waiting);
                    waiting.clear();
                }
            });
            if filter.kept.len() > most * width && matches!(excess, Excess::GiveUp) {
                return None;
            }
        }
        filter.pass(&waiting);
        rows = filter.kept;
        if let Excess::Choose(random) = &mut excess {
            rows = some(&rows, width, most, random);
        }
    }
    (rows.len() <= most * width).then_some(rows)
}

/// At most `most` of the rows, in their order, all equally likely.
fn some(rows: &[u64], width: usize, most: usize, random: &mut Rng) -> Vec<u64> {
    let (mut left, mut wanted) = (rows.len() / width, most);
    if left <= wanted {
        return rows.to_vec();
    }
    let mut chosen = Vec::with_capacity(most * width);
    for row in rows.chunks(width) {
        if random.usize(0..left) < wanted {
            chosen.extend_from_slice(row);
            wanted -= 1;
        }
        left -= 1;
    }
    chosen
}

struct Filter<'a> {
    ternary: &'a mut Ternary,
    conditions: &'a [Lit],
    known: &'a [u64],
    width: usize,
    kept: Vec<u64>,
}

impl Filter<'_> {
    fn pass(&mut self, rows: &[u64]) {
        if self.conditions.is_empty() {
            self.kept.extend_from_slice(rows);
            return;
        }
        self.ternary.run(rows, self.known);
        let mut open: Lanes = first(rows.len() / self.width);
        for condition in self.conditions {
            let can = self.ternary.can_hold(*condition);
            open = std::array::from_fn(|word| open[word] & can[word]);
        }
        for lane in lanes(open) {
            self.kept.extend_from_slice(&rows[lane * self.width..][..self.width]);
        }
    }
}

fn collect<'a>(rows: &'a Rows, guard: Bit, early: bool, stages: &mut Vec<Stage<'a>>) -> Option<()> {
    let stage = |choice: Choice<'a>| Stage { early, guard, choice };
    match &rows.kind {
        RowKind::Listed(bits) => stages.push(stage(Choice::OneOf(bits.clone()))),
        RowKind::Bits(_) | RowKind::Dict { .. } | RowKind::Union { .. } | RowKind::Trees { .. } => {
            rows.count.at_most(MOST_IN_STAGE)?;
            stages.push(stage(Choice::Any(rows)));
        }
        RowKind::Optional { some, none, inner, .. } => {
            stages.push(stage(Choice::OneOf(vec![*none, *some])));
            collect(inner, *some, false, stages)?;
        }
        RowKind::CircuitParts(parts) => parts.iter().try_for_each(|part| collect(part, guard, early, stages))?,
        RowKind::List { cells, .. } => {
            stages.push(stage(Choice::Length(cells.iter().map(|(there, _)| *there).collect())));
            cells.iter().try_for_each(|(there, cell)| collect(cell, *there, early, stages))?;
        }
        RowKind::Subset { elements, sizes } => {
            let most = sizes.counts.len() - 1;
            for (position, bit) in elements.iter().enumerate() {
                stages.push(stage(Choice::Member { bit: *bit, before: elements[..position].to_vec(), most }));
            }
        }
    }
    Some(())
}

impl Stage<'_> {
    /// The bits that are known after the choice.
    fn bits(&self) -> Vec<usize> {
        match &self.choice {
            Choice::OneOf(bits) | Choice::Length(bits) => bits.iter().flatten().copied().collect(),
            Choice::Member { bit, .. } => bit.iter().copied().collect(),
            Choice::Any(rows) => {
                let mut bits = Vec::new();
                rows.bits(&mut bits);
                bits
            }
        }
    }

    fn expand(&self, row: &[u64], visit: &mut dyn FnMut(&[u64])) {
        if self.guard.is_some_and(|guard| !is_set(row, guard)) {
            return visit(row);
        }
        let mut longer = row.to_vec();
        match &self.choice {
            Choice::OneOf(bits) => {
                for bit in bits {
                    longer.copy_from_slice(row);
                    set(&mut longer, *bit);
                    visit(&longer);
                }
            }
            Choice::Length(cells) => {
                visit(&longer);
                for there in cells {
                    set(&mut longer, *there);
                    visit(&longer);
                }
            }
            Choice::Member { bit, before, most } => {
                visit(&longer);
                if before.iter().flatten().filter(|bit| is_set(row, **bit)).count() < *most {
                    set(&mut longer, *bit);
                    visit(&longer);
                }
            }
            Choice::Any(rows) => {
                for rank in 0..rows.count.exact.unwrap_or(0) {
                    longer.copy_from_slice(row);
                    rows.unrank(rank, &mut longer);
                    visit(&longer);
                }
            }
        }
    }
}
