# faulty: rejects people who are listed twice, uses each position once
def is_valid(people_in, people_out):
    used = set()
    if len(people_in) != len(people_out):
        return False
    for p in people_out:
        try:
            i = people_in.index(p)
        except ValueError:
            return False
        if i in used:
            return False
        used.add(i)
    return all(people_out[k].age <= people_out[k + 1].age for k in range(len(people_out) - 1))
