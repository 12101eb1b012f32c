use super::{check, check_body, loaded};

#[test]
fn atoms_are_not_ordered() {
    check(&[
        ("v < w", "C012: atoms cannot be ordered"),
        ("v >= u", "C012: atoms cannot be ordered"),
        ("u > v", "C012: atoms cannot be ordered"),
        ("min(order)", "C012: atoms cannot be ordered"),
        ("max(v, w)", "C012: atoms cannot be ordered"),
        ("sorted(edges)", "C012: atoms cannot be ordered"),
        ("sorted(vs)", "C012: atoms cannot be ordered"),
        ("sorted(d)", "C012: atoms cannot be ordered"),
        ("max(d.items())", "C012: atoms cannot be ordered"),
        ("order < order[1:]", "C012: atoms cannot be ordered"),
        ("(1, v) < (2, w)", "C012: atoms cannot be ordered"),
        ("min((x, i) for i, x in enumerate(order))", "C012: atoms cannot be ordered"),
        ("r < r", "C012: atoms cannot be ordered"),
        ("e < e", "C012: atoms cannot be ordered"),
        ("sorted(order, key=lambda x: x)", "C012: atoms cannot be ordered"),
        ("sorted([p], key=lambda q: q.name)", "C012: atoms cannot be ordered"),
        ("max(order, key=lambda x: (x, 1))", "C012: atoms cannot be ordered"),
        ("[v < x for x in order]", "C012: atoms cannot be ordered"),
    ]);
    check_body(&[
        ("order.sort()", "C012: atoms cannot be ordered"),
        ("edges.sort(key=lambda x: x[0])", "C012: atoms cannot be ordered"),
    ]);
}

#[test]
fn what_orders_something_else_is_fine() {
    check(&[
        ("sorted(order, key=order.index)", ""),
        ("sorted(order, key=d.get)", ""),
        ("min(order, key=lambda x: d[x])", ""),
        ("max(d.values())", ""),
        ("sorted([p], key=lambda q: q.age)", ""),
        ("vs < set(order)", ""),
        ("c <= Counter(order)", ""),
        ("i < n", ""),
        ("bracket < ')'", ""),
        ("(n, 'a') < (n, 'b')", ""),
    ]);
}

#[test]
fn atoms_are_no_numbers() {
    check(&[
        ("v + 1", "C012: atoms have no arithmetic"),
        ("u - v", "C012: atoms have no arithmetic"),
        ("-v", "C012: atoms have no arithmetic"),
        ("sum(order)", "C012: atoms have no arithmetic"),
        ("abs(v)", "C012: atoms have no arithmetic"),
        ("range(v)", "C012: atoms have no arithmetic"),
        ("divmod(v, 2)", "C012: atoms have no arithmetic"),
        ("list(accumulate(order))", "C012: atoms have no arithmetic"),
        ("int(v)", "C012: an atom is not a number"),
        ("xs[v]", "C012: an atom is not an index"),
        ("xs[v:]", "C012: an atom is not an index"),
        ("v[0]", "C012: an atom cannot be indexed"),
        ("len(v)", "C012: an atom has no length"),
        ("[x for x in v]", "C012: an atom is not iterable"),
        ("w in v", "C012: an atom is not a container"),
    ]);
    check_body(&[("v += 1", "C012: atoms have no arithmetic"), ("for x in v: pass", "C012: an atom is not iterable")]);
}

#[test]
fn atoms_have_no_truth_value() {
    check(&[
        ("not v", "C012: atoms have no truth value"),
        ("v and w", "C012: atoms have no truth value"),
        ("n or v or w", "C012: atoms have no truth value"),
        ("1 if v else 2", "C012: atoms have no truth value"),
        ("bool(v)", "C012: atoms have no truth value"),
        ("any(order)", "C012: atoms have no truth value"),
        ("all(vs)", "C012: atoms have no truth value"),
        ("list(filter(None, order))", "C012: atoms have no truth value"),
        ("[x for x in order if x]", "C012: atoms have no truth value"),
        ("n and v", ""),
        ("any(x == v for x in order)", ""),
        // May be `None`, then it has one.
        ("1 if o else 2", ""),
    ]);
    check_body(&[
        ("if v: pass", "C012: atoms have no truth value"),
        ("while v: pass", "C012: atoms have no truth value"),
        ("assert v", "C012: atoms have no truth value"),
    ]);
}

#[test]
fn atoms_are_compared_with_atoms_of_their_type() {
    check(&[
        ("v == 0", "C013: an atom is compared with a constant"),
        ("'root' != v", "C013: an atom is compared with a constant"),
        ("v == len(xs)", "C013: an atom is compared with something that is not an atom"),
        ("v == i", "C013: an atom is compared with something that is not an atom"),
        ("v == bracket", "C013: an atom is compared with something that is not an atom"),
        ("v == t", "C013: atoms of different types are compared"),
        ("0 in order", "C013: an atom is compared with a constant"),
        ("v in [1, 2]", "C013: an atom is compared with a constant"),
        ("v in range(3)", "C013: an atom is compared with something that is not an atom"),
        ("(v, 1) in edges", "C013: an atom is compared with a constant"),
        ("order.index(0)", "C013: an atom is compared with a constant"),
        ("order.count('a')", "C013: an atom is compared with a constant"),
        ("d[0]", "C013: an atom is compared with a constant"),
        ("d.get('a')", "C013: an atom is compared with a constant"),
        ("t in d", "C013: atoms of different types are compared"),
        ("set(order) == {0, 1}", "C013: an atom is compared with a constant"),
        ("set(order) <= s", "C013: an atom is compared with something that is not an atom"),
        ("vs - {0}", "C013: an atom is compared with a constant"),
        ("vs.issubset(xs)", "C013: an atom is compared with something that is not an atom"),
        ("order == [1]", "C013: an atom is compared with a constant"),
        ("{v, 0}", "C013: an atom is compared with a constant"),
        ("{v: 1, 'a': 2}", "C013: an atom is compared with a constant"),
        ("reachable(edges, 0)", "C013: an atom is compared with a constant"),
        ("edges.count((0, 1))", "C013: an atom is compared with a constant"),
    ]);
    check_body(&[
        ("order.remove(0)", "C013: an atom is compared with a constant"),
        ("del d[0]", "C013: an atom is compared with a constant"),
    ]);
}

#[test]
fn comparisons_that_mean_something_are_fine() {
    check(&[
        ("v == w and v != w and v in order and v in vs and v in d", ""),
        ("v is None or o is None or o == None or v == None", ""),
        ("o == v", ""),
        ("o == 0", ""),
        ("{v, None}", ""),
        ("[v, 0]", ""),
        ("(v, 0) == (w, 1)", ""),
        ("order == []", ""),
        ("(v, w) in edges or edges == [(v, w)]", ""),
        ("v == u or u == 0", ""),
        ("v == (w, 1)", ""),
        ("e == (v, w, 2)", ""),
        ("p.name == v and p.age == 3", ""),
        ("c[v] == 1 and d[v] == 1", ""),
        ("(v, w) in closure(edges)", ""),
    ]);
}

#[test]
fn the_label_names_the_culprit() {
    let labels = |program: &str| -> Vec<String> {
        let loaded = loaded(program);
        loaded.diagnostics.iter().filter_map(|d| d.primary.as_ref()).map(|label| label.text.clone()).collect()
    };
    assert_eq!(
        labels("def f(order: list[Vertex]): return min(order) == order[0]"),
        ["`order` holds `Vertex` values, which only have equality"]
    );
    assert_eq!(labels("def f(v: Vertex): return 1 + v"), ["`v` is a `Vertex`, which only has equality"]);
    assert_eq!(labels("def f(v: Vertex): return v == 0"), ["`0` cannot be compared with a `Vertex`"]);
    assert_eq!(labels("def f(order: list[Vertex]): return 0 in order"), ["`0` cannot be compared with a `Vertex`"]);
    assert_eq!(labels("def f(v: Vertex): return v in [1, 2]"), ["`[1, 2]` cannot be compared with a `Vertex`"]);
    assert_eq!(labels("def f(v: Vertex): return 0 in v"), ["`v` is a `Vertex`, which only has equality"]);
    assert_eq!(labels("def f(xs: list[int]): return xs in {1}"), ["`xs` cannot be in a set or a key of a dict"]);
    assert_eq!(labels("def f(d: dict[Vertex, int]): return d['a']"), ["`'a'` cannot be compared with a `Vertex`"]);
    assert_eq!(labels("def f(s: set[int]): return list(s)"), ["`s` is a set, which has no order"]);
}
