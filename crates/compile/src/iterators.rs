//! Iterators that may be asked again: worked out when first asked, what is left kept.

use std::rc::Rc;

use circuit::Lit;
use lang::builtins::LazyBuiltin;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Heap, Iter, Object, Seq, Source};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    pub fn new_iter(&mut self, source: Source) -> Value {
        let watched = self.sized(&source);
        let iter = Iter { source, fresh: Lit::TRUE, rest: Seq::default(), watched };
        Value::object(self.allocate(Object::Iter(iter)))
    }

    /// The sets and dicts that an iterator iterates over: Python's remember their size when they are made.
    fn sized(&self, source: &Source) -> Vec<(ObjectId, Rc<Object>)> {
        let values = match source {
            Source::Value(value) | Source::Inline { first: value, .. } | Source::Expression { first: value, .. } => {
                std::slice::from_ref(value)
            }
            // Its arguments are looked at one after the other, when their turn comes.
            Source::Builtin { builtin: LazyBuiltin::Chain, .. } | Source::Rest | Source::Call { .. } => &[],
            Source::Builtin { args, .. } => args,
        };
        let mut sized = Vec::new();
        for (_, alt) in values.iter().flat_map(Value::alts) {
            if let Alt::Object(id) | Alt::View(_, id) = alt
                && let Some(object) = self.state.heap.get(*id)
                && matches!(**object, Object::Set(_) | Object::Dict(_))
            {
                sized.push((*id, Rc::clone(object)));
            }
        }
        sized
    }

    /// An iterator over items that are known.
    pub fn iter_of(&mut self, rest: Seq) -> Value {
        let iter = Iter { source: Source::Rest, fresh: Lit::FALSE, rest, watched: Vec::new() };
        Value::object(self.allocate(Object::Iter(iter)))
    }

    /// Makes sure that an iterator's items are known.
    pub fn work_out(&mut self, id: ObjectId) -> Result<()> {
        self.work_out_for(id, false)
    }

    /// The same for an iterator whose items are taken at once and only added up, if they are numbers: then it may take from
    /// iterators that others hold.
    pub fn work_out_to_add(&mut self, iterable: &Value) -> Result<()> {
        for (lit, alt) in iterable.alts() {
            if let Alt::Object(id) = alt
                && matches!(&*self.object_in_any_order(*id)?, Object::Iter(_))
            {
                self.under(*lit, |this| this.work_out_for(*id, true))?;
            }
        }
        Ok(())
    }

    fn work_out_for(&mut self, id: ObjectId, to_add: bool) -> Result<()> {
        let iter = self.iter(id)?;
        self.check_watched(&iter)?;
        if iter.fresh == Lit::FALSE {
            return Ok(());
        }
        // Whoever asks next may see the order of what is left.
        if self.is_shared(id) {
            self.blind = false;
        }
        self.under(iter.fresh, |this| {
            // It no longer holds what it takes from.
            this.put(id, Object::Iter(Iter { fresh: Lit::FALSE, source: Source::Rest, ..iter.clone() }));
            let before = this.state.heap.clone();
            let first_new = this.next_object;
            let rest = this.locked(id, |this| this.items_of(&iter.source))?;
            let is_number = |alt: &Alt| alt.is_number();
            let only_numbers = rest.slots.iter().all(|slot| slot.value.alts().iter().all(|(_, alt)| is_number(alt)));
            this.check_untouched(&before, first_new, Some(id), to_add && only_numbers)?;
            let watched = this.reachable(&iter.source);
            let done = Iter { source: Source::Rest, fresh: Lit::FALSE, rest, watched };
            this.put(id, Object::Iter(done));
            Ok(())
        })?;
        Ok(())
    }

    /// Working out an iterator must not change anything that was there, except other iterators.
    pub fn check_untouched(
        &self,
        before: &Heap,
        first_new: u32,
        except: Option<ObjectId>,
        others_may_see: bool,
    ) -> Result<()> {
        for id in before.differing(&self.state.heap) {
            if id.0 >= first_new || Some(id) == except {
                continue;
            }
            if !matches!(self.state.heap.get(id).map(|object| &**object), Some(Object::Iter(_))) {
                return self.refuse(Construct::GeneratorWithEffects);
            }
            if !others_may_see && self.is_shared(id) {
                return self.refuse(Construct::SharedIterator);
            }
        }
        Ok(())
    }

    /// The mutable objects that a source can see.
    pub fn reachable(&self, source: &Source) -> Vec<(ObjectId, Rc<Object>)> {
        self.reachable_from(match source {
            Source::Rest => Vec::new(),
            Source::Value(value) | Source::Inline { first: value, .. } => vec![value.clone()],
            Source::Expression { cells, first, .. } => cells.iter().chain([first]).cloned().collect(),
            Source::Call { closure, args } => closure.cells.iter().chain(args.iter()).cloned().collect(),
            Source::Builtin { args, .. } => args.to_vec(),
        })
    }

    pub fn reachable_from(&self, queue: Vec<Value>) -> Vec<(ObjectId, Rc<Object>)> {
        // What other iterators do with their own items is theirs.
        let mut found = self.reachable_with_iterators(queue);
        found.retain(|(_, object)| !matches!(**object, Object::Iter(_)));
        found
    }

    fn reachable_with_iterators(&self, mut queue: Vec<Value>) -> Vec<(ObjectId, Rc<Object>)> {
        let mut found: Vec<(ObjectId, Rc<Object>)> = Vec::new();
        while let Some(value) = queue.pop() {
            for (_, alt) in value.alts() {
                match alt {
                    Alt::Object(id) | Alt::View(_, id) | Alt::Cell(id) => {
                        if found.iter().any(|(known, _)| known == id) {
                            continue;
                        }
                        let Some(object) = self.state.heap.get(*id) else { continue };
                        queue.extend(object.inner().into_iter().cloned());
                        found.push((*id, Rc::clone(object)));
                    }
                    Alt::Tuple(items) => queue.extend(items.iter().cloned()),
                    Alt::Record(_, fields) if fields.holds_objects => queue.extend(fields.iter().cloned()),
                    Alt::Function(closure) => queue.extend(closure.cells.iter().chain(&closure.defaults).cloned()),
                    Alt::Method(method) => queue.push(method.0.clone()),
                    Alt::Exception(_, parts) => queue.push(parts[0].clone()),
                    _ => {}
                }
            }
        }
        found
    }

    /// All items, to be asked for later: what is raised on the way becomes an item itself.
    fn items_of(&mut self, source: &Source) -> Result<Seq> {
        let (path, mark, place) = (self.path, self.raised.len(), self.keep());
        let mut delivered = Vec::new();
        let mut items = self.region(|this| {
            let mut items = Seq::default();
            this.produce(source, &mut |this, item| {
                this.keep_value(place, &item);
                for (id, object) in this.reachable_with_iterators(vec![item.clone()]) {
                    // The consumer would see a group before the next one is asked for.
                    if this.groups.contains(&id) {
                        return this.refuse(Construct::GroupAfterItsTurn);
                    }
                    delivered.extend((!matches!(*object, Object::Iter(_))).then_some((id, object)));
                }
                items.push(this.path, item);
                Ok(Lit::FALSE)
            })?;
            Ok((items, None))
        })?;
        self.end_keep(place);
        // The consumer would see an item as it was when it came.
        if delivered.iter().any(|(id, object)| !self.state.heap.get(*id).is_some_and(|now| Rc::ptr_eq(now, object))) {
            return self.refuse(Construct::GeneratorChangesItems);
        }
        // Nothing comes after an exception, so that its place among the items does not matter: it goes last.
        let goes_on = match source {
            Source::Builtin { .. } => true,
            Source::Call { closure, .. } => self.stands_for_c(closure.function),
            Source::Rest | Source::Value(_) | Source::Inline { .. } | Source::Expression { .. } => false,
        };
        self.path = path;
        for raise in self.raised.split_off(mark) {
            if raise.own {
                return self.refuse(Construct::OwnExceptionInShared);
            }
            if raise.unknown.is_some() {
                // Known nowhere, whether it is asked for or not.
                self.path = self.circuit.and(self.path, !raise.when);
                self.raised.push(raise);
                continue;
            }
            items.push(raise.when, Value::of(Alt::Raise(raise.exception, goes_on)));
        }
        Ok(items)
    }

    /// The next item of an iterator, and whether there is one.
    pub fn next_item(&mut self, id: ObjectId) -> Result<(Lit, Value)> {
        let mut cases = Vec::new();
        if self.iter(id)?.fresh == Lit::TRUE && !self.is_shared(id) {
            self.region(|this| {
                this.produce_until(id, &mut |this, item| {
                    cases.push((this.path, item));
                    Ok(Lit::TRUE)
                })?;
                Ok(((), None))
            })?;
            let found = self.circuit.any(cases.iter().map(|(lit, _)| *lit));
            return Ok((found, self.choose(&cases)?));
        }
        self.work_out(id)?;
        let mut iter = self.iter(id)?;
        let mut none_before = Lit::TRUE;
        for slot in &mut iter.rest.slots {
            let first = self.circuit.and(none_before, slot.present);
            if first == Lit::FALSE {
                continue;
            }
            cases.push((first, slot.value.clone()));
            slot.present = self.circuit.and(slot.present, !first);
            none_before = self.circuit.and(none_before, !first);
            if none_before == Lit::FALSE {
                break;
            }
        }
        self.put(id, Object::Iter(iter));
        let value = self.choose(&cases)?;
        let found = !none_before;
        let value = self.under(found, |this| this.asked(&value))?.unwrap_or_else(Value::never);
        Ok((found, value))
    }
}
