//! `collections.deque`: a list with two ends, and a greatest length if it was given one.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use lang::builtins::Exception;
use lang::methods::DequeMethod;

use super::list::{clamp, count, find};
use crate::calls::Arguments;
use crate::fault::{Result, raise, type_error, value_error};
use crate::machine::Machine;
use crate::value::Value;

#[derive(Debug)]
pub struct Deque {
    pub items: RefCell<VecDeque<Value>>,
    pub most: Option<usize>,
    /// How often elements were added, removed or moved: an iterator stops when that happens.
    pub changes: Cell<u64>,
}

impl Deque {
    pub fn new(items: VecDeque<Value>, most: Option<usize>) -> Rc<Self> {
        let deque = Self { items: RefCell::new(items), most, changes: Cell::new(0) };
        deque.cut_front();
        Rc::new(deque)
    }

    pub fn to_vec(&self) -> Vec<Value> {
        self.items.borrow().iter().cloned().collect()
    }

    pub fn len(&self) -> usize {
        self.items.borrow().len()
    }

    fn changed(&self) {
        self.changes.set(self.changes.get() + 1);
    }

    fn cut_front(&self) {
        while self.most.is_some_and(|most| self.len() > most) {
            self.items.borrow_mut().pop_front();
        }
    }

    pub fn push_back(&self, value: Value) {
        self.changed();
        self.items.borrow_mut().push_back(value);
        self.cut_front();
    }

    fn push_front(&self, value: Value) {
        self.changed();
        self.items.borrow_mut().push_front(value);
        while self.most.is_some_and(|most| self.len() > most) {
            self.items.borrow_mut().pop_back();
        }
    }

    pub fn replace(&self, items: Vec<Value>) {
        self.changed();
        *self.items.borrow_mut() = items.into();
        self.cut_front();
    }

    pub fn remove_at(&self, position: usize) {
        self.changed();
        self.items.borrow_mut().remove(position);
    }
}

impl Machine<'_> {
    /// `deque(iterable, maxlen)`
    pub(crate) fn make_deque(&mut self, arguments: &Arguments) -> Result<Value> {
        let most = match arguments.get(1) {
            None | Some(Value::None) => None,
            Some(Value::Big(_)) => {
                return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t");
            }
            Some(value) => match value.as_int().map(usize::try_from) {
                Some(Ok(most)) => Some(most),
                Some(Err(_)) => return value_error("maxlen must be non-negative"),
                None => return type_error("an integer is required"),
            },
        };
        let items = match arguments.get(0) {
            Some(value) => {
                self.reject_set_order(value, "made into a deque")?;
                self.collect(value)?
            }
            None => Vec::new(),
        };
        Ok(Value::Deque(Deque::new(items.into(), most)))
    }

    /// Adds all elements at the right end, or at the left one.
    pub(crate) fn extend_deque(&mut self, deque: &Rc<Deque>, value: &Value, left: bool) -> Result<()> {
        self.reject_set_order(value, "appended to a deque")?;
        if let Value::Iter(_) = value {
            let mut iter = self.iter(value)?;
            while let Some(item) = self.next(&mut iter)? {
                self.step()?;
                if left { deque.push_front(item) } else { deque.push_back(item) }
            }
            return Ok(());
        }
        for item in self.collect(value)? {
            if left { deque.push_front(item) } else { deque.push_back(item) }
        }
        Ok(())
    }

    pub(super) fn deque_method(
        &mut self,
        deque: &Rc<Deque>,
        method: DequeMethod,
        mut arguments: Arguments,
    ) -> Result<Value> {
        match method {
            DequeMethod::Append => deque.push_back(arguments.take(0)),
            DequeMethod::AppendLeft => deque.push_front(arguments.take(0)),
            DequeMethod::Clear => deque.replace(Vec::new()),
            DequeMethod::Copy => {
                self.charge(deque.len())?;
                return Ok(Value::Deque(Deque::new(deque.items.borrow().clone(), deque.most)));
            }
            DequeMethod::Count => {
                self.charge(deque.len() / 4)?;
                return count(&deque.to_vec(), &arguments.positional[0]);
            }
            DequeMethod::Extend => self.extend_deque(deque, &arguments.positional[0], false)?,
            DequeMethod::ExtendLeft => self.extend_deque(deque, &arguments.positional[0], true)?,
            DequeMethod::Index => {
                self.charge(deque.len() / 4)?;
                let items = deque.to_vec();
                let bound = |position: usize, default: usize| match arguments.get(position) {
                    Some(value) => clamp(value, items.len()),
                    None => Ok(default),
                };
                let (start, stop) = (bound(1, 0)?, bound(2, items.len())?);
                return match find(&items, &arguments.positional[0], start, stop)? {
                    Some(position) => Ok(Value::Int(i64::try_from(position).unwrap_or(i64::MAX))),
                    None => value_error("the value is not in the deque"),
                };
            }
            DequeMethod::Insert => {
                self.charge(deque.len() / 16)?;
                return insert(deque, &mut arguments);
            }
            DequeMethod::Pop => {
                deque.changed();
                return popped(deque.items.borrow_mut().pop_back());
            }
            DequeMethod::PopLeft => {
                deque.changed();
                return popped(deque.items.borrow_mut().pop_front());
            }
            DequeMethod::Remove => {
                self.charge(deque.len() / 4)?;
                match find(&deque.to_vec(), &arguments.positional[0], 0, usize::MAX)? {
                    Some(position) => deque.remove_at(position),
                    None => return value_error("deque.remove(x): x not in deque"),
                }
            }
            DequeMethod::Reverse => {
                self.charge(deque.len() / 4)?;
                let mut items = deque.to_vec();
                items.reverse();
                *deque.items.borrow_mut() = items.into();
            }
            DequeMethod::Rotate => {
                self.charge(deque.len() / 16)?;
                rotate(deque, arguments.get(0))?;
            }
        }
        Ok(Value::None)
    }
}

fn popped(item: Option<Value>) -> Result<Value> {
    match item {
        Some(item) => Ok(item),
        None => raise(Exception::IndexError, "pop from an empty deque"),
    }
}

fn insert(deque: &Deque, arguments: &mut Arguments) -> Result<Value> {
    if deque.most.is_some_and(|most| deque.len() >= most) {
        return raise(Exception::IndexError, "deque already at its maximum size");
    }
    if let Value::Big(_) = arguments.positional[0] {
        return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t");
    }
    let position = clamp(&arguments.positional[0], deque.len())?;
    deque.changed();
    deque.items.borrow_mut().insert(position, arguments.take(1));
    Ok(Value::None)
}

fn rotate(deque: &Deque, steps: Option<&Value>) -> Result<()> {
    let steps = match steps {
        None => 1,
        Some(Value::Big(_)) => {
            return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t");
        }
        Some(value) => match value.as_int() {
            Some(steps) => steps,
            None => {
                let name = value.type_name();
                return type_error(format!("'{name}' object cannot be interpreted as an integer"));
            }
        },
    };
    let length = i64::try_from(deque.len()).unwrap_or(i64::MAX);
    if length > 1 {
        deque.changed();
        let steps = usize::try_from(steps.rem_euclid(length)).unwrap_or(0);
        deque.items.borrow_mut().rotate_right(steps);
    }
    Ok(())
}
