//! The module level of a program: its definitions and the imports that they need.

use std::collections::{BTreeMap, BTreeSet};

use crate::generator::Gen;
use crate::types::{GenRecord, Ty};

#[derive(Debug, Default)]
pub struct GenModule {
    pub records: Vec<GenRecord>,
    pub functions: Vec<GenFunction>,
    /// The text of the records, constants and functions, in order.
    pub text: Vec<String>,
    imports: BTreeSet<String>,
    spellings: BTreeMap<&'static str, String>,
}

/// A generated function that others may call.
#[derive(Clone, Debug)]
pub struct GenFunction {
    pub name: String,
    pub params: Vec<GenParam>,
    pub returns: Ty,
    /// Estimate of the steps of a call.
    pub cost: u32,
    /// Whether it multiplies its arguments, so that loops must not call it.
    pub wild: bool,
}

#[derive(Clone, Debug)]
pub struct GenParam {
    pub name: String,
    pub ty: Ty,
    pub kind: GenParamKind,
    pub has_default: bool,
    /// Arguments must lie in `0..bound`.
    pub bound: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenParamKind {
    Usual,
    PositionalOnly,
    KeywordOnly,
}

impl GenParam {
    pub fn new(name: impl Into<String>, ty: Ty) -> Self {
        Self { name: name.into(), ty, kind: GenParamKind::Usual, has_default: false, bound: None }
    }

    #[must_use]
    pub fn bounded(mut self, bound: u32) -> Self {
        self.bound = Some(bound);
        self
    }

    #[must_use]
    pub fn defaulted(mut self) -> Self {
        self.has_default = true;
        self
    }
}

impl GenModule {
    /// The lines of all imports.
    pub fn imports(&self) -> impl Iterator<Item = &str> {
        self.imports.iter().map(String::as_str)
    }

    pub fn import(&mut self, line: impl Into<String>) {
        self.imports.insert(line.into());
    }
}

impl Gen {
    /// How this program spells something that must be imported: `Counter` or `collections.Counter`.
    pub fn lib(&mut self, name: &'static str) -> String {
        if let Some(known) = self.module.spellings.get(name) {
            return known.clone();
        }
        let module = match name {
            "Counter" | "defaultdict" | "deque" => "collections",
            "bisect" | "bisect_left" | "bisect_right" => "bisect",
            "heappop" | "heappushpop" | "heapreplace" | "nlargest" | "nsmallest" => "heapq",
            "ceil" | "comb" | "factorial" | "floor" | "gcd" | "isclose" | "isqrt" | "lcm" | "perm" | "prod"
            | "trunc" => "math",
            "copy" | "deepcopy" => "copy",
            "cmp_to_key" | "reduce" => "functools",
            "suppress" => "contextlib",
            "add" | "sub" | "xor" | "or_" => "operator",
            "replace" | "dataclass" => "dataclasses",
            "closure" | "reachable" => "custodiet",
            "NamedTuple" | "NewType" => "typing",
            _ => "itertools",
        };
        // These modules have a function of their own name.
        let alone = matches!(module, "bisect" | "copy");
        let (spelling, line) = match self.random.below(12) {
            0 if !alone => (format!("{module}.{name}"), format!("import {module}")),
            1 => (
                format!("my_{}", name.to_lowercase()),
                format!("from {module} import {name} as my_{}", name.to_lowercase()),
            ),
            _ => (name.to_owned(), format!("from {module} import {name}")),
        };
        self.module.import(line);
        self.module.spellings.insert(name, spelling.clone());
        spelling
    }
}
