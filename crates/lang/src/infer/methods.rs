//! Attributes and methods.

use crate::ast::Name;
use crate::diagnostic::Code;
use crate::suggest::closest;

use super::Analysis;
use super::arguments::{Arg, Args, Signature};
use super::expressions::Want;
use super::faults::{Fault, Outcome};
use super::heap::{At, Kind};
use super::shapes::Shape;
use super::value::{Callable, Item, SiteId, Val};

const LIST: &[&str] =
    &["append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"];
const SEQUENCE: &[&str] = &["count", "index"];
const FROZENSET: &[&str] =
    &["copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference", "union"];
const SET: &[&str] = &[
    "add",
    "clear",
    "difference_update",
    "discard",
    "intersection_update",
    "pop",
    "remove",
    "symmetric_difference_update",
    "update",
    "copy",
    "difference",
    "intersection",
    "isdisjoint",
    "issubset",
    "issuperset",
    "symmetric_difference",
    "union",
];
const DICT: &[&str] =
    &["clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"];
const COUNTER: &[&str] = &[
    "clear",
    "copy",
    "elements",
    "get",
    "items",
    "keys",
    "most_common",
    "pop",
    "popitem",
    "setdefault",
    "subtract",
    "total",
    "update",
    "values",
];

/// What Python has and the language has not.
const OUTSIDE: &[&str] = &[
    "_asdict",
    "_field_defaults",
    "_fields",
    "_make",
    "as_integer_ratio",
    "bit_count",
    "bit_length",
    "close",
    "conjugate",
    "denominator",
    "from_bytes",
    "imag",
    "mapping",
    "numerator",
    "real",
    "send",
    "throw",
    "to_bytes",
];

/// The methods of a kind of thing.
fn methods(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Object(_, Kind::List | Kind::Unordered) => LIST,
        Shape::Object(_, Kind::Tuple | Kind::TupleOf) | Shape::Range => SEQUENCE,
        Shape::Object(_, Kind::Set) => SET,
        Shape::Object(_, Kind::FrozenSet) => FROZENSET,
        Shape::Object(_, Kind::Dict | Kind::DefaultDict) => DICT,
        Shape::Object(_, Kind::Counter) => COUNTER,
        Shape::Object(_, Kind::Keys | Kind::Items) => &["isdisjoint"],
        Shape::NamedTuple(_) => &["_replace", "count", "index"],
        _ => &[],
    }
}

impl<'a> Analysis<'a> {
    /// `x.name`: a field, or a method as a value.
    pub fn attribute(&mut self, item: Item, name: &Name) -> Outcome<'a> {
        if let Some(field) = self.field(item, name) {
            return Ok(field);
        }
        let shape = self.shape(item);
        if shape == Shape::Range && matches!(&**name, "start" | "stop" | "step") {
            return Ok(Val::INT);
        }
        if shape.kind().is_some_and(Kind::is_set) && &**name == "pop" {
            let whole = self.values.one(item);
            return self.in_order(whole, At::new(crate::ast::ExprId(0)), "`pop`");
        }
        if methods(shape).contains(&&**name) {
            let method = self.values.callable(Callable::Method(item, name.clone()));
            return Ok(self.values.one(method));
        }
        Err(self.no_attribute(shape, name))
    }

    fn field(&mut self, item: Item, name: &Name) -> Option<Val> {
        let Item::Record(id) = item else { return None };
        let record = self.problem.records.get(usize::from(id.0))?;
        let index = record.fields.iter().position(|field| field.name == *name)?;
        Some(self.read(self.records[usize::from(id.0)].fields[index]))
    }

    fn no_attribute(&self, shape: Shape, name: &str) -> Fault<'a> {
        let noun = self.noun(shape);
        match shape {
            Shape::Unknown => return Fault::new(Code::UnknownAttribute, "unknown attribute", "", ""),
            Shape::Str => return Fault::of_string(&format!("the string method `{name}`")),
            _ if name.starts_with("__") || OUTSIDE.contains(&name) => {
                let (message, label) = (format!("`{name}` is outside the language"), format!("is {noun}"));
                return Fault::new(Code::Outside, message, label, "use an operator or a built-in function");
            }
            _ => {}
        }
        let record = match shape {
            Shape::Dataclass(id, _) | Shape::NamedTuple(id) => self.problem.records.get(usize::from(id.0)),
            _ => None,
        };
        let mut known: Vec<&str> = record.iter().flat_map(|record| &record.fields).map(|field| &*field.name).collect();
        if record.is_none() {
            known.extend(methods(shape));
        }
        let help = match closest(name, known.iter().copied()) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => match (shape, name) {
                (Shape::Object(_, Kind::List | Kind::Unordered), "push" | "add") => "write `append`".to_owned(),
                (Shape::Object(_, Kind::Set), "append" | "push") => "write `add`".to_owned(),
                (Shape::Object(_, Kind::List | Kind::Unordered), "length" | "size") => "write `len(xs)`".to_owned(),
                (Shape::None, _) => "ask `is None` first".to_owned(),
                _ if known.is_empty() => "it has no attributes; use an operator or a built-in function".to_owned(),
                _ => format!("it has {}", known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
            },
        };
        let what = if record.is_some() { "field" } else { "method" };
        let message = format!("{noun} has no {what} `{name}`");
        Fault::new(Code::UnknownAttribute, message, format!("is {noun}"), help)
    }

    /// `x.name(…)`
    pub fn method(&mut self, item: Item, name: &Name, args: &Args<'a>, at: At) -> Outcome<'a> {
        if let Some(field) = self.field(item, name) {
            return self.call_value(field, args, at, Want::default());
        }
        let shape = self.shape(item);
        if !methods(shape).contains(&&**name) {
            return Err(self.no_attribute(shape, name));
        }
        match shape {
            Shape::Object(site, kind) if kind.is_list() => self.list_method(site, name, args, at),
            Shape::Object(site, kind) if kind.is_set_like() => self.set_method(site, name, args, at),
            Shape::Object(site, kind) if kind.is_mapping() => self.dict_method(site, name, args, at),
            _ if &**name == "_replace" => {
                args.fit_by_place(name, Signature::new(0, 0))?;
                self.replace_fields(item, &args.keywords)
            }
            _ => {
                let whole = self.values.one(item);
                let element = self.elements(whole, at)?;
                self.search(name, element, args)
            }
        }
    }

    /// `index` and `count`.
    fn search(&mut self, name: &str, element: Val, args: &Args<'a>) -> Outcome<'a> {
        args.fit(name, Signature::new(1, if name == "index" { 3 } else { 1 }))?;
        if let Some(arg) = args.get(0) {
            self.sought(arg, element)?;
        }
        Ok(Val::INT)
    }

    /// Checks an argument that is looked for among elements.
    pub fn sought(&mut self, arg: Arg<'a>, elements: Val) -> Outcome<'a> {
        let constant = arg.expr.is_some_and(Self::is_constant);
        let culprit = arg.expr.filter(|_| self.atom_of(arg.val).is_none());
        self.lookup(arg.val, elements, constant).map_err(|fault| fault.about(culprit))
    }

    fn list_method(&mut self, site: SiteId, name: &str, args: &Args<'a>, at: At) -> Outcome<'a> {
        let element = self.load(site, 0);
        let signature = match name {
            "append" | "extend" | "remove" => Signature::new(1, 1),
            "insert" => Signature::new(2, 2),
            "pop" => Signature::new(0, 1),
            "sort" => Signature::new(0, 0).with(&["key", "reverse"]),
            "index" | "count" => return self.search(name, element, args),
            _ => Signature::new(0, 0),
        };
        args.fit(name, signature)?;
        if matches!(name, "pop" | "remove" | "clear") {
            self.unfill(site);
        }
        let given = |index: usize| args.get(index).map_or(Val::BOTTOM, |arg| arg.val);
        match name {
            "append" => self.store(site, 0, given(0)),
            "insert" => self.store(site, 0, given(1)),
            "extend" => {
                if let Some(arg) = args.get(0) {
                    self.in_order(arg.val, at, "`extend`").map_err(|fault| fault.about(arg.expr))?;
                }
                let more = self.elements_at(args, 0, at)?;
                self.store(site, 0, more);
            }
            "remove" => {
                if let Some(arg) = args.get(0) {
                    self.sought(arg, element)?;
                }
            }
            "sort" => {
                let whole = self.values.one(Item::Object(site));
                self.sortable(args.keyword("key"), whole, element, None, at)?;
            }
            "pop" => return Ok(element),
            "copy" => return Ok(self.alloc(at, Kind::List, &[element])),
            _ => {}
        }
        Ok(Val::NONE)
    }

    fn set_method(&mut self, site: SiteId, name: &str, args: &Args<'a>, at: At) -> Outcome<'a> {
        let whole = self.values.one(Item::Object(site));
        let element = self.elements(whole, at)?;
        let kind = if self.kind(site) == Kind::FrozenSet { Kind::FrozenSet } else { Kind::Set };
        let signature = match name {
            "clear" | "copy" | "pop" => Signature::new(0, 0),
            "union" | "update" | "difference" | "difference_update" | "intersection" | "intersection_update" => {
                Signature::any(0)
            }
            _ => Signature::new(1, 1),
        };
        args.fit(name, signature)?;
        if matches!(name, "pop" | "remove" | "clear" | "discard") || name.ends_with("_update") {
            self.unfill(site);
        }
        match name {
            "add" => {
                let new = args.get(0).map_or(Val::BOTTOM, |arg| arg.val);
                self.hashable(new).map_err(|fault| fault.about(args.get(0).and_then(|arg| arg.expr)))?;
                self.store(site, 0, new);
                Ok(Val::NONE)
            }
            "discard" | "remove" => {
                if let Some(arg) = args.get(0) {
                    if !self.all_are(arg.val, |shape| shape.kind() == Some(Kind::Set)) {
                        self.hashable(arg.val).map_err(|fault| fault.about(arg.expr))?;
                    }
                    self.sought(arg, element)?;
                }
                Ok(Val::NONE)
            }
            "clear" => Ok(Val::NONE),
            "copy" => Ok(self.alloc(at, kind, &[element])),
            "pop" => {
                self.in_order(whole, at, "`pop`")?;
                Ok(element)
            }
            _ => self.set_with_others(site, name, element, args, at),
        }
    }

    /// Methods that take any iterables.
    fn set_with_others(&mut self, site: SiteId, name: &str, element: Val, args: &Args<'a>, at: At) -> Outcome<'a> {
        let mut all = element;
        if let Some(rest) = args.rest {
            let other = self.elements(rest, at).unwrap_or(Val::BOTTOM);
            all = self.join(all, other);
        }
        for arg in &args.list {
            let other = self.elements(arg.val, at).map_err(|fault| fault.about(arg.expr))?;
            self.hashable_elements(arg.val, other, arg.expr)?;
            self.sought(Arg { val: other, expr: arg.expr }, element)?;
            all = self.join(all, other);
        }
        let kind = if self.kind(site) == Kind::FrozenSet { Kind::FrozenSet } else { Kind::Set };
        match name {
            "issubset" | "issuperset" | "isdisjoint" => Ok(Val::BOOL),
            "difference" => Ok(self.alloc(at, kind, &[element])),
            "union" | "intersection" | "symmetric_difference" => Ok(self.alloc(at, kind, &[all])),
            "update" | "intersection_update" | "symmetric_difference_update" => {
                self.store(site, 0, all);
                Ok(Val::NONE)
            }
            _ => Ok(Val::NONE),
        }
    }
}
