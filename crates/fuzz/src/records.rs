//! Records: their classes, and productions for their values.

use crate::code::{Snippet, call};
use crate::generator::{Gen, Production, rule};
use crate::types::{GenField, GenRecord, GenRecordKind, Ty};

pub const RULES: &[Production] = &[
    rule(6, "record", |g, ty, d| {
        let record = record_of(g, ty)?;
        let mut by_name = g.random.percent(20);
        let mut args = Vec::new();
        for field in &record.fields {
            if field.default.is_some() && g.random.percent(40) {
                by_name = true;
                continue;
            }
            by_name |= g.random.one_in(8);
            let value = g.expr(&field.ty, d).text;
            args.push(if by_name { format!("{}={value}", field.name) } else { value });
        }
        if g.ill_typed && g.random.one_in(12) {
            g.used.count("record with a wrong number of arguments");
            args.pop();
        }
        Some(Snippet::atom(format!("{}({})", record.name, args.join(", "))))
    }),
    rule(3, "replace", |g, ty, d| {
        let record = record_of(g, ty)?;
        let field = record.fields[g.random.below(record.fields.len())].clone();
        let object = g.expr(ty, d);
        let change = format!("{}={}", field.name, g.expr(&field.ty, d).text);
        if record.kind == GenRecordKind::NamedTuple {
            return Some(Snippet::atom(format!("{}._replace({change})", object.base())));
        }
        let function = g.lib("replace");
        Some(Snippet::atom(format!("{function}({}, {change})", object.text)))
    }),
    rule(1, "record from a starred tuple", |g, ty, d| {
        let record = record_of(g, ty)?;
        let types: Vec<Ty> = record.fields.iter().map(|field| field.ty.clone()).collect();
        let values = crate::code::starred(&g.expr(&Ty::Tuple(types), d));
        Some(call(&record.name, &[&values]))
    }),
];

fn record_of(g: &Gen, ty: &Ty) -> Option<GenRecord> {
    let Ty::Record(index) = ty else { return None };
    g.module.records.get(*index).cloned()
}

impl Gen {
    /// Defines a new record class.
    pub fn record_class(&mut self) {
        let kind = match self.random.below(5) {
            0..=1 => GenRecordKind::NamedTuple,
            2 => GenRecordKind::Frozen { order: true },
            _ => GenRecordKind::Frozen { order: false },
        };
        let name = ["Point", "Person", "Edge"][self.module.records.len() % 3].to_owned();
        let names = [["x", "y", "z"], ["age", "name", "tags"], ["a", "b", "weight"]][self.module.records.len() % 3];
        let mut fields: Vec<GenField> = Vec::new();
        for name in &names[..=self.random.below(3)] {
            let ty = match self.random.below(10) {
                0..=5 => Ty::Int,
                6..=7 => Ty::Str,
                8 => Ty::pair(Ty::Int, Ty::Int),
                _ => Ty::list(Ty::Int),
            };
            let must = fields.last().is_some_and(|field: &GenField| field.default.is_some());
            let mutable = matches!(ty, Ty::List(_));
            let default = if must || self.random.percent(20) {
                Some(if mutable { "()".into() } else { self.literal(&ty, 0).text })
            } else {
                None
            };
            fields.push(GenField { name: (*name).to_owned(), ty, default });
        }
        let header = match kind {
            GenRecordKind::NamedTuple => format!("class {name}({}):", self.lib("NamedTuple")),
            GenRecordKind::Frozen { order } => {
                let order = if order { ", order=True" } else { "" };
                let dataclass = self.lib("dataclass");
                self.module.text.push(format!("@{dataclass}(frozen=True{order})"));
                format!("class {name}:")
            }
        };
        self.module.text.push(header);
        for field in &fields {
            let annotation = field.ty.annotation(&self.module.records).unwrap_or_else(|| "int".into());
            let default = field.default.as_ref().map_or(String::new(), |default| format!(" = {default}"));
            self.module.text.push(format!("    {}: {annotation}{default}", field.name));
        }
        self.module.text.push(String::new());
        self.module.records.push(GenRecord { name, kind, fields });
    }
}
