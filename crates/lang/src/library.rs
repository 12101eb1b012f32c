//! The part of the standard library that is written in Python: `crates/lang/library/*.py`.
//!
//! Takes a problem file's module and its global names; adds the functions of the library that the file uses, and those
//! that they use, as ordinary functions. Inference, evaluation and compilation need no code of their own for them.
//!
//! Their names hold a dot (`heapq.heappush`), so that they cannot clash with those of the file, and the names in their
//! bodies are looked up in the library only. Their spans lie behind the file ([`Span::is_library`]): what happens inside
//! them is reported at the statement of the file that led there. A file that imports none of them is not touched.
//!
//! `crates/eval/tests/library.rs` compares every function with CPython's own on random arguments.

mod enums;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::ast::{Expr, ExprKind, Module, Name, Span, StmtKind};
use crate::builtins::Builtin;
use crate::globals::{Global, GlobalKind};
use crate::infer::walk;
use crate::parse::library::{LibraryName, LibraryUnit};

struct Source {
    module: &'static str,
    text: &'static str,
    /// What a file may import.
    names: &'static [&'static str],
}

const SOURCES: &[Source] = &[
    Source {
        module: "bisect",
        text: include_str!("../library/bisect.py"),
        names: &["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"],
    },
    Source {
        module: "contextlib",
        text: include_str!("../library/contextlib.py"),
        names: &["closing", "nullcontext", "suppress"],
    },
    Source {
        module: "heapq",
        text: include_str!("../library/heapq.py"),
        names: &["heapify", "heappop", "heappush", "heappushpop", "heapreplace", "merge", "nlargest", "nsmallest"],
    },
    Source {
        module: "functools",
        text: include_str!("../library/functools.py"),
        names: &["cmp_to_key", "partial", "reduce"],
    },
    Source {
        module: "itertools",
        text: include_str!("../library/itertools.py"),
        names: &[
            "combinations_with_replacement",
            "compress",
            "count",
            "cycle",
            "dropwhile",
            "filterfalse",
            "islice",
            "repeat",
            "starmap",
            "takewhile",
            "tee",
            "zip_longest",
        ],
    },
    Source { module: "math", text: include_str!("../library/math.py"), names: &["e", "inf", "nan", "pi", "tau"] },
    Source {
        module: "operator",
        text: include_str!("../library/operator.py"),
        names: &[
            "add",
            "and_",
            "attrgetter",
            "contains",
            "countOf",
            "delitem",
            "eq",
            "floordiv",
            "ge",
            "getitem",
            "gt",
            "indexOf",
            "inv",
            "invert",
            "itemgetter",
            "le",
            "lshift",
            "lt",
            "methodcaller",
            "mod",
            "mul",
            "ne",
            "neg",
            "not_",
            "or_",
            "pos",
            "pow",
            "rshift",
            "setitem",
            "sub",
            "truediv",
            "truth",
            "xor",
        ],
    },
    Source {
        module: "string",
        text: include_str!("../library/string.py"),
        names: &[
            "ascii_letters",
            "ascii_lowercase",
            "ascii_uppercase",
            "capwords",
            "digits",
            "hexdigits",
            "octdigits",
            "printable",
            "punctuation",
            "whitespace",
        ],
    },
    Source {
        module: "sys",
        text: include_str!("../library/sys.py"),
        names: &["getrecursionlimit", "maxsize", "setrecursionlimit"],
    },
    Source { module: "typing", text: include_str!("../library/typing.py"), names: &["TYPE_CHECKING", "cast", "final"] },
];

/// Methods of built-in classes as functions: `set.union`, `dict.get`.
const CLASSES: &[Source] = &[
    Source {
        module: "set",
        text: include_str!("../library/set.py"),
        names: &[
            "add",
            "copy",
            "difference",
            "discard",
            "intersection",
            "isdisjoint",
            "issubset",
            "issuperset",
            "remove",
            "symmetric_difference",
            "union",
            "update",
        ],
    },
    Source {
        module: "frozenset",
        text: include_str!("../library/frozenset.py"),
        names: &["difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference", "union"],
    },
    Source {
        module: "list",
        text: include_str!("../library/list.py"),
        names: &["append", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse"],
    },
    Source {
        module: "dict",
        text: include_str!("../library/dict.py"),
        names: &["copy", "get", "items", "keys", "pop", "setdefault", "update", "values"],
    },
];

/// The modules with functions written in Python.
pub fn modules() -> impl Iterator<Item = &'static str> {
    SOURCES.iter().map(|source| source.module)
}

/// What a module of the library offers.
pub fn names(module: &str) -> &'static [&'static str] {
    SOURCES.iter().find(|source| source.module == module).map_or(&[], |source| source.names)
}

/// The name under which a member of the library is linked, if it is one.
pub fn qualified(module: &str, name: &str) -> Option<Name> {
    names(module).contains(&name).then(|| Arc::from(format!("{module}.{name}")))
}

/// The module of the library that a linked function is from.
pub fn module_of(function: &str) -> Option<&str> {
    function.split_once('.').map(|(module, _)| module)
}

/// Adds what the file uses of the library.
pub fn link(source: &crate::source::Source, module: &mut Module, globals: &mut Vec<Global>) {
    let used = used(module, globals);
    if used.is_empty() && !enums::any(globals) {
        return;
    }
    let mut linker = Linker { module, globals, units: HashMap::new(), seen: BTreeSet::new() };
    let own = linker.module.body.len();
    for (module, name) in used {
        linker.add(module, &name);
    }
    enums::link(source, &mut linker);
    // What the file computes when it is loaded may use the library already, and its functions its constants.
    let mut body = linker.module.body.split_off(own);
    body.sort_by_key(|stmt| matches!(stmt.kind, StmtKind::Function(_)));
    let added = body.len();
    body.append(&mut linker.module.body);
    linker.module.body = body;
    for global in globals {
        if let GlobalKind::Alias { stmt } = &mut global.kind {
            *stmt += added;
        }
    }
}

/// The members of the library that the file mentions.
fn used(module: &Module, globals: &[Global]) -> BTreeSet<(&'static str, String)> {
    let mut found = BTreeSet::new();
    let mut whole: HashMap<&str, &'static str> = HashMap::new();
    for global in globals {
        match &global.kind {
            GlobalKind::Library(qualified) => {
                let source = SOURCES.iter().find(|source| module_of(qualified) == Some(source.module));
                if let (Some(source), Some((_, name))) = (source, qualified.split_once('.')) {
                    found.insert((source.module, name.to_owned()));
                }
            }
            GlobalKind::Module(name) => {
                if let Some(source) = SOURCES.iter().find(|source| *source.module == **name) {
                    whole.insert(&global.name, source.module);
                }
            }
            _ => {}
        }
    }
    each_expression(module, &mut |expr| {
        let ExprKind::Attribute(base, member) = &expr.kind else { return };
        let ExprKind::Name(name) = &base.kind else { return };
        if let Some(library) = whole.get(&**name) {
            if qualified(library, &member.name).is_some() {
                found.insert((*library, member.name.to_string()));
            }
        } else if let Some(class) = CLASSES.iter().find(|class| *class.module == **name)
            && class.names.contains(&&*member.name)
        {
            found.insert((class.module, member.name.to_string()));
        }
    });
    found
}

fn each_expression<'a>(module: &'a Module, visit: &mut dyn FnMut(&'a Expr)) {
    let mut pending: Vec<&Expr> = Vec::new();
    walk::block(module, &module.body, &mut |expr| pending.push(expr));
    for function in &module.functions {
        walk::block(module, &function.body, &mut |expr| pending.push(expr));
        pending.extend(&function.decorators);
        pending.extend(function.params.iter().filter_map(|param| param.default.as_ref()));
    }
    while let Some(expr) = pending.pop() {
        visit(expr);
        walk::children(module, expr, &mut |child| pending.push(child));
    }
}

struct Linker<'a> {
    module: &'a mut Module,
    globals: &'a mut Vec<Global>,
    units: HashMap<&'static str, LibraryUnit>,
    seen: BTreeSet<String>,
}

impl Linker<'_> {
    fn add(&mut self, library: &str, name: &str) {
        let Some(source) = SOURCES.iter().chain(CLASSES).find(|source| source.module == library) else { return };
        let qualified: Name = Arc::from(format!("{library}.{name}"));
        if !self.seen.insert(qualified.to_string()) {
            return;
        }
        let unit = self.units.entry(source.module).or_insert_with(|| LibraryUnit::new(source.text));
        if unit.find(name) == Some(LibraryName::Constant) {
            unit.add_constant(name, &qualified, self.module);
            self.define(qualified, GlobalKind::Constant);
            return;
        }
        let Some((id, mentioned)) = unit.add(name, &qualified, self.module) else { return };
        let found: Vec<(String, LibraryName)> =
            mentioned.into_iter().filter_map(|name| unit.find(&name).map(|meaning| (name, meaning))).collect();
        self.define(qualified, GlobalKind::Function(id));
        for (name, meaning) in found {
            match meaning {
                LibraryName::Function | LibraryName::Constant => self.add(library, &name),
                LibraryName::Import { module: from, name: imported } => {
                    let local: Name = Arc::from(format!("{library}.{name}"));
                    if let Some(builtin) = Builtin::by_import(&from, &imported) {
                        self.define_once(local, GlobalKind::Builtin(builtin));
                    } else {
                        self.add(&from, &imported);
                        self.define_once(local, GlobalKind::Library(Arc::from(format!("{from}.{imported}"))));
                    }
                }
            }
        }
    }

    fn define_once(&mut self, name: Name, kind: GlobalKind) {
        if self.seen.insert(name.to_string()) {
            self.define(name, kind);
        }
    }

    fn define(&mut self, name: Name, kind: GlobalKind) {
        self.globals.push(Global { name, span: Span::LIBRARY, kind });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Mode, load};
    use crate::source;

    #[test]
    fn every_function_of_the_library_is_inside_the_language() {
        for source in SOURCES {
            for name in source.names {
                let text = format!("from {} import {name}\n\ndef f():\n    return {name}\n", source.module);
                let loaded = load(source::Source::new("a.py", text), Mode::Language);
                assert!(loaded.diagnostics.is_empty(), "{name}: {:?}", loaded.diagnostics);
                let qualified = format!("{}.{name}", source.module);
                let linked = loaded.problem.resolutions.globals.iter().any(|global| *global.name == *qualified);
                assert!(linked, "{qualified} is not linked");
            }
        }
    }

    #[test]
    fn only_what_is_used_is_linked() {
        let names = |text: &str| {
            let loaded = load(source::Source::new("a.py", text), Mode::Language);
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            let functions = loaded.problem.module.functions.iter();
            let library = functions.filter(|function| function.span.is_library() && !function.is_lambda);
            library.map(|function| function.name.name.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names("import heapq\n\ndef f(xs):\n    return len(xs)\n"), Vec::<String>::new());
        assert_eq!(
            names("import heapq as h\n\ndef f(xs):\n    h.heappush(xs, 1)\n    return xs\n"),
            ["heapq.heappush", "heapq._check", "heapq._rise"]
        );
        assert_eq!(names("from heapq import nlargest as most\n\nX = most(1, [2])\n"), ["heapq.nlargest"]);
    }
}
