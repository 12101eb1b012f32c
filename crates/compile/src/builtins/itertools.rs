//! `itertools`

use std::rc::Rc;

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::{Exception, LazyBuiltin};

use crate::arrangement::SetIdentity;
use crate::calls::Arguments;
use crate::construct::{Construct, LargeValue};
use crate::iterate::Body;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot, Source};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    pub(super) fn itertools_iter(&mut self, builtin: LazyBuiltin, args: Vec<Value>) -> Value {
        if self.is_dead() { Value::never() } else { self.new_iter(Source::Builtin { builtin, args: args.into() }) }
    }

    /// The iterator keeps iterable, function or `None`, initial value or `None`.
    pub(super) fn accumulate_builtin(&mut self, mut arguments: Arguments) -> Result<Value> {
        let initial = arguments.keyword("initial").unwrap_or_else(Value::none);
        let function = arguments.get(1).cloned().unwrap_or_else(Value::none);
        let iterable = arguments.positional[0].clone();
        self.refuse_set_order(&iterable)?;
        self.check_iterable(&iterable)?;
        Ok(self.itertools_iter(LazyBuiltin::Accumulate, vec![iterable, function, initial]))
    }

    pub(super) fn combinations_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        self.refuse_set_order(&arguments.positional[0])?;
        self.choices(LazyBuiltin::Combinations, arguments)
    }

    pub(super) fn permutations_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        self.choices(LazyBuiltin::Permutations, arguments)
    }

    /// The iterator keeps what is chosen from, as a list of its own, and how many at a time.
    fn choices(&mut self, builtin: LazyBuiltin, arguments: &Arguments) -> Result<Value> {
        let size = arguments.get(1).cloned().unwrap_or_else(Value::none);
        let Some(pool) = self.new_pool(&arguments.positional[0])? else { return Ok(Value::never()) };
        let all: Vec<Lit> = match pool.single() {
            Some(Alt::FrozenSet(set)) => set.slots().iter().map(|slot| slot.present).collect(),
            _ => self.pool(&pool)?.iter().map(|slot| slot.present).collect(),
        };
        let mut sizes = Vec::new();
        for (lit, alt) in size.alts() {
            match alt {
                Alt::None if builtin == LazyBuiltin::Permutations => sizes.push((*lit, self.count(&all))),
                Alt::Bits(_) => return self.refuse(Construct::ChooseMany),
                _ => match alt.int() {
                    Some(size) if i64::try_from(size).is_err() => self.raise(*lit, Exception::OverflowError),
                    Some(size) if size < 0 => self.raise(*lit, Exception::ValueError),
                    Some(size) => sizes.push((*lit, Value::int(size))),
                    None => self.raise(*lit, Exception::TypeError),
                },
            }
        }
        let size = self.choose(&sizes)?;
        Ok(self.itertools_iter(builtin, vec![pool, size]))
    }

    /// The iterator keeps the factors, each as a list of its own.
    pub(super) fn product_builtin(&mut self, mut arguments: Arguments) -> Result<Value> {
        let one = Value::int(1);
        let mut times = Vec::new();
        for (lit, alt) in arguments.keyword("repeat").unwrap_or(one).alts() {
            match alt.int() {
                _ if matches!(alt, Alt::Bits(_)) => self.refuse_if(*lit, Construct::ProductRepeat)?,
                Some(number) if number < 0 => self.raise(*lit, Exception::ValueError),
                Some(number) => times.push((*lit, usize::try_from(number).unwrap_or(usize::MAX))),
                None => self.raise(*lit, Exception::TypeError),
            }
        }
        if self.is_dead() {
            return Ok(Value::never());
        }
        let mut pools = Vec::new();
        for iterable in &arguments.positional {
            let Some(pool) = self.new_pool(iterable)? else { return Ok(Value::never()) };
            self.hold(&pool);
            pools.push(pool);
        }
        self.release(self.held.len() - pools.len());
        let mut cases = Vec::new();
        for (lit, repeat) in times {
            if pools.len().saturating_mul(repeat) > 1000 {
                self.refuse_if(lit, LargeValue::Product)?;
                continue;
            }
            let factors = (0..repeat).flat_map(|_| pools.clone()).collect();
            cases.push((lit, self.itertools_iter(LazyBuiltin::Product, factors)));
        }
        self.choose(&cases)
    }

    /// The items in order.
    pub(super) fn itertools_items(&mut self, builtin: LazyBuiltin, args: &[Value], body: Body<'_, 'p>) -> Result<()> {
        match (builtin, args) {
            (LazyBuiltin::Accumulate, [iterable, function, initial]) => {
                self.accumulated(iterable, function, initial, body)
            }
            (LazyBuiltin::Pairwise, [iterable]) => self.neighbours(iterable, body),
            (LazyBuiltin::GroupBy, [iterable, key]) => self.grouped(iterable, key, body),
            (LazyBuiltin::Chain, _) => self.chained(args, body),
            (LazyBuiltin::ChainFromIterable, [iterables]) => {
                self.for_each(iterables, &mut |this, iterable| this.for_each_until(&iterable, body))
            }
            (LazyBuiltin::Combinations | LazyBuiltin::Permutations, [pool, size]) => {
                let pool = self.pool(pool)?;
                let mut chosen = Vec::new();
                for (lit, alt) in size.alts() {
                    let size = alt.int().and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX);
                    if size <= pool.len() {
                        let pools = vec![&*pool; size];
                        self.arrange(builtin, &pools, *lit, &mut Vec::new(), &mut chosen)?;
                    }
                }
                self.for_each_slot(&chosen, body)
            }
            (LazyBuiltin::Product, _) => {
                // A repeated factor has the same order each time.
                let mut pools: Vec<(&Value, Vec<Slot>)> = Vec::new();
                let mut factors = Vec::new();
                for arg in args {
                    let known = pools.iter().position(|(pool, _)| pool.is_same(arg));
                    if known.is_none() {
                        pools.push((arg, self.pool(arg)?));
                    }
                    factors.push(known.unwrap_or(pools.len() - 1));
                }
                let pools: Vec<&[Slot]> = factors.into_iter().map(|factor| &*pools[factor].1).collect();
                let mut chosen = Vec::new();
                self.arrange(builtin, &pools, Lit::TRUE, &mut Vec::new(), &mut chosen)?;
                self.for_each_slot(&chosen, body)
            }
            (
                LazyBuiltin::Accumulate
                | LazyBuiltin::ChainFromIterable
                | LazyBuiltin::Combinations
                | LazyBuiltin::Enumerate
                | LazyBuiltin::Filter
                | LazyBuiltin::GroupBy
                | LazyBuiltin::Map
                | LazyBuiltin::Pairwise
                | LazyBuiltin::Permutations
                | LazyBuiltin::Reversed
                | LazyBuiltin::Zip,
                _,
            ) => self.inconsistent("an iterator of `itertools` with other arguments"),
        }
    }

    /// What an iterable holds now: a list of its own, or of a set a copy, so that whoever consumes the iterator decides
    /// whether its order can show. `None` on a path that cannot be taken.
    fn new_pool(&mut self, iterable: &Value) -> Result<Option<Value>> {
        let set = match iterable.single() {
            Some(Alt::FrozenSet(set)) => Some(set.clone()),
            Some(Alt::Object(id)) => match &*self.object(*id)? {
                Object::Set(set) => Some(Rc::new(set.clone())),
                _ => None,
            },
            _ => None,
        };
        if let Some(set) = set {
            return Ok((!self.is_dead()).then(|| Value::of(Alt::FrozenSet(set))));
        }
        let slots = self.items(iterable)?;
        Ok(if self.is_dead() { None } else { Some(self.new_list(Seq { slots })) })
    }

    /// The elements of what only its iterator knows.
    fn pool(&mut self, list: &Value) -> Result<Vec<Slot>> {
        if let Some(Alt::FrozenSet(set)) = list.single() {
            return self.set_elements(set, SetIdentity::of(set));
        }
        if let Some(Alt::Object(id)) = list.single()
            && let Object::List(seq) = &*self.object(*id)?
        {
            return Ok(seq.slots.clone());
        }
        self.inconsistent("not a list")
    }

    /// One slot of each pool, in the order of the slots, which is that of the elements: an arrangement is there where
    /// all its slots are, whatever their positions.
    fn arrange(
        &mut self,
        builtin: LazyBuiltin,
        pools: &[&[Slot]],
        present: Lit,
        indices: &mut Vec<usize>,
        chosen: &mut Vec<Slot>,
    ) -> Result<()> {
        self.step()?;
        let Some(pool) = pools.get(indices.len()) else {
            let items: Vec<Value> = indices.iter().zip(pools).map(|(index, pool)| pool[*index].value.clone()).collect();
            chosen.push(Slot { present, value: Value::tuple(items) });
            return Ok(());
        };
        let first = match (builtin, indices.last()) {
            (LazyBuiltin::Combinations, Some(last)) => last + 1,
            _ => 0,
        };
        for index in first..pool.len() {
            if builtin == LazyBuiltin::Permutations && indices.contains(&index) {
                continue;
            }
            let present = self.circuit.and(present, pool[index].present);
            if present != Lit::FALSE {
                indices.push(index);
                self.arrange(builtin, pools, present, indices, chosen)?;
                indices.pop();
            }
        }
        Ok(())
    }

    fn chained(&mut self, iterables: &[Value], body: Body<'_, 'p>) -> Result<()> {
        let mut running = Lit::TRUE;
        for iterable in iterables {
            let stop = self.under(running, |this| this.for_each_until(iterable, body))?;
            running = self.circuit.and(running, !stop.unwrap_or(Lit::FALSE));
            if self.is_dead() {
                break;
            }
        }
        Ok(())
    }

    /// Each element with the one before it.
    fn neighbours(&mut self, iterable: &Value, body: Body<'_, 'p>) -> Result<()> {
        let (mut any, mut previous) = (Lit::FALSE, Value::never());
        let place = self.keep();
        self.for_each(iterable, &mut |this, item| {
            let pair = Value::tuple(vec![previous.clone(), item.clone()]);
            let path = this.path;
            let stop = this.under(any, |this| body(this, pair))?.unwrap_or(Lit::FALSE);
            let stop = this.circuit.and(any, stop);
            previous = this.ite(path, &item, &previous)?;
            this.keep_only(place, &previous);
            any = this.circuit.or(any, path);
            Ok(stop)
        })?;
        self.end_keep(place);
        Ok(())
    }

    fn accumulated(&mut self, iterable: &Value, function: &Value, initial: &Value, body: Body<'_, 'p>) -> Result<()> {
        let missing =
            initial.alts().iter().find(|(_, alt)| matches!(alt, Alt::None)).map_or(Lit::FALSE, |(lit, _)| *lit);
        let (mut any, mut total) = (!missing, initial.clone());
        let stopped = self.under(any, |this| {
            let given = initial.alts().iter().filter(|(_, alt)| !matches!(alt, Alt::None)).cloned().collect();
            body(this, Value::choice(given))
        })?;
        let stopped = self.circuit.and(any, stopped.unwrap_or(Lit::FALSE));
        let place = self.keep();
        self.keep_only(place, &total);
        self.under(!stopped, |this| {
            this.for_each(iterable, &mut |this, item| {
                let added = this.under(any, |this| this.accumulate(function, &total, &item))?;
                if this.is_dead() {
                    return Ok(Lit::FALSE);
                }
                let new = this.pick(any, added, Some(item))?;
                total = this.ite(this.path, &new, &total)?;
                this.keep_only(place, &total);
                any = this.circuit.or(any, this.path);
                body(this, new)
            })
        })?;
        self.end_keep(place);
        Ok(())
    }

    fn accumulate(&mut self, function: &Value, total: &Value, item: &Value) -> Result<Value> {
        let plain = |alt: &Alt| matches!(alt, Alt::None);
        let mut cases = Vec::new();
        for (lit, alt) in function.alts() {
            let value = self.under(*lit, |this| {
                if plain(alt) {
                    return this.binary(BinaryOp::Add, total, item);
                }
                this.mapped(&Value::of(alt.clone()), vec![total.clone(), item.clone()])
            })?;
            cases.extend(value.map(|value| (*lit, value)));
        }
        self.choose(&cases)
    }
}
