//! Programs that look odd and may run well.

use super::{check, check_body, check_program};

#[test]
fn unknown_values_silence() {
    check(&[
        ("u < 1 or u[0] or u.anything(1, x=2) or len(u)", ""),
        ("[x + 1 for x in u]", ""),
        ("u(list, v)", ""),
        ("[u, 1][0] + [u, []][1]", ""),
    ]);
}

#[test]
fn one_way_that_goes_well_silences() {
    check_body(&[
        ("q = 1\nif n: q = [1]\nreturn q + 1", ""),
        ("q = None\nfor x in xs: q = x\nreturn q + 1", ""),
        ("q = None\nwith u as p: q = p\nreturn q + 1", ""),
        ("q = 1 if b else None\nreturn q + 1", ""),
        ("q = {}\nreturn q.get(1) + 1", "C016: `+` does not work on `None` and an integer"),
        ("q = {1: 2}\nreturn q.get(1) + 1", ""),
        ("q = [[], 1]\nreturn q[1] + 1", ""),
        ("q = [1]\nq = [q]\nwhile n:\n    q = q[0]\nreturn q + 1", ""),
    ]);
    check_program("def g(x, k): return x + 1 if k else x[0]\ndef f(): return g(1, True) or g([1], False)\n", &[]);
}

#[test]
fn tests_are_believed() {
    check_body(&[
        ("q = None\nif q is not None: return q + 1", ""),
        ("q = None\nif q: return q + 1", ""),
        ("q = None\nreturn q and q + 1", ""),
        ("q = None\nreturn q is None or q + 1", ""),
        ("q = None\nif not (q is None or n): return q + 1", ""),
        ("q = None\nif n and q is not None: return q + 1", ""),
        ("q = None\nassert q is not None\nreturn q + 1", ""),
        ("q = None\nwhile q is not None: q = q + 1", ""),
        ("q = None\nif (q := None) is not None: return q + 1", ""),
        ("q = None\nreturn [q + 1 for x in xs if q is not None]", ""),
        ("q = None\nreturn q + 1 if q is not None else 0", ""),
        ("while True:\n    if n: return 1", ""),
        ("q = None\nif False: q + 1", ""),
    ]);
    check_program(
        "def g(x, y=None):\n    if y is None: y = []\n    y.append(x)\n    return y\ndef f(): return g(1)[0] + 1\n",
        &[],
    );
}

#[test]
fn what_never_runs_is_not_judged() {
    check_body(&[
        ("return 1\nreturn 1 + []", ""),
        ("raise ValueError\nreturn 1 + []", ""),
        ("for x in []: x + []", ""),
        ("g = (x + [] for x in xs)", ""),
        ("return n < 3 < []", ""),
        ("for x in xs:\n    break\n    1 + []", ""),
    ]);
    check_program("def g(xs, ys):\n    yield from xs\n    yield from ys\ndef f(): return next(g([1], None))\n", &[]);
    check_program("def fail(): raise ValueError\ndef f(): return fail() + 1\n", &[]);
}

#[test]
fn changes_are_seen_through_every_name() {
    check_body(&[
        ("q = [1]\nz = q\nz.append([])\nreturn q[1] + []", ""),
        ("q = [[1]]\nfor z in q: z.append(v)\nreturn q[0][1] == v", ""),
        ("q = {}\nq[1] = q\nreturn q[1][1][1]", ""),
        ("q = [[]]\nz = q[0]\nz.append(v)\nreturn v in q[0]", ""),
        ("q = defaultdict(list)\nfor x, y in edges: q[x].append(y)\nreturn v in q[w] and q[v] == [w]", ""),
        ("q = {}\nq.setdefault(v, []).append(n)\nreturn q[v][0] + 1", ""),
        ("a, b = [], []\nfor x in xs: (a if x else b).append(x)\nreturn a[0] + b[0]", ""),
        ("q = [0] * n\nq[0] = v\nreturn v in q", ""),
        ("q = [v]\nq[0:1] = [1]\nreturn q[0] + 1", ""),
    ]);
    check_program(
        "def note(log, x): log.append(x)\ndef f():\n    log = [1]\n    note(log, [])\n    return log[1] + []\n",
        &[],
    );
    check_program(
        "def f():\n    n = None\n    def step():\n        nonlocal n\n        n = 3\n    step()\n    return n + 1\n",
        &[],
    );
    check_program(
        "def g(x, seen=[]):\n    seen.append(x)\n    return seen\ndef f(): return g(1)[0] + 1 or g([])[0] + []\n",
        &[],
    );
    check_program("TABLE = {}\ndef put(): TABLE[1] = [2]\ndef f(): return TABLE[1] + []\n", &[]);
    // The unknown function may change the list.
    check_program("def f(g):\n    xs = [1]\n    g(xs)\n    return xs[0] + []\n", &[]);
    check_program("def f(g):\n    xs = [1]\n    g(lambda x: xs.append(x))\n    return xs[0] + []\n", &[]);
    check_program("def f(u):\n    xs = [1]\n    u.keep([xs])\n    return xs[0] + []\n", &[]);
}

#[test]
fn laziness_and_late_binding() {
    check_body(&[
        ("k = 10\ng = (x * k for x in xs)\nk = [1]\nreturn list(g)[0] + [1]", ""),
        ("q = [(y := x) for x in xs]\nreturn y + 1", ""),
        ("t0 = 0\nq = [t0 := t0 + x for x in xs]\nreturn t0 + q[0]", ""),
        ("fs = [lambda: k for k in xs]\nreturn fs[0]() + 1", ""),
        ("q = map(3, xs)", ""),
        ("q = filter(3, xs)", ""),
        ("q = enumerate(map(len, xs))", ""),
        ("q = (x for x in map(3, xs))", ""),
        ("q = list(enumerate(map(len, xs)))", "C016: an integer has no length"),
        ("for x in filter(3, xs): pass", "C016: an integer cannot be called"),
        ("q = [x for x in map(3, xs)]", "C016: an integer cannot be called"),
        ("return all(x for x in map(3, xs))", "C016: an integer cannot be called"),
    ]);
}

#[test]
fn recursion_settles() {
    check_program(
        "def depth(tree): return 1 + max((depth(child) for child in tree), default=0)\ndef f(): return depth([[], [[]]])\n",
        &[],
    );
    check_program(
        "def flat(x):\n    if x is None: return []\n    return flat(x[0]) + [x[1]] + flat(x[2])\ndef f(): return flat(((None, 1, None), 2, None))[0] + 1\n",
        &[],
    );
    check_program(
        "def even(n): return True if n == 0 else odd(n - 1)\ndef odd(n): return False if n == 0 else even(n - 1)\ndef f(): return even(4) + 1\n",
        &[],
    );
    check_program(
        "def f(n: int):\n    t = None\n    while n:\n        t = (t, n)\n        n -= 1\n    return t[1] + 1\n",
        &[],
    );
}

#[test]
fn flags_are_believed() {
    check_program("def g(x, deep=False): return x[0] if deep else x + 1\ndef f(): return g(1)\n", &[]);
    check_body(&[
        ("q, found = None, False\nfor x in xs:\n    if found: q + 1\n    q, found = x, True", ""),
        (
            "found = False\nwhile not found: found = True\nreturn n + []",
            "C016: `+` does not work on an integer and a list",
        ),
        ("stop = True\nif stop: return 1\nreturn n + []", ""),
    ]);
}

#[test]
fn what_may_be_empty_may_go_well() {
    check_body(&[
        ("return set(x for x in xss if x)", ""),
        ("q = []\nfor x in xss:\n    if x: q.append(x)\nreturn set(q)", ""),
        ("return sum(x for x in xss if n)", ""),
        ("q = [[1]]\nq.clear()\nreturn set(q)", ""),
        ("return sorted([x for x in xs if x], key=len)", ""),
        ("return list(map(len, filter(None, xs)))", ""),
        ("return dict(x for x in xs if x)", ""),
        ("return set([x for x in xss])", "C016: a list cannot be hashed"),
        ("return set(list(xss))", "C016: a list cannot be hashed"),
        ("return sorted(xs, key=len)", "C016: an integer has no length"),
    ]);
}
