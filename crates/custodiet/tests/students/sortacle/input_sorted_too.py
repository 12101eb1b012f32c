# faulty: rejects inputs that are not sorted already
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for i in range(len(people_in)):
        if people_in[i] != people_out[i]:
            return False
    return all(people_out[i].age <= people_out[i + 1].age for i in range(len(people_out) - 1))
