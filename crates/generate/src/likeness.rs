//! Likenesses: what a wrong output has in common with the correct one, or with the input.
//!
//! Many predicates compute the correct output and compare it with the given one, but not completely: they compare the two as
//! sets, or only their lengths, or up to the end of the shorter list, or all but one end. Such a predicate is not a mutant of
//! any subproperty, so the mutants do not predict its mistake. It accepts a wrong output that is like the correct one in
//! just the respect that it compares. So each likeness counts as one more mutant, one that looks at nothing else, and tests
//! are chosen to expose it.
//!
//! The respects are a fixed list of the ways in which comparisons of lists typically stop short. A correct output is known
//! only for near misses, which are edits of correct pairs.

use pairs::Concrete;

/// A respect in which two outputs, or an output and an input, can agree. The order is part of what makes a suite
/// reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// As many elements as the correct output.
    SameLength,
    /// One element more.
    OneLonger,
    /// One element less.
    OneShorter,
    /// At least two elements more.
    MuchLonger,
    /// At least two elements less.
    MuchShorter,
    /// The correct output begins with this one.
    Prefix,
    /// This output begins with the correct one.
    ExtendedAtEnd,
    /// The correct output ends with this one.
    Suffix,
    /// This output ends with the correct one.
    ExtendedAtStart,
    /// The same elements, regardless of order and repetition.
    SameSet,
    /// Every element occurs in the correct output.
    Subset,
    /// Every element of the correct output occurs.
    Superset,
    /// The same elements equally often, regardless of order.
    SameMultiset,
    /// No element occurs more often than in the correct output.
    SubMultiset,
    /// No element occurs less often than in the correct output.
    SuperMultiset,
    /// The same first element.
    SameFirst,
    /// The same first two elements.
    SameFirstTwo,
    /// The same first three elements.
    SameFirstThree,
    /// The same last element.
    SameLast,
    /// The same last two elements.
    SameLastTwo,
    /// As long, and exactly one position differs.
    OneDifference,
    /// As long, and exactly two positions differ.
    TwoDifferences,
    /// The correct output in reverse.
    Reversed,
    /// Numbers with the same sum.
    SameSum,
    /// The same first element as a list of the input.
    InputFirst,
    /// A list of the input begins with the output.
    InputPrefix,
    /// The output begins with a list of the input.
    InputExtended,
    /// The output is a list of the input.
    InputCopied,
}

impl Likeness {
    /// The number of likenesses.
    pub const COUNT: usize = Self::InputCopied as usize + 1;
}

/// A set of likenesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LikenessSet([bool; Likeness::COUNT]);

impl LikenessSet {
    /// The likenesses of a pair: those of its outputs with the outputs of a correct pair with the same input, if one is known,
    /// and those with its own inputs. `outputs` are the positions of the outputs.
    pub fn of(correct: Option<&[Concrete]>, pair: &[Concrete], outputs: &[usize]) -> Self {
        let mut found = Self::default();
        for output in outputs {
            if let Some(correct) = correct {
                found.insert_all(with_correct(&items(&correct[*output]), &items(&pair[*output])));
            }
            for (_, input) in pair.iter().enumerate().filter(|(at, _)| !outputs.contains(at)) {
                if let (Concrete::List(input), Concrete::List(output))
                | (Concrete::Text(input), Concrete::Text(output)) = (input, &pair[*output])
                {
                    found.insert_all(with_input(input, output));
                }
            }
        }
        found
    }

    fn insert_all(&mut self, found: impl IntoIterator<Item = (Likeness, bool)>) {
        for (likeness, holds) in found {
            self.0[likeness as usize] |= holds;
        }
    }

    /// For each likeness in order, whether it is in the set.
    pub fn flags(self) -> [bool; Likeness::COUNT] {
        self.0
    }

    /// The positions of the likenesses in the set, in order.
    pub fn positions(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().filter(|(_, holds)| *holds).map(|(position, _)| position)
    }
}

/// Likenesses of an output with a list of the input.
fn with_input(input: &[Concrete], output: &[Concrete]) -> [(Likeness, bool); 4] {
    use Likeness::{InputCopied, InputExtended, InputFirst, InputPrefix};
    let both = input.len().min(output.len());
    let alike = both > 0 && input[..both] == output[..both];
    [
        (InputFirst, both > 0 && input[0] == output[0]),
        (InputPrefix, alike && output.len() < input.len()),
        (InputExtended, alike && output.len() > input.len()),
        (InputCopied, alike && output.len() == input.len()),
    ]
}

/// Likenesses of an output with a correct one.
fn with_correct(correct: &[Concrete], output: &[Concrete]) -> [(Likeness, bool); 24] {
    use Likeness as L;
    let (before, after) = (correct.len(), output.len());
    let beginning = output.iter().zip(correct).take_while(|(one, other)| one == other).count();
    let end = output.iter().rev().zip(correct.iter().rev()).take_while(|(one, other)| one == other).count();
    let different = output.iter().zip(correct).filter(|(one, other)| one != other).count();
    let times = |items: &[Concrete], item: &Concrete| items.iter().filter(|other| *other == item).count();
    let all_in = |items: &[Concrete], others: &[Concrete]| items.iter().all(|item| others.contains(item));
    let no_more_often =
        |items: &[Concrete], others: &[Concrete]| items.iter().all(|item| times(items, item) <= times(others, item));
    let (none_new, none_missing) = (all_in(output, correct), all_in(correct, output));
    let (none_added, none_lost) = (no_more_often(output, correct), no_more_often(correct, output));
    [
        (L::SameLength, before == after),
        (L::OneLonger, after == before + 1),
        (L::OneShorter, after + 1 == before),
        (L::MuchLonger, after > before + 1),
        (L::MuchShorter, after + 1 < before),
        (L::Prefix, beginning == after),
        (L::ExtendedAtEnd, beginning == before),
        (L::Suffix, end == after),
        (L::ExtendedAtStart, end == before),
        (L::SameSet, none_new && none_missing),
        (L::Subset, none_new),
        (L::Superset, none_missing),
        (L::SameMultiset, none_added && none_lost),
        (L::SubMultiset, none_added),
        (L::SuperMultiset, none_lost),
        (L::SameFirst, beginning > 0),
        (L::SameFirstTwo, beginning > 1),
        (L::SameFirstThree, beginning > 2),
        (L::SameLast, end > 0),
        (L::SameLastTwo, end > 1),
        (L::OneDifference, before == after && different == 1),
        (L::TwoDifferences, before == after && different == 2),
        (L::Reversed, output.iter().rev().eq(correct.iter())),
        (L::SameSum, sum(output).is_some_and(|total| Some(total) == sum(correct))),
    ]
}

/// The elements of a list, set or dict; any other value counts as its only element.
fn items(value: &Concrete) -> Vec<Concrete> {
    match value {
        Concrete::List(items) | Concrete::Text(items) | Concrete::Set { elements: items, .. } => items.clone(),
        Concrete::Dict(entries) => {
            entries.iter().map(|(key, value)| Concrete::Tuple(vec![key.clone(), value.clone()])).collect()
        }
        other => vec![other.clone()],
    }
}

/// The sum of a non-empty list of numbers.
fn sum(items: &[Concrete]) -> Option<i64> {
    let number = |item: &Concrete| if let Concrete::Int(number) = item { Some(*number) } else { None };
    let numbers: Vec<i64> = items.iter().map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then(|| numbers.iter().sum())
}

#[cfg(test)]
mod tests {
    use Likeness as L;

    use super::*;

    fn list(numbers: &[i64]) -> Concrete {
        Concrete::List(numbers.iter().map(|number| Concrete::Int(*number)).collect())
    }

    /// Checks the likenesses of a list with a correct one and with the input.
    fn check(input: &[i64], correct: &[i64], output: &[i64], expected: &[Likeness]) {
        let (correct, pair) = ([list(input), list(correct)], [list(input), list(output)]);
        let found: Vec<usize> = LikenessSet::of(Some(&correct), &pair, &[1]).positions().collect();
        assert_eq!(found, expected.iter().map(|likeness| *likeness as usize).collect::<Vec<_>>(), "{pair:?}");
    }

    #[test]
    fn a_list_is_like_itself() {
        let nearly_all = [
            L::SameLength,
            L::Prefix,
            L::ExtendedAtEnd,
            L::Suffix,
            L::ExtendedAtStart,
            L::SameSet,
            L::Subset,
            L::Superset,
            L::SameMultiset,
            L::SubMultiset,
            L::SuperMultiset,
            L::SameFirst,
            L::SameFirstTwo,
            L::SameFirstThree,
            L::SameLast,
            L::SameLastTwo,
            L::SameSum,
        ];
        check(&[9], &[1, 2, 3], &[1, 2, 3], &nearly_all);
    }

    #[test]
    fn ends_sets_and_sums() {
        check(&[], &[1, 2], &[3, 2], &[L::SameLength, L::SameLast, L::OneDifference]);
        let extended = [L::OneLonger, L::ExtendedAtEnd, L::Superset, L::SuperMultiset, L::SameFirst];
        check(&[], &[1], &[1, 5], &extended);
        let reversed = [
            L::SameLength,
            L::SameSet,
            L::Subset,
            L::Superset,
            L::SameMultiset,
            L::SubMultiset,
            L::SuperMultiset,
            L::TwoDifferences,
            L::Reversed,
            L::SameSum,
        ];
        check(&[], &[1, 2], &[2, 1], &reversed);
        check(&[], &[1, 3], &[2, 2], &[L::SameLength, L::TwoDifferences, L::SameSum]);
    }

    #[test]
    fn beginnings_of_the_input() {
        let check = |output: &[i64], expected: &[Likeness]| {
            let found = LikenessSet::of(None, &[list(&[7, 8]), list(output)], &[1]);
            let expected: Vec<usize> = expected.iter().map(|likeness| *likeness as usize).collect();
            assert_eq!(found.positions().collect::<Vec<_>>(), expected, "{output:?}");
        };
        check(&[7], &[L::InputFirst, L::InputPrefix]);
        check(&[7, 8, 9], &[L::InputFirst, L::InputExtended]);
        check(&[7, 8], &[L::InputFirst, L::InputCopied]);
        check(&[8], &[]);
    }

    #[test]
    fn the_numbering_never_changes() {
        // Tests are chosen in this order, so a change would change every suite.
        let numbers = [L::SameLength, L::SameSet, L::SameSum, L::InputFirst, L::InputCopied].map(|one| one as usize);
        assert_eq!(numbers, [0, 9, 23, 24, 27]);
        assert_eq!(Likeness::COUNT, 28);
    }
}
