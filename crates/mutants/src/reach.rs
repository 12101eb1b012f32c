//! The call graph: which functions of a file a function calls.

use std::collections::BTreeSet;

use lang::ast::{ExprKind, FuncId, Stmt, StmtKind};
use lang::problem::Problem;

use crate::site::Site;

/// The module-level functions of a file.
pub fn functions(problem: &Problem) -> Vec<FuncId> {
    let definition = |statement: &Stmt| match &statement.kind {
        StmtKind::Function(id) => Some(*id).filter(|_| !statement.span.is_library()),
        _ => None,
    };
    problem.module.body.iter().filter_map(definition).collect()
}

/// A module-level function and all functions that it mentions, directly or indirectly.
pub fn reached(problem: &Problem, from: FuncId) -> BTreeSet<FuncId> {
    let all = functions(problem);
    let mut found = BTreeSet::from([from]);
    let mut left = vec![from];
    while let Some(function) = left.pop() {
        for expr in Site::new(problem, function).expressions {
            let ExprKind::Name(name) = &expr.kind else { continue };
            let called = all.iter().find(|id| problem.module.function(**id).name.name == *name);
            left.extend(called.filter(|id| found.insert(**id)));
        }
    }
    found
}
