# Uses < and so rejects people of the same age, even one person listed twice. Too strict.
def is_valid(people_in, people_out):
    return (
        len(people_in) == len(people_out)
        and all(people_in.count(person) == people_out.count(person) for person in people_in)
        and all(one.age < other.age for one, other in zip(people_out, people_out[1:]))
    )
