# faulty: accepts a pair of repetitions in place of another
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    x = 0
    for p in people_in + people_out:
        x ^= hash((p.name, p.age))
    return x == 0 and all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
