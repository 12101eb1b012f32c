use super::{check, check_body, check_program};

#[test]
fn operators_on_the_wrong_types() {
    check(&[
        ("1 + [1]", "C016: `+` does not work on an integer and a list"),
        ("xs + (1,)", "C016: `+` does not work on a list and a tuple"),
        ("s + s", "C016: `+` does not work on a set and a set"),
        ("s | xs", "C016: `|` does not work on a set and a list"),
        ("xs * xs", "C016: `*` does not work on a list and a list"),
        ("None + 1", "C016: `+` does not work on `None` and an integer"),
        ("-xs", "C016: a list has no unary `-`"),
        ("xs < 3", "C016: `<` does not work on a list and an integer"),
        ("n < None", "C016: `<` does not work on an integer and `None`"),
        ("p < p", "C016: `<` does not work on a `Person` and a `Person`"),
        ("d < d", "C016: `<` does not work on a dict and a dict"),
        ("(1, 2) < ('a', 2)", "C016: `<` does not work on a tuple and a tuple"),
        ("min(n, xs)", "C016: `<` does not work on an integer and a list"),
        ("n in 5", "C016: an integer is not a container"),
    ]);
}

#[test]
fn built_ins_on_the_wrong_types() {
    check(&[
        ("len(3)", "C016: an integer has no length"),
        ("len(x for x in xs)", "C016: an iterator has no length"),
        ("len(p)", "C016: a `Person` has no length"),
        ("[x for x in n]", "C016: an integer is not iterable"),
        ("sum(n)", "C016: an integer is not iterable"),
        ("sum(xss)", "C016: `+` does not work on an integer and a list"),
        ("abs(xs)", "C016: `abs` does not accept a list"),
        ("range(xs)", "C016: `range` does not accept a list"),
        ("int(None)", "C016: `None` cannot become an integer"),
        ("next(xs)", "C016: a list is not an iterator"),
        ("list(reversed(s))", "C016: a set cannot be reversed"),
        ("list(zip(xs, n))", "C016: an integer is not iterable"),
        ("dict(xs)", "C016: an integer is not iterable"),
        ("defaultdict(5)", "C016: an integer cannot make default values"),
        ("replace(e, cost=2)", "C016: an `Edge` is not a dataclass"),
        ("n(1)", "C016: an integer cannot be called"),
        ("list(map(5, xs))", "C016: an integer cannot be called"),
        ("sorted(xs, key=3)", "C016: an integer cannot be called"),
    ]);
}

#[test]
fn containers_used_wrongly() {
    check(&[
        ("{[1]}", "C016: a list cannot be hashed"),
        ("{(1, [2])}", "C016: a list cannot be hashed"),
        ("{xs: 1}", "C016: a list cannot be hashed"),
        ("set(xss)", "C016: a list cannot be hashed"),
        ("{x for x in xss}", "C016: a list cannot be hashed"),
        ("Counter([s])", "C016: a set cannot be hashed"),
        ("xs in s", "C016: a list cannot be hashed"),
        ("s in s", ""),
        ("d[xs]", "C016: a list cannot be hashed"),
        ("s[0]", "C016: a set has no index"),
        ("n[0]", "C016: an integer has no index"),
        ("xs['a']", "C016: a string is not an index"),
        ("xs[None]", "C016: `None` is not an index"),
        ("xs[None:None]", ""),
        ("e[3]", "C016: index 3 is out of range"),
        ("(1, 2)[-3]", "C016: index -3 is out of range"),
        ("(1, 2)[-2]", ""),
        ("{**xs}", "C016: a list cannot be spread with `**`"),
        ("[*n]", "C016: an integer is not iterable"),
    ]);
    check_body(&[
        ("a, b, c = v, w", "C016: 3 values to unpack, but the tuple holds 2"),
        ("a, *b = ()", "C016: 1 value to unpack, but the tuple holds 0"),
        ("for a in edges:\n    x, y, z = a", "C016: 3 values to unpack, but the tuple holds 2"),
        ("for x, y, z in edges: pass", "C016: 3 values to unpack, but the tuple holds 2"),
        ("a, b = n", "C016: an integer is not iterable"),
        ("(1, 2)[0] = 3", "C016: a tuple does not allow assignment"),
        ("del s[0]", "C016: a set does not allow `del`"),
        ("s.add([1])", "C016: a list cannot be hashed"),
        ("for x in n: pass", "C016: an integer is not iterable"),
        ("xs += 1", "C016: an integer is not iterable"),
    ]);
}

#[test]
fn strings() {
    check(&[
        ("len(text) + ord(text[0]) + int(text) + text.find('a')", ""),
        ("text + text + u", ""),
        ("[x.upper() for x in text[1:]] + text.split() + list(text)", ""),
        ("'a' in text or text.startswith(('a', 'b'))", ""),
        ("'%d' % u + bracket * 2 + f'{n:>3}{text!r}' + '{}'.format(n)", ""),
        ("sorted(['b', text], key=str.lower)", ""),
        ("bracket == '(' and not text", ""),
        ("text + 1", "C016: `+` does not work on a string and an integer"),
        ("text - text", "C016: `-` does not work on a string and a string"),
        ("text * text", "C016: `*` does not work on a string and a string"),
        ("n in text", "C016: an integer is not in any string"),
        ("text.push('a')", "C017: a string has no method `push`"),
        ("text.upper(1)", "C015: `upper` takes 0 arguments, but 1 was given"),
        ("text.find(n)", "C016: an integer is not what this method of strings takes"),
        ("', '.join([1, 2])", "C016: an integer cannot be joined"),
        ("', '.join(s)", "C014: `join` depends on the order of a set"),
        ("str(s)", "C014: the text of a set depends on the order of a set"),
        ("chr(text)", "C016: `chr` does not accept a string"),
    ]);
}

#[test]
fn of_several_faults_the_exception_is_told() {
    check(&[
        ("xs in [text, s][n]", "C016: a list is not in any string"),
        ("[text, n][n] + xs", "C016: `+` does not work on an integer and a list"),
        ("len([None, n][n])", "C016: `None` has no length"),
    ]);
}

#[test]
fn unknown_attributes() {
    check(&[
        ("p.agee", "C017: a `Person` has no field `agee`"),
        ("e.weight", "C017: an `Edge` has no field `weight`"),
        ("xs.push(1)", "C017: a list has no method `push`"),
        ("xs.length", "C017: a list has no method `length`"),
        ("fs.add(1)", "C017: a frozenset has no method `add`"),
        ("None.x", "C017: `None` has no method `x`"),
        ("v.name", "C017: a `Vertex` has no method `name`"),
        ("(1, 2).append(3)", "C017: a tuple has no method `append`"),
        ("e.count(1), e.index(v), e.start, range(3).start", ""),
    ]);
}

#[test]
fn faults_are_found_behind_calls_and_variables() {
    check_program("def first(xs): return xs[0]\ndef f(): return first({1, 2})\n", &["C016: a set has no index"]);
    check_program(
        "def last(xs): return xs[-1]\ndef f(order: list[Vertex]): return last(order) + 1\n",
        &["C012: atoms have no arithmetic"],
    );
    check_program(
        "def f(n: int):\n    def inner(x): return x + n\n    return inner([1])\n",
        &["C016: `+` does not work on a list and an integer"],
    );
    check_program("LIMIT = 3\ndef f(): return len(LIMIT)\n", &["C016: an integer has no length"]);
    check_program("def f(xs=None):\n    return len(xs)\ndef g(): return f()\n", &["C016: `None` has no length"]);
    check_program(
        "def g():\n    yield 1\ndef f(): return [x + [] for x in g()]\n",
        &["C016: `+` does not work on an integer and a list"],
    );
}
