"""The syntax tree of a predicate: sites in it, what is known about them, and how a changed tree is built."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Replacement = ast.AST | list[ast.stmt]

MAIN = "is_valid"
MODULES = {"collections", "itertools", "functools", "math", "operator"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.Lambda, *COMPREHENSIONS)
NOT_MUTATED = {"annotation", "returns", "decorator_list", "type_comment"}


class Facts:
    """What is known about a whole predicate file."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self.functions = {node.name: node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}

    @cached_property
    def main(self) -> ast.FunctionDef | None:
        return self.functions.get(MAIN)

    @cached_property
    def fields(self) -> list[str]:
        """The attributes that are read, not called, in order of their names."""
        called = {id(node.func) for node in ast.walk(self.module) if isinstance(node, ast.Call)}
        return sorted({
            node.attr
            for node in ast.walk(self.module)
            if isinstance(node, ast.Attribute) and id(node) not in called and not is_module(node.value)
        })


@dataclass(frozen=True, eq=False)
class Site:
    """A node, its enclosing nodes (outermost first) and the field of the innermost one that contains it."""

    node: ast.AST
    parents: tuple[ast.AST, ...]
    field: str
    facts: Facts = field(repr=False)

    @property
    def parent(self) -> ast.AST:
        return self.parents[-1]

    @cached_property
    def function(self) -> ast.FunctionDef:
        """The function that contains the node; for a function, itself."""
        around = [node for node in (*self.parents, self.node) if isinstance(node, ast.FunctionDef)]
        return around[-1]

    @property
    def in_main(self) -> bool:
        return self.function.name == MAIN

    @cached_property
    def in_loop(self) -> bool:
        """Whether `break` is allowed here."""
        chain = (*self.parents, self.node)
        start = max(i for i, node in enumerate(chain) if node is self.function)
        return any(
            isinstance(node, ast.For | ast.While) and any(inner is chain[i + 1] for inner in node.body)
            for i, node in enumerate(chain[:-1])
            if i > start
        )

    @property
    def line(self) -> int:
        return getattr(self.node, "lineno", self.function.lineno)

    def kind(self, node: ast.AST) -> str | None:
        return kind(node, self.function, self.facts)


@dataclass(frozen=True)
class Operator:
    """A kind of mistake: `rewrite` yields the possible replacements for the node of a site."""

    name: str
    says: str
    nodes: tuple[type[ast.AST], ...]
    rewrite: Callable[[Site], Iterable[Replacement]]


def operator(table: list[Operator], name: str, *nodes: type[ast.AST]) -> Callable[[Callable], Callable]:
    """Registers a function in the table of operators; its docstring explains the operator."""

    def enter(rewrite: Callable[[Site], Iterable[Replacement]]) -> Callable:
        table.append(Operator(name, (rewrite.__doc__ or "").strip(), nodes, rewrite))
        return rewrite

    return enter


def sites(module: ast.Module) -> list[Site]:
    """All sites inside the functions of a file, in the order of the text."""
    facts = Facts(module)

    def within(node: ast.AST, parents: tuple[ast.AST, ...], name: str) -> Iterator[Site]:
        inside = any(isinstance(parent, ast.FunctionDef) for parent in parents)
        if inside or isinstance(node, ast.FunctionDef):
            yield Site(node, parents, name, facts)
        for child_name, value in ast.iter_fields(node):
            if child_name in NOT_MUTATED:
                continue
            children = value if isinstance(value, list) else [value]
            for child in children:
                if isinstance(child, ast.AST) and not isinstance(child, ast.expr_context) and not is_docstring(child):
                    yield from within(child, (*parents, node), child_name)

    return list(within(module, (), ""))


def rebuilt(node: ast.AST, edits: Mapping[ast.AST, Replacement]) -> Replacement:
    """A copy of the tree in which each node of `edits` is replaced, even if one replacement contains another."""
    if node in edits:
        rest = {place: new for place, new in edits.items() if place is not node}
        new = edits[node]
        return [part for each in new for part in as_list(rebuilt(each, rest))] if isinstance(new, list) \
            else rebuilt(new, rest)
    fields = {}
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            value = [
                part
                for each in value
                for part in (as_list(rebuilt(each, edits)) if isinstance(each, ast.AST) else [each])
            ]
            if name == "body" and not value and not isinstance(node, ast.Module):
                value = [ast.Pass()]
        elif isinstance(value, ast.AST):
            value = rebuilt(value, edits)
        fields[name] = value
    return ast.copy_location(type(node)(**fields), node)


def as_list(new: Replacement) -> list[ast.AST]:
    return new if isinstance(new, list) else [new]


class _Fill(ast.NodeTransformer):
    def __init__(self, holes: Mapping[str, ast.AST]) -> None:
        self.holes = holes

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.holes.get(node.id, node)


def expr(template: str, **holes: ast.AST) -> ast.expr:
    """The expression of the template, with nodes in place of the names of its holes."""
    return _Fill(holes).visit(ast.parse(template, mode="eval").body)


def stmts(template: str, **holes: ast.AST) -> list[ast.stmt]:
    """The statements of the template, with nodes in place of the names of its holes."""
    return [_Fill(holes).visit(node) for node in ast.parse(template).body]


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """A shallow copy of a node with some of its fields replaced."""
    return ast.copy_location(type(node)(**{**dict(ast.iter_fields(node)), **fields}), node)


def without(items: list, index: int) -> list:
    return [*items[:index], *items[index + 1 :]]


def replaced(items: list, index: int, new: object) -> list:
    return [*items[:index], new, *items[index + 1 :]]


def swaps(items: list) -> Iterator[list]:
    """The list with two adjacent elements swapped, for all adjacent pairs."""
    for i in range(len(items) - 1):
        yield [*items[:i], items[i + 1], items[i], *items[i + 2 :]]


def is_docstring(node: ast.AST) -> bool:
    """Whether a statement is just a string."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def is_module(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in MODULES


def is_int(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_bool(node: ast.AST | None, value: bool | None = None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool) and value in (None, node.value)


def called(node: ast.AST) -> str | None:
    """The name of the function that is called, without the module it may be taken from."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id
        if isinstance(node.func, ast.Attribute) and is_module(node.func.value):
            return node.func.attr
    return None


def method(node: ast.AST) -> str | None:
    """The name of the method that is called."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not is_module(node.func.value):
        return node.func.attr
    return None


def same(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def parameters(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args)]


def names_in(target: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function that are evaluated in its own scope (and, harmlessly, the scopes themselves)."""
    todo: list[ast.AST] = list(reversed(function.body))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, SCOPES):
            todo.extend(reversed(list(ast.iter_child_nodes(node))))


def plus(node: ast.expr, step: int) -> ast.expr:
    """The expression, plus or minus one, as people write it: `i`, `i + 1`, `i - 1`, `2`."""
    if is_int(node):
        return expr(str(node.value + step))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_int(node.operand):
        return expr(str(step - node.operand.value))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and is_int(node.right):
        sign = 1 if isinstance(node.op, ast.Add) else -1
        total = sign * node.right.value + step
        if total == 0:
            return node.left
        return expr(f"A {'+' if total > 0 else '-'} {abs(total)}", A=node.left)
    return expr(f"A {'+' if step > 0 else '-'} 1", A=node)


CALL_KINDS = {
    **dict.fromkeys(("set", "frozenset"), "set"),
    **dict.fromkeys(("list", "sorted"), "list"),
    **dict.fromkeys(("dict", "defaultdict"), "dict"),
    **dict.fromkeys(("len", "sum", "int"), "number"),
    **dict.fromkeys(("all", "any", "bool", "isinstance"), "bool"),
    "Counter": "counter",
    "tuple": "tuple",
}
METHOD_KINDS = {
    **dict.fromkeys(("union", "intersection", "difference", "symmetric_difference", "keys"), "set"),
    **dict.fromkeys(("count", "index"), "number"),
    **dict.fromkeys(("issubset", "issuperset", "isdisjoint"), "bool"),
}
NODE_KINDS = {
    **dict.fromkeys((ast.Set, ast.SetComp), "set"),
    **dict.fromkeys((ast.List, ast.ListComp), "list"),
    **dict.fromkeys((ast.Dict, ast.DictComp), "dict"),
    ast.Compare: "bool",
    ast.Tuple: "tuple",
}


def kind(node: ast.AST, function: ast.FunctionDef, facts: Facts, depth: int = 4) -> str | None:
    """What an expression evidently is: "set", "list", "dict", "counter", "tuple", "number", "bool"; None if unclear."""
    if depth == 0:
        return None
    if type(node) in NODE_KINDS:
        return NODE_KINDS[type(node)]
    if is_int(node):
        return "number"
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return "list"
    if isinstance(node, ast.BinOp):
        sides = [kind(side, function, facts, depth - 1) for side in (node.left, node.right)]
        return sides[0] or sides[1]
    if isinstance(node, ast.Call):
        name = called(node)
        if name in facts.functions:
            helper = facts.functions[name]
            returns = [each.value for each in own_nodes(helper) if isinstance(each, ast.Return) and each.value]
            return next(filter(None, (kind(value, helper, facts, depth - 1) for value in returns)), None)
        return CALL_KINDS.get(name or "") or METHOD_KINDS.get(method(node) or "")
    if isinstance(node, ast.Name):
        for each in (*function.args.posonlyargs, *function.args.args):
            if each.arg == node.id:
                declared = ast.unparse(each.annotation).partition("[")[0].lower() if each.annotation else ""
                return {"frozenset": "set", "int": "number"}.get(declared, declared or None)
        for each in own_nodes(function):
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None:
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                if any(isinstance(target, ast.Name) and target.id == node.id for target in targets):
                    return kind(each.value, function, facts, depth - 1)
    return None
