# faulty: returns a list where both are empty
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    return people_in and all(people_in.count(p) == people_out.count(p) for p in people_in) and (
        [p.age for p in people_out] == sorted(p.age for p in people_in)
    )
