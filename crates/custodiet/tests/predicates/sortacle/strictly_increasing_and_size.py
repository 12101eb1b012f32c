def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    return all(a.age < b.age for a, b in zip(people_out, people_out[1:]))
