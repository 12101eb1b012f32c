//! Questions that comparing and hashing have for the file's own code: `__eq__`, `__lt__`, `__hash__`.
//!
//! Equality and hashes are computed deep inside containers, where no code of the file can run: it might change the very
//! container. So they stop there with a question. [`Machine::asking`] answers it and starts again, with the answer at
//! hand, until there are no more questions. What is started again must not have changed anything yet.

use std::cell::RefCell;
use std::rc::Rc;

use lang::ast::CompareOp;

use crate::classes::Special;
use crate::dunder::Dunder;
use crate::fault::{Fault, Result, outside, type_error};
use crate::machine::Machine;
use crate::value::Value;

#[derive(Debug, Clone)]
enum Question {
    Compare(CompareOp, Value, Value),
    Hash(Value),
}

#[derive(Debug, Clone, Copy)]
enum Answer {
    Truth(bool),
    Hash(u64),
}

/// People see it only where no one answers.
const UNANSWERED: &str = "an instance with `__eq__`, `__lt__` or `__hash__` is used where these cannot be called";

thread_local! {
    static PENDING: RefCell<Option<Question>> = const { RefCell::new(None) };
    static ANSWERS: RefCell<Vec<(Question, Answer)>> = const { RefCell::new(Vec::new()) };
}

/// Whether both values are the ones of the question.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::None, Value::None) => true,
        (Value::Atom(a), Value::Atom(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Tuple(a), Value::Tuple(b)) => Rc::ptr_eq(a, b),
        _ => crate::identity::is_same(a, b).unwrap_or(false),
    }
}

fn known(asked: impl Fn(&Question) -> bool) -> Option<Answer> {
    ANSWERS.with_borrow(|answers| answers.iter().find(|(question, _)| asked(question)).map(|(_, answer)| *answer))
}

#[cold]
fn ask<T>(question: Question) -> Result<T> {
    PENDING.with_borrow_mut(|pending| *pending = Some(question));
    outside(UNANSWERED)
}

/// `left op right` where at least one is an instance.
#[cold]
pub(crate) fn compare_instances(op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
    if op == CompareOp::Equal && !has_method(left, Dunder::Eq) && !has_method(right, Dunder::Eq) {
        return crate::identity::is_same(left, right);
    }
    // Containers take what is identical for equal.
    if op == CompareOp::Equal && same(left, right) {
        return Ok(true);
    }
    let asked = |question: &Question| matches!(question, Question::Compare(known, a, b) if *known == op && same(a, left) && same(b, right));
    match known(asked) {
        Some(Answer::Truth(truth)) => Ok(truth),
        _ => ask(Question::Compare(op, left.clone(), right.clone())),
    }
}

/// The hash of an instance.
#[cold]
pub(crate) fn hash_instance(value: &Value) -> Result<u64> {
    let Value::Instance(instance) = value else { return outside(UNANSWERED) };
    let hash = instance.class.find_with_class(Dunder::Hash.symbol());
    let eq = instance.class.find_with_class(Dunder::Eq.symbol());
    match (hash, eq) {
        (Some((Value::None, _)), _) | (None, Some(_)) => return unhashable(value),
        // A class that defines equality below what defines the hash has none.
        (Some((_, hash)), Some((_, eq))) if eq < hash => return unhashable(value),
        (None, None) => return Ok(instance.number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        (Some(_), _) => {}
    }
    match known(|question| matches!(question, Question::Hash(asked) if same(asked, value))) {
        Some(Answer::Hash(hash)) => Ok(hash),
        _ => ask(Question::Hash(value.clone())),
    }
}

fn unhashable(value: &Value) -> Result<u64> {
    type_error(format!("unhashable type: '{}'", class_name(value)))
}

pub(crate) fn class_name(value: &Value) -> String {
    match value {
        Value::Instance(instance) => instance.class.name.to_string(),
        other => other.type_name().to_owned(),
    }
}

fn has_method(value: &Value, name: Dunder) -> bool {
    matches!(value, Value::Instance(instance) if instance.class.find(name.symbol()).is_some())
}

fn pending(fault: &Fault) -> Option<Question> {
    match fault {
        Fault::Outside { what, .. } if what == UNANSWERED => PENDING.with_borrow_mut(Option::take),
        _ => None,
    }
}

impl Machine<'_> {
    /// Does something that may have questions, again and again until it has none.
    pub(crate) fn asking<T>(&mut self, mut action: impl FnMut(&mut Self) -> Result<T>) -> Result<T> {
        if !self.program.overloads {
            return action(self);
        }
        let outer = ANSWERS.take();
        let result = loop {
            match action(self) {
                Err(fault) => match pending(&fault) {
                    Some(question) => match self.answer(&question) {
                        Ok(answer) => ANSWERS.with_borrow_mut(|answers| answers.push((question, answer))),
                        Err(fault) => break Err(fault),
                    },
                    None => break Err(fault),
                },
                done => break done,
            }
        };
        ANSWERS.set(outer);
        result
    }

    fn answer(&mut self, question: &Question) -> Result<Answer> {
        self.step()?;
        match question {
            Question::Compare(op, left, right) => {
                let value = self.rich_compare(*op, left, right)?;
                Ok(Answer::Truth(self.truth_of(&value)?))
            }
            Question::Hash(value) => {
                let result = self.call_special(value, Dunder::Hash, &[])?;
                Ok(Answer::Hash(match &result {
                    Some(number @ Value::Special(special)) => match &**special {
                        Special::Hash(hash) => *hash,
                        Special::Id(_) => crate::compare::hash(number)?,
                        _ => return type_error("__hash__ method should return an integer"),
                    },
                    Some(number @ (Value::Int(_) | Value::Bool(_) | Value::Big(_))) => crate::compare::hash(number)?,
                    _ => return type_error("__hash__ method should return an integer"),
                }))
            }
        }
    }

    /// `==` inside containers: what is identical is equal.
    pub(crate) fn equal_values(&mut self, left: &Value, right: &Value) -> Result<bool> {
        self.asking(|_| crate::compare::equal(left, right))
    }

    pub(crate) fn hash_value(&mut self, value: &Value) -> Result<u64> {
        self.asking(|_| crate::compare::hash(value))
    }
}
