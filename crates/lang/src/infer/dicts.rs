//! Making, reading and changing dicts.

use crate::methods::{CounterMethod, DictMethod, OrderedDictMethod, PlainDictMethod};

use super::Inference;
use super::arguments::{Arg, Args};
use super::faults::InferResult;
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Item, SiteId, Val};

impl<'a> Inference<'a> {
    pub fn make_dict(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let parts = self.mapping_argument(args.get(0), at)?;
        Ok(self.filled_dict(ObjectKind::Dict, parts, args, at))
    }

    pub fn make_ordered_dict(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let parts = self.mapping_argument(args.get(0), at)?;
        Ok(self.filled_dict(ObjectKind::OrderedDict, parts, args, at))
    }

    pub fn make_default_dict(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let [key, value] = self.mapping_argument(args.get(1), at)?;
        let made = self.call_factory(args, at)?;
        let value = self.join(value, made);
        Ok(self.filled_dict(ObjectKind::DefaultDict, [key, value], args, at))
    }

    pub fn make_counter(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let mut parts = [Val::BOTTOM, Val::INT];
        if let Some(arg) = args.get(0) {
            parts = self.counted(arg.val, at).map_err(|fault| fault.about(arg.expr))?;
            self.hashable_elements(arg.val, parts[0], arg.expr)?;
        }
        Ok(self.filled_dict(ObjectKind::Counter, parts, args, at))
    }

    pub fn dict_from_keys(&mut self, kind: ObjectKind, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::UNKNOWN) };
        let key = self.elements(arg.val, at).map_err(|fault| fault.about(arg.expr))?;
        self.hashable_elements(arg.val, key, arg.expr)?;
        let value = args.get(1).map_or(Val::NONE, |arg| arg.val);
        Ok(self.alloc(at, kind, &[key, value]))
    }

    fn mapping_argument(&mut self, source: Option<Arg<'a>>, at: At) -> InferResult<'a, [Val; 2]> {
        let Some(source) = source else { return Ok([Val::BOTTOM; 2]) };
        let parts = self.mapping_parts(source.val, at).map_err(|fault| fault.about(source.expr))?;
        self.hashable_elements(source.val, parts[0], source.expr)?;
        Ok(parts)
    }

    /// A dict of these keys and values, and of those that are given by name.
    fn filled_dict(&mut self, kind: ObjectKind, [mut key, mut value]: [Val; 2], args: &Args<'a>, at: At) -> Val {
        for (_, arg) in &args.keywords {
            key = self.join(key, Val::STR);
            value = self.join(value, arg.val);
        }
        self.alloc(at, kind, &[key, value])
    }

    fn call_factory(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(factory) = args.get(0) else { return Ok(Val::BOTTOM) };
        let outcome = self.each(factory.val, |this, item| match this.shape(item) {
            Shape::None => Ok(Val::BOTTOM),
            Shape::Function => {
                let function = this.values.one(item);
                // What it gives is only asked for when a key is missing.
                Ok(this.call_back(function, &[], at).unwrap_or(Val::BOTTOM))
            }
            other => Err(this.wrong(other, "cannot make default values", "pass a function: `defaultdict(list)`")),
        });
        outcome.map_err(|fault| fault.about(factory.expr))
    }

    /// What a `Counter` made from this holds.
    pub fn counted(&mut self, val: Val, at: At) -> InferResult<'a, [Val; 2]> {
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
    pub fn mapping_parts(&mut self, val: Val, at: At) -> InferResult<'a, [Val; 2]> {
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

    pub fn dict_method(&mut self, site: SiteId, method: DictMethod, args: &Args<'a>, at: At) -> InferResult<'a> {
        let (keys, values) = (self.load(site, 0), self.load(site, 1));
        let whole = self.values.one(Item::Object(site));
        let filled = self.is_filled(whole);
        let default = args.get(1).map(|arg| arg.val);
        Ok(match method {
            DictMethod::Get => {
                self.sought_key(args, keys)?;
                self.join(values, default.unwrap_or(Val::NONE))
            }
            DictMethod::Pop => {
                self.unfill(site);
                self.sought_key(args, keys)?;
                self.join(values, default.unwrap_or(Val::BOTTOM))
            }
            DictMethod::SetDefault => {
                let key = args.get(0);
                if let Some(key) = key {
                    self.hashable(key.val).map_err(|fault| fault.about(key.expr))?;
                }
                self.store(site, 0, key.map_or(Val::BOTTOM, |key| key.val));
                self.store(site, 1, default.unwrap_or(Val::NONE));
                self.load(site, 1)
            }
            DictMethod::Keys => {
                let view = self.alloc(at, ObjectKind::Keys, &[keys]);
                self.fill(view, filled)
            }
            DictMethod::Values => {
                let view = self.alloc(at, ObjectKind::Values, &[values]);
                self.fill(view, filled)
            }
            DictMethod::Items => {
                let view = self.alloc(at, ObjectKind::Items, &[keys, values]);
                self.fill(view, filled)
            }
            DictMethod::PopItem => {
                self.unfill(site);
                self.pair(at, [keys, values])
            }
            DictMethod::Copy => self.alloc(at, self.kind(site), &[keys, values]),
            DictMethod::Clear => {
                self.unfill(site);
                Val::NONE
            }
        })
    }

    pub fn plain_dict_method(
        &mut self,
        site: SiteId,
        method: PlainDictMethod,
        args: &Args<'a>,
        at: At,
    ) -> InferResult<'a> {
        match method {
            PlainDictMethod::FromKeys => self.dict_from_keys(ObjectKind::Dict, args, at),
            PlainDictMethod::Update => self.update_dict(site, args, at),
        }
    }

    pub fn ordered_dict_method(
        &mut self,
        site: SiteId,
        method: OrderedDictMethod,
        args: &Args<'a>,
        at: At,
    ) -> InferResult<'a> {
        match method {
            OrderedDictMethod::FromKeys => self.dict_from_keys(ObjectKind::OrderedDict, args, at),
            OrderedDictMethod::MoveToEnd => {
                let keys = self.load(site, 0);
                self.sought_key(args, keys)?;
                Ok(Val::NONE)
            }
            OrderedDictMethod::Pop => self.dict_method(site, DictMethod::Pop, args, at),
            OrderedDictMethod::PopItem => self.dict_method(site, DictMethod::PopItem, args, at),
            OrderedDictMethod::SetDefault => self.dict_method(site, DictMethod::SetDefault, args, at),
        }
    }

    pub fn counter_method(&mut self, site: SiteId, method: CounterMethod, args: &Args<'a>, at: At) -> InferResult<'a> {
        let (keys, values) = (self.load(site, 0), self.load(site, 1));
        match method {
            CounterMethod::Elements => Ok(self.alloc(at, ObjectKind::Iterator, &[keys])),
            CounterMethod::MostCommon => {
                let pair = self.pair(at, [keys, values]);
                Ok(self.alloc(at, ObjectKind::List, &[pair]))
            }
            CounterMethod::Total => Ok(Val::INT),
            CounterMethod::Subtract | CounterMethod::Update => self.update_dict(site, args, at),
        }
    }

    /// Checks a key that is looked up.
    fn sought_key(&mut self, args: &Args<'a>, keys: Val) -> InferResult<'a, ()> {
        if let Some(arg) = args.get(0) {
            self.hashable(arg.val).map_err(|fault| fault.about(arg.expr))?;
            self.sought(arg, keys)?;
        }
        Ok(())
    }

    fn update_dict(&mut self, site: SiteId, args: &Args<'a>, at: At) -> InferResult<'a> {
        if let Some(arg) = args.get(0) {
            let parts = if self.kind(site) == ObjectKind::Counter {
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
