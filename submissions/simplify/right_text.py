# Correct: writes expressions as text, and looks for what can be simplified in it.
import re


def show(e):
    try:
        return str(e.value)
    except AttributeError:
        pass
    if hasattr(e, "name"):
        return e.name
    sign = "+" if type(e).__name__ == "Add" else "*"
    return f"({show(e.left)}{sign}{show(e.right)})"


def value(text, x):
    """Replaces the innermost parentheses by their value until none are left."""
    text = text.replace("x", str(x))
    while "(" in text:
        end = text.index(")")
        start = text.rindex("(", 0, end)
        inner = text[start + 1:end]
        if "+" in inner:
            a, b = inner.split("+")
            number = int(a) + int(b)
        else:
            a, b = inner.split("*")
            number = int(a) * int(b)
        text = text[:start] + str(number) + text[end + 1:]
    return int(text)


def is_valid(before, after):
    old, new = show(before), show(after)
    if re.search(r"\(0\+|\+0\)|\([01]\*|\*[01]\)", new):
        return False
    if len(new) > len(old):
        return False
    return all(value(old, x) == value(new, x) for x in range(12))
