//! Making, reading and changing dicts.

use crate::builtins::Builtin;

use super::Analysis;
use super::arguments::{Args, Signature};
use super::expressions::Want;
use super::faults::Outcome;
use super::heap::{At, Kind};
use super::shapes::Shape;
use super::value::{Item, SiteId, Val};

impl<'a> Analysis<'a> {
    pub fn make_dict(&mut self, builtin: Builtin, args: &Args<'a>, at: At) -> Outcome<'a> {
        let source = if builtin == Builtin::DefaultDict { args.get(1) } else { args.get(0) };
        let [mut key, mut value] = match (source, builtin) {
            (None, _) => [Val::BOTTOM; 2],
            (Some(arg), Builtin::DictFromKeys) => {
                let key = self.elements(arg.val, at).map_err(|fault| fault.about(arg.expr))?;
                [key, args.get(1).map_or(Val::NONE, |arg| arg.val)]
            }
            (Some(arg), Builtin::Counter) => self.counted(arg.val, at).map_err(|fault| fault.about(arg.expr))?,
            (Some(arg), _) => self.mapping_parts(arg.val, at).map_err(|fault| fault.about(arg.expr))?,
        };
        if let Some(source) = source {
            self.hashable_elements(source.val, key, source.expr)?;
        }
        for (_, arg) in &args.keywords {
            key = self.join(key, Val::STR);
            value = self.join(value, arg.val);
        }
        let kind = match builtin {
            Builtin::Counter => {
                value = self.join(value, Val::INT);
                Kind::Counter
            }
            Builtin::DefaultDict => {
                let made = self.call_factory(args, at)?;
                value = self.join(value, made);
                Kind::DefaultDict
            }
            _ => Kind::Dict,
        };
        Ok(self.alloc(at, kind, &[key, value]))
    }

    fn call_factory(&mut self, args: &Args<'a>, at: At) -> Outcome<'a> {
        let Some(factory) = args.get(0) else { return Ok(Val::BOTTOM) };
        let outcome = self.each(factory.val, |this, item| match this.shape(item) {
            Shape::None => Ok(Val::BOTTOM),
            Shape::Function => {
                let function = this.values.one(item);
                // What it gives is only asked for when a key is missing.
                Ok(this.call_back(function, &[], at).unwrap_or(Val::BOTTOM))
            }
            other => Err(this.wrong(other, "cannot make default values", "give a function: `defaultdict(list)`")),
        });
        outcome.map_err(|fault| fault.about(factory.expr))
    }

    /// What a `Counter` made from this holds.
    pub fn counted(&mut self, val: Val, at: At) -> Outcome<'a, [Val; 2]> {
        let mut counts = Val::INT;
        let keys = self.each(val, |this, item| match this.shape(item) {
            Shape::Object(site, kind) if kind.is_mapping() => {
                let value = this.load(site, 1);
                counts = this.join(counts, value);
                Ok(this.load(site, 0))
            }
            Shape::None => Ok(Val::BOTTOM),
            _ => {
                let whole = this.values.one(item);
                this.elements(whole, at)
            }
        })?;
        Ok([keys, counts])
    }

    /// The keys and values of a dict, or of an iterable of pairs.
    pub fn mapping_parts(&mut self, val: Val, at: At) -> Outcome<'a, [Val; 2]> {
        let mut parts = [Val::BOTTOM; 2];
        self.each(val, |this, item| {
            let pair = match this.shape(item) {
                Shape::Object(site, kind) if kind.is_mapping() => [this.load(site, 0), this.load(site, 1)],
                _ => {
                    let whole = this.values.one(item);
                    let element = this.elements(whole, at)?;
                    let pair = this.unpack_pair(element, at);
                    this.for_elements(whole, pair, [Val::BOTTOM; 2])?
                }
            };
            parts = [this.join(parts[0], pair[0]), this.join(parts[1], pair[1])];
            Ok(Val::NONE)
        })?;
        if val.is_unknown() {
            parts = parts.map(|part| self.join(part, Val::UNKNOWN));
        }
        Ok(parts)
    }

    pub fn dict_method(&mut self, site: SiteId, name: &str, args: &Args<'a>, at: At) -> Outcome<'a> {
        let (keys, values) = (self.load(site, 0), self.load(site, 1));
        let signature = match name {
            "get" | "pop" | "setdefault" => Signature::new(1, 2),
            "update" | "subtract" | "most_common" => Signature::new(0, 1),
            "fromkeys" => return self.call_builtin(Builtin::DictFromKeys, args, at, Want::default()),
            _ => Signature::new(0, 0),
        };
        match name {
            "update" | "subtract" => args.fit_by_place(name, signature)?,
            _ => args.fit(name, signature)?,
        }
        if matches!(name, "pop" | "popitem" | "clear") {
            self.unfill(site);
        }
        let whole = self.values.one(Item::Object(site));
        let filled = self.is_filled(whole);
        let default = args.get(1).map(|arg| arg.val);
        if matches!(name, "get" | "pop" | "setdefault")
            && let Some(arg) = args.get(0)
        {
            self.hashable(arg.val).map_err(|fault| fault.about(arg.expr))?;
            if name != "setdefault" {
                self.sought(arg, keys)?;
            }
        }
        Ok(match name {
            "get" => self.join(values, default.unwrap_or(Val::NONE)),
            "pop" => self.join(values, default.unwrap_or(Val::BOTTOM)),
            "setdefault" => {
                self.store(site, 0, args.get(0).map_or(Val::BOTTOM, |arg| arg.val));
                self.store(site, 1, default.unwrap_or(Val::NONE));
                self.load(site, 1)
            }
            "keys" | "values" | "items" => {
                let view = match name {
                    "keys" => self.alloc(at, Kind::Keys, &[keys]),
                    "values" => self.alloc(at, Kind::Values, &[values]),
                    _ => self.alloc(at, Kind::Items, &[keys, values]),
                };
                self.fill(view, filled)
            }
            "popitem" => self.pair(at, [keys, values]),
            "copy" => self.alloc(at, self.kind(site), &[keys, values]),
            "total" => Val::INT,
            "elements" => self.alloc(at, Kind::Iterator, &[keys]),
            "most_common" => {
                let pair = self.pair(at, [keys, values]);
                self.alloc(at, Kind::List, &[pair])
            }
            "update" | "subtract" => {
                self.update_dict(site, args, at)?;
                Val::NONE
            }
            _ => Val::NONE,
        })
    }

    fn update_dict(&mut self, site: SiteId, args: &Args<'a>, at: At) -> Outcome<'a> {
        if let Some(arg) = args.get(0) {
            let parts = if self.kind(site) == Kind::Counter {
                self.counted(arg.val, at)
            } else {
                self.mapping_parts(arg.val, at)
            };
            let [key, value] = parts.map_err(|fault| fault.about(arg.expr))?;
            self.hashable_elements(arg.val, key, arg.expr)?;
            self.store(site, 0, key);
            self.store(site, 1, value);
        }
        for (_, arg) in &args.keywords {
            self.store(site, 0, Val::STR);
            self.store(site, 1, arg.val);
        }
        Ok(Val::NONE)
    }
}
