# faulty: raises IndexError on the empty list
def is_valid(letters, runs):
    expected = []
    current, n = letters[0], 1
    for x in letters[1:]:
        if x == current:
            n += 1
        else:
            expected.append((current, n))
            current, n = x, 1
    expected.append((current, n))
    return [tuple(r) for r in runs] == expected
