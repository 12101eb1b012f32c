//! Mutants that see only a part of the data.
//!
//! A partial view replaces a pair by other pairs, and the mutant holds if the subproperty holds for all of them. This
//! models predicates that compare only neighbors, handle only short lists, or look at a single field.

use itertools::Itertools;
use lang::problem::{Problem, RecordKind};
use lang::types::Type;
use pairs::Concrete;

/// The most elements for which all pairs of elements are tried.
const MOST_COMPARED: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartialView {
    /// Each run of `length` neighboring elements of a parameter.
    Windows { param: usize, length: usize },
    /// Each combination of two elements of a parameter.
    ElementPairs { param: usize },
    /// The first or second half of a parameter.
    Half { param: usize, first: bool },
    /// All elements of a parameter but one, for each of them.
    WithoutAny { param: usize },
    /// One field of records and tuples; the others are made equal everywhere.
    Field { field: usize },
    /// Each field by itself.
    FieldsApart { fields: usize },
    /// Only parameters of at most this many elements; longer ones are accepted.
    Short { param: usize, most: usize },
    /// Only parameters of at least this many elements; shorter ones are accepted.
    Long { param: usize, least: usize },
    /// An empty parameter is rejected.
    NotEmpty { param: usize },
}

/// What a partial view makes of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// The answer, without evaluating the subproperty.
    Answer(bool),
    /// The subproperty must hold for the pair itself.
    Whole,
    /// It must hold with each of these values of a parameter; the others stay the same.
    Param { param: usize, values: Vec<Concrete> },
    /// It must hold for all of these pairs.
    Pairs(Vec<Vec<Concrete>>),
}

/// The views of a subproperty with these parameters.
pub fn views(problem: &Problem, params: &[usize]) -> Vec<PartialView> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    let mut views = Vec::new();
    let mut fields = 0;
    for param in params.iter().copied() {
        let ty = &predicate.params[param].ty;
        fields = fields.max(fields_of(problem, ty));
        let is_list = |ty: &Type| matches!(ty, Type::List(_) | Type::Unordered(_));
        let is_collection = |ty: &Type| is_list(ty) || matches!(ty, Type::Set(_) | Type::FrozenSet(_) | Type::Dict(..));
        if !ty.members().iter().any(is_collection) {
            continue;
        }
        views.extend([
            PartialView::ElementPairs { param },
            PartialView::WithoutAny { param },
            PartialView::NotEmpty { param },
        ]);
        views.extend([1, 2, 3].map(|most| PartialView::Short { param, most }));
        views.extend([1, 2, 3].map(|least| PartialView::Long { param, least }));
        if ty.members().iter().any(is_list) {
            views.extend([2, 3].map(|length| PartialView::Windows { param, length }));
            views.extend([true, false].map(|first| PartialView::Half { param, first }));
        }
    }
    if fields > 1 {
        views.extend((0..fields).map(|field| PartialView::Field { field }));
        views.push(PartialView::FieldsApart { fields });
    }
    views
}

/// The most fields of a record or tuple in a type.
fn fields_of(problem: &Problem, ty: &Type) -> usize {
    match ty {
        Type::Tuple(parts) => parts.len(),
        Type::Record(id) if problem.records[id.0 as usize].kind == RecordKind::Enum => 0,
        Type::Record(id) => problem.records[id.0 as usize].fields.len(),
        Type::List(inner) | Type::Unordered(inner) | Type::Set(inner) | Type::FrozenSet(inner) => {
            fields_of(problem, inner)
        }
        Type::Union(members) => members.iter().map(|member| fields_of(problem, member)).max().unwrap_or(0),
        _ => 0,
    }
}

impl PartialView {
    pub fn project(&self, pair: &[Concrete]) -> Projection {
        let unless = |decides: bool, answer: bool| {
            if decides { Projection::Answer(answer) } else { Projection::Whole }
        };
        let number = |param: usize| pair[param].len();
        match self {
            Self::Windows { param, length } => of_parts(pair, *param, |number| {
                let windows = (0..=number.saturating_sub(*length)).map(|start| start..number.min(start + length));
                windows.map(Iterator::collect).collect()
            }),
            Self::ElementPairs { param } => of_parts(pair, *param, |number| {
                if number <= 2 || number > MOST_COMPARED {
                    return vec![(0..number).collect()];
                }
                (0..number).combinations(2).collect()
            }),
            Self::Half { param, first } => of_parts(pair, *param, |number| {
                let half = number.div_ceil(2);
                vec![if *first { (0..half).collect() } else { (number - half..number).collect() }]
            }),
            Self::WithoutAny { param } => of_parts(pair, *param, |number| {
                (0..number).map(|left_out| (0..number).filter(|at| *at != left_out).collect()).collect()
            }),
            Self::Field { field } => Projection::Pairs(vec![only_field(pair, *field)]),
            Self::FieldsApart { fields } => {
                Projection::Pairs((0..*fields).map(|field| only_field(pair, field)).collect())
            }
            Self::Short { param, most } => unless(number(*param).is_some_and(|number| number > *most), true),
            Self::Long { param, least } => unless(number(*param).is_some_and(|number| number < *least), true),
            Self::NotEmpty { param } => unless(number(*param) == Some(0), false),
        }
    }
}

/// The pair with parts of a parameter, given by positions in ascending order, in place of the whole parameter.
fn of_parts(pair: &[Concrete], param: usize, parts: impl Fn(usize) -> Vec<Vec<usize>>) -> Projection {
    fn kept<T: Clone>(items: &[T], part: &[usize]) -> Vec<T> {
        part.iter().filter_map(|at| items.get(*at).cloned()).collect()
    }
    let Some(number) = pair[param].len() else { return Projection::Whole };
    let parts = parts(number);
    if parts.len() == 1 && parts[0].len() == number {
        return Projection::Whole;
    }
    let with = |part: &Vec<usize>| match &pair[param] {
        Concrete::List(items) => Concrete::List(kept(items, part)),
        Concrete::Text(items) => Concrete::Text(kept(items, part)),
        Concrete::Set { elements, frozen } => Concrete::Set { elements: kept(elements, part), frozen: *frozen },
        Concrete::Dict(entries) => Concrete::Dict(kept(entries, part)),
        other => other.clone(),
    };
    Projection::Param { param, values: parts.iter().map(with).collect() }
}

/// The pair with all fields but one set to those of the first record or tuple.
fn only_field(pair: &[Concrete], field: usize) -> Vec<Concrete> {
    let mut first: Option<Vec<Concrete>> = None;
    pair.iter().map(|value| with_field(value, field, &mut first)).collect()
}

fn with_field(value: &Concrete, field: usize, first: &mut Option<Vec<Concrete>>) -> Concrete {
    let fields = |parts: &[Concrete], first: &mut Option<Vec<Concrete>>| -> Vec<Concrete> {
        let model = first.get_or_insert_with(|| parts.to_vec());
        let one = |(at, part): (usize, &Concrete)| match model.get(at) {
            Some(equal) if at != field && model.len() == parts.len() => equal.clone(),
            _ => part.clone(),
        };
        parts.iter().enumerate().map(one).collect()
    };
    match value {
        Concrete::Tuple(parts) => Concrete::Tuple(fields(parts, first)),
        Concrete::Record(class, parts) => Concrete::Record(*class, fields(parts, first)),
        // In the order of the changed elements, without sorting: what the runner evaluates must stay the same.
        Concrete::Set { elements, frozen } => {
            let mut changed: Vec<Concrete> = Vec::new();
            for element in elements {
                let element = with_field(element, field, first);
                if !changed.contains(&element) {
                    changed.push(element);
                }
            }
            Concrete::Set { elements: changed, frozen: *frozen }
        }
        Concrete::Dict(_) => value.clone(),
        other => other.map(|child| with_field(child, field, first)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[i64]) -> Concrete {
        Concrete::List(numbers.iter().map(|number| Concrete::Int(*number)).collect())
    }

    fn check(view: &PartialView, numbers: &[i64], expected: &[&[i64]]) {
        let expected = match expected {
            [whole] if *whole == numbers => Projection::Whole,
            parts => Projection::Param { param: 0, values: parts.iter().map(|numbers| list(numbers)).collect() },
        };
        assert_eq!(view.project(&[list(numbers)]), expected, "{view:?}");
    }

    #[test]
    fn parts_of_a_list() {
        let param = 0;
        check(&PartialView::Windows { param, length: 2 }, &[1, 2, 3], &[&[1, 2], &[2, 3]]);
        check(&PartialView::Windows { param, length: 3 }, &[1, 2], &[&[1, 2]]);
        check(&PartialView::ElementPairs { param }, &[1, 2, 3], &[&[1, 2], &[1, 3], &[2, 3]]);
        check(&PartialView::Half { param, first: true }, &[1, 2, 3], &[&[1, 2]]);
        check(&PartialView::Half { param, first: false }, &[1, 2, 3], &[&[2, 3]]);
        check(&PartialView::WithoutAny { param }, &[1, 2], &[&[2], &[1]]);
        check(&PartialView::Short { param, most: 2 }, &[1, 2], &[&[1, 2]]);
    }

    #[test]
    fn lengths_that_decide() {
        let param = 0;
        assert_eq!(PartialView::Short { param, most: 1 }.project(&[list(&[1, 2])]), Projection::Answer(true));
        assert_eq!(PartialView::Long { param, least: 1 }.project(&[list(&[])]), Projection::Answer(true));
        assert_eq!(PartialView::NotEmpty { param }.project(&[list(&[])]), Projection::Answer(false));
    }

    #[test]
    fn one_field_at_a_time() {
        let pair = |one: i64, other: i64| Concrete::Tuple(vec![Concrete::Int(one), Concrete::Int(other)]);
        let given = [Concrete::List(vec![pair(1, 2), pair(3, 4)])];
        let projection = PartialView::FieldsApart { fields: 2 }.project(&given);
        let expected = [[pair(1, 2), pair(3, 2)], [pair(1, 2), pair(1, 4)]];
        assert_eq!(projection, Projection::Pairs(expected.map(|items| vec![Concrete::List(items.to_vec())]).to_vec()));
    }
}
