//! Families: positive tests with one input and several correct outputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::{PositiveKind, Test, TestKind};
use crate::render::{family_id, input_text, output_text};

/// Sets the family of the positive tests of a bucket: tests with the same input and different outputs form one, and all
/// other tests have none. A functional test has none, since any other outputs of its input are beyond the scope.
///
/// A family also makes its tests relational. For a test inside the scope, only another test inside the scope counts: it may
/// be functional although the large scope has other outputs.
pub fn gather(tests: &mut [Test]) {
    let in_family = |test: &Test| test.expect && test.positive_kind != Some(PositiveKind::Functional);
    let mut outputs: BTreeMap<String, [BTreeSet<String>; 2]> = BTreeMap::new();
    for test in tests.iter().filter(|test| in_family(test)) {
        let [all, inside] = outputs.entry(input_text(test)).or_default();
        all.insert(output_text(test));
        if test.kind != TestKind::Large {
            inside.insert(output_text(test));
        }
    }
    for test in tests {
        let input = input_text(test);
        let known = outputs.get(&input).filter(|_| in_family(test));
        let several = |side: usize| known.is_some_and(|outputs| outputs[side].len() > 1);
        test.family = several(0).then(|| family_id(&input));
        if several(usize::from(test.kind != TestKind::Large)) {
            test.positive_kind = Some(PositiveKind::Relational);
        }
    }
}
