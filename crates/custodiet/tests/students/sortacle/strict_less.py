# faulty: rejects people of the same age
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for p in people_out:
        if people_in.count(p) != people_out.count(p):
            return False
    for a, b in zip(people_out, people_out[1:]):
        if not a.age < b.age:
            return False
    return True
