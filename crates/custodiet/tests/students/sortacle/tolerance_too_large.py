# faulty: accepts neighbors who are one year out of order
def close(a, b, tol=1.0):
    return abs(a - b) <= tol


def is_valid(people_in, people_out):
    rest = list(people_in)
    for i, p in enumerate(people_out):
        if p not in rest:
            return False
        rest.remove(p)
        if i and not (people_out[i - 1].age < p.age or close(people_out[i - 1].age, p.age)):
            return False
    return not rest
