def is_valid(people_in, people_out):
    if set(people_in) != set(people_out):
        return False
    return all(people_out[i].age <= people_out[i + 1].age for i in range(len(people_out) - 1))
