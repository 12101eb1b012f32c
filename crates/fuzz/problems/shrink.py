"""Makes a problem file smaller while something about it stays wrong.

`shrink(source, still_wrong)` drops functions, bounds and parts of expressions, as long as `still_wrong` holds.
"""

import ast


def shrink(source, still_wrong, most_attempts=250):
    """A smaller file for which `still_wrong` holds; it holds for `source`."""
    attempts = 0
    source, improved = ast.unparse(ast.parse(source)), True
    if not _holds(still_wrong, source):
        return source
    while improved and attempts < most_attempts:
        improved = False
        for candidate in _candidates(source):
            attempts += 1
            if attempts > most_attempts:
                break
            if len(candidate) < len(source) or _smaller_bounds(candidate, source):
                if _holds(still_wrong, candidate):
                    source, improved = candidate, True
                    break
    return source


def _holds(still_wrong, candidate):
    # Most candidates are not problem files at all.
    try:
        return still_wrong(candidate)
    except Exception:
        return False


def _smaller_bounds(candidate, source):
    return len(candidate) == len(source) and candidate < source


def _candidates(source):
    """Texts with one thing removed or simplified: whole functions first, then bounds, then expressions."""
    body = ast.parse(source).body
    for i in reversed(range(len(body))):
        if isinstance(body[i], (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.ImportFrom)) or _is_text(body[i]):
            yield _unparsed(body[:i] + body[i + 1 :])
    yield from _bounds(source)
    yield from _statements(source)
    yield from _expressions(source)


def _is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _unparsed(body):
    return ast.unparse(ast.Module(body, []))


def _bounds(source):
    """Each bound one smaller."""
    tree = ast.parse(source)
    call = next(
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "scope"
    )
    for keyword in list(call.keywords):
        call.keywords.remove(keyword)
        yield ast.unparse(tree)
        call.keywords.append(keyword)
        for number in [node for node in ast.walk(keyword.value) if isinstance(node, ast.Constant)]:
            number.value -= 1
            yield ast.unparse(tree)
            number.value += 1


def _statements(source):
    """Each statement left out, and each block in place of its statement."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            for i, parameter in reversed(list(enumerate(node.args.args))):
                del node.args.args[i]
                yield ast.unparse(tree)
                node.args.args.insert(i, parameter)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if not isinstance(block, list) or isinstance(node, ast.Module):
                continue
            for i, statement in enumerate(list(block)):
                if len(block) > 1:
                    del block[i]
                    yield ast.unparse(tree)
                    block.insert(i, statement)
                inner = getattr(statement, "body", None)
                if isinstance(inner, list):
                    block[i : i + 1] = inner
                    yield ast.unparse(tree)
                    block[i : i + len(inner)] = [statement]


def _expressions(source):
    """Each expression replaced by one of its parts, or by a constant."""
    tree = ast.parse(source)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            places = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for i, node in places:
                if not isinstance(node, ast.expr) or isinstance(node, (ast.Constant, ast.Name)):
                    continue
                parts = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
                for part in [*parts, ast.Constant(0), ast.Constant(True)]:
                    _put(parent, field, i, part)
                    try:
                        yield ast.unparse(tree)
                    except Exception:
                        pass
                    _put(parent, field, i, node)


def _put(parent, field, i, node):
    if i is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[i] = node
