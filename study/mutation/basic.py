"""Mistakes in single expressions: connectives, comparisons, bounds, numbers, variables."""

import ast
from collections.abc import Iterator

from .names import NUMBER, numbers, visible, within
from .tree import (
    MAIN,
    Operator,
    Replacement,
    Site,
    called,
    changed,
    expr,
    is_bool,
    is_int,
    is_module,
    method,
    operator,
    parameters,
    plus,
    replaced,
    same,
    swaps,
    without,
)

TABLE: list[Operator] = []

BOUNDARY = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
# The opposite direction, `<` to `>`, is left to "operands swapped".
KIND = {
    ast.Lt: (ast.GtE, ast.NotEq),
    ast.LtE: (ast.Gt, ast.Eq),
    ast.Gt: (ast.LtE, ast.NotEq),
    ast.GtE: (ast.Lt, ast.Eq),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
PAIRS = {"all": "any", "any": "all", "min": "max", "max": "min"}
METHODS = {
    "union": "intersection", "intersection": "union", "difference": "intersection",
    "popleft": "pop", "appendleft": "append", "keys": "values", "startswith": "endswith", "endswith": "startswith",
}
SET_OPERATORS = {ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr}


@operator(TABLE, "operand dropped", ast.BoolOp)
def operand_dropped(site: Site) -> Iterator[Replacement]:
    """A conjunct or a disjunct is left out."""
    values = site.node.values
    for i in range(len(values)):
        rest = without(values, i)
        yield rest[0] if len(rest) == 1 else changed(site.node, values=rest)


@operator(TABLE, "and for or", ast.BoolOp)
def and_for_or(site: Site) -> Iterator[Replacement]:
    """`and` and `or` are confused, in all of an expression or at its last operand."""
    node = site.node
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield changed(node, op=other)
    if len(node.values) > 2:
        yield ast.BoolOp(op=other, values=[changed(node, values=node.values[:-1]), node.values[-1]])


@operator(TABLE, "all for any", ast.Call)
def all_for_any(site: Site) -> Iterator[Replacement]:
    """`all` and `any` are confused."""
    if called(site.node) in ("all", "any"):
        yield changed(site.node, func=expr(PAIRS[called(site.node)]))


@operator(TABLE, "condition negated", ast.expr)
def condition_negated(site: Site) -> Iterator[Replacement]:
    """A `not` is left out, or put before a condition that is not a comparison."""
    node = site.node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Compare):
        return
    elif site.field in ("test", "ifs") or isinstance(site.parent, ast.BoolOp):
        yield expr("not A", A=node)
    elif site.field == "value" and isinstance(site.parent, ast.Return) and site.in_main and not is_bool(node):
        yield expr("not A", A=node)


@operator(TABLE, "boundary", ast.Compare)
def boundary(site: Site) -> Iterator[Replacement]:
    """A comparison includes the boundary, or excludes it."""
    ops = site.node.ops
    for i, op in enumerate(ops):
        if type(op) in BOUNDARY:
            yield changed(site.node, ops=replaced(ops, i, BOUNDARY[type(op)]()))


@operator(TABLE, "comparison changed", ast.Compare)
def comparison_changed(site: Site) -> Iterator[Replacement]:
    """A comparison is replaced by another one."""
    ops, sides = site.node.ops, [site.node.left, *site.node.comparators]
    for i, op in enumerate(ops):
        for other in KIND[type(op)]:
            numeric = all(site.kind(side) in (None, "number", "set", "counter") for side in sides[i : i + 2])
            if numeric or other not in (ast.LtE, ast.GtE, ast.Lt, ast.Gt) or not isinstance(op, ast.Eq | ast.NotEq):
                yield changed(site.node, ops=replaced(ops, i, other()))


@operator(TABLE, "link dropped", ast.Compare)
def link_dropped(site: Site) -> Iterator[Replacement]:
    """A chain of comparisons loses its first or its last one."""
    node = site.node
    if len(node.ops) > 1:
        yield changed(node, left=node.comparators[0], ops=node.ops[1:], comparators=node.comparators[1:])
        yield changed(node, ops=node.ops[:-1], comparators=node.comparators[:-1])


@operator(TABLE, "identity for equality", ast.Compare)
def identity_for_equality(site: Site) -> Iterator[Replacement]:
    """`is` is used where `==` is meant."""
    node = site.node
    plain = ast.Name | ast.Attribute | ast.Subscript
    if len(node.ops) == 1 and isinstance(node.left, plain) and isinstance(node.comparators[0], plain):
        if isinstance(node.ops[0], ast.Eq | ast.NotEq):
            yield changed(node, ops=[ast.Is() if isinstance(node.ops[0], ast.Eq) else ast.IsNot()])


@operator(TABLE, "operands swapped", ast.Compare, ast.BinOp)
def operands_swapped(site: Site) -> Iterator[Replacement]:
    """The two sides of a comparison or a subtraction are swapped."""
    node = site.node
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Sub | ast.FloorDiv | ast.Mod) and not is_int(node.right):
            yield changed(node, left=node.right, right=node.left)
    elif len(node.ops) == 1 and type(node.ops[0]) in BOUNDARY:
        yield changed(node, left=node.comparators[0], comparators=[node.left])


@operator(TABLE, "range off by one", ast.Call)
def range_off_by_one(site: Site) -> Iterator[Replacement]:
    """A range starts or ends one too early or too late."""
    node = site.node
    if called(node) == "range":
        if len(node.args) == 1:
            yield changed(node, args=[expr("1"), node.args[0]])
        for i, argument in enumerate(node.args):
            for step in (-1, 1):
                yield changed(node, args=replaced(node.args, i, plus(argument, step)))


def counts(site: Site, index: ast.expr) -> bool:
    """Whether an index is evidently a number, not the key of a dict."""
    if isinstance(index, ast.Name):
        return index.id in numbers(site.function)
    return is_int(index) or isinstance(index, ast.UnaryOp) or (
        isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add | ast.Sub)
    )


@operator(TABLE, "index off by one", ast.Subscript)
def index_off_by_one(site: Site) -> Iterator[Replacement]:
    """An index is one too small or too large."""
    node = site.node
    if isinstance(node.ctx, ast.Load) and counts(site, node.slice):
        for step in (-1, 1):
            yield changed(node, slice=plus(node.slice, step))


@operator(TABLE, "slice off by one", ast.Slice)
def slice_off_by_one(site: Site) -> Iterator[Replacement]:
    """A slice starts or ends one too early or too late, or lacks a bound."""
    node = site.node
    for name in ("lower", "upper"):
        bound = getattr(node, name)
        if bound is not None:
            for step in (-1, 1):
                yield changed(node, **{name: plus(bound, step)})
            yield changed(node, **{name: None})


@operator(TABLE, "constant off by one", ast.Constant)
def constant_off_by_one(site: Site) -> Iterator[Replacement]:
    """A number is one too small or too large."""
    if is_int(site.node) and not isinstance(site.parent, ast.Slice | ast.Subscript) and called(site.parent) != "range":
        for step in (-1, 1):
            yield plus(site.node, step)


@operator(TABLE, "True for False", ast.Constant)
def true_for_false(site: Site) -> Iterator[Replacement]:
    """`True` and `False` are confused."""
    if is_bool(site.node):
        yield expr(str(not site.node.value))


@operator(TABLE, "plus for minus", ast.BinOp, ast.AugAssign)
def plus_for_minus(site: Site) -> Iterator[Replacement]:
    """`+` and `-` are confused, or so are `|` and `&`."""
    node = site.node
    if isinstance(node.op, ast.Add | ast.Sub):
        if isinstance(node, ast.BinOp) and "list" in (site.kind(node.left), site.kind(node.right)):
            return
        if isinstance(node.op, ast.Add):
            yield changed(node, op=ast.Sub())
        else:
            yield changed(node, op=ast.BitAnd() if site.kind(getattr(node, "left", node)) == "set" else ast.Add())
    elif type(node.op) in SET_OPERATORS:
        yield changed(node, op=SET_OPERATORS[type(node.op)]())


@operator(TABLE, "term dropped", ast.BinOp)
def term_dropped(site: Site) -> Iterator[Replacement]:
    """One side of a sum, a difference or a union is left out."""
    if not is_int(site.node.left) and not is_int(site.node.right):
        yield site.node.left
        yield site.node.right


@operator(TABLE, "min for max", ast.Call)
def min_for_max(site: Site) -> Iterator[Replacement]:
    """`min` and `max` are confused."""
    if called(site.node) in ("min", "max"):
        yield changed(site.node, func=expr(PAIRS[called(site.node)]))


@operator(TABLE, "length for sum", ast.Call)
def length_for_sum(site: Site) -> Iterator[Replacement]:
    """Elements are counted instead of added up."""
    if called(site.node) == "sum" and site.node.args:
        yield expr("len(list(A))", A=site.node.args[0])


@operator(TABLE, "order changed", ast.Call)
def order_changed(site: Site) -> Iterator[Replacement]:
    """Something is not sorted, sorted the other way, or not by its key; or not reversed."""
    node = site.node
    if called(node) == "sorted" and node.args:
        if site.kind(node.args[0]) != "set":
            yield expr("list(A)", A=node.args[0])
        if not any(each.arg == "reverse" for each in node.keywords):
            yield changed(node, keywords=[*node.keywords, ast.keyword(arg="reverse", value=expr("True"))])
        if node.keywords:
            yield changed(node, keywords=node.keywords[:-1])
    elif called(node) == "reversed" and len(node.args) == 1:
        yield expr("list(A)", A=node.args[0])
    elif method(node) == "sort" and isinstance(site.parent, ast.Expr):
        yield changed(node, keywords=[*node.keywords, ast.keyword(arg="reverse", value=expr("True"))])


@operator(TABLE, "method changed", ast.Call)
def method_changed(site: Site) -> Iterator[Replacement]:
    """A related method is called; an element is added at the other end."""
    node = site.node
    if method(node) in METHODS:
        yield changed(node, func=changed(node.func, attr=METHODS[method(node)]))
    elif method(node) == "append" and len(node.args) == 1:
        yield expr("A.insert(0, B)", A=node.func.value, B=node.args[0])
    elif method(node) == "pop" and len(node.args) == 1 and is_int(node.args[0]):
        yield changed(node, args=[])


@operator(TABLE, "arguments swapped", ast.Call)
def arguments_swapped(site: Site) -> Iterator[Replacement]:
    """Two adjacent arguments of a call are swapped, or a method's object and its argument."""
    node = site.node
    if called(node) not in ("min", "max", "isinstance", "range", "combinations"):
        for arguments in swaps(node.args):
            yield changed(node, args=arguments)
    if method(node) in ("count", "index", "issubset", "issuperset", "difference") and len(node.args) == 1:
        yield changed(node, func=changed(node.func, value=node.args[0]), args=[node.func.value])


@operator(TABLE, "parameters swapped", ast.arguments)
def parameters_swapped(site: Site) -> Iterator[Replacement]:
    """Two adjacent parameters of a function are swapped."""
    if isinstance(site.parent, ast.FunctionDef):
        for arguments in swaps(site.node.args):
            yield changed(site.node, args=arguments)


@operator(TABLE, "targets swapped", ast.Tuple)
def targets_swapped(site: Site) -> Iterator[Replacement]:
    """The parts of a tuple are unpacked or packed in the wrong order."""
    if not any(isinstance(part, ast.Starred) for part in site.node.elts):
        for parts in swaps(site.node.elts):
            yield changed(site.node, elts=parts)


@operator(TABLE, "wrong field", ast.Attribute)
def wrong_field(site: Site) -> Iterator[Replacement]:
    """Another attribute is read."""
    node = site.node
    if site.field != "func" and node.attr in site.facts.fields and not is_module(node.value):
        for other in site.facts.fields:
            if other != node.attr:
                yield changed(node, attr=other)


@operator(TABLE, "wrong helper", ast.Call)
def wrong_helper(site: Site) -> Iterator[Replacement]:
    """Another function of the file with the same number of parameters is called."""
    functions = site.facts.functions
    if called(site.node) in functions and called(site.node) != MAIN:
        count = len(parameters(functions[called(site.node)]))
        for name, function in functions.items():
            if name not in (MAIN, called(site.node)) and len(parameters(function)) == count:
                yield changed(site.node, func=expr(name))


def read(site: Site) -> bool:
    """Whether the site is a variable that is read as a value."""
    node = site.node
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and site.field != "func"


@operator(TABLE, "wrong iterable", ast.Name)
def wrong_iterable(site: Site) -> Iterator[Replacement]:
    """A loop iterates over another parameter."""
    if read(site) and site.field == "iter":
        for name in parameters(site.function):
            if name != site.node.id:
                yield expr(name)


@operator(TABLE, "wrong variable", ast.Name)
def wrong_variable(site: Site) -> Iterator[Replacement]:
    """Another variable with a similar role is read; a set, whose order is arbitrary, only in place of a set."""
    if read(site) and not (site.field == "value" and method(site.parents[-2]) is not None):
        roles = visible(site)
        for name, role in roles.items():
            if name in (site.node.id, "_") or role != roles.get(site.node.id):
                continue
            if site.kind(expr(name)) != "set" or site.kind(site.node) == "set":
                yield expr(name)


@operator(TABLE, "element for its field", ast.Attribute, ast.Subscript)
def element_for_field(site: Site) -> Iterator[Replacement]:
    """Whole elements are compared where a part of them is meant, or a part is compared with itself."""
    node = site.node
    if not isinstance(node.ctx, ast.Load) or not isinstance(site.parent, ast.Compare) or len(site.parent.ops) != 1:
        return
    if isinstance(node, ast.Attribute) and not is_module(node.value):
        other = site.parent.comparators[0] if node is site.parent.left else site.parent.left
        if isinstance(other, ast.Attribute) and node is site.parent.left and not same(node.value, other.value):
            yield changed(node, value=other.value)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name) and counts(site, node.slice):
        yield node.slice


@operator(TABLE, "counter for element", ast.Name)
def counter_for_element(site: Site) -> Iterator[Replacement]:
    """The position of an element is read where the element is meant, or vice versa."""
    if not read(site):
        return
    roles = visible(site)
    for parent in site.parents:
        loops = [parent] if isinstance(parent, ast.For) else getattr(parent, "generators", [])
        for loop in loops:
            if called(loop.iter) == "enumerate" and isinstance(loop.target, ast.Tuple) and not within(site, loop.iter):
                first, second = loop.target.elts
                if isinstance(first, ast.Name) and isinstance(second, ast.Name):
                    if site.node.id == second.id and roles.get(first.id) == NUMBER:
                        yield expr(first.id)
