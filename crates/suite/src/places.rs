//! Where a pair fails: the elements that make a subproperty fail.
//!
//! Elements of a list, set or dict *decide* if the subproperty fails with these alone left in it, and holds without any one
//! of them. They are found by taking elements out and asking `eval` again. There may be several such groups.
//!
//! Invariant: what is said does not depend on the names of atoms, nor on the order of what has none. Guarded by
//! `suite::verify`, which finds it again in the stored pair.

use lang::problem::{Problem, PropertyKind, Side};
use pairs::form::Form;
use pairs::{Bucket, Concrete, Forms, Judge, SubpropertySet};

use crate::shape::{elements, names};

/// Elements of which all pairs are compared, at most.
const MOST_COMPARED: usize = 7;

/// Where one subproperty fails in one parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    pub property: String,
    pub param: String,
    /// Where the elements that decide stand; without order, or with one element in all, nowhere.
    pub regions: Option<[bool; 3]>,
    /// Two or more elements decide together and stand side by side, or not.
    pub adjacent: Option<bool>,
    pub number: Number,
}

/// How many groups of elements decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Number {
    /// The subproperty fails whatever the parameter holds.
    #[default]
    Elsewhere,
    One,
    Several,
}

/// The subproperties whose failing counts: what is required, and where nothing of that fails, all.
fn deciding(problem: &Problem, bucket: Bucket) -> SubpropertySet {
    let is_required = |position: &usize| {
        problem.subproperties.get(*position).is_some_and(|property| property.kind == PropertyKind::Required)
    };
    let required: SubpropertySet = bucket.failing().iter().filter(is_required).collect();
    if required.is_empty() { bucket.failing() } else { required }
}

/// Where each of the failing subproperties that count fails, in each parameter that it names.
pub fn failures(
    problem: &Problem,
    forms: &Forms,
    judge: &mut Judge<'_>,
    pair: &[Concrete],
    bucket: Bucket,
) -> Vec<Failure> {
    let failing = deciding(problem, bucket);
    let mut all = Vec::new();
    for (param, name) in names(problem).enumerate() {
        let names_it = |position: &usize| problem.subproperties[*position].params.contains(&param);
        let among: SubpropertySet = failing.iter().filter(names_it).collect();
        if among.is_empty() || elements(&pair[param]).is_none() {
            continue;
        }
        let (side, form) = &forms.params[param];
        let mut search = Search { judge, pair, param, valid_input: *side == Side::Output };
        let repairs = search.repairs(among);
        for (property, repaired) in among.iter().zip(repairs) {
            let mut failure = search.failure(property, repaired, is_ordered(form, &pair[param]));
            failure.property = problem.subproperties[property].name.to_string();
            name.clone_into(&mut failure.param);
            all.push((property, param, failure));
        }
    }
    all.sort_by_key(|(property, param, _)| (*property, *param));
    all.into_iter().map(|(_, _, failure)| failure).collect()
}

/// Whether first and last mean something: sets of numbers are iterated over in their order.
fn is_ordered(form: &Form, value: &Concrete) -> bool {
    let mut has_atoms = false;
    value.visit_atoms(&mut |_, _| has_atoms = true);
    match form {
        Form::List(_) | Form::Dict(..) => true,
        Form::Set => !has_atoms,
        _ => false,
    }
}

/// Takes elements out of one parameter of a pair.
struct Search<'a, 'j> {
    judge: &'a mut Judge<'j>,
    pair: &'a [Concrete],
    param: usize,
    /// Whatever is taken out, the input stays valid.
    valid_input: bool,
}

impl Search<'_, '_> {
    fn length(&self) -> usize {
        elements(&self.pair[self.param]).map_or(0, |items| items.len())
    }

    /// Which of these fail with only some elements left.
    fn failing(&mut self, left: &[usize], among: SubpropertySet) -> Option<SubpropertySet> {
        let mut pair = self.pair.to_vec();
        keep(&mut pair[self.param], left);
        self.judge.failing(&pair, among, self.valid_input)
    }

    /// For each of these subproperties the elements without any one of which it holds.
    fn repairs(&mut self, among: SubpropertySet) -> Vec<Vec<usize>> {
        let mut repairs = vec![Vec::new(); among.len()];
        for position in 0..self.length() {
            let left: Vec<usize> = (0..self.length()).filter(|other| *other != position).collect();
            let Some(still) = self.failing(&left, among) else { continue };
            for (property, repairs) in among.iter().zip(&mut repairs) {
                if !still.contains(property) {
                    repairs.push(position);
                }
            }
        }
        repairs
    }

    fn failure(&mut self, property: usize, repairs: Vec<usize>, ordered: bool) -> Failure {
        let among = SubpropertySet::one(property);
        let fails = |found: Option<SubpropertySet>| found == Some(among);
        if repairs.is_empty() && fails(self.failing(&[], among)) {
            return Failure::default();
        }
        let one = !repairs.is_empty() && (self.length() == repairs.len() || fails(self.failing(&repairs, among)));
        let number = if one { Number::One } else { Number::Several };
        let mut failure = Failure { number, ..Failure::default() };
        if ordered && self.length() > 1 {
            let groups = if one { vec![repairs] } else { self.groups(among) };
            let decide: Vec<usize> = groups.iter().flatten().copied().collect();
            failure.regions = Some(regions(&decide, self.length()));
            let adjacent = |group: &Vec<usize>| group.windows(2).all(|two| two[0] + 1 == two[1]);
            let alike = groups.iter().all(|group| group.len() > 1 && adjacent(group) == adjacent(&groups[0]));
            failure.adjacent = alike.then(|| adjacent(&groups[0]));
        }
        failure
    }

    /// In short lists all groups of one or two elements that decide; otherwise the first and the last.
    fn groups(&mut self, among: SubpropertySet) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        if self.length() <= MOST_COMPARED {
            let singles = (0..self.length()).map(|one| vec![one]);
            let pairs = (0..self.length()).flat_map(|one| (one + 1..self.length()).map(move |other| vec![one, other]));
            for group in singles.chain(pairs).collect::<Vec<_>>() {
                let is_more = groups.iter().any(|known| known.iter().all(|position| group.contains(position)));
                if !is_more && self.failing(&group, among) == Some(among) {
                    groups.push(group);
                }
            }
        }
        if groups.is_empty() { vec![self.group(among, true), self.group(among, false)] } else { groups }
    }

    /// A group of elements that decides: as near to the beginning or to the end as can be.
    fn group(&mut self, among: SubpropertySet, first: bool) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.length()).collect();
        for step in 0..self.length() {
            let position = if first { self.length() - 1 - step } else { step };
            let fewer: Vec<usize> = left.iter().copied().filter(|other| *other != position).collect();
            if self.failing(&fewer, among) == Some(among) {
                left = fewer;
            }
        }
        left
    }
}

fn regions(positions: &[usize], length: usize) -> [bool; 3] {
    let last = length - 1;
    let middle = positions.iter().any(|position| *position > 0 && *position < last);
    [positions.contains(&0), middle, positions.contains(&last)]
}

fn keep(value: &mut Concrete, left: &[usize]) {
    fn kept<T: Clone>(items: &[T], left: &[usize]) -> Vec<T> {
        left.iter().filter_map(|position| items.get(*position).cloned()).collect()
    }
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => *items = kept(items, left),
        Concrete::Dict(entries) => *entries = kept(entries, left),
        _ => {}
    }
}

impl Failure {
    /// `uniqueness fails at the beginning and end of order, apart`
    pub fn words(&self) -> String {
        let Self { property, param, .. } = self;
        if self.number == Number::Elsewhere {
            return String::new();
        }
        let several = if self.number == Number::Several { ", several times" } else { "" };
        let Some(regions) = self.regions else { return format!("{property} fails in {param}{several}") };
        let apart = match self.adjacent {
            Some(true) => ", side by side",
            Some(false) => ", apart",
            None => "",
        };
        let place = match regions {
            [false, true, false] => "in the middle".to_owned(),
            [first, middle, last] => {
                let words = [(first, "beginning"), (middle, "middle"), (last, "end")];
                let words: Vec<&str> = words.iter().filter(|(there, _)| *there).map(|(_, word)| *word).collect();
                format!("at the {}", words.join(" and "))
            }
        };
        format!("{property} fails {place} of {param}{several}{apart}")
    }

    /// What is compared, one by one, and what it counts: a test that fails elsewhere than at the beginning is worth as much
    /// as one that fails there, and one group is worth more than several. Where nothing is known, it counts nothing.
    pub fn slots(&self) -> Vec<(String, u64)> {
        let weight = if self.number == Number::One { 4 } else { 1 };
        let regions = (0..3).map(|region| self.regions.map(|regions| regions[region]));
        let known = regions.chain([self.adjacent]).map(|value| match value {
            Some(value) => (format!("{:?} {value}", self.number), weight),
            None => (String::new(), 0),
        });
        std::iter::once((format!("{:?}", self.number), weight)).chain(known).collect()
    }
}
