//! Valid inputs, each as likely as any other if possible.
//!
//! A pair is only of interest if its input is valid, so inputs come first, and outputs are drawn for valid ones. There are
//! three methods, tried in this order:
//!
//! 1. *Enumerate.* Each parameter alone is narrowed to the values with which the preconditions can hold at all (`narrow`).
//!    If the combinations of the remaining values are few, all are simulated in bulk, and the valid ones are listed.
//! 2. *Reject.* Otherwise inputs are drawn from these combinations, all equally likely, and invalid ones are rejected.
//! 3. *Build.* If nearly all are rejected, inputs are built across all parameters at once.
//!
//! With the first two methods every valid input is equally likely. The third has a bias that cannot be avoided without
//! counting the valid completions of partial inputs; [`InputMethod::is_uniform`] says so, and no claim of uniformity is made
//! then. At the scopes of all bundled problems one of the first two applies.

use circuit::{Deadline, Lit};
use fastrand::Rng;
use lang::problem::Side;

use crate::block::{LANES, Lanes, RowBlock, first, lanes};
use crate::narrow::{ChoiceOrder, Excess, narrow};
use crate::rows::Rows;
use crate::simulated_problem::SimulatedProblem;
use crate::ternary::Ternary;

/// Parameters with more values are narrowed part by part.
const MOST_PLAIN: usize = 1 << 17;
/// The greatest number of values of one parameter that are listed.
const MOST_VALUES: usize = 1 << 18;
/// The greatest number of combinations that are tried, and of valid ones among them that are listed.
const MOST_COMBINATIONS: usize = 1 << 22;
const MOST_INPUTS: usize = 1 << 20;
/// The number of blocks that are drawn to estimate the share of valid inputs.
const TRIAL_BLOCKS: usize = 64;
/// If a smaller share of the inputs is valid, they are built instead.
const LEAST_ACCEPTED: f64 = 1.0 / 512.0;
/// The greatest number of inputs that are built.
const MOST_BUILT: usize = 1 << 14;

/// How valid inputs were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputMethod {
    /// All valid inputs were listed.
    Enumerated { valid: usize },
    /// Inputs were drawn, and this share of them was valid. 1 if no precondition can reject any.
    Rejection { acceptance: f64 },
    /// Valid inputs were built part by part. Some are likelier than others.
    Built { valid: usize },
}

impl InputMethod {
    /// Every valid input is equally likely.
    pub fn is_uniform(self) -> bool {
        !matches!(self, Self::Built { .. })
    }
}

#[derive(Debug)]
pub(crate) struct Inputs {
    pub method: InputMethod,
    width: usize,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// Rows of valid inputs.
    Listed(Vec<u64>),
    Drawn(Box<Drawn>),
}

#[derive(Debug)]
struct Drawn {
    params: Vec<Values>,
    conditions: Vec<Lit>,
    block: RowBlock,
    /// Valid inputs that were not used yet.
    waiting: Vec<u64>,
}

/// The values of one parameter that may occur in valid inputs.
#[derive(Debug)]
enum Values {
    Listed(Vec<u64>),
    All(Rows),
}

impl Inputs {
    pub fn new(subject: &SimulatedProblem, random: &mut Rng, deadline: Deadline) -> Self {
        let width = subject.width;
        let conditions = subject.of_inputs.clone();
        let mut ternary = Ternary::new(&subject.circuit, &conditions, width);
        let params: Vec<Values> =
            subject.params(Side::Input).map(|rows| Values::new(rows, width, &mut ternary, &conditions)).collect();
        let block = RowBlock::new(&subject.circuit, &conditions, width);
        let mut drawn = Drawn { params, conditions, block, waiting: Vec::new() };
        if drawn.conditions.is_empty() {
            return Self {
                method: InputMethod::Rejection { acceptance: 1.0 },
                width,
                source: Source::Drawn(Box::new(drawn)),
            };
        }
        if let Some(rows) = drawn.enumerate(width, deadline) {
            return Self {
                method: InputMethod::Enumerated { valid: rows.len() / width },
                width,
                source: Source::Listed(rows),
            };
        }
        let mut accepted = 0;
        for _ in (0..TRIAL_BLOCKS).take_while(|_| !deadline.is_due()) {
            drawn.waiting.clear();
            drawn.refill(random, width);
            accepted += drawn.waiting.len() / width;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let acceptance = accepted as f64 / (TRIAL_BLOCKS * LANES) as f64;
        if acceptance >= LEAST_ACCEPTED {
            return Self {
                method: InputMethod::Rejection { acceptance },
                width,
                source: Source::Drawn(Box::new(drawn)),
            };
        }
        let places: Vec<&Rows> = subject.params(Side::Input).collect();
        let built = narrow(
            &places,
            width,
            &mut ternary,
            &drawn.conditions,
            MOST_BUILT,
            Excess::Choose(random),
            ChoiceOrder::InTurn,
        );
        let rows = built.unwrap_or_default();
        Self { method: InputMethod::Built { valid: rows.len() / width }, width, source: Source::Listed(rows) }
    }

    /// Whether there are no valid inputs, as far as is known.
    pub fn is_empty(&self) -> bool {
        matches!(&self.source, Source::Listed(rows) if rows.is_empty())
    }

    /// Adds a valid input to each of the rows. `false` if time was up before that.
    pub fn fill(&mut self, random: &mut Rng, rows: &mut [u64], deadline: Deadline) -> bool {
        let width = self.width;
        match &mut self.source {
            Source::Listed(listed) => {
                for row in rows.chunks_mut(width) {
                    add(row, pick(listed, width, random));
                }
            }
            Source::Drawn(drawn) if drawn.conditions.is_empty() => {
                rows.chunks_mut(width).for_each(|row| drawn.draw(random, row, width));
            }
            Source::Drawn(drawn) => {
                for row in rows.chunks_mut(width) {
                    while drawn.waiting.is_empty() {
                        if deadline.is_due() {
                            return false;
                        }
                        drawn.refill(random, width);
                    }
                    let start = drawn.waiting.len() - width;
                    add(row, &drawn.waiting[start..]);
                    drawn.waiting.truncate(start);
                }
            }
        }
        true
    }
}

fn add(row: &mut [u64], bits: &[u64]) {
    row.iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits);
}

fn pick<'a>(rows: &'a [u64], width: usize, random: &mut Rng) -> &'a [u64] {
    &rows[random.usize(0..rows.len() / width) * width..][..width]
}

impl Values {
    fn new(rows: &Rows, width: usize, ternary: &mut Ternary, conditions: &[Lit]) -> Self {
        if conditions.is_empty() || rows.count.at_most(MOST_PLAIN).is_some() {
            return Self::All(rows.clone());
        }
        match narrow(&[rows], width, ternary, conditions, MOST_VALUES, Excess::GiveUp, ChoiceOrder::InTurn) {
            Some(listed) => Self::Listed(listed),
            None => Self::All(rows.clone()),
        }
    }

    fn count(&self, width: usize) -> Option<usize> {
        match self {
            Self::Listed(rows) => Some(rows.len() / width),
            Self::All(rows) => rows.count.at_most(MOST_COMBINATIONS),
        }
    }
}

impl Drawn {
    fn draw(&self, random: &mut Rng, row: &mut [u64], width: usize) {
        for values in &self.params {
            match values {
                Values::Listed(rows) if rows.is_empty() => {}
                Values::Listed(rows) => add(row, pick(rows, width, random)),
                Values::All(rows) => rows.draw(random, row),
            }
        }
    }

    /// Draws a block of inputs and keeps the valid ones.
    fn refill(&mut self, random: &mut Rng, width: usize) {
        let mut rows = vec![0; LANES * width];
        rows.chunks_mut(width).for_each(|row| self.draw(random, row, width));
        let valid = self.valid(&rows, LANES);
        for lane in lanes(valid) {
            self.waiting.extend_from_slice(&rows[lane * width..][..width]);
        }
    }

    fn valid(&mut self, rows: &[u64], number: usize) -> Lanes {
        self.block.run(rows);
        self.conditions.iter().fold(first(number), |valid, condition| {
            let holds = self.block.value(*condition);
            std::array::from_fn(|word| valid[word] & holds[word])
        })
    }

    /// All valid inputs, unless there are too many, too many combinations to try, or time is up.
    fn enumerate(&mut self, width: usize, deadline: Deadline) -> Option<Vec<u64>> {
        let counts: Vec<usize> = self.params.iter().map(|values| values.count(width)).collect::<Option<_>>()?;
        let all = counts.iter().try_fold(1_usize, |product, count| product.checked_mul(*count))?;
        if all > MOST_COMBINATIONS {
            return None;
        }
        let mut found = Vec::new();
        let mut rows = vec![0; LANES * width];
        for start in (0..all).step_by(LANES) {
            let here = LANES.min(all - start);
            rows.fill(0);
            for (row, mut rank) in rows.chunks_mut(width).take(here).zip(start..) {
                for (values, count) in self.params.iter().zip(&counts) {
                    match values {
                        Values::Listed(listed) => add(row, &listed[rank % count * width..][..width]),
                        Values::All(all) => all.unrank((rank % count) as u128, row),
                    }
                    rank /= count;
                }
            }
            for lane in lanes(self.valid(&rows[..here * width], here)) {
                found.extend_from_slice(&rows[lane * width..][..width]);
            }
            if found.len() > MOST_INPUTS * width || deadline.is_due() {
                return None;
            }
        }
        Some(found)
    }
}
