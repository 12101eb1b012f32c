# Too lax: looks for a 0 on the left side of a sum, never on the right.


def kind(e):
    return e.__class__.__name__


def run(e, x):
    table = {
        "Num": lambda: e.value,
        "Var": lambda: x,
        "Add": lambda: run(e.left, x) + run(e.right, x),
        "Mul": lambda: run(e.left, x) * run(e.right, x),
    }
    return table[kind(e)]()


def is_number(e, number):
    return kind(e) == "Num" and e.value == number


def simplified(e):
    if kind(e) in ("Num", "Var"):
        return True
    if kind(e) == "Add" and is_number(e.left, 0):
        return False
    if kind(e) == "Mul":
        for number in (0, 1):
            if is_number(e.left, number) or is_number(e.right, number):
                return False
    return simplified(e.left) and simplified(e.right)


def count(e):
    return 1 if kind(e) in ("Num", "Var") else 1 + count(e.left) + count(e.right)


def is_valid(before, after):
    for x in range(-10, 11):
        if run(before, x) != run(after, x):
            return False
    return simplified(after) and count(after) <= count(before)
