use super::{check, check_program};

#[test]
fn wrong_arguments_are_found() {
    check(&[
        ("two()", "C015: `two` needs an argument for `a`"),
        ("two(1, 2, 3)", "C015: `two` takes 1 to 2 arguments, but 3 were given"),
        ("two(1, c=2)", "C015: `two` has no argument named `c`"),
        ("two(1, a=2)", "C015: `two` gets two values for its argument `a`"),
        ("two(*(1, 2, 3))", "C015: `two` takes 1 to 2 arguments, but 3 were given"),
        ("(lambda x: x)()", "C015: this lambda needs an argument for `x`"),
        ("Person(v)", "C015: `Person` takes 2 arguments, but 1 was given"),
        ("Person(v, 1, 2)", "C015: `Person` takes 2 arguments, but 3 were given"),
        ("Person(v, height=3)", "C015: `Person` has no argument named `height`"),
        ("Person(name=v)", "C015: `Person` needs an argument for its field `age`"),
        ("Edge(v)", "C015: `Edge` takes 2 to 3 arguments, but 1 was given"),
        ("replace(p, agee=1)", "C015: `Person` has no argument named `agee`"),
        ("e._replace(strat=v)", "C015: `Edge` has no argument named `strat`"),
        ("len()", "C015: `len` takes 1 argument, but 0 were given"),
        ("len(xs, xs)", "C015: `len` takes 1 argument, but 2 were given"),
        ("sorted(xs, reversed=True)", "C015: `sorted` has no argument named `reversed`"),
        ("sorted(xs, abs)", "C015: `sorted` takes 1 argument, but 2 were given"),
        ("xs.append()", "C015: `append` takes 1 argument, but 0 were given"),
        ("xs.append(1, 2)", "C015: `append` takes 1 argument, but 2 were given"),
        ("d.get()", "C015: `get` takes 1 to 2 arguments, but 0 were given"),
        ("vs.issubset()", "C015: `issubset` takes 1 argument, but 0 were given"),
        ("map(abs)", "C015: `map` takes at least 2 arguments, but 1 was given"),
        ("sorted(xs, key=lambda: 1)", "C015: this lambda takes 0 arguments, but 1 was given"),
        ("sorted(xs, key=two())", "C015: `two` needs an argument for `a`"),
    ]);
}

#[test]
fn right_arguments_are_fine() {
    check(&[
        ("two(1), two(1, 2), two(b=1, a=2), two(*xs), two(*(1, 2))", ""),
        ("Person(v, 1), Person(age=1, name=v), Edge(v, w), Edge(v, w, cost=2)", ""),
        ("replace(p, age=1), e._replace(cost=2)", ""),
        ("sum(xs, start=1), min(xs, default=0), max(1, 2), enumerate(xs, start=1), pow(2, 3, 5)", ""),
        ("dict(a=1), Counter(a=1), dict([(1, 2)], b=3)", ""),
        ("vs.union(), vs.union(order, order), xs.pop(), xs.pop(0), d.pop(v, 0)", ""),
        ("product(xs, xs, repeat=2), zip(xs, xs, strict=True)", ""),
        ("set().union(*xss), max(*xs), list(zip(*xss))", ""),
    ]);
}

#[test]
fn functions_given_as_values_are_checked_too() {
    check_program(
        "def apply(g): return g(1, 2)\ndef one(x): return x\ndef f(): return apply(one)\n",
        &["C015: `one` takes 1 argument, but 2 were given"],
    );
    check_program("def apply(g): return g(1)\ndef f(): return apply(two)\n", &[]);
    // One of the functions fits.
    check_program(
        "def apply(g): return g(1, 2)\ndef one(x): return x\ndef f(): return apply(one) or apply(two)\n",
        &[],
    );
}

#[test]
fn positional_and_keyword_only_parameters() {
    check_program(
        "def g(a, *, b): return a\ndef f(): return g(1, 2)\n",
        &["C015: `g` takes 1 argument, but 2 were given"],
    );
    check_program("def g(a, *, b): return a\ndef f(): return g(1)\n", &["C015: `g` needs an argument for `b`"]);
    check_program("def g(a, /): return a\ndef f(): return g(a=1)\n", &["C015: `g` has no argument named `a`"]);
    check_program("def g(a, /, *, b): return a\ndef f(): return g(1, b=2)\n", &[]);
}
