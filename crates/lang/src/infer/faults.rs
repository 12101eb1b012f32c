//! What is definitely wrong with an operation, and whether an operation can succeed.
//!
//! Invariant: a fault becomes a diagnostic only if the operation fails for all values it can meet, in all contexts that
//! reach it. One way to succeed, or one unknown value, silences it.

use std::collections::BTreeMap;

use crate::ast::{Expr, Span};
use crate::diagnostic::{Code, Diagnostic};

use super::Inference;
use super::expressions::Want;
use super::value::Val;

/// Boxed, to keep the success path cheap.
#[derive(Clone, Debug)]
pub(super) struct OperationError<'a>(Box<Words<'a>>);

#[derive(Clone, Debug)]
struct Words<'a> {
    code: Code,
    message: String,
    /// What the message says about the subject: ``is a list``.
    label: String,
    help: String,
    /// The operand that is to blame.
    subject: Option<&'a Expr>,
}

/// The value of an operation, or why it cannot have one.
pub(super) type InferResult<'a, T = Val> = Result<T, OperationError<'a>>;

impl<'a> OperationError<'a> {
    pub fn new(code: Code, message: impl Into<String>, label: impl Into<String>, help: impl Into<String>) -> Self {
        let (message, label, help) = (message.into(), label.into(), help.into());
        Self(Box::new(Words { code, message, label, help, subject: None }))
    }

    /// Names the operand to blame, unless a nearer one is known.
    pub fn about(mut self, subject: Option<&'a Expr>) -> Self {
        self.0.subject = self.0.subject.or(subject);
        self
    }

    /// Replaces the remark about the subject.
    pub fn saying(mut self, label: impl Into<String>) -> Self {
        self.0.label = label.into();
        self
    }
}

/// The outcomes of one operation for all things its operands may be.
#[derive(Debug)]
pub(super) struct Tally<'a> {
    value: Val,
    well: bool,
    fault: Option<OperationError<'a>>,
}

impl<'a> Tally<'a> {
    pub fn new() -> Self {
        Self { value: Val::BOTTOM, well: false, fault: None }
    }

    pub fn add(&mut self, analysis: &mut Inference<'a>, outcome: InferResult<'a>) {
        match outcome {
            Ok(value) => {
                self.well = true;
                self.value = analysis.join(self.value, value);
            }
            // What raises says more than what is merely outside the language.
            Err(fault) => match &self.fault {
                Some(first) if raises(first.0.code) || !raises(fault.0.code) => {}
                _ => self.fault = Some(fault),
            },
        }
    }

    pub fn finish(self) -> InferResult<'a> {
        match self.fault {
            Some(fault) if !self.well => Err(fault),
            _ => Ok(self.value),
        }
    }
}

/// What is being checked at a span; several things may be at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Operation,
    Truth,
    Iteration,
    Hash,
    SetOrder,
}

/// Found while all reachable contexts run for the last time.
#[derive(Debug)]
pub(super) struct Findings {
    /// `None`: it succeeds somewhere.
    verdicts: BTreeMap<(Span, Role), Option<Diagnostic>>,
    /// By `ExprId` and `VarId`.
    pub exprs: Vec<Option<Val>>,
    pub vars: Vec<Option<Val>>,
}

impl Findings {
    pub fn new(exprs: usize, vars: usize) -> Self {
        Self { verdicts: BTreeMap::new(), exprs: vec![None; exprs], vars: vec![None; vars] }
    }

    pub fn into_diagnostics(self) -> impl Iterator<Item = Diagnostic> {
        self.verdicts.into_values().flatten()
    }
}

impl<'a> Inference<'a> {
    /// Records the result of an operation. What raises has no value; what only the language excludes has some value.
    ///
    /// Lazy code may never run, so that it raises is not certain. What the language excludes, it excludes everywhere.
    pub fn check(&mut self, span: Span, role: Role, outcome: InferResult<'a>) -> Val {
        let (value, diagnostic) = match outcome {
            Ok(value) => (value, None),
            Err(fault) if self.lazy && raises(fault.0.code) => (Val::BOTTOM, None),
            Err(fault) => {
                let value = if raises(fault.0.code) { Val::BOTTOM } else { Val::UNKNOWN };
                (value, self.report.is_some().then(|| self.diagnostic(span, &fault)))
            }
        };
        if let Some(report) = &mut self.report {
            let verdict = report.verdicts.entry((span, role)).or_insert_with(|| diagnostic.clone());
            if diagnostic.is_none() {
                *verdict = None;
            }
        }
        value
    }

    /// The outcome of something done to the elements of `source`. That it raises is certain only if there are some.
    pub fn for_elements<T>(&self, source: Val, outcome: InferResult<'a, T>, otherwise: T) -> InferResult<'a, T> {
        match outcome {
            // Whether there are some is settled only when everything else is.
            Err(fault) if raises(fault.0.code) && (self.report.is_none() || !self.is_filled(source)) => Ok(otherwise),
            outcome => outcome,
        }
    }

    /// The outcome of something done to the elements of `source` when they are requested, not before.
    pub fn for_taken(&self, want: Want, source: Val, outcome: InferResult<'a>) -> InferResult<'a> {
        match outcome {
            Err(fault) if raises(fault.0.code) && !want.taken => Ok(Val::BOTTOM),
            outcome => self.for_elements(source, outcome, Val::BOTTOM),
        }
    }

    fn diagnostic(&self, span: Span, OperationError(fault): &OperationError) -> Diagnostic {
        let label = match fault.subject {
            Some(subject) => format!("{} {}", self.words(subject), fault.label),
            None if fault.label.is_empty() => String::new(),
            None => format!("this {}", fault.label),
        };
        Diagnostic::error(fault.code, span, &fault.message).label(label).help(&fault.help)
    }

    /// An expression as the author wrote it, if that fits into a sentence.
    pub fn words(&self, expr: &Expr) -> String {
        let text = self.problem.source.slice(expr.span);
        if text.is_empty() || text.chars().count() > 40 || text.contains('\n') {
            "this".to_owned()
        } else {
            format!("`{text}`")
        }
    }
}

/// Whether Python raises an exception there.
fn raises(code: Code) -> bool {
    matches!(code, Code::WrongArguments | Code::WrongType | Code::UnknownAttribute)
}
