//! How often each name is bound at the top level of a file: a name that is bound once means the same wherever it is used.

use std::collections::{BTreeSet, HashMap};

use crate::ast::{Module, Name, Stmt, StmtKind, walk};
use crate::bindings::names_in;

#[derive(Debug, Default)]
pub(super) struct Counts(HashMap<Name, usize>);

impl Counts {
    pub fn of(module: &Module, body: &[Stmt]) -> Self {
        let mut counts = Self::default();
        counts.block(module, body);
        counts
    }

    /// Whether nothing else gives the name a value.
    pub fn is_single(&self, name: &str) -> bool {
        self.0.get(name).is_none_or(|count| *count <= 1)
    }

    pub fn names(&self) -> BTreeSet<Name> {
        self.0.keys().cloned().collect()
    }

    pub fn add(&mut self, name: &Name) {
        *self.0.entry(name.clone()).or_default() += 1;
    }

    /// Something that is not counted binds it.
    pub fn add_several(&mut self, name: &Name) {
        *self.0.entry(name.clone()).or_default() += 2;
    }

    fn block(&mut self, module: &Module, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Import { names, .. } => names.iter().for_each(|name| self.add(&name.alias.name)),
                StmtKind::Class(class) => self.add(&class.name.name),
                StmtKind::Try(inner) if super::link::only_imports(&inner.body) => {
                    [&inner.body, &inner.otherwise, &inner.finally]
                        .into_iter()
                        .for_each(|body| self.block(module, body));
                }
                _ => {
                    // What the blocks inside a statement bind is counted one by one.
                    let mut own = names_in(module, std::slice::from_ref(stmt));
                    for block in walk::blocks(stmt) {
                        let inner = names_in(module, block);
                        own.retain(|name| !inner.contains(name));
                        self.block(module, block);
                    }
                    own.iter().for_each(|name| self.add(name));
                }
            }
        }
    }
}
