# faulty: raises IndexError on positions out of range; accepts brackets without a partner
def is_valid(brackets, matches):
    for first, second in matches:
        kind = brackets[first] + brackets[second]
        if kind != "()" and kind != "[]":
            return False
        inside = brackets[first + 1:second]
        if inside.count("(") != inside.count(")") or inside.count("[") != inside.count("]"):
            return False
    return True
