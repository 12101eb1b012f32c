//! Annotations: what stands in them, and what aliases stand for. [`super::reader`] turns them into types.

use crate::ast::{Expr, ExprKind, Module, StmtKind};
use crate::globals::{Global, GlobalKind};
use crate::problem::Side;
use crate::types::Type;

use super::names::Names;
use super::reader::{TypePosition, TypeReader};

/// How many aliases may stand for each other.
const MAX_ALIASES: usize = 60;

/// The types that annotations name, for stages that only want to know and leave the reporting to `declare`.
#[allow(missing_debug_implementations, reason = "a view of the module with a cache")]
pub struct Annotations<'a> {
    names: Names<'a>,
}

impl<'a> Annotations<'a> {
    pub fn new(module: &'a Module, globals: &'a [Global]) -> Self {
        Self { names: Names::new(module, globals) }
    }

    /// The type that an annotation names. `Unknown` where it is faulty, or abstract like `Sequence[int]`.
    /// `Input[T]` and `Output[T]` are `T`.
    pub fn type_of(&self, annotation: &Expr) -> Type {
        let mut reader = TypeReader::new(&self.names);
        match side(&self.names, annotation) {
            Some((_, inner)) => reader.read(inner, TypePosition::Anywhere),
            None => reader.read(annotation, TypePosition::Anywhere),
        }
    }
}

/// The `T` of `Input[T]` or `Output[T]`, also behind an alias.
pub(super) fn side<'a>(names: &Names<'a>, annotation: &'a Expr) -> Option<(Side, &'a Expr)> {
    let mut annotation = annotation;
    for _ in 0..MAX_ALIASES {
        match &annotation.kind {
            ExprKind::Subscript(base, inner) => {
                return match &*names.vocabulary(base)? {
                    "Input" => Some((Side::Input, inner)),
                    "Output" => Some((Side::Output, inner)),
                    _ => None,
                };
            }
            ExprKind::Name(name) => match names.global(name)?.kind {
                GlobalKind::Alias { stmt } => annotation = alias_value(names.module, stmt)?,
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// The right side of `Edge = tuple[Vertex, Vertex]`, in any of its spellings.
pub(super) fn alias_value(module: &Module, stmt: usize) -> Option<&Expr> {
    match &module.body.get(stmt)?.kind {
        StmtKind::Assign { value, .. }
        | StmtKind::AnnotatedAssign { value: Some(value), .. }
        | StmtKind::TypeAlias { value, .. } => Some(value),
        _ => None,
    }
}
