def is_valid(people_in, people_out):
    for p in people_out:
        if people_out.count(p) != people_in.count(p):
            return False
    for a, b in zip(people_out, people_out[1:]):
        if b.age < a.age:
            return False
    return True
