def is_valid(people_in, people_out):
    left = list(people_in)
    youngest_allowed = None
    for p in people_out:
        if p not in left:
            return False
        if youngest_allowed is not None and p.age < youngest_allowed:
            return False
        youngest_allowed = p.age
        left.remove(p)
    return left == []
