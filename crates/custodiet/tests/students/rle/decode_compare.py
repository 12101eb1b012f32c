# correct
def decode(runs):
    out = []
    for run in runs:
        out += [run.letter] * run.length
    return out


def is_valid(letters, runs):
    for run in runs:
        if run.length <= 0:
            return False
    for a, b in zip(runs, runs[1:]):
        if a.letter == b.letter:
            return False
    return decode(runs) == letters
