//! What an output has in common with a right one for the same input, and with the input.
//!
//! Many predicates find out what is right and compare, but not all of it: as sets, the lengths, up to the shorter of two lists,
//! all but one end. Such a predicate accepts a wrong output that is alike in just that. So each likeness counts as a half-right
//! predicate that tests are chosen to show.

use pairs::Concrete;

/// How many likenesses there are.
pub const LIKENESSES: usize = 28;

/// The likenesses of a pair, in a fixed order: of its outputs with those of a right pair with the same input, if one is known,
/// and with its own inputs. Outputs stand at these positions.
pub fn likenesses(right: Option<&[Concrete]>, pair: &[Concrete], outputs: &[usize]) -> [bool; LIKENESSES] {
    let mut alike = [false; LIKENESSES];
    for output in outputs {
        if let Some(right) = right {
            let found = with_right(&items(&right[*output]), &items(&pair[*output]));
            alike.iter_mut().zip(found).for_each(|(known, found)| *known |= found);
        }
        let inputs = pair.iter().enumerate().filter(|(at, _)| !outputs.contains(at)).map(|(_, input)| input);
        for input in inputs {
            let found = with_input(input, &pair[*output]);
            alike[RIGHT..].iter_mut().zip(found).for_each(|(known, found)| *known |= found);
        }
    }
    alike
}

/// Lists that begin like a list of the input: with its first element, as a part of it, as more than it, or as all of it.
fn with_input(input: &Concrete, output: &Concrete) -> [bool; LIKENESSES - RIGHT] {
    let (Concrete::List(input), Concrete::List(output)) = (input, output) else { return [false; LIKENESSES - RIGHT] };
    let both = input.len().min(output.len());
    let alike = both > 0 && input[..both] == output[..both];
    [
        both > 0 && input[0] == output[0],
        alike && output.len() < input.len(),
        alike && output.len() > input.len(),
        alike && output.len() == input.len(),
    ]
}

/// How many of the likenesses are with something right.
const RIGHT: usize = 24;

fn with_right(right: &[Concrete], wrong: &[Concrete]) -> [bool; RIGHT] {
    let (before, after) = (right.len(), wrong.len());
    let beginning = wrong.iter().zip(right).take_while(|(one, other)| one == other).count();
    let end = wrong.iter().rev().zip(right.iter().rev()).take_while(|(one, other)| one == other).count();
    let different = wrong.iter().zip(right).filter(|(one, other)| one != other).count();
    let times = |items: &[Concrete], item: &Concrete| items.iter().filter(|other| *other == item).count();
    let all_in = |items: &[Concrete], others: &[Concrete]| items.iter().all(|item| others.contains(item));
    let no_more_often =
        |items: &[Concrete], others: &[Concrete]| items.iter().all(|item| times(items, item) <= times(others, item));
    let (known, kept) = (all_in(wrong, right), all_in(right, wrong));
    let (none_added, none_lost) = (no_more_often(wrong, right), no_more_often(right, wrong));
    [
        before == after,
        after == before + 1,
        after + 1 == before,
        after > before + 1,
        after + 1 < before,
        beginning == after,
        beginning == before,
        end == after,
        end == before,
        known && kept,
        known,
        kept,
        none_added && none_lost,
        none_added,
        none_lost,
        beginning > 0,
        beginning > 1,
        beginning > 2,
        end > 0,
        end > 1,
        before == after && different == 1,
        before == after && different == 2,
        wrong.iter().rev().eq(right.iter()),
        sum(wrong).is_some_and(|total| Some(total) == sum(right)),
    ]
}

/// The elements of a list, set or dict; of anything else, the thing itself.
fn items(value: &Concrete) -> Vec<Concrete> {
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => items.clone(),
        Concrete::Dict(entries) => {
            entries.iter().map(|(key, value)| Concrete::Tuple(vec![key.clone(), value.clone()])).collect()
        }
        other => vec![other.clone()],
    }
}

/// The sum of numbers, if there are any and nothing else.
fn sum(items: &[Concrete]) -> Option<i64> {
    let number = |item: &Concrete| if let Concrete::Int(number) = item { Some(*number) } else { None };
    let numbers: Vec<i64> = items.iter().map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then(|| numbers.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[i64]) -> Concrete {
        Concrete::List(numbers.iter().map(|number| Concrete::Int(*number)).collect())
    }

    /// The likenesses of a list with a right one and with the input.
    fn alike(input: &[i64], right: &[i64], wrong: &[i64]) -> Vec<usize> {
        let (right, pair) = ([list(input), list(right)], [list(input), list(wrong)]);
        let found = likenesses(Some(&right), &pair, &[1]);
        (0..LIKENESSES).filter(|at| found[*at]).collect()
    }

    #[test]
    fn a_list_is_like_itself() {
        let found = alike(&[9], &[1, 2, 3], &[1, 2, 3]);
        for like in [0, 5, 6, 7, 8, 9, 12, 15, 16, 17, 18, 19, 23] {
            assert!(found.contains(&like), "{like}");
        }
    }

    #[test]
    fn ends_sets_and_sums() {
        // The same length, the same end, one place differs.
        assert_eq!(alike(&[], &[1, 2], &[3, 2]), [0, 18, 20]);
        // One longer, and it goes on after what is right; nothing is lost.
        assert_eq!(alike(&[], &[1], &[1, 5]), [1, 6, 11, 14, 15]);
        // As many, the same numbers, all at other places.
        assert_eq!(alike(&[], &[1, 2], &[2, 1]), [0, 9, 10, 11, 12, 13, 14, 21, 22, 23]);
        assert_eq!(alike(&[], &[1, 3], &[2, 2]), [0, 21, 23]);
    }

    #[test]
    fn beginnings_of_the_input() {
        let of_input = |output: &[i64]| -> Vec<usize> {
            alike(&[7, 8], &[], output).into_iter().filter(|like| *like >= RIGHT).collect()
        };
        assert_eq!(of_input(&[7]), [24, 25]);
        assert_eq!(of_input(&[7, 8, 9]), [24, 26]);
        assert_eq!(of_input(&[7, 8]), [24, 27]);
        assert_eq!(of_input(&[8]), [0; 0]);
    }

    #[test]
    fn without_anything_right_only_the_input_counts() {
        let found = likenesses(None, &[list(&[1]), list(&[1])], &[1]);
        assert_eq!(found.iter().filter(|like| **like).count(), 2);
    }
}
