# correct
def is_valid(brackets, matches):
    stack = []
    expected = set()
    for i, b in enumerate(brackets):
        if b == "(" or b == "[":
            stack.append(i)
        else:
            expected.add((stack.pop(), i))
    return matches == expected
