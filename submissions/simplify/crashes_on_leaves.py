# Raises: takes every expression for an operation with two sides.


def evaluate(e, x):
    name = type(e).__name__
    if name == "Num":
        return e.value
    if name == "Var":
        return x
    return evaluate(e.left, x) + evaluate(e.right, x) if name == "Add" else evaluate(e.left, x) * evaluate(e.right, x)


def is_value(e, *values):
    return type(e).__name__ == "Num" and e.value in values


def is_valid(before, after):
    for x in range(6):
        if evaluate(before, x) != evaluate(after, x):
            return False
    useless = (0,) if type(after).__name__ == "Add" else (0, 1)
    return not is_value(after.left, *useless) and not is_value(after.right, *useless)
