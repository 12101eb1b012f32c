"""Starts one too late, and so does not see that the first person is older than the second."""


def is_valid(inp, out):
    for i in range(1, len(out) - 1):
        if out[i].age > out[i + 1].age:
            return False
    for person in set(inp) | set(out):
        if inp.count(person) != out.count(person):
            return False
    return True
