//! Annotations that declare nothing: of helper functions, of properties, of variables. Only errors are reported.

use crate::ast::{Expr, FuncId, Stmt, StmtKind, walk};

use super::annotation::side;
use super::reader::{TypePosition, TypeReader};

pub(super) fn check(reader: &mut TypeReader<'_>, predicate: Option<FuncId>) {
    let module = reader.names.module;
    let predicate = predicate.map(FuncId::index);
    for (index, function) in module.functions.iter().enumerate() {
        if predicate != Some(index) {
            for annotation in
                function.params.iter().filter_map(|param| param.annotation.as_ref()).chain(&function.returns)
            {
                annotated(reader, annotation);
            }
        }
        block(reader, &function.body);
    }
    block(reader, &module.body);
}

fn block(reader: &mut TypeReader<'_>, stmts: &[Stmt]) {
    for stmt in stmts {
        match &stmt.kind {
            // The alias of `Edge: TypeAlias = …` is read with the other aliases.
            StmtKind::AnnotatedAssign { annotation, .. } if !reader.names.is_type_alias_mark(annotation) => {
                annotated(reader, annotation);
            }
            _ => walk::blocks(stmt).into_iter().for_each(|inner| block(reader, inner)),
        }
    }
}

/// A copy of the predicate's signature may keep its `Input` and `Output`.
fn annotated(reader: &mut TypeReader<'_>, annotation: &Expr) {
    let inner = side(reader.names, annotation).map_or(annotation, |(_, inner)| inner);
    reader.read(inner, TypePosition::Anywhere);
}
