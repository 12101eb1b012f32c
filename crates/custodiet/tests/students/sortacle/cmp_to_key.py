# correct
from functools import cmp_to_key


def compare(p, q):
    if p.age != q.age:
        return -1 if p.age < q.age else 1
    if p.name == q.name:
        return 0
    return -1 if p.name < q.name else 1


def is_valid(people_in, people_out):
    a = sorted(people_in, key=cmp_to_key(compare))
    b = sorted(people_out, key=cmp_to_key(compare))
    if a != b:
        return False
    for x, y in zip(b, people_out):
        if x.age != y.age:
            return False
    return True
