//! The records of a pair, made by the submission's classes: the adapter's `constructor`, as Python.

use super::glue::{IS_INSTANCE, KNOWN, UNCLEAR, UNTOLD};
use super::link::Linker;
use crate::globals::{GlobalId, GlobalKind};
use crate::problem::{RecordId, RecordKind};
use crate::types::Type;

/// How the values of a record become those that the predicate receives.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    /// They are the same.
    Same,
    /// By the name of the member of an enumeration.
    Name,
    /// By calling a class of the submission with the fields in the order of the problem, by name or by position.
    By { by_name: bool },
    /// By the problem's own class, since something in them is made anew.
    Again,
    /// By a class about which nothing is known.
    Unclear,
}

/// Functions that make the values of pairs.
pub(super) struct Makers {
    /// Python text that defines them.
    pub text: String,
    /// The classes they call, by the name used in the text.
    pub classes: Vec<(String, GlobalId)>,
    made: Vec<Made>,
}

impl Linker<'_> {
    pub fn makers(&mut self) -> Makers {
        let problem = self.handed.problem;
        let mut made: Vec<Made> = (0..problem.records.len()).map(|index| self.made(index)).collect();
        // What holds a value that is made anew is made anew, too.
        loop {
            let before = made.clone();
            for (index, record) in problem.records.iter().enumerate() {
                if made[index] == Made::Same && record.fields.iter().any(|field| changes(&before, &field.ty)) {
                    made[index] = Made::Again;
                }
            }
            if made == before {
                break;
            }
        }
        let mut makers = Makers { text: String::new(), classes: Vec::new(), made };
        for (index, record) in problem.records.iter().enumerate() {
            let by_name = match &makers.made[index] {
                Made::Same | Made::Name => continue,
                Made::Unclear => {
                    let text = format!("def __custodiet_make_{index}__(r):\n    return {UNCLEAR}\n");
                    makers.text.push_str(&text);
                    continue;
                }
                Made::By { by_name } => *by_name,
                Made::Again => false,
            };
            let fields = record.fields.iter().map(|field| {
                let value = makers.value(&field.ty, &format!("r.{}", field.name), 0);
                if by_name { format!("{}={value}", field.name) } else { value }
            });
            let fields: Vec<String> = fields.collect();
            let class = format!("__custodiet_class_{index}__");
            let unit = usize::from(makers.made[index] != Made::Again);
            if let Some(id) = self.units[unit].names.by_name.get(&record.name) {
                makers.classes.push((class.clone(), *id));
            }
            let text = format!("def __custodiet_make_{index}__(r):\n    return {class}({})\n", fields.join(", "));
            makers.text.push_str(&text);
        }
        makers
    }

    fn made(&self, index: usize) -> Made {
        let record = &self.handed.problem.records[index];
        let id = RecordId(u16::try_from(index).unwrap_or(u16::MAX));
        if record.kind == RecordKind::Enum {
            return Made::Name;
        }
        match self.meaning(1, &record.name) {
            Some(GlobalKind::Record(theirs)) if *theirs == id => Made::Same,
            Some(GlobalKind::Record(theirs)) => {
                let names = |fields: &[crate::problem::Field]| {
                    let mut names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
                    names.sort();
                    names
                };
                let class = &self.records[usize::from(theirs.0)];
                if names(&class.fields) == names(&record.fields) { Made::By { by_name: true } } else { Made::Same }
            }
            Some(GlobalKind::Class) if self.makers.iter().any(|(name, _)| *name == record.name) => {
                let known = self.makers.iter().find(|(name, _)| *name == record.name);
                let Some(theirs) = known.and_then(|(_, parameters)| parameters.clone()) else { return Made::Same };
                let ours: Vec<_> = record.fields.iter().map(|field| field.name.clone()).collect();
                let sorted = |names: &[crate::ast::Name]| {
                    let mut names = names.to_vec();
                    names.sort();
                    names
                };
                match theirs == ours {
                    true => Made::By { by_name: false },
                    false if sorted(&theirs) == sorted(&ours) => Made::By { by_name: true },
                    false => Made::Same,
                }
            }
            None
            | Some(
                GlobalKind::Function(_)
                | GlobalKind::Library(_)
                | GlobalKind::Builtin(_)
                | GlobalKind::Module(_)
                | GlobalKind::Own(_),
            ) => Made::Same,
            Some(_) => Made::Unclear,
        }
    }
}

/// Whether values of a type are made anew.
fn changes(made: &[Made], ty: &Type) -> bool {
    match ty {
        Type::Record(id) => made.get(usize::from(id.0)).is_some_and(|made| *made != Made::Same),
        other => other.parts().into_iter().any(|part| changes(made, part)),
    }
}

impl Makers {
    /// An expression for a value of a type, from one for the value of the pair.
    pub fn value(&self, ty: &Type, from: &str, depth: usize) -> String {
        if !changes(&self.made, ty) {
            return from.to_owned();
        }
        let item = format!("x{depth}");
        let of = |ty: &Type| self.value(ty, &item, depth + 1);
        match ty {
            Type::Record(id) if self.made.get(usize::from(id.0)) == Some(&Made::Name) => format!("{from}.name"),
            Type::Record(id) => format!("__custodiet_make_{}__({from})", id.0),
            Type::List(part) | Type::Unordered(part) => format!("[{} for {item} in {from}]", of(part)),
            Type::Set(part) => format!("{{{} for {item} in {from}}}", of(part)),
            Type::FrozenSet(part) => format!("frozenset([{} for {item} in {from}])", of(part)),
            Type::Dict(key, value) => {
                let (key, value) =
                    (self.value(key, &item, depth + 1), self.value(value, &format!("y{depth}"), depth + 1));
                format!("{{{key}: {value} for {item}, y{depth} in {from}.items()}}")
            }
            Type::Tuple(parts) => {
                let parts = parts.iter().enumerate();
                let parts: Vec<String> =
                    parts.map(|(index, part)| self.value(part, &format!("{from}[{index}]"), depth)).collect();
                format!("({},)", parts.join(", "))
            }
            Type::Union(members) if members.len() == 2 && members.contains(&Type::None) => {
                let inner = members.iter().find(|member| **member != Type::None).unwrap_or(&Type::None);
                format!("(None if {from} is None else {})", self.value(inner, from, depth))
            }
            Type::Union(members) => self.member(members, from, depth),
            _ => UNTOLD.to_owned(),
        }
    }

    /// An expression for a value that is one of several. Only the class of a record says which one it is.
    fn member(&self, members: &[Type], from: &str, depth: usize) -> String {
        let mut text = from.to_owned();
        for member in members.iter().filter(|member| changes(&self.made, member)) {
            let Type::Record(id) = member else { return UNTOLD.to_owned() };
            let made = self.value(member, from, depth);
            text = format!("({made} if {IS_INSTANCE}({from}, {KNOWN}{}) else {text})", id.0);
        }
        text
    }
}
