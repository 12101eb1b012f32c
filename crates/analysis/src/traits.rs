//! Facts about pairs that make sense for every problem, such as that the input is empty or that all names are numbers.
//!
//! Takes the values of a pair and how its names are shown; says which facts hold. If a predicate accepts some correct outputs
//! and rejects others, a fact that tells them apart in all tests says when it accepts one: [`accepts_only_if`].

use lang::problem::{AtomKind, Problem, RecordId};
use pairs::Concrete;
use suite::Test;
use suite::format::PositiveKind;

use crate::answers::{SubmissionAnswers, TestAnswer};

/// A fact, or its opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairTrait {
    kind: TraitKind,
    opposite: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TraitKind {
    /// The collection in a parameter has no element.
    Empty(usize),
    /// It has at most one.
    Few(usize),
    /// All atoms of a type are shown as this kind of value.
    Shown(String, AtomKind),
    /// The elements of a list are all different.
    Distinct(usize),
    /// The elements of a list, all records of one class, differ in this field.
    DistinctField(usize, RecordId, usize),
    /// No other output is correct for the input.
    OnlyOutput,
}

/// With fewer tests on one side, nothing is concluded, except about emptiness: there is only one empty value.
const ENOUGH: usize = 2;

/// All facts that can hold of pairs of a problem, in the order of their ranks.
pub fn traits(problem: &Problem, tests: &[(&Test, Vec<Concrete>)]) -> Vec<PairTrait> {
    let parameters = 0..tests.first().map_or(0, |(_, values)| values.len());
    let mut kinds: Vec<TraitKind> = parameters.clone().map(TraitKind::Empty).collect();
    for (test, _) in tests {
        for (class, kind) in &test.atoms {
            let shown = TraitKind::Shown(class.clone(), *kind);
            if !kinds.contains(&shown) {
                kinds.push(shown);
            }
        }
    }
    kinds.extend(parameters.clone().map(TraitKind::Distinct));
    for parameter in parameters.clone() {
        let class = tests.iter().find_map(|(_, values)| record_class(&values[parameter]));
        let fields =
            class.and_then(|class| problem.records.get(usize::from(class.0))).map_or(0, |record| record.fields.len());
        if let Some(class) = class {
            kinds.extend((0..fields).map(|field| TraitKind::DistinctField(parameter, class, field)));
        }
    }
    kinds.extend(parameters.map(TraitKind::Few));
    kinds.push(TraitKind::OnlyOutput);
    let with_opposite = |kind: TraitKind| {
        // The other kind of value stands for the opposite of one kind.
        let opposites: &[bool] = if matches!(kind, TraitKind::Shown(..)) { &[false] } else { &[false, true] };
        opposites.iter().map(|opposite| PairTrait { kind: kind.clone(), opposite: *opposite }).collect::<Vec<_>>()
    };
    let mut all: Vec<PairTrait> = kinds.into_iter().flat_map(with_opposite).collect();
    all.sort_by_key(PairTrait::rank);
    all
}

/// The class of the records in a list.
fn record_class(value: &Concrete) -> Option<RecordId> {
    let Concrete::List(items) = value else { return None };
    match items.first()? {
        Concrete::Record(class, _) => Some(*class),
        _ => None,
    }
}

impl PairTrait {
    /// Of several facts that hold of the same tests, the one with the lowest rank is told: of those about repetitions, the one that says
    /// most.
    fn rank(&self) -> u8 {
        match (&self.kind, self.opposite) {
            (TraitKind::Empty(_), _) => 0,
            (TraitKind::Shown(..), _) => 1,
            (TraitKind::DistinctField(..), false) => 2,
            (TraitKind::OnlyOutput, _) => 3,
            (TraitKind::Few(_), _) => 4,
            (TraitKind::Distinct(_), _) => 5,
            (TraitKind::DistinctField(..), true) => 6,
        }
    }

    /// `None` if it makes no sense for the pair.
    pub fn holds(&self, test: &Test, values: &[Concrete]) -> Option<bool> {
        let holds = match &self.kind {
            TraitKind::Few(parameter) => {
                let Concrete::List(items) = &values[*parameter] else { return None };
                Some(items.len() < 2)
            }
            TraitKind::Empty(parameter) => {
                let value = &values[*parameter];
                let is_collection = matches!(
                    value,
                    Concrete::List(_) | Concrete::Text(_) | Concrete::Set { .. } | Concrete::Dict(_) | Concrete::None
                );
                is_collection.then(|| value.children().next().is_none())
            }
            // Without atoms it is every kind.
            TraitKind::Shown(class, kind) => test.atoms.get(class).map(|shown| shown == kind),
            TraitKind::Distinct(parameter) => {
                let Concrete::List(items) = &values[*parameter] else { return None };
                Some(all_different(items.iter()))
            }
            TraitKind::DistinctField(parameter, class, field) => {
                let Concrete::List(items) = &values[*parameter] else { return None };
                let fields = items.iter().filter_map(|item| match item {
                    Concrete::Record(of, fields) if of == class => fields.get(*field),
                    _ => None,
                });
                Some(all_different(fields))
            }
            TraitKind::OnlyOutput => test.positive_kind.map(|kind| kind == PositiveKind::Functional),
        };
        holds.map(|holds| holds != self.opposite)
    }

    pub fn is_about_emptiness(&self) -> bool {
        matches!(self.kind, TraitKind::Empty(_))
    }

    /// The kind of value with which names must be shown.
    pub fn shown_as(&self) -> Option<AtomKind> {
        match &self.kind {
            TraitKind::Shown(_, kind) => Some(*kind),
            _ => None,
        }
    }

    /// Whether the input has other correct outputs decides.
    pub fn is_about_other_outputs(&self) -> bool {
        self.kind == TraitKind::OnlyOutput
    }

    /// `` `edges` is not empty ``
    pub fn words(&self, problem: &Problem) -> String {
        let parameter = |place: usize| {
            let params = problem.predicate.as_ref().map(|predicate| &*predicate.params).unwrap_or_default();
            params.get(place).map_or_else(|| "a value".to_owned(), |param| format!("`{}`", param.name))
        };
        let (kind, opposite) = (&self.kind, self.opposite);
        match kind {
            TraitKind::Empty(place) => format!("{} is {}empty", parameter(*place), if opposite { "not " } else { "" }),
            TraitKind::Few(place) => {
                let number = if opposite { "at least two elements" } else { "at most one element" };
                format!("{} has {number}", parameter(*place))
            }
            TraitKind::Shown(class, AtomKind::Int) => format!("each `{class}` is an integer"),
            TraitKind::Shown(class, AtomKind::Str) => format!("each `{class}` is a string"),
            TraitKind::Distinct(place) if opposite => format!("something in {} is repeated", parameter(*place)),
            TraitKind::Distinct(place) => format!("nothing in {} is repeated", parameter(*place)),
            TraitKind::DistinctField(place, class, field) => {
                let field = problem.records.get(usize::from(class.0)).and_then(|record| record.fields.get(*field));
                let field = field.map_or("field", |field| &*field.name);
                let two = if opposite { "two" } else { "no two" };
                format!("{two} elements of {} have the same `{field}`", parameter(*place))
            }
            TraitKind::OnlyOutput if opposite => "the input has other correct outputs".to_owned(),
            TraitKind::OnlyOutput => "the input has no other correct output".to_owned(),
        }
    }
}

fn all_different<'a>(items: impl Iterator<Item = &'a Concrete>) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    items.into_iter().all(|item| seen.insert(item))
}

/// Among the correct outputs, the fact that holds of all that are accepted and of none that is not, as a place in the key.
/// `None` if there is no such fact, or too few tests to say.
pub fn accepts_only_if(answers: &SubmissionAnswers<'_>) -> Option<usize> {
    let key = answers.key;
    let correct: Vec<usize> =
        (0..key.tests.len()).filter(|test| key.tests[*test].expect && answers.is_answered(*test)).collect();
    let (accepted, refused): (Vec<usize>, Vec<usize>) =
        correct.into_iter().partition(|test| answers.to(*test) == TestAnswer::Accepted);
    if accepted.is_empty() || refused.is_empty() {
        return None;
    }
    (0..key.traits.len()).find(|place| {
        let holds = |test: &usize| key.tests[*test].traits[*place];
        let is_enough = key.traits[*place].is_about_emptiness() || accepted.len().min(refused.len()) >= ENOUGH;
        // What makes no sense for a pair, such as the kind of names where there are none, decides nothing about it.
        is_enough
            && accepted.iter().all(|test| holds(test) != Some(false))
            && refused.iter().all(|test| holds(test) != Some(true))
            && accepted.iter().any(|test| holds(test) == Some(true))
            && refused.iter().any(|test| holds(test) == Some(false))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::case;

    /// The correct outputs of a case, with their answers, and for each trait on which of them it holds: `+`, `-`, or ` ` where it
    /// makes no sense. Traits are about emptiness if they begin with `0`.
    fn decides(answers: &str, traits: &[&str]) -> Option<usize> {
        let (mut key, outcomes) = case("A", &[("", answers), ("A", "-")]);
        for known in traits {
            let (is_empty, marks) = known.strip_prefix('0').map_or((false, *known), |marks| (true, marks));
            let kind = if is_empty { TraitKind::Empty(0) } else { TraitKind::Distinct(0) };
            key.traits.push(PairTrait { kind, opposite: false });
            let holds = |mark| if mark == ' ' { None } else { Some(mark == '+') };
            // The last test is incorrect; the trait holds of it, which must not matter.
            key.tests.iter_mut().zip(marks.chars().chain(['+'])).for_each(|(test, mark)| test.traits.push(holds(mark)));
        }
        accepts_only_if(&SubmissionAnswers::new(&key, &outcomes))
    }

    #[test]
    fn facts_that_say_most_come_first() {
        let of = |kind, opposite| PairTrait { kind, opposite };
        let field = || TraitKind::DistinctField(0, RecordId(0), 1);
        let in_order = [
            of(TraitKind::Empty(1), true),
            of(TraitKind::Shown("Name".to_owned(), AtomKind::Int), false),
            of(field(), false),
            of(TraitKind::OnlyOutput, false),
            of(TraitKind::Few(0), true),
            of(TraitKind::Distinct(0), false),
            of(TraitKind::Distinct(0), true),
            of(field(), true),
        ];
        assert!(in_order.is_sorted_by_key(PairTrait::rank));
    }

    #[test]
    fn a_trait_decides_if_it_holds_where_correct_outputs_are_accepted_and_nowhere_else() {
        assert_eq!(decides("++--", &["++--"]), Some(0));
        assert_eq!(decides("++-!", &["++--"]), Some(0));
        assert_eq!(decides("++--", &["+++-", "++--"]), Some(1));
        assert_eq!(decides("++--", &["+-+-", "+---"]), None);
        // Where it makes no sense, it may be accepted or rejected.
        assert_eq!(decides("++--", &[" +- "]), Some(0));
        assert_eq!(decides("++--", &["    "]), None);
        // What was not run says nothing.
        assert_eq!(decides("++--.", &["++--+"]), Some(0));
        // All are accepted, or none is.
        assert_eq!(decides("++++", &["++--"]), None);
        assert_eq!(decides("----", &["++--"]), None);
        // One test could be anything, except that there is only one empty value.
        assert_eq!(decides("+---", &["+---"]), None);
        assert_eq!(decides("+---", &["0+---"]), Some(0));
    }
}
