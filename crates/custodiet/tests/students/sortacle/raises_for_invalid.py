# faulty: raises ValueError in place of returning False
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        raise ValueError("lengths differ")
    for p in people_out:
        if people_in.count(p) != people_out.count(p):
            raise ValueError("people differ")
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            raise ValueError("not sorted")
    return True
