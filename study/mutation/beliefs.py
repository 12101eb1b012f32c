"""Mistaken assumptions about collections: how often, in which order, of what length, which elements."""

import ast
from collections.abc import Iterator

from .tree import (
    MAIN,
    Operator,
    Replacement,
    Site,
    called,
    changed,
    expr,
    is_docstring,
    is_int,
    method,
    names_in,
    operator,
    parameters,
    same,
    stmts,
)

TABLE: list[Operator] = []
SIZED = {"set", "list", "dict", "counter", "tuple"}
SETS = {"set", "counter"}


def equality(node: ast.AST) -> tuple[ast.expr, ast.expr, str] | None:
    """The two sides of `==` or `!=`, and the prefix for an expression that states their equality."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
        return node.left, node.comparators[0], "" if isinstance(node.ops[0], ast.Eq) else "not "
    return None


def both_sides(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return node.left, node.comparators[0]
    return None


def at_the_top(site: Site, text: str, **holes: ast.AST) -> ast.FunctionDef:
    """The function of the site with a statement before all others."""
    body = site.node.body
    start = 1 if is_docstring(body[0]) else 0
    return changed(site.node, body=[*body[:start], *stmts(text, **holes), *body[start:]])


def fewer(node: ast.AST) -> ast.expr | None:
    """The expression with repeated elements counted once."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and called(node) in ("Counter", "sorted", "len"):
        if called(node.args[0]) == "set" or isinstance(node.args[0], ast.SetComp):
            return None
        return changed(node, args=[expr("set(A)", A=node.args[0])])
    if method(node) == "count" and len(node.args) == 1:
        return expr("int(A in B)", A=node.args[0], B=node.func.value)
    return None


@operator(TABLE, "set for multiset", ast.Call, ast.ListComp)
def set_for_multiset(site: Site) -> Iterator[Replacement]:
    """Repeated elements are counted once on one side."""
    node = site.node
    if new := fewer(node):
        yield new
    if isinstance(node, ast.ListComp) or (called(node) == "list" and len(node.args) == 1):
        yield expr("list(dict.fromkeys(A))", A=node)


@operator(TABLE, "set for multiset, both sides", ast.Compare)
def set_for_multiset_both(site: Site) -> Iterator[Replacement]:
    """Repeated elements are counted once on both sides of a comparison."""
    if sides := both_sides(site.node):
        left, right = map(fewer, sides)
        if left and right:
            yield changed(site.node, left=left, comparators=[right])
        elif site.kind(sides[0]) == site.kind(sides[1]) == "list":
            yield changed(site.node, left=expr("set(A)", A=sides[0]), comparators=[expr("set(A)", A=sides[1])])


@operator(TABLE, "multiset for set", ast.Call, ast.SetComp, ast.Compare)
def multiset_for_set(site: Site) -> Iterator[Replacement]:
    """Repeated elements are counted each time where they should be counted once."""
    node = site.node
    if isinstance(node, ast.SetComp):
        yield ast.ListComp(elt=node.elt, generators=node.generators)
    elif called(node) in ("set", "frozenset") and len(node.args) == 1:
        yield expr("list(A)", A=node.args[0])
    elif sides := both_sides(node):
        if all(called(side) == "set" and len(side.args) == 1 for side in sides):
            inner = {"A": sides[0].args[0], "B": sides[1].args[0]}
            op = node.ops[0]
            if isinstance(op, ast.Eq | ast.NotEq):
                yield changed(node, left=expr("sorted(A)", **inner), comparators=[expr("sorted(B)", **inner)])
            elif isinstance(op, ast.LtE):
                yield expr("all(list(A).count(each) <= list(B).count(each) for each in A)", **inner)
            elif isinstance(op, ast.GtE):
                yield expr("all(list(B).count(each) <= list(A).count(each) for each in B)", **inner)


@operator(TABLE, "one direction of containment", ast.Compare, ast.Call, ast.BinOp)
def one_direction(site: Site) -> Iterator[Replacement]:
    """Sets are compared in only one direction, or in the other."""
    node = site.node
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.BitXor):
            yield changed(node, op=ast.Sub())
            yield changed(node, op=ast.Sub(), left=node.right, right=node.left)
    elif isinstance(node, ast.Call):
        other = {"issubset": "issuperset", "issuperset": "issubset"}.get(method(node) or "")
        if other:
            yield changed(node, func=changed(node.func, attr=other))
    elif equal := equality(node):
        left, right, no = equal
        if site.kind(left) in SETS or site.kind(right) in SETS:
            yield expr(f"{no}A <= B", A=left, B=right)
            yield expr(f"{no}A >= B", A=left, B=right)


@operator(TABLE, "only lengths", ast.Compare)
def only_lengths(site: Site) -> Iterator[Replacement]:
    """Two collections are equal if they have the same length."""
    if equal := equality(site.node):
        left, right, no = equal
        if any(isinstance(side, ast.List | ast.Set | ast.Dict) for side in (left, right)):
            return
        if site.kind(left) in SIZED or site.kind(right) in SIZED:
            yield expr(f"len(A) {'!=' if no else '=='} len(B)", A=left, B=right)


@operator(TABLE, "only as far as both go", ast.Compare)
def only_as_far(site: Site) -> Iterator[Replacement]:
    """Two lists are compared element by element up to the end of the shorter one."""
    if equal := equality(site.node):
        left, right, no = equal
        if "list" in (site.kind(left), site.kind(right)):
            yield expr(f"{no}all(p == q for p, q in zip(A, B))", A=left, B=right)


def counted(site: Site, bound: ast.expr) -> bool:
    """Whether a bound is the variable of another loop."""
    loops = [node for node in ast.walk(site.function) if isinstance(node, ast.For | ast.comprehension)]
    return isinstance(bound, ast.Name) and any(bound.id in names_in(loop.target) for loop in loops)


@operator(TABLE, "only neighbours", ast.Call, ast.Subscript)
def only_neighbours(site: Site) -> Iterator[Replacement]:
    """Only adjacent elements are compared, or only every other pair of them."""
    node = site.node
    if called(node) == "combinations" and len(node.args) == 2:
        yield expr("zip(A, list(A)[1:])", A=node.args[0])
    elif called(node) == "pairwise" and len(node.args) == 1:
        yield expr("zip(list(A)[::2], list(A)[1::2])", A=node.args[0])
    elif site.field != "iter":
        return
    elif called(node) == "range" and len(node.args) == 2 and not is_int(node.args[0]):
        yield expr("range(A, min(A + 1, B))", A=node.args[0], B=node.args[1])
    elif called(node) == "range" and len(node.args) == 1 and counted(site, node.args[0]):
        yield expr("range(max(A - 1, 0), A)", A=node.args[0])
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        lower, upper = node.slice.lower, node.slice.upper
        if lower and not upper and not is_int(lower):
            yield expr("A[B:B + 1]", A=node.value, B=lower)
        elif upper and not lower and not is_int(upper):
            yield expr("A[max(B - 1, 0):B]", A=node.value, B=upper)


def iterated(site: Site) -> bool:
    """Whether a loop, comprehension, all or any iterates over the site, and the site is ordered."""
    node = site.node
    if site.field == "args" and called(site.parent) not in ("all", "any", "sum"):
        return False
    if site.field not in ("iter", "args") or isinstance(node, ast.GeneratorExp | ast.Starred | ast.arguments):
        return False
    return site.kind(node) not in SETS and site.kind(node) != "number"


@operator(TABLE, "skip first", ast.expr)
def skip_first(site: Site) -> Iterator[Replacement]:
    """The first element is ignored."""
    if iterated(site) and called(site.node) != "range":
        yield expr("list(A)[1:]", A=site.node)


@operator(TABLE, "skip last", ast.expr)
def skip_last(site: Site) -> Iterator[Replacement]:
    """The last element is ignored."""
    if iterated(site) and called(site.node) != "range":
        yield expr("list(A)[:-1]", A=site.node)


@operator(TABLE, "one element only", ast.expr)
def one_element_only(site: Site) -> Iterator[Replacement]:
    """Only the last element is considered, or only the first."""
    if iterated(site):
        yield expr("list(A)[-1:]", A=site.node)
        yield expr("list(A)[:1]", A=site.node)


@operator(TABLE, "first or last occurrence", ast.DictComp, ast.Call, ast.Assign, ast.Expr)
def occurrence(site: Site) -> Iterator[Replacement]:
    """Of several occurrences, the first is kept instead of the last, or vice versa."""
    node = site.node
    if isinstance(node, ast.DictComp):
        first = node.generators[0]
        yield changed(node, generators=[
            changed(first, iter=expr("reversed(list(A))", A=first.iter)), *node.generators[1:],
        ])
    elif called(node) == "dict" and len(node.args) == 1:
        yield expr("dict(reversed(list(A)))", A=node.args[0])
    elif method(node) == "index" and len(node.args) == 1:
        yield expr("len(A) - 1 - list(reversed(A)).index(B)", A=node.func.value, B=node.args[0])
    elif method(node) == "fromkeys" and len(node.args) == 1:
        yield expr("dict.fromkeys(reversed(A))", A=node.args[0])
    elif isinstance(node, ast.Assign) and site.in_loop and isinstance(node.targets[0], ast.Subscript):
        place = node.targets[0]
        if not any(same(place.slice, each.slice) and same(place.value, each.value)
                   for each in ast.walk(node.value) if isinstance(each, ast.Subscript)):
            yield stmts("A.setdefault(B, C)", A=place.value, B=place.slice, C=node.value)
    elif isinstance(node, ast.Expr) and method(node.value) == "setdefault" and len(node.value.args) == 2:
        key, value = node.value.args
        yield stmts("A.update({B: C})", A=node.value.func.value, B=key, C=value)


@operator(TABLE, "element taken as known", ast.Call, ast.Compare, ast.If)
def taken_as_known(site: Site) -> Iterator[Replacement]:
    """An unknown element raises an exception: it is looked up without a check."""
    node = site.node
    if method(node) == "get" and node.args:
        yield expr("A[B]", A=node.func.value, B=node.args[0])
    elif isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
        if isinstance(node.test.ops[0], ast.NotIn):
            yield node.orelse
        elif isinstance(node.test.ops[0], ast.In):
            yield node.body
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
        sign = ">=" if isinstance(node.ops[0], ast.In) else "<"
        yield expr(f"list(B).index(A) {sign} 0", A=node.left, B=node.comparators[0])


@operator(TABLE, "raises on unseen", ast.FunctionDef)
def raises_on_unseen(site: Site) -> Iterator[Replacement]:
    """The predicate looks up every element of one parameter in another, and so raises if one is missing."""
    if site.node.name != MAIN:
        return
    names = parameters(site.node)
    pairs = {
        node.iter.id
        for node in ast.walk(site.facts.module)
        if isinstance(node, ast.For | ast.comprehension)
        and isinstance(node.target, ast.Tuple) and isinstance(node.iter, ast.Name)
    }
    for known in names:
        for asked in names:
            if known != asked:
                listed = f"[part for whole in {known} for part in whole]" if known in pairs else f"list({known})"
                parts = f"whole in {asked} for part in whole" if asked in pairs else f"part in {asked}"
                yield at_the_top(site, f"[{listed}.index(part) for {parts}]")


@operator(TABLE, "wrong empty case", ast.FunctionDef)
def wrong_empty_case(site: Site) -> Iterator[Replacement]:
    """An empty parameter is always accepted, or always rejected."""
    if site.node.name == MAIN:
        for name in parameters(site.node):
            for answer in (False, True):
                yield at_the_top(site, f"if not {name}:\n    return {answer}")


def asks_if_empty(test: ast.expr) -> bool:
    """Whether a condition tests for emptiness: `not xs`, `xs == []`, `len(xs) == 0`."""
    if isinstance(test, ast.BoolOp):
        return all(map(asks_if_empty, test.values))
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Name)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        other = test.comparators[0]
        empty = isinstance(other, ast.List | ast.Dict) and not (getattr(other, "elts", None) or
                                                               getattr(other, "keys", None))
        nothing = is_int(other) and other.value == 0 and called(test.left) == "len"
        return empty or nothing or (called(other) in ("set", "list", "dict") and not other.args)
    return False


@operator(TABLE, "missing empty case", ast.If)
def missing_empty_case(site: Site) -> Iterator[Replacement]:
    """The case of an empty collection is not handled."""
    if asks_if_empty(site.node.test):
        yield site.node.orelse
