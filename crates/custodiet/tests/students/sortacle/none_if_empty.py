# faulty: returns None if the output is empty
def is_valid(people_in, people_out):
    prev = None
    pool = list(people_in)
    for p in people_out:
        if p not in pool:
            return False
        pool.remove(p)
        if prev is not None:
            if prev.age > p.age:
                return False
        prev = p
    if people_out:
        return not pool
