//! `match`: when a value fits a pattern, and what the pattern captures where it does.

use std::collections::BTreeMap;

use circuit::Lit;
use lang::ast::{ClassPattern, CompareOp, Expr, ExprKind, MatchCase, Name, Pattern, PatternKind};
use lang::builtins::{Builtin, Exception};

use crate::construct::Construct;
use crate::generators::Sink;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// What the names of a pattern stand for where it fits, with the expressions that name them.
type Captures<'p> = BTreeMap<Name, (&'p Expr, Value)>;

/// When a pattern fits, and what it captures then.
type Fit<'p> = (Lit, Captures<'p>);

impl<'p> Machine<'p> {
    /// The cases of a `match`, from the first that may fit on.
    pub fn match_cases(&mut self, cases: &'p [MatchCase], subject: &Value, sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        let Some((case, rest)) = cases.split_first() else { return Ok(()) };
        if self.is_dead() {
            return Ok(());
        }
        self.step()?;
        let (fits, captures) = self.fits(&case.pattern, subject)?;
        let guard = self.under(fits, |this| {
            for (name, value) in captures.values() {
                this.assign(name, value.clone())?;
            }
            case.guard.as_ref().map_or(Ok(Lit::TRUE), |guard| this.condition(guard))
        })?;
        let taken = self.circuit.and(fits, guard.unwrap_or(Lit::FALSE));
        let body = |this: &mut Self| this.block(&case.body, sink);
        self.either(taken, body, |this| this.match_cases(rest, subject, sink)).map(drop)
    }

    fn fits(&mut self, pattern: &'p Pattern, value: &Value) -> Result<Fit<'p>> {
        if self.is_dead() {
            return Ok((Lit::FALSE, Captures::new()));
        }
        match &pattern.kind {
            PatternKind::Error => self.refuse(Construct::OtherStatement),
            PatternKind::Anything | PatternKind::Star(None) => Ok((Lit::TRUE, Captures::new())),
            PatternKind::Star(Some(name)) => Ok((Lit::TRUE, captured(name, value))),
            PatternKind::Value(expected) => {
                let expected = self.evaluate(expected)?;
                Ok((self.equal(value, &expected)?, Captures::new()))
            }
            PatternKind::Singleton(expected) => {
                let expected = self.evaluate(expected)?;
                Ok((self.compare(CompareOp::Is, value, &expected)?, Captures::new()))
            }
            PatternKind::Capture(inner, name) => {
                let (fits, mut captures) = match inner {
                    Some(inner) => self.fits(inner, value)?,
                    None => (Lit::TRUE, Captures::new()),
                };
                captures.extend(captured(name, value));
                Ok((fits, captures))
            }
            PatternKind::Or(alternatives) => self.fits_one(alternatives, value),
            PatternKind::Sequence(items) => self.by_kind(value, &mut |this, alt| this.fits_sequence(items, alt)),
            PatternKind::Mapping(entries, rest) => {
                self.by_kind(value, &mut |this, alt| this.fits_mapping(entries, rest.as_ref(), alt))
            }
            PatternKind::Class(class) => {
                let expected = self.evaluate(&class.class)?;
                self.by_kind(value, &mut |this, alt| this.fits_class(class, &expected, alt))
            }
        }
    }

    /// The first alternative that fits.
    fn fits_one(&mut self, alternatives: &'p [Pattern], value: &Value) -> Result<Fit<'p>> {
        let mut none = Lit::TRUE;
        let mut found = Vec::new();
        for alternative in alternatives {
            let Some((fits, captures)) = self.under(none, |this| this.fits(alternative, value))? else { break };
            let here = self.circuit.and(none, fits);
            none = self.circuit.and(none, !fits);
            found.push((here, captures));
        }
        self.one_fit(found)
    }

    /// Tries each kind of value that there may be.
    fn by_kind(&mut self, value: &Value, fits: &mut dyn FnMut(&mut Self, &Alt) -> Result<Fit<'p>>) -> Result<Fit<'p>> {
        if let Some(alt) = value.single() {
            return fits(self, alt);
        }
        let mut found = Vec::new();
        for (lit, alt) in value.alts() {
            if let Some((here, captures)) = self.under(*lit, |this| fits(this, alt))? {
                found.push((self.circuit.and(*lit, here), captures));
            }
        }
        self.one_fit(found)
    }

    /// One fit out of several that exclude each other.
    fn one_fit(&mut self, found: Vec<Fit<'p>>) -> Result<Fit<'p>> {
        let found: Vec<Fit<'p>> = found.into_iter().filter(|(lit, _)| *lit != Lit::FALSE).collect();
        let fits = self.circuit.any(found.iter().map(|(lit, _)| *lit));
        let mut captures = Captures::new();
        for (name, (expr, _)) in found.iter().flat_map(|(_, captures)| captures) {
            if captures.contains_key(name) {
                continue;
            }
            let cases = found.iter().filter_map(|(lit, captures)| Some((*lit, captures.get(name)?.1.clone())));
            let cases: Vec<(Lit, Value)> = cases.collect();
            captures.insert(name.clone(), (*expr, self.choose(&cases)?));
        }
        Ok((fits, captures))
    }

    /// Parts that must all fit, one after the other.
    fn fits_all(&mut self, parts: &[(&'p Pattern, Value)]) -> Result<Fit<'p>> {
        let mut all = Lit::TRUE;
        let mut captures = Captures::new();
        for (pattern, value) in parts {
            let Some((fits, more)) = self.under(all, |this| this.fits(pattern, value))? else {
                return Ok((Lit::FALSE, captures));
            };
            all = self.circuit.and(all, fits);
            captures.extend(more);
        }
        Ok((all, captures))
    }

    fn fits_sequence(&mut self, items: &'p [Pattern], alt: &Alt) -> Result<Fit<'p>> {
        let seq = match alt {
            Alt::Object(id) => match &*self.object(*id)? {
                Object::List(seq) | Object::Deque(seq, _) => seq.clone(),
                _ => return Ok((Lit::FALSE, Captures::new())),
            },
            Alt::Range(parts) => Seq { slots: self.range_items(parts)? },
            _ if self.is_tuple(alt) => Seq::of(crate::equality::tuple_items(alt).iter().cloned()),
            _ => return Ok((Lit::FALSE, Captures::new())),
        };
        let rows = self.tuple_of(&seq)?;
        self.by_kind(&rows, &mut |this, alt| {
            let row = crate::equality::tuple_items(alt).to_vec();
            let star = items.iter().position(|item| matches!(item.kind, PatternKind::Star(_)));
            let least = items.len() - usize::from(star.is_some());
            if row.len() < least || (star.is_none() && row.len() > least) {
                return Ok((Lit::FALSE, Captures::new()));
            }
            let mut parts = Vec::new();
            let mut next = 0;
            for (index, item) in items.iter().enumerate() {
                if Some(index) == star {
                    let middle = row[next..next + row.len() - least].to_vec();
                    next += middle.len();
                    parts.push((item, this.new_list(Seq::of(middle))));
                } else {
                    parts.push((item, row[next].clone()));
                    next += 1;
                }
            }
            this.fits_all(&parts)
        })
    }

    fn fits_mapping(&mut self, entries: &'p [(Expr, Pattern)], rest: Option<&'p Expr>, alt: &Alt) -> Result<Fit<'p>> {
        let Some(dict) = self.as_dict(alt)? else { return Ok((Lit::FALSE, Captures::new())) };
        let mut all = Lit::TRUE;
        let mut parts = Vec::new();
        let mut keys: Vec<Value> = Vec::new();
        for (key, pattern) in entries {
            let key = self.evaluate(key)?;
            for other in &keys {
                let same = self.equal(other, &key)?;
                self.raise(same, Exception::ValueError);
            }
            let (found, value) = self.dict_find(&dict, &key)?;
            all = self.circuit.and(all, found);
            parts.push((pattern, value));
            keys.push(key);
        }
        let fit = self.under(all, |this| this.fits_all(&parts))?;
        let Some((fits, mut captures)) = fit else { return Ok((Lit::FALSE, Captures::new())) };
        if let Some(rest) = rest {
            let copy = Dict { entries: dict.entries.clone(), ..Dict::new(DictKind::Plain) };
            let id = self.allocate(Object::Dict(copy));
            for key in &keys {
                self.under(all, |this| this.dict_remove(id, key).map(drop))?;
            }
            captures.extend(captured(rest, &Value::object(id)));
        }
        Ok((self.circuit.and(all, fits), captures))
    }

    fn fits_class(&mut self, class: &'p ClassPattern, expected: &Value, alt: &Alt) -> Result<Fit<'p>> {
        let none = || Ok((Lit::FALSE, Captures::new()));
        let value = Value::of(alt.clone());
        let (parts, names) = match (expected.single(), alt) {
            (Some(Alt::Class(id)), Alt::Record(record, fields)) if id == record => {
                let record = &self.problem.records[usize::from(id.0)];
                let names: Vec<_> = record.fields.iter().map(|field| field.name.clone()).collect();
                if self.is_enumeration(*id) { (Vec::new(), Vec::new()) } else { (fields.to_vec(), names) }
            }
            (Some(Alt::Class(_)), _) => return none(),
            (Some(Alt::Builtin(builtin)), _) => match self.is_instance(alt, *builtin)? {
                Some(true) if matches_itself(*builtin) => (vec![value.clone()], Vec::new()),
                Some(true) | None => (Vec::new(), Vec::new()),
                Some(false) => return none(),
            },
            (Some(Alt::Object(id)), _) if matches!(&*self.object(*id)?, Object::Class(_)) => {
                return self.fits_instance(class, *id, alt);
            }
            (None, _) => return self.refuse(Construct::UnknownClassPattern),
            (Some(_), _) => {
                self.raise(Lit::TRUE, Exception::TypeError);
                return none();
            }
        };
        if self.is_dead() {
            return none();
        }
        if class.positional.len() > parts.len() {
            self.raise(Lit::TRUE, Exception::TypeError);
            return none();
        }
        let taken = &names[..class.positional.len().min(names.len())];
        if class.keywords.iter().any(|(name, _)| taken.contains(&name.name)) {
            return self.refuse(Construct::UnknownClassPattern);
        }
        let positional = class.positional.iter().zip(parts).collect();
        let mark = self.held.len();
        self.hold(&value);
        let fit = self.fits_attributes(&value, positional, named_patterns(class).collect())?;
        self.release(mark);
        Ok(fit)
    }

    /// An instance of a class of the file: `__match_args__` name the attributes of its positional patterns.
    fn fits_instance(&mut self, pattern: &'p ClassPattern, class: ObjectId, alt: &Alt) -> Result<Fit<'p>> {
        let none = || Ok((Lit::FALSE, Captures::new()));
        let Some(instance) = self.instance(alt)? else { return none() };
        if !self.line(instance.class)?.contains(&class) {
            return none();
        }
        let mut names = Vec::new();
        if !pattern.positional.is_empty() {
            let listed = match self.find(class, "__match_args__")? {
                Some(names) => match names.single() {
                    Some(Alt::Tuple(names)) => names.to_vec(),
                    _ => return self.refuse(Construct::UnknownClassPattern),
                },
                None => Vec::new(),
            };
            if listed.len() < pattern.positional.len() {
                self.raise(Lit::TRUE, Exception::TypeError);
                return none();
            }
            names.extend(listed.into_iter().zip(&pattern.positional));
        }
        names.extend(named_patterns(pattern));
        let twice = |(index, (name, _)): (usize, &(Value, &Pattern))| {
            names[..index]
                .iter()
                .any(|(other, _)| other.single().zip(name.single()).is_some_and(|(a, b)| a.order(b).is_eq()))
        };
        if names.iter().enumerate().any(twice) {
            return self.refuse(Construct::UnknownClassPattern);
        }
        let value = Value::of(alt.clone());
        let mark = self.held.len();
        self.hold(&value);
        let fit = self.fits_attributes(&value, Vec::new(), names)?;
        self.release(mark);
        Ok(fit)
    }

    /// Parts that must all fit, one after the other, and behind them attributes, which must all be there first.
    fn fits_attributes(
        &mut self,
        value: &Value,
        mut parts: Vec<(&'p Pattern, Value)>,
        names: Vec<(Value, &'p Pattern)>,
    ) -> Result<Fit<'p>> {
        let mut all = Lit::TRUE;
        let mark = self.held.len();
        for (name, pattern) in names {
            let Some((part, missing)) = self.under(all, |this| this.named_attribute(value, &name))? else {
                self.release(mark);
                return Ok((Lit::FALSE, Captures::new()));
            };
            self.hold(&part);
            all = self.circuit.and(all, !missing);
            parts.push((pattern, part));
        }
        let fit = self.under(all, |this| this.fits_all(&parts))?;
        self.release(mark);
        let Some((fits, captures)) = fit else { return Ok((Lit::FALSE, Captures::new())) };
        Ok((self.circuit.and(all, fits), captures))
    }

    /// Whether something is an instance of a built-in class; `None`, and an exception, if that is not a class.
    fn is_instance(&mut self, alt: &Alt, class: Builtin) -> Result<Option<bool>> {
        let object = match alt {
            Alt::Object(id) => Some(self.object_in_any_order(*id)?),
            _ => None,
        };
        let dict =
            |kind: fn(&DictKind) -> bool| matches!(object.as_deref(), Some(Object::Dict(dict)) if kind(&dict.kind));
        Ok(Some(match class {
            Builtin::Int | Builtin::Str | Builtin::Float if matches!(alt, Alt::Atom(..)) => {
                return self.refuse(Construct::AtomWithOther);
            }
            Builtin::Int => alt.is_number(),
            Builtin::Bool => matches!(alt, Alt::Bool(_)),
            Builtin::Str => alt.is_text(),
            Builtin::List => matches!(object.as_deref(), Some(Object::List(_))),
            Builtin::Tuple => self.is_tuple(alt),
            Builtin::Set => matches!(object.as_deref(), Some(Object::Set(_))),
            Builtin::FrozenSet => matches!(alt, Alt::FrozenSet(_)),
            Builtin::Dict => dict(|_| true),
            Builtin::Counter => dict(|kind| matches!(kind, DictKind::Counter)),
            Builtin::DefaultDict => dict(|kind| matches!(kind, DictKind::Default(_))),
            Builtin::OrderedDict => dict(|kind| matches!(kind, DictKind::Ordered)),
            Builtin::Range => matches!(alt, Alt::Range(_)),
            Builtin::Float => matches!(alt, Alt::Float(_)),
            Builtin::Object => true,
            Builtin::Deque => matches!(object.as_deref(), Some(Object::Deque(..))),
            Builtin::Exception(class) => match (alt, self.instance(alt)?) {
                (Alt::Exception(own, _), _) => own.is_a(class),
                (_, Some(instance)) => self.class(instance.class)?.exception.is_some_and(|own| own.is_a(class)),
                _ => false,
            },
            _ => {
                self.raise(Lit::TRUE, Exception::TypeError);
                return Ok(None);
            }
        }))
    }
}

/// Whether the positional pattern of a built-in class meets the value itself.
fn matches_itself(class: Builtin) -> bool {
    matches!(
        class,
        Builtin::Int
            | Builtin::Bool
            | Builtin::Str
            | Builtin::List
            | Builtin::Tuple
            | Builtin::Set
            | Builtin::FrozenSet
            | Builtin::Dict
            | Builtin::Counter
            | Builtin::DefaultDict
            | Builtin::OrderedDict
            | Builtin::Float
    )
}

fn named_patterns(class: &ClassPattern) -> impl Iterator<Item = (Value, &Pattern)> {
    class.keywords.iter().map(|(name, pattern)| (Value::of(Alt::Str(name.name.clone())), pattern))
}

fn captured<'p>(name: &'p Expr, value: &Value) -> Captures<'p> {
    match &name.kind {
        ExprKind::Name(text) => Captures::from([(text.clone(), (name, value.clone()))]),
        _ => Captures::new(),
    }
}
