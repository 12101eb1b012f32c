"""Raises KeyError if the output lists someone whom the input does not."""


def is_valid(people_in, people_out):
    count = {}
    for p in people_in:
        count[p] = count.get(p, 0) + 1
    for p in people_out:
        count[p] -= 1
    for p in count:
        if count[p] != 0:
            return False
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
    return True
