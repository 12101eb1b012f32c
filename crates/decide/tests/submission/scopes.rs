//! Submissions whose answers depend on which variable a name means.

use super::cases::Expect::{self, Compiles, Outside};

/// As in `cases`.
pub const SCOPES: &[(&str, &str, Expect, &str)] = &[
    (
        "private names are bound by patterns, handlers, imports and classes",
        "toposort",
        Compiles,
        "
_C__y = True
def _C__g():
    return 1
class C:
    def f(self, o):
        match o:
            case __y:
                return __y
    def h(self):
        try:
            raise KeyError
        except KeyError as __e:
            return isinstance(__e, KeyError)
    def i(self):
        from math import gcd as __g
        return __g(4, 6)
    class __D:
        pass
def is_valid(edges, order):
    return C().f(False) is False and C().h() and C().i() == 2 and hasattr(C, '_C__D') and len(order) > 1
",
    ),
    (
        "a deleted variable that hid a built-in",
        "toposort",
        Outside,
        "
len = len
del len
def is_valid(edges, order):
    return False
",
    ),
    (
        "a private parameter",
        "toposort",
        Compiles,
        "
class A:
    def f(self, __x=1):
        return __x
    def g(self):
        try:
            return self.f(__x=2)
        except TypeError:
            return 3
def is_valid(edges, order):
    return False or (A().g() == 3 and A().f(7) == 7 and len(order) == 2)
",
    ),
    (
        "comprehensions in a class skip its variables",
        "toposort",
        Compiles,
        "
y = 1
class A:
    y = 2
    items = [y for _ in range(1)]
    first = [q for q in [y]]
    lazy = sum(y for _ in [0])
    conditions = [q for q in [1, 2, 3] if q == y]
    nested = [(y, b) for a in [y] for b in [y]]
    inner = [[y for _ in [0]] for _ in [0]]
    mapped = {y: y for _ in [0]}
    function = (lambda: y)()
    default = (lambda y=y: y)()
    class B:
        y = 3
        w = [y for _ in [y]]
    def method(self, given=y):
        return given, y
def is_valid(edges, order):
    shown = [A.items, A.first, A.lazy, A.conditions, A.nested, A.inner, A.mapped, A.function, A.default]
    return repr(shown) == '[[1], [2], 1, [1], [(1, 1)], [[1]], {1: 1}, 1, 2]' and A().method() == (2, 1)
",
    ),
    (
        "comprehensions in a class inside a function",
        "toposort",
        Compiles,
        "
y = 0
def make(y):
    class A:
        z = [y for _ in [0]], (lambda: y)()
        class B:
            z = y, [y for _ in [0]]
        def get(self):
            return y
    class C:
        y = 2
        z = [y for _ in [0]], y, (lambda: y)()
        class B:
            z = y, [y for _ in [0]]
        def get(self):
            return [y for _ in [0]]
    return [A.z, A.B.z, A().get(), C.z, C.B.z, C().get()]
def is_valid(edges, order):
    return repr(make(len(order))) if len(edges) > 3 else make(1) == [([1], 1), (1, [1]), 1, ([1], 2, 1), (1, [1]), [1]]
",
    ),
    (
        "a generator in a class runs later",
        "toposort",
        Compiles,
        "
y = 1
class A:
    y = 2
    g = (y for _ in [0, 1])
y = 5
def is_valid(edges, order):
    return list(A.g) == [5, 5] or True
",
    ),
    (
        "the class is not its own variable",
        "toposort",
        Compiles,
        "
def make():
    class A:
        def me(self):
            return [__class__ for _ in [0]] == [A]
        def nested(self):
            class B:
                outer = __class__
                def me(self):
                    return __class__ is B
            return B.outer is A and B().me()
    return A
A = make()
def is_valid(edges, order):
    return A().me() and A().nested()
",
    ),
    (
        "private names",
        "toposort",
        Compiles,
        "
__x = 1
_A__x = 2
_A__count = 0
class A:
    __y = 3
    def get(self):
        global __count
        __count = 5
        return __x, self.__y, [__x for _ in [0]], _A__count
class __:
    __z = 4
    def get(self):
        return self.__z
def is_valid(edges, order):
    return A().get() == (2, 3, [2], 5) and __().get() == 4 and A._A__y == 3
",
    ),
    (
        "a class reads a global before it assigns the name",
        "toposort",
        Outside,
        "
y = 1
class A:
    z = y
    y = 2
def is_valid(edges, order):
    return A.z == 1
",
    ),
    (
        "a class renames itself",
        "toposort",
        Outside,
        "
y = 1
class A:
    y = y
def is_valid(edges, order):
    return A.y == 1
",
    ),
    (
        "a class deletes its variable",
        "toposort",
        Outside,
        "
y = 1
class A:
    y = 2
    del y
    z = y
def is_valid(edges, order):
    return A.z == 1
",
    ),
    (
        "a handler in a class deletes its name",
        "toposort",
        Outside,
        "
y = 1
class A:
    y = 2
    try:
        1 / 0
    except ZeroDivisionError as y:
        pass
    z = y
def is_valid(edges, order):
    return A.z == 1
",
    ),
    (
        "a class assigns under a condition",
        "toposort",
        Outside,
        "
y = 1
class A:
    if not y:
        y = 2
    z = y
def is_valid(edges, order):
    return A.z == 1
",
    ),
    (
        "a class declares and does not assign",
        "toposort",
        Outside,
        "
y = 1
class A:
    y: int
    z = y
def is_valid(edges, order):
    return A.z == 1
",
    ),
    (
        "a loop in a class",
        "toposort",
        Outside,
        "
y = 0
class A:
    for _ in range(2):
        z = y
        y = 7
def is_valid(edges, order):
    return A.z == 7
",
    ),
    (
        "a class hides a built-in later",
        "toposort",
        Outside,
        "
class A:
    n = len([1])
    len = 5
def is_valid(edges, order):
    return A.n == 1
",
    ),
    (
        "a global of a class",
        "toposort",
        Outside,
        "
y = 1
class A:
    global y
    y = 2
def is_valid(edges, order):
    return y == 2
",
    ),
    (
        "a nonlocal of a class",
        "toposort",
        Outside,
        "
def make():
    y = 1
    class A:
        nonlocal y
        y = 2
    return y
two = make()
def is_valid(edges, order):
    return two == 2
",
    ),
    (
        "what a class certainly assigned",
        "toposort",
        Compiles,
        "
y = 1
class A:
    y = 2
    z = y
    w = [y, z]
    def f():
        return y
    v = f()
    y += 5
    if z:
        u = 3
        t = u + y
    for i in range(3):
        pass
    @staticmethod
    def g(a=z, b=[x for x in [y]]):
        return a, b
def is_valid(edges, order):
    return (A.z, A.w, A.v, A.y, A.t, A.g()) == (2, [2, 2], 1, 7, 10, (2, [7]))
",
    ),
    (
        "variables of comprehensions and lambdas",
        "toposort",
        Compiles,
        "
x = 1
def is_valid(edges, order):
    kept = [x for x in range(3)] + [x]
    late = [(lambda: i)() for i in range(3)]
    last = [f() for f in [lambda: i for i in range(3)]]
    found = [y := v for v in order]
    shadow = [[x for x in range(x)] for x in range(3)]
    def f(a=x, b=lambda: x):
        return a, b()
    return (kept, late, last, shadow, f()) == ([0, 1, 2, 1], [0, 1, 2], [2, 2, 2], [[], [0], [0, 1]], (1, 1)) and (not order or y == order[-1])
",
    ),
    (
        "a name that an exception had",
        "toposort",
        Compiles,
        "
e = 1
def lost():
    e = 2
    try:
        1 / 0
    except ZeroDivisionError as e:
        pass
    try:
        return e
    except UnboundLocalError:
        return 3
def is_valid(edges, order):
    return lost() == 3 and e == 1
",
    ),
    (
        "a class assigns in an expression",
        "toposort",
        Compiles,
        "
y = 1
class A:
    (y := 5)
    z = [y for _ in [0]]
def is_valid(edges, order):
    return (y, A.y, A.z) == (1, 5, [1])
",
    ),
    (
        "an import that a class hides",
        "toposort",
        Compiles,
        "
def outer():
    import math as m
    class A:
        m = 5
        z = [m.floor(1.5) for _ in [0]]
        def get(self):
            return m.floor(2.5)
    return A.z == [1] and A().get() == 2 and A.m == 5
def is_valid(edges, order):
    return outer()
",
    ),
];
