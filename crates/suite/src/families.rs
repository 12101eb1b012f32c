//! Families: positive tests with one input and several correct outputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::{PositiveKind, Test};
use crate::render::{family_id, input_text, output_text};

/// Sets the family of the positive tests of a bucket: tests with the same input and different outputs form one, and all
/// other tests have none. A functional test has none, since any other outputs of its input are beyond the scope.
pub fn gather(tests: &mut [Test]) {
    let in_family = |test: &Test| test.expect && test.positive_kind != Some(PositiveKind::Functional);
    let mut outputs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for test in tests.iter().filter(|test| in_family(test)) {
        outputs.entry(input_text(test)).or_default().insert(output_text(test));
    }
    for test in tests {
        let input = input_text(test);
        let several = in_family(test) && outputs.get(&input).is_some_and(|outputs| outputs.len() > 1);
        test.family = several.then(|| family_id(&input));
        if several {
            test.positive_kind = Some(PositiveKind::Relational);
        }
    }
}
