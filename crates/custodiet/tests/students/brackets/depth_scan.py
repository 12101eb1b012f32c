# correct
PAIRS = {"(": ")", "[": "]"}


def closing(brackets, i):
    depth = 0
    for j in range(i, len(brackets)):
        depth += 1 if brackets[j] in PAIRS else -1
        if depth == 0:
            return j


def is_valid(brackets, matches):
    opened = [i for i, b in enumerate(brackets) if b in PAIRS]
    return set(matches) == {(i, closing(brackets, i)) for i in opened}
