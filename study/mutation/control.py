"""Mistakes in the control flow: something is left out, exited too early, or done only once."""

import ast
from collections.abc import Iterator

from .tree import (
    Operator,
    Replacement,
    Site,
    called,
    changed,
    expr,
    is_bool,
    is_int,
    operator,
    own_nodes,
    replaced,
    stmts,
    without,
)

TABLE: list[Operator] = []


def says_yes_or_no(function: ast.FunctionDef) -> bool:
    """Whether a function evidently returns a Boolean somewhere."""
    return any(isinstance(node, ast.Return) and is_bool(node.value) for node in own_nodes(function))


def leaves(block: list[ast.stmt]) -> bool:
    """Whether control never reaches the code after the block."""
    return bool(block) and isinstance(block[-1], ast.Return | ast.Break | ast.Continue | ast.Raise)


def in_any_order(site: Site) -> bool:
    """Whether a loop iterates over a set, so that the first element is arbitrary."""
    return isinstance(site.node, ast.For) and site.kind(site.node.iter) in ("set", "counter")


@operator(TABLE, "early return", ast.Continue, ast.For, ast.While, ast.If)
def early_return(site: Site) -> Iterator[Replacement]:
    """The function returns before it has looked at all elements."""
    node = site.node
    if not says_yes_or_no(site.function):
        return
    if isinstance(node, ast.Continue):
        yield stmts("return True")
    elif isinstance(node, ast.For | ast.While) and not leaves(node.body) and not in_any_order(site):
        yield changed(node, body=[*node.body, *stmts("return True")])
    elif isinstance(node, ast.If) and site.in_loop and not node.orelse and not leaves(node.body):
        yield changed(node, body=[*node.body, *stmts("return True")])


@operator(TABLE, "first round only", ast.For, ast.While)
def first_round_only(site: Site) -> Iterator[Replacement]:
    """A loop ends after its first iteration."""
    node = site.node
    if not leaves(node.body) and not in_any_order(site):
        yield changed(node, body=[*node.body, ast.Break()])


@operator(TABLE, "while becomes if", ast.While)
def while_becomes_if(site: Site) -> Iterator[Replacement]:
    """What should be repeated is done at most once."""
    node = site.node
    yield ast.If(test=node.test, body=node.body, orelse=[])


@operator(TABLE, "failure forgotten", ast.Return)
def failure_forgotten(site: Site) -> Iterator[Replacement]:
    """A failure inside a loop ends the loop, or has no effect, instead of being returned."""
    if site.in_loop and is_bool(site.node.value):
        yield [ast.Break()]
        yield [ast.Pass()]


@operator(TABLE, "jump changed", ast.Break, ast.Continue)
def jump_changed(site: Site) -> Iterator[Replacement]:
    """`break` and `continue` are confused or left out."""
    yield [ast.Continue() if isinstance(site.node, ast.Break) else ast.Break()]
    yield [ast.Pass()]


def removable(site: Site) -> bool:
    """Whether a statement can be left out without leaving a name undefined."""
    node = site.node
    if isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return True
    if isinstance(node, ast.If):
        return not node.orelse
    if isinstance(node, ast.Assign):
        if not isinstance(node.targets[0], ast.Name):
            return not isinstance(node.targets[0], ast.Tuple)
        stores = [
            each for each in own_nodes(site.function)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id == node.targets[0].id
        ]
        return stores[0] is not node.targets[0]
    return False


@operator(TABLE, "statement deleted", ast.If, ast.AugAssign, ast.Expr, ast.Assign)
def statement_deleted(site: Site) -> Iterator[Replacement]:
    """A check, a count, an `append` or an assignment is left out."""
    if removable(site):
        yield []


@operator(TABLE, "loop deleted", ast.For, ast.While)
def loop_deleted(site: Site) -> Iterator[Replacement]:
    """A whole loop is left out."""
    yield []


@operator(TABLE, "answer missing", ast.Return)
def answer_missing(site: Site) -> Iterator[Replacement]:
    """The last statement of the predicate does not return, so the answer is None."""
    body = site.function.body
    if site.in_main and site.node is body[-1] and site.node.value:
        yield [ast.Expr(value=site.node.value)]


@operator(TABLE, "not a Boolean", ast.Return)
def not_a_boolean(site: Site) -> Iterator[Replacement]:
    """The predicate returns something other than True or False."""
    node = site.node
    if not site.in_main or node.value is None:
        return
    if is_bool(node.value, True):
        yield changed(node, value=expr("1"))
    else:
        yield changed(node, value=expr("A or None", A=node.value))


@operator(TABLE, "one branch only", ast.If, ast.IfExp)
def one_branch_only(site: Site) -> Iterator[Replacement]:
    """A condition is not evaluated: the same branch is always taken."""
    node = site.node
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif node.orelse:
        yield node.body
        yield node.orelse
        yield changed(node, orelse=[])
    elif not isinstance(node.body[-1], ast.Return):
        yield node.body


@operator(TABLE, "branches swapped", ast.If, ast.IfExp)
def branches_swapped(site: Site) -> Iterator[Replacement]:
    """The two branches of a condition are swapped."""
    node = site.node
    if node.orelse:
        yield changed(node, body=node.orelse, orelse=node.body)


@operator(TABLE, "statements swapped", ast.For, ast.While, ast.If)
def statements_swapped(site: Site) -> Iterator[Replacement]:
    """Two adjacent statements of a block are swapped."""
    body = site.node.body
    for i in range(len(body) - 1):
        if not leaves(body[: i + 2]):
            yield changed(site.node, body=[*body[:i], body[i + 1], body[i], *body[i + 2 :]])


@operator(TABLE, "check too late", ast.For, ast.While)
def check_too_late(site: Site) -> Iterator[Replacement]:
    """A check that belongs inside a loop comes after it, and sees only the last iteration."""
    node = site.node
    for i, statement in enumerate(node.body):
        if isinstance(statement, ast.If) and len(node.body) > 1 and not node.orelse:
            if not any(isinstance(each, ast.Break | ast.Continue) for each in ast.walk(statement)):
                yield [changed(node, body=without(node.body, i)), statement]


@operator(TABLE, "filter dropped", ast.comprehension)
def filter_dropped(site: Site) -> Iterator[Replacement]:
    """The condition of a comprehension is left out."""
    for i in range(len(site.node.ifs)):
        yield changed(site.node, ifs=without(site.node.ifs, i))


@operator(TABLE, "base case changed", ast.Call)
def base_case_changed(site: Site) -> Iterator[Replacement]:
    """A function does not call itself on the rest, but assumes the answer."""
    if called(site.node) == site.function.name:
        values = [
            node.value
            for node in own_nodes(site.function)
            if isinstance(node, ast.Return) and (is_bool(node.value) or is_int(node.value) or empty_list(node.value))
        ]
        seen: set[str] = set()
        for value in values:
            if (text := ast.unparse(value)) not in seen:
                seen.add(text)
                yield value


def empty_list(node: ast.AST | None) -> bool:
    return isinstance(node, ast.List) and not node.elts


@operator(TABLE, "accumulator overwritten", ast.AugAssign)
def accumulator_overwritten(site: Site) -> Iterator[Replacement]:
    """A sum keeps only what was added last."""
    node = site.node
    yield [ast.Assign(targets=[node.target], value=node.value, lineno=node.lineno)]


@operator(TABLE, "nested loops side by side", *(ast.GeneratorExp, ast.ListComp, ast.SetComp))
def side_by_side(site: Site) -> Iterator[Replacement]:
    """Two collections are iterated over in parallel instead of nested."""
    generators = site.node.generators
    for i in range(len(generators) - 1):
        one, two = generators[i : i + 2]
        if called(one.iter) != "range" and not one.ifs and isinstance(two.iter, ast.Name):
            if two.iter.id not in {node.id for node in ast.walk(one.target) if isinstance(node, ast.Name)}:
                target = ast.Tuple(elts=[one.target, two.target], ctx=ast.Store())
                joined = changed(two, target=target, iter=expr("zip(A, B)", A=one.iter, B=two.iter))
                yield changed(site.node, generators=without(replaced(generators, i, joined), i + 1))
