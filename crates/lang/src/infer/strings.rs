//! Strings: their methods, and what becomes one.

use crate::ast::{Expr, Formatted};
use crate::methods::StrMethod;

use super::Inference;
use super::arguments::Args;
use super::faults::{InferResult, Role};
use super::heap::{At, ObjectKind};
use super::shapes::Shape;
use super::value::{Item, Val};

impl<'a> Inference<'a> {
    /// Checks that something is a string.
    pub fn text(&mut self, item: Item, what: &str) -> InferResult<'a> {
        match self.shape(item) {
            Shape::Str => Ok(Val::STR),
            Shape::Atom(atom) => Err(self.atom_fault(atom, what, "an atom is not a string; it only has equality")),
            other => Err(self.wrong(other, what, "write a string")),
        }
    }

    /// Checks that the first arguments, as far as they are given, are strings.
    pub fn texts(&mut self, args: &Args<'a>, count: usize, what: &str) -> InferResult<'a> {
        for index in 0..count {
            if let Some(arg) = args.list.get(index) {
                let outcome = self.each(arg.val, |this, item| this.text(item, what));
                outcome.map_err(|fault| fault.about(arg.expr))?;
            }
        }
        Ok(Val::STR)
    }

    /// `str`, `repr` and `format`: everything but an atom has a text, and that of a set shows its order.
    pub fn shown(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(arg) = args.named(0, "object") else { return Ok(Val::STR) };
        self.showable(arg.val, at).map_err(|fault| fault.about(arg.expr))
    }

    fn showable(&mut self, val: Val, at: At) -> InferResult<'a> {
        if let Some(atom) = self.only_atoms(val) {
            return Err(self.atom_fault(atom, "has no text", "atoms only have equality; compare them with `==`"));
        }
        self.in_order(val, at, "the text of a set")?;
        Ok(Val::STR)
    }

    pub fn eval_formatted(&mut self, expr: &'a Expr, formatted: &'a Formatted) -> Val {
        let val = self.eval(&formatted.value);
        if let Some(spec) = &formatted.spec {
            self.eval(spec);
        }
        if val.is_bottom() {
            return val;
        }
        let outcome = self.showable(val, At::new(expr.id)).map_err(|fault| fault.about(Some(&formatted.value)));
        self.check(expr.span, Role::Operation, outcome)
    }

    pub fn str_method(&mut self, method: StrMethod, args: &Args<'a>, at: At) -> InferResult<'a> {
        let wanted = "is not what this method of strings takes";
        match method {
            StrMethod::Count | StrMethod::Find | StrMethod::Index | StrMethod::RightFind | StrMethod::RightIndex => {
                self.texts(args, 1, wanted)?;
                Ok(Val::INT)
            }
            StrMethod::EndsWith
            | StrMethod::IsAlnum
            | StrMethod::IsAlpha
            | StrMethod::IsAscii
            | StrMethod::IsDecimal
            | StrMethod::IsDigit
            | StrMethod::IsIdentifier
            | StrMethod::IsLower
            | StrMethod::IsNumeric
            | StrMethod::IsPrintable
            | StrMethod::IsSpace
            | StrMethod::IsTitle
            | StrMethod::IsUpper
            | StrMethod::StartsWith => Ok(Val::BOOL),
            StrMethod::RightSplit | StrMethod::Split | StrMethod::SplitLines => {
                Ok(self.alloc(at, ObjectKind::List, &[Val::STR]))
            }
            StrMethod::Partition | StrMethod::RightPartition => {
                self.texts(args, 1, wanted)?;
                Ok(self.alloc(at, ObjectKind::Tuple, &[Val::STR; 3]))
            }
            StrMethod::RemovePrefix | StrMethod::RemoveSuffix => self.texts(args, 1, wanted),
            StrMethod::Replace => self.texts(args, 2, wanted),
            StrMethod::Join => self.joined(args, at),
            StrMethod::MakeTrans => Ok(self.alloc(at, ObjectKind::Dict, &[Val::INT, Val::UNKNOWN])),
            StrMethod::Capitalize
            | StrMethod::CaseFold
            | StrMethod::Center
            | StrMethod::ExpandTabs
            | StrMethod::Format
            | StrMethod::FormatMap
            | StrMethod::LeftJust
            | StrMethod::LeftStrip
            | StrMethod::Lower
            | StrMethod::RightJust
            | StrMethod::RightStrip
            | StrMethod::Strip
            | StrMethod::SwapCase
            | StrMethod::Title
            | StrMethod::Translate
            | StrMethod::Upper
            | StrMethod::ZeroFill => Ok(Val::STR),
        }
    }

    fn joined(&mut self, args: &Args<'a>, at: At) -> InferResult<'a> {
        let Some(arg) = args.get(0) else { return Ok(Val::STR) };
        self.in_order(arg.val, at, "`join`").map_err(|fault| fault.about(arg.expr))?;
        let element = self.elements_at(args, 0, at)?;
        let outcome = self.each(element, |this, item| this.text(item, "cannot be joined"));
        let outcome = outcome.map_err(|fault| fault.saying("holds values that are not strings").about(arg.expr));
        self.for_elements(arg.val, outcome, Val::STR)?;
        Ok(Val::STR)
    }

    /// `str.lower(x)`
    pub fn unbound_str_method(&mut self, method: StrMethod, args: &Args<'a>, at: At) -> InferResult<'a> {
        self.texts(args, 1, "has no methods of strings")?;
        let mut rest = args.clone();
        if rest.list.is_empty() {
            return Ok(Val::UNKNOWN);
        }
        rest.list.remove(0);
        rest.fit(method.name(), method.signature())?;
        self.str_method(method, &rest, at)
    }
}
