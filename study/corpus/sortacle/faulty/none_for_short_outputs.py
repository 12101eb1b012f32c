"""Returns None if the output has fewer than two people."""


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for p in people_in:
        if people_in.count(p) != people_out.count(p):
            return False
    last = len(people_out) - 2
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
        if i == last:
            return True
