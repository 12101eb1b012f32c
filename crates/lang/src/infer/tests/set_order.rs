use super::{check, check_body};

#[test]
fn what_shows_the_order_of_a_set_is_an_error() {
    check(&[
        ("list(s)", "C014: the result of `list` depends on the order of a set"),
        ("tuple(fs)", "C014: the result of `tuple` depends on the order of a set"),
        ("[*s]", "C014: a list made with `*` depends on the order of a set"),
        ("(0, *s)", "C014: a tuple made with `*` depends on the order of a set"),
        ("two(*s)", "C014: a call with `*` depends on the order of a set"),
        ("s.pop()", "C014: `pop` depends on the order of a set"),
        ("list(enumerate(s))", "C014: `enumerate` depends on the order of a set"),
        ("dict(zip(xs, s))", "C014: `zip` depends on the order of a set"),
        ("next(iter(s))", "C014: taking from `iter` depends on the order of a set"),
        ("[x + 1 for x in s]", "C014: a list made from this depends on the order of a set"),
        ("[(x, y) for x in xs for y in s]", "C014: a list made from this depends on the order of a set"),
        ("list(x for x in s)", "C014: the result of `list` depends on the order of a set"),
        ("next(x for x in s)", "C014: the result of `next` depends on the order of a set"),
        ("list(map(abs, s))", "C014: the result of `list` depends on the order of a set"),
        ("tuple(filter(None, s))", "C014: the result of `tuple` depends on the order of a set"),
        ("list(chain(s, xs))", "C014: the result of `list` depends on the order of a set"),
        ("list(pairwise(s))", "C014: `pairwise` depends on the order of a set"),
        ("set(combinations(s, 2))", "C014: `combinations` depends on the order of a set"),
        ("list(permutations(s))", "C014: the result of `list` depends on the order of a set"),
        ("list(product(s, xs))", "C014: the result of `list` depends on the order of a set"),
        ("list(accumulate(s))", "C014: `accumulate` depends on the order of a set"),
        ("list(set(xs))", "C014: the result of `list` depends on the order of a set"),
        ("list(set(xs) - s)", "C014: the result of `list` depends on the order of a set"),
        ("list(d.keys() & vs)", "C014: the result of `list` depends on the order of a set"),
        ("list(closure(edges))", "C014: the result of `list` depends on the order of a set"),
        ("two(1, list(s))", "C014: the result of `list` depends on the order of a set"),
        ("max(list(s), xs)", "C014: the result of `list` depends on the order of a set"),
    ]);
    check_body(&[
        ("a, b = s", "C014: unpacking depends on the order of a set"),
        ("a, *b = s", "C014: unpacking depends on the order of a set"),
        ("xs += s", "C014: `+=` depends on the order of a set"),
        ("xs.extend(s)", "C014: `extend` depends on the order of a set"),
        ("xs[:] = s", "C014: assignment to a slice depends on the order of a set"),
        ("q = set(xs)\nreturn list(q)", "C014: the result of `list` depends on the order of a set"),
    ]);
}

#[test]
fn what_hides_the_order_is_fine() {
    check(&[
        ("sorted(s)[0] + len(s) + sum(s) + min(s) + max(fs)", ""),
        ("sorted([x + 1 for x in s])", ""),
        ("sorted(list(s))", ""),
        ("len(list(set(xs))) == len(xs)", ""),
        ("set(map(abs, list(s)))", ""),
        ("sum([x * x for x in s])", ""),
        ("all([x > 0 for x in s]) and any(x > 0 for x in s)", ""),
        ("n in [x + 1 for x in s]", ""),
        ("n in list(s)", ""),
        ("{x + 1 for x in s} | {x: 1 for x in s}.keys()", ""),
        ("{x: y for x in list(s) for y in s}", ""),
        ("{*s, 1}", ""),
        ("Counter(list(s)), frozenset(s), dict.fromkeys(s)", ""),
        ("all(x < y for x, y in product(s, fs))", ""),
        ("any(q == tuple(xs) for q in permutations(s))", ""),
        ("[0 for _ in s]", ""),
        ("set().union(*[{x} for x in s])", ""),
        ("max(*s, n) if s else 0", "C014: a call with `*` depends on the order of a set"),
        ("max(*s)", ""),
        ("sorted(s, key=abs)", ""),
        ("list(d), list(d.keys()), list(c)", ""),
        ("set(chain(s, xs))", ""),
        ("list(set())", ""),
    ]);
    check_body(&[
        ("for x in s: n += x", ""),
        ("for x in list(s): s.discard(x)", ""),
        ("(only,) = s", ""),
        ("q = xs\nif n: q = s\nreturn list(q)", ""),
    ]);
}
