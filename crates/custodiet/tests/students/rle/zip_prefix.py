# faulty: accepts encodings of a prefix and longer ones
def expand(runs):
    for r in runs:
        yield from [r.letter] * r.length


def is_valid(letters, runs):
    for a, b in zip(letters, expand(runs)):
        if a != b:
            return False
    for i in range(len(runs) - 1):
        if runs[i].letter == runs[i + 1].letter:
            return False
    return all(r.length >= 1 for r in runs)
