//! Rows of a `zip`, or of a `map` over several iterables.

use std::rc::Rc;

use circuit::Lit;
use lang::builtins::Exception;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

/// One of the iterables of a `zip`.
enum Column {
    /// Its items, at their positions, and the objects they come from, as they were.
    Own(Seq, Vec<(ObjectId, Rc<Object>)>),
    /// An iterator that others may take from too, with no more items than this.
    Shared(ObjectId, usize),
}

impl Column {
    fn size(&self) -> usize {
        match self {
            Self::Own(seq, _) => seq.slots.len(),
            Self::Shared(_, size) => *size,
        }
    }

    fn present(&self, row: usize) -> Lit {
        match self {
            Self::Own(seq, _) => seq.slots.get(row).map_or(Lit::FALSE, |slot: &Slot| slot.present),
            Self::Shared(..) => Lit::FALSE,
        }
    }
}

impl Machine<'_> {
    /// The n-th items of several iterables together, as long as all have one.
    pub fn in_rows(
        &mut self,
        iterables: &[Value],
        strict: bool,
        body: &mut dyn FnMut(&mut Self, Vec<Value>) -> Result<Lit>,
    ) -> Result<Lit> {
        let columns: Vec<Column> =
            iterables.iter().map(|iterable| self.column(iterable, iterables)).collect::<Result<_>>()?;
        if strict && columns.iter().any(|column| matches!(column, Column::Shared(..))) {
            return self.refuse(Construct::StrictZipOfShared);
        }
        let sizes = columns.iter().map(Column::size);
        // One more row is begun, and takes from those that have an item.
        let rows = if strict { sizes.max() } else { sizes.min() }.map_or(0, |size| size + 1);
        let mut running = Lit::TRUE;
        let mut stopped = Vec::new();
        for row in 0..rows {
            self.step()?;
            if strict {
                self.check_strict(&columns, row, running);
            }
            let Some((found, items)) = self.row(&columns, row, running)? else { break };
            let stop = self.under(found, |this| {
                let stop = body(this, items)?;
                this.check_columns(&columns, stop)?;
                Ok(stop)
            })?;
            let Some(stop) = stop else { break };
            let stop = self.circuit.and(found, stop);
            stopped.push(stop);
            running = self.circuit.and(found, !stop);
            if running == Lit::FALSE || self.is_dead() {
                break;
            }
        }
        Ok(self.circuit.any(stopped))
    }

    fn column(&mut self, iterable: &Value, all: &[Value]) -> Result<Column> {
        if let Some(Alt::Object(id)) = iterable.single()
            && matches!(&*self.object(*id)?, Object::Iter(_))
        {
            let same = |other: &&Value| matches!(other.single(), Some(Alt::Object(other)) if other == id);
            // Refused if working it out ahead of its turn could be seen.
            self.work_out(*id)?;
            if self.is_shared(*id) || all.iter().filter(same).count() > 1 {
                return Ok(Column::Shared(*id, self.iter(*id)?.rest.slots.len()));
            }
            let watched = self.iter(*id)?.watched;
            let slots = self.take_all(*id)?;
            return Ok(Column::Own(self.dense(&Seq { slots })?, watched));
        }
        let mut watched = Vec::new();
        for (_, alt) in iterable.alts() {
            if let Alt::Object(id) | Alt::View(_, id) = alt {
                let object = self.object(*id)?;
                if matches!(&*object, Object::Iter(_)) {
                    return self.refuse(Construct::ZipOfEither);
                }
                watched.push((*id, object));
            }
        }
        let slots = self.items(iterable)?;
        Ok(Column::Own(self.dense(&Seq { slots })?, watched))
    }

    /// The items of a row and when all are there. Python asks from left to right, and no further than it must.
    fn row(&mut self, columns: &[Column], row: usize, running: Lit) -> Result<Option<(Lit, Vec<Value>)>> {
        let mut found = running;
        let mut items = Vec::new();
        for column in columns {
            let (has, item) = match column {
                Column::Own(seq, _) => match seq.slots.get(row) {
                    Some(slot) => (slot.present, slot.value.clone()),
                    None => return Ok(None),
                },
                Column::Shared(id, _) => match self.under(found, |this| this.next_item(*id))? {
                    Some(next) => next,
                    None => return Ok(None),
                },
            };
            found = self.circuit.and(found, has);
            // What it raises, it raises before the next one is asked.
            match self.under(found, |this| this.asked(&item))? {
                Some(item) if !self.is_dead() => items.push(item),
                _ => return Ok(None),
            }
        }
        Ok(Some((found, items)))
    }

    /// All columns have the row, or none has.
    fn check_strict(&mut self, columns: &[Column], row: usize, running: Lit) {
        let has = |column: &Column| column.present(row);
        let all = self.circuit.all(columns.iter().map(has));
        let any = self.circuit.any(columns.iter().map(has));
        let differ = self.circuit.and(any, !all);
        let raises = self.circuit.and(running, differ);
        self.raise(raises, Exception::ValueError);
    }

    fn check_columns(&mut self, columns: &[Column], stop: Lit) -> Result<()> {
        for column in columns {
            let Column::Own(_, watched) = column else { continue };
            for (id, object) in watched {
                let now = self.object(*id)?;
                if !Rc::ptr_eq(&now, object) && self.circuit.and(self.path, !stop) != Lit::FALSE {
                    return self.refuse(Construct::RowChangesInLoop);
                }
            }
        }
        Ok(())
    }
}
