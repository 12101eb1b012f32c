def is_valid(people_in, people_out):
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
    left = list(people_in)
    for p in people_out:
        if p not in left:
            return False
        left.remove(p)
    return left or True
