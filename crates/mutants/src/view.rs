//! Subproperties that look at a part of the data only.
//!
//! A view gives for a pair those pairs on which the subproperty is asked instead: a half-right predicate looks at
//! neighbours, at short lists, at one field. It holds if the subproperty holds on all of them.

use lang::problem::Problem;
use lang::types::Type;
use pairs::Concrete;

/// The most elements of which all twos are looked at.
const MOST_COMPARED: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// So many neighbouring elements of a parameter at a time.
    Windows { param: usize, length: usize },
    /// Any two elements of a parameter.
    Twos { param: usize },
    /// The first or second half of a parameter.
    Half { param: usize, first: bool },
    /// All but one element of a parameter, whichever it is.
    WithoutAny { param: usize },
    /// One field of records and tuples, the others being equal everywhere.
    Field { field: usize },
    /// Each of so many fields by itself.
    FieldsApart { fields: usize },
    /// Parameters of at most so many elements; longer ones are accepted.
    Short { param: usize, most: usize },
    /// Parameters of at least so many elements; shorter ones are accepted.
    Long { param: usize, least: usize },
    /// An empty parameter is not accepted.
    NotEmpty { param: usize },
}

/// What is asked in place of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The subproperty has to hold on all of these.
    All(Vec<Vec<Concrete>>),
    /// It is not asked; this is the answer.
    Not(bool),
}

/// The views of a subproperty with these parameters.
pub fn views(problem: &Problem, params: &[usize]) -> Vec<View> {
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
        views.extend([View::Twos { param }, View::WithoutAny { param }, View::NotEmpty { param }]);
        views.extend([1, 2, 3].map(|most| View::Short { param, most }));
        views.extend([1, 2, 3].map(|least| View::Long { param, least }));
        if ty.members().iter().any(is_list) {
            views.extend([2, 3].map(|length| View::Windows { param, length }));
            views.extend([true, false].map(|first| View::Half { param, first }));
        }
    }
    if fields > 1 {
        views.extend((0..fields).map(|field| View::Field { field }));
        views.push(View::FieldsApart { fields });
    }
    views
}

/// The most fields of a record or tuple in a type.
fn fields_of(problem: &Problem, ty: &Type) -> usize {
    match ty {
        Type::Tuple(parts) => parts.len(),
        Type::Record(id) => problem.records[id.0 as usize].fields.len(),
        Type::List(inner) | Type::Unordered(inner) | Type::Set(inner) | Type::FrozenSet(inner) => {
            fields_of(problem, inner)
        }
        Type::Union(members) => members.iter().map(|member| fields_of(problem, member)).max().unwrap_or(0),
        _ => 0,
    }
}

impl View {
    pub fn asked(&self, pair: &[Concrete]) -> Asked {
        let unless = |decides: bool, answer: bool| {
            if decides { Asked::Not(answer) } else { Asked::All(vec![pair.to_vec()]) }
        };
        let number = |param: usize| length(&pair[param]);
        match self {
            Self::Windows { param, length } => of_parts(pair, *param, |number| {
                let windows = (0..=number.saturating_sub(*length)).map(|start| start..number.min(start + length));
                windows.map(Iterator::collect).collect()
            }),
            Self::Twos { param } => of_parts(pair, *param, |number| {
                if number <= 2 || number > MOST_COMPARED {
                    return vec![(0..number).collect()];
                }
                (0..number).flat_map(|one| (one + 1..number).map(move |other| vec![one, other])).collect()
            }),
            Self::Half { param, first } => of_parts(pair, *param, |number| {
                let half = number.div_ceil(2);
                vec![if *first { (0..half).collect() } else { (number - half..number).collect() }]
            }),
            Self::WithoutAny { param } => of_parts(pair, *param, |number| {
                (0..number).map(|left_out| (0..number).filter(|at| *at != left_out).collect()).collect()
            }),
            Self::Field { field } => Asked::All(vec![only_field(pair, *field)]),
            Self::FieldsApart { fields } => Asked::All((0..*fields).map(|field| only_field(pair, field)).collect()),
            Self::Short { param, most } => unless(number(*param).is_some_and(|number| number > *most), true),
            Self::Long { param, least } => unless(number(*param).is_some_and(|number| number < *least), true),
            Self::NotEmpty { param } => unless(number(*param) == Some(0), false),
        }
    }
}

fn length(value: &Concrete) -> Option<usize> {
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => Some(items.len()),
        Concrete::Dict(entries) => Some(entries.len()),
        _ => None,
    }
}

/// Pairs with these parts of a parameter, given by positions, in place of all of it.
fn of_parts(pair: &[Concrete], param: usize, parts: impl Fn(usize) -> Vec<Vec<usize>>) -> Asked {
    fn kept<T: Clone>(items: &[T], part: &[usize]) -> Vec<T> {
        part.iter().filter_map(|at| items.get(*at).cloned()).collect()
    }
    let Some(number) = length(&pair[param]) else { return Asked::All(vec![pair.to_vec()]) };
    let with = |part: Vec<usize>| {
        let mut changed = pair.to_vec();
        match &mut changed[param] {
            Concrete::List(items) | Concrete::Set { elements: items, .. } => *items = kept(items, &part),
            Concrete::Dict(entries) => *entries = kept(entries, &part),
            _ => {}
        }
        changed
    };
    Asked::All(parts(number).into_iter().map(with).collect())
}

/// The pair with all fields but one as they are in the first record or tuple.
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
        Concrete::List(items) => Concrete::List(items.iter().map(|item| with_field(item, field, first)).collect()),
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
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[i64]) -> Concrete {
        Concrete::List(numbers.iter().map(|number| Concrete::Int(*number)).collect())
    }

    fn check(view: &View, numbers: &[i64], expected: &[&[i64]]) {
        let expected = expected.iter().map(|numbers| vec![list(numbers)]).collect();
        assert_eq!(view.asked(&[list(numbers)]), Asked::All(expected), "{view:?}");
    }

    #[test]
    fn parts_of_a_list() {
        let param = 0;
        check(&View::Windows { param, length: 2 }, &[1, 2, 3], &[&[1, 2], &[2, 3]]);
        check(&View::Windows { param, length: 3 }, &[1, 2], &[&[1, 2]]);
        check(&View::Twos { param }, &[1, 2, 3], &[&[1, 2], &[1, 3], &[2, 3]]);
        check(&View::Half { param, first: true }, &[1, 2, 3], &[&[1, 2]]);
        check(&View::Half { param, first: false }, &[1, 2, 3], &[&[2, 3]]);
        check(&View::WithoutAny { param }, &[1, 2], &[&[2], &[1]]);
        check(&View::Short { param, most: 2 }, &[1, 2], &[&[1, 2]]);
    }

    #[test]
    fn lengths_that_decide() {
        let param = 0;
        assert_eq!(View::Short { param, most: 1 }.asked(&[list(&[1, 2])]), Asked::Not(true));
        assert_eq!(View::Long { param, least: 1 }.asked(&[list(&[])]), Asked::Not(true));
        assert_eq!(View::NotEmpty { param }.asked(&[list(&[])]), Asked::Not(false));
    }

    #[test]
    fn one_field_at_a_time() {
        let pair = |one: i64, other: i64| Concrete::Tuple(vec![Concrete::Int(one), Concrete::Int(other)]);
        let given = [Concrete::List(vec![pair(1, 2), pair(3, 4)])];
        let asked = View::FieldsApart { fields: 2 }.asked(&given);
        let expected = [[pair(1, 2), pair(3, 2)], [pair(1, 2), pair(1, 4)]];
        assert_eq!(asked, Asked::All(expected.map(|items| vec![Concrete::List(items.to_vec())]).to_vec()));
    }
}
