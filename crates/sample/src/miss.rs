//! Near misses: a few small edits of some parameters of a pair, with what was done and where.
//!
//! Elements change places, parts of two elements are exchanged, one element or one part of it is changed, moved, taken out
//! or put in; or a parameter becomes a copy of another one; or an input changes, and of some the output too.
//!
//! Invariant: the edited pair lies inside the scope and is another one.

use fastrand::Rng;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::{Editor, is_container};
use crate::sites::{Path, get, get_mut, length, remove, sites, tidy};

/// Elements that are written anew, at most.
const MOST_WRITTEN: usize = 3;

/// What an edit does, those first that leave most as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Parts of two elements change places.
    ExchangeParts,
    /// Two elements that are no neighbours change places.
    ExchangeApart,
    /// One part of an element is another.
    ReplacePart,
    /// An element is another.
    Replace,
    ExchangeNeighbours,
    Move,
    Remove,
    Insert,
    /// One end of a list is kept.
    Rewrite,
    /// A parameter holds what another one holds.
    Copy,
}

/// What is left of a list at its ends, after several edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// After one edit this is not asked.
    Unasked,
    Beginning,
    End,
    Both,
    Neither,
}

/// One edit, or the last one of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    pub left: Left,
    pub change: Change,
    pub param: usize,
    /// The position of a part in its element.
    pub part: usize,
    /// An input was changed, too.
    pub misread: bool,
}

/// An edited pair, and whether the edit left the first and the last element alone.
#[derive(Clone, Debug)]
pub struct Miss {
    pub pair: Vec<Concrete>,
    /// What was edited, if the inputs are still the same.
    pub of: Option<Vec<Concrete>>,
    pub edit: Edit,
    pub in_the_middle: bool,
}

impl Editor<'_> {
    /// The pair after one random edit of one of these parameters; nothing if it leads out of the scope or nowhere.
    pub fn miss(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<Miss> {
        let mut sites = sites(self.scope, pair);
        sites.retain(|(path, _)| path.first().is_some_and(|param| params.contains(param)));
        let mut edited = pair.to_vec();
        let (change, places) = match random.u32(0..8) {
            0..=3 => exchange(&mut edited, &sites, random)?,
            4 | 5 => self.replace(&mut edited, &sites, random)?,
            _ => self.in_container(&mut edited, &sites, random)?,
        };
        let in_the_middle = !places.iter().any(|path| is_at_end(pair, path));
        let first = places.first()?;
        let is_part = matches!(change, Change::ExchangeParts | Change::ReplacePart);
        let part = if is_part { first.last().copied().unwrap_or(0) } else { 0 };
        // Values of a dict are alike, whichever entry they are of.
        let in_dict = matches!(get(pair, &first[..first.len() - 1]), Some(Concrete::Dict(_)));
        let part = if in_dict { part % 2 } else { part };
        let edit = Edit { left: Left::Unasked, change, param: first[0], part, misread: false };
        missed(self, pair, edited, edit, in_the_middle)
    }

    /// The pair after several random edits of these parameters, one after the other.
    pub fn miss_by_several(
        &self,
        pair: &[Concrete],
        params: &[usize],
        number: usize,
        random: &mut Rng,
    ) -> Option<Miss> {
        let mut last = self.miss(pair, params, random)?;
        if number == 1 {
            return Some(last);
        }
        for _ in 1..number {
            last = self.miss(&last.pair, params, random)?;
        }
        let edited = params.iter().filter(|param| pair[**param] != last.pair[**param]);
        let left = edited.map(|param| left(&pair[*param], &last.pair[*param])).min()?;
        let edit = Edit { left, param: 0, part: 0, ..last.edit };
        let of = Some(pair.to_vec());
        Some(Miss { edit, of, in_the_middle: left == Left::Both, ..last })
    }

    /// The pair with one end of one of these lists kept, and the rest of it written anew.
    pub fn miss_by_rewriting(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<Miss> {
        let param = *params.get(random.usize(0..params.len().max(1)))?;
        let Domain::List { element, max } = &self.scope.params[param] else { return None };
        let Concrete::List(items) = &pair[param] else { return None };
        let kept = random.usize(1..=items.len().min(*max).max(1)).min(items.len());
        let new = random.usize(0..=(*max - kept).min(MOST_WRITTEN));
        let mut new: Vec<Concrete> = (0..new).map(|_| self.new_value(element, pair, &[], random)).collect();
        let left = if random.u32(0..3) > 0 { Left::Beginning } else { Left::End };
        let rewritten = match left {
            Left::Beginning => items[..kept].iter().cloned().chain(new).collect(),
            _ => {
                new.extend_from_slice(&items[items.len() - kept..]);
                new
            }
        };
        let mut edited = pair.to_vec();
        edited[param] = Concrete::List(rewritten);
        missed(self, pair, edited, Edit { left, change: Change::Rewrite, param, part: 0, misread: false }, false)
    }

    /// The pair with one of these parameters replaced by a copy of another one that holds values of the same kind, as far as
    /// the scope allows.
    pub fn miss_by_copy(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<Miss> {
        let param = *params.get(random.usize(0..params.len().max(1)))?;
        let like = elements(&self.scope.params[param])?;
        let alike =
            |other: &usize| *other != param && elements(&self.scope.params[*other]).is_some_and(|own| own == like);
        let others: Vec<usize> = (0..pair.len()).filter(alike).collect();
        let mut edited = pair.to_vec();
        edited[param] = pair[*others.get(random.usize(0..others.len().max(1)))?].clone();
        if random.bool()
            && let Concrete::List(items) = &mut edited[param]
        {
            items.reverse();
        }
        let edit = Edit { left: Left::Unasked, change: Change::Copy, param, part: 0, misread: false };
        missed(self, pair, edited, edit, false)
    }

    /// The pair after one or two edits of these inputs: what was right for the one is offered for the other, as by
    /// someone who misreads the input. In half of the tries an output is edited too, if that can be done, and the edit is
    /// that one.
    pub fn miss_by_misreading(
        &self,
        pair: &[Concrete],
        inputs: &[usize],
        outputs: &[usize],
        random: &mut Rng,
    ) -> Option<Miss> {
        let number = random.usize(1..=2);
        let misread = self.miss_by_several(pair, inputs, number, random)?;
        let further = match random.u32(0..4) {
            0 => self.miss(&misread.pair, outputs, random),
            1 => self.miss_by_rewriting(&misread.pair, outputs, random),
            _ => None,
        };
        let miss = further.unwrap_or(misread);
        Some(Miss { of: None, edit: Edit { misread: true, ..miss.edit }, ..miss })
    }

    fn replace(
        &self,
        pair: &mut [Concrete],
        sites: &[(Path, &Domain)],
        random: &mut Rng,
    ) -> Option<(Change, Vec<Path>)> {
        let single: Vec<&(Path, &Domain)> = sites.iter().filter(|(_, domain)| !is_container(domain)).collect();
        let (path, domain) = single.get(random.usize(0..single.len().max(1)))?;
        let new = match (domain, get(pair, path)?) {
            (Domain::Int { .. }, Concrete::Int(number)) if random.bool() => {
                Concrete::Int(number.checked_add(if random.bool() { 1 } else { -1 })?)
            }
            _ => self.new_value(domain, pair, &[], random),
        };
        *get_mut(pair, path)? = new;
        let change = if is_part(pair, path) { Change::ReplacePart } else { Change::Replace };
        Some((change, vec![path.clone()]))
    }

    /// Moves, takes out or puts in an element.
    fn in_container(
        &self,
        pair: &mut [Concrete],
        sites: &[(Path, &Domain)],
        random: &mut Rng,
    ) -> Option<(Change, Vec<Path>)> {
        let containers: Vec<&(Path, &Domain)> = sites.iter().filter(|(_, domain)| is_container(domain)).collect();
        let (path, domain) = containers.get(random.usize(0..containers.len().max(1)))?;
        let number = length(get(pair, path)?)?;
        let kind = if number == 0 { 2 } else { random.u32(0..3) };
        let (one, other) = (random.usize(0..number.max(1)), random.usize(0..number.max(1)));
        let place = |position: usize| {
            let step = if matches!(domain, Domain::Dict { .. }) { 2 } else { 1 };
            [path.as_slice(), &[step * position]].concat()
        };
        match (kind, get_mut(pair, path)?) {
            (0, Concrete::List(items)) => {
                let item = items.remove(one);
                items.insert(other, item);
                Some((Change::Move, vec![place(one), place(other)]))
            }
            (0 | 1, value) => {
                remove(value, one);
                Some((Change::Remove, vec![place(one)]))
            }
            (_, Concrete::List(items)) if number > 0 && random.bool() => {
                items.insert(other, items[one].clone());
                Some((Change::Insert, vec![place(other)]))
            }
            _ => {
                self.insert(pair, path, domain, &[], random)?;
                Some((Change::Insert, vec![place(0)]))
            }
        }
    }
}

fn missed(
    editor: &Editor<'_>,
    pair: &[Concrete],
    edited: Vec<Concrete>,
    edit: Edit,
    in_the_middle: bool,
) -> Option<Miss> {
    let edited = tidy(editor.scope, edited).filter(|edited| edited != pair)?;
    Some(Miss { pair: edited, of: Some(pair.to_vec()), edit, in_the_middle })
}

/// What the elements of a list are.
fn elements(domain: &Domain) -> Option<&Domain> {
    match domain {
        Domain::List { element, .. } => Some(element),
        _ => None,
    }
}

/// At which ends a list is still what it was.
fn left(before: &Concrete, after: &Concrete) -> Left {
    let (Concrete::List(before), Concrete::List(after)) = (before, after) else { return Left::Neither };
    match (before.first() == after.first(), before.last() == after.last()) {
        _ if before.is_empty() => Left::Neither,
        (true, true) => Left::Both,
        (true, false) => Left::Beginning,
        (false, true) => Left::End,
        (false, false) => Left::Neither,
    }
}

/// Two values of one kind in one parameter change places.
fn exchange(pair: &mut [Concrete], sites: &[(Path, &Domain)], random: &mut Rng) -> Option<(Change, Vec<Path>)> {
    let (one, domain) = sites.get(random.usize(0..sites.len().max(1))).filter(|(path, _)| path.len() > 1)?;
    let value = get(pair, one)?.clone();
    let alike = |(path, own): &&(Path, &Domain)| {
        own == domain && path[0] == one[0] && path.len() == one.len() && get(pair, path) != Some(&value)
    };
    let others: Vec<&Path> = sites.iter().filter(alike).map(|(path, _)| path).collect();
    let other = *others.get(random.usize(0..others.len().max(1)))?;
    let (last, before) = one.split_last()?;
    let change = match get(pair, before)? {
        Concrete::List(_) if other.starts_with(before) => match other.last()?.abs_diff(*last) {
            1 => Change::ExchangeNeighbours,
            _ => Change::ExchangeApart,
        },
        _ => Change::ExchangeParts,
    };
    let second = std::mem::replace(get_mut(pair, other)?, value);
    *get_mut(pair, one)? = second;
    Some((change, vec![one.clone(), other.clone()]))
}

/// Whether what stands at a place is a part of a tuple, a record or an entry.
fn is_part(pair: &[Concrete], path: &[usize]) -> bool {
    let Some((_, before)) = path.split_last().filter(|(_, before)| !before.is_empty()) else { return false };
    matches!(get(pair, before), Some(Concrete::Tuple(_) | Concrete::Record(..) | Concrete::Dict(_)))
}

/// Whether a place is in the first or last element of the outermost list, set or dict that it is in, or in none.
fn is_at_end(pair: &[Concrete], path: &[usize]) -> bool {
    for depth in 1..path.len() {
        let position = match get(pair, &path[..depth]) {
            Some(Concrete::Dict(_)) => path[depth] / 2,
            _ => path[depth],
        };
        if let Some(number) = get(pair, &path[..depth]).and_then(length) {
            return position == 0 || position + 1 >= number;
        }
    }
    true
}
