//! Where a pair fails: the elements that make a subproperty fail.
//!
//! Many wrong predicates check the right thing in the wrong places: only the first element, only neighbors, all but the last.
//! Tests catch them only if the failures occur in different places, so the place of a failure is a feature by which tests are
//! chosen ([`crate::shape`]).
//!
//! A group of elements of a list, set or dict *decides* if the subproperty fails with only these elements left, and holds if
//! any one of them is removed, too. Such groups are found by delta debugging: remove elements and evaluate again. That works
//! for every subproperty that can be evaluated, without looking into its code, and depends only on its meaning: two problem
//! files that say the same in different words get the same places. There may be several groups; they are all found in short
//! lists, and the first and the last in longer ones.
//!
//! Invariant: the result does not depend on the names of atoms, nor on the order of unordered lists. Guarded by
//! `suite::verify`, which computes it again from the stored pair.

use itertools::Itertools;
use lang::problem::{Problem, PropertyKind, Side};
use pairs::structure::ValueStructure;
use pairs::{Bucket, Concrete, PairEvaluator, PairStructure, SubpropertySet};

use crate::shape::{elements, names};

/// The greatest length of a list in which all groups of one or two elements are tried.
const MOST_COMPARED: usize = 7;

/// Where one subproperty fails in one parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureSite {
    pub property: String,
    pub param: String,
    /// Whether deciding elements are at the beginning, in the middle, at the end; `None` if there is no order, or only one
    /// element.
    pub regions: Option<[bool; 3]>,
    /// Whether the elements of each group are side by side; `None` if a group has only one element, or groups differ.
    pub adjacent: Option<bool>,
    pub number: GroupCount,
}

/// The number of groups of elements that decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupCount {
    /// The subproperty fails even if the parameter is empty.
    #[default]
    Elsewhere,
    One,
    Several,
}

/// The failing subproperties that matter: the required ones, or all if no required one fails.
fn deciding(problem: &Problem, bucket: Bucket) -> SubpropertySet {
    let is_required = |position: &usize| {
        problem.subproperties.get(*position).is_some_and(|property| property.kind == PropertyKind::Required)
    };
    let required: SubpropertySet = bucket.failing().iter().filter(is_required).collect();
    if required.is_empty() { bucket.failing() } else { required }
}

/// Where each failing subproperty that matters fails, in each of its parameters.
pub fn failures(
    problem: &Problem,
    structure: &PairStructure,
    evaluator: &mut PairEvaluator<'_>,
    pair: &[Concrete],
    bucket: Bucket,
) -> Vec<FailureSite> {
    let failing = deciding(problem, bucket);
    let mut all = Vec::new();
    for (param, name) in names(problem).enumerate() {
        let names_it = |position: &usize| problem.subproperties[*position].params.contains(&param);
        let among: SubpropertySet = failing.iter().filter(names_it).collect();
        if among.is_empty() || elements(&pair[param]).is_none() {
            continue;
        }
        let (side, form) = &structure.params[param];
        let mut search = Search { evaluator, pair, param, valid_input: *side == Side::Output };
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

/// Whether there is a first and a last element. Sets of numbers count as ordered: they are iterated over in ascending order.
fn is_ordered(form: &ValueStructure, value: &Concrete) -> bool {
    let mut has_atoms = false;
    value.visit_atoms(&mut |_, _| has_atoms = true);
    match form {
        ValueStructure::List(_) | ValueStructure::Dict(..) => true,
        ValueStructure::Set => !has_atoms,
        _ => false,
    }
}

/// Removes elements of one parameter of a pair.
struct Search<'a, 'j> {
    evaluator: &'a mut PairEvaluator<'j>,
    pair: &'a [Concrete],
    param: usize,
    /// The input stays valid, whatever is removed.
    valid_input: bool,
}

impl Search<'_, '_> {
    fn length(&self) -> usize {
        elements(&self.pair[self.param]).map_or(0, |items| items.len())
    }

    /// Which of these subproperties fail with only some elements left.
    fn failing(&mut self, left: &[usize], among: SubpropertySet) -> Option<SubpropertySet> {
        let mut pair = self.pair.to_vec();
        keep(&mut pair[self.param], left);
        self.evaluator.failing(&pair, among, self.valid_input)
    }

    /// For each of these subproperties, the elements whose removal alone makes it hold.
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

    fn failure(&mut self, property: usize, repairs: Vec<usize>, ordered: bool) -> FailureSite {
        let among = SubpropertySet::one(property);
        let fails = |found: Option<SubpropertySet>| found == Some(among);
        if repairs.is_empty() && fails(self.failing(&[], among)) {
            return FailureSite::default();
        }
        let one = !repairs.is_empty() && (self.length() == repairs.len() || fails(self.failing(&repairs, among)));
        let number = if one { GroupCount::One } else { GroupCount::Several };
        let mut failure = FailureSite { number, ..FailureSite::default() };
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

    /// In short lists, all deciding groups of one or two elements; otherwise the first and the last group.
    fn groups(&mut self, among: SubpropertySet) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        if self.length() <= MOST_COMPARED {
            let length = self.length();
            for group in (1..=2).flat_map(|size| (0..length).combinations(size)) {
                let is_more = groups.iter().any(|known| known.iter().all(|position| group.contains(position)));
                if !is_more && self.failing(&group, among) == Some(among) {
                    groups.push(group);
                }
            }
        }
        if groups.is_empty() { vec![self.group(among, true), self.group(among, false)] } else { groups }
    }

    /// A deciding group, as close to the beginning or to the end as possible.
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
        Concrete::List(items) | Concrete::Text(items) | Concrete::Set { elements: items, .. } => {
            *items = kept(items, left);
        }
        Concrete::Dict(entries) => *entries = kept(entries, left),
        _ => {}
    }
}

impl FailureSite {
    /// `uniqueness fails at the beginning and end of order, apart`
    pub fn words(&self) -> String {
        let Self { property, param, .. } = self;
        if self.number == GroupCount::Elsewhere {
            return String::new();
        }
        let several = if self.number == GroupCount::Several { ", several times" } else { "" };
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

    /// The features that are compared, each with its weight. All regions have the same weight; a single group weighs more
    /// than several, because it isolates the failure. Unknown features weigh nothing.
    pub fn slots(&self) -> Vec<(String, u64)> {
        let weight = if self.number == GroupCount::One { 4 } else { 1 };
        let regions = (0..3).map(|region| self.regions.map(|regions| regions[region]));
        let known = regions.chain([self.adjacent]).map(|value| match value {
            Some(value) => (format!("{:?} {value}", self.number), weight),
            None => (String::new(), 0),
        });
        std::iter::once((format!("{:?}", self.number), weight)).chain(known).collect()
    }
}
