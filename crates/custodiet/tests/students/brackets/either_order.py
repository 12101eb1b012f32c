# faulty: accepts the closing bracket first
def is_valid(brackets, matches):
    stack, expected = [], []
    for i, b in enumerate(brackets):
        if b in ("(", "["):
            stack.append(i)
        else:
            expected.append({stack.pop(), i})
    if len(expected) != len(matches):
        return False
    return all(set(m) in expected for m in matches) and all(any(set(m) == e for m in matches) for e in expected)
