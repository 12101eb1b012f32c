//! Modules of Python that problem files cannot import, and members of those they can, each with what to do instead.

/// What to do without a module; `None` for one of which nothing is known.
pub fn instead_of(module: &str) -> Option<&'static str> {
    let package = module.split('.').next().unwrap_or_default();
    INSTEAD.iter().find(|(modules, _)| modules.split(' ').any(|known| known == package)).map(|(_, help)| *help)
}

/// What to do without a member of a module that has others.
pub fn instead_of_member(module: &str, name: &str) -> Option<&'static str> {
    Some(match (module, name) {
        ("collections", "ChainMap") => "merge the dicts: `{**defaults, **own}`",
        ("collections", "UserDict" | "UserList" | "UserString") => {
            "write a class that keeps the dict, list or string in an attribute"
        }
        ("contextlib", _) => "write a class with `__enter__` and `__exit__`",
        ("enum", _) => "write `class Color(Enum)`, and compare the `value` of its members",
        ("math", "hypot" | "dist") => "compare squares: `dx * dx + dy * dy`",
        ("functools", "singledispatch") => "ask for the type with `isinstance`",
        _ => return None,
    })
}

const INSTEAD: &[(&str, &str)] = &[
    (
        "random secrets uuid",
        "a function must always give the same answer for the same pair; try all possibilities, or make the choice a \
         parameter",
    ),
    (
        "time datetime calendar timeit zoneinfo",
        "a function must always give the same answer for the same pair; use integers, for example days or minutes",
    ),
    (
        "os pathlib shutil glob tempfile subprocess socket urllib requests platform fileinput getpass signal",
        "a problem file has no access to the machine it runs on; write what it needs as constants of the file",
    ),
    (
        "io csv json pickle sqlite3 struct codecs",
        "a problem file has no access to files; work on the values of the pair, and write data as constants of the file",
    ),
    (
        "re fnmatch regex",
        "use the methods of strings, such as `find`, `split`, `partition`, `startswith` and `isdigit`, or a loop over the \
         characters",
    ),
    (
        "threading multiprocessing asyncio concurrent queue sched",
        "write it without concurrency; a queue is a `collections.deque`, a priority queue a list with `heapq`",
    ),
    ("array", "use a list"),
    ("numpy scipy pandas", "use lists, tuples and dicts, with `sum`, `zip` and comprehensions"),
    ("networkx", "use sets or dicts of vertices, or `closure` and `reachable` of `custodiet`"),
    ("fractions decimal", "use integers, for example cents; compare `a * d < c * b` instead of quotients"),
    ("cmath", "use integers, or floats and `math`"),
    ("statistics", "write it out: the mean is `sum(xs) / len(xs)`, the median is in the middle of `sorted(xs)`"),
    ("numbers", "ask for the type itself: `isinstance(x, int)`"),
    ("logging warnings traceback pprint pdb inspect gc weakref", "remove it; nothing in a problem file is printed"),
    (
        "unittest pytest hypothesis doctest",
        "move the tests to another file; `custodiet explain` evaluates a pair of your choice",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::globals;
    use crate::load::{Mode, load};
    use crate::source::Source;

    #[test]
    fn what_can_be_imported_needs_no_replacement() {
        for module in INSTEAD.iter().flat_map(|(modules, _)| modules.split(' ')) {
            assert!(!globals::modules().any(|known| known == module), "{module}");
        }
    }

    #[test]
    fn the_help_says_what_to_do_instead() {
        let help = |text: &str| {
            let loaded = load(Source::new("a.py", text), Mode::Language);
            loaded.diagnostics.into_iter().filter_map(|diagnostic| diagnostic.help).collect::<Vec<_>>()
        };
        assert!(help("import os.path as p\n")[0].contains("constants of the file"));
        assert!(help("from random import choice\n")[0].contains("all possibilities"));
        assert!(help("from collections import ChainMap\n")[0].contains("merge the dicts"));
        assert!(help("from collections import Coutner\n")[0].starts_with("`collections` offers"));
        assert!(help("import math\n\ndef f(x, y):\n    return math.hypot(x, y)\n")[0].contains("compare squares"));
        assert!(help("import nothing_known\n")[0].starts_with("problem files can import only from"));
    }
}
