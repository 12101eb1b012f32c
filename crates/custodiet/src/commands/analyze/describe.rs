//! How names, buckets, implications and pairs of a problem are shown to people and written as JSON.

use decide::{Bucket, Implication};
use eval::Program;
use lang::ast::FuncId;
use lang::problem::{Problem, PropertyKind, display_name};
use lang::scope::{PairTypes, Scope};
use pairs::{Concrete, named_pair, pair_json};
use serde_json::Value as Json;

use crate::commands::explain::layout::Names;
use crate::commands::explain::text::call_of;
use crate::input::for_shell;

#[derive(Clone, Copy, Debug)]
pub struct Describer<'a> {
    pub problem: &'a Problem,
    pub program: &'a Program,
    /// ` --scope Vertex=3`, as it was given; else empty.
    pub scope_option: &'a str,
}

impl<'a> Describer<'a> {
    pub fn count(self) -> usize {
        self.problem.subproperties.len()
    }

    pub fn kind(self, position: usize) -> PropertyKind {
        self.problem.subproperties[position].kind
    }

    pub fn has_reference(self) -> bool {
        self.problem.predicate.as_ref().is_some_and(|predicate| predicate.has_reference)
    }

    /// `` `is_valid` ``
    pub fn predicate(self) -> String {
        format!("`{}`", self.problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name))
    }

    /// `NO-NEW`
    pub fn name(self, position: usize) -> String {
        let property = &self.problem.subproperties[position];
        display_name(&property.name, property.kind)
    }

    pub fn names(self, positions: impl IntoIterator<Item = usize>) -> Names {
        Names(positions.into_iter().map(|position| self.name(position)).collect())
    }

    /// The names of the Python functions.
    pub fn plain(self, positions: impl IntoIterator<Item = usize>) -> Vec<&'a str> {
        positions.into_iter().map(|position| &*self.problem.subproperties[position].name).collect()
    }

    pub fn scope(self, scope: &Scope) -> String {
        scope.describe(PairTypes::of(self.problem))
    }

    /// The command that repeats this analysis.
    pub fn command(self) -> String {
        format!("custodiet analyze {}{}", for_shell(&self.problem.source.path), self.scope_option)
    }

    /// `exactly NO-NEW and UNIQUENESS fail`
    pub fn bucket(self, bucket: Bucket) -> String {
        match bucket.failing().len() {
            0 => "nothing fails".to_owned(),
            _ => format!("exactly {}", self.names(bucket.failing()).with_verb("fails", "fail")),
        }
    }

    /// All required subproperties hold in the bucket.
    pub fn is_positive(self, bucket: Bucket) -> bool {
        bucket.failing().iter().all(|position| self.kind(position) == PropertyKind::Error)
    }

    /// `NO-NEW and UNIQUENESS ⇒ SORTEDNESS`
    /// The Python names of functions.
    pub fn functions(self, functions: &[FuncId]) -> Vec<String> {
        functions.iter().map(|function| self.problem.module.function(*function).name.name.to_string()).collect()
    }

    /// Says that claims hold in one order only, because it is undecided whether functions depend on it.
    pub fn order_undecided(self, functions: &[FuncId]) -> String {
        let names = Names(self.functions(functions).iter().map(|name| format!("`{name}`")).collect());
        format!(
            "undecided: whether {} on the order of sets and `Unordered` lists; this holds in one order, perhaps not in all",
            names.with_verb("depends", "depend")
        )
    }

    pub fn implication(self, implication: Implication) -> String {
        let (hold, then) = (self.names(implication.hold), self.names(implication.then));
        match (hold.0.len(), then.0.len()) {
            (0, 0) => "no pair is in any bucket".to_owned(),
            (0, 1) => format!("{} always holds", then.list()),
            (0, _) => format!("at least one of {} always holds", then.list()),
            (1, 0) => format!("{} never holds", hold.list()),
            (_, 0) => format!("{} never hold together", hold.list()),
            _ => format!("{}  ⇒  {}", hold.list(), either(&then)),
        }
    }

    /// The pair as a call of the predicate.
    pub fn call(self, pair: &[Concrete]) -> String {
        match named_pair(self.problem, pair) {
            Some(pair) => call_of(self.problem, self.program, &pair),
            None => pair_json(self.problem, pair).to_string(),
        }
    }

    /// The pair as JSON.
    pub fn pair(self, pair: &[Concrete]) -> Json {
        pair_json(self.problem, pair)
    }

    /// `smallest pair: is_valid(…)`, if that is proved.
    pub fn witness(self, pair: &[Concrete], proven: bool) -> String {
        format!("{}: {}", if proven { "smallest pair" } else { "a pair" }, self.call(pair))
    }
}

/// `NO-NEW, NONE-DROPPED or UNIQUENESS`
fn either(names: &Names) -> String {
    match names.0.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.list(),
    }
}
