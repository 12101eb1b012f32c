# faulty: returns None for valid outputs
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    left = [p for p in people_in]
    for p in people_out:
        if p in left:
            left.remove(p)
        else:
            return False
    for p, q in zip(people_out, people_out[1:]):
        if p.age > q.age:
            return False
    print("sorted correctly")
