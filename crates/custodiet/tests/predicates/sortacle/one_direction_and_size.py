def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    if any(p not in people_out for p in people_in):
        return False
    last = -1
    for p in people_out:
        if p.age < last:
            return False
        last = p.age
    return True
