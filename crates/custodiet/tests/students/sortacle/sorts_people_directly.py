# faulty: raises TypeError, people have no order
def is_valid(people_in, people_out):
    if len(people_in) < 2:
        return people_in == people_out
    a = sorted(people_in)
    b = sorted(people_out)
    if a != b:
        return False
    return all(people_out[i].age <= people_out[i + 1].age for i in range(len(people_out) - 1))
