def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for p in people_in:
        if p not in people_out:
            return False
    for p in people_out:
        if p not in people_in:
            return False
    for p, q in zip(people_out, people_out[1:]):
        if p.age > q.age:
            return False
    return True
