def is_valid(people_in, people_out):
    if sorted(p.name for p in people_in) != sorted(p.name for p in people_out):
        return False
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
    return True
