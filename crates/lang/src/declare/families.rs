//! Records that can hold themselves, alone or together: trees, linked lists, expressions.
//!
//! A record that can hold itself is a *node*, and so is every record that stands beside one in a union (the `Leaf` of
//! `Leaf | Branch`). Nodes that can hold each other, or are alternatives of each other, are a family. One bound counts the
//! nodes of a family in each parameter; its key is the name that the file gives to their union, else the name of the first
//! record of the family that holds itself.
//!
//! Reported: records of pairs that have no finite value, and nodes in places where they could not be counted.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::Name;
use crate::globals::GlobalKind;
use crate::problem::{PairParam, RecordClass};
use crate::types::Type;

use super::reader::{TypePosition, TypeReader};
use super::records::records_in;

/// No real file has more, and a hostile one must not cost time.
const MOST_RECORDS: usize = 200;

/// Marks the nodes among the records of pairs, and those that stand in unions.
pub(super) fn mark(records: &mut [RecordClass], in_pairs: &[bool], params: &[PairParam], reader: &mut TypeReader<'_>) {
    let is_in_pair = |index: usize| in_pairs.get(index) == Some(&true);
    if let Some(beyond) = (0..records.len()).filter(|index| is_in_pair(*index)).nth(MOST_RECORDS) {
        let help = "a pair needs a handful; describe the rest by numbers or atoms";
        reader.bad(records[beyond].span, format!("pairs hold more than {MOST_RECORDS} kinds of records"), help);
        records.iter_mut().flat_map(|record| &mut record.fields).for_each(|field| field.ty = Type::Unknown);
        return;
    }
    refuse_endless(records, &is_in_pair, reader);
    let mut unions = Vec::new();
    for (_, record) in records.iter().enumerate().filter(|(index, _)| is_in_pair(*index)) {
        record.fields.iter().for_each(|field| collect_unions(&field.ty, &mut unions));
    }
    params.iter().for_each(|param| collect_unions(&param.ty, &mut unions));
    for member in unions.iter().flatten() {
        if let Some(record) = records.get_mut(*member) {
            record.tagged = true;
        }
    }
    let reaches = reachable(records, &is_in_pair);
    let can_reach = |from: usize, to: usize| reaches.get(&from).is_some_and(|reached| reached.contains(&to));
    let recursive: Vec<bool> = (0..records.len()).map(|index| can_reach(index, index)).collect();
    if !recursive.contains(&true) {
        return;
    }
    // The least record of each family stands for it.
    let least = |index: usize| (0..=index).find(|other| can_reach(index, *other) && can_reach(*other, index));
    let mut family: Vec<Option<usize>> =
        (0..records.len()).map(|index| if recursive[index] { least(index) } else { None }).collect();
    join_unions(&unions, &mut family);
    let names: Vec<Option<Name>> = {
        let aliases = aliases(reader);
        (0..records.len()).map(|index| Some(key(family[index]?, &family, &recursive, records, &aliases))).collect()
    };
    for (record, name) in records.iter_mut().zip(names) {
        record.family = name;
    }
    refuse_uncounted(records, &is_in_pair, params, reader);
}

/// All members of a union with a node are nodes of one family.
fn join_unions(unions: &[Vec<usize>], family: &mut [Option<usize>]) {
    loop {
        let before = family.to_vec();
        for members in unions {
            let Some(least) = members.iter().filter_map(|member| family.get(*member).copied().flatten()).min() else {
                continue;
            };
            let joined: Vec<usize> =
                members.iter().filter_map(|member| family.get(*member).copied().flatten()).collect();
            for known in family.iter_mut().filter(|known| known.is_some_and(|known| joined.contains(&known))) {
                *known = Some(least);
            }
            for member in members {
                if let Some(known) = family.get_mut(*member) {
                    *known = Some(least);
                }
            }
        }
        if before == family {
            return;
        }
    }
}

/// The name of the family's bound.
fn key(
    own: usize,
    family: &[Option<usize>],
    recursive: &[bool],
    records: &[RecordClass],
    aliases: &[(Name, Vec<usize>)],
) -> Name {
    let in_family = |record: &usize| family.get(*record) == Some(&Some(own));
    if let Some((name, _)) = aliases.iter().find(|(_, members)| members.len() > 1 && members.iter().all(in_family)) {
        return name.clone();
    }
    let first = (0..records.len()).find(|index| in_family(index) && recursive[*index]);
    records[first.unwrap_or(own)].name.clone()
}

/// The file's names for types, each with the records that a value of it can be.
fn aliases(reader: &TypeReader<'_>) -> Vec<(Name, Vec<usize>)> {
    let mut aliases = Vec::new();
    let mut silent = TypeReader::new(reader.names);
    for global in reader.names.globals {
        let GlobalKind::Alias { stmt } = global.kind else { continue };
        let Some(value) = super::annotation::alias_value(reader.names.module, stmt) else { continue };
        let ty = silent.read(value, TypePosition::Anywhere);
        let records = ty.members().iter().filter_map(|member| match member {
            Type::Record(id) => Some(usize::from(id.0)),
            _ => None,
        });
        aliases.push((global.name.clone(), records.collect()));
    }
    aliases
}

/// The records of each union of several records in a type.
fn collect_unions(ty: &Type, found: &mut Vec<Vec<usize>>) {
    if let Type::Union(members) = ty {
        let records: Vec<usize> = members
            .iter()
            .filter_map(|member| match member {
                Type::Record(id) => Some(usize::from(id.0)),
                _ => None,
            })
            .collect();
        if records.len() > 1 {
            found.push(records);
        }
    }
    ty.parts().into_iter().for_each(|part| collect_unions(part, found));
}

/// For each record of a pair, the records that one of its kind can hold.
fn reachable(records: &[RecordClass], is_in_pair: &dyn Fn(usize) -> bool) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut reaches = BTreeMap::new();
    for start in (0..records.len()).filter(|index| is_in_pair(*index)) {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![start];
        while let Some(index) = waiting.pop() {
            let inner = records[index].fields.iter().flat_map(|field| records_in(&field.ty));
            let inner = inner.map(|inner| usize::from(inner.0)).filter(|inner| *inner < records.len());
            waiting.extend(inner.filter(|inner| reached.insert(*inner)));
        }
        reaches.insert(start, reached);
    }
    reaches
}

/// Reports records that always hold another one of their kind, and forgets the type of the field that demands it.
fn refuse_endless(records: &mut [RecordClass], is_in_pair: &dyn Fn(usize) -> bool, reader: &mut TypeReader<'_>) {
    let mut ends: Vec<bool> = (0..records.len()).map(|index| !is_in_pair(index)).collect();
    loop {
        let before = ends.clone();
        for (index, record) in records.iter().enumerate().filter(|(index, _)| is_in_pair(*index)) {
            ends[index] = record.fields.iter().all(|field| has_value(&field.ty, &before));
        }
        if before == ends {
            break;
        }
    }
    let endless: Vec<usize> = (0..records.len()).filter(|index| is_in_pair(*index) && !ends[*index]).collect();
    for index in endless {
        let name = records[index].name.clone();
        let Some(field) = records[index].fields.iter_mut().find(|field| !has_value(&field.ty, &ends)) else { continue };
        let inner = field.name.clone();
        reader.bad(
            field.span,
            format!("record `{name}` has no finite value: its `{inner}` always holds another record"),
            format!("write `{inner}: \"{name} | None\"`, a list, or a union with a record that ends, `Leaf | {name}`"),
        );
        field.ty = Type::Unknown;
    }
}

/// Whether a type has a value, if these records have one.
fn has_value(ty: &Type, ends: &[bool]) -> bool {
    match ty {
        Type::Record(id) => ends.get(usize::from(id.0)).copied().unwrap_or(true),
        Type::Union(members) => members.iter().any(|member| has_value(member, ends)),
        Type::Tuple(parts) => parts.iter().all(|part| has_value(part, ends)),
        _ => true,
    }
}

/// Reports nodes inside sets, dicts and unordered lists.
fn refuse_uncounted(
    records: &mut [RecordClass],
    is_in_pair: &dyn Fn(usize) -> bool,
    params: &[PairParam],
    reader: &mut TypeReader<'_>,
) {
    let nodes: Vec<bool> = records.iter().map(|record| record.family.is_some()).collect();
    // Records that are no nodes themselves and hold some.
    let mut holds = nodes.clone();
    loop {
        let before = holds.clone();
        for (index, record) in records.iter().enumerate().filter(|(index, _)| is_in_pair(*index)) {
            let inside = record.fields.iter().flat_map(|field| records_in(&field.ty));
            holds[index] |= inside.into_iter().any(|inner| before.get(usize::from(inner.0)) == Some(&true));
        }
        if before == holds {
            break;
        }
    }
    let mut found = Vec::new();
    for (index, record) in records.iter().enumerate().filter(|(index, _)| is_in_pair(*index)) {
        for (position, field) in record.fields.iter().enumerate() {
            found.extend(uncounted(&field.ty, &holds).map(|what| (Some((index, position)), field.span, what)));
        }
    }
    for param in params {
        found.extend(uncounted(&param.ty, &holds).map(|what| (None, param.span, what)));
    }
    for (field, span, what) in found {
        reader.bad(
            span,
            format!("a {what} of records that hold themselves has no bound"),
            "use a list: `list[\"Node\"]`",
        );
        if let Some((record, field)) = field {
            records[record].fields[field].ty = Type::Unknown;
        }
    }
}

/// The container of a type that holds nodes and cannot.
fn uncounted(ty: &Type, holds: &[bool]) -> Option<&'static str> {
    let what = match ty {
        Type::Set(_) | Type::FrozenSet(_) => Some("set"),
        Type::Unordered(_) => Some("list without order"),
        Type::Dict(..) => Some("dict"),
        _ => None,
    };
    let inside = || ty.parts().into_iter().flat_map(records_in).any(|id| holds.get(usize::from(id.0)) == Some(&true));
    match what {
        Some(what) if inside() => Some(what),
        Some(_) => None,
        None => ty.parts().into_iter().find_map(|part| uncounted(part, holds)),
    }
}
