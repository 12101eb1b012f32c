use super::type_of;

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (expr, expected) in cases {
        assert_eq!(type_of(expr), *expected, "{expr}");
    }
}

#[test]
fn simple_values_and_displays() {
    check(&[
        ("n + 1", "int"),
        ("n < 1", "bool"),
        ("b & b", "bool"),
        ("i", "Id"),
        ("bracket", "Literal[\"(\", \")\"]"),
        ("o", "Vertex | None"),
        ("(n, 'a', v)", "tuple[int, str, Vertex]"),
        ("[1, None]", "list[int | None]"),
        ("[]", "list[Never]"),
        ("[[1], []]", "list[list[int]]"),
        ("{v: [n]}", "dict[Vertex, list[int]]"),
        ("{n}", "set[int]"),
        ("lambda x: x", "function"),
        ("u", "Any"),
        ("[u]", "list[Any]"),
        ("1 if b else None", "int | None"),
        ("o or v", "Vertex"),
        ("[*xs, None]", "list[int | None]"),
        ("(*edges[0], n)", "tuple[Vertex, Vertex, int]"),
    ]);
}

#[test]
fn operators_and_subscripts() {
    check(&[
        ("xs + order", "list[int | Vertex]"),
        ("xs * 2", "list[int]"),
        ("edges[0] + (n,)", "tuple[Vertex, Vertex, int]"),
        ("e[:2]", "tuple[Vertex, Vertex]"),
        ("e[2]", "int"),
        ("e[n]", "int | Vertex"),
        ("s | fs", "set[int]"),
        ("fs - s", "frozenset[int]"),
        ("d.keys() & vs", "set[Vertex]"),
        ("c + c", "Counter[Vertex]"),
        ("d | d", "dict[Vertex, int]"),
        ("order[1:]", "list[Vertex]"),
        ("range(n)[1:]", "range"),
        ("p.name", "Vertex"),
        ("replace(p, age=2)", "Person"),
        ("{'k': [1, 2]}['k'][1]", "int"),
    ]);
}

#[test]
fn built_in_functions() {
    check(&[
        ("enumerate(order)", "Iterator[tuple[int, Vertex]]"),
        ("zip(order, xs)", "Iterator[tuple[Vertex, int]]"),
        ("zip(*xss)", "Iterator[tuple[int, ...]]"),
        ("sorted(s)", "list[int]"),
        ("list(map(lambda x: (x, 1), order))", "list[tuple[Vertex, int]]"),
        ("list(map(two, order))", "list[tuple[Vertex, int]]"),
        ("list(filter(None, [1, None]))", "list[int]"),
        ("sum(xs)", "int"),
        ("sum(xss, [])", "list[int]"),
        ("max(xs, default=None)", "int | None"),
        ("min(order, key=d.get)", "Vertex"),
        ("Counter(order)", "Counter[Vertex]"),
        ("Counter(order).most_common(1)[0]", "tuple[Vertex, int]"),
        ("dict(zip(order, xs))", "dict[Vertex, int]"),
        ("dict.fromkeys(order)", "dict[Vertex, None]"),
        ("list(combinations(order, 2))", "list[tuple[Vertex, Vertex]]"),
        ("list(permutations(xs))", "list[tuple[int, ...]]"),
        ("list(product(order, xs))", "list[tuple[Vertex, int]]"),
        ("list(pairwise(order))", "list[tuple[Vertex, Vertex]]"),
        ("list(accumulate(xs))", "list[int]"),
        ("list(chain(xs, order))", "list[int | Vertex]"),
        ("list(chain.from_iterable(xss))", "list[int]"),
        ("divmod(n, 2)", "tuple[int, int]"),
        ("closure(edges)", "set[tuple[Vertex, Vertex]]"),
        ("reachable(edges, v)", "set[Vertex]"),
        ("next((x for x in order if x == v), None)", "Vertex | None"),
        ("tuple(edges[0])", "tuple[Vertex, Vertex]"),
        ("list(reversed(order))", "list[Vertex]"),
        ("Id(3)", "Id"),
    ]);
}

#[test]
fn methods_and_comprehensions() {
    check(&[
        ("d.items()", "dict_items[Vertex, int]"),
        ("list(d.items())", "list[tuple[Vertex, int]]"),
        ("d.get(v)", "int | None"),
        ("d.get(v, 0)", "int"),
        ("{k: [x] for k, x in d.items()}", "dict[Vertex, list[int]]"),
        ("{x for edge in edges for x in edge}", "set[Vertex]"),
        ("(x for x in order)", "Iterator[Vertex]"),
        ("[(i, x) for i, x in enumerate(order)]", "list[tuple[int, Vertex]]"),
        ("vs.union(order)", "set[Vertex]"),
        ("order.index(v)", "int"),
        ("order.copy()", "list[Vertex]"),
        ("[q for q in (p,) if q.age > 1][0].name", "Vertex"),
    ]);
}
