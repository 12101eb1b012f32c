"""Which variables can be read at a place, and their roles."""

import ast

from .tree import COMPREHENSIONS, Site, called, is_int, names_in, own_nodes, parameters

WHOLE, PART, NUMBER = "whole", "part", "number"


def numbers_of_target(target: ast.AST, source: ast.AST) -> list[str]:
    """The loop variables that count: those over a range, and the first of `enumerate`."""
    if called(source) == "range":
        return names_in(target)
    if called(source) == "enumerate" and isinstance(target, ast.Tuple):
        return names_in(target.elts[0])
    return []


def numbers(function: ast.FunctionDef) -> set[str]:
    """The variables of a function that are evidently numbers."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.For | ast.comprehension):
            found.update(numbers_of_target(node.target, node.iter))
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and is_int(node.value):
            found.add(node.target.id)
        elif isinstance(node, ast.Assign) and (is_int(node.value) or called(node.value) in ("len", "sum")):
            found.update(name for target in node.targets if isinstance(target, ast.Name) for name in names_in(target))
    return found


def visible(site: Site) -> dict[str, str]:
    """The variables bound at a site, with their roles: a whole, a part of one, or a number."""
    function = site.function
    roles = dict.fromkeys(parameters(function), WHOLE)
    for node in own_nodes(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno < site.line:
            roles.setdefault(node.id, WHOLE)
    inner = [node for node in own_nodes(function) if isinstance(node, ast.For)]
    for loop in inner:
        for name in names_in(loop.target):
            if any(parent is loop for parent in site.parents) and not within(site, loop.iter):
                roles[name] = PART
            elif roles.get(name) == WHOLE and name not in parameters(function):
                del roles[name]
    for i, parent in enumerate(site.parents):
        if isinstance(parent, COMPREHENSIONS):
            child = (*site.parents, site.node)[i + 1]
            for generator in parent.generators:
                if generator is child and within(site, generator.iter):
                    break
                roles.update(dict.fromkeys(names_in(generator.target), PART))
                if generator is child:
                    break
        elif isinstance(parent, ast.Lambda):
            roles.update({each.arg: PART for each in parent.args.args})
    counting = numbers(function)
    return {name: NUMBER if name in counting else role for name, role in roles.items()}


def within(site: Site, node: ast.AST) -> bool:
    """Whether the site is the node or lies inside it."""
    return site.node is node or any(parent is node for parent in site.parents)
