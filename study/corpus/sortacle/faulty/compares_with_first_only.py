"""Never moves on from the first age when it checks the order, and counts for the input only."""


def is_valid(inp, out):
    for p in inp:
        if inp.count(p) != out.count(p):
            return False
    if len(out) == 0:
        return len(inp) == 0
    prev = out[0]
    for i in range(1, len(out)):
        if out[i].age < prev.age:
            return False
    return True
