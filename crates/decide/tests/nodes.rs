//! Functions of trees: on every pair of a scope the circuit says what `eval` says.
//!
//! A call is compiled once per node and used again (`compile::nodes`). The functions below call themselves, with and without other
//! arguments, build trees, raise on the way, and change what they are given, where nothing may be used again.

mod every_pair;
mod problem;

use compile::CompileOptions;
use decide::compiler;
use every_pair::compare;
use problem::{given, problem_text};

const HELPERS: &str = "
LEAF = Tree(None, True, None)

def size(t):
    return 0 if t is None else 1 + size(t.left) + size(t.right)

def height(t):
    if t is None:
        return 0
    return 1 + max(height(t.left), height(t.right))

def labels(t):
    if t is None:
        return []
    return labels(t.left) + [t.label] + labels(t.right)

def within(t, low, high):
    if t is None:
        return True
    if t.label < low or t.label > high:
        return False
    return within(t.left, low, t.label) and within(t.right, t.label, high)

def insert(t, label):
    if t is None:
        return Tree(None, label, None)
    if label < t.label:
        return Tree(insert(t.left, label), t.label, t.right)
    return Tree(t.left, t.label, insert(t.right, label))

def mirror(t):
    return None if t is None else Tree(mirror(t.right), t.label, mirror(t.left))

def same_shape(a, b):
    if a is None or b is None:
        return a is None and b is None
    return same_shape(a.left, b.left) and same_shape(a.right, b.right)

def first(t):
    if t.left is None:
        return t.label
    return first(t.left)

def walk(t, seen):
    if t is not None:
        walk(t.left, seen)
        seen.append(t.label)
        walk(t.right, seen)

def collect(t, seen):
    if t is None:
        return seen
    seen[t.label] = seen.get(t.label, 0) + 1
    collect(t.left, seen)
    return collect(t.right, seen)

def checked(t):
    if t is None:
        return 0
    if t.label and t.left is not None:
        raise ValueError('a label above another node')
    return 1 + checked(t.left) + checked(t.right)

def paths(t):
    if t is None:
        return []
    if t.left is None and t.right is None:
        return [(t.label,)]
    return [(t.label,) + rest for rest in paths(t.left) + paths(t.right)]

def count_if(t, test):
    return 0 if t is None else test(t) + count_if(t.left, test) + count_if(t.right, test)
";

const FUNCTIONS: &[&str] = &[
    "size(x) == size(y)",
    "size(x) + 1 == size(y) and height(x) == height(y)",
    "height(x) > 2 or x.label",
    "labels(x) == labels(y)",
    "sorted(labels(x)) == labels(y)",
    "within(x, False, True)",
    "within(y, size(x) > 1, True)",
    "insert(x, True) == y",
    "insert(insert(x, False), True) == insert(y, True)",
    "labels(insert(x, False))[0] == False and size(insert(x, True)) == size(y) + 1",
    "mirror(x) == y",
    "mirror(mirror(x)) == x and mirror(x) != x",
    "same_shape(x, y) and not x == y",
    "same_shape(mirror(x), y)",
    "first(x)",
    "first(mirror(y)) == first(x)",
    "checked(x) == checked(y)",
    "checked(x.right) + checked(x.left) > 1",
    "paths(x) == paths(y)",
    "len(set(paths(x))) < len(paths(x))",
    "x in [y, mirror(y)]",
    "x < y if x is not None and y is not None and x.left is None and y.left is None else False",
    "{x, y} == {x}",
    "{x: 1, y: 2}[x] == 1",
    "replace(x, label=True) == y",
    "count_if(x, lambda t: t.label) == count_if(y, lambda t: not t.label)",
    "any(t == y for t in [x.left, x.right])",
    "(x, y) == (y, x)",
    "x.left == x.right",
    "x.left.label and y.right.label",
    "x == LEAF or y == insert(LEAF, False)",
    "mirror(LEAF) == y and size(LEAF) == 1",
    "x is y",
    "x.left is x.right or x.left is x",
];

/// Bodies of several lines.
const BODIES: &[&str] = &[
    "    seen = []\n    walk(x, seen)\n    walk(y, seen)\n    return seen == labels(x) + labels(y) and len(seen) == 3",
    "    seen = collect(x, {})\n    return collect(y, seen) == seen and sum(seen.values()) == len(seen) + 1",
    "    here = labels(x)\n    here.append(True)\n    return labels(x) == labels(y) or here == labels(y)",
    "    t = x\n    while t is not None and t.left is not None:\n        t = t.left\n    return t == y",
    "    t, found = x, 0\n    while t:\n        found += t.label\n        t = t.right if t.label else t.left\n    return found == size(y)",
    "    waiting, seen = [x], []\n    while waiting:\n        t = waiting.pop()\n        if t is not None:\n            seen.append(t.label)\n            waiting += [t.right, t.left]\n    return seen == labels(y)",
    "    best = None\n    def look(t, depth):\n        nonlocal best\n        if t is not None:\n            if t.label and (best is None or depth > best):\n                best = depth\n            look(t.left, depth + 1)\n            look(t.right, depth + 1)\n    look(x, 0)\n    return best == size(y)",
    "    t = None\n    for label in labels(x):\n        t = insert(t, label)\n    return t == y",
    "    trees = [x, y]\n    trees[0] = mirror(x)\n    return trees == [y, x]",
    "    def twice(t):\n        return None if t is None else Tree(twice(t.left), not t.label, t.right)\n    return twice(x) == y and x != y",
];

fn text(output: &str, scope: &str) -> String {
    let bodies = FUNCTIONS.iter().map(|function| format!("    return {function}"));
    let bodies = bodies.chain(BODIES.iter().map(ToString::to_string));
    let functions: Vec<String> =
        bodies.enumerate().map(|(number, body)| format!("\n@subproperty\ndef f{number}(x, y):\n{body}\n")).collect();
    let functions = functions.concat();
    let problem = problem_text("Tree | None", output, scope);
    let problem = problem.replace("import dataclass\n", "import dataclass, replace\n");
    let (head, _) = problem.split_once("@subproperty").expect("a subproperty");
    format!("{head}{HELPERS}{functions}")
}

/// As many subproperties as a problem may have.
const MOST: usize = 30;

/// The functions some at a time: a problem has at most 30.
#[test]
fn functions_of_trees_agree_with_eval() {
    let text = text("Tree | None", "Tree=3");
    let (head, functions) = text.split_at(text.find("\n@subproperty").expect("functions"));
    let functions: Vec<&str> = functions.split("\n@subproperty").filter(|text| !text.trim().is_empty()).collect();
    for some in functions.chunks(MOST) {
        let problem: Vec<String> = some.iter().map(|function| format!("\n@subproperty{function}")).collect();
        let problem = problem.concat();
        compare(&format!("{head}{problem}"), some);
    }
}

/// What two calls build are two objects, also if the second call was not compiled again.
#[test]
fn results_used_again_are_not_one_object() {
    let text = text("Tree | None", "Tree=2");
    let (head, _) = text.split_once("\n@subproperty").expect("functions");
    let loaded = given(&format!("{head}\n@subproperty\ndef f(x, y):\n    return mirror(x) is mirror(x)\n"));
    let problem = &loaded.problem;
    let mut compiler = compiler(problem, &problem.scope, CompileOptions::default()).expect("compiles");
    let refusal = compiler.property(&problem.subproperties[0]).expect_err("`is` cannot be decided");
    assert!(refusal.to_string().contains("`is` between values that may be equal"), "{refusal}");
}

/// The work grows with the nodes, not with the paths.
#[test]
fn large_trees_are_compiled_once_per_node() {
    let mut gates = Vec::new();
    for nodes in [4, 8] {
        let text = text("Tree | None", &format!("Tree={nodes}"));
        // Those that use calls again.
        let end = text.find("\n@subproperty\ndef f17(").expect("functions");
        let loaded = given(&text[..end]);
        let options = CompileOptions { symmetry: false, ..CompileOptions::default() };
        let mut compiler = compiler(&loaded.problem, &loaded.problem.scope, options).expect("compiles");
        for property in &loaded.problem.subproperties {
            compiler.property(property).unwrap_or_else(|refusal| panic!("{}: {refusal}", property.name));
        }
        gates.push(compiler.circuit().len());
    }
    // Per path there would be hundreds of times as many.
    assert!(gates[1] < 40 * gates[0], "{gates:?}");
}
