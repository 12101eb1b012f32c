//! What a submission behaves like: the smallest formula over the subproperties that agrees with its outcomes.
//!
//! A bucket is accepted if most of its tests are; anything but *accepted* counts as a rejection. Buckets without outcomes,
//! contradictory ones above all, are free.

use std::collections::HashMap;

use crate::answers::Answers;
use crate::minimize::{Minimal, minimize};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// Accepts where it is true.
    pub minimal: Minimal,
    /// Buckets in which some tests are answered otherwise than most, with how many.
    pub mixed: Vec<(usize, usize)>,
}

impl Behaviour {
    /// How many outcomes the formula does not agree with.
    pub fn exceptions(&self) -> usize {
        self.mixed.iter().map(|(_, exceptions)| exceptions).sum()
    }
}

/// Formulas that were found before: in a class, most submissions behave like others.
#[derive(Debug, Default)]
pub struct Known {
    formulas: HashMap<(Vec<u32>, Vec<u32>), Minimal>,
}

pub fn behaviour(answers: &Answers<'_>, known: &mut Known) -> Behaviour {
    let key = answers.key;
    let (mut yes, mut no, mut mixed) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (bucket, counts)) in key.buckets.iter().zip(&answers.counts).enumerate() {
        match counts.majority(bucket.positive) {
            Some(true) => yes.push(bucket.fails),
            Some(false) => no.push(bucket.fails),
            None => continue,
        }
        if counts.exceptions() > 0 {
            mixed.push((number, counts.exceptions()));
        }
    }
    let minimal = known.formulas.entry((yes, no)).or_insert_with_key(|(yes, no)| minimize(key.names.len(), yes, no));
    Behaviour { minimal: minimal.clone(), mixed }
}
