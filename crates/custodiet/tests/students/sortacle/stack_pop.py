# correct
def is_valid(people_in, people_out):
    stack = list(reversed(people_out))
    pool = people_in[:]
    age = None
    while stack:
        p = stack.pop()
        if p not in pool or (age is not None and p.age < age):
            return False
        pool.remove(p)
        age = p.age
    return pool == []
