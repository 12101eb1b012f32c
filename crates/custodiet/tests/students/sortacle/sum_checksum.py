# faulty: accepts other people with the same sum of ages and the same names
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    if sum(p.age for p in people_in) != sum(p.age for p in people_out):
        return False
    if set(p.name for p in people_in) != set(p.name for p in people_out):
        return False
    for i in range(1, len(people_out)):
        if people_out[i].age < people_out[i - 1].age:
            return False
    return True
