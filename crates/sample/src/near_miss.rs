//! Near misses: a pair after a few small edits of some parameters, with a description of the edits.
//!
//! Elements are swapped, parts of two elements are exchanged, one element or one part of it is replaced, moved, removed or
//! inserted; or a parameter becomes a copy of another one; or an input changes, and sometimes the output too. The
//! description lets a caller keep near misses of different kinds.
//!
//! Invariant: the edited pair lies inside the scope and differs from the original.

use fastrand::Rng;
use lang::scope::Domain;
use pairs::Concrete;

use crate::edits::{Editor, is_container};
use crate::sites::{Path, get, get_mut, remove, sites, tidy};

/// The greatest number of new elements in a rewritten list.
const MOST_WRITTEN: usize = 3;

/// What an edit does, ordered by how little it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditAction {
    /// Exchanges parts of two elements.
    ExchangeParts,
    /// Exchanges two elements that are not adjacent.
    ExchangeApart,
    /// Replaces one part of an element.
    ReplacePart,
    /// Replaces an element.
    Replace,
    /// Exchanges two adjacent elements.
    ExchangeNeighbors,
    Move,
    Remove,
    Insert,
    /// Keeps one end of a list and writes the rest anew.
    Rewrite,
    /// Replaces a parameter by a copy of another one.
    Copy,
}

/// The ends of a list that survive several edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptEnds {
    /// Not compared: there was only one edit.
    NotCompared,
    Beginning,
    End,
    Both,
    Neither,
}

/// Describes one edit, or the last one of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EditDescription {
    pub kept_ends: KeptEnds,
    pub action: EditAction,
    pub param: usize,
    /// The position of an edited part in its element.
    pub part: usize,
    /// An input was edited.
    pub misread: bool,
}

/// An edited pair.
#[derive(Clone, Debug)]
pub struct NearMiss {
    pub pair: Vec<Concrete>,
    /// The pair before the edit, if the inputs are still the same.
    pub original: Option<Vec<Concrete>>,
    pub edit: EditDescription,
    /// The first and the last element were not edited.
    pub in_the_middle: bool,
}

impl Editor<'_> {
    /// The pair after one random edit of one of these parameters; `None` if the edit leaves the scope or changes nothing.
    pub fn near_miss_by_one_edit(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<NearMiss> {
        let mut sites = sites(self.scope, pair);
        sites.retain(|(path, _)| path.first().is_some_and(|param| params.contains(param)));
        let mut edited = pair.to_vec();
        let (action, places) = match random.u32(0..8) {
            0..=3 => exchange(&mut edited, &sites, random)?,
            4 | 5 => self.replace(&mut edited, &sites, random)?,
            _ => self.in_container(&mut edited, &sites, random)?,
        };
        let in_the_middle = !places.iter().any(|path| is_at_end(pair, path));
        let first = places.first()?;
        let is_part = matches!(action, EditAction::ExchangeParts | EditAction::ReplacePart);
        let part = if is_part { first.last().copied().unwrap_or(0) } else { 0 };
        // All entries of a dict count as the same part.
        let in_dict = matches!(get(pair, &first[..first.len() - 1]), Some(Concrete::Dict(_)));
        let part = if in_dict { part % 2 } else { part };
        let edit = EditDescription { kept_ends: KeptEnds::NotCompared, action, param: first[0], part, misread: false };
        near_miss(self, pair, edited, edit, in_the_middle)
    }

    /// The pair after several random edits of these parameters, one after the other.
    pub fn near_miss_by_several_edits(
        &self,
        pair: &[Concrete],
        params: &[usize],
        number: usize,
        random: &mut Rng,
    ) -> Option<NearMiss> {
        let mut last = self.near_miss_by_one_edit(pair, params, random)?;
        if number == 1 {
            return Some(last);
        }
        for _ in 1..number {
            last = self.near_miss_by_one_edit(&last.pair, params, random)?;
        }
        let edited = params.iter().filter(|param| pair[**param] != last.pair[**param]);
        let kept_ends = edited.map(|param| kept_ends(&pair[*param], &last.pair[*param])).min()?;
        let edit = EditDescription { kept_ends, param: 0, part: 0, ..last.edit };
        let original = Some(pair.to_vec());
        Some(NearMiss { edit, original, in_the_middle: kept_ends == KeptEnds::Both, ..last })
    }

    /// The pair with one end of one of these lists kept, and the rest written anew.
    pub fn near_miss_by_rewriting(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<NearMiss> {
        let param = *params.get(random.usize(0..params.len().max(1)))?;
        let Domain::List { element, max } = &self.scope.params[param] else { return None };
        let Concrete::List(items) = &pair[param] else { return None };
        let kept = random.usize(1..=items.len().min(*max).max(1)).min(items.len());
        let new = random.usize(0..=(*max - kept).min(MOST_WRITTEN));
        let mut new: Vec<Concrete> = (0..new).map(|_| self.new_value(element, pair, &[], random)).collect();
        let kept_ends = if random.u32(0..3) > 0 { KeptEnds::Beginning } else { KeptEnds::End };
        let rewritten = match kept_ends {
            KeptEnds::Beginning => items[..kept].iter().cloned().chain(new).collect(),
            _ => {
                new.extend_from_slice(&items[items.len() - kept..]);
                new
            }
        };
        let mut edited = pair.to_vec();
        edited[param] = Concrete::List(rewritten);
        near_miss(
            self,
            pair,
            edited,
            EditDescription { kept_ends, action: EditAction::Rewrite, param, part: 0, misread: false },
            false,
        )
    }

    /// The pair with one of these lists replaced by a copy of another list with elements of the same domain.
    pub fn near_miss_by_copying(&self, pair: &[Concrete], params: &[usize], random: &mut Rng) -> Option<NearMiss> {
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
        let edit = EditDescription {
            kept_ends: KeptEnds::NotCompared,
            action: EditAction::Copy,
            param,
            part: 0,
            misread: false,
        };
        near_miss(self, pair, edited, edit, false)
    }

    /// The pair after one or two edits of these inputs: the output is correct for another input, as if someone had misread
    /// the input. In half of the cases an output is edited too, if possible, and the description is of that edit.
    pub fn near_miss_by_misreading(
        &self,
        pair: &[Concrete],
        inputs: &[usize],
        outputs: &[usize],
        random: &mut Rng,
    ) -> Option<NearMiss> {
        let number = random.usize(1..=2);
        let misread = self.near_miss_by_several_edits(pair, inputs, number, random)?;
        let further = match random.u32(0..4) {
            0 => self.near_miss_by_one_edit(&misread.pair, outputs, random),
            1 => self.near_miss_by_rewriting(&misread.pair, outputs, random),
            _ => None,
        };
        let miss = further.unwrap_or(misread);
        Some(NearMiss { original: None, edit: EditDescription { misread: true, ..miss.edit }, ..miss })
    }

    fn replace(
        &self,
        pair: &mut [Concrete],
        sites: &[(Path, &Domain)],
        random: &mut Rng,
    ) -> Option<(EditAction, Vec<Path>)> {
        let single: Vec<&(Path, &Domain)> = sites.iter().filter(|(_, domain)| !is_container(domain)).collect();
        let (path, domain) = single.get(random.usize(0..single.len().max(1)))?;
        let new = match (domain, get(pair, path)?) {
            (Domain::Int { .. }, Concrete::Int(number)) if random.bool() => {
                Concrete::Int(number.checked_add(if random.bool() { 1 } else { -1 })?)
            }
            _ => self.new_value(domain, pair, &[], random),
        };
        *get_mut(pair, path)? = new;
        let action = if is_part(pair, path) { EditAction::ReplacePart } else { EditAction::Replace };
        Some((action, vec![path.clone()]))
    }

    /// Moves, removes or inserts an element.
    fn in_container(
        &self,
        pair: &mut [Concrete],
        sites: &[(Path, &Domain)],
        random: &mut Rng,
    ) -> Option<(EditAction, Vec<Path>)> {
        let containers: Vec<&(Path, &Domain)> = sites.iter().filter(|(_, domain)| is_container(domain)).collect();
        let (path, domain) = containers.get(random.usize(0..containers.len().max(1)))?;
        let number = get(pair, path)?.len()?;
        let kind = if number == 0 { 2 } else { random.u32(0..3) };
        let (one, other) = (random.usize(0..number.max(1)), random.usize(0..number.max(1)));
        let place = |position: usize| {
            let step = if matches!(domain, Domain::Dict { .. }) { 2 } else { 1 };
            path.iter().copied().chain([step * position]).collect::<Path>()
        };
        match (kind, get_mut(pair, path)?) {
            (0, Concrete::List(items)) => {
                let item = items.remove(one);
                items.insert(other, item);
                Some((EditAction::Move, vec![place(one), place(other)]))
            }
            (0 | 1, value) => {
                remove(value, one);
                Some((EditAction::Remove, vec![place(one)]))
            }
            (_, Concrete::List(items)) if number > 0 && random.bool() => {
                items.insert(other, items[one].clone());
                Some((EditAction::Insert, vec![place(other)]))
            }
            _ => {
                self.insert(pair, path, domain, &[], random)?;
                Some((EditAction::Insert, vec![place(0)]))
            }
        }
    }
}

fn near_miss(
    editor: &Editor<'_>,
    pair: &[Concrete],
    edited: Vec<Concrete>,
    edit: EditDescription,
    in_the_middle: bool,
) -> Option<NearMiss> {
    let edited = tidy(editor.scope, edited).filter(|edited| edited != pair)?;
    Some(NearMiss { pair: edited, original: Some(pair.to_vec()), edit, in_the_middle })
}

/// The domain of the elements of a list.
fn elements(domain: &Domain) -> Option<&Domain> {
    match domain {
        Domain::List { element, .. } => Some(element),
        _ => None,
    }
}

/// The ends at which two lists agree.
fn kept_ends(before: &Concrete, after: &Concrete) -> KeptEnds {
    let (Concrete::List(before), Concrete::List(after)) = (before, after) else { return KeptEnds::Neither };
    match (before.first() == after.first(), before.last() == after.last()) {
        _ if before.is_empty() => KeptEnds::Neither,
        (true, true) => KeptEnds::Both,
        (true, false) => KeptEnds::Beginning,
        (false, true) => KeptEnds::End,
        (false, false) => KeptEnds::Neither,
    }
}

/// Exchanges two values of the same domain in one parameter.
fn exchange(pair: &mut [Concrete], sites: &[(Path, &Domain)], random: &mut Rng) -> Option<(EditAction, Vec<Path>)> {
    let (one, domain) = sites.get(random.usize(0..sites.len().max(1))).filter(|(path, _)| path.len() > 1)?;
    let value = get(pair, one)?.clone();
    let alike = |(path, own): &&(Path, &Domain)| {
        own == domain && path[0] == one[0] && path.len() == one.len() && get(pair, path) != Some(&value)
    };
    let others: Vec<&Path> = sites.iter().filter(alike).map(|(path, _)| path).collect();
    let other = *others.get(random.usize(0..others.len().max(1)))?;
    let (last, before) = one.split_last()?;
    let action = match get(pair, before)? {
        Concrete::List(_) if other.starts_with(before) => match other.last()?.abs_diff(*last) {
            1 => EditAction::ExchangeNeighbors,
            _ => EditAction::ExchangeApart,
        },
        _ => EditAction::ExchangeParts,
    };
    let second = std::mem::replace(get_mut(pair, other)?, value);
    *get_mut(pair, one)? = second;
    Some((action, vec![one.clone(), other.clone()]))
}

/// Whether the value at an address is a part of a tuple, a record or an entry.
fn is_part(pair: &[Concrete], path: &[usize]) -> bool {
    let Some((_, before)) = path.split_last().filter(|(_, before)| !before.is_empty()) else { return false };
    matches!(get(pair, before), Some(Concrete::Tuple(_) | Concrete::Record(..) | Concrete::Dict(_)))
}

/// Whether an address lies in the first or last element of the outermost list, set or dict, or in no container at all.
fn is_at_end(pair: &[Concrete], path: &[usize]) -> bool {
    for depth in 1..path.len() {
        let position = match get(pair, &path[..depth]) {
            Some(Concrete::Dict(_)) => path[depth] / 2,
            _ => path[depth],
        };
        if let Some(number) = get(pair, &path[..depth]).and_then(Concrete::len) {
            return position == 0 || position + 1 >= number;
        }
    }
    true
}
