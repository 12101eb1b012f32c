//! What a submission behaves like: the smallest formula over the subproperties that agrees with its outcomes.
//!
//! A negative bucket is accepted if most of its tests are, a positive one if any of its tests is: a predicate that accepts some
//! correct outputs does not behave like one that accepts nothing. Anything but *accepted* counts as a rejection. A bucket without
//! outcomes is answered as expected if that is proved. The formula may say anything about all others, in particular
//! contradictory ones.

use std::collections::HashMap;

use pairs::SubpropertySet;

use crate::answers::SubmissionAnswers;
use crate::minimize::{MinimalFormula, minimize};
use crate::proof::{ProofDiagnosis, ProvedCell};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behavior {
    /// Accepts where it is true.
    pub minimal: MinimalFormula,
    /// In every bucket of the suite, the formula accepts what should be accepted and nothing else.
    pub right: bool,
    /// Buckets in which some answers differ from the formula, with how many.
    pub mixed: Vec<(usize, usize)>,
}

impl Behavior {
    /// How many outcomes disagree with the formula.
    pub fn exceptions(&self) -> usize {
        self.mixed.iter().map(|(_, exceptions)| exceptions).sum()
    }
}

/// Formulas that were found before: in a class, most submissions behave like others.
#[derive(Debug, Default)]
pub struct FormulaCache {
    formulas: HashMap<(Vec<SubpropertySet>, Vec<SubpropertySet>), MinimalFormula>,
}

pub fn behavior(answers: &SubmissionAnswers<'_>, proof: &ProofDiagnosis, cache: &mut FormulaCache) -> Behavior {
    let key = answers.key;
    let (mut yes, mut no, mut mixed) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (bucket, counts)) in key.buckets.iter().zip(&answers.counts).enumerate() {
        let proved = (proof.cell(number) == ProvedCell::Correct).then_some(bucket.positive);
        let accepts = match (bucket.positive, counts.accepted) {
            (true, 1..) => Some(true),
            _ => counts.majority(bucket.positive).or(proved),
        };
        let exceptions = match accepts {
            Some(true) => {
                yes.push(bucket.fails);
                counts.rejected + counts.failed
            }
            Some(false) => {
                no.push(bucket.fails);
                counts.accepted
            }
            None => continue,
        };
        if exceptions > 0 {
            mixed.push((number, exceptions));
        }
    }
    let minimal = cache.formulas.entry((yes, no)).or_insert_with_key(|(yes, no)| minimize(key.names.len(), yes, no));
    let right = key.buckets.iter().all(|bucket| minimal.formula.accepts(bucket.fails) == bucket.positive);
    Behavior { minimal: minimal.clone(), right, mixed }
}
