# Looks at nothing but the order of the output.
def is_valid(people_in, people_out):
    return all(one.age <= other.age for one, other in zip(people_out, people_out[1:]))
