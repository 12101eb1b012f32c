# faulty: accepts lists that repeat people differently
def is_valid(people_in, people_out):
    same = set(people_in) == set(people_out)
    ordered = [p.age for p in people_out] == sorted([p.age for p in people_out])
    if same and ordered:
        return True
    return False
